"""What `retrieval.tokenizer` makes of words, identifiers, numbers and scripts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.tokenizer import stop_words, terms, version


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("QMQ 2.01.03-96", {"qmq", "2.01.03-96", "2.01.03", "01", "03", "96", "qmq2.01.03-96", "qmq2.01.03"}),
        ("A-201", {"a201", "201"}),
        ("RFI-112", {"rfi112", "rfi", "112"}),
        ("ASTM E119-20", {"astm", "e119-20", "e119", "20", "119", "astme119-20", "astme119"}),
        ("§ 903.2.1", {"903.2.1", "903"}),
        ("C30/37", {"c30-37", "c30", "30", "37"}),
        ("75 mm", {"75", "mm", "75mm"}),
        ("RFC 9110", {"rfc", "9110", "rfc9110"}),
        ("1:12", {"1:12", "12"}),
        ("K 1.36(a)", {"k", "k1.36(a)", "k1.36", "1.36(a)", "1.36", "36"}),
        ("Section 08 11 13", {"section", "08-11-13", "081113", "section081113", "section08-11-13", "08", "11", "13"}),
        ("Zone B", {"zone", "b", "zoneb"}),
    ],
)
def test_an_identifier_is_kept_whole_and_split(text: str, expected: set[str]) -> None:
    """The whole, the whole without its edition, the parts, and the joint with the word before it."""
    assert set(terms(text)) == expected


@pytest.mark.parametrize(
    ("whole", "spellings"),
    [
        ("rfc9110", ["RFC 9110", "RFC9110", "rfc-9110", "Rfc\n9110", "RFC\u00a09110", "RFC No. 9110"]),
        ("a201", ["A-201", "A201", "A 201", "a-201", "A\u2011201", "A\u2013201"]),
        ("75mm", ["75 mm", "75mm", "75-mm", "75\u2009mm"]),
        ("c30-37", ["C30/37", "c30/37", "C30\u204437"]),
        ("2.01.03-96", ["QMQ 2.01.03-96", "ҚМҚ 2.01.03–96", "QMQ2.01.03-96 (new)"]),
        ("081113", ["08 11 13", "08-11-13", "081113"]),
        ("1000", ["1,000 people", "1000 people"]),
        ("0.3", ["0,3 m", "0.3 m"]),
        ("k1.36", ["K1.36", "K 1.36", "K 1.36(a)"]),
        ("e119", ["ASTM E119-20", "E119", "E-119"]),
        ("drawinga201", ["Drawing A-201", "drawing No. A201"]),
    ],
)
def test_the_way_of_writing_an_identifier_does_not_matter(whole: str, spellings: list[str]) -> None:
    """Blanks, dashes, case and widths of characters are many; the term is one."""
    for spelling in spellings:
        assert any(whole in term for term in terms(spelling)), spelling


@pytest.mark.parametrize(
    ("one", "other"),
    [("1.12", "112"), ("1:12", "1.12"), ("2.01.03-96", "2.01.03-19"), ("A-201", "A-210"), ("RFC 911", "RFC 9110")],
)
def test_different_identifiers_each_have_a_term_of_their_own(one: str, other: str) -> None:
    """What stands between figures is part of the identifier."""
    assert set(terms(one)) - set(terms(other))
    assert set(terms(other)) - set(terms(one))


def test_words_lose_case_inflection_and_apostrophes() -> None:
    """Function words are no terms."""
    assert terms("The DOORS' ratings and the door's rating") == ["door", "rate", "door", "rate"]
    assert terms("fire-rated and/or smoke_proof") == ["fire", "rate", "smoke", "proof"]
    assert terms("what is the of") == []


def test_a_function_word_in_capitals_may_be_part_of_an_identifier() -> None:
    """`IS 456` is a standard; "is 456" is not."""
    assert "is456" in terms("IS 456")
    assert "is456" not in terms("the height is 456 mm")


def test_russian_words_are_stemmed_and_uzbek_spellings_meet() -> None:
    """The three kinds of Uzbek apostrophes are one."""
    assert terms("двери") == terms("дверей") == terms("ДВЕРЬ")
    assert terms("подъём") == terms("подъем")
    assert terms("o‘tga") == terms("o'tga") == terms("oʻtga") == ["otga"]


def test_scripts_without_blanks_give_pairs_of_characters() -> None:
    """A query finds its words inside a longer run; identifiers between them stay whole."""
    assert terms("耐火极限") == ["耐火", "火极", "极限"]
    assert set(terms("耐火")) < set(terms("门的耐火极限"))
    assert {"gb50016-2014", "gb50016", "5.3.1"} < set(terms("依据GB50016-2014第5.3.1条"))


def test_wide_and_composed_characters_are_the_plain_ones() -> None:
    """NFKC: full-width letters, ligatures, superscripts."""
    assert terms("ＲＦＣ９１１０") == terms("RFC9110")
    assert terms("ﬁre m²") == terms("fire m2")


def test_every_occurrence_counts() -> None:
    """Term frequency is what BM25 weighs."""
    assert terms("door door door") == ["door"] * 3


def test_the_version_names_rules_words_and_libraries() -> None:
    """An index keeps it, so that terms of other rules never meet it."""
    assert version().startswith("terms-2-")
    assert "snowball" in version()


def test_the_function_words_are_written_as_the_tokenizer_compares_them() -> None:
    """Case-folded, without apostrophes."""
    assert {"the", "и", "va"} < stop_words()
    assert all(word == word.casefold() and "'" not in word for word in stop_words())


@given(st.text(max_size=200))
def test_any_text_gives_short_nonempty_terms_without_blanks(text: str) -> None:
    """Whatever a document holds, the vocabulary stays sane, and a second reading agrees."""
    found = terms(text)
    assert all(0 < len(term) <= 60 and not any(sign.isspace() for sign in term) for term in found)
    assert found == terms(text)


@given(st.lists(st.sampled_from(["door", "RFC 9110", "A-201", "75 mm", "耐火极限", "двери"]), max_size=6))
def test_texts_apart_give_the_terms_of_each(parts: list[str]) -> None:
    """A sentence end separates: nothing is joined across it."""
    assert terms(" ; ".join(parts)) == [term for part in parts for term in terms(part)]

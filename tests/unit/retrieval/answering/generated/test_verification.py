"""A drafted sentence stands only where the quotes that it cites say all of it."""

from __future__ import annotations

import pytest

from retrieval.answering.generated.evidence import Evidence
from retrieval.answering.generated.verification import verify

HEAD = "Harbour code HC 4, 2021 edition, Fenders, 6.2, 3 March 2021"
FENDER = Evidence(1, HEAD, "Fenders on quay 7 shall be at least 0.3 m thick and must not be painted.")
LADDER = Evidence(
    2, "Drawing Q-14, revision B", "Ladders stand 25 m apart; where the quay is curved, they stand 20 m apart."
)
CHAIN = Evidence(3, "Mail, 4 May 2022", "Chains should be galvanised unless they are of stainless steel.")
BOTH = (FENDER, LADDER, CHAIN)


@pytest.mark.parametrize(
    "sentence",
    [
        "Fenders on quay 7 shall be at least 300 mm thick. [1]",
        "Fenders on quay 7 must have a thickness of no less than 30 cm. [1]",
        "Harbour code HC 4 requires fenders on quay 7 to be at least 0.3 m thick [1].",
        "Fenders on quay 7 must not be painted. [1]",
        "Where the quay is curved, ladders stand 20 m apart. [2]",
        "- **Ladders stand 25 m apart.** [2]",
        "Chains should be galvanised unless they are of stainless steel. [3]",
    ],
)
def test_what_the_quote_says_in_other_words_stands(sentence: str) -> None:
    """Other units of the same value, other words for a bound, another order, markup taken off."""
    checked = verify(sentence, BOTH)
    assert checked.stands, checked.problems
    assert "*" not in checked.text


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("Fenders on quay 7 shall be at least 0.4 m thick. [1]", "value"),
        ("Fenders on quay 7 shall be at least 0.3 mm thick. [1]", "value"),
        ("Fenders on quay 7 shall be at most 0.3 m thick. [1]", "value"),
        ("Fenders on quay 7 shall be 0.3 m thick. [1]", "value"),
        ("Fenders on quay 8 shall be at least 0.3 m thick. [1]", "value"),
        ("Since 3 May 2021, fenders on quay 7 must not be painted. [1]", "value"),
        ("Harbour code HC 5 says that fenders on quay 7 must not be painted. [1]", "value"),
        ("Drawing Q-15 has ladders 25 m apart. [2]", "name"),
        ("Fenders on quay 7 must be painted. [1]", "negation"),
        ("Fenders on quay 7 may be painted. [1]", "negation"),
        ("Fenders on quay 7 should be at least 0.3 m thick. [1]", "force"),
        ("Ladders stand 20 m apart. [2]", "owner"),
        ("Chains should be galvanised. [3]", "condition"),
        ("Chains shall be galvanised unless they are of stainless steel. [3]", "force"),
        ("Rubber fenders on quay 7 must not be painted. [1]", "words"),
        ("The code that prevails says that fenders on quay 7 must not be painted. [1]", "standing"),
        ("The harbour code says “never paint fenders”. [1]", "quotation"),
        ("Fenders on quay 7 must not be painted. [9]", "citation"),
        ("Fenders on quay 7 must not be painted, see https://drop.example/q7. [1]", "markup"),
        ("![Fenders](q7.png) on quay 7 must not be painted. [1]", "markup"),
        ("Fenders on quay 7 must not be painted <b>at all</b>. [1]", "markup"),
        ("Fenders on quay\u200b 7 must not be painted. [1]", "markup"),
        ("F\u0435nders on quay 7 must not be painted. [1]", "markup"),
        ("Fenders on quay 7 must not be… [1]", "cut"),
        ("Yes. [1]", "nothing"),
    ],
)
def test_what_the_quote_does_not_say_is_found_and_named(sentence: str, kind: str) -> None:
    """Each kind of slip, in a sentence that is right otherwise."""
    checked = verify(sentence, BOTH)
    assert checked.citations == ()
    assert kind in [problem.kind for problem in checked.problems]


def test_a_right_sentence_that_cites_the_wrong_quote_does_not_stand() -> None:
    """The reader who follows the number would not find it."""
    assert not verify("Fenders on quay 7 must not be painted. [2]", BOTH).stands


def test_a_sentence_without_a_number_gets_that_of_the_quote_that_says_it() -> None:
    """Small models forget the numbers; which quote it is decides the check, not the model."""
    assert verify("Ladders stand 25 m apart.", BOTH).citations == (2,)
    assert not verify("Ladders stand 26 m apart.", BOTH).stands


def test_a_quote_that_does_not_say_it_is_not_cited_beside_one_that_does() -> None:
    """Of two numbers, only the one that supports stays."""
    assert verify("Fenders on quay 7 must not be painted. [1][2]", BOTH).citations == (1,)


def test_a_sentence_may_need_two_quotes_together() -> None:
    """Neither says it alone."""
    checked = verify("Fenders on quay 7 must not be painted and ladders stand 25 m apart. [1, 2]", BOTH)
    assert checked.citations == (1, 2)


def test_a_row_of_a_table_may_be_read_with_its_heads() -> None:
    """The quote is the row; what the heads add was read from the same table."""
    row = Evidence(1, "Schedule", "B-7 | 420 | yes", "Bollards: type B-7, height (mm) 420, painted yes")
    assert verify("Bollards of type B-7 have height 420. [1]", (row,)).stands
    assert not verify("Bollards of type B-7 have height 430. [1]", (row,)).stands


@pytest.mark.parametrize(
    ("sentence", "stands"),
    [
        ("Ширина марша должна быть не менее 1,2 м. [1]", True),
        ("Ширина марша должна быть не более 1,2 м. [1]", False),
        ("Ширина марша 1,2 м. [1]", False),
    ],
)
def test_sentences_in_other_languages_have_to_be_word_for_word(sentence: str, stands: bool) -> None:
    """The rules of words are those of English; elsewhere nothing may be changed."""
    evidence = Evidence(1, "Нормы", "Ширина марша должна быть не менее 1,2 м.")
    assert verify(sentence, (evidence,)).stands is stands

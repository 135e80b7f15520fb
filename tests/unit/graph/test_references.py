"""Document numbers, clause addresses and editions in running text."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.references import (
    clause_path,
    expand_list,
    find_clauses,
    find_references,
    normalise_number,
    short_name,
    split_edition,
)
from graph.revisions import compare

SAME_NUMBER = {
    "RFC 9110": ["RFC 9110", "RFC9110", "rfc 9110", "rfc-9110", "Request for Comments: 9110", "RFC 09110"],
    "ASTM E119": ["ASTM E119", "ASTM E119-20", "astm e 119", "ASTM E119–18a"],
    "ASTM A615": ["ASTM A615/A615M-20", "ASTM A615 (2020)", "ASTM A615-16"],
    "WCAG": ["WCAG 2.1", "Web Content Accessibility Guidelines 2.2", "WCAG version 2.0"],
    "OPENAPI": ["OpenAPI 3.0", "OpenAPI Specification v3.1"],
    "CALIFORNIA BUILDING CODE": ["2019 CBC", "California Building Code, 2022"],
    "QMQ 2.01.03": ["QMQ 2.01.03-96", "ҚМҚ 2.01.03-96", "КМК 2.01.03-19", "KMK 2.01.03"],
    "SHNQ 2.07.01": ["ШНҚ 2.07.01-03", "ShNQ 2.07.01-23"],
    "ISO 1920-3": ["ISO 1920-3", "ISO 1920-3:2019", "iso 1920‑3"],
    "BS EN 206": ["BS EN 206", "BS EN 206:2013+A2:2021"],
    "EN 206": ["EN 206:2013+A2:2021", "EN 206"],
    "GB/T 50081": ["GB/T 50081-2019", "GB/T50081"],
    "GOST 10180": ["ГОСТ 10180-2012", "GOST 10180"],
    "GOST R 1.0": ["ГОСТ Р 1.0-2012"],
    "SP 63.13330": ["СП 63.13330.2018", "SP 63.13330"],
    "APPROVED DOCUMENT K": ["Approved Document K", "AD K", "approved document k", "Approved Document K, 2013 edition"],
    "APPROVED DOCUMENT F VOLUME 1": [
        "Approved Document F Volume 1",
        "Approved Document F, Vol. 1",
        "Approved_Document_F_V1",
    ],
    "PEP 440": ["PEP 440", "pep-0440", "PEP-440"],
    "NIST SP 800-53": [
        "NIST SP 800-53",
        "SP 800-53 Rev. 4",
        "NIST Special Publication 800-53 revision 4",
        "NIST SP 800-53r4",
    ],
    "SECTION 08 11 13": ["Section 08 11 13", "spec section 08 11 13", "spec 081113", "SECTION 081113", "08 11 13"],
    "A-201": ["A-201", "A‑201", "Drawing A201", "Dwg. No. A-201", "A-201 Rev C"],
    "RFI-112": ["RFI 112", "RFI-112", "RFI No. 112", "RFI #112", "Request for Information 112"],
    "ADDENDUM 3": ["Addendum 3", "Addendum No. 3", "ADDENDUM #3"],
    "ORDINANCE 2021-14": ["Ordinance 2021-14", "Ordinance No. 2021-14", "Ord. No. 2021-14"],
    "CHAPTER 70A": ["Chapter 70A", "chapter 70A"],
    "CHANGE ORDER 7": ["Change Order No. 7", "change order 07"],
    "SI 2010/2214": ["SI 2010/2214", "S.I. 2010 No. 2214"],
    "SR 2014/61": ["SR 2014/61", "S.R. 2014/61", "Statutory Rules 2014 No. 61"],
    "HLS 12": ["HLS 12", "HLS 12:2015", "HLS 12-2015"],
    "ESP32-EVB": ["ESP32-EVB", "esp32-evb", "ESP32-EVB Rev D"],
}


@pytest.mark.parametrize(("key", "written"), [(key, one) for key, many in SAME_NUMBER.items() for one in many])
def test_all_ways_of_writing_a_number_have_one_key(key: str, written: str) -> None:
    """A work is found again however its number is written, and whatever edition is named."""
    assert normalise_number(written) == key


@pytest.mark.parametrize(
    ("written", "number", "edition"),
    [
        ("ASTM E119-20", "ASTM E119", "20"),
        ("EN 206:2013+A2:2021", "EN 206", "2013+A2:2021"),
        ("GB/T 50081-2019", "GB/T 50081", "2019"),
        ("QMQ 2.01.03-96", "QMQ 2.01.03", "96"),
        ("СП 63.13330.2018", "СП 63.13330", "2018"),
        ("Approved Document K, 2013 edition", "Approved Document K", "2013"),
        ("2013 edition of Approved Document K", "Approved Document K", "2013"),
        ("A-201 Rev C", "A-201", "C"),
        ("A-201 revision P02", "A-201", "P02"),
        ("NIST SP 800-53 Rev. 4", "NIST SP 800-53", "4"),
        ("NIST SP 800-53r4", "NIST SP 800-53", "4"),
        ("2010 ADA Standards", "ADA Standards", "2010"),
        ("HLS 12:2015", "HLS 12", "2015"),
        ("Widget Guide, third edition", "Widget Guide", "3"),
        ("ESP32-EVB Rev D", "ESP32-EVB", "D"),
        ("RFC 9110", "RFC 9110", None),
        ("ISO 1920-3", "ISO 1920-3", None),
        ("Minutes of 3 May", "Minutes of 3 May", None),
    ],
)
def test_an_edition_is_split_off_its_number(written: str, number: str, edition: str | None) -> None:
    """Number and edition come apart as written; what is part of the number stays."""
    assert split_edition(written) == (number, edition)


@pytest.mark.parametrize(
    ("text", "key", "edition", "clause"),
    [
        ("see RFC 2616 section 14.9 for more", "RFC 2616", None, "14.9"),
        ("see [RFC7230], Section 2.1", "RFC 7230", None, "2.1"),
        ("as in Section 2 of RFC 7841.", "RFC 7841", None, "2"),
        ("stairs to K 1.36(a) need", "APPROVED DOCUMENT K", None, "1.36(a)"),
        ("under clause 4.2 of QMQ 2.01.03-96", "QMQ 2.01.03", "96", "4.2"),
        ("согласно п. 4.2 КМК 2.01.03-96", "QMQ 2.01.03", "96", "4.2"),
        ("QMQ 2.01.03-96 4.2-bandi", "QMQ 2.01.03", "96", "4.2"),
        ("应符合GB 50011-2010第4.2条的规定", "GB 50011", "2010", "4.2"),
        ("405.2 of the ADA Standards", "ADA STANDARDS", None, "405.2"),
        ("405.2 of the 2010 ADA Standards", "ADA STANDARDS", "2010", "405.2"),
        ("the 2018 IBC section 903.2.1", "INTERNATIONAL BUILDING CODE", "2018", "903.2.1"),
        ("29 CFR 1910.23(a)", "29 CFR 1910", None, "1910.23(a)"),
        ("Control AC-13 of SP 800-53 revision 4", "NIST SP 800-53", "4", "AC-13"),
        ("Section 08 11 13 clause 2.3(a)", "SECTION 08 11 13", None, "2.3(a)"),
        ("revision J of the ESP32-EVB", "ESP32-EVB", "J", None),
        ("tested to ASTM E119-20, for", "ASTM E119", "20", None),
        ("sheet A-201 Rev C shows", "A-201", "C", None),
    ],
)
def test_a_reference_takes_its_edition_and_clause_along(
    text: str, key: str, edition: str | None, clause: str | None
) -> None:
    """What is written with a number, before or after it, belongs to the reference."""
    found = [(reference.key, reference.edition, reference.clause) for reference in find_references(text)]
    assert found == [(key, edition, clause)]


@pytest.mark.parametrize(
    "text",
    [
        "A 201 people meeting",
        "concrete of class C30/37 in all slabs",
        "on 3 April 2010 at 10:30",
        "see Section 5 and clause 4.2",
        "A 1.25 m wide landing; K 1.25 m",
        "encoded as UTF-8 or UTF-16",
        "this is 456 mm and is 12 wide",
        "Part 3 of the works",
        "call 020 7946 0000 ext. 12",
    ],
)
def test_what_only_looks_like_a_number_is_no_document(text: str) -> None:
    """Sizes, dates, strength classes and bare clauses name no document."""
    assert find_references(text) == []


def test_a_plural_opens_a_list_with_a_span_for_each_item() -> None:
    """ "RFCs 2818, 7231 and 7235" names three documents."""
    text = "obsoletes RFCs 2818, 7231, 7232,\n   7233, and portions of 7230; Approved Documents K and M"
    found = find_references(text)
    assert [reference.key for reference in found] == [
        "RFC 2818",
        "RFC 7231",
        "RFC 7232",
        "RFC 7233",
        "RFC 7230",
        "APPROVED DOCUMENT K",
        "APPROVED DOCUMENT M",
    ]
    assert [text[reference.span.start : reference.span.end] for reference in found[:2]] == ["RFCs 2818", "7231"]


def test_bare_numbers_of_a_header_list_inherit_the_family_of_the_document() -> None:
    """A header that lists numbers means documents of its own kind."""
    text = "Obsoletes: 2818, 7230, 7235,       Fastly\n           7538                J. Writer\nJune 2022"
    found = expand_list(text, "RFC 9110")
    assert [reference.key for reference in found] == ["RFC 2818", "RFC 7230", "RFC 7235", "RFC 7538"]
    assert all(text[reference.span.start : reference.span.end] == reference.text for reference in found)
    assert [reference.key for reference in expand_list("345", "PEP 566")] == ["PEP 345"]


def test_bare_numbers_after_a_named_one_inherit_its_family() -> None:
    """The first item of a list decides, before the document that holds it."""
    assert [r.key for r in expand_list("PEP 386, 440", "RFC 1")] == ["PEP 386", "PEP 440"]
    assert expand_list("345 and 346") == []


def test_known_numbers_are_found_however_they_are_spaced() -> None:
    """A number of no family is recognised once a store knows it."""
    text = "What does hls‑12 say, and the ESP32 EVB?"
    found = find_references(text, known=["HLS 12", "ESP32-EVB"])
    assert [reference.text for reference in found] == ["hls‑12", "the ESP32 EVB"[4:]]


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("see section 14.9 and § 903.2.1", ["14.9", "903.2.1"]),
        ("Table 1.3 with paragraph 1.36(a)", ["Table 1.3", "1.36(a)"]),
        ("Sections 3.1, 3.2 and 4", ["3.1", "3.2", "4"]),
        ("Article 5; Appendix A; clause 2.1.A.3", ["5", "Appendix A", "2.1.A.3"]),
        ("согласно пункту 4.2 и таблице 5", ["4.2", "Table 5"]),
        ("4.2-band va 3-jadval", ["4.2", "Table 3"]),
        ("按第4.2条和表5.1", ["4.2", "Table 5.1"]),
        ("control AC-2(3)", ["AC-2(3)"]),
        ("Section 08 11 13 and Chapter 70A", []),
        ("the Building Regulations 2010", []),
    ],
)
def test_clause_addresses_are_found_in_several_languages(text: str, paths: list[str]) -> None:
    """Paths are written as the clause tree writes them; document numbers are no clauses."""
    assert [path for _, path in find_clauses(text)] == paths


@pytest.mark.parametrize(
    ("printed", "path"),
    [
        ("Section 3", "3"),
        ("§ 903.2.1", "903.2.1"),
        ("1.36", "1.36"),
        ("table 1.3", "Table 1.3"),
        ("K1", "K1"),
        ("9.3.6.", "9.3.6"),
    ],
)
def test_a_printed_number_becomes_an_address(printed: str, path: str) -> None:
    """The words before a number go, unless the number means nothing without them."""
    assert clause_path(printed) == path


def test_the_short_name_is_the_letter_where_clauses_are_cited_by_it() -> None:
    """ "K 1.36" is how paragraph 1.36 of Approved Document K is cited."""
    assert short_name("Approved Document K") == "K"
    assert short_name("RFC 9110") == "RFC 9110"


PARTS = st.sampled_from(
    ["RFC", "rfc", "9110", "ASTM E", "119", "-20", ":2015", " ", "-", "Rev", "C", "A", "201", "Section", "08 11 13"]
    + [
        "No.",
        "KMK",
        "2.01.03",
        "GB/T",
        "EN",
        "206",
        "Approved Document",
        "K",
        "edition",
        "2013",
        ",",
        "1.36",
        "(a)",
        "draft",
    ]
)
TEXTS = st.one_of(
    st.text(max_size=40), st.lists(PARTS, max_size=8).map(" ".join), st.lists(PARTS, max_size=8).map("".join)
)


@given(TEXTS)
def test_normalising_twice_changes_nothing_more(text: str) -> None:
    """A key is its own key."""
    once = normalise_number(text)
    assert normalise_number(once) == once


@given(TEXTS)
def test_spans_slice_back_to_what_was_found(text: str) -> None:
    """Spans are in order, do not overlap, and hold the reference's own characters."""
    end = 0
    for reference in find_references(text):
        assert text[reference.span.start : reference.span.end] == reference.text
        assert end <= reference.span.start < reference.span.end
        end = reference.span.end


def test_a_megabyte_is_searched_within_a_second() -> None:
    """Ingest reads every text once for references; two seconds leave room for a busy machine."""
    sentence = (
        "The door shall meet ASTM E119-20, as clause 4.2 and the architect say. "
        + "All doors shall close by themselves. " * 12
    )
    text = sentence * (1_000_000 // len(sentence))
    find_references(sentence)
    start = time.process_time()
    assert len(find_references(text)) == text.count("ASTM")
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    ("text", "key", "edition"),
    [
        ("This policy supersedes Policy LC-40.", "POLICY LC-40", None),
        ("Notice HT-N-5 is revoked.", "NOTICE HT-N-5", None),
        ("See Procedure HT-77 Rev B for cranes.", "PROCEDURE HT-77", "B"),
        ("Взамен СН 21-305-2003", "SN 21-305", "2003"),
        ("по СП 21-305 и далее", "SP 21-305", None),
    ],
)
def test_house_numbers_and_norms_of_two_figures_in_running_text(text: str, key: str, edition: str | None) -> None:
    """A word for the sort of document, or a short Russian family, with a code."""
    assert [(r.key, r.edition) for r in find_references(text)] == [(key, edition)]
    assert normalise_number(key) == key


@pytest.mark.parametrize(
    ("written", "key", "edition"),
    [
        ("AC 27-9A", "AC 27-9", "A"),
        ("Advisory Circular 150/5345-53D", "AC 150/5345-53", "D"),
        ("Ordinance No. 2020-E3", "ORDINANCE 2020-E3", None),
        ("VST D45-09", "VST D45", "09"),
        ("A101-02", "A101-02", None),
    ],
)
def test_letters_and_years_behind_a_number_are_editions_where_they_are(
    written: str, key: str, edition: str | None
) -> None:
    """A circular's letter and a designation's year are; a sheet's second figure is not."""
    assert (normalise_number(written), split_edition(written)[1]) == (key, edition)


def test_volts_are_no_circular() -> None:
    """AC is also a current."""
    assert find_references("Fed with AC 220-240 V.") == []


@pytest.mark.parametrize(
    ("texts", "key"),
    [
        (("СН 245-71", "SN 245-71", "CH 245-71", "СH 245—71"), "SN 245"),
        (("СП 1.90000.2009", "SP 1.90000.2009", "CП 1.90000.2009"), "SP 1.90000"),
        (("СНиП II-7-81*", "SNiP II-7-81*"), "SNIP II-7"),
        (("ГОСТ 12.1.004-91", "GOST 12.1.004-91", "ГOCT 12.1.004—91"), "GOST 12.1.004"),
        (("ҚМҚ 2.01.03-19", "КМК 2.01.03-19", "QMQ 2.01.03-19", "KMK 2.01.03-19"), "QMQ 2.01.03"),
        (("ШНҚ 2.08.02-09*", "SHNQ 2.08.02-09*", "ШНК 2.08.02-09*"), "SHNQ 2.08.02"),
        (("O'zDSt 977:2016", "O‘zDSt 977:2016", "OʻzDSt 977:2016", "ЎзДСт 977:2016"), "OZDST 977"),
        (("GB 50016-2014", "ＧＢ ５００１６－２０１４", "GB50016—2014", "GB 50016-2014（2018年版）"), "GB 50016"),
    ],
)
def test_one_number_in_all_scripts_and_widths_has_one_key(texts: tuple[str, ...], key: str) -> None:
    """Twins of Cyrillic and Latin, look-alike letters, apostrophes, dashes and wide signs."""
    for text in texts:
        found = find_references(f"по {text} и")
        assert [(r.key, r.text) for r in found] == [(key, text)]
        assert normalise_number(text) == key


def test_a_revised_print_is_an_edition_of_its_own() -> None:
    """ "2014（2018年版）" comes after 2014; a star is a later print of its year."""
    assert [r.edition for r in find_references("见GB 50016-2014（2018年版）。")] == ["2014(2018年版)"]
    assert compare("2014(2018年版)", "2014") == 1
    assert (compare("85*", "85"), compare("09*", "21")) == (1, -1)

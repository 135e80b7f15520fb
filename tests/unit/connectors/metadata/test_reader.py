"""What documents say about themselves: small documents of many kinds, and what is read in them."""

from __future__ import annotations

from datetime import date

import pytest

from connectors.parsing import parse
from connectors.protocol import ParsedDocument, Statement
from graph.vocabulary import ClaimField, Ground

SECTION = """\
SECTION 08 11 13
DOOR FRAMES
Revision B
Issued 3 March 2025
Status: Issued for Construction

1.1  SUMMARY

Frames shall be made of steel.
"""

ORDINANCE = """\
ORDINANCE NO. 2021-14

AN ORDINANCE ABOUT STAIR GUARDS OF THE CITY OF HOLMWICK

Adopted March 2, 2021

Section 1. Guards shall be 1100 mm high and shall be kept in good repair.

Section 2. This ordinance shall take effect on April 1, 2021.
"""

STANDARD = """\
HLS 12:2022

Guarding of stairs

Second edition
Published 4 April 2022
Effective date: 1 October 2022

Foreword

This edition replaces HLS 12:2015.
"""

RUSSIAN = """\
КМК 2.01.03-19

МИНИСТЕРСТВО СТРОИТЕЛЬСТВА

СТРОИТЕЛЬСТВО В СЕЙСМИЧЕСКИХ РАЙОНАХ

Дата введения: 1 июня 2019 г.

1.1. Настоящие нормы следует соблюдать при проектировании зданий.
"""


def _of(text: str, name: str = "document.txt") -> tuple[ParsedDocument, dict[ClaimField, Statement]]:
    """The document and its first statement on each field."""
    document = parse(text.encode(), name)
    first: dict[ClaimField, Statement] = {}
    for statement in document.statements:
        first.setdefault(statement.field, statement)
    return document, first


def _values(stated: dict[ClaimField, Statement], *fields: ClaimField) -> list[str]:
    return [stated[field].value for field in fields]


def test_a_specification_section_says_it_in_its_first_lines() -> None:
    """Number, title, revision, date, status; the status word is kept beside what it means."""
    _, stated = _of(SECTION)
    assert _values(stated, ClaimField.NUMBER, ClaimField.TITLE, ClaimField.VERSION, ClaimField.KIND) == [
        "Section 08 11 13",
        "DOOR FRAMES",
        "Revision B",
        "specification",
    ]
    assert stated[ClaimField.DATE].date is not None
    assert stated[ClaimField.DATE].date.earliest == date(2025, 3, 3)
    assert (stated[ClaimField.STATUS].value, stated[ClaimField.STATUS].note) == ("issued", "Issued for Construction")


def test_an_ordinance_is_adopted_on_one_day_and_in_force_from_another() -> None:
    """The date of issue and the date from which it binds are two facts."""
    _, stated = _of(ORDINANCE)
    assert _values(stated, ClaimField.NUMBER, ClaimField.KIND, ClaimField.DATE, ClaimField.EFFECTIVE_FROM) == [
        "Ordinance NO. 2021-14",
        "statute",
        "March 2, 2021",
        "April 1, 2021",
    ]
    assert stated[ClaimField.EFFECTIVE_FROM].ground is Ground.BODY


def test_a_standard_of_an_unknown_body_is_known_by_its_form() -> None:
    """Capitals, figures and a year."""
    _, stated = _of(STANDARD)
    assert _values(stated, ClaimField.NUMBER, ClaimField.TITLE, ClaimField.VERSION, ClaimField.DATE) == [
        "HLS 12:2022",
        "Guarding of stairs",
        "Second edition",
        "4 April 2022",
    ]
    assert stated[ClaimField.EFFECTIVE_FROM].value == "1 October 2022"


def test_a_russian_front_page() -> None:
    """Its label of the date of introduction is the date from which it binds; the ministry is no title."""
    _, stated = _of(RUSSIAN)
    assert _values(stated, ClaimField.NUMBER, ClaimField.TITLE) == [
        "КМК 2.01.03-19",
        "СТРОИТЕЛЬСТВО В СЕЙСМИЧЕСКИХ РАЙОНАХ",
    ]
    effective = stated[ClaimField.EFFECTIVE_FROM].date
    assert effective is not None
    assert effective.earliest == date(2019, 6, 1)


@pytest.mark.parametrize("text", [SECTION, ORDINANCE, STANDARD, RUSSIAN])
def test_every_span_points_at_the_words_of_its_statement(text: str) -> None:
    """The value, or the end of it after a family's prefix, stands in the span."""
    document, _ = _of(text)
    spanned = [s for s in document.statements if s.span is not None]
    assert spanned
    for statement in spanned:
        assert statement.span is not None
        words = " ".join(document.text[statement.span.start : statement.span.end].split())
        in_words = (statement.note or statement.value).casefold().endswith(words.casefold())
        derived = statement.field in (ClaimField.KIND, ClaimField.AUTHORITY) or "Ordinance" in statement.value
        assert in_words or derived or words.casefold().endswith(statement.value.casefold())


def test_a_number_behind_a_label_is_believed_alone() -> None:
    """A title that names another document does not make two numbers."""
    document, stated = _of(
        "Request for Comments: 5672\nMay 2031\n\n\n   RFC 4871 Signatures -- Update\n\nAbstract\n\n  X.\n"
    )
    numbers = [s.value for s in document.statements if s.field is ClaimField.NUMBER]
    assert numbers == ["RFC 5672"]
    assert stated[ClaimField.TITLE].value == "RFC 4871 Signatures -- Update"


def test_other_documents_that_a_front_page_lists_are_not_its_numbers() -> None:
    """The first designation is its own."""
    document, _ = _of("# APPROVED DOCUMENT K\n\n## Falling\n\nApproved Document M\n\nApproved Document N\n", "k.md")
    assert [s.value for s in document.statements if s.field is ClaimField.NUMBER] == ["Approved Document K"]
    assert [s.value for s in document.statements if s.field is ClaimField.ALIAS] == ["AD K"]


def test_the_regulations_over_an_approved_document_are_not_its_number() -> None:
    """Every document of the series stands under the same line, with its article or without."""
    for series in ("The Building Regulations 2010", "Building Regulations 2010"):
        document, _ = _of(f"# {series}\n\n## Falling\n\n# APPROVED DOCUMENT K\n\nText.\n", "k.md")
        assert [s.value for s in document.statements if s.field is ClaimField.NUMBER] == ["Approved Document K"]


def test_a_volume_is_a_document_of_its_own() -> None:
    """The number of the whole is another name for it."""
    document, stated = _of("# APPROVED DOCUMENT M\n\n## VOLUME 2 - OTHER BUILDINGS\n\nText.\n", "m.md")
    assert stated[ClaimField.NUMBER].value == "Approved Document M Volume 2"
    assert "Approved Document M" in [s.value for s in document.statements if s.field is ClaimField.ALIAS]


def test_a_form_is_read_by_its_labels_and_a_table_of_data_is_not() -> None:
    """Half of the rows must start with a known label."""
    form = "<table><tr><td>RFI no.</td><td>RFI-14</td></tr><tr><td>Date</td><td>5 August 2024</td></tr></table>"
    _, stated = _of(f"<html><body>{form}</body></html>", "f.html")
    assert _values(stated, ClaimField.NUMBER, ClaimField.DATE) == ["RFI-14", "5 August 2024"]
    rows = "<tr><td>Roof</td><td>2</td></tr><tr><td>Sky</td><td>3</td></tr>"
    data = f"<table><tr><th>Title</th><th>Load</th></tr>{rows}</table>"
    document, _ = _of(f"<html><body>{data}</body></html>", "d.html")
    assert document.statements == ()


def test_rows_of_a_revision_table_are_dated_versions() -> None:
    """With what changed as their note."""
    head = "| Revision | Date | Description |\n|---|---|---|\n"
    table = head + "| A | 12 February 2024 | First issue |\n| B | 3 June 2024 | Rating |\n"
    document = parse(f"# Frames\n\n{table}".encode(), "r.md")
    rows = [s for s in document.statements if s.ground is Ground.REVISION_TABLE]
    assert [(s.value, s.date.earliest if s.date else None, s.note) for s in rows] == [
        ("A", date(2024, 2, 12), "First issue"),
        ("B", date(2024, 6, 3), "Rating"),
    ]


def test_a_date_in_force_of_another_text_is_not_its_own() -> None:
    """A sentence of the body must be about the document itself."""
    body = "Filler. " * 2000
    document, _ = _of(
        f"{body}\n\nThe old code came into force on 1 May 1990.\n\nThis code takes effect on 2 May 2031.\n"
    )
    assert [s.value for s in document.statements if s.field is ClaimField.EFFECTIVE_FROM] == ["2 May 2031"]


def test_a_watermark_word_is_a_status() -> None:
    """ "DRAFT" alone on a line of the first page."""
    _, stated = _of("# Section 08 11 13\n\nDRAFT\n\nText of it.\n", "s.md")
    assert stated[ClaimField.STATUS].value == "draft"


@pytest.mark.parametrize(("line", "status"), [("Category: Historic", None), ("Status: Historic", "superseded")])
def test_a_text_published_as_historic_is_in_force_until_it_is_displaced(line: str, status: str | None) -> None:
    """A category is what it was published as; a status is what became of it."""
    _, stated = _of(f"RFC 1234\nTorture tests\n{line}\nDate: May 1991\n\n1 Scope\n\nText of it.\n")
    found = stated.get(ClaimField.STATUS)
    assert (found.value if found else None) == status


@pytest.mark.parametrize(
    ("front", "title"),
    [
        ("KESTREL MANOR\nMANOR RULES\nIssued by the warden, 10 January 2018", "MANOR RULES"),
        ("KESTREL MANOR\nAMENDMENT TO THE MANOR RULES\nIssued 5 May 2022", "AMENDMENT TO THE MANOR RULES"),
        ("KESTREL FOUNDATION\nSick leave\nDate: 3 May 2020", "Sick leave"),
        ("Office of Harbours\nMooring at night\nDate: 3 May 2020", "Mooring at night"),
        ("KESTREL FOUNDATION\nDate: 3 May 2020", "KESTREL FOUNDATION"),
    ],
)
def test_the_name_of_a_house_is_a_title_only_where_nothing_else_is(front: str, title: str) -> None:
    """A letterhead stands above the title."""
    _, stated = _of(f"{front}\n\n1. The gate is locked at night.\n2. Lamps are lit at dusk.\n")
    assert stated[ClaimField.TITLE].value == title

"""What sort of document it is, read from its own words whatever its file is called."""

from __future__ import annotations

from datetime import date

import pytest

from app.use_cases.reading import Arrival, read_item
from graph.claims import Description, describe
from graph.vocabulary import AuthorityClass as A
from graph.vocabulary import Status
from tests.fakes.conversations import RECORDED

SORTS = [
    ("# Specification 34 11 00\n\n## Track slab\n", A.SPECIFICATION, "Section 34 11 00"),
    ("# Outline Specification QW-SPEC-12\n", A.SPECIFICATION, "QW-SPEC-12"),
    ("# Door hardware specification\n", A.SPECIFICATION, None),
    ("# Specification for joint sealing\n", A.SPECIFICATION, None),
    ("# Door hardware\n\nDocument: QW-SPEC-087100\n", A.SPECIFICATION, "QW-SPEC-087100"),
    ("# Change Order No. 3\n", A.CONTRACT_MODIFICATION, "Change Order No. 3"),
    ("# Variation Order 12\n", A.CONTRACT_MODIFICATION, "Variation Order 12"),
    ("# Particular Conditions of Contract\n", A.SPECIAL_CONDITIONS, None),
    ("# Supplementary Conditions\n", A.SPECIAL_CONDITIONS, None),
    ("# General Conditions of Contract\n", A.GENERAL_CONDITIONS, None),
    ("# Drawing A-101 Ground floor plan\n", A.DRAWING, "A-101"),
    ("# SUBMITTAL 12\n\nProduct: Hinges\n\nSpec section: 08 71 00\n", A.SUBMITTAL, "Submittal 12"),
    ("# Minutes of site meeting 4\n", A.TALK, None),
    ("# Progress meeting minutes\n", A.TALK, None),
    ("# Protokoll der Baubesprechung Nr. 4\n", A.TALK, None),
    ("# Протокол совещания № 4\n", A.TALK, None),
    ("# 会议纪要\n", A.TALK, None),
    ("# Change Directive No. 2\n", A.CONTRACT_MODIFICATION, None),
    ("# Nachtrag Nr. 3\n", A.CONTRACT_MODIFICATION, None),
    ("# Дополнительное соглашение № 2\n", A.CONTRACT_MODIFICATION, None),
    ("# 补充协议\n", A.CONTRACT_MODIFICATION, None),
    ("# Special Provisions\n", A.SPECIAL_CONDITIONS, None),
    ("# Besondere Vertragsbedingungen\n", A.SPECIAL_CONDITIONS, None),
    ("# 通用合同条款\n", A.GENERAL_CONDITIONS, None),
    ("# Договор подряда № 15\n", A.AGREEMENT, None),
    ("# Техническое задание\n", A.SPECIFICATION, None),
    ("# Texnik shartlar\n", A.SPECIFICATION, None),
    ("# QWH-ZZZ-XX-SP-Q-0025\n\nPartitions\n", A.SPECIFICATION, "QWH-ZZZ-XX-SP-Q-0025"),
    ("# QWH-ZZZ-01-DR-A-0101\n\nLevel 1\n", A.DRAWING, "QWH-ZZZ-01-DR-A-0101"),
    ("# How to write a specification\n", A.UNCLASSIFIED, None),
    ("# Lessons from addendum handling\n", A.UNCLASSIFIED, None),
    ("# Door schedule\n", A.UNCLASSIFIED, None),
    ("# Fire safety strategy\n\nThe drawing shows 30 minutes doors.\n", A.UNCLASSIFIED, None),
    ("# What the specification says of doors\n", A.UNCLASSIFIED, None),
]


def _described(head: str) -> Description:
    text = f"{head}\n## 1 General\n\n1.1 Doors shall be 2 m high.\n"
    arrival = Arrival("files", "scan.md", "file:scan.md", "scan.md", "", ("*",), (), RECORDED)
    prepared = read_item(text.encode(), arrival).sources[0]
    return describe(prepared.source, prepared.claims)


def test_minutes_are_of_the_day_that_their_title_names() -> None:
    """Words such as "by Friday" in them are counted from it."""
    held = _described("# Minutes - Design team meeting 3, 6 June 2024\n").date
    assert held is not None
    assert held.latest == date(2024, 6, 6)


@pytest.mark.parametrize(("head", "authority", "number"), SORTS)
def test_the_sort_and_the_number_are_read_from_the_document_itself(head: str, authority: A, number: str | None) -> None:
    """The file is called "scan.md"; what says nothing stays unclassified."""
    found = _described(head)
    assert found.authority is authority
    assert number is None or found.number == number


def test_a_german_header_is_read_field_by_field() -> None:
    """No label is taken for a part of the value before it."""
    header = "Dokument-Nr.: QW-TS-0042\nRevision: C\nDatum: 14.03.2024\nStatus: Zurückgezogen"
    found = _described(f"# Technische Spezifikation Türen\n\n{header}\n")
    assert (found.number, found.version, found.status) == ("QW-TS-0042", "C", Status.WITHDRAWN)
    assert found.date is not None
    assert found.date.latest == date(2024, 3, 14)

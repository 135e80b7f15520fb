"""What names of files say."""

from __future__ import annotations

import pytest

from connectors.file_names import name_statements
from graph.vocabulary import ClaimField, Ground


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Spec_08-11-13_RevB.pdf", {"number": "Spec 08-11-13", "version": "B", "kind": "specification"}),
        ("A-201_C02.pdf", {"number": "A-201", "version": "C02"}),
        ("REV-D__LAMP32-EVB_Rev_D.pdf", {"number": "LAMP32-EVB", "version": "D"}),
        ("LAMP32-EVB_Rev_F-BOM.pdf", {"number": "LAMP32-EVB BOM", "version": "F"}),
        ("QMQ 2.01.03-96.docx", {"number": "QMQ 2.01.03", "version": "96"}),
        ("HLS 12-2022.pdf", {"number": "HLS 12", "version": "2022"}),
        ("2024-05-03 Site minutes.docx", {"date": "2024-05-03", "title": "Site minutes", "kind": "transcript"}),
        (
            "PRJ-ORG-ZZ-01-DR-A-0201-S3-P01.pdf",
            {"number": "PRJ-ORG-ZZ-01-DR-A-0201", "kind": "drawing", "status": "for review", "version": "P01"},
        ),
        (
            "PRJ-ORG-ZZ-01-SP-A-0007-A1-C01.pdf",
            {"number": "PRJ-ORG-ZZ-01-SP-A-0007", "kind": "specification", "status": "issued", "version": "C01"},
        ),
        ("rfc9110.txt", {"number": "RFC 9110"}),
        ("Approved_Document_K.pdf", {"number": "Approved Document K"}),
        ("Addendum 2 DRAFT.docx", {"number": "Addendum 2", "status": "draft", "kind": "addendum"}),
        ("door register.csv", {"title": "door register", "kind": "register"}),
        ("1.txt", {}),
    ],
)
def test_names_of_many_houses(name: str, expected: dict[str, str]) -> None:
    """Number, revision, date, status, kind; what is left over is a weak title."""
    stated = name_statements(name)
    assert {s.field.value: s.value for s in stated} == expected
    assert all(s.ground is Ground.FILE_NAME and s.note == name and s.confidence < 1 for s in stated)


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("KBR-ARC-2101_C01.txt", "KBR-ARC-2101"),
        ("KBR-A-110_B.pdf", "KBR-A-110"),
        ("W07-PL-12A.pdf", "W07-PL-12A"),
        ("QR-2022-08 minutes of it.txt", "QR-2022-08"),
        ("NS-EN 99310-2019.pdf", "NS-EN 99310"),
        ("HLS 12-2022.pdf", "HLS 12"),
    ],
)
def test_a_number_keeps_all_its_parts(name: str, number: str) -> None:
    """However many parts stand before its figures."""
    assert [s.value for s in name_statements(name) if s.field is ClaimField.NUMBER] == [number]

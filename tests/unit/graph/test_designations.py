"""Two ways of writing one document's number, and numbers of two documents."""

from __future__ import annotations

import pytest

from graph.designations import may_be_one

SAME = [
    ("Spec 08 71 00", "LD-SPEC-087100"), ("Addendum 02", "LD-ADD-002"), ("CO 3", "Change Order No. 3"),
    ("Section 08 71 00", "087100"), ("A-101", "A101"), ("A-101", "LD-DRG-A-101"), ("RFI 14", "RFI-014"),
    ("RFI-014", "Request for Information No. 14"), ("VO-07", "Variation Order 7"), ("SI 12", "Site Instruction No. 12"),
    ("DWG 4410-02", "4410-02"), ("LD-DUN-XX-01-DR-A-0101", "A-0101"), ("Section 3", "Spec 03"),
    ("TQ-5", "Technical Query 005"), ("NCR 21", "LD-NCR-0021"), ("ORD 77", "Ordinance No. 77"),
    ("Addendum 1", "Addendum No. 1"), ("MS-004", "Method Statement 4"), ("Чертёж 12-40", "12-40"),
]  # fmt: skip
APART = [
    ("Spec 08 72 00", "LD-SPEC-087100"), ("Addendum 03", "LD-ADD-002"), ("A-101", "S-101"), ("A-101", "A-102"),
    ("RFI 14", "TQ 14"), ("CO 3", "VO 3"), ("A-101", "A-101A"), ("Spec 1", "Addendum 1"),
    ("LD-SPEC-087100", "MK-SPEC-087100"), ("RFI 14", "RFI 140"), ("BS 6700", "BS 8300"), ("Drawing 12", "Spec 12"),
    ("Minutes", "Minutes 4"), ("2-101", "1-101"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), SAME)
def test_a_number_that_is_shortened_or_spelt_out_is_the_same(one: str, other: str) -> None:
    """In either order."""
    assert may_be_one(one, other)
    assert may_be_one(other, one)


@pytest.mark.parametrize(("one", "other"), APART)
def test_other_figures_or_another_sort_of_document_is_another_number(one: str, other: str) -> None:
    """In either order."""
    assert not may_be_one(one, other)
    assert not may_be_one(other, one)

"""One of several values, and the very values that may not be."""

from __future__ import annotations

import pytest

from tests.unit.graph.requirements.test_prose import lines, read


@pytest.mark.parametrize(
    ("sentence", "wanted"),
    [
        ("The supply voltage shall be 230 V, 400 V or 690 V.", "supply | voltage one of 230 V; 400 V; 690 V"),
        ("The pipe diameter shall be 100 mm or 150 mm.", "pipe | diameter one of 100 mm; 150 mm"),
        ("Anchor bolts shall be M16, M20, or M24.", "Anchor bolts | class one of M16; M20; M24"),
    ],
)
def test_values_that_an_or_ends_are_one_choice(sentence: str, wanted: str) -> None:
    """None of them is demanded alone."""
    (one,) = read(sentence)
    values = "; ".join(value.written for value in one.values)
    assert f"{one.subject} | {one.property} {one.comparator.value} {values}" == wanted


def test_values_with_bounds_of_their_own_are_no_choice() -> None:
    """Each is demanded."""
    assert len(lines("Ramps shall be at least 1200 mm wide or at most 900 mm wide.")) == 2


@pytest.mark.parametrize(
    ("sentence", "modality"),
    [
        ("The pipe diameter shall not be 150 mm.", "shall not"),
        ("The pipe diameter must not be 100 mm or 150 mm.", "shall not"),
        ("The room temperature should not be between 20 °C and 45 °C.", "should not"),
        ("Piling shall not take place between 18:00 and 08:00.", "shall not"),
        ("No deliveries shall take place between 07:30 and 09:30.", "shall not"),
        ("Deliveries are prohibited between 07:30 and 09:30.", "shall not"),
        ("Deliveries are not allowed between 07:30 and 09:30.", "shall not"),
        ("No door shall be 600 mm wide.", "shall not"),
        ("Deliveries shall take place between 07:30 and 09:30.", "shall"),
        ("The pipe diameter shall be 150 mm.", "shall"),
        ("No pipe shall be smaller than 100 mm.", "shall"),
    ],
)
def test_values_that_may_not_be_are_never_read_as_demanded(sentence: str, modality: str) -> None:
    """Where a bound is forbidden, the other side of it is demanded."""
    assert [one.modality.value for one in read(sentence)] == [modality]


def test_what_merely_is_not_so_demands_nothing() -> None:
    """It is a description."""
    assert [one for one in read("Stairs do not have 3 risers.") if one.values] == []

"""Bounds that are left where values are forbidden, and values of what need not be."""

from __future__ import annotations

import pytest

from graph.vocabulary import Modality
from tests.unit.graph.requirements.test_prose import lines, read


@pytest.mark.parametrize(
    ("sentence", "wanted"),
    [
        ("Ramps steeper than 1:12 are not permitted.", "Ramps | gradient ≤ 1:12"),
        ("RSA keys shorter than 2048 bits MUST be rejected.", "RSA keys | length ≥ 2048 bits"),
        ("A slope of 1:12 must not be exceeded.", "| slope ≤ 1:12"),
        ("More than 10 names MUST NOT be looked up.", "names | number ≤ 10"),
        ("No signal shall be placed closer than 200 m to a crossing.", "signal | distance ≥ 200 m"),
        ("Tanks shall not be placed within 5 m of a boundary.", "Tanks | distance from boundary > 5 m"),
    ],
)
def test_what_is_forbidden_leaves_the_other_side(sentence: str, wanted: str) -> None:
    """The bound is what may be, not what may not."""
    assert lines(sentence) == [wanted]


def test_the_strength_of_the_ban_is_kept() -> None:
    """A ban in the present tense demands; a mere habit states."""
    sentences = ["Ramps steeper than 1:12 are not permitted.", "Uploads larger than 25 MB are rejected."]
    assert [one.modality for text in sentences for one in read(text)] == [Modality.SHALL, Modality.STATES]


@pytest.mark.parametrize(
    "sentence",
    [
        "You do not need to provide handrails for ramps that are 600 mm or less in height.",
        "Handrails are not required on ramps less than 150 mm high.",
        "A client need not wait for more than 30 seconds.",
        "Ramps over 2 m long are not permitted to have a slope.",
    ],
)
def test_what_need_not_be_gives_no_bound(sentence: str) -> None:
    """Nor does a value that only says which things are meant."""
    assert [one for one in read(sentence) if one.values] == []

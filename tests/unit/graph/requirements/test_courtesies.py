"""What a letter opens a sentence with is neither a condition nor the thing that the sentence is about."""

from __future__ import annotations

import pytest

from graph.requirements.extract import extract
from tests.fakes.pages import NOON, page


@pytest.mark.parametrize(
    ("sentence", "subject", "conditions"),
    [
        ("In response to RFI-031, door D-201 shall have a fire rating of 90 minutes.", "door D-201", []),
        ("With reference to your letter of 2 May, the slab shall be 200 mm thick.", "slab", []),
        ("Further to our meeting, doors shall be 900 mm wide.", "doors", []),
        ("For the avoidance of doubt, doors shall be 900 mm wide.", "doors", []),
        ("Please note that doors shall be 900 mm wide.", "doors", []),
        ("For information, in plant rooms, doors shall be 900 mm wide.", "doors", ["in plant rooms"]),
        ("In response to alarms, pumps shall start within 5 s.", "pumps", ["In response to alarms"]),
    ],
)
def test_courtesies_limit_nothing_and_conditions_behind_them_do(
    sentence: str, subject: str, conditions: list[str]
) -> None:
    """A condition that only looks like one stays."""
    (found,) = extract(page(sentence), NOON)
    assert found.subject == subject
    assert [condition.text for condition in found.conditions] == conditions
    assert len(found.values) == 1

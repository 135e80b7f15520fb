"""Amendments printed by themselves among the versions of a standard."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graph.claims import Description
from graph.model import Source
from graph.versions import Version, later_rule


def _version(label: str) -> Version:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    source = Source(f"s:{label}", "files", label, label, "text/plain", label, 1, 1, "", ("*",), now)
    return source, Description(source.id, "EN 99310", version=label, labels=(label,))


@pytest.mark.parametrize(
    ("newer", "older", "rule"),
    [
        ("2009/A1", "2009", None),
        ("2009/A1:2013", "2009", None),
        ("2009/A2", "2009+A1", None),
        ("2019", "2009/A1", "revision-series"),
        ("2009/A1", "2001", "revision-series"),
        ("2009+A1", "2009", "revision-series"),
    ],
)
def test_a_sheet_leaves_its_edition_in_force_and_falls_with_the_next(newer: str, older: str, rule: str | None) -> None:
    """A consolidated text is an edition."""
    assert later_rule(_version(newer), _version(older)) == rule

"""Small phrases read well."""

from __future__ import annotations

import pytest

from app.wording import clause_text, figure_text, timecode, withheld_phrase


@pytest.mark.parametrize(("seconds", "text"), [(None, None), (0.0, "0:00"), (65.9, "1:05"), (3723.0, "1:02:03")])
def test_time_codes_have_hours_only_where_needed(seconds: float | None, text: str | None) -> None:
    """Whole seconds, minutes without a leading nought."""
    assert timecode(seconds) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "–"),
        (0, "0"),
        (1234567, "1,234,567"),
        (True, "yes"),
        (0.25, "0.25"),
        (3.0, "3"),
        ({}, "none"),
        ({"governs": 2, "draft": None}, "governs 2, draft –"),
        ("minilm", "minilm"),
    ],
)
def test_figures_tell_nought_from_unknown(value: object, text: str) -> None:
    """Nought is a figure, unknown a dash, an empty table `none`."""
    assert figure_text(value) == text


def test_only_what_was_withheld_is_named() -> None:
    """Noughts are left out; all noughts make no phrase."""
    assert withheld_phrase({"superseded": 2, "draft": 0, "no_permission": 1}) == "2 superseded, 1 no permission"
    assert withheld_phrase({"superseded": 0}) is None


def test_a_bare_clause_number_gets_its_word() -> None:
    """A label with a document in it says what it is."""
    assert clause_text("405.2") == "clause 405.2"
    assert clause_text("K 1.36(a)") == "K 1.36(a)"
    assert clause_text(None) is None

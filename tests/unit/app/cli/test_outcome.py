"""Outcomes as text: nothing is lost, lines stay within the width."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from app.cli.outcome import outcome_lines, place

CITATION: dict[str, Any] = {
    "n": 1, "source_id": "s-1", "work": "Section 09 30 13", "title": "Ceramic Tiling", "version": "Revision B",
    "clause": "2.1", "page": 3, "start_s": None, "speaker": None, "date": "6 May 2024", "signal": "governs",
    "quote": "Floor tiles shall have a slip resistance of at least 45 units.",
}  # fmt: skip

FIGURES: dict[str, Any] = {
    "as_of": "2024-07-01", "known_at": None, "coverage": 0.913, "threshold": 0.6, "timings_ms": {"total": 41.6},
    "withheld": {"superseded": 3, "draft": 0}, "conflicts": [],
}  # fmt: skip


def answer(**changes: Any) -> dict[str, Any]:
    """An answer with one citation."""
    return {"kind": "answer", "answer": "At least 45 units. [1]", "citations": [CITATION], **FIGURES, **changes}


def test_an_answer_is_laid_out_as_sentence_citation_quote_figures() -> None:
    """The layout, line by line."""
    assert outcome_lines(answer(), 100) == [
        "At least 45 units. [1]",
        "",
        "[1] Section 09 30 13, Ceramic Tiling · Revision B · clause 2.1 · page 3 · 6 May 2024 · governs",
        "    “Floor tiles shall have a slip resistance of at least 45 units.”",
        "",
        "withheld: 3 superseded",
        "as of 2024-07-01 · coverage 0.91 (threshold 0.60) · 42 ms",
    ]


def test_a_refusal_names_reason_remedy_and_what_came_nearest() -> None:
    """The reader learns why, what to do, and what there is."""
    abstention = {
        "reason": "below coverage", "detail": "nothing speaks of helicopters", "would_settle": ["a roof plan"],
        "nearest": [CITATION | {"n": 0}],
    }  # fmt: skip
    lines = outcome_lines({"kind": "abstention", "abstention": abstention, **FIGURES}, 100)
    assert lines[:4] == [
        "abstained: below coverage — nothing speaks of helicopters",
        "what would settle it: a roof plan",
        "",
        "nearest, but no answer:",
    ]


def test_both_sides_of_a_conflict_are_shown() -> None:
    """Neither side is picked."""
    drawing = {"n": 2, "work": "A-201", "signal": "governs"}
    sides = [{"citation": CITATION, "value": 90, "unit": "min"}, {"citation": drawing, "value": "60 min"}]
    lines = outcome_lines(answer(conflicts=[{"id": "x", "class": "contradiction", "sides": sides}]), 100)
    assert any(line.startswith("    90 min: Section 09 30 13") for line in lines)
    assert "    60 min: A-201 · governs" in lines


def test_a_conflict_of_the_register_is_named_and_the_stricter_side_marked() -> None:
    """What each side says for people, over where it stands."""
    drawing = {"n": 2, "work": "A-201", "signal": "governs"}
    sides = [{"citation": CITATION, "says": "at least 90 min (shall)"}, {"citation": drawing, "says": "60 min"}]
    known = {"id": "x-1", "class": "contradiction", "state": "open", "sides": sides}
    lines = outcome_lines(answer(conflicts=[known]), 100)
    assert "these texts are in force and contradict each other:" in lines
    assert "    conflict x-1, open" in lines
    assert any(line.startswith("    at least 90 min (shall): Section 09 30 13") for line in lines)
    differing = known | {"class": "difference", "state": None, "stricter": 2}
    lines = outcome_lines(answer(conflicts=[differing]), 100)
    assert "these texts differ; what meets the stricter meets both:" in lines
    assert "    60 min: A-201 · governs (the stricter)" in lines


def test_speech_is_placed_by_time_and_speaker() -> None:
    """A transcript has no page."""
    spoken = CITATION | {"page": None, "clause": None, "start_s": 754.0, "speaker": "Ada Quill", "title": None}
    assert place(spoken) == "Section 09 30 13 · Revision B · 12:34 · Ada Quill · 6 May 2024 · governs"


@given(st.text(st.characters(categories=["L", "N", "P", "Z"]), min_size=1).filter(str.strip), st.integers(40, 120))
def test_all_words_of_a_quote_are_shown_within_the_width(quote: str, width: int) -> None:
    """Wrapping loses no character but blanks."""
    lines = outcome_lines(answer(citations=[CITATION | {"quote": quote}]), width)
    shown = "".join("".join(lines).split())
    assert "".join(quote.split()) in shown
    assert all(len(line) <= width for line in lines[:-2])

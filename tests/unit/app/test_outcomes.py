"""Outcomes as JSON."""

from __future__ import annotations

import pytest

from app.outcomes import citation_json, outcome_json, withheld_json
from graph.model import Box, Span
from graph.vocabulary import Signal
from retrieval.answering.model import Abstention, Answer, Citation, Quote, Reason, Sentence


def _citation(n: int, start: int = 10) -> Citation:
    return Citation(
        n, "s-1", "p-1", "Guide 7", "Pool plant", "Revision B", "document", "unclassified", "6 May 2024", "1.1", 3,
        (Box(1.0, 2.0, 3.0, 4.0),), None, None, None, Quote("s-1", Span(start, start + 5), "words"), Signal.GOVERNS,
        "file:guide.pdf",
    )  # fmt: skip


def _refusal(reason: Reason, *nearest: Citation, values: tuple[str, ...] = ()) -> Abstention:
    return Abstention(reason, "why", nearest, ("a text",), 0.123456, 0.62, values)


def test_an_answer_is_its_marked_sentences() -> None:
    """Coverage is rounded to four places; nothing of a refusal is there."""
    sentences = (Sentence("Tanks are blue.", (1, 2)), Sentence("Pumps are red.", (2,)))
    made = outcome_json(Answer(sentences, (_citation(1), _citation(2)), 0.98765, 0.62))
    assert made["answer"] == "Tanks are blue. [1][2]\nPumps are red. [2]"
    assert made["sentences"][1] == {"text": "Pumps are red.", "citations": [2]}
    assert (made["kind"], made["coverage"], made["abstention"], made["conflicts"]) == ("answer", 0.9877, None, [])


def test_a_citation_leads_to_page_rectangles_and_characters() -> None:
    """Rectangles as lists, the span as its two ends."""
    made = citation_json(_citation(1))
    assert (made["boxes"], made["span"], made["quote"]) == ([[1.0, 2.0, 3.0, 4.0]], [10, 15], "words")


@pytest.mark.parametrize("reason", list(Reason))
def test_a_refusal_keeps_its_reason_and_what_came_nearest(reason: Reason) -> None:
    """It has no answer, no sentences and no citations of its own."""
    values = ("30 min",) if reason is Reason.UNRESOLVED_CONFLICT else ()
    made = outcome_json(_refusal(reason, _citation(1), values=values))
    assert (made["kind"], made["answer"], made["sentences"], made["citations"]) == ("abstention", None, [], [])
    assert made["abstention"]["reason"] == reason.value
    assert [near["quote"] for near in made["abstention"]["nearest"]] == ["words"]
    assert bool(made["conflicts"]) is (reason is Reason.UNRESOLVED_CONFLICT)


def test_a_conflict_is_known_again_by_its_sides_in_any_order() -> None:
    """Its id follows from where the sides stand."""
    sides = _citation(1, 10), _citation(2, 90)
    reason, values = Reason.UNRESOLVED_CONFLICT, ("30 min", "60 min")
    [one] = outcome_json(_refusal(reason, *sides, values=values))["conflicts"]
    [other] = outcome_json(_refusal(reason, *reversed(sides), values=values[::-1]))["conflicts"]
    assert one["id"] == other["id"]
    assert [side["value"] for side in one["sides"]] == ["30 min", "60 min"]


def test_without_a_retrieval_nothing_was_withheld() -> None:
    """Every count of the interface is there all the same."""
    assert withheld_json(None) == {"superseded": 0, "draft": 0, "no_permission": 0, "outside_period": 0}

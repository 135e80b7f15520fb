"""What must hold of every outcome, whatever was asked."""

from __future__ import annotations

from typing import Any

from tests.fakes.shelf import Shelf

OPEN = {"governs", "governs, contested", "at risk", "withdrawn, pinned"}
"""Signals of text that an answer may rest on, unless it is about the past."""
MACHINE = ("receipt_id", "timings_ms", "trace")
"""Fields that may differ between two runs of one question."""


def faults(shelf: Shelf, outcome: dict[str, Any]) -> list[str]:
    """Everything that is wrong with an outcome; empty where it is sound."""
    return [*_of_citations(shelf, outcome), *_of_sentences(outcome), *_of_abstention(outcome)]


def bare(outcome: dict[str, Any]) -> dict[str, Any]:
    """An outcome without what belongs to the run and not to the question."""
    return {name: value for name, value in outcome.items() if name not in MACHINE}


def _of_citations(shelf: Shelf, outcome: dict[str, Any]) -> list[str]:
    cited, near = outcome["citations"], (outcome["abstention"] or {}).get("nearest", [])
    found = [f"{len(cited)} citations"] if len(cited) > 4 else []
    for citation in (*cited, *near):
        start, end = citation["span"]
        if shelf.text(citation["source_id"])[start:end] != citation["quote"]:
            found.append(f"{citation['quote']!r} is not what the text says")
        if citation["signal"] not in OPEN and not outcome["history"]:
            found.append(f"{citation['quote']!r} is {citation['signal']}")
    if [citation["n"] for citation in cited] != list(range(1, len(cited) + 1)):
        found.append("citations are not numbered from 1")
    return found


def _of_sentences(outcome: dict[str, Any]) -> list[str]:
    known = {citation["n"] for citation in outcome["citations"]}
    bad = [s["text"] for s in outcome["sentences"] if not s["citations"] or not known.issuperset(s["citations"])]
    used = {n for sentence in outcome["sentences"] for n in sentence["citations"]}
    return [f"no citation for {text!r}" for text in bad] + [f"[{n}] supports nothing" for n in sorted(known - used)]


def _of_abstention(outcome: dict[str, Any]) -> list[str]:
    abstention = outcome["abstention"]
    if (outcome["kind"] == "abstention") != (abstention is not None):
        return ["neither answer nor abstention"]
    if abstention is None:
        return [] if outcome["sentences"] else ["an answer without a sentence"]
    return [] if abstention["detail"] and not outcome["sentences"] else ["an abstention without a reason"]

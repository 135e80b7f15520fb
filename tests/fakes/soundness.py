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
    return [
        *_of_citations(shelf, outcome),
        *_of_sentences(outcome),
        *_of_abstention(outcome),
        *_of_demands(shelf, outcome),
    ]


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
        if not _is_open(citation) and not outcome["history"]:
            found.append(f"{citation['quote']!r} is {citation['signal']}")
    if [citation["n"] for citation in cited] != list(range(1, len(cited) + 1)):
        found.append("citations are not numbered from 1")
    return found


def _is_open(citation: dict[str, Any]) -> bool:
    """Whether a text may be shown: it is in force, or it is marked as what was only said."""
    is_said = citation["signal"] == "unverified" and citation["authority"] in ("mail", "talk")
    return is_said or citation["signal"] in OPEN


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


def _of_demands(shelf: Shelf, outcome: dict[str, Any]) -> list[str]:
    """Values have to stand in their citations, and sides of conflicts in texts that are in force."""
    quotes = {citation["n"]: citation["quote"] for citation in outcome["citations"]}
    stated = outcome["requirements"]
    found = [
        f"{w!r} is not cited" for one in stated for w in one["written"] if w not in quotes.get(one["citation"], "")
    ]
    found += [f"a value of confidence {one['confidence']}" for one in stated if one["confidence"] < 0.9]
    for citation in (side["citation"] for conflict in outcome["conflicts"] for side in conflict["sides"]):
        start, end = citation["span"]
        if not _is_open(citation) or shelf.text(citation["source_id"])[start:end] != citation["quote"]:
            found.append(f"a side of a conflict is {citation['signal']}: {citation['quote']!r}")
    return found

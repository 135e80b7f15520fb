"""An outcome as lines of text for a terminal. Input is the JSON that every surface shares."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import Any

from app.wording import clause_text, conflict_head, conflict_named, standing, timecode, withheld_phrase, worded_phrase

Json = dict[str, Any]

INDENT = "    "


def outcome_lines(outcome: Json, width: int) -> list[str]:
    """The whole outcome: answer or abstention, citations, what was withheld, figures."""
    lines = _answer(outcome, width) if outcome["kind"] == "answer" else _abstention(outcome, width)
    if outcome.get("conflicts"):
        lines += ["", *_conflicts(outcome["conflicts"], width)]
    return [*lines, "", *_footer(outcome)]


def place(citation: Json) -> str:
    """Where a citation stands: document, version, clause, page or time, date, signal."""
    title, work, version = citation.get("title"), citation["work"], citation.get("version")
    named = work if not title or title == work else f"{work}, {title}"
    parts = [
        named,
        version,
        clause_text(citation.get("clause")),
        citation.get("page") and f"page {citation['page']}",
        timecode(citation.get("start_s")),
        citation.get("speaker"),
        citation.get("date"),
        standing(citation),
        citation.get("copies") and f"{citation['copies']} copies held",
    ]
    return " · ".join(part for part in parts if part)


def indented(text: str, width: int) -> list[str]:
    """Running text, set in."""
    return textwrap.wrap(text, width, initial_indent=INDENT, subsequent_indent=INDENT)


def _answer(outcome: Json, width: int) -> list[str]:
    lines: list[str] = []
    for paragraph in str(outcome["answer"]).split("\n"):
        lines += textwrap.wrap(paragraph, width) or [""]
    for citation in outcome["citations"]:
        lines += ["", *_citation(f"[{citation['n']}]", citation, width)]
    return lines


def _citation(label: str, citation: Json, width: int) -> list[str]:
    head = textwrap.wrap(f"{label} {place(citation)}", width, subsequent_indent=INDENT)
    quote = " ".join(str(citation["quote"]).split())
    return [*head, *textwrap.wrap(f"“{quote}”", width, initial_indent=INDENT, subsequent_indent=INDENT)]


def _abstention(outcome: Json, width: int) -> list[str]:
    abstention = outcome["abstention"]
    settle = "; ".join(abstention["would_settle"])
    sentence = f"abstained: {abstention['reason']} — {abstention['detail']}"
    lines = textwrap.wrap(sentence, width)
    if settle:
        lines += textwrap.wrap(f"what would settle it: {settle}", width)
    if abstention["nearest"]:
        lines += ["", "nearest, but no answer:"]
    for number, near in enumerate(abstention["nearest"], 1):
        lines += _citation(f"({near.get('n', number)})", near, width)
    return lines


def _conflicts(conflicts: Iterable[Json], width: int) -> list[str]:
    lines: list[str] = []
    for conflict in conflicts:
        lines += textwrap.wrap(conflict_head(conflict), width)
        for side in conflict["sides"]:
            sentence = f"{_stated(side)}: {place(side['citation'])}{_mark(conflict, side['citation']['n'])}"
            lines += textwrap.wrap(sentence, width, initial_indent=INDENT, subsequent_indent=INDENT * 2)
        named = conflict_named(conflict)
        lines += [f"{INDENT}{named}"] if named else []
    return lines


def _stated(side: Json) -> str:
    """What a side says, for people."""
    stated = " ".join(str(side[key]) for key in ("value", "unit") if side.get(key))
    return str(side.get("says") or stated)


def _mark(conflict: Json, n: int) -> str:
    marks = {conflict.get("stricter"): " (the stricter)", conflict.get("prevails"): " (prevails)"}
    return marks.get(n, "")


def _footer(outcome: Json) -> list[str]:
    withheld = withheld_phrase(outcome["withheld"])
    moment = f"as of {outcome['as_of']}" + (f", known at {outcome['known_at']}" if outcome.get("known_at") else "")
    figures = f"coverage {outcome['coverage']:.2f} (threshold {outcome['threshold']:.2f})"
    total = outcome["timings_ms"].get("total")
    timing = "" if total is None else f" · {total:.0f} ms"
    lines = [f"withheld: {withheld}"] if withheld else []
    words = worded_phrase(outcome.get("answerer"))
    lines += [words] if words else []
    return [*lines, f"{moment} · {figures}{timing}"]

"""Two texts in force that give one thing different values: shown, never picked from.

This is decided by arithmetic on what the units say: both name the same marked thing of the question (a
door "PL-1", a room "B.12") or say the same in nearly the same words, both give a value in the same unit, and
no value is common to both. Where the order of precedence puts one text above the other there is no
contradiction: the higher one stands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from graph.governing import Governing
from graph.snapshot import Snapshot
from graph.vocabulary import EdgeState
from retrieval.answering.question import Question
from retrieval.answering.selection import Scored
from retrieval.tokenizer import terms

ALIKE = 0.6
"""Share of their words, figures aside, that two units must have in common to be about the same thing."""
CLOSE = 0.7
"""Share of the best unit's score from which on another unit is about the same thing."""

_MARK = re.compile(r"\b(?=[\w.-]*\d)(?=[\w.-]*[A-Z])[A-Za-z][\w]*(?:[-.][\w]+)+\b|\b[A-Z]{1,3}\d{1,4}\b")
_VALUE = re.compile(
    r"(?<![\w.])(\d+(?:[.,]\d+)?)\s*(mm|cm|m2|m²|m|km|minutes?|min|hours?|h|s|seconds?|days?|weeks?|months?|%|kN/m2|"
    r"kN/m²|kN|N|kPa|MPa|Pa|dB|°C|°|W|kW|l/s|litres?|l)(?![\w/])"
)
_HEAD_UNIT = re.compile(r"\(([^()\d]{1,8})\)\s*$|\(([^()\d]{1,8})\)")
_IN_ONE_UNIT = {
    **dict.fromkeys(("minute", "minutes", "min"), ("min", 1.0)),
    **dict.fromkeys(("hour", "hours", "h"), ("min", 60.0)),
    **dict.fromkeys(("second", "seconds", "s"), ("min", 1 / 60)),
    "cm": ("mm", 10.0),
    "m": ("mm", 1000.0),
    "km": ("mm", 1e6),
    "m2": ("m²", 1.0),
    "kN/m2": ("kN/m²", 1.0),
    "kN": ("N", 1000.0),
    "kPa": ("Pa", 1000.0),
    "MPa": ("Pa", 1e6),
    "kW": ("W", 1000.0),
    **dict.fromkeys(("litre", "litres"), ("l", 1.0)),
}
"""Units of measure to the one in which values are compared, and the factor."""
THE_SAME = "the same thing"


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Units of different sources that give the marked thing different values, best first."""

    mark: str
    sides: tuple[Scored, ...]
    values: tuple[str, ...]


def marks(question: Question) -> list[str]:
    """Marks of things in a question, such as "PL-1", that are no document numbers."""
    text = question.text
    for reference in question.references:
        text = text.replace(reference.text, " ")
    return list(dict.fromkeys(_MARK.findall(text)))


def contradiction(question: Question, scored: Sequence[Scored], governing: Governing) -> Contradiction | None:
    """The contradiction that the question runs into, if there is one."""
    for mark, about in _about_marks(question, scored):
        for other in about[1:]:
            if _differ(about[0], other, question) and not _order(about[0], other, governing):
                sides = (about[0], other)
                return Contradiction(mark, sides, tuple(spoken_values(side, question) for side in sides))
    return None


def prevailing(question: Question, scored: Sequence[Scored], governing: Governing) -> list[Scored]:
    """The units without those that a text of a higher class contradicts about the same marked thing."""
    overruled = {
        id(lower)
        for _, about in _about_marks(question, scored)
        for lower in about
        if any(_differ(lower, other, question) and _order(other, lower, governing) == 1 for other in about)
    }
    return [item for item in scored if id(item) not in overruled]


def _about_marks(question: Question, scored: Sequence[Scored]) -> list[tuple[str, list[Scored]]]:
    """For each mark of the question, and for what the best unit speaks of, the well placed units that give
    values for it, best first."""
    if not scored or not question.quantities:
        return []
    least = CLOSE * scored[0].score
    near = [item for item in scored if item.score >= least and values(item, question)]
    asked = frozenset(terms(question.text))
    about = [(mark, [item for item in near if _names(item.unit.text, mark)]) for mark in marks(question)]
    about.append((THE_SAME, [item for item in near if near[0] is item or _are_alike(near[0], item, asked)]))
    return [(mark, items) for mark, items in about if len(items) > 1]


def _are_alike(one: Scored, other: Scored, asked: frozenset[str]) -> bool:
    """Whether two sentences say the same, figures aside, and of the same things that are asked about."""
    if one.unit.is_row or other.unit.is_row:
        return False
    mine, theirs = (frozenset(t for t in s.terms if not any(c.isdigit() for c in t)) for s in (one, other))
    if (mine ^ theirs) & asked:
        return False
    return len(mine & theirs) >= 3 and len(mine & theirs) >= ALIKE * len(mine | theirs)


def _names(text: str, mark: str) -> bool:
    """Whether a text names the marked thing, and not only one whose mark begins or ends alike."""
    return re.search(rf"(?<![\w-]){re.escape(mark)}(?![\w-])", text) is not None


def values(scored: Scored, question: Question) -> dict[str, set[float]]:
    """Unit of measure to the values that a unit of evidence gives in it."""
    unit = scored.unit
    found: dict[str, set[float]] = {}
    if unit.is_row:
        for head, cell in zip(unit.column_heads, unit.cells, strict=True):
            measure = _HEAD_UNIT.search(head)
            number = re.fullmatch(r"\s*(\d+(?:[.,]\d+)?)\s*", cell)
            if measure and number and _is_asked(head, question):
                _add(found, number.group(1), measure.group(1) or measure.group(2))
        return found
    for number_text, name in _VALUE.findall(unit.text):
        _add(found, number_text, name)
    return found


def spoken_values(scored: Scored, question: Question) -> str:
    """The values of a side for people."""
    return ", ".join(f"{v:g} {name}" for name, numbers in values(scored, question).items() for v in sorted(numbers))


def _is_asked(head: str, question: Question) -> bool:
    """Whether a column's head shares a word with the question."""
    words = set(re.findall(r"[a-z]{4,}", question.text.casefold()))
    return any(w in words for w in re.findall(r"[a-z]{4,}", head.casefold()))


def _add(found: dict[str, set[float]], number: str, name: str) -> None:
    unit, factor = _IN_ONE_UNIT.get(name, (name, 1.0))
    found.setdefault(unit, set()).add(round(_number(number) * factor, 9))


def _number(text: str) -> float:
    return float(text.replace(",", "."))


def _differ(one: Scored, other: Scored, question: Question) -> bool:
    if one.unit.source_id == other.unit.source_id:
        return False
    mine, theirs = values(one, question), values(other, question)
    shared = mine.keys() & theirs.keys()
    return bool(shared) and all(mine[name].isdisjoint(theirs[name]) for name in shared)


def _order(one: Scored, other: Scored, governing: Governing) -> int | None:
    """1 where the first unit's text prevails by the order of precedence, -1 where the second's does; None
    where the order does not say, or where a person denied that one touches the other."""
    snapshot = governing.snapshot
    if _is_denied(snapshot, one.unit.source_id, other.unit.source_id):
        return None
    first, second = snapshot.descriptions[one.unit.source_id], snapshot.descriptions[other.unit.source_id]
    order = snapshot.order_between(one.unit.source_id, other.unit.source_id)
    return order.compare(first.authority, second.authority)


def _is_denied(snapshot: Snapshot, one: str, other: str) -> bool:
    """Whether a person rejected an edge between the works of two sources."""
    works = {snapshot.work(one), snapshot.work(other)}
    rejected = (edge for edge in snapshot.edges_at(one) if edge.state is EdgeState.REJECTED)
    return any({snapshot.work(edge.src), snapshot.work(edge.dst)} == works for edge in rejected)

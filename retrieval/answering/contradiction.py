"""Two texts in force that give one thing different values: shown, never picked from.

This is decided by arithmetic on what the units say: both name the same marked thing of the question (a
door "PL-1", a room "B.12") or say the same in nearly the same words, both give a value in the same unit, and
no value is common to both; or both begin in the same words and end in others ("shall be painted yellow",
"shall be painted black"); or one allows what the other forbids. Where the order of precedence puts one text
above the other there is no contradiction: the higher one stands, and of two addenda the later one. What was
only said stands against no text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from graph.governing import Governing
from graph.snapshot import Snapshot
from graph.time import DateAnchor
from graph.vocabulary import AuthorityClass, EdgeState
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
_COUNTED = re.compile(r"(?<=\s)(\d+(?:[.,]\d+)?)\s(?!and\b|or\b|to\b|of\b)([a-z]{3,})\b")
"""A figure and what it counts: "4 hinges", "7 knots"."""
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
LATER_PREVAILS = frozenset({AuthorityClass.ADDENDUM, AuthorityClass.CONTRACT_MODIFICATION})
"""Classes of which the later text prevails over the earlier one."""
LONGEST_END_WORDS = 4
"""Words after a common beginning up to which two sentences may end differently and still speak of one thing."""
_MODAL_WORDS = frozenset({"shall", "must", "should", "is", "are", "will", "may"})
_NEGATION = re.compile(r"\b(?:not|no|never|cannot|prohibited|forbidden)\b", re.I)


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
    """The units without those that a text of a higher class, or a later addendum, contradicts."""
    overruled = {
        id(lower)
        for _, about in _about_marks(question, scored)
        for lower in about
        if any(_differ(lower, other, question) and _order(other, lower, governing) == 1 for other in about)
    }
    return [item for item in scored if id(item) not in overruled]


def _about_marks(question: Question, scored: Sequence[Scored]) -> list[tuple[str, list[Scored]]]:
    """For each mark of the question, and for what the best unit speaks of, the well placed units that speak
    of it too, best first."""
    if not scored:
        return []
    least = CLOSE * scored[0].score
    near = [item for item in scored if item.score >= least]
    asked = frozenset(terms(question.text))
    with_values = [item for item in near if values(item, question)] if question.quantities else []
    about = [(mark, [item for item in with_values if _names(item.unit.text, mark)]) for mark in marks(question)]
    about.append((THE_SAME, [item for item in near if near[0] is item or _is_about_as_much(near[0], item, asked)]))
    return [(mark, items) for mark, items in about if len(items) > 1]


def _is_about_as_much(one: Scored, other: Scored, asked: frozenset[str]) -> bool:
    """Whether two sentences speak of the same things among those that are asked about, in the same words."""
    mine, theirs = _without_figures(one), _without_figures(other)
    return not (mine ^ theirs) & asked and (is_said_alike(one, other) or ends(one, other) is not None)


def is_said_alike(one: Scored, other: Scored) -> bool:
    """Whether two sentences say the same, figures aside."""
    if one.unit.is_row or other.unit.is_row:
        return False
    mine, theirs = _without_figures(one), _without_figures(other)
    return len(mine & theirs) >= 3 and len(mine & theirs) >= ALIKE * len(mine | theirs)


def _without_figures(item: Scored) -> frozenset[str]:
    return frozenset(term for term in item.terms if not any(sign.isdigit() for sign in term))


def ends(one: Scored, other: Scored) -> tuple[str, str] | None:
    """How two sentences of one beginning end, where it holds a modal verb and something after it."""
    if one.unit.is_row or other.unit.is_row:
        return None
    mine, theirs = (re.findall(r"[^\W_]+", item.unit.text.casefold()) for item in (one, other))
    same = 0
    while same < min(len(mine), len(theirs)) and mine[same] == theirs[same]:
        same += 1
    modal = next((place for place in range(1, same) if mine[place] in _MODAL_WORDS), same)
    rests = mine[same:], theirs[same:]
    said = [word for word in mine[modal + 1 : same] if word != "be"]
    if not said or not all(0 < len(rest) <= LONGEST_END_WORDS for rest in rests) or set(rests[0]) & set(rests[1]):
        return None
    return " ".join(rests[0]), " ".join(rests[1])


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
    for number_text, name in _COUNTED.findall(unit.text):
        if not _VALUE.match(f"{number_text} {name}"):
            _add(found, number_text, name)
    return found


def spoken_values(scored: Scored, question: Question) -> str:
    """The values of a side for people; its words where it gives none."""
    given = ", ".join(f"{v:g} {name}" for name, numbers in values(scored, question).items() for v in sorted(numbers))
    return given or " ".join(scored.unit.text.split())


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
    if shared:
        return all(mine[name].isdisjoint(theirs[name]) for name in shared)
    return are_opposed(one, other) or ends(one, other) is not None


def are_opposed(one: Scored, other: Scored) -> bool:
    """Whether two sentences say the same but for a "not"."""
    negated = [_NEGATION.search(item.unit.text) is not None for item in (one, other)]
    return negated[0] != negated[1] and is_said_alike(one, other)


def _order(one: Scored, other: Scored, governing: Governing) -> int | None:
    """1 where the first unit's text prevails by the order of precedence, -1 where the second's does; 0 or None
    where the order does not say, None where a person denied that one touches the other."""
    snapshot = governing.snapshot
    if _is_denied(snapshot, one.unit.source_id, other.unit.source_id):
        return None
    is_said = [governing.of_source(item.unit.source_id).is_said for item in (one, other)]
    if is_said[0] != is_said[1]:
        return 1 if is_said[1] else -1
    first, second = snapshot.descriptions[one.unit.source_id], snapshot.descriptions[other.unit.source_id]
    order = snapshot.order_between(one.unit.source_id, other.unit.source_id)
    compared = order.compare(first.authority, second.authority)
    if compared == 0 and first.authority in LATER_PREVAILS:
        return _later(first.starts, second.starts)
    return compared


def _later(one: DateAnchor | None, other: DateAnchor | None) -> int:
    """1 where the first date is surely later, -1 where the second is, else 0."""
    return int(_is_after(one, other)) - int(_is_after(other, one))


def _is_after(one: DateAnchor | None, other: DateAnchor | None) -> bool:
    return bool(one and other and one.earliest and other.latest and one.earliest > other.latest)


def _is_denied(snapshot: Snapshot, one: str, other: str) -> bool:
    """Whether a person rejected an edge between the works of two sources."""
    works = {snapshot.work(one), snapshot.work(other)}
    rejected = (edge for edge in snapshot.edges_at(one) if edge.state is EdgeState.REJECTED)
    return any({snapshot.work(edge.src), snapshot.work(edge.dst)} == works for edge in rejected)

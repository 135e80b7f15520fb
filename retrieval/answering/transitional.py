"""Which of two texts a transitional provision leaves in force for something that happened on a day."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

from graph.dates import find_dates
from graph.governing import Transition
from graph.time import DateAnchor
from retrieval.answering.question import Question

_ALTERNATIVES = re.compile(r"\b(?:and|or)\s+(?:to|for|where|if)\b|;\s*(?:and|or)\b", re.I)
_FORMER = re.compile(r"\b(?:before|prior to|until|till|by|earlier than|up to|no later than)\s+(?:the\s+)?$", re.I)
_LATTER = re.compile(r"\b(?:after|from|since|later than)\s+(?:the\s+)?$", re.I)
_THAT_DATE = re.compile(r"\b(?:that|this|the said) (?:date|day)\b", re.I)
_THING = re.compile(
    r"(?:\b(?:for|to|on)\s+(?:the\s+|any\s+)?(?:building\s+|construction\s+)?works?\s+)?"
    r"(?:\b(?:that|which|was|were|is|had|has|been)\s+)*$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Bound:
    """A day before which, or from which on, an event must have come.

    Attributes:
        event: A name of `transitional.toml`; None where the provision does not say of what.
        first: The event must not come before this day.
        last: The event must come before this day.
    """

    event: str | None
    first: date | None
    last: date | None


@cache
def _table() -> Mapping[str, Mapping[str, Any]]:
    loaded: Mapping[str, Mapping[str, Any]] = tomllib.loads(
        files(__package__).joinpath("transitional.toml").read_text("utf-8")
    )
    return loaded


@cache
def _words() -> tuple[re.Pattern[str], Mapping[str, str]]:
    """The words of all events, and the event of each."""
    table = _table()
    of_word = {word: event for event, words in table["events"].items() for word in words}
    longest_first = "|".join(re.escape(word) for word in sorted(of_word, key=len, reverse=True))
    return re.compile(rf"\b(?:{longest_first})\b", re.I), of_word


def events_in(question: Question) -> dict[str, DateAnchor]:
    """The dated events that a question names, each by the date that follows its word."""
    found: dict[str, DateAnchor] = {}
    start = 0
    for span, anchor in find_dates(question.text):
        event = _event(question.text[start : span.start])
        if event is not None:
            found.setdefault(event, anchor)
        start = span.end
    return found


def without_events(text: str) -> str:
    """A question without the words that say when something happened ("for work started in May 2022")."""
    pattern, _ = _words()
    for span, _ in reversed(find_dates(text)):
        words = list(pattern.finditer(text, 0, span.start))
        if words and len(text[words[-1].end() : span.start].split()) <= 3:
            thing = _THING.search(text[: words[-1].start()])
            start = thing.start() if thing else words[-1].start()
            text = f"{text[:start].rstrip()} {text[span.end :].lstrip()}"
    return re.sub(r"\s+([?,.])", r"\1", text)


def applies(transitions: Sequence[Transition], events: Mapping[str, DateAnchor]) -> bool | None:
    """Whether provisions leave something to the predecessor, by when its events happened.

    Returns:
        None where the dates that decide are not known.
    """
    alternatives = [bounds for t in transitions for bounds in bounds_of(t.condition, t.since)]
    held = [_all(_is_within(bound, events) for bound in bounds) for bounds in alternatives if bounds]
    if any(outcome is True for outcome in held):
        return True
    return False if held and all(outcome is False for outcome in held) else None


def needed(transitions: Sequence[Transition], events: Mapping[str, DateAnchor]) -> list[str]:
    """The events, in words, whose dates have to be known to say which text applies, and are not."""
    bounds = [b for t in transitions for alternative in bounds_of(t.condition, t.since) for b in alternative]
    unknown = dict.fromkeys(b.event for b in bounds if b.event and b.event not in events)
    return [_table()["spoken"][event] for event in unknown]


def bounds_of(condition: str, since: date | None) -> list[list[Bound]]:
    """The alternatives of a condition, each with the bounds that all have to hold.

    Args:
        since: What "that date" means where the condition names none before.
    """
    found: list[list[Bound]] = []
    for part in _ALTERNATIVES.split(condition):
        bounds, since = _bounds(part, since)
        found.append(bounds)
    return found


def _bounds(text: str, last_named: date | None) -> tuple[list[Bound], date | None]:
    """The bounds in one alternative, and the date that was named last."""
    dated = [(span.start, span.end, anchor.earliest) for span, anchor in find_dates(text)]
    dated += [(match.start(), match.end(), None) for match in _THAT_DATE.finditer(text)]
    bounds: list[Bound] = []
    start, event = 0, None
    for begin, end, day in sorted(dated, key=lambda place: place[0]):
        last_named = day or last_named
        before, event = text[start:begin], _event(text[start:begin]) or event
        start = end
        if _FORMER.search(before):
            bounds.append(Bound(event, None, last_named))
        elif _LATTER.search(before):
            bounds.append(Bound(event, last_named, None))
    return bounds, last_named


def _event(text: str) -> str | None:
    """The event whose word stands last in a text."""
    pattern, of_word = _words()
    words = pattern.findall(text)
    return of_word[words[-1].casefold()] if words else None


def _is_within(bound: Bound, events: Mapping[str, DateAnchor]) -> bool | None:
    """Whether the event of a bound came within it; None where its date is not known or not known well enough."""
    happened = events.get(bound.event) if bound.event else next(iter(events.values()), None)
    if happened is None:
        later = events.get(_table()["before"].get(bound.event or "", ""))
        return True if later is not None and _is_before(later, bound.last) else None
    outcomes = [_is_before(happened, bound.last)] if bound.last else []
    if bound.first:
        is_before = _is_before(happened, bound.first)
        outcomes.append(None if is_before is None else not is_before)
    return _all(outcomes)


def _is_before(anchor: DateAnchor, day: date | None) -> bool | None:
    if day and anchor.latest and anchor.latest < day:
        return True
    return False if day and anchor.earliest and anchor.earliest >= day else None


def _all(outcomes: Iterable[bool | None]) -> bool | None:
    """True where all are, False where one is not, None where that is not known."""
    known = list(outcomes)
    if any(outcome is False for outcome in known):
        return False
    return None if any(outcome is None for outcome in known) or not known else True

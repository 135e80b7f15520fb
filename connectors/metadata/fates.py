"""Whether a body that makes law passed the document: proposed, adopted, or rejected, and on which day."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from connectors.metadata.votes import lost_votes
from connectors.metadata.words import Fate, words
from connectors.metadata.zones import Line
from connectors.protocol import Statement
from graph.dates import find_dates
from graph.model import Block, Span
from graph.vocabulary import ClaimField, Ground, SourceKind, Status

_SENTENCE = re.compile(r"[^\n.;!?]+(?:\.(?!\s|$)[^\n.;!?]*)*", re.MULTILINE)
_LONGEST_SENTENCE_CHARS = 240
_CLOSING_CHARS = 600
_NEXT_STEP = re.compile(r"(?<=\d\d)\s+(?=[A-Z]\w+(?:\s\w+){0,5}?(?:\s(?:by|on|over)\b|:|,\s[A-Z]))")
"""Between the lines of a form that were joined: "Passed by Council: 14 March 2022 Vetoed by the Mayor …"."""

_DAY_BEFORE = re.compile(
    r"(?P<day>[A-Z][a-z]{2,8}\.? \d{1,2}, \d{4}|\d{1,2} [A-Z][a-z]{2,8}\.? \d{4}|\d{4}-\d\d-\d\d)\s*[-–—:]\s*(?=\S)"
)
"""The day at the head of a step in a history: "June 4, 2019 - Referred to the Committee"."""

_MODAL = re.compile(r"\b(?:shall|must|may|will|would|if|when|unless|whenever)\b", re.IGNORECASE)
"""Words of a rule about fates, such as "a motion shall be lost if …", or of a fate still to come."""

_NOTE = re.compile(r"\bas\s+amended\b|\bord(?:inance|\.)\s*(?:no\.?\s*)?\d", re.IGNORECASE)
"""Words of a note on the history of a text, which tells nothing of the text's own fate."""

_OF_ITSELF = re.compile(r"(?i:this|the)\b|[A-Z]{2,}\b")
_NOT_IN_FORCE = frozenset({Status.DRAFT, Status.REJECTED})


def fate_statements(
    text: str, lines: Sequence[Line], stated: Sequence[Statement], blocks: Sequence[Block] = ()
) -> Iterator[Statement]:
    """STATUS of a document of a law-making kind by what became of it, and DATE of its adoption.

    Sentences must start with the fate ("Motion failed", "This ordinance was passed and adopted on …").
    Of several fates the first in the order of the data file counts; where none is told, a vote that
    was lost.
    """
    if not any(s.field is ClaimField.KIND and s.value == SourceKind.STATUTE for s in stated):
        return
    found = [(fate, place) for fate, place in _fates(text) if _in_front(place, lines) or _is_closing(text, fate, place)]
    if not found:
        yield from lost_votes(text, blocks)
        return
    fate, place = min(found, key=lambda pair: (words().fates.index(pair[0]), pair[1].start))
    ground = next((line.ground for line in lines if _holds(line, place)), Ground.BODY)
    said = " ".join(text[place.start : place.end].split())
    yield Statement(ClaimField.STATUS, fate.status, ground, fate.confidence, place, note=said)
    if fate.status is Status.ISSUED:
        yield from _day(text, place, ground)


def _fates(text: str) -> Iterator[tuple[Fate, Span]]:
    """Each sentence that starts with a fate, with the fate."""
    before = ""
    for start, said in _sentences(text):
        procedural = words().procedure.search(before) is not None
        before = said
        told = _told(said)
        for fate in words().fates if len(said) <= _LONGEST_SENTENCE_CHARS else ():
            match = fate.pattern.match(told)
            if match and not (fate.motion and procedural) and not _MODAL.search(match.group()):
                yield fate, Span(start, start + len(said))
                break


def _told(said: str) -> str:
    """What a sentence tells, without a bracket before it, and with the day behind it that stood in front."""
    bare = said.lstrip("([*- ")
    day = _DAY_BEFORE.match(bare)
    return f"{bare[day.end() :]} {day['day']}" if day else bare


def _sentences(text: str) -> Iterator[tuple[int, str]]:
    """Sentences, and within them what follows a date as a statement of its own, each with its place."""
    for sentence in _SENTENCE.finditer(text):
        start = sentence.start()
        for said in _NEXT_STEP.split(sentence.group()):
            place = text.index(said, start)
            yield place + len(said) - len(said.lstrip()), said.strip()
            start = place + len(said)


def _in_front(place: Span, lines: Sequence[Line]) -> bool:
    return any(_holds(line, place) for line in lines)


def _holds(line: Line, place: Span) -> bool:
    return line.start <= place.start < line.start + len(line.text)


def _is_closing(text: str, fate: Fate, place: Span) -> bool:
    """Whether a sentence outside the front matter tells the fate of the whole.

    It speaks of the whole ("PASSED AND ADOPTED this 14th day"), or starts a line at the end of the text,
    or follows the date or the sentence of an earlier step there.
    """
    if not fate.anywhere or (_NOTE.search(text, place.start, place.end) and not _OF_ITSELF.match(text, place.start)):
        return False
    before = text[text.rfind("\n", 0, place.start) + 1 : place.start].rstrip()
    is_step = not before or before[-1].isdigit() or before[-1] in ".;)"
    return _OF_ITSELF.match(text, place.start) is not None or (is_step and len(text) - place.start < _CLOSING_CHARS)


def _day(text: str, place: Span, ground: Ground) -> Iterator[Statement]:
    dates = find_dates(text[place.start : place.end])
    if dates:
        at, anchor = dates[0]
        span = Span(place.start + at.start, place.start + at.end)
        yield Statement(ClaimField.DATE, text[span.start : span.end], ground, 0.8, span, anchor)


def is_in_force(stated: Sequence[Statement]) -> bool:
    """Whether what was stated of its fate leaves it a text that can bind."""
    return not any(s.field is ClaimField.STATUS and s.value in _NOT_IN_FORCE for s in stated)

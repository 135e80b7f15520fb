"""Header fields, "Label: value", as statements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from connectors.metadata.words import Label, known_label, label_key, status_of, words
from connectors.metadata.zones import Line
from connectors.protocol import Statement
from graph.dates import find_dates, parse_date
from graph.model import Span
from graph.time import DateAnchor
from graph.vocabulary import ClaimField, Ground

_CUT = re.compile(r"\s*(?:[,;(|]|\s[-–—]\s|\s{3,}|\bdated?\b).*$", re.IGNORECASE | re.DOTALL)
_MAIL = re.compile(r"\s*<[^>]*>|\s*\(?\S+@\S+\)?")
_PEOPLE = re.compile(r"\s*[;,]\s*(?:and\s+)?|\s+and\s+")
_CONFIDENCE = {Ground.HEADER: 0.95, Ground.TITLE_PAGE: 0.8}
_DATE_WORD = re.compile(r"(?P<word>[^\W\d_]+(?:[ ][a-z]+)?)(?:\s+(?:on|of|as of))?[\s,:]*$")
_APPROVED = re.compile(
    r"^(?!.*\b(?:previous|last|earlier|original\w*|first|draft)\b).*"
    r"\b(?:was|is) (?:approved|adopted|issued|published) on $",
    re.IGNORECASE,
)
_EDITION_ENDS = re.compile(r"(?:edition|revision|rev\.?\s*\w{1,3}|\d)\s*[,:(–—-]\s*$", re.IGNORECASE)
_CLOSES = re.compile(r"\b(?:clos(?:es|ing)|ends?|until|due|by|before)(?:\s+(?:on|date))?\W*$", re.IGNORECASE)
"""Before a day that ends something, such as the time for comments on an edition."""

_DATED_BONUS = 0.02
_CHUNK = re.compile(r"[,;|.]\s")
_DATED = frozenset({ClaimField.DATE, ClaimField.EFFECTIVE_FROM, ClaimField.EFFECTIVE_TO})


def field_statements(line: Line) -> Iterator[Statement]:
    """What a line of labelled values states; nothing for any other line."""
    if line.label is not None:
        label = words().labels.get(label_key(line.label.rstrip(" :")))
        if label:
            yield from _state(line, label, 0, len(line.text))
    marks = list(known_label().finditer(line.text))
    if not marks or line.text[: marks[0].start()].strip(" |•*-("):
        return
    for mark, after in zip_longest(marks, marks[1:]):
        label = words().labels.get(label_key(mark["label"]))
        if label:
            yield from _state(line, label, mark.end(), after.start() if after else len(line.text))


def _state(line: Line, label: Label, start: int, end: int) -> Iterator[Statement]:
    """The statements of one labelled value, which stands at `[start, end)` of the line."""
    value = (
        line.text[start:end].rstrip(" |.)") if "(" not in line.text[start:end] else line.text[start:end].rstrip(" |")
    )
    if not value or value.casefold() in ("-", "n/a", "none", "tbc", "tba"):
        return
    confidence = _CONFIDENCE.get(line.ground, 0.7)
    span = line.span(start, start + len(value))
    if label.field in _DATED:
        yield from _date(label.field, value, line.ground, span)
    elif label.field is ClaimField.STATUS:
        yield from _status(line, label, value, span)
    elif label.field is ClaimField.AUTHOR:
        for person in _people(value):
            yield Statement(ClaimField.AUTHOR, person, line.ground, confidence, span)
    else:
        yield from _plain(line, label, value, start)


def _status(line: Line, label: Label, value: str, span: Span) -> Iterator[Statement]:
    """A status with the day from which it holds; a day after "Withdrawn" tells more than "Status: Withdrawn"."""
    dates = find_dates(value)
    since = dates[0][1] if len(dates) == 1 else None
    confidence = _CONFIDENCE.get(line.ground, 0.7)
    if label.means:
        status = label.means if since and value.startswith(since.text or value) else None
        confidence += _DATED_BONUS
    else:
        status = status_of(value) if label.value is None or label.value.match(value) else None
    if status:
        yield Statement(ClaimField.STATUS, status, line.ground, confidence, span, since, value)


def _plain(line: Line, label: Label, value: str, start: int) -> Iterator[Statement]:
    if label.field is ClaimField.VERSION:
        found = find_dates(value)
        if found and not _CLOSES.search(value[: found[0][0].start]):
            place, anchor = found[0]
            yield Statement(
                ClaimField.DATE,
                value[place.start : place.end],
                line.ground,
                0.8,
                line.span(start + place.start, start + place.end),
                anchor,
            )
    if label.field is ClaimField.VERSION and parse_date(value):
        return
    kept = _value(label, value)
    if kept is None:
        return
    offset = value.index(kept)
    span = line.span(start + offset, start + offset + len(kept))
    confidence = _CONFIDENCE.get(line.ground, 0.7)
    yield Statement(label.field, _prefixed(label.prefix, kept), line.ground, confidence, span)
    if label.kind:
        yield Statement(ClaimField.KIND, label.kind, line.ground, 0.8, span)
    if label.authority:
        yield Statement(ClaimField.AUTHORITY, label.authority, line.ground, 0.8, span)


def _value(label: Label, value: str) -> str | None:
    """The part of the words after a label that is its value, or None where they cannot be."""
    if label.value is not None:
        match = label.value.match(value)
        if match is None:
            return None
        value = match.group()
    if label.field in (ClaimField.NUMBER, ClaimField.VERSION):
        value = _CUT.sub("", value)
    return value.strip() or None


def _prefixed(prefix: str | None, value: str) -> str:
    if prefix is None or value.casefold().startswith(prefix.casefold()):
        return value
    return f"{prefix} {value}"


def _date(field: ClaimField, value: str, ground: Ground, span: Span) -> Iterator[Statement]:
    anchor = parse_date(value)
    if anchor is None:
        found = find_dates(value)
        if len(found) != 1:
            return
        place, anchor = found[0]
        value, span = value[place.start : place.end], Span(span.start + place.start, span.start + place.end)
    yield Statement(field, value, ground, _CONFIDENCE.get(ground, 0.7), span, anchor)


def _people(value: str) -> list[str]:
    """Names in a list of authors, without addresses.

    Commas part names only where each has an address; else they may part a name from a firm.
    """
    listed = _PEOPLE.split(_MAIL.sub("", value)) if "@" in value else value.split(";")
    return [name.strip() for name in listed if name.strip()]


def dated_by_what_follows(line: Line) -> Iterator[Statement]:
    """Dates that a word after them explains: "2018-12-01 实施", "2019-yil 1-iyundan amal qiladi"."""
    for place, anchor in find_dates(line.text):
        value = line.text[place.start : place.end]
        for mark in words().dated:
            ended = mark.ending is None or mark.ending.search(value)
            if ended and mark.pattern.match(line.text, place.end):
                yield Statement(mark.field, value, line.ground, 0.85, line.span(place.start, place.end), anchor)
                break


def line_date(text: str, after_edition: bool = False) -> tuple[ClaimField, Span, DateAnchor] | None:
    """A line that is a date, or the first date in it after a word for one ("Issued 3 March 2025").

    Args:
        after_edition: The line names an edition, so that a date of a day in it is that edition's.
    """
    whole = parse_date(text)
    if whole is not None:
        return ClaimField.DATE, Span(0, len(text)), whole
    for place, anchor in find_dates(text):
        phrase = words().labels.get(label_key(_CHUNK.split(text[: place.start])[-1].strip(" :–—-")))
        if phrase and phrase.field in _DATED:
            return phrase.field, place, anchor
        before = text[: place.start].casefold().strip(" :,-–—")
        marked = before.endswith(tuple(words().lone_statuses)) if after_edition else before in words().lone_statuses
        if place.start and marked:
            return ClaimField.DATE, place, anchor
        lead = _DATE_WORD.search(text[: place.start])
        approved = _APPROVED.search(text[: place.start])
        label = words().labels.get(label_key(lead["word"])) if lead else None
        if approved and anchor.is_exact:
            return ClaimField.DATE, place, anchor
        if label and label.field in _DATED:
            return label.field, place, anchor
        if after_edition and anchor.is_exact and _EDITION_ENDS.search(text[: place.start]):
            return ClaimField.DATE, place, anchor
    return None

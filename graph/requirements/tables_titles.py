"""Heads, labels and captions taken apart: what they are of, how they bind, and in which unit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from graph.quantities.spellings import scan_unit
from graph.requirements.draft import NOTHING, Phrase
from graph.requirements.patterns import Grammar
from graph.requirements.phrases import is_property, phrase, split
from graph.requirements.tables_grid import Entry
from graph.requirements.tables_words import TableWords
from graph.spans import Span
from graph.vocabulary import Comparator

_BRACKETED = re.compile(r"(?<![/·])\s*[(\[]\s*(?P<unit>[^()\[\]]*(?:\([^()]*\))?[^()\[\]]*)[)\]]\s*$")
_TRAILING = re.compile(r"(?:,\s*|\s+in\s+|\s+)(?P<unit>[^\s,()]+(?:\([^\s()]+\))?)\s*$")
_PER = re.compile(r"\s+per\s+[^\W\d_]+(?:\s[^\W\d_]+)?")
_SHORT_UNITS = frozenset({"mm", "cm", "km", "kg", "kn", "mpa", "kpa", "db", "hz", "ms", "lux", "lb", "psi", "mg"})
_BRACKET = re.compile(r"\([^()]*\)\s*$")
FLIPPED = {Comparator.MORE: Comparator.AT_MOST, Comparator.LESS: Comparator.AT_LEAST}


@dataclass(frozen=True, slots=True)
class Title:
    """A head, label or caption.

    Attributes:
        words: Without unit and comparator; "" where nothing else is said.
        thing, property: The words divided; a title that names no property is all thing.
        bracket: Words in brackets at the end, which are no unit; purpose: "for wheelchair users" at the end.
    """

    entry: Entry
    words: str
    thing: Phrase
    property: Phrase
    comparator: Comparator | None = None
    unit: Entry | None = None
    bracket: Entry | None = None
    purpose: Entry | None = None


@dataclass(frozen=True, slots=True)
class Reader:
    """What titles and cells are read with."""

    text: str
    rules: Grammar
    words: TableWords


def read_title(reader: Reader, entry: Entry) -> Title:
    """Takes a title apart."""
    text = reader.text
    comparator, span = _bound(reader, entry.span)
    unit = unit_of(text, span)
    if unit is not None:
        span = Span(span.start, _before_unit(text, span))
    bracket = _bracket(text, span)
    if bracket is not None:
        span = Span(span.start, span.start + len(text[span.start : bracket.span.start].rstrip(" (")))
    if comparator is None:
        comparator, span = _bound(reader, span)
    purpose = _purpose(reader, span)
    along = reader.words.along.search(text, span.start, span.end)
    if along is not None and along.start() > span.start:
        span = Span(span.start, along.start())
    found = phrase(text, span)
    thing, named = _divided(reader, found)
    title = Title(entry, found.words, thing, named, comparator, unit, bracket, purpose)
    return _with_bracket(reader, title)


def _with_bracket(reader: Reader, title: Title) -> Title:
    """ "Width (min)" is a minimum and "Duration (min)" in minutes; "Width (max)" is a maximum."""
    inside = title.unit or title.bracket
    if inside is None or title.comparator is not None:
        return title
    match = reader.rules.comparing.before.match(inside.words)
    if match is None or (title.unit is not None and reader.words.lasting.search(title.words)):
        return title
    kind = reader.rules.comparing.kind(match)
    if match.end() == len(inside.words):
        return replace(title, comparator=kind, unit=None, bracket=None)
    return replace(title, comparator=kind, unit=title.unit or unit_of(reader.text, inside.span), bracket=None)


def _purpose(reader: Reader, span: Span) -> Entry | None:
    match = reader.words.purpose.search(reader.text, span.start, span.end)
    return Entry(" ".join(match["words"].split()), Span(*match.span("words"))) if match else None


def unit_of(text: str, span: Span) -> Entry | None:
    """The unit at the end of a title: "Width (mm)", "Area in m²", "Width, mm"."""
    match = _BRACKETED.search(text, span.start, span.end) or _TRAILING.search(text, span.start, span.end)
    if match is None or (match.start() <= span.start and text[span.start] not in " (["):
        return None
    inside = match["unit"].strip()
    found = scan_unit(inside, 0)
    if found is None or not (found.end == len(inside) or _PER.fullmatch(inside, found.end)):
        return None
    written = inside[: found.end]
    bracketed = match[0].lstrip()[:1] in "(["
    said = bracketed or match[0].lstrip().startswith((",", "in "))
    if not said and written.isalpha() and written.casefold() not in _SHORT_UNITS:
        return None
    start = match.start("unit") + match["unit"].index(written)
    return Entry(written, Span(start, start + len(written)))


def _before_unit(text: str, span: Span) -> int:
    match = _BRACKETED.search(text, span.start, span.end) or _TRAILING.search(text, span.start, span.end)
    return span.start + len(text[span.start : match.start()].rstrip()) if match else span.end


def _bracket(text: str, span: Span) -> Entry | None:
    match = _BRACKET.search(text, span.start, span.end)
    if match is None or match.start() <= span.start:
        return None
    inside = Span(match.start() + 1, match.start() + match[0].index(")"))
    return Entry(text[inside.start : inside.end], inside)


def _bound(reader: Reader, span: Span) -> tuple[Comparator | None, Span]:
    """The comparator of a title, and what is left where it stands at the head or the end."""
    text, found = reader.text, [*_comparators(reader, span)]
    if len({kind for kind, _ in found}) > 1:
        return None, span
    if found:
        return found[0][0], _rest(text, span, found[0][1])
    nouns = [kind for kind, pattern in reader.words.bounds if pattern.search(text, span.start, span.end)]
    return (nouns[0] if len(nouns) == 1 else None), span


def _comparators(reader: Reader, span: Span) -> Iterator[tuple[Comparator, Span]]:
    """The comparators of a title; what says a place as often as a size is none."""
    text, comparing = reader.text, reader.rules.comparing
    for match in comparing.before.finditer(text, span.start, span.end):
        inside = text.count("(", span.start, match.start()) > text.count(")", span.start, match.start())
        if inside or " ".join(match[0].casefold().split()).rstrip(".") in comparing.shy:
            continue
        kind, start = comparing.kind(match), match.start()
        if denial := comparing.denied.search(text[span.start : start]):
            kind, start = FLIPPED.get(kind, kind), span.start + denial.start()
        yield kind, Span(start, match.end())


def _rest(text: str, span: Span, taken: Span) -> Span:
    if not text[span.start : taken.start].strip():
        return Span(min(taken.end, span.end), span.end)
    if not text[taken.end : span.end].strip(" .,"):
        return Span(span.start, taken.start)
    return span


def _divided(reader: Reader, found: Phrase) -> tuple[Phrase, Phrase]:
    if found.span is None:
        return NOTHING, NOTHING
    thing, named = split(reader.text, found, reader.rules)
    if named.words and thing.words and _follows(named, thing):
        return _with_qualities(reader, thing, named)
    if named.words or not is_property(found.words, reader.rules.naming):
        return thing, named
    return NOTHING, found


def _follows(named: Phrase, thing: Phrase) -> bool:
    """Whether the property stands behind its thing: "platform width", not "width of the platform"."""
    return named.span is not None and thing.span is not None and thing.span.end <= named.span.start


def _with_qualities(reader: Reader, thing: Phrase, named: Phrase) -> tuple[Phrase, Phrase]:
    """ "Indoor air relative humidity": adjectives at the end of the thing belong to the property."""
    match = reader.words.quality.search(thing.words)
    if match is None or thing.span is None or named.span is None:
        return thing, named
    length = len(thing.words) - match.start()
    start = thing.span.end - length
    rest = phrase(reader.text, Span(thing.span.start, max(thing.span.start, start)))
    return rest, Phrase(f"{match[0]} {named.words}", Span(start, named.span.end))

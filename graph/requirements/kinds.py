"""Properties that no word names: by the kind of a value, its unit, and the place behind it."""

from __future__ import annotations

import re

from graph.requirements.draft import NOTHING, Phrase
from graph.requirements.measures import Measure
from graph.requirements.phrases import noun_after, part, phrase
from graph.requirements.sentence import Sentence

_EVERY = re.compile(r"\bevery\s+$", re.IGNORECASE)
_SIZE = "size"
"""What a length without a name is of."""
_RATE = re.compile(r"([a-z]{3,}s)\s+(?:per|an?)\s", re.IGNORECASE)
"""What is counted in a unit of a rate: "requests per minute"."""
PART_OF = re.compile(r"\s*of\s+")
CLOCK = re.compile(r"(?:[01]\d|2[0-4]):[0-5]\d")
"""A time of day."""


def by_kind(sentence: Sentence, one: Measure) -> str:
    """The property that the kind of a value alone tells."""
    value = one.values[0]
    if " in " in value.written or _is_part(sentence, one):
        return "share"
    if value.magnitude is None:
        return "time" if CLOCK.fullmatch(value.written) else "class"
    return by_unit(value.unit, sentence)


def place_of(sentence: Sentence, one: Measure) -> Phrase | None:
    """The property by the place behind a value; None where none stands there."""
    if by_unit(one.values[0].unit, sentence) != _SIZE:
        return None
    if _EVERY.search(sentence.text, sentence.span.start, one.start):
        return Phrase("spacing")
    place = sentence.rules.naming.place.match(sentence.text, one.end, sentence.span.end)
    return _placed(sentence, place) if place else _near(sentence, one)


def _placed(sentence: Sentence, place: re.Match[str]) -> Phrase:
    """ "height above the floor": what the place says, with the words of the place."""
    said = " ".join(place["word"].casefold().split())
    named = sentence.rules.naming.places[said]
    lead = re.compile(r"\s*(?:(?:the|a|an|any|each|its)\b)?\s*", re.IGNORECASE).match(sentence.text, place.end())
    thing = noun_after(sentence.text, lead.end() if lead else place.end(), sentence.span.end, sentence.rules)
    return Phrase(f"{named} {said} {thing.words}".strip()) if thing.words else Phrase(named)


def _near(sentence: Sentence, one: Measure) -> Phrase | None:
    """The distance of "within 600 mm of the operator"; None where a value says no such thing."""
    lead = PART_OF.match(sentence.text, one.end)
    if lead is None or not one.bound_by.casefold().startswith("within"):
        return None
    thing = phrase(sentence.text, part(lead.end(), sentence.span.end))
    named = noun_after(sentence.text, thing.span.start, sentence.span.end, sentence.rules) if thing.span else NOTHING
    return Phrase(f"distance from {named.words}".strip())


def _is_part(sentence: Sentence, one: Measure) -> bool:
    """Whether a bare fraction is of a whole: "one fifth of the seats"."""
    value = one.values[0]
    is_fraction = value.unit is None and value.written[0].isalpha() and "." in (value.magnitude or "")
    return is_fraction and PART_OF.match(sentence.text, one.end) is not None


def by_unit(unit: str | None, sentence: Sentence) -> str:
    """The property that values of a unit have where nothing else names it: "pressure" of bar."""
    if unit is None:
        return sentence.rules.naming.number
    for pattern, named in sentence.rules.naming.units:
        if pattern.fullmatch(unit.strip()):
            return named
    counted = _RATE.match(unit)
    return f"{sentence.rules.naming.number} of {counted[1]}" if counted else "value"

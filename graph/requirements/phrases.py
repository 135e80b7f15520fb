"""Noun phrases: the thing a sentence speaks of, and the property of it that a value is of."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph.requirements.draft import NOTHING, Phrase
from graph.requirements.patterns import Grammar, Naming
from graph.spans import Span

_LEAD = re.compile(
    r"\s*(?:(?:please note(?: that)?|note that|be advised that|(?:(?:we|I) )?(?:hereby )?confirm that"
    r"|it (?:is|was|has been) (?:agreed|confirmed|decided|noted) that|as (?:discussed|agreed|instructed)"
    r"|however|generally|also|normally|additionally|alternatively|in addition|in general|note|where provided"
    r"|therefore|otherwise|then|and|or|but|so|that|either|ensure|if provided)\b[,:]?\s*)*"
    r"(?:(?:the|a|an|any|each|every|all|such|no|some|both|its|their|this|these|those|individual)\s+)*",
    re.IGNORECASE,
)
_TRAIL = re.compile(
    r"(?:[\s,;:.–—(\"'@]|\s(?:of|with|(?-i:a)|an|the|to|in|at|for|by|and|or|from|is|are|having|on|not|up|down|out|off))+$",
    re.IGNORECASE,
)
_COMMA = re.compile(r",\s|;\s|:\s|\s[-–—]\s|\s\((?![a-z]{1,20}\)\s+\w)")
_OF_MEASURE = re.compile(r"\s(?:at|to|with|from|in)\s+an?\s", re.IGNORECASE)
"""Before the name of a measure rather than of a place: "at a height", "to a depth"."""
_OWNING = frozenset({"of", "for", "in", "on", "at"})
_FROM_TO = re.compile(r"\sto\s(?!.*\sto\s)", re.IGNORECASE | re.DOTALL)
_MAX_WORDS = 14


def part(start: int, end: int) -> Span:
    """The span from `start` to `end`; empty where the end comes first."""
    return Span(start, max(start, end))


def phrase(text: str, span: Span) -> Phrase:
    """The words of a span without articles and blanks at its ends, one space between them."""
    lead = _LEAD.match(text, span.start, span.end)
    start = lead.end() if lead else span.start
    words = _TRAIL.sub("", text[start : span.end])
    return Phrase(" ".join(words.split()), Span(start, start + len(words))) if words else NOTHING


def noun_before(text: str, within: Span, rules: Grammar) -> Phrase:
    """The noun phrase that ends where the span ends; nothing where a function word ends it."""
    words = list(rules.naming.word.finditer(text, within.start, within.end))
    start = end = None
    for match in reversed(words[-8:]):
        after = start if start is not None else within.end
        gap = text[match.end() : after]
        if gap.strip() or _is_stop(match[0], rules.naming):
            break
        if end is None:
            end = match.end()
        start = match.start()
    return NOTHING if start is None or end is None else _without_light(text, Span(start, end), rules.naming)


def noun_after(text: str, start: int, limit: int, rules: Grammar) -> Phrase:
    """The noun phrase that begins at a place, up to the first function word or mark."""
    at, end = start, None
    for match in rules.naming.word.finditer(text, start, min(limit, start + 80)):
        if text[at : match.start()].strip() or _is_stop(match[0], rules.naming) or match[0].isdigit():
            break
        at = end = match.end()
    return NOTHING if end is None else _without_state(text, phrase(text, Span(start, end)), rules)


def _is_stop(word: str, naming: Naming) -> bool:
    return word.casefold() in naming.stops


def _without_light(text: str, span: Span, naming: Naming) -> Phrase:
    """The phrase without adjectives such as "minimum" at its head."""
    start = span.start
    for match in naming.word.finditer(text, span.start, span.end):
        if match[0].casefold().rstrip(".") not in naming.light:
            break
        start = match.end()
    return phrase(text, Span(start, span.end)) if start < span.end else NOTHING


def is_property(words: str, naming: Naming) -> bool:
    """Whether the last word of a phrase names a property."""
    found = naming.word.findall(words.casefold())
    return bool(found) and _is_head(found[-1], naming)


def _is_head(word: str, naming: Naming) -> bool:
    low = " ".join(word.casefold().split())
    return low in naming.heads or low.removesuffix("s") in naming.heads or low.removesuffix("es") in naming.heads


def property_before(text: str, within: Span, rules: Grammar) -> Phrase:
    """The property that is named last in a span: "a minimum clear opening width of"; nothing if none is."""
    for match in reversed(list(rules.naming.word.finditer(text, within.start, within.end))):
        if _is_head(match[0], rules.naming):
            named = noun_before(text, Span(within.start, match.end()), rules)
            return named if named.words else Phrase(match[0], Span(*match.span()))
    return NOTHING


def split(text: str, subject: Phrase, rules: Grammar) -> tuple[Phrase, Phrase]:
    """Thing and property of a subject: "the rise for any ramp run" is of the ramp run, "pile height" of the pile."""
    if subject.span is None:
        return subject, NOTHING
    start, end = subject.span.start, subject.span.end
    placed = end
    for joint in _joints(text, subject.span, rules.naming):
        named = noun_before(text, Span(start, joint.start()), rules)
        if named.words and is_property(named.words, rules.naming):
            thing, prop = _compound(text, start, named, rules) if named.span else (NOTHING, NOTHING)
            is_thing = any(word.casefold() not in rules.naming.light for word in thing.words.split())
            if is_thing and joint[0].strip().casefold() not in _OWNING:
                return thing, prop
            to = _FROM_TO.search(text, joint.end(), end) if joint[0].strip().casefold() == "from" else None
            return phrase(text, Span(to.end() if to else joint.end(), end)), named
        if joint[0].split()[0].casefold() != "of":
            placed = end if _OF_MEASURE.match(text, joint.start()) else joint.end()
            break
    first = _COMMA.search(text, start, end)
    head = noun_before(text, Span(start, first.start() if first else end), rules)
    in_place = head.span is not None and head.span.start >= placed
    if in_place or head.span is None or not is_property(head.words, rules.naming):
        return _without_light(text, subject.span, rules.naming), NOTHING
    return _compound(text, start, head, rules)


def _joints(text: str, span: Span, naming: Naming) -> Iterator[re.Match[str]]:
    """The prepositions of a phrase that are not inside a word of several words: not the "to" of "time to live"."""
    words = [match.span() for match in naming.word.finditer(text, span.start, span.end) if " " in match[0]]
    for joint in naming.preposition.finditer(text, span.start, span.end):
        if not any(start <= joint.start() < end for start, end in words):
            yield joint


def _compound(text: str, start: int, head: Phrase, rules: Grammar) -> tuple[Phrase, Phrase]:
    """ "pile height", "landing clear length": what stands before the property's own words is the thing."""
    assert head.span is not None
    words = list(rules.naming.word.finditer(text, head.span.start, head.span.end))
    at = len(words) - 1
    while at > 0 and (
        _is_head(words[at - 1][0], rules.naming) or words[at - 1][0].casefold() in rules.naming.qualities
    ):
        at -= 1
    named = phrase(text, Span(words[at].start(), head.span.end))
    rest = phrase(text, Span(start, words[at].start())) if words[at].start() > start else NOTHING
    return rest, named


def _belongs(word: str, naming: Naming) -> bool:
    return _is_head(word, naming) or word.casefold() in naming.qualities


def subject_of(text: str, within: Span, rules: Grammar) -> Phrase:
    """The subject before a verb: the words up to the first comma unless they list things."""
    found = phrase(text, within)
    if found.span is None:
        return NOTHING
    comma = _COMMA.search(text, found.span.start, found.span.end)
    if comma and not re.search(r"\b(?:and|or)\s", text[comma.end() : found.span.end]):
        found = phrase(text, Span(found.span.start, comma.start()))
    words = found.words.split()
    if not words or rules.placing_word.match(words[0]) or (words[0].casefold() in rules.pronouns and len(words) < 3):
        return NOTHING
    return _without_state(text, found if len(words) <= _MAX_WORDS else _shortened(text, found, rules), rules)


def _without_state(text: str, found: Phrase, rules: Grammar) -> Phrase:
    """A thing without the state that limits what is said of it: "concrete not exposed to earth" is concrete."""
    state = rules.telling.state.search(text, found.span.start, found.span.end) if found.span else None
    shorter = phrase(text, Span(found.span.start, state.start())) if state and found.span else NOTHING
    return shorter if shorter.words else found


def _shortened(text: str, found: Phrase, rules: Grammar) -> Phrase:
    """A long subject up to its first relative clause or condition."""
    assert found.span is not None
    relative = re.compile(rf"\s(?:{'|'.join(sorted(rules.relatives))}|where|when|if)\s").search(
        text, found.span.start, found.span.end
    )
    return phrase(text, Span(found.span.start, relative.start())) if relative else found

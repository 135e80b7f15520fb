"""Which thing and which property a stretch of words names, head first, head last, or written without blanks."""

from __future__ import annotations

from dataclasses import dataclass

from graph.requirements.draft import NOTHING, Phrase
from graph.requirements.roles.data import Roles
from graph.spans import Span


@dataclass(frozen=True, slots=True)
class Named:
    """Subject and property; `place`: words that say where, and are no part of the subject."""

    subject: Phrase = NOTHING
    property: Phrase = NOTHING
    place: Span | None = None


def trimmed(text: str, span: Span, rules: Roles) -> Span:
    """The span without marks and words at its ends that name nothing."""
    lead = rules.leading.match(text, span.start, span.end)
    start = lead.end() if lead else span.start
    tail = rules.trailing.search(text[start : span.end])
    return Span(start, start + tail.start() if tail else span.end)


def phrase(text: str, span: Span, rules: Roles) -> Phrase:
    """The words of a span, trimmed, on one line."""
    part = trimmed(text, span, rules)
    return Phrase(" ".join(text[part.start : part.end].split()), part) if len(part) else NOTHING


def name(text: str, span: Span, rules: Roles) -> Named:
    """What a stretch of words names."""
    part = trimmed(text, span, rules)
    if not len(part):
        return Named()
    if rules.joined:
        return _run_on(text, part, rules)
    return _head_last(text, part, rules) if rules.verb_last else _head_first(text, part, rules)


def _head_first(text: str, part: Span, rules: Roles) -> Named:
    """ "ширина лестничных маршей", "марши шириной"."""
    matches = list(rules.named.finditer(text, part.start, part.end))
    if not matches:
        return Named(phrase(text, part, rules))
    had = matches[-1].end() == part.end and rules.having.search(matches[-1][0])
    found = matches[-1] if had else matches[0]
    before = phrase(text, Span(part.start, found.start()), rules)
    behind = Span(found.end(), part.end)
    goes_on = rules.belonging.search(text, behind.start, behind.end)
    if goes_on:
        behind = Span(behind.start, goes_on.start())
    after = phrase(text, behind, rules)
    named = Phrase(" ".join(found[0].split()), Span(*found.span()))
    if goes_on:
        named = Phrase(" ".join(f"{found[0]} {text[goes_on.start() : part.end]}".split()))
    return Named(before if before.words else after, named)


def _head_last(text: str, part: Span, rules: Roles) -> Named:
    """ "zinapoya panjarasining balandligi"; what says where stands before the owner."""
    found = list(rules.named.finditer(text, part.start, part.end))
    owner = Span(part.start, found[-1].start()) if found else part
    named = Phrase(" ".join(found[-1][0].split()), Span(*found[-1].span())) if found else NOTHING
    places = [match.end() for match in rules.places.finditer(text, owner.start, owner.end)]
    place = None
    if places and len(trimmed(text, Span(places[-1], owner.end), rules)):
        place, owner = trimmed(text, Span(owner.start, places[-1]), rules), Span(places[-1], owner.end)
    return Named(_without_ending(text, trimmed(text, owner, rules), rules), named, place)


def _without_ending(text: str, span: Span, rules: Roles) -> Phrase:
    ending = rules.genitive.search(text[span.start : span.end])
    return phrase(text, Span(span.start, span.start + ending.start()) if ending else span, rules)


def _run_on(text: str, part: Span, rules: Roles) -> Named:
    """ "疏散楼梯的净宽度", "栏杆高度"; the longest name of a property at the end."""
    owners = list(rules.possessing.finditer(text, part.start, part.end))
    start = owners[-1].end() if owners else part.start
    found = _at_end(text, Span(start, part.end), rules)
    named = Phrase(text[found.start : found.end], found) if found else NOTHING
    own = phrase(text, Span(start, found.start if found else part.end), rules)
    owner = phrase(text, Span(part.start, owners[-1].start()), rules) if owners else NOTHING
    if own.words:
        return _placed(text, own, rules) if not found else Named(own, named, owner.span)
    return Named(owner, named)


def _at_end(text: str, span: Span, rules: Roles) -> Span | None:
    found = [match for match in rules.named.finditer(text, span.start, span.end) if match.end() == span.end]
    return Span(*found[0].span()) if found else None


def _placed(text: str, own: Phrase, rules: Roles) -> Named:
    """The thing behind a place: "疏散走道上堆放物品"."""
    place = rules.places.match(text, own.span.start, own.span.end) if own.span else None
    if place is None or own.span is None:
        return Named(own)
    rest = phrase(text, Span(place.end(), own.span.end), rules)
    return Named(rest, place=Span(*place.span())) if rest.words else Named(own)

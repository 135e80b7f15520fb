"""What a value of a sentence is of: the words before its predicate, between predicate and value, or behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph.requirements.draft import NOTHING, Phrase
from graph.requirements.roles.amounts import Amount
from graph.requirements.roles.clauses import COMMA, Parts, Predicate
from graph.requirements.roles.data import Roles
from graph.requirements.roles.names import Named, name, phrase
from graph.spans import Span

BOUNDARY = re.compile(r"[,;，；、]|\s(?:и|а|но|va|ва)\s")
"""Parts what is said of one value from what is said of the next."""


def name_of(parts: Parts, one: Amount, ruling: Predicate | None, start: int, before: Named | None) -> Named:
    """Subject and property by the words before the predicate, between it and the value, or behind."""
    last = max([held.end for held in parts.demanded() if start <= held.end <= one.start], default=start)
    if last > start and free(parts, Span(last, max(last, one.start))) != Named():
        start = last
    near, far = Named(), Named()
    if ruling is not None and start <= ruling.span.start < one.start and not parts.rules.verb_last:
        far = free(parts, Span(start, ruling.span.start))
        near = _near(parts, Span(min(ruling.span.end, one.start), one.start))
    else:
        near = free(parts, Span(start, max(start, one.start)))
    prop = near.property if near.property.words else far.property
    subject = far.subject if far.subject.words and not near.property.words else near.subject
    subject = subject if subject.words else far.subject
    place = near.place or far.place
    counted = one.values[0].unit is None and one.values[0].magnitude is not None and not prop.words
    behind = _behind(parts, one) if counted or not subject.words else NOTHING
    if counted and (behind.words or not before):
        return _count(Named(subject, prop, place), behind, parts.rules)
    if not subject.words and behind.words and prop.words and parts.rules.possessing.match(parts.text, one.end):
        subject = behind
    if not subject.words and near.property.words + far.property.words:
        subject = _held_in(parts, near.property if near.property.words else far.property)
    if before and not subject.words:
        subject, place = before.subject, place or before.place
    if before:
        prop = prop if prop.words else before.property
    return Named(subject, prop, place)


def _held_in(parts: Parts, prop: Phrase) -> Phrase:
    """What a phrase right behind the property names: "нагрузка на ярус стеллажа"."""
    end = prop.span.end if prop.span else -1
    beside = (part for part in parts.conditions if end >= 0 and parts.text[end : part.start].strip() == "")
    part = next((part for part in beside if part.start >= end), None)
    return phrase(parts.text, part, parts.rules) if part else NOTHING


def _near(parts: Parts, span: Span) -> Named:
    """What stands between predicate and value, unless the value is a share of it or is compared with it besides."""
    text, rules = parts.text, parts.rules
    if any(match.end() == span.end for match in rules.possessing.finditer(text, span.start, span.end)):
        return Named()
    return Named() if rules.before.search(text, span.start, span.end) else free(parts, span)


def _count(named: Named, behind: Phrase, rules: Roles) -> Named:
    """The number of what is counted: of it alone, in a place, or of it in the subject."""
    if not behind.words:
        return Named(named.subject, Phrase(rules.number), named.place)
    if not named.subject.words or rules.places.search(named.subject.words):
        return Named(behind, Phrase(rules.number), named.place or named.subject.span)
    return Named(named.subject, Phrase(rules.number_of.format(behind.words)), named.place)


def free(parts: Parts, span: Span) -> Named:
    """What the words outside conditions name: the first property, and the subject beside it or nearest to it."""
    found = Named()
    for piece in _outside(parts, span):
        named = name(parts.text, piece, parts.rules)
        if found.property.words and found.subject.words:
            break
        found = Named(
            named.subject if named.subject.words else found.subject,
            found.property if found.property.words else named.property,
            named.place or found.place,
        )
    return found


def _outside(parts: Parts, span: Span) -> Iterator[Span]:
    start = span.start
    taken = [*parts.conditions, *(Span(one.start, one.end) for one in parts.amounts)]
    taken += [one.span for one in parts.predicates]
    if parts.rules.joined:
        taken += [Span(*match.span()) for match in COMMA.finditer(parts.text, span.start, span.end)]
    for part in sorted(part for part in taken if part.overlaps(span)):
        if part.start > start:
            yield Span(start, part.start)
        start = max(start, part.end)
    if start < span.end:
        yield Span(start, span.end)


def _behind(parts: Parts, one: Amount) -> Phrase:
    """The thing right behind a value: what is counted, or what has the property."""
    limits = [held.span.start for held in parts.predicates] + [part.start for part in parts.conditions]
    limits += [match.start() for match in BOUNDARY.finditer(parts.text, one.end)] + [parts.span.end]
    end = min(limit for limit in limits if limit >= one.end)
    return phrase(parts.text, Span(one.end, max(one.end, end)), parts.rules)

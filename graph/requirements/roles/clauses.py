"""What rules a sentence and what limits it: predicates, conditions, and the parts that are left."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from graph.demands import Condition
from graph.requirements.roles.amounts import Amount
from graph.requirements.roles.data import Roles
from graph.spans import Span
from graph.vocabulary import Comparator, Modality

COMMA = re.compile(r"(?<!\d)[,;]|[,;](?!\d)|[，；：]")
_BLANK = " \t\n\u00a0\u202f\u2009,;:，；：–—.。"


@dataclass(frozen=True, slots=True)
class Predicate:
    """Words that demand, allow or state.

    Attributes:
        denied: It forbids, or comes with "not".
        weak: It demands nothing by itself.
    """

    span: Span
    modality: Modality
    denied: bool = False
    weak: bool = False


@dataclass(frozen=True, slots=True)
class Parts:
    """A sentence taken apart.

    Attributes:
        conditions: In order, not overlapping.
    """

    text: str
    span: Span
    rules: Roles
    amounts: Sequence[Amount]
    predicates: Sequence[Predicate]
    conditions: Sequence[Span]

    def limits(self, at: int) -> bool:
        """Whether a place is inside a condition."""
        return any(part.start <= at < part.end for part in self.conditions)

    def demanded(self) -> list[Amount]:
        """The amounts outside conditions."""
        return [one for one in self.amounts if not self.limits(one.first)]


def predicates(text: str, span: Span, rules: Roles) -> list[Predicate]:
    """The predicates of a sentence, in order; weak ones beside a strong one and "为" behind "应" do not count."""
    found = [
        Predicate(Span(*match.span()), *rules.strengths[int((match.lastgroup or "p0")[1:])])
        for match in rules.predicates.finditer(text, span.start, span.end)
    ]
    strong = any(not one.weak for one in found)
    found = [one for one in found if not (strong and one.weak)]
    return [one for one, before in zip(found, [None, *found], strict=False) if not _goes_on(text, one, before, rules)]


def _goes_on(text: str, one: Predicate, before: Predicate | None, rules: Roles) -> bool:
    if before is None or one.modality is not Modality.STATES:
        return False
    return rules.link.fullmatch(text, before.span.end, one.span.start) is not None


def take_apart(text: str, span: Span, found: Sequence[Amount], rules: Roles) -> Parts:
    """The parts of a sentence."""
    ruling = predicates(text, span, rules)
    outline = Parts(text, span, rules, found, ruling, ())
    held = sorted(_closed(outline) if rules.joined or rules.verb_last else _opened(outline))
    held = sorted([*held, *_before_predicate(replace(outline, conditions=held))])
    return Parts(text, span, rules, found, [one for one in ruling if not _in(held, one.span.start)], held)


def _in(parts: Sequence[Span], at: int) -> bool:
    return any(part.start <= at < part.end for part in parts)


def _opened(parts: Parts) -> list[Span]:
    """Conditions of a language whose conditions have their sign at the head."""
    text, span, rules = parts.text, parts.span, parts.rules
    held: list[Span] = []
    at = span.start
    first = rules.head.match(text, span.start, span.end)
    while match := first or rules.tail.search(text, at, span.end):
        end = _end_of_opened(parts, match)
        first, at = None, match.end()
        ruled = max([one.span.end for one in parts.predicates if one.span.end <= at], default=span.start)
        if not _names_value(parts, match, end) and not rules.belonging.search(text, ruled, at):
            held.append(Span(match.start(), end))
            at = max(end, at)
    return held


def _before_predicate(parts: Parts) -> Iterator[Span]:
    """What narrows the subject by a compared value: "шириной до 3 м" before "должны иметь высоту не менее 2 м"."""
    first = next((one.span for one in parts.predicates if not parts.limits(one.span.start)), None)
    if parts.rules.verb_last or first is None:
        return
    demanded = parts.demanded()
    if not any(one.start >= first.end for one in demanded):
        return
    for one in demanded:
        if one.end <= first.start and one.comparator is not None and not one.denied:
            named = list(parts.rules.named.finditer(parts.text, parts.span.start, one.start))
            yield Span(named[-1].start() if named else one.start, one.end)


def _end_of_opened(parts: Parts, opener: re.Match[str]) -> int:
    """The next comma or predicate, or where the subject begins behind a condition without comma."""
    text, rules, limit = parts.text, parts.rules, parts.span.end
    strong = rules.strong.match(text, opener.start()) is not None
    comma = next((m.start() for m in COMMA.finditer(text, opener.end(), limit)), limit)
    limit = min(comma, limit)
    ruling = [one.span.start for one in parts.predicates if one.span.start >= opener.end() and not one.weak]
    limit = min([limit, *ruling]) if not (strong and comma < parts.span.end) else limit
    inside = [one for one in parts.amounts if opener.end() <= one.start and one.end <= limit]
    if inside and not strong and (inside[0].denied or inside[0].comparator is None):
        return inside[0].start
    if inside and limit in ruling and text[inside[-1].end : limit].strip(_BLANK):
        return inside[-1].end
    after = inside[-1].end if inside else opener.end()
    return min([limit, *_subjects(parts, after, limit)])


def _subjects(parts: Parts, start: int, limit: int) -> Iterator[int]:
    """Where names of properties begin in a form that can be a subject; one right behind the opener is none."""
    for match in parts.rules.named.finditer(parts.text, start, limit):
        if parts.text[start : match.start()].strip(_BLANK) and not parts.rules.oblique.search(match[0]):
            yield match.start()
    for match in parts.rules.fresh.finditer(parts.text, start, limit):
        if parts.text[start : match.start()].strip(_BLANK):
            yield match.start()


def _names_value(parts: Parts, opener: re.Match[str], end: int) -> bool:
    """Whether the words up to a value name what it is of: "на глубине не менее 0,7 м"."""
    ruled = any(one.span.end <= opener.start() for one in parts.predicates)
    near = [one for one in parts.amounts if one.denied or (ruled and one.comparator is None)]
    beside = any(end == one.start or opener.end() <= one.start < end for one in near)
    strong = parts.rules.strong.match(parts.text, opener.start()) is not None
    return beside and not strong and parts.rules.named.search(parts.text, opener.end(), end) is not None


def _closed(parts: Parts) -> list[Span]:
    """Conditions of a language whose conditions have their sign at the end: segments between commas."""
    if not parts.predicates:
        return []
    held: list[Span] = []
    last = parts.predicates[-1].span.start
    for segment in _segments(parts):
        if segment.start >= last or any(segment.covers(one.span) for one in parts.predicates):
            held.extend(_inside(parts, segment))
        elif _is_condition(parts, segment):
            held.append(segment)
    return held


def _segments(parts: Parts) -> Iterator[Span]:
    start = parts.span.start
    for comma in COMMA.finditer(parts.text, parts.span.start, parts.span.end):
        if any(one.start <= comma.start() < one.end for one in parts.amounts):
            continue
        yield Span(start, comma.start())
        start = comma.end()
    yield Span(start, parts.span.end)


def _is_condition(parts: Parts, segment: Span) -> bool:
    text, rules = parts.text, parts.rules
    words = text[segment.start : segment.end].strip(_BLANK)
    lead = segment.start + text[segment.start : segment.end].find(words)
    if rules.strong.match(text, lead, segment.end):
        return True
    if any(match.end() == len(words) for match in rules.ends.finditer(words)):
        return True
    inside = [one for one in parts.amounts if segment.start <= one.first < segment.end]
    if any(rules.possessing.match(text, one.end) for one in inside):
        return True
    return any(one.comparator in (Comparator.MORE, Comparator.LESS) and not one.waits for one in inside) and not (
        rules.verb_last
    )


def _inside(parts: Parts, segment: Span) -> Iterator[Span]:
    """Conditions in a segment with a predicate: up to a closing word, and what narrows by a compared value."""
    text, rules = parts.text, parts.rules
    start = segment.start
    for match in rules.ends.finditer(text, segment.start, segment.end):
        beside = [one.span.start for one in parts.predicates if one.span.start == match.end()]
        beside += [one.end for one in parts.amounts if one.end == match.start()]
        closes = not rules.joined or bool(beside)
        if closes and not _in([one.span for one in parts.predicates], match.start()):
            yield Span(start, match.end())
            start = match.end()
    inside = [one for one in parts.amounts if start <= one.first < segment.end]
    ruling = [one.span.start for one in parts.predicates if one.modality is not Modality.STATES]
    for one in inside:
        if rules.possessing.match(text, one.end) and ruling and one.end <= min(ruling):
            yield Span(start, one.end)
            start = one.end
    inside = [one for one in inside if one.first >= start]
    for one, other in zip(inside, inside[1:], strict=False):
        if _narrows(parts, one, other):
            named = rules.named.search(text, start, one.start)
            yield Span(named.start() if named else one.start, one.end)
            start = one.end


def _narrows(parts: Parts, one: Amount, other: Amount) -> bool:
    """Whether a compared value stands before the thing that it is told of: "40 m dan ortiq yo'laklarning eni"."""
    if one.comparator not in (Comparator.MORE, Comparator.LESS) or one.inherited or one.denied:
        return False
    gap = Span(one.end, max(one.end, other.start))
    ruling = [held.span.start for held in parts.predicates if gap.covers(held.span)]
    if ruling and not parts.rules.joined:
        return False
    words = parts.text[gap.start : min([gap.end, *ruling])]
    return not COMMA.search(words) and parts.rules.named.search(words) is not None


def condition(parts: Parts, span: Span) -> Condition:
    """The words of a condition with the first comparison in them."""
    words = parts.text[span.start : span.end]
    start = span.start + len(words) - len(words.lstrip(_BLANK))
    trimmed = Span(start, max(start, span.start + len(words.rstrip(_BLANK))))
    words = parts.text[trimmed.start : trimmed.end]
    negated = parts.rules.negated.search(words) is not None
    one = next((one for one in parts.amounts if trimmed.start <= one.first < trimmed.end and one.comparator), None)
    if one is None:
        return Condition(words, trimmed, negated)
    named = parts.rules.named.search(parts.text, trimmed.start, max(one.start, trimmed.start))
    return Condition(words, trimmed, negated, named[0] if named else None, one.comparator, one.values)

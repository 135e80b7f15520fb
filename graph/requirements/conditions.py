"""What limits a demand: conditions at the head of a sentence and behind it, and the scope its words name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from graph.demands import Condition
from graph.requirements.measures import Measure
from graph.requirements.patterns import Grammar
from graph.requirements.phrases import noun_after, property_before
from graph.spans import Span
from graph.vocabulary import Comparator

_END_OF_HEAD = re.compile(r",\s|:(?:\s|$)|\s[–—]\s")
_GOES_ON = re.compile(r"\s*(?:and|or)\b", re.IGNORECASE)
_END_OF_TAIL = re.compile(r"[,;](?=\s)|\)")
_AND = re.compile(r"\s*(?:,|,?\s*(?:and|or))\s*", re.IGNORECASE)
_PART_OF = re.compile(r"\s+(?:\w+\s+)?of\s", re.IGNORECASE)
_SPACE = re.compile(r"\s*")


@dataclass(frozen=True, slots=True)
class Limits:
    """Where a sentence's conditions stand, and where its main clause begins.

    Attributes:
        head: The condition that the sentence begins with.
        tails: Conditions behind or inside the main clause.
    """

    head: Span | None
    tails: tuple[Span, ...]
    body: int

    def holds(self, position: int) -> bool:
        """Whether a place is inside a condition."""
        return any(part.start <= position < part.end for part in self.all())

    def all(self) -> tuple[Span, ...]:
        """The conditions in order."""
        return (self.head, *self.tails) if self.head else self.tails


def limits(text: str, span: Span, rules: Grammar) -> Limits:
    """Finds the conditions of one sentence."""
    head = _head(text, span, rules)
    body = span.start
    if head:
        blank = re.compile(r"[\s,:–—]*").match(text, head.end, span.end)
        body = blank.end() if blank else head.end
    tails, at = [], body
    while match := rules.tail.search(text, at, span.end):
        end = _end_of_tail(text, match.end(), span.end)
        tails.append(Span(match.start(), end))
        at = end
    return Limits(head, tuple(tails), body)


def _head(text: str, span: Span, rules: Grammar) -> Span | None:
    """From the opener to the comma, colon or dash before the main clause; through "..., and where ..., "."""
    if inverted := rules.telling.inverted.match(text, span.start, span.end):
        mark = _END_OF_HEAD.search(text, inverted.end(), span.end)
        return Span(span.start, mark.start()) if mark else None
    opener = rules.head.match(text, span.start, span.end)
    if opener is not None and is_comparator(text, opener, span, rules):
        return None
    if opener is None:
        label = rules.label.match(text, span.start, span.end)
        is_empty = label is None or label["label"].strip().casefold() in rules.empty_headings
        is_empty = is_empty or rules.comparing.before.match(text, label.end() if label else 0) is not None
        return None if label is None or is_empty else Span(*label.span("label"))
    return _marked_head(text, opener, span, rules) or _bare_head(text, opener, span, rules)


def is_comparator(text: str, opener: re.Match[str], span: Span, rules: Grammar) -> bool:
    """Whether the sentence begins with a bound: "At least one door" does, "At a minimum, the door" does not."""
    bound = rules.comparing.before.match(text, span.start, span.end)
    return bound is not None and bound.end() > opener.end() and not text.startswith((",", ":"), bound.end())


def _bare_head(text: str, opener: re.Match[str], span: Span, rules: Grammar) -> Span | None:
    """The place or time that no comma ends: "In summer the room temperature ...", "On each side provide a rail"."""
    if rules.tail.match(text, opener.start()):
        return _bare_clause(text, opener, span, rules)
    verb = rules.verb.search(text, opener.end(), span.end)
    for main in rules.main.finditer(text, opener.end(), span.end):
        if verb and main.start() >= verb.start():
            break
        before = text[opener.start() : main.start()].split()
        if len(before) > len(opener[0].split()) and before[-1].casefold() not in rules.naming.stops:
            return Span(span.start, main.start())
    return None


def _bare_clause(text: str, opener: re.Match[str], span: Span, rules: Grammar) -> Span | None:
    """The clause that no comma ends, up to the last article before the second verb: "When it rains the limit is"."""
    first, second = islice(chain(rules.verb.finditer(text, opener.end(), span.end), (None, None)), 2)
    if first is None or second is None:
        return None
    starts = [main.start() for main in rules.main.finditer(text, first.end(), second.start())]
    kept = [at for at in starts if text[first.end() : at].split()[-1:] and _ends_clause(text, first.end(), at, rules)]
    return Span(span.start, kept[-1]) if kept else None


def _ends_clause(text: str, start: int, end: int, rules: Grammar) -> bool:
    return text[start:end].split()[-1].casefold() not in rules.naming.stops


def _marked_head(text: str, opener: re.Match[str], span: Span, rules: Grammar) -> Span | None:
    """The head that a comma, colon or dash ends."""
    at = opener.end()
    while match := _END_OF_HEAD.search(text, at, span.end):
        inside = text.count("(", span.start, match.start()) > text.count(")", span.start, match.start())
        goes_on = _GOES_ON.match(text, match.end(), span.end) is not None
        if not inside and not goes_on and not _is_list(text, opener, match, span, rules):
            return _unless_main(text, Span(span.start, match.start()), rules)
        at = match.end()
    return None


def _is_list(text: str, opener: re.Match[str], comma: re.Match[str], span: Span, rules: Grammar) -> bool:
    """Whether the comma only separates things: "If the area of windows, rooflights and doors exceeds 25 %, "."""
    if rules.tail.match(text, opener.start()) is None or comma[0][0] != ",":
        return False
    verbal = rules.verb.search(text, opener.end(), comma.start()) or rules.comparing.before.search(
        text, opener.end(), comma.start()
    )
    later = rules.verb.search(text, comma.end(), span.end)
    return (
        verbal is None
        and later is not None
        and re.search(r"\s(?:and|or)\s", text[comma.end() : later.start()]) is not None
    )


def _unless_main(text: str, head: Span, rules: Grammar) -> Span | None:
    """The head, unless a preposition opens a main clause with a demand in it: "In rooms, ..." is none."""
    verb = rules.verb.search(text, head.start, head.end)
    strong = verb is not None and rules.modality(verb) is not None
    before = text[head.start : verb.start()].split() if verb is not None else []
    if before and before[-1].casefold() in rules.relatives:
        return head
    return None if strong and not rules.tail.match(text, head.start) else head


def _end_of_tail(text: str, start: int, limit: int) -> int:
    for match in _END_OF_TAIL.finditer(text, start, limit):
        depth = text.count("(", start, match.start()) - text.count(")", start, match.start())
        if (match[0] == ")" and depth <= 0) or (match[0] != ")" and depth == 0):
            return match.start()
    return limit


def condition(text: str, span: Span, inside: Sequence[Measure], rules: Grammar) -> Condition:
    """The words of a condition, with the first comparison in them if there is one."""
    measure = next((one for one in inside if one.comparator is not None), None)
    measure = measure or next((one for one in inside if _is_said(text, span, one, rules)), None)
    trimmed = trim(text, span)
    negated = rules.negated.match(text, trimmed.start) is not None
    if measure is None:
        return Condition(text[trimmed.start : trimmed.end], trimmed, negated)
    named = property_before(text, Span(span.start, max(measure.start, span.start)), rules)
    if not named.words and measure.values[0].unit is None:
        named = noun_after(text, skip(text, measure.end), span.end, rules)
    values = [value for one in series(text, inside, measure) for value in one.values]
    comparator = measure.comparator or (Comparator.EQUAL if len(values) == 1 else Comparator.ONE_OF)
    return Condition(
        text[trimmed.start : trimmed.end],
        trimmed,
        negated,
        named.words or measure.dimension,
        comparator,
        tuple(values),
    )


def skip(text: str, start: int) -> int:
    """The place of the next word."""
    blank = _SPACE.match(text, start)
    return blank.end() if blank else start


def series(text: str, found: Sequence[Measure], first: Measure) -> list[Measure]:
    """A value and those that are listed with it: "categories 2, 3 and 4"."""
    listed = [first]
    for one in found if first.comparator is None else ():
        if one.start >= listed[-1].end and one.comparator is None and _AND.fullmatch(text, listed[-1].end, one.start):
            listed.append(one)
    return listed


def _is_said(text: str, span: Span, one: Measure, rules: Grammar) -> bool:
    """Whether a value that no word binds tells things apart: "the length is 15 m", "category 4", "one bedroom"."""
    value = one.values[0]
    if value.unit is not None or value.magnitude is None or one.dimension is not None:
        return True
    if rules.telling.classing.search(text, span.start, one.first) or rules.telling.being.search(
        text, span.start, one.first
    ):
        return True
    if not value.written.isalpha() or _PART_OF.match(text, one.end):
        return False
    return rules.reference.search(text[span.start : one.start]) is None


def conditions(text: str, parts: Iterable[Span], found: Sequence[Measure], rules: Grammar) -> tuple[Condition, ...]:
    """All conditions, those left out that give a purpose or a reason."""
    return tuple(
        condition(text, part, [one for one in found if part.start <= one.first < part.end], rules)
        for part in parts
        if len(part) and not rules.idle.match(text, part.start)
    )


def scope_of(words: Iterable[str], rules: Grammar) -> tuple[tuple[str, str], ...]:
    """The kinds of buildings, places and seasons that words name: ("building", "dwelling")."""
    found: set[tuple[str, str]] = set()
    for text in filter(rules.scoped.search, words):
        for dimension, pattern in rules.scopes:
            taken = {held for name, held in found if name == dimension}
            for match in pattern.finditer(text):
                name = " ".join(match[0].casefold().split())
                if not any(name in held for held in taken):
                    found.add((dimension, name))
    return tuple(sorted(found))


def trim(text: str, span: Span) -> Span:
    """The span without blanks and closing marks at its ends."""
    words = text[span.start : span.end]
    start = span.start + len(words) - len(words.lstrip(" \t\n,;:–—"))
    return Span(start, max(start, span.start + len(words.rstrip(" \t\n,;:.–—"))))

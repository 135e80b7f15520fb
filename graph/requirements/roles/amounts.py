"""Values of a sentence with the comparators that bind them, on whichever side a language writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from graph.demands import Quantity
from graph.quantities.numerals import number_words
from graph.requirements.roles.data import Roles
from graph.spans import Span
from graph.vocabulary import Comparator

_TURNED = {Comparator.MORE: Comparator.AT_MOST, Comparator.LESS: Comparator.AT_LEAST}
_LOOK_BACK = 60


@dataclass(frozen=True, slots=True)
class Amount:
    """One value, or the two of a range, as its neighbours bind it.

    Attributes:
        comparator: As written, without what a denied predicate makes of it; None where no word binds it.
        denied: A "not" stands right before the comparator, which is turned round already.
        start, end: With its comparator; first: where its first value begins.
        waits: Its case waits for the comparator of a later value.
        joined: By "x" to the amount before it, whose comparator and name it shares.
        inherited: The comparator stands at a later value.
    """

    values: tuple[Quantity, ...]
    comparator: Comparator | None
    start: int
    end: int
    first: int
    denied: bool = False
    tolerance: tuple[Quantity, Quantity] | None = None
    waits: bool = False
    joined: bool = False
    inherited: bool = False

    def meant(self, denied: bool) -> Comparator | None:
        """The comparator under a predicate: not more than is at most."""
        if denied and not self.denied and self.comparator in _TURNED:
            return _TURNED[self.comparator]
        return self.comparator


def amounts(text: str, span: Span, found: Sequence[Quantity], rules: Roles) -> list[Amount]:
    """The values of a sentence in order, each with its comparator."""
    bound: list[Amount] = []
    for group in _groups(text, span, _counted(text, found, rules), rules):
        start = bound[-1].end if bound else span.start
        bound.append(_bound(text, Span(start, span.end), group, rules))
    return _shared(text, bound, rules)


def _counted(text: str, found: Sequence[Quantity], rules: Roles) -> list[Quantity]:
    """Without bare numbers that count occasions or name days: "одного раза", "1 марта"."""
    return [one for one in found if one.unit or one.magnitude is None or not rules.uncounted.match(text, one.span.end)]


def _groups(text: str, span: Span, found: Sequence[Quantity], rules: Roles) -> Iterator[Amount]:
    at = 0
    while at < len(found):
        one = found[at]
        pair = _pair(text, span, one, found[at + 1], rules) if at + 1 < len(found) else None
        at += 2 if pair else 1
        yield pair or Amount((one,), None, one.span.start, _end(text, one, rules), one.span.start)


def _end(text: str, one: Quantity, rules: Roles) -> int:
    """The end of a value with the measure word behind it: "两个"."""
    known = number_words(rules.language)
    if known is None or one.unit is not None or one.magnitude is None:
        return one.span.end
    words = [*known.measures, *(f" {ending}" for ending in known.endings), *known.endings]
    return one.span.end + max((len(word) for word in words if _stands(text, word, one.span.end)), default=0)


def _stands(text: str, word: str, at: int) -> bool:
    """Whether a word stands at a place, whole if it is written in letters."""
    behind = text[at + len(word) : at + len(word) + 1]
    return text.startswith(word, at) and not (behind.isalpha() and word[-1:].casefold() != word[-1:].upper())


def _pair(text: str, span: Span, one: Quantity, other: Quantity, rules: Roles) -> Amount | None:
    """A range or a value with its tolerance."""
    gap, start, end = text[one.span.end : other.span.start], one.span.start, other.span.end
    if rules.tolerance.fullmatch(gap):
        return Amount((one,), None, start, end, start, tolerance=(other, other))
    opening = rules.opening.search(text, max(span.start, start - _LOOK_BACK), start)
    if opening and rules.opened.fullmatch(gap):
        return Amount((one, other), Comparator.RANGE, opening.start(), end, start)
    closed = not rules.verb_last or "-" in gap or "–" in gap or _case(text, other, rules) == 1
    if rules.plain.fullmatch(gap) and closed and other.unit == one.unit:
        return Amount((one, other), Comparator.RANGE, start, end, start)
    return None


def _case(text: str, one: Quantity, rules: Roles) -> int:
    """1 where a value ends with "up to", in its unit or behind it; else 0."""
    behind = rules.after.match(text, _stem_end(text, one, rules))
    behind = behind or rules.after.match(text, _skip(text, one.span.end))
    return int(behind is not None and rules.comparator(behind) is Comparator.AT_MOST)


def _stem_end(text: str, one: Quantity, rules: Roles) -> int:
    """Where the ending of case begins that a unit carries; the end of the value where it carries none."""
    ending = rules.ending.search(one.written) if one.unit else None
    return one.span.start + ending.start() if ending and ending[0] else one.span.end


def _skip(text: str, at: int) -> int:
    return at + len(text[at : at + 8]) - len(text[at : at + 8].lstrip(" \t\n\u00a0\u202f\u2009"))


def _bound(text: str, within: Span, one: Amount, rules: Roles) -> Amount:
    """The amount with the comparator before it, or else the one behind it."""
    if one.comparator is not None:
        behind = rules.after.match(text, _skip(text, one.end), within.end)
        return replace(one, end=behind.end()) if behind and rules.verb_last else one
    for match in reversed(list(rules.before.finditer(text, max(within.start, one.first - _LOOK_BACK), one.first))):
        if rules.filler.fullmatch(text, match.end(), one.first):
            return _before(text, within, one, match, rules)
    if rules.tolerance.fullmatch(text, max(within.start, one.first - 1), one.first):
        return replace(one, comparator=Comparator.AT_MOST, start=one.first - 1)
    return _after(text, within, one, rules)


def _before(text: str, within: Span, one: Amount, match: re.Match[str], rules: Roles) -> Amount:
    kind, start = rules.comparator(match), match.start()
    denial = rules.denial.search(text, within.start, start)
    turned = _TURNED.get(kind, kind) if denial else kind
    return replace(one, comparator=turned, start=denial.start() if denial else start, denied=bool(denial))


def _after(text: str, within: Span, one: Amount, rules: Roles) -> Amount:
    for at in (_stem_end(text, one.values[-1], rules), _skip(text, one.end)):
        match = rules.after.match(text, at, within.end)
        if match:
            return replace(one, comparator=rules.comparator(match), end=max(one.end, match.end()))
    waits = any(rules.waiting.match(text, at) for at in (_stem_end(text, one.values[-1], rules), _skip(text, one.end)))
    return replace(one, waits=waits)


def _shared(text: str, bound: list[Amount], rules: Roles) -> list[Amount]:
    """Comparators of neighbours: of a later value for one that waits, of an earlier one for "1100 × 1400"."""
    for at in range(len(bound) - 2, -1, -1):
        if bound[at].waits and bound[at].comparator is None and bound[at + 1].comparator:
            bound[at] = replace(bound[at], comparator=bound[at + 1].comparator, inherited=True)
    for at in range(1, len(bound)):
        before, one = bound[at - 1], bound[at]
        alike = one.values[0].unit in (None, before.values[-1].unit)
        if one.comparator is None and alike and rules.product.fullmatch(text, before.end, one.first):
            bound[at] = replace(one, comparator=before.comparator, denied=before.denied, joined=True)
    return bound

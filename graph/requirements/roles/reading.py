"""Demands of one sentence, read by the roles of its words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from graph.demands import Condition, Quantity
from graph.quantities.numbers import find_quantities
from graph.quantities.spellings import scan_unit
from graph.requirements.draft import NOTHING, Draft, Phrase
from graph.requirements.roles.amounts import Amount, amounts
from graph.requirements.roles.clauses import Parts, Predicate, condition, take_apart
from graph.requirements.roles.data import Roles
from graph.requirements.roles.names import Named, phrase
from graph.requirements.roles.naming import BOUNDARY, free, name_of
from graph.spans import Span
from graph.vocabulary import Comparator, Modality

_FIXED = (Comparator.AT_LEAST, Comparator.AT_MOST)
_OPEN = (Comparator.MORE, Comparator.LESS)
_UNIT_OF_LEAD = re.compile(r"[,，(]\s*([^\s,:：()]+)\s*(?=[,:：)])")


@dataclass(frozen=True, slots=True)
class Above:
    """What lead-ins and headings give to the items below them.

    Attributes:
        comparator: At the end of the lead-in: "не менее:".
        unit: In the lead-in ("ширина, м, не менее:"), with its place.
        topic: Words of the innermost heading.
    """

    predicate: Predicate | None = None
    named: Named = Named()
    comparator: Comparator | None = None
    unit: Span | None = None
    topic: Phrase = NOTHING
    conditions: tuple[Condition, ...] = ()
    led: bool = False


@dataclass(frozen=True, slots=True)
class _Demand:
    """A demand while its neighbours complete it."""

    amount: Amount
    comparator: Comparator
    predicate: Predicate | None
    named: Named
    inherited: bool = False


def lead_in(text: str, leads: Sequence[Span], headings: Sequence[Span], rules: Roles) -> Above:
    """What lead-ins and headings, outer first, say to what they lead."""
    topics = [phrase(text, one, rules) for one in headings if not rules.empty.fullmatch(text, one.start, one.end)]
    above = Above(topic=topics[-1] if topics else NOTHING)
    for lead in leads:
        above = _inside(text, lead, above, rules)
    return above


def _inside(text: str, lead: Span, outer: Above, rules: Roles) -> Above:
    """What one more lead-in adds."""
    found = find_quantities(text, lead, rules.language)
    parts = take_apart(text, lead, amounts(text, lead, found, rules), rules)
    last = parts.predicates[-1] if parts.predicates else None
    bound = _trailing_comparator(text, lead, last, rules)
    unit = next((m for m in _UNIT_OF_LEAD.finditer(text, lead.start, lead.end) if _is_unit(m[1])), None)
    ends = [bound[0] if bound else lead.end, unit.start() if unit else lead.end]
    if last and free(parts, Span(lead.start, last.span.start)) != Named():
        ends.append(last.span.start)
    named = free(parts, Span(lead.start, min(ends)))
    return Above(
        predicate=last or outer.predicate,
        named=Named(
            named.subject if named.subject.words else outer.named.subject,
            named.property if named.property.words else outer.named.property,
        ),
        comparator=bound[1] if bound else outer.comparator,
        unit=Span(*unit.span(1)) if unit else outer.unit,
        topic=outer.topic,
        conditions=(*outer.conditions, *(condition(parts, part) for part in parts.conditions)),
        led=True,
    )


def _is_unit(word: str) -> bool:
    written = scan_unit(word, 0)
    return written is not None and written.end == len(word)


def _trailing_comparator(
    text: str, lead: Span, ruling: Predicate | None, rules: Roles
) -> tuple[int, Comparator] | None:
    found = list(rules.before.finditer(text, lead.start, lead.end))
    if not found or text[found[-1].end() : lead.end].strip(" :：,，") != "":
        return None
    denial = rules.denial.search(text, lead.start, found[-1].start())
    one = Amount((), rules.comparator(found[-1]), 0, 0, 0)
    turned = one.meant(denial is not None or (ruling is not None and ruling.denied))
    return (denial.start() if denial else found[-1].start(), turned) if turned else None


def read_statement(text: str, span: Span, above: Above, rules: Roles) -> Iterator[Draft]:
    """The demands of one sentence: its values, or else that something is there or is not."""
    found = [_with_unit(text, one, above) for one in find_quantities(text, span, rules.language)]
    parts = take_apart(text, span, amounts(text, span, found, rules), rules)
    held: list[_Demand] = []
    for one in parts.demanded():
        demand = _demand(parts, one, held[-1] if held else None, above)
        held += [demand] if demand else []
    yield from (_draft(parts, held, at, above) for at in range(len(held)))
    measured = any(not parts.limits(one.span.start) for one in found)
    if not held and not measured and not text[span.start : span.end].rstrip().endswith((":", "：")):
        yield from _presence(parts, above)


def _with_unit(text: str, one: Quantity, above: Above) -> Quantity:
    """A bare number with the unit of its lead-in."""
    if one.unit or one.magnitude is None or above.unit is None:
        return one
    return replace(one, unit=text[above.unit.start : above.unit.end], unit_span=above.unit)


def _predicate_of(parts: Parts, one: Amount, before: _Demand | None, above: Above) -> Predicate | None:
    earlier = [held for held in parts.predicates if held.span.end <= one.first]
    later = [held for held in parts.predicates if held.span.start >= one.first]
    if parts.rules.verb_last:
        return later[0] if later else earlier[-1] if earlier else above.predicate
    if earlier:
        return earlier[-1]
    return (later[0] if later and not (before and before.predicate) else None) or above.predicate


def _demand(parts: Parts, one: Amount, before: _Demand | None, above: Above) -> _Demand | None:
    """The demand that one amount makes; None where it makes none."""
    ruling = _predicate_of(parts, one, before, above)
    start = before.amount.end if before else parts.span.start
    bound = _comparator(parts, one, ruling, before, above, start)
    if bound is None:
        return None
    earlier = before.named if before else None
    named = earlier if one.joined and earlier else name_of(parts, one, ruling, start, earlier)
    return _Demand(one, bound[0], ruling, named, bound[1])


def _comparator(
    parts: Parts, one: Amount, ruling: Predicate | None, before: _Demand | None, above: Above, start: int
) -> tuple[Comparator, bool] | None:
    """What the amount is bound by, and whether that stands elsewhere."""
    strong = ruling is not None and not ruling.weak
    kind = one.meant(ruling is not None and ruling.denied)
    if kind in _OPEN:
        return (kind, one.inherited) if ruling and strong and ruling.modality is not Modality.STATES else None
    if kind in _FIXED:
        return (kind, one.inherited) if one.denied or ruling or above.led else None
    if kind is Comparator.RANGE:
        return (kind, False) if strong or above.led else None
    return _unbound(parts, one, ruling, before, above, start)


def _unbound(
    parts: Parts, one: Amount, ruling: Predicate | None, before: _Demand | None, above: Above, start: int
) -> tuple[Comparator, bool] | None:
    """Of a value that no word binds: the neighbour's, the lead-in's, "minimum" in its name, or equal."""
    text, rules = parts.text, parts.rules
    measured = one.values[0].unit is not None or one.values[0].magnitude is None
    if above.comparator:
        return above.comparator, True
    if _is_listed(parts, one) or one.values[0].written.startswith("+"):
        return None
    if before and measured and before.predicate is ruling and _goes_on(parts, before.amount, one):
        return before.comparator, True
    for pattern, kind in ((rules.least, Comparator.AT_LEAST), (rules.most, Comparator.AT_MOST)):
        if pattern.search(text, start, one.first) and (ruling or _is_dash(text, one)):
            return kind, False
    if ruling is None or ruling.weak or ruling is above.predicate:
        return None
    if not _is_linked(parts, one, ruling, measured):
        return None
    return Comparator.EQUAL, False


def _is_listed(parts: Parts, one: Amount) -> bool:
    """Whether another value stands right beside it: "0,9 и 0,7 м" is no single value."""
    pairs = zip(parts.amounts, parts.amounts[1:], strict=False)
    return any(
        one in pair and parts.rules.joining.fullmatch(parts.text, pair[0].end, pair[1].first) is not None
        for pair in pairs
    )


def _goes_on(parts: Parts, before: Amount, one: Amount) -> bool:
    """Whether a value shares the comparator before it: "6 м, обочин – 1,5 м"; another one stands between them."""
    text, rules = parts.text, parts.rules
    gap = Span(before.end, max(before.end, one.first))
    between = any(gap.covers(held.span) for held in parts.predicates)
    apart = BOUNDARY.search(text, gap.start, gap.end) is not None
    return apart and not between and not rules.verb_last and rules.before.search(text, gap.start, gap.end) is None


def _is_dash(text: str, one: Amount) -> bool:
    return re.search(r"[–—:：-]\s*$", text[max(0, one.first - 3) : one.first]) is not None


def _is_linked(parts: Parts, one: Amount, ruling: Predicate, measured: bool) -> bool:
    """Whether only linking words, or the name of the property, stand between predicate and value."""
    text, rules = parts.text, parts.rules
    behind = ruling.span.start >= one.first
    gap = Span(one.end, max(one.end, ruling.span.start)) if behind else Span(ruling.span.end, one.first)
    linked = rules.link.fullmatch(text, gap.start, gap.end) is not None
    named = not behind and rules.named.search(text, gap.start, gap.end) is not None
    return (linked and (measured or rules.named.search(text, parts.span.start, gap.start) is not None)) or (
        named and measured
    )


def _conditions(parts: Parts, held: Sequence[_Demand], at: int) -> tuple[Condition, ...]:
    """The conditions before the first demand, and those on this one's side of a boundary."""
    one = held[at].amount
    start = held[at - 1].amount.end if at else parts.span.start
    end = held[at + 1].amount.start if at + 1 < len(held) else parts.span.end
    own = [part for part in parts.conditions if part.start < held[0].amount.start]
    for part in parts.conditions:
        if part.start < held[0].amount.start:
            continue
        if one.end <= part.start < end and not _is_of_next(parts, one, part, last=at + 1 == len(held)):
            own.append(part)
        if at and start <= part.start < one.start and BOUNDARY.search(parts.text, start, part.start):
            own.append(part)
    place = held[at].named.place
    spans = [*own, place] if place and not any(part.overlaps(place) for part in own) else own
    return tuple(condition(parts, part) for part in sorted(spans))


def _is_of_next(parts: Parts, one: Amount, part: Span, *, last: bool) -> bool:
    """Whether a condition behind a value opens what follows: behind a boundary, before another value or predicate."""
    apart = BOUNDARY.search(parts.text, one.end, part.start) is not None
    return apart and (not last or any(held.span.start >= part.end for held in parts.predicates))


def _draft(parts: Parts, held: Sequence[_Demand], at: int, above: Above) -> Draft:
    demand = held[at]
    named, borrowed = demand.named, not demand.named.subject.words
    subject = named.subject if not borrowed else above.named.subject if above.led else above.topic
    prop = named.property if named.property.words else above.named.property
    return Draft(
        span=parts.span,
        subject=subject,
        property=prop,
        comparator=demand.comparator,
        values=demand.amount.values,
        modality=_modality(demand),
        confidence=_confidence(demand, borrowed, subject, prop),
        method="roles",
        tolerance=demand.amount.tolerance,
        conditions=(*above.conditions, *_conditions(parts, held, at)),
        language=parts.rules.language,
    )


def _modality(demand: _Demand) -> Modality:
    ruling = demand.predicate
    if ruling is None:
        return Modality.STATES
    if ruling.denied and demand.comparator in (Comparator.EQUAL, Comparator.RANGE):
        return Modality.SHALL_NOT if ruling.modality is Modality.SHALL else Modality.SHOULD_NOT
    return ruling.modality


def _confidence(demand: _Demand, borrowed: bool, subject: Phrase, prop: Phrase) -> float:
    """How sure: each thing that had to be guessed or fetched from elsewhere takes its part."""
    sure = 0.96
    sure -= 0.05 if demand.comparator is Comparator.EQUAL else 0.0
    sure -= 0.08 if demand.inherited else 0.0
    sure -= 0.1 if borrowed else 0.0
    sure -= 0.1 if not prop.words else 0.0
    sure -= 0.2 if not subject.words and not prop.words else 0.0
    weak = demand.predicate is None or demand.predicate.modality in (Modality.STATES, Modality.MAY)
    return round(max(sure - (0.08 if weak else 0.0), 0.3), 2)


def _without_doing(subject: Phrase, rules: Roles) -> Phrase:
    """The object without the noun that says what is done to it: "zinapoyalar o'rnatish"."""
    doing = rules.verbal.search(subject.words)
    if doing is None or subject.span is None:
        return subject
    cut = len(subject.words) - doing.start()
    return Phrase(subject.words[: doing.start()], Span(subject.span.start, subject.span.end - cut))


def _presence(parts: Parts, above: Above) -> Iterator[Draft]:
    """That something is to be there or to be so, or must not: no value is demanded."""
    ruling = next((one for one in parts.predicates if not one.weak and one.modality is not Modality.STATES), None)
    if ruling is None or ruling.modality is Modality.MAY:
        return
    before = free(parts, Span(parts.span.start, ruling.span.start))
    behind = free(parts, Span(ruling.span.end, parts.span.end))
    subject = before.subject if before.subject.words else behind.subject
    rest = behind.subject if before.subject.words else NOTHING
    subject = _without_doing(subject, parts.rules)
    if not subject.words or re.search(r"\d", rest.words):
        return
    strength = {Modality.SHALL: Modality.SHALL_NOT, Modality.SHOULD: Modality.SHOULD_NOT}
    yield Draft(
        span=parts.span,
        subject=subject,
        property=rest,
        comparator=Comparator.ABSENT if ruling.denied else Comparator.PRESENT,
        values=(),
        modality=strength[ruling.modality] if ruling.denied else ruling.modality,
        confidence=0.6,
        method="roles",
        conditions=(*above.conditions, *(condition(parts, part) for part in parts.conditions)),
        language=parts.rules.language,
    )

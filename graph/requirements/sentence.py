"""One statement taken apart, and what limits the demands in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from graph.demands import Condition, Quantity
from graph.requirements.conditions import Limits, conditions, is_comparator, scope_of, series, skip, trim
from graph.requirements.frames import Frame, Verb
from graph.requirements.measures import Measure
from graph.requirements.patterns import Grammar
from graph.requirements.phrases import is_property, noun_after, noun_before, phrase, subject_of
from graph.spans import Span
from graph.vocabulary import Comparator

_STRICT = (Comparator.MORE, Comparator.LESS)
_PLACE = re.compile(
    r"\b(?:(?P<to>at|to|for)|in|on|along|across|around|inside|outside|through|behind|beside|near|into|against)\s+"
    r"(?P<which>(?:all|any|every|each|those|such)\s+)?(?:(?:the|an?)\s+)?",
    re.IGNORECASE,
)
_AND_IN = re.compile(r"[^,;.]{0,60}?,?\s+and\s+(?P<place>(?:in|at|on|for)\s+[^,;.]{2,40}?)\s+", re.IGNORECASE)
_AND = re.compile(r",?\s*\band\s+$", re.IGNORECASE)
_DURATION = re.compile(r"s|secs?|seconds?|min|mins|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One statement taken apart.

    Attributes:
        command: Where the object of an imperative begins; None where there is none.
        forbidding: The imperative is "do not" or "avoid".
    """

    text: str
    span: Span
    frame: Frame
    limits: Limits
    verbs: Sequence[Verb]
    measures: Sequence[Measure]
    rules: Grammar
    command: int | None = None
    forbidding: bool = False


def verb_of(sentence: Sentence, one: Measure) -> Verb | None:
    """The last main verb before the measure."""
    before = [verb for verb in sentence.verbs if verb.span.end <= one.first]
    return before[-1] if before else None


def behind(sentence: Sentence, one: Measure) -> Span | None:
    """The phrase "for a going of less than 350 mm" behind another value, that this value is in."""
    earlier = [other for other in sentence.measures if other.end <= one.start]
    if not earlier:
        return None
    start = earlier[-1].end
    gap = sentence.text[start : one.start]
    if gap.strip() in ("and", "or", "by", "x", "×") and behind(sentence, earlier[-1]):
        return Span(start, one.end)
    match = re.match(r"[\s,]*(?:[a-z-]+\s+){0,3}?(?P<opener>for|under|serving|at|in(?=\s+an?\s))\s", gap, re.IGNORECASE)
    if match is None or re.search(r"[;:]|\band\b", gap) or _has_verb(sentence, start, one.start):
        return None
    if lasts(sentence, earlier[-1], one):
        return None
    return Span(start + match.start("opener"), one.end)


def placed(sentence: Sentence, one: Measure) -> Span | None:
    """The phrase that says where the thing is to be, if the value only tells which places are meant: "shall be provided
    on stairs wider than 1 m", "in buildings with more than ten storeys"."""
    verb = verb_of(sentence, one)
    start = verb.span.end if verb else sentence.command
    if start is None or not (one.comparator in _STRICT or _is_class_behind(sentence, one, start)):
        return None
    if sentence.rules.following.match(sentence.text, one.end) and not one.bound_by.casefold().startswith("exceeding"):
        return None
    opener = next(reversed(list(_PLACE.finditer(sentence.text, start, one.start))), None)
    if opener is None:
        return None
    thing = noun_after(sentence.text, opener.end(), one.start, sentence.rules)
    is_measured = opener["to"] is not None and is_property(thing.words, sentence.rules.naming)
    if not thing.words or is_measured or (is_property(thing.words, sentence.rules.naming) and opener["which"] is None):
        return None
    return Span(opener.start(), _end_of_counted(sentence, one, one.end))


def _is_class_behind(sentence: Sentence, one: Measure, start: int) -> bool:
    """Whether a class stands behind a value of the same verb: "22.5 t on lines of category D"."""
    is_class = one.comparator is None and one.values[0].magnitude is None and one.values[0].unit is None
    return is_class and any(start <= other.first < one.first for other in sentence.measures)


def _has_verb(sentence: Sentence, start: int, end: int) -> bool:
    return any(start <= verb.span.start < end for verb in sentence.verbs)


def is_time(value: Quantity) -> bool:
    """Whether a value is measured in seconds to years."""
    return _DURATION.fullmatch(value.unit or "") is not None


def lasts(sentence: Sentence, first: Measure, one: Measure) -> bool:
    """Whether a value right behind another says for how long: "tested at 10 bar for 30 minutes"."""
    times = [is_time(value) for value in (first.values[0], one.values[0])]
    is_behind = re.fullmatch(r"\s+for(?:\s+an?)?\s+", sentence.text[first.end : one.start]) is not None
    return is_behind and " than" not in one.bound_by and times == [False, True] and verb_of(sentence, one) is not None


def restricts_subject(sentence: Sentence, one: Measure) -> bool:
    """Whether a value before the verb tells which things are meant: "Ramps with a rise over 150 mm shall have"."""
    after = next((verb for verb in sentence.verbs if verb.span.start >= one.end), None)
    if sentence.command is not None and sentence.command <= one.start:
        return False
    if after is None or after.able:
        return after is not None or one.bound_by.casefold() in sentence.rules.comparing.shy
    predicate = sentence.text[after.span.end : sentence.span.end].lstrip()
    is_applied = not predicate.rstrip(" .") or sentence.rules.telling.amounts.match(predicate)
    if is_applied and _is_amount(sentence, one):
        return False
    shown = sentence.rules.presence.match(predicate)
    if shown and (after.denied or sentence.rules.absent.match(predicate)):
        return not sentence.rules.comparing.denied.match(sentence.text, sentence.limits.body)
    if shown and predicate[shown.end() :].split()[:1] not in (["with"], ["by"]):
        return False
    if one.comparator is None and leads(sentence, one) and sentence.rules.idle_predicate.match(predicate):
        return True
    if any(other.first > after.span.end and not sentence.limits.holds(other.first) for other in sentence.measures):
        return not leads(sentence, one) or sentence.text[after.span.start : after.span.end].lower() in ("is", "are")
    return not leads(sentence, one)


def _is_amount(sentence: Sentence, one: Measure) -> bool:
    """Whether the subject is the value's own property: "A gap of 10 mm shall be left"."""
    before = sentence.text[sentence.limits.body : one.start].rstrip().removesuffix(" not").rstrip()
    words = Span(sentence.limits.body, sentence.limits.body + len(before.removesuffix("of").rstrip()))
    named = noun_before(sentence.text, words, sentence.rules)
    return before.endswith(" of") and is_property(named.words, sentence.rules.naming)


def leads(sentence: Sentence, one: Measure) -> bool:
    """Whether the sentence begins with the measure: "At least five ventilators"."""
    return not phrase(sentence.text, Span(sentence.limits.body, one.start)).words


def conditions_of(sentence: Sentence, one: Measure | None = None) -> tuple[Condition, ...]:
    """The conditions of the sentence and of its lead-ins; of a measure also what stands behind it alone."""
    own = sentence.limits.all()
    if one is not None:
        parts = [behind(sentence, other) for other in sentence.measures if other.start >= one.end][:1]
        own = (*own, *[part for part in parts if part is not None], *_following(sentence, one))
        own = (*own, *_leading(sentence, one))
    further = (*_restrictions(sentence, one), *_undivided(sentence))
    own = (*own, *[part for part in further if not any(part.start == held.start for held in own)])
    inner = conditions(sentence.text, own, sentence.measures, sentence.rules)
    if one is not None and sentence.rules.which_case.search(sentence.text, sentence.span.start, one.start):
        inner = tuple(replace(condition, negated=False) for condition in inner)
    outer = conditions(sentence.text, sentence.frame.conditions, (), sentence.rules)
    return (*outer, *inner)


def _following(sentence: Sentence, one: Measure) -> Iterator[Span]:
    """What follows a value and says where it holds: "56 inches deep for wall hung water closets"."""
    text, ends = sentence.text, [held.start for held in sentence.limits.all() if held.start >= one.end]
    later = [other for other in sentence.measures if other.start >= one.end]
    bound = [other.start for other in later if other.comparator or _is_next(sentence, other)]
    limit = min([*ends, *bound, sentence.span.end])
    opener = sentence.rules.following.match(text, one.end, limit)
    if opener is None:
        return
    mark = re.compile(r"[,;:()]|\.\s").search(text, opener.end(), limit)
    end = mark.start() if mark else limit
    end -= len(text[opener.end() : end]) - len(_AND.sub("", text[opener.end() : end]))
    if not any(opener.end() <= verb.span.start < end for verb in sentence.verbs):
        yield Span(opener.start("opener"), end)


def _leading(sentence: Sentence, one: Measure) -> Iterator[Span]:
    """The place in front of the second of two values: "100 lux in halls and in corridors 50 lux"."""
    earlier = [other.end for other in sentence.measures if other.end <= one.start]
    place = _AND_IN.fullmatch(sentence.text, earlier[-1], one.start) if earlier else None
    if place is not None and not _has_verb(sentence, earlier[-1], one.start):
        yield Span(*place.span("place"))


def _is_next(sentence: Sentence, one: Measure) -> bool:
    """Whether a value behind another is the next one demanded: "300 mm on main lines and 250 mm in sidings"."""
    has_unit = one.values[0].unit is not None
    return has_unit and _AND.search(sentence.text, sentence.span.start, one.start) is not None


def _undivided(sentence: Sentence) -> Iterator[Span]:
    """A condition at the head that no mark divides from the subject: "In high-rise buildings elevators shall"."""
    verb, start = next(iter(sentence.verbs), None), sentence.limits.body
    if verb is None or sentence.command is not None or sentence.limits.head is not None:
        return
    before = Span(start, max(start, verb.span.start))
    is_open = sentence.rules.head.match(sentence.text, start, before.end)
    if is_open is None or is_comparator(sentence.text, is_open, sentence.span, sentence.rules):
        return
    if not subject_of(sentence.text, before, sentence.rules).words:
        yield before


def _restrictions(sentence: Sentence, demanded: Measure | None = None) -> Iterator[Span]:
    """What restricts the subject: "with a travel exceeding 3 m", "of category 4", "not exposed to earth"."""
    if state := _state(sentence):
        yield state
    for one in sentence.measures:
        if demanded is not None and one.first == demanded.first:
            continue
        if place := placed(sentence, one):
            yield place
            continue
        if sentence.limits.holds(one.first) or verb_of(sentence, one) is not None or not _tells(sentence, one):
            continue
        if restricts_subject(sentence, one):
            found = sentence.rules.limiting.finditer(sentence.text, sentence.limits.body, one.start + 1)
            openers = sorted(found, key=lambda match: (match[0].casefold() != "of", match.start()))
            end = series(sentence.text, sentence.measures, one)[-1].end
            yield Span(openers[-1].start() if openers else one.start, _end_of_counted(sentence, one, end))


def _end_of_counted(sentence: Sentence, one: Measure, end: int) -> int:
    """Where what is counted ends: "with more than two storeys"."""
    if one.values[0].unit is not None or one.comparator is None:
        return end
    counted = noun_after(sentence.text, skip(sentence.text, end), sentence.span.end, sentence.rules)
    return counted.span.end if counted.span is not None else end


def _state(sentence: Sentence) -> Span | None:
    """The state that a subject, or a note without a verb, is limited to: "cast against earth"."""
    end = sentence.verbs[0].span.start if sentence.verbs else sentence.span.end
    found = sentence.rules.telling.state.search(sentence.text, sentence.limits.body, end)
    return Span(found.start(), min([end, *[part.start for part in sentence.limits.tails]])) if found else None


def _tells(sentence: Sentence, one: Measure) -> bool:
    """Whether a value in the subject is compared, or measures or classifies the thing."""
    value = one.values[0]
    if one.comparator is not None or value.unit is not None or value.magnitude is None:
        return True
    return sentence.rules.telling.classing.search(sentence.text, sentence.span.start, one.first) is not None


def scope(sentence: Sentence) -> tuple[tuple[str, str], ...]:
    """What the words of sentence and headings limit it to; the sentence's own words win, and an exception is none."""
    text, rules = sentence.text, sentence.rules
    excepted = [part for part in sentence.limits.all() if rules.negated.match(text, trim(text, part).start)]
    left_out = {pair for part in excepted for pair in scope_of([text[part.start : part.end]], rules)}
    whole = scope_of([text[sentence.span.start : sentence.span.end]], rules)
    own = [pair for pair in whole if pair not in left_out]
    named = {dimension for dimension, _ in own}
    return (*own, *[pair for pair in sentence.frame.scope if pair[0] not in named])

"""Values that are forbidden, and the bounds that are left: "Ramps steeper than 1:12 are not permitted"."""

from __future__ import annotations

import re
from dataclasses import replace

from graph.requirements.conditions import skip
from graph.requirements.frames import Verb
from graph.requirements.measures import Measure
from graph.requirements.sentence import Sentence, is_time, leads
from graph.vocabulary import Comparator, Modality

_KEPT = {
    Comparator.MORE: Comparator.AT_MOST,
    Comparator.LESS: Comparator.AT_LEAST,
    Comparator.AT_LEAST: Comparator.LESS,
    Comparator.AT_MOST: Comparator.MORE,
}
_NEGATIVE = {Modality.SHALL: Modality.SHALL_NOT, Modality.SHOULD: Modality.SHOULD_NOT, Modality.MAY: Modality.SHALL_NOT}
_NO = re.compile(r"(?:no(?!\.)|none\s+of|neither)\s", re.IGNORECASE)
_BEFORE = re.compile(r"\b(?:before|until|prior\s+to|in\s+less\s+than)\s+$", re.IGNORECASE)
_BUT = re.compile(r"\b(?:other\s+than|anything\s+but|except)\b", re.IGNORECASE)
_POSITIVE = {Modality.SHALL_NOT: Modality.SHALL, Modality.SHOULD_NOT: Modality.SHOULD, Modality.MAY: Modality.SHALL}


def kept(sentence: Sentence, one: Measure) -> tuple[Measure, Modality] | None:
    """The only value of a sentence, before its only verb, with the bound that the verb leaves and how strong it is.

    None where the verb forbids no values.
    """
    if len(sentence.measures) != 1 or len(sentence.verbs) != 1 or sentence.command is not None:
        return None
    verb, rules = sentence.verbs[0], sentence.rules
    if verb.able or verb.span.start < one.end or rules.comparing.denied.match(sentence.text, sentence.limits.body):
        return None
    predicate = _predicate(sentence, verb)
    strength = verb.modality or (Modality.SHALL if rules.stated.match(predicate) else Modality.STATES)
    left = _left(sentence, one, verb, predicate)
    return (left, _POSITIVE.get(strength, strength)) if left is not None else None


def _left(sentence: Sentence, one: Measure, verb: Verb, predicate: str) -> Measure | None:
    rules = sentence.rules
    if one.comparator is None:
        is_most = _is_denied(verb) and rules.telling.exceeded.fullmatch(predicate)
        return replace(one, comparator=Comparator.AT_MOST, near=False) if is_most else None
    left = _KEPT.get(one.comparator)
    if left is not None and _is_denied(verb) and leads(sentence, one) and one.values[0].unit is None:
        return replace(one, comparator=left)
    forbidding = rules.telling.accepted if _is_denied(verb) else rules.telling.refused
    return replace(one, comparator=left) if left is not None and forbidding.fullmatch(predicate) else None


def outside(sentence: Sentence, one: Measure, verb: Verb | None) -> Measure:
    """The value with what is left of a forbidden distance or time: "shall not be placed within 5 m of a window", "not
    be opened before 28 days"."""
    if verb is not None and _is_denied(verb) and _is_early(sentence, one, verb):
        return replace(one, comparator=Comparator.AT_LEAST)
    if verb is not None and not _is_denied(verb) and _is_refused(sentence, one, verb):
        return replace(one, comparator=_KEPT[one.comparator]) if one.comparator in _KEPT else one
    is_within = one.comparator is Comparator.AT_MOST and one.bound_by.casefold().split()[:1] == ["within"]
    if verb is None or not is_within or not _is_denied(verb):
        return one
    is_first = not any(verb.span.end <= other.start < one.start for other in sentence.measures)
    return replace(one, comparator=Comparator.MORE) if is_first else one


def _is_refused(sentence: Sentence, one: Measure, verb: Verb) -> bool:
    """Whether what has such a value is to be refused: "must reject any password of fewer than 14 characters"."""
    at = skip(sentence.text, verb.span.end)
    return verb.span.end <= one.start and sentence.rules.telling.refusing.match(sentence.text, at) is not None


def _is_early(sentence: Sentence, one: Measure, verb: Verb) -> bool:
    """Whether a time is the one before which something is forbidden."""
    between = sentence.text[verb.span.end : one.start] if verb.span.end <= one.start else ""
    return one.comparator is None and is_time(one.values[0]) and _BEFORE.search(between) is not None


def denied(sentence: Sentence, one: Measure, verb: Verb | None, modality: Modality) -> Modality | None:
    """How strongly the very values of a measure are demanded or forbidden: "shall not be 150 mm", "no door shall be".

    None where a text only states that they are not so, which demands nothing.
    """
    if verb is None or verb.span.end > one.start:
        return modality
    text, telling = sentence.text, sentence.rules.telling
    between = text[verb.span.end : one.start].strip()
    has_no = _NO.match(text, sentence.limits.body) is not None
    is_refused = telling.refused.fullmatch(between) is not None
    is_not = (_is_denied(verb) or has_no) != is_refused and not _BUT.search(between)
    if modality is not Modality.STATES:
        return _NEGATIVE.get(modality, modality) if is_not else modality
    if is_refused or (is_not and telling.accepted.fullmatch(between)):
        return Modality.SHALL_NOT if is_not else Modality.MAY
    return None if is_not else modality


def _is_denied(verb: Verb) -> bool:
    return verb.denied or verb.modality in (Modality.SHALL_NOT, Modality.SHOULD_NOT)


def _predicate(sentence: Sentence, verb: Verb) -> str:
    """The words between the verb and the next condition."""
    tails = [tail.start for tail in sentence.limits.tails if tail.start > verb.span.end]
    return sentence.text[verb.span.end : min([sentence.span.end, *tails])].strip(" .;,\n")

"""Numbers that are named and not demanded: of clauses and things, known counts, and times that are part of a name."""

from __future__ import annotations

import re

from graph.requirements.conditions import skip
from graph.requirements.dated import DATE
from graph.requirements.measures import Measure
from graph.requirements.phrases import is_property, noun_after, part, subject_of
from graph.requirements.sentence import Sentence
from graph.vocabulary import Comparator

_FOR = re.compile(r"\b(?:for|on|from|at|among|across|between)\s+$", re.IGNORECASE)
_KNOWN = re.compile(r"\bof (?:the|these|those)\s+$", re.IGNORECASE)
_ARTICLE = re.compile(r"\ban?\s+$", re.IGNORECASE)
_PLURALS = frozenset({"people", "persons", "children", "men", "women", "feet", "teeth", "data", "media", "criteria"})
_RATIO = re.compile(r":|\sin\s")
_JOINED = re.compile(r"\d+(?:\.\d+)?-[^\W\d_]{1,6}\.?\s+(?=[^\W\d_])")
_DAYS_OLD = re.compile(r"\d+-(?:day|days|week|month|year)\s+(?=[^\W\d])", re.IGNORECASE)
_ACRONYMS = re.compile(r"(?:[A-Z][\w./-]*\s+){1,4}$")


def is_any_number(sentence: Sentence, one: Measure) -> bool:
    """Whether a value only says that there may be several: "a failure for one or more recipients"."""
    value = one.values[0]
    is_one = value.unit is None and value.magnitude == "1" and one.comparator in (Comparator.AT_LEAST, Comparator.MORE)
    return is_one and _FOR.search(sentence.text, sentence.span.start, one.start) is not None


def is_name(sentence: Sentence, one: Measure) -> bool:
    """Whether a bare number names a clause, or a class is only mentioned: "comply with 302", "a type 2 lift"."""
    value, rules = one.values[0], sentence.rules
    before = sentence.text[sentence.span.start : one.start]
    is_bound = one.near and one.comparator not in (None, Comparator.RANGE)
    if value.unit is not None or one.dimension == DATE or (is_bound and not _is_identifier(sentence, one)):
        return False
    if sentence.text.startswith("-", one.end) or _is_identifier(sentence, one):
        return True
    if value.magnitude is None and not _RATIO.search(value.written) and not value.written[0].isdigit():
        return rules.classed.search(before) is None
    loose = (
        not sentence.verbs and sentence.command is None and value.written[0].isdigit() and value.magnitude is not None
    )
    named = _ACRONYMS.sub("", before)
    return rules.reference.search(named) is not None or (loose and not named.rstrip().endswith(":"))


def _is_identifier(sentence: Sentence, one: Measure) -> bool:
    """Whether a bare number names one thing, or counts things that are known: "a 404 response", "the two tokens"."""
    value, text, rules = one.values[0], sentence.text, sentence.rules
    if value.magnitude is None or value.unit is not None or one.dimension is not None or len(one.values) > 1:
        return False
    if one.comparator is not None:
        return _KNOWN.search(text, sentence.span.start, one.first) is not None
    if rules.telling.definite.search(text, sentence.span.start, one.start):
        return True
    if not value.written.isdigit():
        return False
    behind = noun_after(text, skip(text, one.end), sentence.span.end, rules).words
    is_article = _ARTICLE.search(text, sentence.span.start, one.start) is not None
    return is_article or (int(value.written) > 1 and bool(behind) and not _has_plural(behind))


def _has_plural(words: str) -> bool:
    return any(word.endswith("s") or word in _PLURALS for word in words.casefold().split())


def is_adjective(sentence: Sentence, one: Measure) -> bool:
    """Whether a value is part of a name: "28-day strength not less than 40 MPa", "the 24-inch main shall be tested"."""
    if _is_size_of_subject(sentence, one):
        return True
    is_joined = _DAYS_OLD.match(sentence.text, one.values[0].span.start) is not None
    later = (other for other in sentence.measures if other.first > one.end and not sentence.limits.holds(other.first))
    return is_joined and any(later)


def _is_size_of_subject(sentence: Sentence, one: Measure) -> bool:
    """Whether a hyphen joins a value to the thing that the verb is of; a property so joined has that value."""
    match = _JOINED.match(sentence.text, one.values[0].span.start, sentence.span.end)
    verb = next((held for held in sentence.verbs if match and held.span.start >= match.end()), None)
    if match is None or verb is None or one.comparator is not None:
        return False
    thing = subject_of(sentence.text, part(match.end(), verb.span.start), sentence.rules)
    return bool(thing.words) and not is_property(thing.words, sentence.rules.naming)

"""Which thing a value is of: the subject of its verb, the object of a command, or what stands beside the value."""

from __future__ import annotations

import re

from graph.requirements.draft import NOTHING, Phrase
from graph.requirements.frames import Verb
from graph.requirements.kinds import PART_OF
from graph.requirements.measures import Measure
from graph.requirements.patterns import Grammar
from graph.requirements.phrases import is_property, noun_after, part, phrase, split, subject_of
from graph.requirements.sentence import Sentence, leads
from graph.spans import Span

_CLAUSE = re.compile(r"(?:,\s*)?\b(?:and|but|while|whereas)\s|;\s", re.IGNORECASE)
_LIMITED = re.compile(r"limits?\s+(?P<thing>\S.*?)\s+to\s", re.IGNORECASE)
"""Of a comparator, the thing that it limits: "limits each client to"."""
_SYMBOL = re.compile(r"(?:\s[\w'’′]{1,4})?\s*=\s*$")
"""A formula's sign before a value: "concrete strength f'c = 4000 psi"."""
_ARTICLE = re.compile(r"\s*(?:a|an|the|at least|no)?\s*", re.IGNORECASE)
_INVERTING = re.compile(
    r"\s*(?:nowhere|never|at no (?:point|time|place)|under no circumstances|in no (?:case|event|circumstances)"
    r"|on no account|only (?:in|at|on|where|when|under|with)\b)",
    re.IGNORECASE,
)
"""Behind these a verb stands before its subject: "In no case shall the slope exceed"."""


def meant_by(sentence: Sentence, one: Measure, verb: Verb | None) -> Phrase:
    """What "it" stands for in "If the nosing protrudes, it ...", and what follows "a length of 1200 mm on each"."""
    text, rules, head = sentence.text, sentence.rules, sentence.limits.head
    opener = rules.tail.match(text, head.start) if head else None
    said = text[sentence.limits.body : verb.span.start].casefold().split() if verb else []
    if head and opener and said and said[-1] in rules.pronouns:
        thing = phrase(text, part(opener.end(), head.end))
        return noun_after(text, thing.span.start, head.end, rules) if thing.span else NOTHING
    if verb is not None or (sentence.command is None and (sentence.verbs or sentence.frame.led)):
        return NOTHING
    follows = rules.following.match(text, one.end) or _behind_property(sentence, one)
    if follows is None:
        return NOTHING
    thing = phrase(text, part(follows.end(), sentence.span.end))
    return noun_after(text, thing.span.start, sentence.span.end, rules) if thing.span else NOTHING


def placed_thing(sentence: Sentence, one: Measure) -> Phrase:
    """Where an amount is to be: "a gap of 10 mm shall be left between panels"."""
    text, rules = sentence.text, sentence.rules
    after = next((verb for verb in sentence.verbs if verb.span.start >= one.end), None)
    done = (
        rules.telling.amounts.match(text, after.span.end) or rules.presence.match(text, after.span.end + 1)
        if after
        else None
    )
    place = rules.naming.preposition.match(text, done.end()) if done else None
    if place is None or place[0].strip().casefold() == "to":
        return NOTHING
    lead = phrase(text, part(place.end(), sentence.span.end))
    thing = noun_after(text, lead.span.start, sentence.span.end, rules) if lead.span else NOTHING
    first = thing.words.split()[:1]
    return NOTHING if first and (first[0] in rules.naming.light or rules.reference.match(first[0])) else thing


def _behind_property(sentence: Sentence, one: Measure) -> re.Match[str] | None:
    """What opens the thing behind a value and its property: "PROVIDE 3 INCH COVER TO FOOTING BARS"."""
    text, rules = sentence.text, sentence.rules
    lead = re.compile(r"\s*").match(text, one.end)
    named = noun_after(text, lead.end() if lead else one.end, sentence.span.end, rules)
    if named.span is None or not is_property(named.words, rules.naming):
        return None
    return rules.naming.preposition.match(text, named.span.end, sentence.span.end)


def thing_of(sentence: Sentence, one: Measure, verb: Verb | None) -> tuple[Phrase, Phrase]:
    """Subject and its property from before the verb, or from the object of a command."""
    text, rules = sentence.text, sentence.rules
    if limited := _LIMITED.match(text, one.start):
        return split(text, phrase(text, Span(*limited.span("thing"))), rules)
    if sentence.command is not None and (verb is None or verb.plain):
        return _object(sentence, one, verb)
    if verb is None:
        return _before_value(sentence, one)
    for ruling in reversed([held for held in sentence.verbs if held.span.start <= verb.span.start]):
        start = _clause_start(sentence, ruling)
        if _INVERTING.match(text, start, ruling.span.start):
            return split(text, noun_after(text, skip_article(text, ruling.span.end), one.start, rules), rules)
        found = subject_of(text, part(start, _end_of_thing(sentence, start, ruling.span.start)), rules)
        if found.words:
            return split(text, found, rules)
        if text[start : ruling.span.start].strip().casefold() == rules.there:
            there = part(skip_article(text, ruling.span.end), max(one.start, ruling.span.end))
            thing = noun_after(text, there.start, one.start, rules)
            placed = subject_of(text, there, rules) if thing.words else NOTHING
            return (placed if _has_property(placed, one, rules) else thing), NOTHING
    return NOTHING, NOTHING


def skip_article(text: str, at: int) -> int:
    """Where a noun begins behind its article."""
    article = _ARTICLE.match(text, at)
    return article.end() if article else at


def _has_property(placed: Phrase, one: Measure, rules: Grammar) -> bool:
    """Whether the value's property stands elsewhere than in the words that place the thing."""
    return bool(placed.words) and one.dimension is not None and not is_property(placed.words, rules.naming)


def _clause_start(sentence: Sentence, verb: Verb) -> int:
    """Where the clause of a verb begins: behind the last value or verb before it, and behind its "and"."""
    bound = [
        one for one in sentence.measures if one.start >= sentence.limits.body and (one.comparator or one.values[0].unit)
    ]
    earlier = [held.span.end for held in sentence.verbs if held.span.end <= verb.span.start]
    earlier += [one.end for one in bound if one.end <= verb.span.start and (earlier or leads(sentence, one))]
    if not earlier:
        return sentence.limits.body
    start = max(earlier)
    joints = [match.end() for match in _CLAUSE.finditer(sentence.text, start, verb.span.start)]
    return joints[-1] if joints else verb.span.start


def _end_of_thing(sentence: Sentence, start: int, end: int) -> int:
    """Where the words for a thing end: before what limits it by a value, "with a rise over 150 mm"."""
    inside = [one for one in sentence.measures if start < one.start and one.end <= end]
    limiting = [one for one in inside if one.comparator or one.values[0].unit]
    if not limiting:
        return end
    openers = list(sentence.rules.limiting.finditer(sentence.text, start + 1, limiting[0].start))
    return openers[-1].start() if openers else limiting[0].start


def _object(sentence: Sentence, one: Measure, verb: Verb | None) -> tuple[Phrase, Phrase]:
    """The object of a command: "Provide walkways at least", "Ensure that the pitch for gangways is"."""
    assert sentence.command is not None
    start, text, rules = sentence.command, sentence.text, sentence.rules
    if that := re.compile(r"\s*(?:that\s+)?(?:(?:all|any|the|a|an|each|every)\b)?\s*", re.IGNORECASE).match(
        text, start
    ):
        start = that.end()
    if verb is not None:
        found = subject_of(text, part(start, verb.span.start), rules)
        return split(text, found, rules)
    stop = re.compile(r"\s(?:with|that|which|by|so|a minimum|at least|to)\s|[,:;]", re.IGNORECASE)
    end = min([match.start() for match in stop.finditer(text, start, one.start)][:1] or [max(one.start, start)])
    found = subject_of(text, part(start, end), rules)
    return split(text, found, rules) if found.words else (NOTHING, NOTHING)


def _before_value(sentence: Sentence, one: Measure) -> tuple[Phrase, Phrase]:
    """Of a fragment, or of a value in front of the verb: the words before it, else those right behind it."""
    text, rules = sentence.text, sentence.rules
    after = next((verb for verb in sentence.verbs if verb.span.start >= one.end), None)
    symbol = _SYMBOL.search(text, sentence.limits.body, max(one.start, sentence.limits.body))
    end = symbol.start() if symbol else one.start
    words = subject_of(text, part(sentence.limits.body, end), rules)
    words = _without_opening(words, text, _heads(sentence))
    if words.words:
        return split(text, words, rules)
    if after is not None:
        lead = PART_OF.match(text, one.end)
        behind = subject_of(text, part(lead.end() if lead else one.end, after.span.start), rules)
        return split(text, behind, rules)
    if rules.declares and leads(sentence, one):
        return noun_after(text, skip_article(text, one.end), sentence.span.end, rules), NOTHING
    return NOTHING, NOTHING


def _heads(sentence: Sentence) -> re.Pattern[str]:
    """Patterns of what may not begin a subject."""
    return sentence.rules.comparing.before


def _without_opening(words: Phrase, text: str, heads: re.Pattern[str]) -> Phrase:
    return NOTHING if words.span and heads.fullmatch(words.words) else words

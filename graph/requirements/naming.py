"""Which thing and which property a value is of: by the words around it, the subject, the list, or the unit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from graph.requirements.actions import action_of
from graph.requirements.acts import act_of
from graph.requirements.conditions import skip
from graph.requirements.dated import DATE
from graph.requirements.draft import NOTHING, Phrase
from graph.requirements.frames import Verb
from graph.requirements.kinds import PART_OF, by_kind, by_unit, place_of
from graph.requirements.measures import Measure
from graph.requirements.patterns import Grammar, Naming
from graph.requirements.phrases import (
    is_property,
    noun_after,
    noun_before,
    part,
    phrase,
    property_before,
    split,
    subject_of,
)
from graph.requirements.sentence import Sentence, leads
from graph.spans import Span

_CLAUSE = re.compile(r"(?:,\s*)?\b(?:and|but|while|whereas)\s|;\s", re.IGNORECASE)
_OF = re.compile(r"(?:\s*(?:\b(?:of|for|is|are|be|between|from|in|not|no|never|a|an|the)\b|,|\)))*\s*$", re.IGNORECASE)

_LIMITED = re.compile(r"limits?\s+(?P<thing>\S.*?)\s+to\s", re.IGNORECASE)
"""Of a comparator, the thing that it limits: "limits each client to"."""
_SYMBOL = re.compile(r"(?:\s[\w'’′]{1,4})?\s*=\s*$")
"""A formula's sign before a value: "concrete strength f'c = 4000 psi"."""
_OWN = re.compile(r"\bwith\s+(?:an?\s+|the\s+)?$", re.IGNORECASE)
"""What stands before a property that a thing comes with: "laid with a uniformity of 0.6"."""

_AIM = re.compile(r"\b(?:of|to|for|on|by|from|with)\s[^,;:()\d]{2,60}", re.IGNORECASE)
_LEADING = re.compile(r"\s(?:every|after|at)\s*$", re.IGNORECASE)
_MOST_AIMED = 6
_TIMES = re.compile(r"times\b", re.IGNORECASE)
_TO_MEASURE = (["at"], ["to"], ["from"], ["for"])
_ARTICLE = re.compile(r"\s*(?:a|an|the|at least|no)?\s*", re.IGNORECASE)
_INVERTING = re.compile(
    r"\s*(?:nowhere|never|at no (?:point|time|place)|under no circumstances|in no (?:case|event|circumstances)"
    r"|on no account|only (?:in|at|on|where|when|under|with)\b)",
    re.IGNORECASE,
)
"""Behind these a verb stands before its subject: "In no case shall the slope exceed"."""
_LENGTH = "size"
_LENGTHS = frozenset({"width", "depth", "thickness", "distance", "length", "height"})
"""Properties that a comparative names only where the value is a length: 20 °C or higher is no height."""
_CAPABLE = ("ible", "able")

_MOST_BETWEEN = 4
"""Words from the act to the name of its measure: "buried at a minimum depth"."""


@dataclass(frozen=True, slots=True)
class Named:
    """Subject and property of one value.

    Attributes:
        borrowed: The subject comes from a lead-in or heading.
        guessed: No word names the property; its unit or place does.
    """

    subject: Phrase
    property: Phrase
    borrowed: bool = False
    guessed: bool = False


def name(sentence: Sentence, one: Measure, verb: Verb | None) -> Named:
    """Names what a measure measures."""
    subject, own = _subject(sentence, one, verb)
    subject, named, guessed = _property(sentence, one, verb, subject, own)
    if subject.words:
        return Named(subject, named, False, guessed)
    meant = _meant(sentence, one, verb)
    meant = meant if meant.words or verb is not None else _placed_thing(sentence, one)
    if meant.words:
        return Named(meant, named, False, guessed)
    lead = sentence.frame.subject
    if lead.words:
        return Named(lead, named, True, guessed)
    return Named(sentence.frame.topic, named, True, guessed or not sentence.frame.topic.words)


def _meant(sentence: Sentence, one: Measure, verb: Verb | None) -> Phrase:
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


def _placed_thing(sentence: Sentence, one: Measure) -> Phrase:
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


def _subject(sentence: Sentence, one: Measure, verb: Verb | None) -> tuple[Phrase, Phrase]:
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
    words = _without_opening(words, text, rules_heads(sentence))
    if words.words:
        return split(text, words, rules)
    if after is not None:
        lead = PART_OF.match(text, one.end)
        behind = subject_of(text, part(lead.end() if lead else one.end, after.span.start), rules)
        return split(text, behind, rules)
    return NOTHING, NOTHING


def rules_heads(sentence: Sentence) -> re.Pattern[str]:
    """Patterns of what may not begin a subject."""
    return sentence.rules.comparing.before


def _without_opening(words: Phrase, text: str, heads: re.Pattern[str]) -> Phrase:
    return NOTHING if words.span and heads.fullmatch(words.words) else words


def _property(
    sentence: Sentence, one: Measure, verb: Verb | None, subject: Phrase, own: Phrase
) -> tuple[Phrase, Phrase, bool]:
    """Subject, property, and whether the property is guessed."""
    if one.dimension == DATE:
        return subject, Phrase(f"{DATE} {action_of(sentence, one)}".strip()), False
    local, thing = _local(sentence, one, verb)
    if verb is not None and verb.has and not local.words and (counted := _held(sentence, one)).words:
        return _counted(subject, counted, sentence.rules.naming, False)
    if local.words and not (subject.span and local.span and subject.span.covers(local.span)):
        return subject, _acted(sentence, one, verb, local), False
    if own.words and (one.dimension is None or one.dimension in own.words):
        return subject, own, False
    if one.dimension:
        is_thing = thing.words and not (_is_there(sentence, verb) or _is_act(thing, verb))
        return (thing if is_thing else subject), Phrase(one.dimension), False
    if own.words:
        return subject, own, False
    if local.words:
        return subject, local, False
    return _weaker(sentence, one, verb, subject)


def _acted(sentence: Sentence, one: Measure, verb: Verb | None, named: Phrase) -> Phrase:
    """The measure of an act with its act: "buried at a depth of 600 mm" is no depth of the thing."""
    action = action_of(sentence, one)
    if (
        verb is None
        or named.span is None
        or not (act_of(action) or action.endswith(_CAPABLE) or _is_rate(named, action))
    ):
        return named
    between = sentence.text[verb.span.end : named.span.start].casefold().split()
    is_whole = between[:1] == [action] and between[1:2] in _TO_MEASURE and len(between) <= _MOST_BETWEEN
    return replace(named, words=f"{named.words} {action}") if is_whole else named


def _is_act(thing: Phrase, verb: Verb | None) -> bool:
    """Whether a word is what is to be done, right behind its verb: "shall be spaced no more than 3 m apart"."""
    is_participle = bool(act_of(thing.words)) or thing.words.endswith("ed")
    return verb is not None and thing.span is not None and is_participle and thing.span.start <= verb.span.end + 1


def _is_rate(named: Phrase, action: str) -> bool:
    """Whether a rate is one of an act: "ventilated at a rate of"."""
    return named.words.casefold() == "rate" and action.endswith("ed")


def _held(sentence: Sentence, one: Measure) -> Phrase:
    """The things of which a subject has so many: "contains no more than 18 risers"."""
    value = one.values[0]
    if one.dimension is not None or value.unit is not None or value.magnitude is None:
        return NOTHING
    counted = _behind(sentence, one)
    return counted if counted.words.endswith("s") else NOTHING


def _behind(sentence: Sentence, one: Measure) -> Phrase:
    """The noun behind a value with its comparator, or between the two: "six or fewer risers", "six risers or fewer"."""
    text, end = sentence.text, sentence.span.end
    found = noun_after(text, one.end, end, sentence.rules)
    return found if found.words else noun_after(text, skip(text, one.values[-1].span.end), end, sentence.rules)


def _is_there(sentence: Sentence, verb: Verb | None) -> bool:
    """Whether the thing stands behind its verb: "There is a kerb on the open side at least 100 mm high"."""
    start = sentence.limits.body
    return verb is not None and sentence.text[start : verb.span.start].strip().casefold() == sentence.rules.there


def _local(sentence: Sentence, one: Measure, verb: Verb | None) -> tuple[Phrase, Phrase]:
    """The property, or else the thing, that stands right before the value or its comparator."""
    text, rules = sentence.text, sentence.rules
    earlier = [other.end for other in sentence.measures if other.end <= one.start]
    start = max([verb.span.end if verb else sentence.limits.body, *earlier])
    if one.comparator is not None and one.start < one.first:
        inside = property_before(text, part(min(one.start + len(one.bound_by), one.first), one.first), rules)
        if inside.words:
            return inside, NOTHING
    head = _OF.sub("", text[start : one.start])
    found = noun_before(text, part(start, start + len(head)), rules)
    if found.words and is_property(found.words, rules.naming):
        return found, NOTHING
    if head and text[start : one.start].rstrip().endswith(" of"):
        inside = property_before(text, part(start, one.start), rules)
        own = found.span is not None and _OWN.search(text, start, found.span.start) is not None
        is_thing = inside.words or not (own or (verb is not None and verb.has))
        return (inside, found) if is_thing else (found, NOTHING)
    return NOTHING, found


def _weaker(sentence: Sentence, one: Measure, verb: Verb | None, subject: Phrase) -> tuple[Phrase, Phrase, bool]:
    """The property by a comparative, a counted noun, a place, a verb, the lead-in, or at last the unit."""
    rules, value = sentence.rules, one.values[0]
    compared = _said(one.bound_by, rules.naming.comparatives)
    if compared and (compared not in _LENGTHS or by_unit(value.unit or "", sentence) == _LENGTH):
        return subject, Phrase(compared), False
    behind = _behind(sentence, one)
    if value.unit is None and value.magnitude is not None and behind.words:
        return _number(sentence, one, verb, subject, behind)
    if sentence.frame.property.words and verb is None:
        return subject, sentence.frame.property, False
    if place := place_of(sentence, one):
        return subject, place, False
    if done := _said(sentence.text[max(sentence.span.start, one.start - 40) : one.start], rules.naming.verbs):
        return subject, _aimed(sentence, one, verb, done), False
    if behind.words and is_property(behind.words, rules.naming):
        return subject, behind, False
    if behind.words and verb is not None and verb.has and value.unit:
        return behind, Phrase(f"{by_unit(value.unit, sentence)} for {subject.words}"), True
    done = action_of(sentence, one)
    kind = by_kind(sentence, one)
    return subject, _aimed(sentence, one, verb, f"{kind} {done}") if done else Phrase(kind), True


def _aimed(sentence: Sentence, one: Measure, verb: Verb | None, named: str) -> Phrase:
    """The measure of an act with to what or by whom it is done: "respond to tickets within 4 hours"."""
    found = _AIM.search(sentence.text, verb.span.end, one.start) if verb is not None else None
    aim = _LEADING.sub("", found[0]).split() if found else []
    return Phrase(" ".join([named, *aim]) if len(aim) <= _MOST_AIMED else named)


def _number(
    sentence: Sentence, one: Measure, verb: Verb | None, subject: Phrase, behind: Phrase
) -> tuple[Phrase, Phrase, bool]:
    """The number of what is counted, or of the times that something is done."""
    done = action_of(sentence, one) if _TIMES.match(behind.words) else ""
    if done:
        return subject, Phrase(f"{sentence.rules.naming.number} {done}"), False
    led = verb is None and bool(sentence.frame.subject.words)
    return _counted(subject, behind, sentence.rules.naming, led)


def _said(words: str, names: Sequence[tuple[str, str]]) -> str:
    """The property that a comparative or a verb among the words names; "" where none does."""
    return next((named for stem, named in names if re.search(rf"\b{stem}", words, re.IGNORECASE)), "")


def _counted(subject: Phrase, behind: Phrase, naming: Naming, led: bool) -> tuple[Phrase, Phrase, bool]:
    """The number of what is counted: of it alone, or of it in the subject or in what the lead-in names."""
    measure = naming.dimensions.get(behind.words.casefold().split()[-1])
    if measure and subject.words:
        return subject, Phrase(measure), False
    number = naming.number
    if led or (subject.words and subject.words != behind.words):
        return subject if subject.words != behind.words else NOTHING, Phrase(f"{number} of {behind.words}"), False
    return behind, Phrase(number), False

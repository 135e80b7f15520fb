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
from graph.requirements.kinds import by_kind, by_unit, place_of
from graph.requirements.measures import Measure
from graph.requirements.patterns import Naming
from graph.requirements.phrases import is_property, noun_after, noun_before, part, property_before
from graph.requirements.sentence import Sentence
from graph.requirements.things import meant_by, placed_thing, thing_of

_OF = re.compile(r"(?:\s*(?:\b(?:of|for|is|are|be|between|from|in|not|no|never|a|an|the)\b|,|\)))*\s*$", re.IGNORECASE)

_OWN = re.compile(r"\bwith\s+(?:an?\s+|the\s+)?$", re.IGNORECASE)
"""What stands before a property that a thing comes with: "laid with a uniformity of 0.6"."""

_AIM = re.compile(r"\b(?:of|to|for|on|by|from|with)\s[^,;:()\d]{2,60}", re.IGNORECASE)
_LEADING = re.compile(r"\s(?:every|after|at|(?:of\s+)?not?)\s*$", re.IGNORECASE)
_MOST_AIMED = 6
_TIMES = re.compile(r"times\b", re.IGNORECASE)
_TO_MEASURE = (["at"], ["to"], ["from"], ["for"])
_LABEL = re.compile(r"(?::|\s[-–—])\s")
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
    subject, own = thing_of(sentence, one, verb)
    subject, named, guessed = _property(sentence, one, verb, subject, own)
    if subject.words:
        return Named(subject, named, False, guessed)
    meant = meant_by(sentence, one, verb)
    meant = meant if meant.words or verb is not None else placed_thing(sentence, one)
    if meant.words:
        return Named(meant, named, False, guessed)
    lead = sentence.frame.subject
    if lead.words:
        return Named(lead, named, True, guessed)
    return Named(sentence.frame.topic, named, True, guessed or not sentence.frame.topic.words)


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
    subject, named, is_guessed = _weaker(sentence, one, verb, subject)
    part_named = _behind_label(sentence, one, thing) if verb is None and is_guessed and subject.words else NOTHING
    return subject, part_named if part_named.words else named, is_guessed


def _behind_label(sentence: Sentence, one: Measure, thing: Phrase) -> Phrase:
    """What a note measures behind the label that names the whole: "DOORS: CLEAR OPENING 850 mm"."""
    label = next(iter(reversed(list(_LABEL.finditer(sentence.text, sentence.span.start, one.start)))), None)
    if not sentence.rules.declares or label is None:
        return NOTHING
    measured = property_before(sentence.text, part(label.end(), one.start), sentence.rules)
    is_behind = thing.span is not None and thing.span.start >= label.end()
    return measured if measured.words else thing if is_behind else NOTHING


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


def is_counted(sentence: Sentence, one: Measure) -> bool:
    """Whether a bare number counts what is behind it, or is of a property right before it: "10 attempts", "pH 7.4"."""
    if _held(sentence, one).words:
        return True
    local, _ = _local(sentence, one, None)
    return bool(local.words)


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

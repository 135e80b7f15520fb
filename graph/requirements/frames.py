"""What a sentence takes from above it: modality and subject of its lead-ins, and the words of its headings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from graph.requirements.conditions import Limits, limits, scope_of
from graph.requirements.draft import NOTHING, Phrase
from graph.requirements.lists import Statement
from graph.requirements.patterns import Grammar
from graph.requirements.phrases import noun_after, part, phrase, property_before, split, subject_of
from graph.spans import Span
from graph.vocabulary import Modality

_INFINITIVE = re.compile(r"to\s", re.IGNORECASE)
_BOUND = re.compile(r"\b(?:\w{3,}ed|\w+ly|\w+ble|order|how|one|as|need|ability)\s+$", re.IGNORECASE)
"""Words to which an infinitive belongs: "intended to be", "likely to be", "able to be"."""

_OF = re.compile(r"\s+of\s", re.IGNORECASE)
_AND = re.compile(r"(?:\b(?:and|or)|,)\s+$", re.IGNORECASE)
_IS_TO = re.compile(r"(?:is|are)\s+to\b", re.IGNORECASE)
_ANOTHER = re.compile(r"\bto\s+(?:allow|enable|permit|let|make|cause|have|support|get|help)\b", re.IGNORECASE)
_LONGEST_HELPER = len("does")
_JOINT = re.compile(r"[,;:]|\b(?:and|or|but|that|which|who|it|they|so|then|the|an?|no|at|to)\b", re.IGNORECASE)
"""Between two verbs that each rule a clause, or a verb and its object."""

SECTION = "section"
LISTED = "in a list about"
"""Dimensions of a scope that say where a statement stands: they tell things apart only by the concepts in them."""


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb that rules a clause.

    Attributes:
        modality: None for a plain verb and for ability.
        able: "can", "will": what it says is no demand.
        denied: It comes with "not".
        has: It has, provides or contains something: what follows is the subject's.
    """

    span: Span
    modality: Modality | None
    able: bool
    denied: bool
    plain: bool
    has: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """What lead-ins and headings give.

    Attributes:
        modality: Of the innermost lead-in that has one.
        subject, property: Of the innermost lead-in that names one.
        conditions: Heads of lead-ins.
        led: There is a lead-in that demands or states.
        mute: A lead-in says that what follows are examples or assumptions.
        topic: Words of the innermost heading.
    """

    modality: Modality | None = None
    subject: Phrase = NOTHING
    property: Phrase = NOTHING
    conditions: tuple[Span, ...] = ()
    scope: tuple[tuple[str, str], ...] = ()
    led: bool = False
    mute: bool = False
    topic: Phrase = NOTHING


_LEFT_OUT = re.compile(
    r"(?<=[\w)]\s)not(?=\s+(?:permitted|allowed|acceptable|accepted)\b)|(?<=[\w)])(?=\s+(?:prohibited|forbidden)\b)"
    r"|(?P<bare>(?<=[\w)])(?=\s+(?:permitted|allowed|acceptable)\b))",
    re.IGNORECASE,
)


_NONE = re.compile(r"\s*no\s", re.IGNORECASE)


def verbs(text: str, span: Span, found: Limits, rules: Grammar) -> list[Verb]:
    """The verbs of the main clauses: neither in conditions and brackets nor behind a relative pronoun."""
    held: list[Verb] = []
    for match in rules.verb.finditer(text, span.start, span.end):
        start = held[-1].span.end if held else span.start
        follows = bool(held) and not text[start : match.start()].strip()
        inside = not follows and _is_inside(text, part(start, match.start()), span, match, rules)
        if inside or found.holds(match.start()):
            continue
        if follows and match["plain"] is not None:
            has = not (rules.copula.fullmatch(match[0]) or rules.acting.match(match[0]))
            held[-1] = replace(held[-1], span=part(held[-1].span.start, match.end()), has=has)
            continue
        if held and match["plain"] is None and _is_noun(text, held[-1], match.start()):
            held.pop()
        verb = _verb(text, span, match, rules)
        goes_on = bool(held) and verb.has and _AND.search(text, start, match.start()) is not None
        is_bare = goes_on and not match[0].endswith("s")
        held.append(replace(verb, modality=held[-1].modality) if is_bare and held[-1].modality else verb)
    return _without_infinitives(text, span, held) or _of_note(text, span, found) or _declared(text, span, found, rules)


def _of_note(text: str, span: Span, found: Limits) -> list[Verb]:
    """The verb that a note leaves out: "FLOOR DRAINS NOT PERMITTED IN SWITCH ROOM"."""
    match = _LEFT_OUT.search(text, span.start, span.end)
    if match is None or found.holds(match.start()):
        return []
    is_none = _NONE.match(text, found.body) is not None
    if match["bare"] is not None and not is_none:
        return []
    return [Verb(Span(*match.span()), None, False, is_none or bool(match[0].strip()), True, False)]


def _declared(text: str, span: Span, found: Limits, rules: Grammar) -> list[Verb]:
    """What a thing does in a sentence without another verb: "the Employer retains 3 %"; not "the runs of pipes"."""
    for match in rules.telling.declaring.finditer(text, found.body, span.end):
        before = text[found.body : match.start()].split()
        if found.holds(match.start()) or not before or _OF.match(text, match.end()):
            continue
        is_many = before[-1].casefold().endswith("s")
        is_noun = before[-1].casefold() in rules.naming.stops or before[-1][-1] in ",;:("
        if not is_noun and is_many != match[0].endswith("s"):
            return [Verb(Span(*match.span()), None, False, False, True, False)]
    return []


def _is_inside(text: str, before: Span, span: Span, match: re.Match[str], rules: Grammar) -> bool:
    """Whether a verb is in a bracket, in a clause about a thing ("rooms in which the level exceeds"), or a noun."""
    words = text[max(span.start, match.start() - 12) : match.start()].split()
    last = words[-1].casefold() if words else ""
    if last in rules.relatives and not _is_that_clause(text, span, match.start()):
        return True
    is_plain = match["plain"] is not None
    if is_plain and (
        last == "to" or _names(text, match, rules) or rules.telling.told.search(text, before.start, before.end)
    ):
        return True
    return text.count("(", span.start, match.start()) > text.count(")", span.start, match.start())


def _verb(text: str, span: Span, match: re.Match[str], rules: Grammar) -> Verb:
    """The verb of a match; what says what something is for is no demand."""
    plain = match["plain"] is not None
    is_aim = _IS_TO.match(match[0]) is not None and rules.telling.aim.search(text, span.start, match.end()) is not None
    modality = None if is_aim else rules.modality(match)
    denied = bool({"not", "never", "cannot"} & set(match[0].casefold().split()))
    has = plain and not (rules.copula.match(match[0]) or rules.acting.match(match[0]))
    return Verb(Span(*match.span()), modality, modality is None and not plain, denied, plain, has)


def _names(text: str, match: re.Match[str], rules: Grammar) -> bool:
    """Whether what looks like a verb is a thing: "overlaps of tracks"."""
    return rules.copula.match(match[0]) is None and _OF.match(text, match.end()) is not None


def _is_noun(text: str, verb: Verb, modal: int) -> bool:
    """Whether what looks like a plain verb before a modal is in its subject: "measures should be taken", "halls in
    general needs dwellings shall"."""
    word, between = text[verb.span.start : verb.span.end], text[verb.span.end : modal]
    is_one_clause = not between.strip() or _JOINT.search(between) is None
    is_plural = word.endswith("s") and len(word) > _LONGEST_HELPER and " " not in word
    return is_one_clause and verb.plain and not verb.denied and is_plural


def _without_infinitives(text: str, span: Span, held: list[Verb]) -> list[Verb]:
    """The verbs, with "to be" only where it is the sentence's own: "BOLTS TO BE GALVANISED", not "intended to be"."""
    loose = [verb for verb in held if _INFINITIVE.match(text, verb.span.start, verb.span.end)]
    if len(loose) == len(held) == 1 and not _is_of_another(text, span.start, held[0].span.start):
        return held
    return [verb for verb in held if verb not in loose]


def _is_of_another(text: str, start: int, end: int) -> bool:
    """Whether an infinitive belongs to a word before it: "intended to be", "added to allow it to be"."""
    return _BOUND.search(text, start, end) is not None or _ANOTHER.search(text, start, end) is not None


def _is_that_clause(text: str, span: Span, at: int) -> bool:
    return text[span.start : at].split()[-2:-1] == ["Ensure"]


def frame(text: str, statement: Statement, rules: Grammar) -> Frame:
    """The frame of a statement, from its headings inwards."""
    found = Frame(topic=_topic(text, statement, rules))
    words = [text[part.start : part.end] for part in statement.headings]
    for lead in statement.leads:
        found = _inside(text, lead, found, rules)
        words.append(text[lead.start : lead.end])
    return replace(found, scope=(*scope_of(_innermost(words), rules), *_context(text, statement, found)))


def _context(text: str, statement: Statement, found: Frame) -> Iterator[tuple[str, str]]:
    """What the sections and the lead-in around a statement are about, in their words."""
    headings = [phrase(text, part).words for part in statement.headings[-3:]]
    if any(headings):
        yield SECTION, " / ".join(filter(None, headings))
    if found.led and found.subject.words:
        yield LISTED, found.subject.words


def _innermost(words: list[str]) -> Iterator[str]:
    """The last three texts: what stands further above speaks of more than this."""
    yield from reversed(words[-3:])


def _topic(text: str, statement: Statement, rules: Grammar) -> Phrase:
    """The innermost heading that names something rather than "General" or "For dwellings"."""
    for heading in reversed(statement.headings):
        words = phrase(text, heading)
        if words.words and not rules.head.match(words.words) and words.words.casefold() not in rules.empty_headings:
            return words
    return NOTHING


def _inside(text: str, lead: Span, outer: Frame, rules: Grammar) -> Frame:
    """The frame inside one more lead-in."""
    limited = limits(text, lead, rules)
    ruling = verbs(text, lead, limited, rules)
    strong = next((verb for verb in ruling if verb.modality is not None), None)
    subject, named = _lead_subject(text, lead, limited, ruling, rules)
    is_subject = bool(subject.span and limited.head and limited.head.covers(subject.span))
    return Frame(
        modality=_lead_modality(text, limited, lead, strong, ruling, rules) or outer.modality,
        subject=subject if subject.words else outer.subject,
        property=named if named.words else outer.property,
        conditions=(*outer.conditions, limited.head) if limited.head and not is_subject else outer.conditions,
        led=True,
        mute=outer.mute or rules.skip_lead.search(text, lead.start, lead.end) is not None,
        topic=outer.topic,
    )


def _lead_modality(
    text: str, limited: Limits, lead: Span, strong: Verb | None, ruling: Iterable[Verb], rules: Grammar
) -> Modality | None:
    if strong is not None:
        return strong.modality
    start = rules.imperative.match(text, limited.body, lead.end)
    if start and start["do"]:
        return Modality.SHALL
    return Modality.STATES if any(ruling) else None


def _lead_subject(text: str, lead: Span, limited: Limits, ruling: list[Verb], rules: Grammar) -> tuple[Phrase, Phrase]:
    """Subject and property of a lead-in: before its verb, the object of a command, or of "For ..., "."""
    start = rules.imperative.match(text, limited.body, lead.end)
    if start and start["do"] and not (ruling and ruling[0].span.start == limited.body):
        thing = noun_after(text, _skip_articles(text, start.end(), lead.end), lead.end, rules)
        if thing.words and not thing.words.casefold().startswith(("following", "one")):
            return thing, NOTHING
    if ruling:
        subject, named = split(text, subject_of(text, part(limited.body, ruling[0].span.start), rules), rules)
        behind = property_before(text, part(ruling[-1].span.end, lead.end), rules)
        if subject.words:
            return subject, named if named.words else behind
    if limited.head is not None and rules.tail.match(text, limited.head.start) is None:
        opener = rules.head.match(text, limited.head.start)
        after = opener.end() if opener else limited.head.start
        return subject_of(text, part(after, limited.head.end), rules), NOTHING
    return NOTHING, NOTHING


def _skip_articles(text: str, start: int, limit: int) -> int:
    lead = phrase(text, part(start, limit))
    return lead.span.start if lead.span else start

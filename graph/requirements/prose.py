"""Requirements in running text and lists: a deterministic grammar over verbs, comparators, values and conditions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from graph.demands import Quantity
from graph.quantities.numbers import find_quantities
from graph.requirements.actions import is_of_action
from graph.requirements.caseless import caseless
from graph.requirements.conditions import limits, skip
from graph.requirements.counted import for_each, of_period
from graph.requirements.dated import dates
from graph.requirements.draft import Draft
from graph.requirements.forbidden import denied, kept, outside
from graph.requirements.frames import Frame, Verb, frame, verbs
from graph.requirements.kinds import CLOCK
from graph.requirements.lists import Statement, statements
from graph.requirements.measures import Measure, measures
from graph.requirements.mentioned import is_adjective, is_any_number, is_name
from graph.requirements.naming import Named, is_counted, name
from graph.requirements.notes import is_field, is_named, is_note, is_told, may_be_note
from graph.requirements.patterns import Grammar, grammar
from graph.requirements.presence import presence
from graph.requirements.recurring import recurrences
from graph.requirements.roles.data import Roles, roles
from graph.requirements.roles.reading import lead_in
from graph.requirements.roles.reading import read_statement as read_by_roles
from graph.requirements.roles.tongue import is_english_alone, tongue_of
from graph.requirements.sentence import Sentence, behind, conditions_of, placed, restricts_subject, scope, verb_of
from graph.spans import Span
from graph.supersession.view import DocumentView
from graph.vocabulary import AuthorityClass, Comparator, Modality

_DECLARING = frozenset(
    {
        AuthorityClass.CONTRACT_MODIFICATION,
        AuthorityClass.ADDENDUM,
        AuthorityClass.AGREEMENT,
        AuthorityClass.SPECIAL_CONDITIONS,
        AuthorityClass.GENERAL_CONDITIONS,
        AuthorityClass.SPECIFICATION,
        AuthorityClass.DRAWING,
        AuthorityClass.RFI_RESPONSE,
        AuthorityClass.SUBMITTAL,
    }
)
"""Documents written for one project: what they state is to be so."""

_NO = re.compile(r"no\s", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_MAY_MEASURE = caseless(
    r"[½¼¾⅓⅔⅛]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty"
    r"|sixty|ninety|hundred|half|third|quarter|class|type|grade|category)\b"
)
_AT_LEAST_EVERY = re.compile(r"\bat\s+least\s+(?:once\s+)?(?:every|each)\s+$", re.IGNORECASE)
_EXACT = (Comparator.EQUAL, Comparator.ONE_OF, Comparator.RANGE)
SPACING = "spacing"
_MULTIPLE = re.compile(r"\s*(?:times|x|×)\s+(?:the|that|its|their|as)\b", re.IGNORECASE)
"""Behind a number of times another value: "1.5 times the working pressure"."""
_QUOTE = re.compile(r"(?<![\d½¼¾])[\"”](?!\d+[\"”])|“")
_LINES = ("------", "======", "______")
_MOST_VALUES = 5
_LONGEST = 1500
"""Longer sentences are data or mangled tables."""


def read(view: DocumentView) -> Iterator[Draft]:
    """The demands of a document's running text, each sentence in its own language."""
    if is_english_alone(view.text):
        yield from _read_english(view, statements(view))
        return
    for tongue, group in groupby(statements(view), lambda one: tongue_of(view.text[one.span.start : one.span.end])):
        same = list(group)
        yield from _read_english(view, same) if tongue == "en" else _read_by_roles(view, same, roles(tongue))


def _read_by_roles(view: DocumentView, found: Iterable[Statement], words: Roles) -> Iterator[Draft]:
    """The demands of sentences of one language whose words have roles."""
    for statement in found:
        if len(statement.span) <= _LONGEST:
            above = lead_in(view.text, statement.leads, statement.headings, words)
            yield from read_by_roles(view.text, statement.span, above, words)


def _read_english(view: DocumentView, found: Iterable[Statement]) -> Iterator[Draft]:
    rules = grammar("en", declares=view.description.authority in _DECLARING)
    frames: dict[tuple[tuple[Span, ...], tuple[Span, ...]], Frame] = {}
    for statement in found:
        span, above = statement.span, (statement.leads, statement.headings)
        if len(span) > _LONGEST or not (statement.leads or _may_demand(view.text, span, rules)):
            continue
        if rules.skip.search(view.text, span.start, span.end) or _is_drawn(view.text, span):
            continue
        if above not in frames:
            frames[above] = frame(view.text, statement, rules)
        if not frames[above].mute:
            yield from read_statement(view.text, span, frames[above], rules)


def _is_drawn(text: str, span: Span) -> bool:
    """Whether lines of signs draw a table or a figure among the words."""
    return any(text.find(line, span.start, span.end) >= 0 for line in _LINES)


def _may_demand(text: str, span: Span, rules: Grammar) -> bool:
    """Whether a sentence holds a word that demands, or may be a command; cheap, and never wrongly no."""
    command = rules.imperative.match(text, span.start, span.end)
    if (command and (command["do"] or command["never"])) or rules.demands.search(text, span.start, span.end):
        return True
    if may_be_note(text, span):
        return True
    if rules.head.match(text, span.start, span.end) and rules.commands.search(text, span.start, span.end):
        return True
    if not _is_measurable(text, span):
        is_recurring = rules.recurring.pattern.search(text, span.start, span.end) is not None
        return rules.declares and (is_recurring or _NO.match(text, span.start, span.end) is not None)
    return rules.declares or rules.binds.search(text, span.start, span.end) is not None


def _is_measurable(text: str, span: Span) -> bool:
    if _DIGIT.search(text, span.start, span.end):
        return True
    return _MAY_MEASURE.search(text, span.start, span.end) is not None


def read_statement(text: str, span: Span, around: Frame, rules: Grammar) -> Iterator[Draft]:
    """The demands of one sentence inside its frame; what a letter opens it with, "In response to RFI-031,", is none."""
    if opened := rules.courtesy.match(text, span.start, span.end):
        span = Span(opened.end(), span.end)
    found = find_quantities(text, span, rules.language) if _is_measurable(text, span) else []
    found = for_each(text, span, found, rules)
    if not found and around.led and not _may_demand(text, span, rules):
        return
    limited = limits(text, span, rules)
    is_field = rules.named.match(text, limited.body, span.end) is not None
    command = None if is_field else rules.imperative.match(text, limited.body, span.end)
    does = command.end() if command is not None and (command["do"] or command["never"]) else None
    sentence = Sentence(
        text,
        span,
        around,
        limited,
        [verb for verb in verbs(text, span, limited, rules) if does is None or verb.span.start >= does],
        sorted(_measured(text, span, found, rules), key=lambda one: one.first),
        rules,
        does,
        bool(command and command["never"]),
    )
    drafts = [draft for one in sentence.measures for draft in _demand(sentence, one)]
    yield from drafts if drafts else presence(sentence)


def _measured(text: str, span: Span, found: Sequence[Quantity], rules: Grammar) -> Iterator[Measure]:
    """Values, days and how often something is done; a count that says how often is no other value."""
    often = list(recurrences(text, span, rules))
    for one in measures(text, span, found, rules):
        if not any(held.start <= one.first < held.end for held in often):
            yield one
    yield from dates(text, span, rules)
    yield from often


def _demand(sentence: Sentence, one: Measure) -> Iterator[Draft]:
    """The demand that one measure makes; nothing where it limits another or demands nothing."""
    if sentence.limits.holds(one.first) or _is_placing(sentence, one) or is_name(sentence, one):
        return
    if is_adjective(sentence, one) or _is_unmeasured(sentence, one):
        return
    if one.values[0].unit is None and _MULTIPLE.match(sentence.text, one.end):
        return
    if _is_case(sentence, one) or _is_optional(sentence, one) or is_any_number(sentence, one):
        return
    verb, left = verb_of(sentence, one), kept(sentence, one)
    if verb is None and left is None and restricts_subject(sentence, one):
        return
    one = left[0] if left else outside(sentence, one, verb)
    ruling = verb or (sentence.verbs[0] if sentence.verbs and sentence.command is None else None)
    modality = left[1] if left else modality_of(sentence, ruling)
    if modality is None or (one.comparator is None and not _is_stated(sentence, one, verb)):
        return
    comparator = one.comparator or _unbound(sentence, one)
    modality = denied(sentence, one, verb, modality) if comparator in _EXACT and left is None else modality
    named = name(sentence, one, verb)
    if modality is None or (modality is Modality.STATES and verb is None and not is_named(sentence, one, named)):
        return
    yield Draft(
        span=sentence.span,
        subject=named.subject,
        property=named.property,
        comparator=comparator,
        values=tuple(of_period(value, f"{named.subject.words} {named.property.words}") for value in one.values),
        modality=modality,
        confidence=_confidence(sentence, one, named, modality),
        method="prose",
        tolerance=one.tolerance,
        combine=_combine(sentence),
        conditions=conditions_of(sentence, one),
        scope=scope(sentence),
        language=sentence.rules.language,
    )


def _is_placing(sentence: Sentence, one: Measure) -> bool:
    """Whether the value only says where, when or what against: "at 9 inches above the floor", "for a going of less
    than 350 mm", "from falling more than 600 mm"."""
    text, start = sentence.text, sentence.span.start
    if sentence.rules.prevented.search(text[start : one.start]) or _is_beside(sentence, one):
        return True
    if placed(sentence, one) is not None:
        return True
    if one.comparator is Comparator.RANGE and CLOCK.fullmatch(one.values[0].written):
        return any(other.end <= one.start and not sentence.limits.holds(other.first) for other in sentence.measures)
    if one.comparator is None and one.dimension != SPACING and sentence.rules.placing.search(text, start, one.start):
        return not (is_of_action(sentence, one) or is_told(sentence))
    return behind(sentence, one) is not None


def _is_beside(sentence: Sentence, one: Measure) -> bool:
    """Whether the value is of a neighbour, or of a place that a clause of its own describes: "next to a 900 mm door",
    "along surfaces that are more than 760 mm above the floor"."""
    text, rules = sentence.text, sentence.rules
    start = max([sentence.limits.body, *[verb.span.end for verb in sentence.verbs if verb.span.end <= one.start]])
    return (
        rules.telling.beside.search(text, start, one.start) is not None
        or rules.telling.described.search(text, start, one.start) is not None
    )


def _is_case(sentence: Sentence, one: Measure) -> bool:
    """Whether an item begins with the case it is for: "300 mm or more: provide two steps"."""
    text, body = sentence.text, sentence.limits.body
    return sentence.frame.led and not text[body : one.start].strip() and text[one.end :].lstrip().startswith(":")


def _is_unmeasured(sentence: Sentence, one: Measure) -> bool:
    """Whether a distance is written without its unit, as drawings do: "within 600 of supports"."""
    is_within = one.bound_by.casefold().strip() == "within" and one.values[0].unit is None
    return is_within and sentence.text[one.end : one.end + 4].casefold() == " of "


def _is_optional(sentence: Sentence, one: Measure) -> bool:
    """Whether the value is of what need not be: "Handrails are not required on ramps less than 150 mm high"."""
    verb, rules = verb_of(sentence, one), sentence.rules
    if verb is None:
        return any(held.able and held.denied for held in sentence.verbs[:1])
    done = rules.presence.match(sentence.text, verb.span.end + 1)
    return verb.denied and done is not None and rules.optional.fullmatch(done[0]) is not None


def modality_of(sentence: Sentence, verb: Verb | None) -> Modality | None:
    """Strength of what a verb rules; None where it is no demand."""
    if verb is not None and verb.able:
        return None
    if verb is not None and verb.modality is not None:
        return Modality.SHALL if verb.modality is Modality.MAY and _is_denied(sentence, verb) else verb.modality
    if sentence.command is not None:
        return Modality.SHALL
    if sentence.frame.led:
        return sentence.frame.modality or Modality.STATES
    if verb is not None and sentence.rules.telling.vague.match(sentence.text, sentence.limits.body):
        return None
    is_said = verb is not None or is_field(sentence) or is_note(sentence)
    return Modality.STATES if is_said else None


def _is_denied(sentence: Sentence, verb: Verb) -> bool:
    """Whether what a verb allows is allowed to nobody: "may not", "no flight may", "nowhere may the wire"."""
    before = sentence.text[sentence.limits.body : verb.span.start]
    return verb.denied or sentence.rules.comparing.denied.match(before) is not None


def _is_stated(sentence: Sentence, one: Measure, verb: Verb | None) -> bool:
    """Whether a value that no comparator binds is demanded as it stands."""
    if sentence.frame.led and verb is None:
        return True
    if sentence.command is not None or (verb is not None and verb.modality is not None):
        return True
    if verb is None:
        return bool(sentence.verbs) or is_field(sentence) or is_note(sentence)
    if one.tolerance is not None or any(value.unit or value.magnitude is None for value in one.values):
        return True
    return sentence.rules.declares and is_counted(sentence, one)


def _unbound(sentence: Sentence, one: Measure) -> Comparator:
    """Equal, or one of several, but less for what must not pass: "a 100 mm sphere cannot pass"."""
    if len(one.values) > 1:
        return Comparator.ONE_OF
    if _AT_LEAST_EVERY.search(sentence.text, sentence.span.start, one.start):
        return Comparator.AT_MOST
    if sentence.rules.telling.passing.search(sentence.text, sentence.span.start, one.start):
        return Comparator.LESS
    around = sentence.text[one.end : min(sentence.span.end, one.end + 60)]
    passes = re.match(r"\s*(?:diameter\s+)?(?:sphere|cube|ball)s?\s+(?:can|must|shall|may|should)\s?not\b", around)
    return Comparator.LESS if passes else Comparator.EQUAL


def _combine(sentence: Sentence) -> str | None:
    words = sentence.text[sentence.span.start : sentence.span.end]
    if sentence.rules.comparing.greater.search(words):
        return "greater"
    return "less" if sentence.rules.comparing.less.search(words) else None


def _is_elided(sentence: Sentence, one: Measure) -> bool:
    """Whether a value without a bound follows one that has it: "a minimum fall of 1:60 and gutters a fall of 1:200"."""
    verb = verb_of(sentence, one)
    start = verb.span.end if verb else sentence.span.start
    earlier = [held for held in sentence.measures if start <= held.start < one.start and held.comparator]
    return bool(earlier) and one.dimension is None


def _is_quoted(sentence: Sentence, one: Measure) -> bool:
    """Whether a value is part of words that are quoted: 'Changing "HTTP/1.1 or later" to'."""
    before = _QUOTE.findall(sentence.text, sentence.span.start, one.first)
    return len(before) % 2 == 1 and _QUOTE.search(sentence.text, one.first, sentence.span.end) is not None


def _is_loose_count(sentence: Sentence, one: Measure) -> bool:
    """Whether no unit, and no verb of being or having right before or behind it, makes a bare number demanded."""
    if one.values[0].unit is not None or one.values[0].magnitude is None or one.dimension is not None:
        return False
    verb = verb_of(sentence, one)
    if sentence.command is not None and not sentence.text[sentence.command : one.start].strip():
        return False
    if verb is None:
        after = next((held for held in sentence.verbs if held.span.start >= one.end), None)
        return after is None or not sentence.rules.presence.match(sentence.text, skip(sentence.text, after.span.end))
    return not verb.has and bool(sentence.text[verb.span.end : one.start].strip())


def _confidence(sentence: Sentence, one: Measure, named: Named, modality: Modality) -> float:
    """How sure: each thing that had to be guessed or fetched from elsewhere takes its part."""
    is_said = modality in (Modality.STATES, Modality.MAY)
    unbound = 0.06 if modality is not Modality.STATES else 0.25
    doubts = (
        (one.comparator is None, unbound),
        (one.inherited, 0.06),
        (not one.near, 0.03),
        (named.borrowed, 0.1),
        (named.guessed, 0.12),
        (is_said and not sentence.frame.led, 0.08),
        (one.comparator in (None, Comparator.RANGE) and _is_loose_count(sentence, one), 0.12),
        (_is_quoted(sentence, one), 0.2),
        (one.comparator is None and _is_elided(sentence, one), 0.12),
        (len(sentence.measures) > _MOST_VALUES, 0.2),
    )
    return round(max(0.97 - sum(part for holds, part in doubts if holds), 0.3), 2)

"""Demands without a value: something has to be there or be so, or must not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from graph.requirements.actions import participle
from graph.requirements.draft import NOTHING, Draft, Phrase
from graph.requirements.frames import Verb
from graph.requirements.patterns import Grammar
from graph.requirements.phrases import noun_after, part, phrase, subject_of
from graph.requirements.sentence import Sentence, conditions_of, scope
from graph.spans import Span
from graph.vocabulary import Comparator, Modality

_NEGATIVE = {Modality.SHALL: Modality.SHALL_NOT, Modality.SHOULD: Modality.SHOULD_NOT, Modality.MAY: Modality.SHALL_NOT}
_STRONG = frozenset(_NEGATIVE) - {Modality.MAY} | frozenset(_NEGATIVE.values())
_NOT = re.compile(r"\b(?:not|never|don't)\s+$", re.IGNORECASE)
_NOT_AND_VERB = 2
_VERB = re.compile(r"\s*[a-z]{3,}\s+", re.IGNORECASE)
_NONE = re.compile(r"\s*no\s+(?!\d|less\b|more\b|later\b|fewer\b|other\b)(?=[^\W\d_]{3,})", re.IGNORECASE)
"""Opens a note that leaves something out: "NO SPRINKLERS IN PLANT ROOMS"."""
_NO = re.compile(r"\s*(?:no|neither)\s", re.IGNORECASE)
_SOME = re.compile(r"\s*(?:note(?:\s*\d+)?\s*[:–-]\s*)?(?:some|many|most|several|a few|few)\s", re.IGNORECASE)
"""Opens a sentence that lets something be left out of some things, and does not say which."""
_FUTURE = re.compile(r"\bbe\b", re.IGNORECASE)
_SURE, _GENERAL = 0.9, 0.6


def presence(sentence: Sentence) -> Iterator[Draft]:
    """What a sentence without demanded values wants to be there or to be so."""
    if sentence.command is not None:
        yield from _commanded(sentence)
        return
    forbidden = sentence.rules.forbidding.search(sentence.text, sentence.limits.body, sentence.span.end)
    if forbidden:
        yield from _object(sentence, forbidden.end(), is_absent=True)
        return
    lacking = _NONE.match(sentence.text, sentence.limits.body, sentence.span.end)
    if sentence.rules.declares and not sentence.verbs and lacking and not sentence.measures:
        yield from _object(sentence, lacking.end(), is_absent=True)
        return
    for verb in sentence.verbs[:1]:
        if sentence.rules.waived.fullmatch(sentence.text, verb.span.start, _without_be(sentence.text, verb)):
            if _SOME.match(sentence.text, sentence.limits.body, sentence.span.end):
                continue
            bound = replace(verb, able=False, denied=True, modality=Modality.SHALL)
            yield from (replace(draft, modality=Modality.MAY) for draft in _predicated(sentence, bound))
        else:
            yield from _predicated(sentence, verb)


def _without_be(text: str, verb: Verb) -> int:
    """The end of a verb without the "be" behind it."""
    words = text[verb.span.start : verb.span.end]
    return verb.span.start + len(words.removesuffix("be").removesuffix("BE").rstrip())


def _predicated(sentence: Sentence, verb: Verb) -> Iterator[Draft]:
    """ "A handrail shall be provided on both sides", "PVC pipes are not allowed"."""
    text, rules = sentence.text, sentence.rules
    end = _end(sentence, verb.span.end)
    behind = part(verb.span.end, end)
    words = text[behind.start : behind.end]
    shown = rules.presence.match(words.lstrip())
    stated = verb.plain and rules.stated.match(words.lstrip())
    limited = any(sentence.limits.holds(one.first) or one.comparator for one in sentence.measures)
    is_loose = verb.modality is Modality.MAY and not (limited or shown or _is_act(sentence, verb, words))
    is_future = verb.modality is Modality.STATES and not _FUTURE.search(text, verb.span.start, verb.span.end)
    if verb.able or (verb.plain and not stated) or is_loose or is_future:
        return
    if not shown and rules.idle_predicate.match(words) and not limited:
        return
    subject = subject_of(text, part(sentence.limits.body, verb.span.start), rules)
    absent = verb.denied or bool(_NO.match(text, sentence.limits.body)) or bool(rules.absent.match(words.lstrip()))
    absent = absent or verb.modality in (Modality.SHALL_NOT, Modality.SHOULD_NOT)
    is_permitted = shown is not None and rules.permitting.fullmatch(shown[0]) is not None
    modality = Modality.MAY if is_permitted else verb.modality or Modality.SHALL
    rest = phrase(text, part(behind.start + _skip(words, shown.end() if shown else 0), behind.end))
    lacks = rules.lacking.match(text, behind.start, behind.end)
    has = lacks or rules.equipping.match(text, behind.start, behind.end)
    absent = absent or bool(has or verb.has) and bool(_NO.match(text, has.end() - 1 if has else behind.start))
    if (has or verb.has) and subject.words:
        subject, rest = _owned(sentence, subject, part(has.end() if has else behind.start, behind.end), rest)
    rest, absent = _denied(rest, absent, rules) if _is_state(text, verb) else (rest, absent)
    confidence = _SURE if shown and subject.words else _GENERAL
    if lacks:
        yield _left_out(_draft(sentence, subject, rest, not absent, modality, confidence), modality, is_denied=absent)
        return
    draft = _draft(sentence, subject, rest, absent, modality, confidence)
    is_left = verb.denied or (shown is not None and rules.absent.match(shown[0]) is not None)
    is_optional = shown is not None and is_left and rules.optional.fullmatch(shown[0]) is not None
    yield replace(draft, modality=Modality.MAY) if is_optional else draft


def _left_out(draft: Draft, modality: Modality, *, is_denied: bool) -> Draft:
    """What is built without something: that it "may be" only permits it, that it "may not be" demands the thing."""
    if modality is not Modality.MAY:
        return draft
    return replace(draft, modality=Modality.SHALL if is_denied else Modality.MAY)


def _is_act(sentence: Sentence, verb: Verb, words: str) -> bool:
    """Whether what "may" be done is an act; behind "may" other verbs tell what can happen."""
    if sentence.rules.persons.search(sentence.text, sentence.limits.body, verb.span.start):
        return True
    said = sentence.text[verb.span.start : verb.span.end].split()[-1] if verb.has else words
    return sentence.rules.allowed_act.match(said) is not None


def _is_state(text: str, verb: Verb) -> bool:
    """Whether a verb says how something is: a door that "shall open" is not one that "shall be open"."""
    return verb.plain or text[verb.span.start : verb.span.end].casefold().endswith(("be", "remain", "stay"))


def _denied(rest: Phrase, absent: bool, rules: Grammar) -> tuple[Phrase, bool]:
    """A state that denies another is the absence of that one: "disabled" of "enabled"."""
    first, _, behind = rest.words.partition(" ")
    other = rules.opposites.get(first.casefold())
    return (Phrase(f"{other} {behind}".strip()), not absent) if other else (rest, absent)


def _owned(sentence: Sentence, owner: Phrase, behind: Span, rest: Phrase) -> tuple[Phrase, Phrase]:
    """ "Stairs shall have handrails on both sides" wants handrails, on both sides, for stairs."""
    text, rules = sentence.text, sentence.rules
    lead = phrase(text, behind)
    thing = noun_after(text, lead.span.start, behind.end, rules) if lead.span else NOTHING
    if thing.span is None:
        return owner, rest
    place = phrase(text, part(thing.span.end, behind.end)).words
    bearer = "" if owner.words.casefold() in rules.agents else f"for {owner.words}"
    return thing, Phrase(f"{place} {bearer}".strip())


def _skip(words: str, length: int) -> int:
    return len(words) - len(words.lstrip()) + length if length else 0


def _commanded(sentence: Sentence) -> Iterator[Draft]:
    """ "Provide guarding at the sides of flights", "Do not use PVC", "Ensure that handrails do not project"."""
    assert sentence.command is not None
    text, rules, start = sentence.text, sentence.rules, sentence.command
    if rules.declares and rules.idle_predicate.match(text, sentence.limits.body, start):
        return
    verb = next((held for held in sentence.verbs if held.span.start > start), None)
    that = re.compile(r"\s*that\s", re.IGNORECASE).match(text, start)
    if that and verb:
        subject = subject_of(text, part(that.end(), verb.span.start), rules)
        rest = phrase(text, part(verb.span.end, _end(sentence, verb.span.end)))
        yield _draft(sentence, subject, rest, verb.denied, Modality.SHALL, _GENERAL)
        return
    yield from _object(sentence, _object_start(sentence, start), is_absent=sentence.forbidding, done=_done(sentence))


def _done(sentence: Sentence) -> str:
    """What a command wants done to its object, as a participle; "" where it only wants it to be there."""
    start = _object_start(sentence, sentence.command or 0)
    lead = sentence.text[sentence.limits.body : start].casefold().split()
    is_only_avoided = sentence.forbidding and len(lead) < _NOT_AND_VERB
    return participle(lead[-1], sentence.rules) if lead and not is_only_avoided else ""


def _object_start(sentence: Sentence, start: int) -> int:
    """Where the object begins: behind the verb that follows "do not" where the list does not know it."""
    verb = _VERB.match(sentence.text, start, sentence.span.end)
    is_bare = sentence.forbidding and _NOT.search(sentence.text, sentence.limits.body, start) is not None
    return verb.end() if is_bare and verb else start


def _object(sentence: Sentence, start: int, *, is_absent: bool, done: str = "") -> Iterator[Draft]:
    """What is commanded or forbidden, from where its words begin."""
    text = sentence.text
    lead = phrase(text, part(start, _end(sentence, start)))
    thing = noun_after(text, lead.span.start, sentence.span.end, sentence.rules) if lead.span else NOTHING
    if thing.span is not None:
        rest = phrase(text, part(thing.span.end, _end(sentence, thing.span.end)))
        rest = Phrase(f"{done} {rest.words}".strip(), rest.span) if done else rest
        yield _draft(sentence, thing, rest, is_absent, Modality.SHALL, _GENERAL + 0.1)


def _end(sentence: Sentence, start: int) -> int:
    """Where the predicate ends: at the first condition behind it, or with its clause."""
    tails = [part.start for part in sentence.limits.tails if part.start >= start]
    other = sentence.text.find(";", start, sentence.span.end)
    return min([*tails, sentence.span.end, *([other] if other >= 0 else [])])


def _draft(
    sentence: Sentence, subject: Phrase, rest: Phrase, absent: bool, modality: Modality, confidence: float
) -> Draft:
    known = subject if subject.words else sentence.frame.subject if sentence.frame.led else sentence.frame.topic
    return Draft(
        span=sentence.span,
        subject=known,
        property=rest,
        comparator=Comparator.ABSENT if absent else Comparator.PRESENT,
        values=(),
        modality=_NEGATIVE.get(modality, modality) if absent else modality,
        confidence=confidence if subject.words else min(confidence, 0.5),
        method="presence",
        conditions=conditions_of(sentence),
        scope=scope(sentence),
        language=sentence.rules.language,
    )

"""What is done where a value has no name of its own: "submitted within 14 days", "tested at 28 days"."""

from __future__ import annotations

import re

from graph.requirements.acts import act_of
from graph.requirements.measures import Measure
from graph.requirements.mentioned import is_adjective
from graph.requirements.patterns import Grammar
from graph.requirements.phrases import is_property, noun_after, part, phrase
from graph.requirements.sentence import Sentence, is_time, lasts, verb_of

_PLACED = re.compile(
    r"\s*(?:take\s+place\s+)?(?:[a-z-]+\s+){1,2}"
    r"(?:\w+ed\s+(?:at|to|after|every)\s+|at\s+least\s+(?:once\s+)?(?:every|each)\s+)?$",
    re.IGNORECASE,
)
_TIMED = re.compile(r"[^,;:()]{1,90}\s(?:every|after)\s+$", re.IGNORECASE)
"""Words between "shall" and a time that is demanded however long they are: "send a message to the host every 30 s"."""
_AT = re.compile(r"\b(?:at|after|every)\s+(?:an?\s+|the\s+)?$", re.IGNORECASE)
_SHORT = re.compile(r"[^aeiou]*[aeiou][bdgklmnprt]")
"""A verb of one short vowel, whose last letter is doubled: "dip", "plug"."""
_Y = re.compile(r"[^aeiou]y$")
_MOST = 2
"""Words of an action: "held open"."""


def action_of(sentence: Sentence, one: Measure) -> str:
    """The verb whose measure a value is, as its participle; "" where it says nothing of the value."""
    rules, verb = sentence.rules, verb_of(sentence, one)
    if sentence.command is not None and (verb is None or verb.plain):
        return _commanded(sentence)
    if verb is None or verb.able or verb.has:
        return ""
    words = noun_after(sentence.text, _skip(sentence.text, verb.span.end), one.start, rules).words.split()
    if not words or words[0].casefold() in rules.actions.idle or rules.presence.match(words[0]):
        return ""
    return " ".join(words[:_MOST]).casefold()


def _skip(text: str, start: int) -> int:
    while start < len(text) and text[start].isspace():
        start += 1
    return start


def _commanded(sentence: Sentence) -> str:
    assert sentence.command is not None
    lead = phrase(sentence.text, part(sentence.limits.body, sentence.command)).words.casefold()
    return participle(lead.split()[-1], sentence.rules) if lead else ""


def participle(verb: str, rules: Grammar) -> str:
    """The participle of a command's verb: "sealed"; "" of one that only wants its object to be there."""
    irregular = rules.actions.participles
    if verb in irregular or not irregular:
        return irregular.get(verb, "")
    if _SHORT.fullmatch(verb):
        return f"{verb}{verb[-1]}ed"
    return f"{verb}d" if verb.endswith("e") else f"{verb[:-1]}ied" if _Y.search(verb) else f"{verb}ed"


def is_of_action(sentence: Sentence, one: Measure) -> bool:
    """Whether a value behind "at", "after" or "every" is all that is demanded: "shall expire after 15 minutes"."""
    verb = verb_of(sentence, one)
    if sentence.command is not None:
        behind = noun_after(sentence.text, _skip(sentence.text, one.end), sentence.span.end, sentence.rules)
        return is_property(behind.words, sentence.rules.naming)
    open_ones = [held for held in sentence.measures if not sentence.limits.holds(held.first)]
    open_ones = [held for held in open_ones if not is_adjective(sentence, held)]
    open_ones = [held for held in open_ones if held.start <= one.start or not lasts(sentence, one, held)]
    is_bound = verb is not None and verb.modality is not None
    if (
        (sentence.rules.declares or is_bound)
        and len(open_ones) == 1
        and _AT.search(sentence.text, sentence.span.start, one.start)
    ):
        return True
    if verb is None or (verb.modality is None and not _does(sentence, one)):
        return False
    between = sentence.text[verb.span.end : one.start]
    is_timed = verb.modality is not None and _TIMED.fullmatch(between) and all(is_time(value) for value in one.values)
    return len(open_ones) == 1 and (is_timed or _PLACED.fullmatch(between)) is not None and _has_unit(one)


def _does(sentence: Sentence, one: Measure) -> bool:
    """Whether a statement without a modal tells of an act by its value: "expire after 15 minutes", "stored at"."""
    verb = verb_of(sentence, one)
    if verb is None or not verb.plain:
        return False
    acting = sentence.rules.acting.search(sentence.text, verb.span.start, verb.span.end)
    action = action_of(sentence, one)
    return acting is not None or bool(act_of(action)) or (bool(action) and all(is_time(value) for value in one.values))


def _has_unit(one: Measure) -> bool:
    return all(value.unit for value in one.values)

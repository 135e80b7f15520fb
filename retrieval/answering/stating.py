"""Requirements as sentences: what of which thing, how it is bound, when it applies, how strongly it is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph.conflicts.record import Conflict, Side
from graph.conflicts.register import Standing
from graph.demands import Quantity, Requirement
from graph.quantities.values import PRESENCE, leaves_out
from graph.requirements.patterns import grammar
from graph.spans import Span
from graph.vocabulary import Comparator, Modality, RegisterAct
from retrieval.answering.asked import limits_of

_BOUND = {
    Comparator.EQUAL: "",
    Comparator.AT_LEAST: "at least ",
    Comparator.AT_MOST: "at most ",
    Comparator.MORE: "more than ",
    Comparator.LESS: "less than ",
    Comparator.RANGE: "between ",
    Comparator.ONE_OF: "one of ",
}
_POSITIVE = {Modality.SHALL_NOT: Modality.SHALL, Modality.SHOULD_NOT: Modality.SHOULD}
_DECIDED = {
    RegisterAct.CLOSE_ONE: "one of them was closed",
    RegisterAct.REJECT_ONE: "one of them was rejected",
    RegisterAct.RE_DATE: "one of them takes the other's place",
    RegisterAct.KEEP_BOTH: "both were kept",
    RegisterAct.PRECEDENCE_RULE: "an order of precedence was set",
    RegisterAct.WITHDRAW: "it was found to be no conflict",
}
_ADJECTIVES = frozenset({"exposure", "season"})
"""Dimensions of a scope whose words say how a thing is, and not which one."""
_ENDS = re.compile(r"(?:[.,;:]|\s(?:and|or))+$")
_NOUN = re.compile(r"\s+([^\W\d_][\w-]+)")
LONGEST_NAME_WORDS = 10
"""Words for the thing and its property up to which they read well before a value."""
WORDS_THAT_MATTER = 2
"""Words of a sentence that the normal form may not leave out without the sentence beside it."""
LONGEST_PROPERTY_WORDS = 5
"""Words of a property up to which it reads as "property of the thing"."""


def can_state(requirement: Requirement) -> bool:
    """Whether the normal form says all that is demanded: not of choices ("whichever is the greater"), of presence,
    in other languages, or where many words name the thing: there the sentence itself says it better."""
    if requirement.comparator in PRESENCE or requirement.combine is not None:
        return False
    return requirement.language == "en" and len(_about(requirement).split()) <= LONGEST_NAME_WORDS


def stated(requirement: Requirement, text: str) -> str:
    """The demand as a sentence: "Platform width: at least 3.5 m, where the line speed exceeds 160 km/h (shall)."

    Args:
        text: The characters of its span.
    """
    return f"{_upper(_about(requirement))}: {said(requirement, text)}."


def says_more(requirement: Requirement, text: str) -> bool:
    """Whether the sentence holds words that the normal form leaves out: "..., not counting the trailing line end"."""
    rules, left = grammar("en"), text
    for part in sorted(_taken(requirement), reverse=True):
        start, end = (at - requirement.span.start for at in (part.start, part.end))
        left = f"{left[: max(start, 0)]} {left[max(end, 0) :]}"
    for pattern in (rules.comparing.before, rules.comparing.after, rules.verb, rules.head, rules.naming.dimension):
        for found in reversed(list(pattern.finditer(left, 0, len(left)))):
            left = f"{left[: found.start()]} {left[found.end() :]}"
    words = set(re.findall(r"[^\W\d_]{3,}", left.casefold()))
    return len(words - rules.naming.stops - rules.naming.light - _words_of(requirement)) >= WORDS_THAT_MATTER


def _taken(requirement: Requirement) -> Iterator[Span]:
    """Where the sentence says what the normal form says."""
    yield from filter(None, (requirement.subject_span, requirement.property_span))
    for value in (*requirement.values, *(requirement.tolerance or ())):
        yield from filter(None, (value.span, value.unit_span))
    yield from (condition.span for condition in requirement.conditions)


def _words_of(requirement: Requirement) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", f"{requirement.subject} {requirement.property}".casefold()))


def bound(requirement: Requirement, text: str) -> str:
    """What is allowed, in the written values: "at least 900 mm", "between 900 mm and 1100 mm", "915 mm ± 15 mm"."""
    joint = " and " if requirement.comparator is Comparator.RANGE else " or "
    values = joint.join(_written(value) for value in requirement.values)
    without = "not " if leaves_out(requirement) else ""
    counted = _counted(requirement, text)
    return f"{without}{_BOUND[requirement.comparator]}{values}{counted}{_tolerance(requirement)}"


def said(requirement: Requirement, text: str) -> str:
    """What is allowed, when, and how strongly it is meant: "at least 3.5 m, in tunnels (shall)".

    That something has to be there, or not, is said in the words of the text.
    """
    if requirement.comparator in PRESENCE:
        return " ".join(text.split()).rstrip(".")
    force = "" if requirement.modality is Modality.STATES else f" ({_force(requirement)})"
    return f"{bound(requirement, text)}{_limits(requirement)}{force}"


def _counted(requirement: Requirement, text: str) -> str:
    """What a bare number counts, as the text has it behind the number: " characters"."""
    last = requirement.values[-1]
    if last.unit is not None or last.magnitude is None or not requirement.span.covers(last.span):
        return ""
    found = _NOUN.match(text, last.span.end - requirement.span.start)
    if found is None or found[1].casefold() in grammar("en").naming.stops:
        return ""
    names = [re.findall(r"\w+", words.casefold()) for words in (requirement.subject, requirement.property)]
    if any(found[1].casefold() in words[:-1] for words in names):  # it only begins a longer name
        return ""
    return f" {found[1]}"


def _force(requirement: Requirement) -> str:
    """The modal verb; a bound says the "not" of "shall not exceed" already."""
    modality = requirement.modality
    if leaves_out(requirement):
        return modality.value
    return _POSITIVE.get(modality, modality).value


def _about(requirement: Requirement) -> str:
    """What is demanded of which thing, in the words of the text where they stand together."""
    subject, named = requirement.subject, requirement.property
    if not named or not subject:
        return subject or named
    if requirement.property_span is None:
        return f"{subject} ({named})"
    if _stand_together(requirement):
        return f"{subject} {named}"
    if len(named.split()) <= LONGEST_PROPERTY_WORDS and " of " not in named:
        return f"{named} of {_lower(subject)}"
    return f"{subject}, {named}"


def _stand_together(requirement: Requirement) -> bool:
    subject, named = requirement.subject_span, requirement.property_span
    return subject is not None and named is not None and 0 < named.start - subject.end <= 1


def _limits(requirement: Requirement) -> str:
    conditions = [_lower(_ENDS.sub("", " ".join(one.text.split()))) for one in requirement.conditions]
    said_already = " ".join([*conditions, requirement.subject.casefold()])
    found = [(name, words) for name, words in limits_of(requirement) if words not in said_already]
    scopes = [words if name in _ADJECTIVES else f"for {words}" for name, words in found]
    return "".join(f", {words}" for words in (*conditions, *scopes))


def _written(value: Quantity) -> str:
    written = " ".join(value.written.split())
    return f"{written} {value.unit}" if value.unit_span and value.unit else written


def _tolerance(requirement: Requirement) -> str:
    if requirement.tolerance is None:
        return ""
    minus, plus = (_written(part) for part in requirement.tolerance)
    return f" ± {plus}" if minus == plus else f" (−{minus}, +{plus})"


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _lower(text: str) -> str:
    """The text as it reads inside a sentence; names and abbreviations keep their capitals."""
    return text[:1].lower() + text[1:] if re.match(r"[A-Z][a-z’']*(?:\s+[a-z(\d]|[,;]|$)", text) else text


def decision(standing: Standing) -> str | None:
    """What was decided of a conflict, by whom, when and why; None where nothing was."""
    if not standing.is_settled:
        return None
    act = standing.resolution or RegisterAct.WITHDRAW
    step = next((one for one in reversed(standing.history) if one.act is act), None)
    if step is None:
        return None
    day = step.recorded_at.date()
    scope = f" ({standing.scope})" if standing.scope else ""
    why = f": {step.reason}" if step.reason else ""
    start = f" from {step.due.text} on" if act is RegisterAct.RE_DATE and step.due else ""
    return f"{_DECIDED[act]}{start}{scope}, by {step.by} on {day.day} {day:%B %Y}{why}"


def subject_of(conflict: Conflict) -> str:
    """What a conflict is about, in the words of its first side."""
    first: Side = conflict.sides[0]
    return _lower(_about(first.requirement)) if first.requirement else conflict.slot

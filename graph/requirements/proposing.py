"""Requirements that a model proposes: only what stands word for word in the source is kept.

A proposal says where it was read (its quote), and is checked against that place by our own readers: the words must
stand there, the value must be one that we read there with its unit, and the comparator and the strength must be such
as the words of the sentence allow. What a rule has read is never displaced.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from graph.demands import Quantity, Requirement
from graph.identity import requirement_id
from graph.model import Clause, Passage
from graph.quantities.numbers import find_quantities
from graph.requirements.draft import NOTHING, Phrase
from graph.requirements.grounds import Bound, Grounds, grounds, sentence_around
from graph.requirements.roles.tongue import tongue_of
from graph.spans import Span
from graph.vocabulary import Comparator, Modality

CONFIDENCE = 0.5
"""Of every kept proposal: below *high*, and below any rule's reading of the same."""
_MOST_PROPOSALS = 20
_LONGEST_ANSWER_CHARS = 20_000
_QUIET = frozenset({"table", "header", "register", "turn", "code"})


class Proposer(Protocol):
    """A model that reads a passage and proposes what it demands."""

    @property
    def name(self) -> str:
        """Of the model, as the method of a requirement names it."""

    def propose(self, passage: str) -> str:
        """JSON: `{"requirements": [{"quote", "subject", "property", "comparator", "value", "unit", "modality"}]}`.

        Raises:
            PrevailError: The model cannot be asked.
        """


class Dropped(StrEnum):
    """Why a proposal is not kept."""

    MALFORMED = "not in the form that was asked for"
    QUOTE = "its quote is not in the text"
    SUBJECT = "its subject is not in the quote's sentence"
    PROPERTY = "its property is not in the quote's sentence"
    VALUE = "its value is not in the quote"
    UNIT = "its unit is another one"
    COMPARATOR = "the words bind the value otherwise"
    MODALITY = "the words have another strength"
    CONDITION = "its value limits when something else holds"
    KNOWN = "a rule has read its value"


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a model says that a passage demands; nothing in it is believed."""

    quote: str
    subject: str
    property: str
    comparator: str
    value: str
    unit: str
    modality: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of the proposals for one passage."""

    kept: tuple[Requirement, ...] = ()
    dropped: tuple[Dropped, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """A source as far as proposals are checked against it.

    Attributes:
        known: What rules read in it.
    """

    text: str
    clauses: tuple[Clause, ...]
    known: tuple[Requirement, ...]


def worth_asking(reading: Reading, passages: Iterable[Passage]) -> Iterator[Passage]:
    """The passages of running text with a value that no rule has read."""
    read = sorted({value.span for one in reading.known for value in _values(one)})
    for passage in passages:
        if passage.kind in _QUIET or passage.quoted:
            continue
        found = find_quantities(reading.text, passage.span, tongue_of(passage.text))
        measured = [one for one in found if one.unit or one.magnitude is None]
        if any(not any(one.span.overlaps(span) for span in read) for one in measured):
            yield passage


def _values(requirement: Requirement) -> tuple[Quantity, ...]:
    inside = tuple(value for condition in requirement.conditions for value in condition.values)
    return (*requirement.values, *(requirement.tolerance or ()), *inside)


def verify(reading: Reading, passage: Passage, answer: str, model: str) -> Verdict:
    """Keeps of a model's answer what the passage says."""
    kept: list[Requirement] = []
    dropped: list[Dropped] = []
    for proposal in parse(answer):
        checked = _checked(reading, passage, proposal, kept, model) if proposal else Dropped.MALFORMED
        if isinstance(checked, Dropped):
            dropped.append(checked)
        else:
            kept.append(checked)
    return Verdict(tuple(kept), tuple(dropped))


def parse(answer: str) -> list[Proposal | None]:
    """The proposals of an answer; None for each that has not the form, and one for an answer that is no JSON.

    Examples:
        >>> parse("I think the width is 900 mm.")
        [None]
    """
    written = answer[:_LONGEST_ANSWER_CHARS]
    try:
        read: Any = json.loads(written)
    except (ValueError, RecursionError):
        return [*_whole_ones(written), None]
    rows = read.get("requirements") if isinstance(read, dict) else read
    return [_proposal(row) for row in rows[:_MOST_PROPOSALS]] if isinstance(rows, list) else [None]


def _whole_ones(broken: str) -> list[Proposal | None]:
    """The proposals that were finished before an answer broke off."""
    found: list[Proposal | None] = []
    for part in re.findall(r"\{[^{}]*\}", broken)[:_MOST_PROPOSALS]:
        try:
            found.append(_proposal(json.loads(part)))
        except ValueError:
            found.append(None)
    return found


def _proposal(row: Any) -> Proposal | None:
    if not isinstance(row, dict):
        return None
    fields = [row.get(name, "") for name in Proposal.__slots__]
    if not all(isinstance(field, (str, int, float)) and not isinstance(field, bool) for field in fields):
        return None
    return Proposal(*(str(field).strip() for field in fields))


def _checked(
    reading: Reading, passage: Passage, proposal: Proposal, kept: Sequence[Requirement], model: str
) -> Requirement | Dropped:
    quote = _find(reading.text, passage.span, proposal.quote)
    if quote is None:
        return Dropped.QUOTE
    sentence = sentence_around(reading.text, passage.span, quote)
    subject, prop = (_phrase(reading.text, sentence, words) for words in (proposal.subject, proposal.property))
    if subject is None or not subject.words:
        return Dropped.SUBJECT
    if prop is None:
        return Dropped.PROPERTY
    allowed = grounds(reading.text, sentence)
    bound = _bound(allowed, quote, proposal)
    if isinstance(bound, Dropped):
        return bound
    if any(_overlap(value, one) for one in (*reading.known, *kept) for value in bound.values):
        return Dropped.KNOWN
    if not _is(Modality, proposal.modality) or Modality(proposal.modality) not in allowed.modalities:
        return Dropped.MODALITY
    return _requirement(reading, passage, (sentence, subject, prop), (proposal, bound, allowed), model)


def _overlap(value: Quantity, requirement: Requirement) -> bool:
    return any(value.span.overlaps(held.span) for held in _values(requirement))


def _find(text: str, within: Span, words: str) -> Span | None:
    """Where words stand within a span, whatever the blanks between them."""
    parts = words.split()
    if not parts:
        return None
    match = re.compile(r"\s+".join(map(re.escape, parts))).search(text, within.start, within.end)
    return Span(*match.span()) if match else None


def _phrase(text: str, sentence: Span, words: str) -> Phrase | None:
    """The words where they stand, whole; nothing for no words, and None where they stand nowhere."""
    if not words:
        return NOTHING
    parts = r"\s+".join(map(re.escape, words.split()))
    match = re.compile(rf"(?<![^\W\u4e00-\u9fff]){parts}", re.IGNORECASE).search(text, sentence.start, sentence.end)
    if match is None or not any(letter.isalpha() for letter in words):
        return None
    return Phrase(" ".join(match[0].split()), Span(*match.span()))


def _bound(allowed: Grounds, quote: Span, proposal: Proposal) -> Bound | Dropped:
    """The value of ours that the proposal means, if it may be said so."""
    wanted = _wanted(proposal, allowed.language)
    inside = [one for one in allowed.bounds if all(quote.covers(value.span) for value in one.values)]
    same = [one for one in inside if [_number(value) for value in one.values] == [_number(value) for value in wanted]]
    if not wanted or not same:
        return Dropped.VALUE
    exact = [one for one in same if [_unit(value) for value in one.values] == [_unit(value) for value in wanted]]
    if not exact:
        return Dropped.UNIT
    open_ones = [one for one in exact if not one.limits]
    if not open_ones:
        return Dropped.CONDITION
    said = [one for one in open_ones if proposal.comparator in one.comparators]
    return said[0] if said else Dropped.COMPARATOR


def _wanted(proposal: Proposal, language: str) -> list[Quantity]:
    written = proposal.value if not proposal.unit or proposal.unit in proposal.value else None
    return find_quantities(written or f"{proposal.value} {proposal.unit}", None, language)


def _number(value: Quantity) -> str:
    return value.magnitude or "".join(value.written.split())


def _unit(value: Quantity) -> str:
    return " ".join((value.unit or "").split())


def _is(kind: type[StrEnum], word: str) -> bool:
    return word in {member.value for member in kind}


def _requirement(
    reading: Reading,
    passage: Passage,
    named: tuple[Span, Phrase, Phrase],
    read: tuple[Proposal, Bound, Grounds],
    model: str,
) -> Requirement:
    (sentence, subject, prop), (proposal, bound, allowed) = named, read
    written = "|".join(value.written for value in bound.values)
    slot = "\n".join([subject.words, prop.words, proposal.comparator, written, f"model:{model}"])
    scopes = [set(one.scope) for one in reading.known]
    return Requirement(
        id=requirement_id(passage.source_id, sentence.start, sentence.end, slot),
        source_id=passage.source_id,
        clause_id=_clause_id(reading.clauses, sentence.start),
        span=sentence,
        subject=subject.words,
        property=prop.words,
        comparator=Comparator(proposal.comparator),
        values=bound.values,
        modality=Modality(proposal.modality),
        confidence=CONFIDENCE,
        method=f"model:{model}",
        recorded_at=passage.recorded_at,
        conditions=allowed.conditions,
        scope=tuple(sorted(set.intersection(*scopes))) if scopes else (),
        subject_span=subject.span,
        property_span=prop.span,
        language=allowed.language,
    )


def _clause_id(clauses: Iterable[Clause], position: int) -> str | None:
    holding = [clause for clause in clauses if clause.span.start <= position < clause.span.end]
    return min(holding, key=lambda clause: (len(clause.span), clause.id)).id if holding else None

"""What the words of a sentence allow to be said of its values: comparators, strength, conditions.

A reader that cannot name thing or property still knows how a value is bound; a proposal has to agree with it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from graph.demands import Condition, Quantity
from graph.quantities.numbers import find_quantities
from graph.requirements.conditions import conditions, limits
from graph.requirements.frames import verbs
from graph.requirements.measures import measures
from graph.requirements.patterns import grammar
from graph.requirements.roles.amounts import amounts
from graph.requirements.roles.clauses import condition, take_apart
from graph.requirements.roles.data import roles
from graph.requirements.roles.tongue import tongue_of
from graph.spans import Span
from graph.vocabulary import Comparator, Modality

_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])|\n{2,}")
_NEGATIVE = {Modality.SHALL: Modality.SHALL_NOT, Modality.SHOULD: Modality.SHOULD_NOT, Modality.MAY: Modality.SHALL_NOT}


@dataclass(frozen=True, slots=True)
class Bound:
    """One value, or the two of a range, as the words bind it.

    Attributes:
        comparators: What may be said of it; equal alone where no word binds it.
        limits: It stands in a condition and demands nothing.
    """

    values: tuple[Quantity, ...]
    comparators: frozenset[Comparator]
    limits: bool


@dataclass(frozen=True, slots=True)
class Grounds:
    """What one sentence allows.

    Attributes:
        modalities: Of its verbs; `states` alone where it has none that demands.
    """

    language: str
    bounds: tuple[Bound, ...]
    modalities: frozenset[Modality]
    conditions: tuple[Condition, ...]


def sentence_around(text: str, within: Span, quote: Span) -> Span:
    """The sentence that holds a quote, or the sentences where it holds several."""
    ends = [(match.start(), match.end()) for match in _SENTENCE_END.finditer(text, within.start, within.end)]
    start = max([end for _, end in ends if end <= quote.start], default=within.start)
    return Span(start, max(quote.end, min([end for end, _ in ends if end >= quote.end], default=within.end)))


def grounds(text: str, sentence: Span) -> Grounds:
    """What a sentence allows, read in its own language."""
    tongue = tongue_of(text[sentence.start : sentence.end])
    return _english(text, sentence) if tongue == "en" else _by_roles(text, sentence, tongue)


def _english(text: str, sentence: Span) -> Grounds:
    rules = grammar("en")
    limited = limits(text, sentence, rules)
    bound = measures(text, sentence, find_quantities(text, sentence), rules)
    said = [(verb.modality, verb.denied) for verb in verbs(text, sentence, limited, rules) if verb.modality]
    command = rules.imperative.match(text, limited.body, sentence.end)
    if command and (command["do"] or command["never"]):
        said.append((Modality.SHALL, bool(command["never"])))
    return Grounds(
        "en",
        tuple(
            Bound(one.values, frozenset({one.comparator or Comparator.EQUAL}), limited.holds(one.first))
            for one in bound
        ),
        _modalities(said),
        conditions(text, limited.all(), bound, rules),
    )


def _by_roles(text: str, sentence: Span, tongue: str) -> Grounds:
    rules = roles(tongue)
    found = find_quantities(text, sentence, tongue)
    parts = take_apart(text, sentence, amounts(text, sentence, found, rules), rules)
    denied = any(one.denied for one in parts.predicates)
    bounds = (
        Bound(
            one.values,
            frozenset({one.meant(False) or Comparator.EQUAL, one.meant(denied) or Comparator.EQUAL}),
            parts.limits(one.first),
        )
        for one in parts.amounts
    )
    said = [(one.modality, one.denied) for one in parts.predicates if not one.weak]
    return Grounds(tongue, tuple(bounds), _modalities(said), tuple(condition(parts, part) for part in parts.conditions))


def _modalities(said: list[tuple[Modality, bool]]) -> frozenset[Modality]:
    strengths = {modality for modality, _ in said}
    strengths |= {_NEGATIVE[modality] for modality, denied in said if denied and modality in _NEGATIVE}
    return frozenset(strengths) or frozenset({Modality.STATES})

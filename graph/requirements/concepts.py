"""Which terms mean one thing: the table, and what people said about it; likeness alone only proposes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache

from graph.demands import ConceptLink
from graph.requirements.terms import concept_data, words_of

SUBJECT = "subject"
PROPERTY = "property"
ROLES = (SUBJECT, PROPERTY)

Likeness = Callable[[str, str], float]
"""Of two terms, in [0, 1]; symmetric."""

_ENOUGH = 0.8
_PER_TERM = 3


@dataclass(frozen=True, slots=True)
class Proposal:
    """A term that may name a concept; it changes nothing until a person accepts it.

    Attributes:
        likeness: In [0, 1].
    """

    role: str
    term: str
    concept: str
    likeness: float


class Concepts:
    """The concepts in use for one project: what people decided there or for all projects, over the table.

    A link that was accepted sends its term to its concept; one that was refused keeps the term apart, also where
    the table joins it.
    """

    def __init__(self, links: Iterable[ConceptLink] = (), project: str = "") -> None:
        """Takes the links of this project and of all projects; the project's own go first."""
        mine = sorted((link for link in links if link.project in ("", project)), key=_weight)
        self._said: dict[tuple[str, str], ConceptLink] = {(link.role, link.term): link for link in mine}
        self._refused = {(link.role, link.term, link.concept) for link in mine if not link.accepted}

    @property
    def is_edited(self) -> bool:
        """Whether people said anything over the table."""
        return bool(self._said)

    def of(self, role: str, term: str) -> str | None:
        """The preferred label of a term's concept; None where nothing is known of it."""
        said = self._said.get((role, term))
        if said is not None and said.accepted:
            return said.concept
        label = _table(role).get(term)
        if label is None or (role, term, label) in self._refused:
            return None
        return label

    def is_decided(self, role: str, term: str, concept: str) -> bool:
        """Whether a person already said whether the term names the concept."""
        said = self._said.get((role, term))
        return (role, term, concept) in self._refused or (said is not None and said.accepted)


def _weight(link: ConceptLink) -> tuple[bool, str, str]:
    return link.project != "", link.recorded_at.isoformat(), link.id


def proposals(
    terms: Mapping[str, Iterable[str]], concepts: Concepts, likeness: Likeness | None = None
) -> list[Proposal]:
    """Which unknown terms may name which concept or other term, the likest first.

    Only terms that share a word are compared, so the cost grows with the terms and not with their square.

    Args:
        terms: Role to the terms in use, as `graph.requirements.slots` normalises them.
        likeness: Instead of the likeness of spelling; such as a cosine of vectors.
    """
    found = [
        proposal for role in ROLES for proposal in _of_role(role, sorted(set(terms.get(role, ()))), concepts, likeness)
    ]
    return sorted(found, key=lambda one: (-one.likeness, one.role, one.term, one.concept))


def _of_role(role: str, terms: list[str], concepts: Concepts, likeness: Likeness | None) -> list[Proposal]:
    known = {label: label for label in _labels(role)}
    by_word: dict[str, set[str]] = defaultdict(set)
    for label in {*known, *terms}:
        for word in label.split():
            by_word[word].add(label)
    made = []
    for term in terms:
        if concepts.of(role, term) is not None:
            continue
        near = {other for word in term.split() for other in by_word[word]} - {term}
        open_ = [other for other in near if _is_open(role, term, other, concepts)]
        scored = sorted((-(likeness or spelt_alike)(term, other), other) for other in open_)
        made += [Proposal(role, term, other, -score) for score, other in scored[:_PER_TERM] if -score >= _ENOUGH]
    return made


def _is_open(role: str, term: str, other: str, concepts: Concepts) -> bool:
    """Whether a term may be proposed for another: undecided, and of two unknown ones the later for the earlier."""
    is_known = concepts.of(role, other) is not None or other in _labels(role)
    return not concepts.is_decided(role, term, other) and (is_known or other < term)


def spelt_alike(first: str, second: str) -> float:
    """How much of the letters two terms share, in [0, 1], whatever the order of their words."""
    one, other = (" ".join(sorted(term.split())) for term in sorted((first, second)))
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


@cache
def _labels(role: str) -> frozenset[str]:
    return frozenset(concept_data()[role])


@cache
def _table(role: str) -> Mapping[str, str]:
    rows = concept_data()[role]
    return {" ".join(words_of(term)): label for label, also in rows.items() for term in (label, *also)}

"""The values of the conflict engine: what stands on each side, and the conflict of the sides."""

from __future__ import annotations

from dataclasses import dataclass

from graph.demands import Requirement
from graph.quantities.values import PRESENCE
from graph.requirements.slots import Slot
from graph.spans import Span
from graph.verdicts import Verdict as Standing
from graph.vocabulary import CONFLICTING, AuthorityClass, ConflictClass


@dataclass(frozen=True, slots=True)
class Party:
    """A requirement with what decides how it stands to others.

    Attributes:
        demand: The requirement without its place: equal for equal demands, its id a hash of what it says.
        name: Of the slot, as it is without what people said of concepts: a conflict keeps its id when they do.
        work: Id of the work whose version demands it.
        project: "" for shared texts; jurisdiction: None where the source names none.
        standing: Whether its text governs at the moment asked about, and why.
    """

    requirement: Requirement
    demand: Requirement
    slot: Slot
    name: str
    work: str
    project: str
    jurisdiction: str | None
    authority: AuthorityClass
    standing: Standing

    @property
    def governs(self) -> bool:
        """Whether its text is in force, as far as this text is concerned."""
        return self.standing.is_in_force and not self.standing.is_withheld

    @property
    def is_compared(self) -> bool:
        """Whether it is held against what governs: it does so itself, or was said beside it."""
        return self.standing.stands and not self.standing.is_withheld

    @property
    def has_kind(self) -> bool:
        """Whether what it demands to be there is a value of some kind: that doors are white is their colour."""
        return self.requirement.comparator in PRESENCE and self.demand.comparator not in PRESENCE


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a conflict.

    Attributes:
        says: What it demands or states, for people: "shall ≥ 900 mm", "BS 6700 1997", "file name: Rev C".
        span: Where its source's text says it; None where no text does.
        requirement: None for sides that are citations or claims.
    """

    source_id: str
    work: str
    slot: str
    says: str
    span: Span | None
    requirement: Requirement | None = None
    authority: AuthorityClass = AuthorityClass.UNCLASSIFIED

    @property
    def key(self) -> str:
        """Id of its requirement; of another side, its place and words."""
        if self.requirement is not None:
            return self.requirement.id
        return f"{self.source_id}:{self.span.start if self.span else ''}:{self.says}"


@dataclass(frozen=True, slots=True)
class Conflict:
    """What requirements, citations or claims are to each other; computed at one moment, never stored.

    Attributes:
        id: `graph.identity.conflict_id`; the same for re-issued texts.
        slot: What they are about, for people.
        sides: At least two, ordered by work, slot and place.
        reason: One sentence.
        values: Fingerprint of what the sides say; other values open a settled conflict again.
        stricter: Key of the side that satisfies all, where one does.
        prevails: Key of the side that a rule lets stand; only for updates.
        rule: What decided an update: the rule of supersession, or the order of precedence.
        was: Of an update, what its sides would be to each other if both stood; of an unsure difference of scope, if
            both applied at once. None where they do not compare.
        is_sure: False where it is not known that both sides apply at once.
        confidence: Of the least sure side's extraction, in [0, 1].
    """

    id: str
    kind: ConflictClass
    slot: str
    sides: tuple[Side, ...]
    reason: str
    values: str
    project: str = ""
    stricter: str | None = None
    prevails: str | None = None
    rule: str | None = None
    was: ConflictClass | None = None
    is_sure: bool = True
    confidence: float = 1.0

    @property
    def is_possible(self) -> bool:
        """Whether two texts clash if they apply at once, which their words leave open."""
        is_open = self.kind is ConflictClass.DIFFERENT_SCOPE and not self.is_sure
        return is_open and self.was in CONFLICTING and len(self.source_ids) > 1

    @property
    def source_ids(self) -> frozenset[str]:
        """All sources that a reader must be allowed to see."""
        return frozenset(side.source_id for side in self.sides)

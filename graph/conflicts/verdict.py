"""What a comparison of two requirements says."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from graph.demands import Requirement
from graph.quantities.values import PRESENCE
from graph.vocabulary import Comparator, ConflictClass, Modality


class ScopeRelation(StrEnum):
    """How the situations to which two requirements apply lie to each other.

    `UNKNOWN` is where their conditions differ in words and nothing tells whether both can hold at once.
    """

    SAME = "same"
    OVERLAPPING = "overlapping"
    DISJOINT = "disjoint"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What two requirements are to each other.

    Attributes:
        kind: None where they do not compare, or limit different ends and hold together.
        reason: One sentence for a person, the same whichever is given first.
        stricter: Id of the requirement that satisfies both; None where none or either does.
        is_sure: False where the scope relation is unknown: what is said holds if both apply at once.
    """

    kind: ConflictClass | None
    reason: str
    stricter: str | None = None
    is_sure: bool = True


_FORCE = {
    Modality.SHALL: 2,
    Modality.SHALL_NOT: 2,
    Modality.STATES: 2,
    Modality.SHOULD: 1,
    Modality.SHOULD_NOT: 1,
    Modality.MAY: 0,
}


_LEFT_OUT = {
    Modality.SHALL: "forbidden",
    Modality.SHALL_NOT: "forbidden",
    Modality.STATES: "stated to be left out",
    Modality.SHOULD: "recommended against",
    Modality.SHOULD_NOT: "recommended against",
    Modality.MAY: "optional",
}
_WANTED = {
    Modality.SHALL: "required",
    Modality.STATES: "stated",
    Modality.SHOULD: "recommended",
    Modality.MAY: "permitted",
    Modality.SHALL_NOT: "forbidden",
    Modality.SHOULD_NOT: "recommended against",
}
_PRESENCE = {
    **{(Comparator.PRESENT, modality): words for modality, words in _WANTED.items()},
    **{(Comparator.ABSENT, modality): words for modality, words in _LEFT_OUT.items()},
}
"""That something is to be there or so, in words; "shall not" with *absent* is one negation, written in two fields."""


def force_of(requirement: Requirement) -> int:
    """How strongly it demands: 2 binds, 1 recommends, 0 permits; what a text merely states counts as binding."""
    return _FORCE[requirement.modality]


def demand_text(requirement: Requirement) -> str:
    """What is demanded in the words of the source, "should ≥ 900 mm", or that something is "required", "forbidden"."""
    if requirement.comparator in PRESENCE:
        return _PRESENCE[requirement.comparator, requirement.modality]
    values = [value.written + (f" {value.unit}" if value.unit_span is not None else "") for value in requirement.values]
    joint = "–" if requirement.comparator is Comparator.RANGE else " or "
    parts = [requirement.modality.value, requirement.comparator.value, joint.join(values)]
    if requirement.tolerance:
        minus, plus = (part.written for part in requirement.tolerance)
        parts.append(f"± {plus}" if minus == plus else f"-{minus} +{plus}")
    return " ".join(part for part in parts if part)


def stronger_of(first: Requirement, second: Requirement) -> Requirement | None:
    """The one of two equal demands that has more force; None where the text of either leaves its force open."""
    if first.modality is Modality.STATES or second.modality is Modality.STATES:
        return None
    forces = force_of(first), force_of(second)
    if forces[0] == forces[1]:
        return None
    return first if forces[0] > forces[1] else second

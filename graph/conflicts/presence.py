"""Demands that something is there or is not, against each other."""

from __future__ import annotations

from graph.conflicts.verdict import Verdict, demand_text, force_of, stronger_of
from graph.demands import Requirement
from graph.quantities.values import NEGATIVE
from graph.vocabulary import Comparator, ConflictClass


def compare_presence(first: Requirement, second: Requirement) -> Verdict:
    """Two demands of presence or absence.

    They clash where one demands or permits what the other forbids, and where one demands what the other lets
    be omitted. A permission meets the opposite recommendation: the recommendation is the stricter.
    """
    both = f"“{demand_text(first)}” and “{demand_text(second)}”"
    if _is_absence(first) == _is_absence(second):
        return _alike(first, second, both)
    forces = force_of(first), force_of(second)
    if max(forces) == 0:
        return Verdict(ConflictClass.DUPLICATE, f"{both} both leave it open.")
    if sorted(forces) == [0, 1]:
        stricter = first if forces[0] else second
        return Verdict(ConflictClass.DIFFERENCE, f"{both}: one recommends, the other leaves it open.", stricter.id)
    return Verdict(ConflictClass.MODALITY_CLASH, f"{both} cannot both be met.{_lesser(forces)}")


def _is_absence(requirement: Requirement) -> bool:
    """Whether it speaks against presence; "shall not" with *absent* is one negation, written in two fields."""
    return requirement.comparator is Comparator.ABSENT or requirement.modality in NEGATIVE


def _alike(first: Requirement, second: Requirement, both: str) -> Verdict:
    stricter = stronger_of(first, second)
    if stricter is None:
        return Verdict(ConflictClass.DUPLICATE, f"{both} demand the same.")
    return Verdict(ConflictClass.DIFFERENCE, f"{both} demand the same with different force.", stricter.id)


def _lesser(forces: tuple[int, int]) -> str:
    """A sentence where one of two that clash does not bind."""
    return {0: " One of them only permits.", 1: " One of them only recommends."}.get(min(forces), "")

"""What two requirements of one subject and property are to each other, decided by arithmetic.

Two demands conflict where they cannot both be met in one scope. That one of them only recommends
does not make them compatible: where no value meets both, whoever follows one leaves the other, and that
is for a person to decide; the reason says which of them does not bind. Equal values with different force are
a *difference*, of which the one that binds is the stricter. A permission clashes only with what rules out all
that it permits.
"""

from __future__ import annotations

from dataclasses import replace

from graph.conflicts.presence import compare_presence
from graph.conflicts.verdict import ScopeRelation, Verdict, demand_text, force_of, stronger_of
from graph.demands import Requirement
from graph.quantities.intervals import Region, are_equal, do_meet, does_cover
from graph.quantities.projection import in_common
from graph.quantities.values import (
    NEGATIVE,
    PRESENCE,
    Measured,
    Named,
    Unread,
    allowed,
    leaves_out,
    rounded_values,
)
from graph.vocabulary import ConflictClass

__all__ = ["ScopeRelation", "Verdict", "compare"]


def compare(a: Requirement, b: Requirement, scope: ScopeRelation = ScopeRelation.SAME) -> Verdict:
    """What two requirements of one subject and property are to each other.

    The order of the two does not matter. Whether they govern, and which of them takes precedence, is for the
    caller to know.

    Args:
        scope: How the situations in which they apply lie to each other; this alone is taken from their
            conditions and scopes.
    """
    first, second = sorted((a, b), key=_order)
    if scope is ScopeRelation.DISJOINT:
        return Verdict(ConflictClass.DIFFERENT_SCOPE, "They never apply to the same thing at the same time.")
    presence = [side.comparator in PRESENCE for side in (first, second)]
    if all(presence):
        verdict = compare_presence(first, second)
    elif any(presence):
        verdict = Verdict(None, "Not comparable: one demands a presence or an absence, the other a value.")
    else:
        verdict = _compare_values(first, second)
    return replace(verdict, is_sure=scope is not ScopeRelation.UNKNOWN)


def _order(requirement: Requirement) -> tuple[str, str, str]:
    return requirement.id, demand_text(requirement), repr(requirement)


def _compare_values(first: Requirement, second: Requirement) -> Verdict:
    one, other = allowed(first), allowed(second, rounded_values(first, second))
    match one, other:
        case Measured(), Measured():
            common = in_common(one, other)
            if common is None:
                return _apart(first, second, f"one states {one.dimension}, the other {other.dimension}")
            return _compare_sets(first, second, *common)
        case Named(), Named():
            return _compare_names(first, second, one, other)
        case (Unread(reason=reason), _) | (_, Unread(reason=reason)):
            return _apart(first, second, reason)
        case _:
            return _apart(first, second, "one states an amount, the other a name")


def _apart(first: Requirement, second: Requirement, reason: str) -> Verdict:
    """The verdict on values that do not compare, unless both write the same."""
    if _as_written(first) == _as_written(second):
        return _same(first, second)
    return Verdict(None, f"{_both(first, second)} are not comparable: {reason}.")


def _as_written(requirement: Requirement) -> tuple[object, ...]:
    values = sorted("".join(value.written.casefold().split()) + (value.unit or "") for value in requirement.values)
    return requirement.comparator, requirement.combine, requirement.modality in NEGATIVE, *values


def _both(first: Requirement, second: Requirement) -> str:
    return f"“{demand_text(first)}” and “{demand_text(second)}”"


def _same(first: Requirement, second: Requirement) -> Verdict:
    """The verdict on equal values: a duplicate, or a difference of force."""
    stricter = stronger_of(first, second)
    if stricter is None:
        return Verdict(ConflictClass.DUPLICATE, f"{_both(first, second)} allow the same.")
    reason = f"{_both(first, second)} allow the same, and one of them has more force."
    return Verdict(ConflictClass.DIFFERENCE, reason, stricter.id)


def _compare_names(first: Requirement, second: Requirement, one: Named, other: Named) -> Verdict:
    if one.dimension != other.dimension:
        return _apart(first, second, f"one states a {one.dimension}, the other a {other.dimension}")
    if one == other:
        return _same(first, second)
    if one.excluded == other.excluded:
        meet = one.excluded or bool(one.names & other.names)
    else:
        meet = bool(one.names - other.names if other.excluded else other.names - one.names)
    if not meet:
        return _disjoint(first, second)
    return _met(first, second, _names_within(one, other), _names_within(other, one))


def _names_within(inner: Named, outer: Named) -> bool:
    if inner.excluded:
        return outer.excluded and outer.names <= inner.names
    return not inner.names & outer.names if outer.excluded else inner.names <= outer.names


def _compare_sets(first: Requirement, second: Requirement, one: Measured, other: Measured) -> Verdict:
    if not do_meet(one.region, other.region):
        return _disjoint(first, second)
    if not (one.exact and other.exact):
        return _apart(first, second, "a part of one could not be read")
    if are_equal(one.region, other.region) and are_equal(one.nominal, other.nominal):
        return _same(first, second)
    if not do_meet(one.nominal, other.nominal):
        return Verdict(
            ConflictClass.TOLERANCE_OVERLAP, f"{_both(first, second)} are both met within the stated tolerance."
        )
    within = does_cover(other.region, one.region), does_cover(one.region, other.region)
    if not any(within) and _are_opposite(one.region, other.region):
        return Verdict(None, f"{_both(first, second)} limit different ends and hold together.")
    return _met(first, second, *within)


def _are_opposite(one: Region, other: Region) -> bool:
    """Whether one only has a minimum and the other only a maximum."""
    ends = [(side.low is None, side.high is None) for region in (one, other) for box in region for side in box]
    return set(ends) == {(False, True), (True, False)}


def _met(first: Requirement, second: Requirement, first_within: bool, second_within: bool) -> Verdict:
    """The verdict on sets that differ and meet: the one within the other is the stricter."""
    both = _both(first, second)
    if first_within != second_within:
        stricter = first if first_within else second
        reason = f"{both}: what meets “{demand_text(stricter)}” meets both."
        return Verdict(ConflictClass.DIFFERENCE, reason, stricter.id)
    return Verdict(ConflictClass.DIFFERENCE, f"{both} are both met by some values, and neither includes the other.")


def _disjoint(first: Requirement, second: Requirement) -> Verdict:
    """The verdict on sets that do not meet."""
    both, forces = _both(first, second), (force_of(first), force_of(second))
    if max(forces) == 0:
        return Verdict(ConflictClass.DIFFERENCE, f"{both} permit different values, and both permissions can stand.")
    if min(forces) == 0:
        return Verdict(ConflictClass.MODALITY_CLASH, f"{both}: one permits only what the other rules out.")
    if leaves_out(first) != leaves_out(second):
        return Verdict(ConflictClass.MODALITY_CLASH, f"{both}: one demands what the other forbids.")
    lesser = " One of them only recommends." if min(forces) == 1 and max(forces) == 2 else ""
    return Verdict(ConflictClass.CONTRADICTION, f"No value meets both {both}.{lesser}")

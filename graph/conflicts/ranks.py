"""Which side of a clash prevails by the order of precedence of its project."""

from __future__ import annotations

from dataclasses import replace

from graph.conflicts.record import Conflict, Side
from graph.governing import Governing
from graph.verdicts import SAID
from graph.vocabulary import AuthorityClass, ConflictClass

_UNBINDING = frozenset(
    {AuthorityClass.SUBMITTAL, AuthorityClass.MEETING_DECISION, AuthorityClass.MAIL, AuthorityClass.TALK}
)
"""Classes that are said under a contract and add no demand to it."""


def by_rank(conflict: Conflict, governing: Governing) -> Conflict:
    """The conflict or difference of two sides as an update, where their order of precedence says which prevails.

    It says nothing where the classes are the same, complementary, or not listed: then a person decides, unless one
    of them was only said, which prevails over no text. Nor does
    it where the lower side binds too and both can be met: a specification may ask for more than a statute. What
    asks for less than a higher text has no effect beside it.
    """
    one, other = conflict.sides
    order = governing.snapshot.order_between(one.source_id, other.source_id)
    place = order.compare(one.authority, other.authority)
    said = [side for side in conflict.sides if governing.of_source(side.source_id).is_said]
    if place not in (1, -1) and len(said) != 1:
        return conflict
    lower = said[0] if said else (other if place == 1 else one)
    higher = one if lower is other else other
    if _does_add(conflict, higher, lower):
        return conflict
    rule = f"{order.name}: {higher.authority} before {lower.authority}" if place in (1, -1) else SAID
    reason = f"{conflict.reason} {_why(lower, rule)}"
    kind, was = ConflictClass.UPDATE, conflict.kind
    return replace(conflict, kind=kind, was=was, reason=reason, prevails=higher.key, rule=rule, stricter=None)


def _why(lower: Side, rule: str) -> str:
    if rule == SAID:
        return f"What was said in {lower.authority} binds nobody by itself."
    return f"The order of precedence decides ({rule})."


def _does_add(conflict: Conflict, higher: Side, lower: Side) -> bool:
    """Whether the lower side demands something that stands beside what the higher one demands."""
    is_met = conflict.kind is ConflictClass.DIFFERENCE
    return is_met and conflict.stricter != higher.key and lower.authority not in _UNBINDING

"""Which side of a clash prevails by the order of precedence of its project."""

from __future__ import annotations

from dataclasses import replace

from graph.conflicts.record import Conflict
from graph.governing import Governing
from graph.vocabulary import ConflictClass


def by_rank(conflict: Conflict, governing: Governing) -> Conflict:
    """The conflict of two sides as an update, where their order of precedence says which of them prevails.

    It says nothing where the classes are the same, complementary, or not listed: then a person decides.
    """
    one, other = conflict.sides
    order = governing.snapshot.order_between(one.source_id, other.source_id)
    place = order.compare(one.authority, other.authority)
    if place not in (1, -1):
        return conflict
    higher, lower = (one, other) if place == 1 else (other, one)
    rule = f"{order.name}: {higher.authority} before {lower.authority}"
    reason = f"{conflict.reason} The order of precedence decides ({rule})."
    kind, was = ConflictClass.UPDATE, conflict.kind
    return replace(conflict, kind=kind, was=was, reason=reason, prevails=higher.key, rule=rule)

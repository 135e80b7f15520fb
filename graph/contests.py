"""Who contests whom: texts that both claim to be in force, where no rule says which of them is."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from graph.effects import Contest, Effects
from graph.precedence import Precedence
from graph.snapshot import Snapshot


def begun(found: Effects, source_id: str, as_of: date) -> tuple[Contest, ...]:
    """The contests of a source that would have had an effect by a day."""
    denied = found.contests.get(source_id, ())
    return tuple(contest for contest in denied if contest.since is None or contest.since <= as_of)


def contenders(
    snapshot: Snapshot, found: Effects, source_id: str, as_of: date, precedence: Precedence | None = None
) -> tuple[str, ...]:
    """The other sides of the open contests of a source, whichever of the two claims to displace the other.

    A contest is open where neither text prevails: they displace one another in a circle, or their classes
    are complementary. Where a text of a lower class claims to displace a higher one, the order of
    precedence has decided, and where a register is contradicted by a document's own header, that has.

    Returns:
        Ids of sources, or of works that are not held, in order.
    """
    others: set[str] = set()
    for target in found.contests:
        for contest in begun(found, target, as_of):
            if source_id in (target, contest.by) and is_open(snapshot, found, contest, precedence):
                others |= {target, contest.by}
    return tuple(sorted(others - {source_id}))


def is_open(snapshot: Snapshot, found: Effects, contest: Contest, precedence: Precedence | None = None) -> bool:
    """Whether no rule says which of the two texts of a contest stands."""
    order = precedence or snapshot.order_between(contest.by, contest.target)
    displacing, displaced = snapshot.descriptions.get(contest.by), snapshot.descriptions[contest.target]
    if displacing and is_denied_by_order(snapshot, contest, precedence):
        return order.compare(displacing.authority, displaced.authority) is None
    by_register = contest.edge is not None and contest.edge.method == "register"
    return not by_register or contest.by in found.contests


def is_denied_by_order(snapshot: Snapshot, contest: Contest, precedence: Precedence | None = None) -> bool:
    """Whether it is the order of precedence that denies the effect: a person can affirm it all the same."""
    displacing, displaced = snapshot.descriptions.get(contest.by), snapshot.descriptions[contest.target]
    order = precedence or snapshot.order_between(contest.by, contest.target)
    return displacing is not None and not order.may_displace(displacing.authority, displaced.authority)


def contested_edges(found: Effects) -> Iterator[tuple[str, Contest]]:
    """The edges that say that a text is displaced and are denied it by a rule, by id, each with its contest."""
    for contests in found.contests.values():
        for contest in contests:
            if contest.edge is not None:
                yield contest.edge.id, contest

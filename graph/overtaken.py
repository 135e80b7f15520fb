"""Acts on single clauses that a later act on the same clause has overtaken.

An ordinance sets a fee to 170, a later one to 190: both amend the code, neither names the other. The words
of the earlier act are then no more in force than those of the code as it first stood.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from graph.precedence import Precedence
from graph.snapshot import Snapshot
from graph.vocabulary import AuthorityClass

if TYPE_CHECKING:
    from graph.effects import Effect

_OF_CONTRACT = frozenset({AuthorityClass.ADDENDUM, AuthorityClass.CONTRACT_MODIFICATION})

_QUOTED = re.compile(r"[\"“«]([^\"”»]{1,200})[\"”»]")


def overtaken(
    snapshot: Snapshot, found: Iterable[Effect], precedence: Precedence | None = None, added: Iterable[Effect] = ()
) -> Iterator[Effect]:
    """For each clause of an amending text all of whose acts are overtaken: the effect on it, from the day on which
    the last of them is.

    A later act that exchanges words overtakes only the act that put those words there; one that restates or
    deletes a clause overtakes every earlier act on it.

    Args:
        added: What earlier acts added to their targets, which take nothing out of force themselves.
    """
    acts = [effect for effect in found if _is_act(snapshot, effect)]
    on_target: dict[str, list[Effect]] = defaultdict(list)
    places: dict[tuple[str, tuple[str, ...]], list[Effect]] = defaultdict(list)
    for act in acts:
        on_target[act.target].append(act)
    for act in (*acts, *(effect for effect in added if _is_act(snapshot, effect))):
        if act.into:
            places[act.by, act.into].append(act)
    for (source_id, clauses), earlier in sorted(places.items()):
        later = [_first_after(snapshot, act, on_target[act.target], precedence) for act in earlier]
        last = max((act for act in later if act), key=_age, default=None)
        if last is not None and all(later):
            yield replace(
                last,
                target=source_id,
                reason=f"what {snapshot.name(source_id)} made of {', '.join(earlier[0].clauses)} of "
                f"{snapshot.name(last.target)} has been changed again: {last.reason}",
                clauses=clauses,
            )


def revived(snapshot: Snapshot, found: Iterable[Effect]) -> list[Effect]:
    """The effects, where the act of an addendum or a change of a contract ends on the day on which that item of it
    is withdrawn: then the words that it changed stand again as they were.

    The repeal of an act of law revives nothing.
    """
    effects = list(found)
    withdrawn = [e for e in effects if e.ends and e.since and e.clauses and e.by != e.target]
    return [replace(effect, until=_withdrawn_on(snapshot, effect, withdrawn)) for effect in effects]


def _withdrawn_on(snapshot: Snapshot, act: Effect, withdrawn: Iterable[Effect]) -> date | None:
    """The first day on which the item of a contract text that holds an act is withdrawn."""
    if act.by not in snapshot.descriptions or snapshot.descriptions[act.by].authority not in _OF_CONTRACT:
        return None
    items = {_plain(clause).strip("()") for clause in act.into}
    days = [
        e.since
        for e in withdrawn
        if e.target == act.by and e.since and items & {_plain(c).strip("()") for c in e.clauses}
    ]
    return min(days, default=None)


def _is_act(snapshot: Snapshot, effect: Effect) -> bool:
    """Whether a held text itself does something to clauses of another text, from a known day on."""
    edge = effect.edge
    stated = edge is not None and edge.evidence is not None and edge.evidence.source_id == effect.by
    return bool(
        stated and effect.clauses and effect.since and effect.by in snapshot.sources and effect.by != effect.target
    )


def _first_after(
    snapshot: Snapshot, act: Effect, acts: Iterable[Effect], precedence: Precedence | None
) -> Effect | None:
    """The first act that overtakes an act; None where none does."""
    return min((other for other in acts if _overtakes(snapshot, other, act, precedence)), key=_age, default=None)


def _overtakes(snapshot: Snapshot, later: Effect, earlier: Effect, precedence: Precedence | None) -> bool:
    if later.by == earlier.by or _age(later) <= _age(earlier) or not _share_clause(later, earlier):
        return False
    order = precedence or snapshot.order_between(later.by, earlier.by)
    authorities = [snapshot.descriptions[effect.by].authority for effect in (later, earlier)]
    if not order.may_displace(*authorities):
        return False
    exchanged, set_ = _quoted(later), _quoted(earlier)
    return len(exchanged) < 2 or any(exchanged[0] in words for words in set_[1:] or set_)


def _share_clause(later: Effect, earlier: Effect) -> bool:
    return bool({_plain(clause) for clause in later.clauses} & {_plain(clause) for clause in earlier.clauses})


def _plain(path: str) -> str:
    return re.sub(r"\s+", "", path).casefold().rstrip(".")


def _quoted(effect: Effect) -> list[str]:
    """The words in quotation marks of an act: what it strikes out, then what it puts there."""
    evidence = effect.edge.evidence if effect.edge else None
    return _QUOTED.findall(evidence.quote) if evidence else []


def _age(effect: Effect) -> tuple[str, str]:
    return (effect.since.isoformat() if effect.since else "", effect.by)

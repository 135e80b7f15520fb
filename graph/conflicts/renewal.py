"""Demands of a later state of a store, of which only what changed since an earlier one is computed again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from graph.conflicts.demands import Demands
from graph.conflicts.engine import parties_of
from graph.conflicts.pairs import near
from graph.conflicts.record import Conflict, Party
from graph.vocabulary import ConflictClass

_RANK = {kind: rank for rank, kind in enumerate(ConflictClass)}


def renew(now: Demands, before: Demands) -> Demands:
    """The later demands, with what is the same as before taken from there; equal to those computed anew.

    Nothing is taken over where people said other things of concepts, or the moment or project is another.
    """
    alike = now.links == before.links and now.project == before.project
    if alike and now.governing.moment == before.governing.moment and before.has_conflicts:
        parties = _parties(now, before)
        now.take(parties, _conflicts(now, before, parties) if _have_one_order(now, before) else None)
    return now


def _have_one_order(now: Demands, before: Demands) -> bool:
    """Whether the same orders of precedence decide."""
    return now.governing.snapshot.orders == before.governing.snapshot.orders


def _parties(now: Demands, before: Demands) -> list[Party]:
    """The parties of the later demands; slots of requirements that were there are not read again."""
    known: dict[str, list[Party]] = defaultdict(list)
    for party in before.listed:
        known[party.requirement.id].append(party)
    fresh = [one for i, one in now.requirements.items() if before.requirements.get(i) != one or i not in known]
    made: dict[str, list[Party]] = defaultdict(list)
    for party in parties_of(fresh, now.governing, now.concepts, now.project, now.paths):
        made[party.requirement.id].append(party)
    kept = {i: [_standing(now, party) for party in known[i]] for i in now.requirements if i not in made and i in known}
    return [party for i in now.requirements for party in made.get(i) or kept.get(i, [])]


def _standing(now: Demands, party: Party) -> Party:
    """The party as its source stands now; itself where nothing changed."""
    governing, requirement = now.governing, party.requirement
    source, description = (
        governing.snapshot.sources[requirement.source_id],
        governing.snapshot.descriptions[requirement.source_id],
    )
    path = now.paths.get(requirement.clause_id or "")
    standing = governing.of_passage(requirement.source_id, path, requirement.span)
    changed = replace(
        party,
        work=governing.snapshot.work(source.id),
        project=source.project,
        jurisdiction=description.jurisdiction,
        authority=description.authority,
        standing=standing,
    )
    return party if changed == party else changed


def _conflicts(now: Demands, before: Demands, parties: Sequence[Party]) -> list[Conflict]:
    """The conflicts: those of slots in which nothing changed are kept, the others and all of metadata made anew."""
    touched = _touched(before.listed, parties)
    again = {party.requirement.id: party.requirement for party in near(parties, touched)}
    held = {party.requirement.id for party in (*before.listed, *parties) if party.slot.key() in touched}
    made = [one for one in now.among(again.values()) if _is_of(one, held) or not _is_of_requirements(one)]
    kept = [one for one in before.conflicts if _is_of_requirements(one) and not _is_of(one, held)]
    return sorted([*made, *kept], key=lambda one: (_RANK[one.kind], one.slot, one.id))


def _is_of(conflict: Conflict, requirement_ids: Collection[str]) -> bool:
    return any(side.requirement is not None and side.requirement.id in requirement_ids for side in conflict.sides)


def _touched(before: Iterable[Party], now: Iterable[Party]) -> set[tuple[str, str]]:
    """The slots that gained, lost or changed a party."""
    first, second = _by_requirement(before), _by_requirement(now)
    changed = [i for i in first.keys() | second.keys() if first.get(i) != second.get(i)]
    return {party.slot.key() for i in changed for party in (*first.get(i, ()), *second.get(i, ()))}


def _by_requirement(parties: Iterable[Party]) -> Mapping[str, list[Party]]:
    found: dict[str, list[Party]] = defaultdict(list)
    for party in parties:
        found[party.requirement.id].append(party)
    return found


def _is_of_requirements(conflict: Conflict) -> bool:
    return all(side.requirement is not None for side in conflict.sides)

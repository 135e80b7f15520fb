"""All that requirements in force are to each other at one moment: computed, never stored, reading writes nothing.

The classes are those of `graph.conflicts.compare`, with what a comparison of two demands cannot know: whether
both texts govern, whether one prevails by the project's order of precedence, and whether they can apply at once.
Where one of two texts is out of force, or was only said, or is of a lower class and in the way of the higher one
or asking for less than it, the pair is an *update*; an order that says nothing of the two classes leaves a
contradiction to a person.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from graph.conflicts.demanded import compared, fingerprinted, said, without_place
from graph.conflicts.editions import edition_clashes
from graph.conflicts.metadata import metadata_clashes
from graph.conflicts.pairs import buckets, is_crowded, meeting
from graph.conflicts.ranks import by_rank
from graph.conflicts.record import Conflict, Party, Side
from graph.conflicts.scopes import are_apart, relation
from graph.conflicts.verdict import ScopeRelation, Verdict
from graph.demands import Requirement
from graph.governing import Governing
from graph.identity import conflict_id, digest
from graph.requirements.concepts import Concepts
from graph.requirements.slots import slot_of, slots_of
from graph.requirements.valued import valued
from graph.vocabulary import CONFLICTING, AuthorityClass, ConflictClass, Modality, Signal

_ENDED = frozenset({Signal.SUPERSEDED, Signal.WITHDRAWN, Signal.SUPERSEDED_IN_PART})
_SPOKEN = frozenset({AuthorityClass.TALK, AuthorityClass.MEETING_DECISION})
_SIDE_BY_SIDE_CHARS = 300
_ONE_TABLE_CHARS = 3000
_CELL = "table"
_TABLE = Concepts()
_RANK = {kind: rank for rank, kind in enumerate(ConflictClass)}


def conflicts(
    requirements: Iterable[Requirement],
    governing: Governing,
    concepts: Concepts,
    project: str | None = None,
    paths: Mapping[str, str] | None = None,
) -> list[Conflict]:
    """What the requirements, the pinned editions and the claims of a snapshot are to each other.

    Args:
        requirements: As known at the moment of `governing`; those of sources that it does not hold are left out.
        project: Only what concerns this project's texts and shared ones; None for all.
        paths: Clause id to path, for clauses of sources that are superseded in part.

    Returns:
        Ordered by class, slot and id. Of one pair of works and slots there is one conflict, of the gravest class
        that holds between texts in force.
    """
    parties = parties_of(requirements, governing, concepts, project, paths or {})
    found = [*among(parties, governing), *edition_clashes(governing), *metadata_clashes(governing)]
    kept = [one for one in found if not (project and are_apart(one.project, project))]
    return sorted(kept, key=lambda one: (_RANK[one.kind], one.slot, one.id))


def crowded(parties: Iterable[Party]) -> list[tuple[str, int]]:
    """Slots that name too many things to be compared, with how many requirements each has."""
    return [(" · ".join(key), len(bucket)) for key, bucket in buckets(parties).items() if is_crowded(bucket)]


def parties_of(
    requirements: Iterable[Requirement],
    governing: Governing,
    concepts: Concepts,
    project: str | None = None,
    paths: Mapping[str, str] | None = None,
) -> list[Party]:
    """The requirements of held sources, of a project and shared ones, with how each stands."""
    snapshot, found = governing.snapshot, []
    for requirement in requirements:
        source = snapshot.sources.get(requirement.source_id)
        if source is None or (project and are_apart(source.project, project)):
            continue
        path = (paths or {}).get(requirement.clause_id or "")
        description = snapshot.descriptions[source.id]
        slot = slot_of(requirement, concepts)
        party = Party(
            requirement=requirement,
            demand=without_place(valued(requirement)),
            slot=slot,
            name=str(slot),
            work=snapshot.work(source.id),
            project=source.project,
            jurisdiction=description.jurisdiction,
            authority=description.authority,
            standing=governing.of_passage(source.id, path, requirement.span),
        )
        listed = slots_of(requirement, concepts, slot)
        names = slots_of(requirement, _TABLE, slot_of(requirement, _TABLE)) if concepts.is_edited else listed
        found += [replace(party, slot=own, name=str(name)) for own, name in zip(listed, names, strict=True)]
    return found


def relate(a: Party, b: Party, governing: Governing) -> Conflict | None:
    """What two requirements of one slot are to each other; None where they do not compare. Symmetric."""
    first, second = sorted((a, b), key=lambda party: party.requirement.id)
    if not (first.governs or second.governs) or _is_one_reading(first, second):
        return None
    scope = relation(first, second)
    if not (first.is_compared and second.is_compared):
        return _ended(first, second, scope)
    verdict = _compared(first, second, scope)
    if verdict.kind is None or _is_noise(first, second, verdict):
        return None
    both, verdict = verdict.kind, _by_scope(first, second, scope, verdict)
    made = _conflict(first, second, verdict)
    if not verdict.is_sure and both in CONFLICTING:
        made = replace(made, was=both)
    differs = verdict.kind is ConflictClass.DIFFERENCE and scope is ScopeRelation.SAME
    return by_rank(made, governing) if differs or verdict.kind in CONFLICTING else made


def among(parties: Sequence[Party], governing: Governing) -> list[Conflict]:
    """What requirements are to each other, without the clashes of editions and claims."""
    standing: dict[str, list[Conflict]] = defaultdict(list)
    ended: dict[str, list[Conflict]] = defaultdict(list)
    for a, b in meeting(parties):
        made = relate(a, b, governing)
        if made is not None:
            (standing if a.is_compared and b.is_compared else ended)[made.id].append(made)
    grouped = {**ended, **standing}
    return [_joined(group) for group in grouped.values()]


def _joined(group: list[Conflict]) -> Conflict:
    """One conflict of several between the same works and slots: the gravest, with all sides of its class and winner."""
    group.sort(key=lambda one: (_RANK[one.kind], not one.is_sure, [side.key for side in one.sides]))
    gravest = group[0]
    shared = (gravest.kind, gravest.is_sure, gravest.prevails)
    alike = [one for one in group if (one.kind, one.is_sure, one.prevails) == shared]
    if len(alike) == 1:
        return gravest
    sides = {side.key: side for one in alike for side in one.sides}
    ordered = tuple(sorted(sides.values(), key=_side_order))
    values = digest(*sorted({one.values for one in alike}))
    return replace(gravest, sides=ordered, values=values, confidence=min(one.confidence for one in alike))


def _compared(first: Party, second: Party, scope: ScopeRelation) -> Verdict:
    """The verdict on two demands, with the stricter one named by its requirement."""
    verdict = compared(first.demand, second.demand, scope)
    stricter = {party.demand.id: party.requirement.id for party in (first, second)}.get(verdict.stricter or "")
    return verdict if verdict.stricter is None else replace(verdict, stricter=stricter)


def _is_one_reading(first: Party, second: Party) -> bool:
    """Whether both were read from the same words: minimum and maximum, or two units, of one sentence."""
    one, other = first.requirement, second.requirement
    return one.source_id == other.source_id and one.span.overlaps(other.span)


def _is_noise(first: Party, second: Party, verdict: Verdict) -> bool:
    """Whether a person has no use for the pair: a text that repeats itself, or talk against talk."""
    repeats = verdict.kind is ConflictClass.DUPLICATE and first.requirement.source_id == second.requirement.source_id
    return repeats or {first.authority, second.authority} <= _SPOKEN


def _by_scope(first: Party, second: Party, scope: ScopeRelation, verdict: Verdict) -> Verdict:
    """What the relation of scopes makes of a verdict.

    Conditions that differ in words are taken for different scopes, unsurely. Within one work the special case
    stands beside the general rule: it is its exception.
    """
    if scope is ScopeRelation.UNKNOWN and verdict.kind is not ConflictClass.DIFFERENT_SCOPE:
        reason = f"They state different conditions or places. If both apply at once: {verdict.reason}"
        return Verdict(ConflictClass.DIFFERENT_SCOPE, reason, is_sure=False)
    is_special = scope is ScopeRelation.OVERLAPPING and first.work == second.work
    if is_special and verdict.kind in CONFLICTING:
        return Verdict(ConflictClass.DIFFERENT_SCOPE, "One text states a general rule and a special case of it.")
    if verdict.kind is ConflictClass.DIFFERENCE and first.requirement.source_id == second.requirement.source_id:
        return Verdict(ConflictClass.DIFFERENT_SCOPE, "One text states both, as two cases.", is_sure=False)
    if verdict.kind in CONFLICTING and _are_cases(first.requirement, second.requirement):
        return Verdict(ConflictClass.DIFFERENT_SCOPE, "One text states both side by side, as cases.", is_sure=False)
    return verdict


def _are_cases(first: Requirement, second: Requirement) -> bool:
    """Whether both stand side by side in one table, or in one list that demands neither in so many words."""
    one, other = sorted((first.span, second.span))
    are_cells = first.method == second.method == _CELL
    near = other.start - one.end <= (_ONE_TABLE_CHARS if are_cells else _SIDE_BY_SIDE_CHARS)
    are_stated = first.modality is second.modality is Modality.STATES
    return first.source_id == second.source_id and near and (are_cells or are_stated)


def _ended(first: Party, second: Party, scope: ScopeRelation) -> Conflict | None:
    """One side is out of force: what took its place is shown with it."""
    standing, gone = (first, second) if first.governs else (second, first)
    if gone.standing.signal not in _ENDED or scope is ScopeRelation.DISJOINT:
        return None
    made = _conflict(first, second, Verdict(ConflictClass.UPDATE, gone.standing.reason))
    was = _compared(first, second, scope).kind
    return replace(made, prevails=standing.requirement.id, rule=gone.standing.rule, was=was)


def _conflict(first: Party, second: Party, verdict: Verdict) -> Conflict:
    assert verdict.kind is not None  # the caller left out pairs that do not compare
    sides = tuple(sorted((_side(first), _side(second)), key=_side_order))
    return Conflict(
        id=conflict_id([(party.work, party.name) for party in (first, second)]),
        kind=verdict.kind,
        slot=" · ".join(first.slot.key()),
        sides=sides,
        reason=verdict.reason,
        values=digest(*sorted(fingerprinted(party.demand) for party in (first, second))),
        project=first.project or second.project,
        stricter=verdict.stricter,
        is_sure=verdict.is_sure,
        confidence=min(valued(party.requirement).confidence for party in (first, second)),
    )


def _side(party: Party) -> Side:
    requirement, slot, says = party.requirement, str(party.slot), said(party.demand)
    return Side(requirement.source_id, party.work, slot, says, requirement.span, requirement, party.authority)


def _side_order(side: Side) -> tuple[str, str, str, str]:
    return side.work, side.slot, side.source_id, side.key

"""Which requirements are set against each other: only those of one slot, so that the cost grows with their number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, islice, product

from graph.conflicts.record import Party
from graph.requirements.terms import IDENTIFIER

MOST_PAIRS = 80_000
PER_MEMBER = 32
"""Pairs of one slot, at all and to a requirement; a slot that exceeds both is too crowded to compare."""

_Dimension = Callable[[Party], str]


def _identifier(party: Party) -> str:
    return dict(party.slot.marks).get(IDENTIFIER, "")


_DIMENSIONS: tuple[_Dimension, ...] = (lambda party: party.project, _identifier)
"""In which "" meets all and others meet only themselves."""


def buckets(parties: Iterable[Party]) -> dict[tuple[str, str], list[Party]]:
    """Named parties by subject and property, each bucket ordered by requirement id, in the order of their keys."""
    found: dict[tuple[str, str], list[Party]] = defaultdict(list)
    for party in parties:
        if party.slot.is_named:
            found[party.slot.key()].append(party)
    return {key: sorted(found[key], key=lambda party: party.requirement.id) for key in sorted(found)}


def pairs(bucket: Sequence[Party]) -> Iterator[tuple[Party, Party]]:
    """Every pair of a bucket that may meet, once; projects and identifiers that exclude one another are never paired.

    Without those, the requirements of a schedule of ten thousand doors would all be compared with each other.
    """
    yield from _within(bucket, _DIMENSIONS)


def is_crowded(bucket: Sequence[Party]) -> bool:
    """Whether so many requirements would meet that the slot names nothing in particular ("client", "presence")."""
    most = max(MOST_PAIRS, PER_MEMBER * len(bucket))
    return next(islice(pairs(bucket), most, None), None) is not None


def _groups(parties: Sequence[Party], dimension: _Dimension) -> dict[str, list[Party]]:
    groups: dict[str, list[Party]] = defaultdict(list)
    for party in parties:
        groups[dimension(party)].append(party)
    return groups


def _within(parties: Sequence[Party], dimensions: Sequence[_Dimension]) -> Iterator[tuple[Party, Party]]:
    if not dimensions:
        yield from combinations(parties, 2)
        return
    groups = _groups(parties, dimensions[0])
    for value, group in groups.items():
        yield from _within(group, dimensions[1:])
        if value:
            yield from _across(group, groups.get("", []), dimensions[1:])


def _across(
    left: Sequence[Party], right: Sequence[Party], dimensions: Sequence[_Dimension]
) -> Iterator[tuple[Party, Party]]:
    if not (left and right):
        return
    if not dimensions:
        yield from product(left, right)
        return
    groups, others = _groups(left, dimensions[0]), _groups(right, dimensions[0])
    for value, group in groups.items():
        meeting = others.items() if not value else [(key, others.get(key, [])) for key in ("", value)]
        for _, partners in meeting:
            yield from _across(group, partners, dimensions[1:])

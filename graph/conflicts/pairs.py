"""Which requirements are set against each other: those of one slot or gist, or of one thing by their sentences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, combinations, islice, product

from graph.conflicts.gist import Gist, do_say_alike, gist
from graph.conflicts.linkage import are_acts_apart, are_one, are_turned, linked
from graph.conflicts.record import Party
from graph.conflicts.saying import Saying, saying
from graph.quantities.values import PRESENCE
from graph.requirements.terms import IDENTIFIER
from graph.vocabulary import Comparator

MOST_PAIRS = 80_000
PER_MEMBER = 32
"""Pairs of one slot, at all and to a requirement; a slot that exceeds both is too crowded to compare."""

_REVERSING = frozenset({"against", "away", "opposite"})
"""Words that turn a direction round."""

Key = tuple[str, str]
_Group = tuple[Key, list[Party]]
_Dimension = Callable[[Party], str]


def _identifier(party: Party) -> str:
    return dict(party.slot.marks).get(IDENTIFIER, "")


_DIMENSIONS: tuple[_Dimension, ...] = (lambda party: party.project, _identifier)
"""In which "" meets all and others meet only themselves."""


def meeting(parties: Sequence[Party]) -> Iterator[tuple[Party, Party]]:
    """Every pair that is to be compared, once."""
    for bucket in buckets(parties).values():
        if not is_crowded(bucket):
            yield from (pair for pair in pairs(bucket) if not _are_done_apart(*pair))
    yield from _alike(parties)


def do_meet(one: Party, other: Party) -> bool:
    """Whether two parties are about one thing: of one slot, or of slots that say alike."""
    if key_of(one) == key_of(other):
        return not _are_done_apart(one, other)
    return (_do_say_alike(one, other) or are_one(saying(one), saying(other))) and not _are_apart(one, other)


def key_of(party: Party) -> Key:
    """The slot of a party; one that no word names is alone in its own."""
    return party.slot.key() if party.slot.is_named else (party.requirement.id, party.slot.property)


def near(parties: Sequence[Party], keys: Collection[Key]) -> list[Party]:
    """The parties of some slots by `key_of`, and all of the slots that say alike with one of these."""
    met = ({left[0], right[0]} for left, right in chain(_across(parties), _linked(parties)))
    beside = {key for pair in met if not pair.isdisjoint(keys) for key in pair}
    return [party for party in parties if key_of(party) in beside or key_of(party) in keys]


def _alike(parties: Sequence[Party]) -> Iterator[tuple[Party, Party]]:
    """Pairs of slots that say alike, or are of one thing by all that their sentences say."""
    for left, right in _across(parties):
        yield from _pairs_between(left, right)
    for left, right in _linked(parties):
        yield from (pair for pair in _pairs_between(left, right) if not _do_say_alike(*pair))


def _pairs_between(left: _Group, right: _Group) -> Iterator[tuple[Party, Party]]:
    """Without those whose projects or identifiers part them."""
    if len(left[1]) * len(right[1]) <= MOST_PAIRS:
        for one, other in product(left[1], right[1]):
            if not (any(_parts(of(one), of(other)) for of in _DIMENSIONS) or _are_apart(one, other)):
                yield one, other


def _across(parties: Iterable[Party]) -> Iterator[tuple[_Group, _Group]]:
    """Pairs of slots with one gist, or one with the gist of a special case of the other, and their parties."""
    told: dict[tuple[bool, frozenset[str]], dict[Key, list[Party]]] = defaultdict(lambda: defaultdict(list))
    for party in parties:
        if words := _gist(party).words:
            told[_is_presence(party), words][party.slot.key()].append(party)
    for (is_presence, _), groups in list(told.items()):
        yield from combinations(sorted(groups.items(), key=_key), 2)
        for key, group in sorted(groups.items(), key=_key):
            for general in _gist(group[0]).general():
                others = told.get((is_presence, general), {})
                yield from (((key, group), other) for other in sorted(others.items(), key=_key) if other[0] != key)


def _linked(parties: Iterable[Party]) -> Iterator[tuple[_Group, _Group]]:
    """Pairs of slots whose sentences are about one thing, and the parties that say so."""
    told: dict[Saying, dict[Key, list[Party]]] = defaultdict(lambda: defaultdict(list))
    for party in parties:
        told[saying(party)][key_of(party)].append(party)
    for one, groups in told.items():
        if are_one(one, one):
            yield from combinations(sorted(groups.items(), key=_key), 2)
    for one, other in linked(told):
        left, right = (sorted(told[each].items(), key=_key) for each in (one, other))
        yield from ((first, second) for first, second in product(left, right) if first[0] != second[0])


def _do_say_alike(one: Party, other: Party) -> bool:
    return _is_presence(one) == _is_presence(other) and do_say_alike(_gist(one), _gist(other))


def _are_apart(one: Party, other: Party) -> bool:
    """Whether two that say alike are about two things."""
    return _are_reversed(one, other) or _excepts(one, other) or are_turned(saying(one), saying(other))


def _are_done_apart(one: Party, other: Party) -> bool:
    """Whether something else is done with one thing, or the reverse: bearings are inspected every 2 years and replaced
    every 20, and a door that opens against the traffic does not open in its direction."""
    return are_acts_apart(saying(one), saying(other)) or _are_reversed(one, other)


def _are_reversed(one: Party, other: Party) -> bool:
    words = [frozenset(party.requirement.said.casefold().split()) for party in (one, other)]
    return _is_presence(one) and _is_presence(other) and bool((words[0] ^ words[1]) & _REVERSING)


def _excepts(one: Party, other: Party) -> bool:
    """Whether a thing is wanted, and forbidden or left out only in some place: the place is an exception."""
    if not (_is_presence(one) and _is_presence(other)) or one.requirement.comparator is other.requirement.comparator:
        return False
    wanted, left = (one, other) if one.requirement.comparator is Comparator.PRESENT else (other, one)
    return _gist(wanted).words < _gist(left).words


def _key(group: _Group) -> Key:
    return group[0]


def _parts(one: str, other: str) -> bool:
    return bool(one and other) and one != other


def _gist(party: Party) -> Gist:
    return gist(party.requirement, party.slot)


def _is_presence(party: Party) -> bool:
    return party.requirement.comparator in PRESENCE


def buckets(parties: Iterable[Party]) -> dict[Key, list[Party]]:
    """Named parties by subject and property, each bucket ordered by requirement id, in the order of their keys."""
    found: dict[Key, list[Party]] = defaultdict(list)
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
            yield from _between(group, groups.get("", []), dimensions[1:])


def _between(
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
            yield from _between(group, partners, dimensions[1:])

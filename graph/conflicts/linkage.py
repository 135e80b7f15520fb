"""Whether two demands are about one thing by all that their sentences say, as records are linked.

After Fellegi and Sunter (1969), "A theory for record linkage": what agrees speaks for a link, what is left over
against it. Here every content word counts one; who does it, the act and the name of a part are what another author
leaves out, and count where both say them. A name of one side that the other side has in no word, a measure or an act
that is another, and words of their own on both sides speak against it alone, unless these only place the thing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from math import ceil

from graph.conflicts.gist import gist, linking, renamed, roots
from graph.conflicts.record import Party
from graph.conflicts.saying import (
    PRESENT,
    TIME,
    Saying,
    agents,
    content_of,
    measuring,
    saying,
    setting_apart,
    telling_acts,
)
from graph.conflicts.wording import do_oppose

_FEWEST = 2
_FEWEST_PRESENT = 3
_FEWEST_UNMEASURED = 3
_LEAST = 0.5
_LEAST_PRESENT = 0.6
"""Words that two sentences have to share, at all and of all that both say."""

MOST_OF_WORD = 400
_NUMBER = "number"


def untold(party: Party, other: Party) -> frozenset[str]:
    """Words of a demand's slot that the other side says nowhere."""
    own, words = saying(party), gist(party.requirement, party.slot).words
    told = words & (own.words | own.places) - own.free if own.words else words
    return told - gist(other.requirement, other.slot).words - saying(other).words


def are_turned(one: Saying, other: Saying) -> bool:
    """Whether each is about what only places the other: "the path beside the road", "the road beside the path"."""
    first, second = one.head - one.free, other.head - other.free
    are_two = bool(first and second) and one.kind != _NUMBER and one.head.isdisjoint(other.head)
    return are_two and first <= other.places and second <= one.places


def are_one(one: Saying, other: Saying) -> bool:
    """Whether two demands are about one thing; symmetric."""
    if one.kind != other.kind:
        return False
    if one.kind == PRESENT:
        is_one = _is_one_state(one, other) and not do_oppose(one.words, other.words)
    else:
        is_one = _is_one_value(one, other)
    return is_one and not are_turned(one, other)


def _is_one_value(one: Saying, other: Saying) -> bool:
    """Whether two values are of one thing; words that another author may leave out do not count against it."""
    if (one.words ^ other.words) & setting_apart():
        return False
    is_same = one.essence == other.essence and (len(one.essence) >= _FEWEST or one.doer == other.doer)
    if is_same and one.essence and _may_be_one_measure(one, other):
        return True
    common = one.words & other.words
    is_end = _do_end(one, other) or _do_end(other, one)
    agreed = len(common) + is_end
    if agreed < _FEWEST or agreed < _LEAST * len(one.core | other.core | common):
        return False
    if not (_is_told(one, other) and _is_told(other, one)) or not common - (one.placed & other.placed):
        return False
    return (is_end or _is_one_measure(one, other)) and not _are_two_acts(one, other) and _is_placed_at_most(one, other)


def _is_one_state(one: Saying, other: Saying) -> bool:
    """Whether two demands that something be so are about one thing: nothing that names it or the state may be left."""
    if one.essence and one.essence == other.essence:
        return not (one.doer and other.doer and one.doer != other.doer)
    if not (one.head or other.head) or not (one.head <= other.words and other.head <= one.words):
        return False
    left, right = (one.named | one.places) - other.words, (other.named | other.places) - one.words
    common, every = len(one.words & other.words), len(one.words | other.words)
    return not (left and right) and common >= _FEWEST_PRESENT and common >= _LEAST_PRESENT * every


def _may_be_one_measure(one: Saying, other: Saying) -> bool:
    """Of two that say all the same: one measure, or one that a text with words enough leaves out."""
    if one.measure == other.measure or _are_akin(one.measure, other.measure):
        return bool(one.words)
    return not (one.measure and other.measure) and len(one.essence) >= _FEWEST_UNMEASURED


def _is_told(one: Saying, other: Saying) -> bool:
    """Whether the other side speaks of what one is about."""
    return bool(one.named) and one.head - one.free <= other.words


def are_acts_apart(one: Saying, other: Saying) -> bool:
    """Whether acts that tell demands apart differ, though all else is one: to be inspected, and to be replaced."""
    first, second = one.act & telling_acts(), other.act & telling_acts()
    return bool(first - other.words and second - one.words)


def _are_two_acts(one: Saying, other: Saying) -> bool:
    """Whether something else is done, or somebody else does it."""
    pairs = ((one.act, other.act), (one.doer - agents(), other.doer - agents()))
    apart = any(mine - other.words and theirs - one.words for mine, theirs in pairs)
    return apart and not (_do_end(one, other) or _do_end(other, one))


def _do_end(one: Saying, other: Saying) -> bool:
    """Whether one says when a thing ends and the other how long it lasts: "erased after", "kept for"."""
    return one.kind == TIME and bool(one.act & _ending() and other.act & _lasting())


@cache
def _ending() -> frozenset[str]:
    return roots(linking()["ending"])


@cache
def _lasting() -> frozenset[str]:
    return roots(linking()["lasting"])


def _is_placed_at_most(one: Saying, other: Saying) -> bool:
    """Whether words of both sides that the other does not say only place what they are about, or are its opposites."""
    left, right = _left(one, other), _left(other, one)
    if not (left and right) or (left <= one.placed and right <= other.placed):
        return True
    return len(left) == len(right) == 1 and do_oppose(left, right)


def _left(one: Saying, other: Saying) -> frozenset[str]:
    return (one.named | one.places) - one.free - other.words


def are_opposed(party: Party, other: Party) -> bool:
    """Whether two demands about one thing are about opposite cases of it: upstream and downstream of the weir."""
    return do_oppose(saying(party).words, saying(other).words)


def are_placed_apart(party: Party, other: Party) -> bool:
    """Whether two demands about one thing place it, or say who does it, each in words that the other does not say."""
    one, another = saying(party), saying(other)
    pairs = ((one, another), (another, one))
    return all((_left(mine, theirs) | mine.placed | (mine.doer - agents())) - theirs.words for mine, theirs in pairs)


def _least(one: Saying) -> float:
    return _LEAST_PRESENT if one.kind == PRESENT else _LEAST


def _is_one_measure(one: Saying, other: Saying) -> bool:
    """Whether both measure one; a measure that only one names may be said in the words of the other."""
    if one.measure and other.measure:
        is_one = bool(one.measure & other.measure) or _are_akin(one.measure, other.measure)
        return is_one or _is_narrowed(one, other) or _is_narrowed(other, one)
    if one.measure == other.measure or one.kind not in linking()["many"]:
        return True
    named, words = (one.measure, other.words) if one.measure else (other.measure, one.words)
    said = (content_of(label) - measuring() or renamed(content_of(label)) for label in named)
    return any(meant and meant <= words for meant in said)


def _is_narrowed(one: Saying, other: Saying) -> bool:
    """Whether one names the other's measure with words that the other says elsewhere: "design speed"."""
    pairs = ((set(first.split()), set(second.split())) for first in one.measure for second in other.measure)
    return any(small < large and roots(large - small) <= other.words for large, small in pairs)


def _are_akin(one: Iterable[str], other: Iterable[str]) -> bool:
    return any(_akin(first, second) for first in one for second in other)


def _akin(one: str, other: str) -> bool:
    return [one, other] in linking()["akin"] or [other, one] in linking()["akin"]


def linked(sayings: Iterable[Saying]) -> Iterator[tuple[Saying, Saying]]:
    """Every pair of different sayings that are about one thing, once, in an order that depends on them alone.

    Only sayings that share one of their rarest words are set against each other: two that share a share t of all
    their words share one of the first n - tn + 1 of the n words of each, in any order of all words
    (Chaudhuri, Ganti and Kaushik, 2006, doi:10.1109/ICDE.2006.9, "prefix filter"). A word of more than `MOST_OF_WORD`
    sayings leads to none of them, so that the cost grows with their number and not with its square.
    """
    every = sorted({one for one in sayings if one.words}, key=_order)
    counts = Counter(word for one in every for word in one.words)
    posted: dict[tuple[str, str], list[Saying]] = defaultdict(list)
    for one in every:
        keys = [(one.kind, word) for word in _rarest(one, counts) if counts[word] <= MOST_OF_WORD]
        near = dict.fromkeys(other for key in keys for other in posted[key])
        yield from ((other, one) for other in near if are_one(other, one))
        for key in keys:
            posted[key].append(one)


def _rarest(one: Saying, counts: Counter[str]) -> list[str]:
    rarest = sorted(one.words, key=lambda word: (counts[word], word))
    return rarest[: len(rarest) - ceil(_least(one) * len(one.core)) + 1]


def _order(one: Saying) -> tuple[object, ...]:
    return one.kind, *map(sorted, (one.words, one.named, one.head, one.places, one.measure))

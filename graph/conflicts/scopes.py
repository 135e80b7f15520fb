"""Whether two requirements can apply to the same thing at the same time.

Projects, jurisdictions and marks (identifiers, internal and external, zone A and zone B) exclude one another.
Conditions that compare are compared as intervals. Conditions and places that differ in words are UNKNOWN unless
one says all that the other says: then it is a special case of it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product

from graph.conflicts.gist import do_say_alike, gist, renamed, root
from graph.conflicts.linkage import are_opposed, are_placed_apart, untold
from graph.conflicts.places import jurisdictions
from graph.conflicts.record import Party
from graph.conflicts.verdict import ScopeRelation
from graph.conflicts.wording import Situation, alike, do_oppose, is_default, is_of_the_rest, situation, undenied
from graph.demands import Condition, Requirement
from graph.quantities.intervals import Region, are_equal, complement, do_meet
from graph.quantities.projection import in_common
from graph.quantities.values import Measured, allowed
from graph.requirements.terms import IDENTIFIER, content, read_term, word_lists
from graph.vocabulary import Modality

S = ScopeRelation
_BASED = re.compile(r"(?:^|\s)(?:above|below|from|beneath)\s", re.IGNORECASE)
_REFERRED = re.compile(
    r"\b(?:accordance with|compl(?:y|ies|ying) with|conform(?:s|ing)? to|see|refer to|specified in|defined in|given in"
    r"|shown (?:in|on)|under|per)\b[^,;]*",
    re.IGNORECASE,
)
_STOP = re.compile(r"[.,;:](?=\s|$)")
_COUNTED = re.compile(r"\d[\w.:]*\s*\w*")
Marks = tuple[tuple[str, str], ...]
_WORST = (S.DISJOINT, S.UNKNOWN, S.OVERLAPPING, S.SAME)
"""The first of these that holds in any dimension holds in all."""


def relation(a: Party, b: Party) -> ScopeRelation:
    """How the situations to which two requirements apply lie to each other; symmetric."""
    if are_apart(a.project, b.project):
        return S.DISJOINT
    found = [
        jurisdictions(a.jurisdiction, b.jurisdiction),
        _marks(_all_marks(a), _all_marks(b)),
        *_situations(a, b),
        _linked(a, b) if a.slot.key() != b.slot.key() else S.SAME,
        S.UNKNOWN if a.slot.context and b.slot.context and not a.slot.context & b.slot.context else S.SAME,
    ]
    return _worst(found)


def _linked(a: Party, b: Party) -> ScopeRelation:
    """Of two that meet by what their sentences say; one text says in other words what holds in another case."""
    if are_opposed(a, b) or _are_named_apart(a.requirement.said, b.requirement.said):
        return S.DISJOINT
    is_one_text = a.requirement.source_id == b.requirement.source_id and not _do_say_alike(a, b)
    return S.UNKNOWN if is_one_text or are_placed_apart(a, b) else S.SAME


def _do_say_alike(a: Party, b: Party) -> bool:
    return do_say_alike(gist(a.requirement, a.slot), gist(b.requirement, b.slot))


def _are_named_apart(one: str, other: str) -> bool:
    """Whether two sentences name things of one kind by other numbers: "for Section 1", "for Section 2"."""
    first, second = _numbered(one), _numbered(other)
    return any(first[kind].isdisjoint(second[kind]) for kind in first.keys() & second.keys())


@lru_cache(maxsize=65536)
def _numbered(said: str) -> dict[str, frozenset[str]]:
    """The numbers of things that a sentence names, by what they are numbers of; not those of texts it refers to."""
    found: dict[str, frozenset[str]] = {}
    for dimension, name in read_term(_STOP.sub(" ", _REFERRED.sub("", said))).marks:
        kind, _, number = name.partition(" ")
        if dimension == IDENTIFIER and number:
            found[kind] = found.get(kind, frozenset()) | {number}
    return found


def are_apart(one: str, other: str) -> bool:
    """Whether two names of a dimension in which "" holds for all exclude each other."""
    return bool(one and other) and one != other


def _worst(found: Iterable[ScopeRelation]) -> ScopeRelation:
    present = set(found)
    return next((relation for relation in _WORST if relation in present), S.SAME)


def _all_marks(party: Party) -> Marks:
    """Its marks, with the identifiers that only a condition names: "For Section 2, the defects date"."""
    if any(dimension == IDENTIFIER for dimension, _ in party.slot.marks):
        return party.slot.marks
    texts = (one.text for one in party.requirement.conditions if _is_plain(one))
    return party.slot.marks + tuple(mark for text in texts for mark in read_term(text).marks if mark[0] == IDENTIFIER)


def _marks(one: Marks, other: Marks) -> ScopeRelation:
    """By the marks of each dimension; several of one dimension hold for any of them."""
    alone, left, right = word_lists().alone, _by_dimension(one), _by_dimension(other)
    found = []
    for dimension in left.keys() | right.keys():
        default = {frozenset([alone[dimension]])} if dimension in alone else set()
        mine, theirs = left.get(dimension, default), right.get(dimension, default)
        found.append(_of_dimension(mine, theirs))
    return _worst(found)


def _by_dimension(marks: Marks) -> dict[str, set[frozenset[str]]]:
    found: dict[str, set[frozenset[str]]] = defaultdict(set)
    for dimension, words in marks:
        found[dimension].add(alike(words.split()))
    return found


def _of_dimension(one: set[frozenset[str]], other: set[frozenset[str]]) -> ScopeRelation:
    """The same, apart, or some of one a part of some of the other; none holds for all."""
    if one == other:
        return S.SAME
    is_open = not (one and other)
    return S.OVERLAPPING if is_open or any(_do_share(a, b) for a in one for b in other) else S.DISJOINT


def _do_share(one: frozenset[str], other: frozenset[str]) -> bool:
    return one == other or (not (one ^ other) & word_lists().turning and (one < other or other < one))


def _places(one: frozenset[str], other: frozenset[str]) -> ScopeRelation:
    if one == other:
        return S.SAME
    is_turned = bool((one ^ other) & word_lists().turning)
    return S.OVERLAPPING if (one < other or other < one) and not is_turned else S.UNKNOWN


def _situations(a: Party, b: Party) -> Iterator[ScopeRelation]:
    """By conditions and places; a condition without a comparison may say the same as words that place the thing."""
    if not (a.requirement.conditions or b.requirement.conditions or _told(a, b) or _told(b, a)):
        return
    met, left, right = _conditions(a.requirement, b.requirement)
    yield met
    if met is S.DISJOINT or _is_left_out(a, left, b, right) or _is_left_out(b, right, a, left):
        yield S.DISJOINT
        return
    said = [_said(one for one in rest if _is_plain(one) and not _BASED.match(one.text)) for rest in (left, right)]
    left, right = _unplaced(left, b), _unplaced(right, a)
    bases = [_base(one) for one in (a, b)]
    yield S.UNKNOWN if all(bases) and not bases[0] & bases[1] else S.SAME
    plain = [list(filter(_is_plain, rest)) for rest in (left, right)]
    if plain != [left, right] or all(any(_numbers(one.text) for one in rest) for rest in plain):
        yield S.UNKNOWN if left and right else S.OVERLAPPING
    pooled = [
        (_told(party, other) | held) - alike(word_lists().datum.union(party.slot.subject.split(), base))
        for party, other, held, base in zip((a, b), (b, a), said, bases, strict=True)
    ]
    yield S.DISJOINT if do_oppose(*pooled) else _places(*map(_rooted, pooled))


def _is_plain(condition: Condition) -> bool:
    return not (condition.negated or condition.comparator)


def _rooted(words: Iterable[str]) -> frozenset[str]:
    """The roots of words, which places and conditions share whatever forms they have."""
    return renamed(frozenset(part for word in words for part in map(root, word.split())))


def _is_left_out(a: Party, mine: Sequence[Condition], b: Party, theirs: Sequence[Condition]) -> bool:
    """Whether the first leaves out what the second is about, in words that place it or as its condition.

    "Unless noted otherwise" leaves out all that its own work says otherwise, and another more particularly: it says
    itself that it yields.
    """
    defaults = [any(is_default(one.text) for one in party.requirement.conditions) for party in (a, b)]
    if not (mine or defaults[0]) or (defaults[0] and a.requirement.id == b.requirement.id):
        return False
    about = _own(b) - _own(a) | _said(one for one in theirs if not one.negated)
    if defaults[0]:
        return not (defaults[1] or mine) and (a.work == b.work or bool(about) and not _told(a, b))
    own = alike(a.slot.subject.split()) | word_lists().cut
    for one in mine:
        denied = situation(one.text, negated=one.negated).denied - own
        if denied and _rooted(denied) <= _rooted(about):
            return True
    return False


def _own(party: Party) -> frozenset[str]:
    """The words of its slot, with those by which it excludes others of its kind."""
    marks = (word for _, words in party.slot.marks for word in words.split())
    return alike((*party.slot.subject.split(), *party.slot.property.split(), *party.slot.places, *marks))


def _said(conditions: Iterable[Condition]) -> frozenset[str]:
    """The words of conditions, without those for where something is."""
    texts = (situation(one.text, negated=one.negated).all() for one in conditions)
    return frozenset[str]().union(*texts) - word_lists().cut


def _told(party: Party, other: Party) -> frozenset[str]:
    """The words that place its thing; of slots that part their words differently all that the other does not say."""
    if party.slot.key() == other.slot.key():
        return alike(party.slot.places)
    return untold(party, other)


def _unplaced(conditions: list[Condition], other: Party) -> list[Condition]:
    """The conditions that the words which place the other side's thing do not already say."""
    places = alike(other.slot.places)
    return [one for one in conditions if one.negated or not (_said([one]) <= places or _BASED.match(one.text))]


def _base(party: Party) -> frozenset[str]:
    """Words for what a value is measured from: "900 mm above the pitch line", "height above pitch line"."""
    texts = [one.text for one in party.requirement.conditions] + [f" {party.requirement.property}"]
    behind = [text[found.end() :] for text in texts if (found := _BASED.search(text))]
    return frozenset[str]().union(*map(content, behind)) - word_lists().cut - word_lists().datum


def _conditions(a: Requirement, b: Requirement) -> tuple[ScopeRelation, list[Condition], list[Condition]]:
    """Each condition is set against the one of the other side that is about the same; with what is left over.

    Of one requirement that holds in either of two cases, the case of the other side decides.
    """
    left, right = ([one for one in side.conditions if not is_default(one.text)] for side in (a, b))
    related = [(one, other, _condition_relation(one, other, a, b)) for one, other in product(left, right)]
    found: list[ScopeRelation] = []
    for one, other, how in sorted(related, key=lambda row: row[2] is not S.SAME):
        if how is None or one not in left or other not in right:
            continue
        if how is S.DISJOINT:
            return S.DISJOINT, left, right
        found.append(how)
        left.remove(one)
        right.remove(other)
    return _worst(found), left, right


def _condition_relation(one: Condition, other: Condition, a: Requirement, b: Requirement) -> ScopeRelation | None:
    """How two conditions lie to each other; None where they are about different things."""
    first, second = (situation(side.text, negated=side.negated) for side in (one, other))
    first, second = undenied(first, second), undenied(second, first)
    if one.comparator and other.comparator and one.values and other.values:
        by_value = _typed(one, other, a, b)
        is_named = bool(one.property) or first.words <= second.words or second.words <= first.words
        if by_value is S.DISJOINT or (by_value is not None and is_named):
            return by_value
    if first == second and _numbers(one.text) != _numbers(other.text):
        return None
    return _worded(first, second)


def _numbers(text: str) -> list[str]:
    """Numbers with what follows each, in order: "between 7 am and 7 pm" is not "between 7 pm and 7 am"."""
    return _COUNTED.findall(text.casefold())


def _worded(one: Situation, other: Situation) -> ScopeRelation | None:
    if one == other:
        return S.SAME
    if do_oppose(one.words, other.words) or _denies(one, other) or _denies(other, one):
        return S.DISJOINT
    first, second = one.all(), other.all()
    if first < second or second < first:
        return None if (first ^ second) & word_lists().turning else S.OVERLAPPING
    return None


def _denies(one: Situation, other: Situation) -> bool:
    """Whether one is of all but what the other is of: "buildings other than dwellings", "dwellings"; "elsewhere"."""
    denied = one.denied - word_lists().cut
    return bool(denied and denied <= other.words) or is_of_the_rest(one, other)


def _typed(one: Condition, other: Condition, a: Requirement, b: Requirement) -> ScopeRelation | None:
    """By their values, where both compare one property."""
    if content(one.property or "") != content(other.property or ""):
        return None
    first, second = _region(one, a), _region(other, b)
    common = in_common(first, second) if first and second else None
    if common is None:
        return None
    regions = _held(common[0], one), _held(common[1], other)
    if regions[0] is None or regions[1] is None:
        return None
    if not do_meet(regions[0], regions[1]):
        return S.DISJOINT
    return S.SAME if are_equal(regions[0], regions[1]) else S.OVERLAPPING


def _region(condition: Condition, of: Requirement) -> Measured | None:
    if condition.comparator is None:
        return None
    as_demand = replace(
        of,
        property=condition.property or "",
        comparator=condition.comparator,
        values=condition.values,
        modality=Modality.STATES,
        tolerance=None,
        combine=None,
    )
    values = allowed(as_demand)
    return values if isinstance(values, Measured) else None


def _held(values: Measured, condition: Condition) -> Region | None:
    """The values for which the requirement applies."""
    if not condition.negated:
        return values.region
    return complement(values.region) if all(len(box) == 1 for box in values.region) else None

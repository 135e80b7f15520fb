"""Orders of precedence: which class of text prevails where texts of different classes differ.

An order is a list of tiers, highest first. Classes of one tier are complementary: neither prevails,
and a difference between them is for a person to decide. A class in no tier has no order either.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graph.errors import UnknownName
from graph.revisions import Order
from graph.vocabulary import AuthorityClass as A

Tiers = tuple[tuple[A, ...], ...]


@dataclass(frozen=True, slots=True)
class Precedence:
    """An order of authority classes.

    Attributes:
        name: Of the preset, or the name under which a project keeps its own order.
        order: Tiers, highest first.
    """

    name: str
    order: Tiers

    def __post_init__(self) -> None:
        listed = [authority for tier in self.order for authority in tier]
        if len(listed) != len(set(listed)):
            raise ValueError(f"order of precedence {self.name!r} lists a class twice")

    def compare(self, first: A, second: A) -> Order | None:
        """1 where `first` prevails over `second`, -1 where it yields, 0 for the same class.

        Returns:
            None where the order says nothing: complementary classes, or one that it does not list.
        """
        if first is second:
            return 0
        one, other = self._tier(first), self._tier(second)
        if one is None or other is None or one == other:
            return None
        return 1 if one < other else -1

    def may_displace(self, displacing: A, displaced: A) -> bool:
        """Whether text of the first class can take text of the second out of force by itself.

        A lower class never can, and complementary classes cannot without a person. A class that is
        not known to be lower (`UNCLASSIFIED`) can.
        """
        if A.UNCLASSIFIED in (displacing, displaced):
            return True
        return self.compare(displacing, displaced) in (0, 1)

    def _tier(self, authority: A) -> int | None:
        return next((place for place, tier in enumerate(self.order) if authority in tier), None)


def _ladder(*classes: A) -> Tiers:
    return tuple((authority,) for authority in classes)


_BELOW_THE_CONTRACT = (
    (A.RFI_RESPONSE,),
    (A.SUBMITTAL,),
    (A.ADOPTED_STANDARD,),
    (A.MEETING_DECISION,),
    (A.MAIL,),
    (A.TALK,),
)

DEFAULT = Precedence(
    "default",
    (
        *_ladder(A.STATUTE, A.CONTRACT_MODIFICATION, A.ADDENDUM, A.AGREEMENT, A.SPECIAL_CONDITIONS),
        *_ladder(A.GENERAL_CONDITIONS, A.SPECIFICATION, A.DRAWING),
        *_BELOW_THE_CONTRACT,
    ),
)

_CONTRACT = (A.AGREEMENT, A.SPECIAL_CONDITIONS, A.GENERAL_CONDITIONS, A.SPECIFICATION, A.DRAWING)

PRESETS = {
    preset.name: preset
    for preset in (
        DEFAULT,
        # FIDIC Red Book 1999, sub-clause 1.5: agreement, (letters), particular before general
        # conditions, specification, drawings, schedules. Addenda are part of the tender documents.
        Precedence(
            "fidic-red-1999",
            (
                *_ladder(A.STATUTE, A.CONTRACT_MODIFICATION, A.AGREEMENT, A.ADDENDUM),
                *_ladder(A.SPECIAL_CONDITIONS, A.GENERAL_CONDITIONS, A.SPECIFICATION, A.DRAWING),
                *_BELOW_THE_CONTRACT,
            ),
        ),
        # AIA A201-2017 §1.2.1: the documents are complementary; modifications come later and prevail.
        Precedence(
            "aia-a201",
            (*_ladder(A.STATUTE, A.CONTRACT_MODIFICATION, A.ADDENDUM), _CONTRACT, *_BELOW_THE_CONTRACT),
        ),
        # EJCDC C-700 ¶3.01: complementary; amendments, change orders and addenda prevail.
        Precedence(
            "ejcdc-complementary",
            ((A.STATUTE,), (A.CONTRACT_MODIFICATION, A.ADDENDUM), _CONTRACT, *_BELOW_THE_CONTRACT),
        ),
        # NEC4 ECC: no order of documents but for additional conditions; compensation events change
        # the Scope, and the Scope prevails over what is submitted or said under it.
        Precedence(
            "nec4",
            (
                *_ladder(A.STATUTE, A.CONTRACT_MODIFICATION, A.ADDENDUM, A.AGREEMENT, A.SPECIAL_CONDITIONS),
                (A.GENERAL_CONDITIONS, A.SPECIFICATION, A.DRAWING),
                *_BELOW_THE_CONTRACT,
            ),
        ),
        Precedence(
            "statute-first",
            (
                (A.STATUTE,),
                (A.ADOPTED_STANDARD,),
                *(tier for tier in DEFAULT.order[1:] if A.ADOPTED_STANDARD not in tier),
            ),
        ),
        Precedence("complementary", (tuple(authority for tier in DEFAULT.order for authority in tier),)),
    )
}
"""The orders that every project can choose from, by name."""


def preset(name: str) -> Precedence:
    """The preset of that name.

    Raises:
        UnknownName: There is none; the message lists the known ones.
    """
    try:
        return PRESETS[name]
    except KeyError:
        raise UnknownName("order of precedence", name, list(PRESETS)) from None


def custom(name: str, classes: Sequence[Sequence[str]]) -> Precedence:
    """An order of a project's own, from the names of the classes in each tier, highest first.

    Raises:
        UnknownName: A name is no authority class.
        ValueError: A class is listed twice.
    """
    known = {authority.value: authority for authority in A}
    for tier in classes:
        for authority in tier:
            if authority not in known:
                raise UnknownName("authority class", authority, list(known))
    return Precedence(name, tuple(tuple(known[authority] for authority in tier) for tier in classes))

"""The order of precedence that each project uses, kept with its history."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from graph.identity import digest
from graph.model import PrecedenceOrder
from graph.precedence import DEFAULT, PRESETS, Precedence, Tiers, custom
from graph.store import Reader
from graph.vocabulary import AuthorityClass


def order_id(project: str) -> str:
    """Id of a project's order; a later choice is a new record of the same id."""
    return "o-" + digest(project)


def chosen_order(reader: Reader, project: str, known_at: datetime | None = None) -> PrecedenceOrder | None:
    """The order that was chosen for a project, as known at an instant; None where none was."""
    return next(reader.find(PrecedenceOrder, ids=[order_id(project)], known_at=known_at), None)


def order_in_use(reader: Reader, project: str, known_at: datetime | None = None) -> Precedence:
    """The order that decides for a project's texts: its own, else the general one, else the default."""
    for owner in (project, ""):
        chosen = chosen_order(reader, owner, known_at)
        if chosen:
            return Precedence(chosen.name, chosen.tiers)
    return DEFAULT


def read_order(text: str, name: str = "own") -> Precedence:
    """An order from its classes, highest first: `>` between tiers, `=` between complementary classes.

    Raises:
        UnknownName: A word is no authority class.
        ValueError: A class is listed twice, or there is none.

    Examples:
        >>> read_order("statute > addendum = agreement").compare(AuthorityClass.STATUTE, AuthorityClass.AGREEMENT)
        1
    """
    tiers = [[word.strip() for word in tier.split("=") if word.strip()] for tier in text.split(">")]
    return order_of([tier for tier in tiers if tier], name)


def order_of(tiers: Sequence[Sequence[str]], name: str = "own") -> Precedence:
    """An order from the names of the classes in each tier; takes the name of a preset that is the same.

    Raises:
        UnknownName: A word is no authority class.
        ValueError: A class is listed twice, or there is none.
    """
    order = custom(name, tiers)
    if not any(order.order):
        raise ValueError("an order of precedence names at least one authority class")
    same = (preset.name for preset in PRESETS.values() if preset.order == order.order)
    return Precedence(next(same, name), order.order)


def write_order(tiers: Tiers) -> str:
    """The order as `read_order` reads it."""
    return " > ".join(" = ".join(tier) for tier in tiers)


def unlisted(tiers: Tiers) -> tuple[AuthorityClass, ...]:
    """The classes that an order leaves out: complementary to all others."""
    listed = {authority for tier in tiers for authority in tier}
    return tuple(a for a in AuthorityClass if a not in listed and a is not AuthorityClass.UNCLASSIFIED)

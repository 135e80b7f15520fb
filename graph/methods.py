"""The table of methods by which edges of supersession are found (`methods.toml`)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from graph.errors import UnknownName


@dataclass(frozen=True, slots=True)
class Method:
    """A way of finding an edge.

    Attributes:
        name: As in `Edge.method`.
        says: What a reason calls the ground, before the quoted words.
        confidence: 0 to 1, of edges found this way.
        certifies: Whether such an edge takes effect without a person.
        displaces: For an amendment of clauses: whether their old words go out of force.
    """

    name: str
    says: str
    confidence: float
    certifies: bool = False
    displaces: bool = False


@cache
def methods() -> dict[str, Method]:
    """All methods by name, in the order of the table."""
    table = tomllib.loads(files("graph").joinpath("methods.toml").read_text("utf-8"))
    return {name: Method(name, **entry) for name, entry in table.items()}


def method(name: str) -> Method:
    """The method of that name.

    Raises:
        UnknownName: The table has none; the message lists the known ones.
    """
    try:
        return methods()[name]
    except KeyError:
        raise UnknownName("method", name, list(methods())) from None


COMPUTED = frozenset({"revision-series", "later-date", "replaced-in-place"})
"""Methods that order the versions of one work; never stored as edges, so never certified one by one."""

PERSONAL = frozenset({"person", "resolution"})
"""Methods of people."""


def rule_classes() -> tuple[str, ...]:
    """The methods of detectors, whose findings are certified or proposed, in the order of the table."""
    return tuple(name for name in methods() if name not in COMPUTED | PERSONAL)

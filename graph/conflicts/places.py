"""How jurisdictions lie to each other: one within another, apart, or a town in a region that it does not name."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from graph.conflicts.verdict import ScopeRelation
from graph.places import Place, place_named

_STATE_OF = re.compile(r"^(?:the )?(?:state|commonwealth|province) of ")


@lru_cache(maxsize=4096)
def jurisdictions(one: str | None, other: str | None) -> ScopeRelation:
    """How two jurisdictions lie to each other; an unknown one may be any.

    Examples:
        >>> jurisdictions("California", "US").value
        'overlapping'
        >>> jurisdictions("US-CA", "New York").value
        'disjoint'
    """
    if one is None or other is None or one.casefold() == other.casefold():
        return ScopeRelation.SAME
    codes = _code(one), _code(other)
    if codes[0] and codes[1]:
        return _of_codes(codes[0], codes[1])
    first, second = _whole_place(one), _whole_place(other)
    if first and second:
        return ScopeRelation.SAME if first.name == second.name else _nested(first, second)
    return _of_words(one, other)


def _of_codes(one: str, other: str) -> ScopeRelation:
    if one == other:
        return ScopeRelation.SAME
    is_within = one.startswith(f"{other}-") or other.startswith(f"{one}-")
    return ScopeRelation.OVERLAPPING if is_within else ScopeRelation.DISJOINT


def _of_words(one: str, other: str) -> ScopeRelation:
    """By words: a longer name lies within a shorter one; a town may lie in any region that it does not deny."""
    words = [set(re.findall(r"\w+", text.casefold())) for text in (one, other)]
    if words[0] <= words[1] or words[1] <= words[0]:
        return ScopeRelation.OVERLAPPING
    for town, place in ((one, other), (other, one)):
        if _is_local(town) and not _is_local(place):
            said = _region_in(town)
            return _of_codes(said, _code(place) or "") if said else ScopeRelation.OVERLAPPING
    return ScopeRelation.DISJOINT


@cache
def _data() -> Mapping[str, Any]:
    return tomllib.loads(files("graph.conflicts").joinpath("places.toml").read_text("utf-8"))


@cache
def _codes() -> Mapping[str, str]:
    rows = _data()["names"]
    return {name: code for code, names in rows.items() for name in (code.casefold(), *names)}


def _code(text: str) -> str | None:
    """ISO code of a jurisdiction that a text names and nothing else."""
    return _codes().get(_STATE_OF.sub("", " ".join(text.casefold().split())))


def _is_local(text: str) -> bool:
    return bool(set(re.findall(r"\w+", text.casefold())) & set(_data()["local"]))


def _region_in(text: str) -> str | None:
    """The region that a town's name says: "City of Salem, Oregon"."""
    behind = text.rpartition(",")[2]
    return _code(behind) if "," in text else None


def _whole_place(text: str) -> Place | None:
    """The place that a text names and nothing else."""
    found = place_named(text)
    return found[0] if found and found[1].casefold() == text.strip().casefold() else None


def _nested(one: Place, other: Place) -> ScopeRelation:
    is_within = one.within == other.name or other.within == one.name
    return ScopeRelation.OVERLAPPING if is_within else ScopeRelation.DISJOINT

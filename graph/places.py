"""Places whose law or standards a text may be, by their names and by the numbers of their documents."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Place:
    """A jurisdiction.

    Attributes:
        within: Name of the larger place that it is part of; None where none is known.
        numbers: Leads of the numbers of its documents.
    """

    name: str
    pattern: re.Pattern[str]
    within: str | None
    numbers: tuple[str, ...]


@cache
def places() -> tuple[Place, ...]:
    """All known places, in the order of the table."""
    table = tomllib.loads(files("graph").joinpath("places.toml").read_text("utf-8"))
    return tuple(
        Place(row["name"], _pattern(row["words"]), row.get("within"), tuple(row["numbers"])) for row in table["place"]
    )


def _pattern(words: list[str]) -> re.Pattern[str]:
    forms = [re.escape(w) if w.isupper() else f"(?i:{re.escape(w)})" for w in sorted(words, key=len, reverse=True)]
    return re.compile(rf"(?<!\w)(?:{'|'.join(forms)})(?!\w)")


def place_named(text: str) -> tuple[Place, str] | None:
    """The place that a text names first, and how it names it."""
    found = [(match.start(), place, match.group()) for place in places() if (match := place.pattern.search(text))]
    if not found:
        return None
    _, place, words = min(found, key=lambda item: item[0])
    return place, words


def place_of_number(key: str) -> str | None:
    """The place whose documents carry such a number, by its lead; None where the number tells none.

    Examples:
        >>> place_of_number("APPROVED DOCUMENT K")
        'England'
    """
    lead = re.match(r"[^\d]*", key.upper())
    words = lead.group().strip(" -") if lead else ""
    for place in places():
        if any(words == number or words.startswith(f"{number} ") for number in place.numbers):
            return place.name
    return None


def is_within(jurisdiction: str, place: Place) -> bool:
    """Whether a text of a jurisdiction, as a text claims it, is a text of the place."""
    own = place_named(jurisdiction)
    if own is None:
        return jurisdiction.casefold() == place.name.casefold()
    return place.name in (own[0].name, own[0].within)

"""The draft of a request for information about a conflict: both sides quoted as they stand, no side taken."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from string import ascii_uppercase
from typing import Any

from graph.conflicts.record import Conflict


@dataclass(frozen=True, slots=True)
class Quoted:
    """A side of a conflict as a letter quotes it.

    Attributes:
        place: Document, version, clause, page and date, as people write them.
        quote: The words of the text; None where the side is not said by a text.
        says: What was read from it.
        within: Where in a table the words stand; None where they stand in none.
    """

    place: str
    quote: str | None
    says: str
    within: str | None = None


def draft(conflict: Conflict, sides: Sequence[Quoted], day: date, due: str | None = None) -> str:
    """A letter that somebody may send.

    Args:
        sides: In the order of the conflict's.
        day: On which the sides are in force.
        due: By when a reply is needed.
    """
    words = _words()
    kind = words.get(conflict.kind.value, words["other"])
    head = [
        words["title"],
        words["project"].format(project=conflict.project) if conflict.project else None,
        words["subject"].format(slot=conflict.slot),
        words["reference"].format(id=conflict.id),
        words["due"].format(due=due) if due else None,
    ]
    quoted = [line for mark, side in zip(_marks(len(sides)), sides, strict=True) for line in _side(words, mark, side)]
    found = kind["found"].format(day=day.isoformat())
    parts = [*head, "", found, "", *quoted, "", _ground(conflict), "", kind["asked"], words["closing"]]
    return "\n".join(part for part in parts if part is not None)


def _side(words: dict[str, Any], mark: str, side: Quoted) -> list[str]:
    if side.quote is None:
        return [f"{mark}. {side.place}", words["reads"].format(says=side.says)]
    quote = words["quote"].format(mark=mark, place=side.place, quote=" ".join(side.quote.split()))
    within = f" {side.within}" if side.within else ""
    return [f"{quote}{within}", words["reads"].format(says=side.says)]


def _ground(conflict: Conflict) -> str:
    """Why they do not go together; an unsure one says so."""
    return conflict.reason if conflict.is_sure else f"{conflict.reason} Whether both apply at once is not known."


def _marks(count: int) -> list[str]:
    """A, B, …, Z, then by number."""
    return [ascii_uppercase[at] if at < len(ascii_uppercase) else str(at + 1) for at in range(count)]


@cache
def _words() -> dict[str, Any]:
    return tomllib.loads(files("graph.conflicts").joinpath("rfi.toml").read_text("utf-8"))

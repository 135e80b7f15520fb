"""What a reader is shown of conflicts: all of one, that there is one, or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from graph.conflicts.record import Conflict
from graph.vocabulary import CONFLICTING


@dataclass(frozen=True, slots=True)
class Announced:
    """That there is a conflict with a side that the reader may not see: no class, slot, words or sources.

    Attributes:
        id: Of the conflict, so that a lead can ask somebody who may see it.
    """

    id: str


def shown(conflicts: Iterable[Conflict], sees: Callable[[str], bool], *, is_lead: bool) -> list[Conflict | Announced]:
    """The conflicts that a reader is shown, in their order.

    A conflict of which any side is hidden is announced to compliance leads, if somebody has to decide it, and is
    not there for others. Counts are those of what is shown.

    Args:
        sees: Whether the reader may see a source, by id.
    """
    found: list[Conflict | Announced] = []
    for one in conflicts:
        if all(sees(source_id) for source_id in sorted(one.source_ids)):
            found.append(one)
        elif is_lead and one.kind in CONFLICTING:
            found.append(Announced(one.id))
    return found

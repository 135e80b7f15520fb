"""What every store asks of a record: where it belongs, how its times are written, when a clock went wrong."""

from __future__ import annotations

from datetime import UTC, datetime

from graph.errors import FixSetup, OurBug
from graph.model import Clause, Node, Passage

PLACED: tuple[type[Node], ...] = (Passage, Clause)
"""Kinds that are listed in the order of their place in the source."""


def place_of(node: Node) -> tuple[str | None, int | None]:
    """The source that a node belongs to, and where it starts there if its kind is listed by place."""
    source_id: str | None = getattr(node, "source_id", None)
    return source_id, node.span.start if isinstance(node, Passage | Clause) else None


def as_stamp(moment: datetime) -> str:
    """The instant in UTC with microseconds, so that the order of texts is the order of instants.

    Raises:
        OurBug: The time has no zone.
    """
    if moment.tzinfo is None:
        raise OurBug(f"a time without a zone: {moment.isoformat()}")
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def clock_error(identifier: str, now: str, before: str) -> FixSetup:
    """The error for a record that would begin or end before the one that stands."""
    return FixSetup(
        f"recorded time runs backwards: {identifier} was recorded at {before}, which is after {now}; "
        "set the clock of this machine and run again"
    )

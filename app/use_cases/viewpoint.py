"""From where something is looked at: who asks, for which project, about which day, knowing what.

Every surface takes these four alike. What a reader may not see, and what belongs to another project, is
from there as if it had never been: not only the texts, but the edges, names and counts that rest on them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import lru_cache

from app.wiring import Services
from graph.governing import Governing
from graph.model import Source
from graph.snapshot import Snapshot, load_snapshot
from graph.store import Reader
from graph.time import Moment

EVERYBODY = "*"


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """Who looks, for which project, at which moment of both time axes.

    Attributes:
        project: Only its texts and shared ones; None for those of all projects.
        as_of: Day of valid time; None for today.
        known_at: Instant of recorded time; None for all that is recorded.
        reader: Who asks; None for somebody who may read only what everybody may.
    """

    project: str | None = None
    as_of: date | None = None
    known_at: datetime | None = None
    reader: str | None = None

    @property
    def moment(self) -> Moment:
        """The day asked about, today where none is, and what had been recorded."""
        return Moment(self.as_of or datetime.now(UTC).date(), self.known_at)

    @property
    def principals(self) -> frozenset[str]:
        """What the reader is on access lists."""
        return principals(self.reader)

    def as_json(self) -> dict[str, str | None]:
        """The moment as every surface states it."""
        return {
            "as_of": self.moment.as_of.isoformat(),
            "known_at": self.known_at.isoformat() if self.known_at else None,
        }


def view(services: Services, at: Viewpoint | None = None) -> Governing:
    """What governs from a viewpoint; kept until the store changes.

    Args:
        at: None for all that is held, as of today: for what decides, never for what is shown.
    """
    if at is None:
        return Governing(_everything(services, services.store.generation()), Viewpoint().moment)
    found = _snapshot(services, services.store.generation(), at.known_at, at.project, at.reader)
    return Governing(found, at.moment)


@lru_cache(maxsize=2)
def _everything(services: Services, generation: int) -> Snapshot:
    with services.store.read() as reader:
        return load_snapshot(reader)


@lru_cache(maxsize=16)
def _snapshot(
    services: Services, generation: int, known_at: datetime | None, project: str | None, asker: str | None
) -> Snapshot:
    """The snapshot without what is closed today, or was when it was last held, to whoever asks."""
    with services.store.read() as reader:
        closed = closed_sources(reader, Viewpoint(project, reader=asker))
        return load_snapshot(reader, known_at, sees=lambda source_id: source_id not in closed)


def closed_sources(store: Reader, at: Viewpoint) -> frozenset[str]:
    """Ids of all sources ever held that are not there from a viewpoint, by the access lists that they have now."""
    last = {source.id: source for source in store.find(Source, history=True)}
    return frozenset(s.id for s in last.values() if not is_listed(s, at.project, at.reader))


def is_in_project(source: Source, project: str | None) -> bool:
    """Whether a source is of the project or shared by all."""
    return project is None or source.project in (project, "")


def is_listed(source: Source, project: str | None, reader: str | None) -> bool:
    """Whether a source is of the project or shared, and open to the reader."""
    return is_in_project(source, project) and is_open_to(source, reader)


def is_open_to(source: Source, reader: str | None) -> bool:
    """Whether a reader may see a source; an empty access list is open to nobody."""
    return not principals(reader).isdisjoint(source.acl)


def principals(reader: str | None) -> frozenset[str]:
    """What a reader is on access lists: himself, if he says who he is, and one of everybody."""
    return frozenset({EVERYBODY, reader} if reader else {EVERYBODY})

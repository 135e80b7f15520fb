"""Later versions that registers and change logs list, and that are not held."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from graph.model import Edge
from graph.revisions import compare
from graph.snapshot import EFFECTIVE, Snapshot
from graph.statuses import UNISSUED
from graph.vocabulary import EdgeType, Status

_LISTED_AS_ISSUED = frozenset({None, Status.ISSUED, Status.UNKNOWN})


@dataclass(frozen=True, slots=True)
class Listed:
    """A register's statement that a held document has a later version, which is not held.

    Attributes:
        target: Id of the latest held version that was issued.
        version: Label of the later version, as the register writes it.
        edge: The register's statement, with its row as evidence.
        reason: One sentence for people: "Drawing register lists A-201 Rev C, which is not held".
        since: Day of the register; None where it is unknown.
    """

    target: str
    version: str
    edge: Edge
    reason: str
    since: date | None = None


def listed_not_held(snapshot: Snapshot) -> dict[str, Listed]:
    """By source id, the latest listed version of its work that comes after every version held.

    Versions without order among one another (another series) say nothing; of equal labels the
    statement with the smaller edge id counts.
    """
    found: dict[str, Listed] = {}
    for edge in snapshot.edges:
        listed = _listed(snapshot, edge)
        if listed is not None:
            known = found.get(listed.target)
            if known is None or compare(listed.version, known.version) == 1:
                found[listed.target] = listed
    return found


def _listed(snapshot: Snapshot, edge: Edge) -> Listed | None:
    label = edge.scope.version
    if edge.type is not EdgeType.DECLARES or edge.state not in EFFECTIVE or not label:
        return None
    held = [s for s in snapshot.sources_of(edge.dst) if snapshot.descriptions[s].status not in UNISSUED]
    if edge.note not in _LISTED_AS_ISSUED or not held or snapshot.sources_of(edge.dst, label):
        return None
    if any(compare(label, snapshot.descriptions[s].version or "") != 1 for s in held):
        return None
    register = snapshot.descriptions.get(edge.src)
    dated = register.date if register else None
    description = snapshot.descriptions[held[-1]]
    named = " ".join(filter(None, (description.number or description.title, label)))
    reason = f"{snapshot.name(edge.src)} lists {named}, which is not held"
    return Listed(held[-1], label, edge, reason, (dated.earliest or dated.latest) if dated else None)

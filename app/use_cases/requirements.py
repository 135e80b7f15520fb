"""Requirements: what the texts demand, each with how its text stands and the words that say it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from app.use_cases.citing import Citer
from app.use_cases.demand_json import demand_json
from app.use_cases.demanded import demanded
from app.use_cases.naming import file_named, work_named
from app.use_cases.reqif import write_reqif
from app.use_cases.sources import in_order, page_of
from app.use_cases.viewpoint import Viewpoint
from app.wiring import Services
from graph.conflicts.demands import Demands
from graph.conflicts.export import inert
from graph.conflicts.record import Party
from graph.errors import UnknownName
from graph.governing import Governing
from graph.time import now_utc
from graph.vocabulary import Modality, Signal

Json = dict[str, Any]

COLUMNS = (
    "id", "subject", "property", "comparator", "value", "unit", "tolerance", "modality", "conditions", "scope",
    "confidence", "signal", "reason", "work", "version", "clause", "page", "quote", "row", "column",
    "method", "language",
)  # fmt: skip
"""Of the exported table."""

FORMS = ("csv", "json", "reqif")


@dataclass(frozen=True, slots=True)
class RequirementFilter:
    """Which requirements are wanted; None is any.

    Attributes:
        source: A document, version, file or source id, as people call it.
        subject, prop: Words of the thing and of its property, as written or as their concept is called.
        in_force: Only those of text that binds.
        min_confidence: In [0, 1].
        text: Words of the demanding sentence, subject or property; all of them.
    """

    source: str | None = None
    subject: str | None = None
    prop: str | None = None
    signal: str | None = None
    modality: str | None = None
    in_force: bool = False
    min_confidence: float = 0.0
    text: str | None = None

    def __post_init__(self) -> None:
        for what, name, known in (
            ("signal", self.signal, [*Signal]),
            ("modality", self.modality, [*Modality]),
        ):
            if name is not None and name not in list(map(str, known)):
                raise UnknownName(what, name, list(map(str, known)))


def list_requirements(
    services: Services,
    at: Viewpoint | None = None,
    wanted: RequirementFilter | None = None,
    cursor: str | None = None,
    limit: int = 50,
) -> Json:
    """One page of requirements, ordered by document, version and place.

    Raises:
        UnknownName: There is no such signal or modality.
        NotFound, Ambiguous: No document, or several, are so called.
        InvalidInput: The cursor names no requirement of this list.
    """
    at = at or Viewpoint()
    demands = demanded(services, at)
    ids = _matching(services, demands, wanted or RequirementFilter())
    page, more = page_of(ids, cursor, limit, "requirement")
    return {
        **at.as_json(),
        "items": items_of(services, demands, page),
        "total": len(ids),
        "next_cursor": page[-1] if page and more else None,
    }


def export_requirements(
    services: Services, form: str, at: Viewpoint | None = None, wanted: RequirementFilter | None = None
) -> bytes:
    """All of them as a file of that form.

    Args:
        form: Of `FORMS`. In a table, a cell that a spreadsheet would run as a formula begins with an apostrophe.
    """
    at = at or Viewpoint()
    demands = demanded(services, at)
    items = items_of(services, demands, _matching(services, demands, wanted or RequirementFilter()))
    if form == "json":
        return (json.dumps({**at.as_json(), "items": items}, ensure_ascii=False, indent=2) + "\n").encode()
    rows = [{name: _cell(value) for name, value in _flat(item).items()} for item in items]
    if form == "reqif":
        return write_reqif(f"Requirements of {at.project or 'all projects'}", COLUMNS, rows, now_utc())
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\r\n")
    writer.writeheader()
    writer.writerows({name: inert(cell) for name, cell in row.items()} for row in rows)
    return out.getvalue().encode()


def items_of(services: Services, demands: Demands, ids: list[str]) -> list[Json]:
    """Requirements by id, as JSON, in that order."""
    with services.store.read() as store:
        citer = Citer(store, demands.governing)
        return [requirement_json(citer, demands.parties[one]) for one in ids]


def requirement_json(citer: Citer, party: Party) -> Json:
    """A requirement with its slot, how its text stands, and its words."""
    requirement = party.requirement
    return {
        "id": requirement.id,
        **demand_json(requirement),
        "slot": str(party.slot),
        "confidence": requirement.confidence,
        "method": requirement.method,
        "language": requirement.language,
        "authority": party.authority,
        "signal": party.standing.text_signal,
        "in_force": party.governs,
        "reason": party.standing.reason,
        "project": party.project,
        "citation": citer.cite_demand(requirement),
    }


def _matching(services: Services, demands: Demands, wanted: RequirementFilter) -> list[str]:
    """Ids of the wanted requirements, in the order of their documents and places."""
    place = {source: at for at, source in enumerate(in_order(demands.governing.snapshot))}
    sources = sources_named(demands.governing, wanted.source) if wanted.source else place.keys()
    tests = _tests(wanted)
    found = [
        party
        for party in demands.parties.values()
        if party.requirement.source_id in sources and all(test(party) for test in tests)
    ]
    if wanted.text:
        found = _saying(services, found, wanted.text)
    found.sort(key=lambda party: (place[party.requirement.source_id], party.requirement.span, party.requirement.id))
    return [party.requirement.id for party in found]


def sources_named(governing: Governing, name: str) -> frozenset[str]:
    """The versions that people mean by a name: one by its file, id or path, all by the number or title of the work."""
    files = file_named(governing.snapshot, name)
    return frozenset(files or governing.snapshot.sources_of(work_named(governing, name)))


def _tests(wanted: RequirementFilter) -> list[Callable[[Party], bool]]:
    tests: list[Callable[[Party], bool]] = []
    if wanted.subject:
        words = wanted.subject.casefold()
        tests.append(lambda party: words in f"{party.requirement.subject}\n{party.slot.subject}".casefold())
    if wanted.prop:
        of = wanted.prop.casefold()
        tests.append(lambda party: of in f"{party.requirement.property}\n{party.slot.property}".casefold())
    if wanted.signal:
        tests.append(lambda party: party.standing.text_signal == wanted.signal)
    if wanted.modality:
        tests.append(lambda party: party.requirement.modality == wanted.modality)
    if wanted.in_force:
        tests.append(lambda party: party.governs)
    if wanted.min_confidence > 0:
        tests.append(lambda party: party.requirement.confidence >= wanted.min_confidence)
    return tests


def _saying(services: Services, parties: list[Party], text: str) -> list[Party]:
    """Those of whose sentence, subject and property all the words are part."""
    words = text.casefold().split()
    with services.store.read() as store:
        texts: dict[str, str] = {}
        found = []
        for party in parties:
            one = party.requirement
            if one.source_id not in texts:
                texts[one.source_id] = store.text(one.source_id)
            said = texts[one.source_id][one.span.start : one.span.end]
            whole = f"{said}\n{one.subject}\n{one.property}\n{party.slot}".casefold()
            if all(word in whole for word in words):
                found.append(party)
    return found


def _flat(item: Json) -> Json:
    citation = item["citation"]
    return {name: item[name] if name in item else citation.get(name) for name in COLUMNS}


def _cell(value: Any) -> str:
    match value:
        case None:
            return ""
        case list():
            return "; ".join(map(str, value))
        case {"minus": minus, "plus": plus, "unit": unit}:
            return f"-{minus} +{plus} {unit or ''}".strip()
        case dict():
            return "; ".join(f"{name} {words}" for name, words in value.items())
        case _:
            return str(value)

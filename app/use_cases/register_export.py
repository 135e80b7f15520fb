"""The register as a file: a table, JSON, or a report to print; each carries the history that replays to its state."""

from __future__ import annotations

import json
from typing import Any

from app.errors import InvalidInput
from app.use_cases.conflicts import (
    ConflictFilter,
    Entry,
    history_of_all,
    items_of,
    step_json,
    wanted_entries,
)
from app.use_cases.demanded import demanded
from app.use_cases.report import Report, set_report
from app.use_cases.sources import anchor_text
from app.use_cases.viewpoint import Viewpoint
from app.wiring import Services
from connectors.pdf.attachments import attach, attached
from graph.conflicts.demands import Demands
from graph.conflicts.export import COLUMNS, Row, read_csv, replay, rows, write_csv
from graph.conflicts.register import Standing
from graph.demands import RegisterStep
from graph.errors import PrevailError

Json = dict[str, Any]

FORMS = ("csv", "json", "pdf")

ATTACHED = "register.csv"
"""Name of the table within the report."""


def export_register(
    services: Services, form: str, at: Viewpoint | None = None, wanted: ConflictFilter | None = None
) -> bytes:
    """The conflicts that a filter lets through, with every step that was taken on them, as a file of that form.

    Args:
        form: Of `FORMS`.
    """
    at = at or Viewpoint()
    demands = demanded(services, at)
    entries = wanted_entries(services, demands, at, wanted or ConflictFilter())
    history = history_of_all(services, {entry.id for entry in entries}, at)
    exported = _rows(entries, history)
    if form == "csv":
        return write_csv(exported).encode()
    items = _with_history(items_of(services, demands, entries), history)
    if form == "json":
        whole = {**at.as_json(), "project": at.project, "items": items, "rows": exported}
        return (json.dumps(whole, ensure_ascii=False, indent=2) + "\n").encode()
    report = Report(at.project, demands.governing.moment, items)
    return attach(set_report(report), ATTACHED, write_csv(exported).encode())


def _rows(entries: list[Entry], history: list[RegisterStep]) -> list[Row]:
    """The rows of the table, in the order of the entries."""
    found: list[Row] = []
    for entry in entries:
        steps = [step for step in history if step.subject == entry.id]
        found += rows([entry.conflict] if entry.conflict else [], steps)
    return found


def _with_history(items: list[Json], history: list[RegisterStep]) -> list[Json]:
    return [item | {"history": [step_json(s) for s in history if s.subject == item["id"]]} for item in items]


def replayed(services: Services, exported: bytes, at: Viewpoint | None = None) -> Json:
    """The states to which an exported history leads, beside those of the register from a viewpoint.

    Raises:
        InvalidInput: It is none of the exported forms.
        SkipRecord: A row has no conflict, or holds a step that cannot be read.
    """
    at = at or Viewpoint()
    found, demands = replay(read_exported(exported)), demanded(services, at)
    items = [_compared(demands, subject, standing) for subject, standing in found.items()]
    return {"items": items, "identical": all(item["identical"] for item in items)}


def read_exported(exported: bytes) -> list[Row]:
    """The rows of an exported register, whatever its form.

    Raises:
        InvalidInput: It is none.
    """
    try:
        if exported.startswith(b"%PDF"):
            exported = attached(exported, ATTACHED)
        text = exported.decode("utf-8-sig")
        found: list[Row] = json.loads(text)["rows"] if text.lstrip().startswith("{") else read_csv(text)
        if not text.lstrip().startswith(("{", COLUMNS[0])):
            raise InvalidInput(f"its first column is not {COLUMNS[0]!r}")
    except (ValueError, KeyError, PrevailError) as error:
        raise InvalidInput(f"this is no exported register: {error}") from error
    return found


def _compared(demands: Demands, subject: str, standing: Standing) -> Json:
    conflict = demands.by_id.get(subject)
    now = demands.standing(conflict) if conflict else demands.standing_of(subject)
    return {
        "id": subject,
        "state": standing.state,
        "owner": standing.owner,
        "due": anchor_text(standing.due),
        "register": now.state,
        "identical": now == standing,
    }

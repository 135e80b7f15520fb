"""The register as rows for a spreadsheet or a script, which replay to the same state."""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from graph.codec import decode, encode
from graph.conflicts.record import Conflict
from graph.conflicts.register import Standing, as_taken, fold, register, steps_by_subject
from graph.demands import RegisterStep
from graph.errors import SkipRecord

COLUMNS = (
    "conflict",
    "class",
    "slot",
    "project",
    "state",
    "owner",
    "due",
    "reason",
    "sides",
    "values",
    "act",
    "by",
    "at",
    "why",
    "step",
)
"""In this order: what the conflict is and where it stands, then one step; `step` holds the whole step as JSON."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r")

_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")

Row = dict[str, str]


def rows(conflicts: Iterable[Conflict], steps: Iterable[RegisterStep]) -> list[Row]:
    """One row for each step, oldest first, and one for a conflict without any; conflicts in the order given.

    Args:
        steps: All records, those that were taken back too, so that the history is whole; these have no effect.
    """
    conflicts, every = list(conflicts), as_taken(steps)
    standings = register(conflicts, in_effect(every))
    by_subject = steps_by_subject(every)
    known = {one.id: one for one in conflicts}
    made = []
    for subject in dict.fromkeys([*known, *by_subject]):
        taken: list[RegisterStep | None] = [*by_subject.get(subject, ())]
        standing = standings.get(subject, Standing())
        made += [_row(subject, known.get(subject), standing, step) for step in taken or [None]]
    return made


def replay(exported: Iterable[Mapping[str, str]]) -> dict[str, Standing]:
    """Where every conflict of exported rows stands; equal to what the register said when they were written.

    Raises:
        SkipRecord: A row has no conflict, or holds a step that cannot be read.
    """
    steps: dict[str, list[RegisterStep]] = defaultdict(list)
    values: dict[str, str | None] = {}
    for row in exported:
        subject = row.get("conflict")
        if not subject:
            raise SkipRecord("no conflict", "a row of a register names its conflict")
        values[subject] = row.get("values") or None
        if row.get("step"):
            steps[subject].append(decode(RegisterStep, row["step"].encode()))
    return {subject: fold(in_effect(steps[subject]), values[subject]) for subject in values}


def in_effect(steps: Iterable[RegisterStep]) -> list[RegisterStep]:
    """The steps that were not taken back."""
    return [step for step in steps if step.retracted_at is None]


def write_csv(exported: Sequence[Row]) -> str:
    """The rows as CSV (RFC 4180) with a header; what a spreadsheet would run as a formula begins with an apostrophe."""
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\r\n")
    writer.writeheader()
    writer.writerows({name: inert(value) for name, value in row.items()} for row in exported)
    return out.getvalue()


def read_csv(text: str) -> list[Row]:
    """The rows of an exported CSV."""
    return list(csv.DictReader(io.StringIO(text, newline="")))


def inert(value: str) -> str:
    """The cell, with an apostrophe before what a spreadsheet would run as a formula; a number stays one."""
    return f"'{value}" if value.startswith(_FORMULA) and not _NUMBER.fullmatch(value) else value


def _row(subject: str, conflict: Conflict | None, standing: Standing, step: RegisterStep | None) -> Row:
    stands = {
        "conflict": subject,
        "state": standing.state.value,
        "owner": standing.owner or "",
        "due": standing.due.text if standing.due else "",
    }
    about, taken = (_about(conflict) if conflict else {}), (_taken(step) if step else {})
    return dict.fromkeys(COLUMNS, "") | about | taken | stands


def _about(conflict: Conflict) -> Row:
    return {
        "class": conflict.kind.value,
        "slot": conflict.slot,
        "project": conflict.project,
        "reason": conflict.reason,
        "sides": " / ".join(side.says for side in conflict.sides),
        "values": conflict.values,
    }


def _taken(step: RegisterStep) -> Row:
    return {
        "act": step.act.value,
        "by": step.by,
        "at": step.recorded_at.isoformat(),
        "why": step.reason or "",
        "step": encode(step).decode(),
    }

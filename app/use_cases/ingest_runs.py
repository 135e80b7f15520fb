"""Ingest runs: carried out with a record of how they stand, and listed for those who may see what they stored."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from app.runs import Run, RunLog, RunState
from app.use_cases.ingest import IngestReport, IngestRequest, ingest
from app.use_cases.viewpoint import principals
from app.wiring import Services
from graph.errors import NotFound, PrevailError, RetryLater
from graph.progress import Progress
from graph.time import now_utc

Json = dict[str, Any]

NAMES_SHOWN = 20
WRITTEN_EVERY_S = 0.25
"""Seconds between two records of progress."""


def ingest_recorded(services: Services, request: IngestRequest, progress: Progress) -> IngestReport:
    """An ingest run of a command, recorded in the data directory.

    Raises:
        FixSetup: As `ingest`.
    """
    log = RunLog(services.settings.data)
    log.sweep()
    run = log.new(
        origin="command",
        names=tuple(path.name or str(path) for path in request.paths[:NAMES_SHOWN]),
        project=request.project,
        acl=request.acl,
        authority=request.authority,
        status=request.status,
    )
    with log.held(run.id):
        return carry_out(log, run, lambda told: ingest(services, request, told), progress)


def carry_out(log: RunLog, run: Run, work: Callable[[Progress], IngestReport], progress: Progress) -> IngestReport:
    """Does the work of a run that this process holds, and records its progress and its end.

    Raises:
        RetryLater: Somebody else is writing; the run waits again.
        PrevailError: It failed; the record says why.
    """
    recorder = _Recorder(log, replace(run, state=RunState.RUNNING, error=None, report=None), progress)
    try:
        report = work(recorder)
    except RetryLater as error:
        log.keep(replace(recorder.run, state=RunState.WAITING, error=str(error)))
        raise
    except PrevailError as error:
        log.keep(replace(recorder.run, state=RunState.FAILED, error=str(error), finished_at=now_utc()))
        raise
    log.keep(replace(recorder.run, state=RunState.DONE, report=report.as_json(), finished_at=now_utc()))
    return report


class _Recorder:
    """Progress that is told on and, a few times a second, written down."""

    def __init__(self, log: RunLog, run: Run, told: Progress) -> None:
        self.run = run
        self._log = log
        self._told = told
        self._written = 0.0
        log.keep(run)

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        self._told(stage, done, total)
        now = time.monotonic()
        changed = stage != self.run.stage
        self.run = replace(self.run, stage=stage, done=done, total=total)
        if changed or done == total or now - self._written >= WRITTEN_EVERY_S:
            self._log.keep(self.run)
            self._written = now


def list_runs(log: RunLog, reader: str | None = None, limit: int = 50) -> Json:
    """The last runs whose texts the reader may see, the newest first."""
    seen = [run for run in log.all() if _may_see(run, reader)]
    return {"items": [run.as_json() for run in seen[:limit]], "total": len(seen)}


def show_run(log: RunLog, identifier: str, reader: str | None = None) -> Json:
    """How a run stands.

    Raises:
        NotFound: There is none that the reader may see.
    """
    return run_seen(log, identifier, reader).as_json()


def run_seen(log: RunLog, identifier: str, reader: str | None) -> Run:
    """A run that the reader may see.

    Raises:
        NotFound: There is none.
    """
    run = log.get(identifier)
    if not _may_see(run, reader):
        raise NotFound("run", identifier)
    return run


def _may_see(run: Run, reader: str | None) -> bool:
    return not principals(reader).isdisjoint(run.acl)

"""Files that came over HTTP: received into a run, and read by one thread of the server, one run after another."""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO
from urllib.parse import quote

import structlog

from app.errors import InvalidInput
from app.runs import FILES, Run, RunLog, RunState
from app.settings import Settings
from app.use_cases.ingest import IngestReport, IngestRequest, ingest
from app.use_cases.ingest_runs import NAMES_SHOWN, carry_out
from app.wiring import open_services
from graph.disk import disk_errors
from graph.errors import PrevailError, RetryLater
from graph.progress import Progress
from graph.vocabulary import AuthorityClass, Status

ROOT = "uploads"
"""First part of the remote id of everything that was uploaded."""
SHARED = "shared"
"""Folder of what belongs to no project."""
LONGEST_NAME_BYTES = 200
PATIENCE_S = 2.0
"""Seconds between two attempts while another process writes."""

_UNSAFE = re.compile(r"[\x00-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Upload:
    """What the sender says of the files.

    Attributes:
        acl: Principals that may read them.
    """

    project: str = ""
    authority: AuthorityClass | None = None
    status: Status | None = None
    acl: tuple[str, ...] = ("*",)


class _Stopped(Exception):
    """The server is closing; what was stored is stored, the rest is read when it starts again."""


class Uploads:
    """Receives files and reads them in the background."""

    def __init__(self, settings: Settings) -> None:
        self.log = RunLog(settings.data)
        self._settings = settings
        self._wake = threading.Event()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._work, name="uploads", daemon=True)

    def start(self) -> None:
        """Begins with what an earlier server left unread."""
        self._wake.set()
        self._thread.start()

    def close(self) -> None:
        """Stops after the item that is being read."""
        self._closing.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()

    def receive(self, files: Sequence[tuple[str, IO[bytes]]], upload: Upload) -> Run:
        """Keeps the files as a run that waits to be read.

        Args:
            files: Names as the sender gives them, and contents.

        Raises:
            InvalidInput: There is none, a name cannot be used, or two are the same.
            FixSetup: The disk does not take them.
        """
        names = [safe_name(name) for name, _ in files]
        _check(names)
        run = self.log.draft(
            origin="upload",
            names=tuple(names[:NAMES_SHOWN]),
            project=upload.project,
            acl=upload.acl,
            authority=upload.authority,
            status=upload.status,
        )
        folder = self.log.folder(run.id) / FILES / ROOT / folder_name(upload.project)
        with disk_errors(folder):
            folder.mkdir(parents=True)
            for name, (_, content) in zip(names, files, strict=True):
                with (folder / name).open("wb") as out:
                    shutil.copyfileobj(content, out)
        self.log.keep(run)  # only now: whoever sees it finds its files
        self._wake.set()
        return run

    def retry(self, run: Run) -> Run:
        """Reads again what a finished run could not.

        Raises:
            InvalidInput: It is not finished, or kept no files.
        """
        if not run.is_finished and run.state is not RunState.CUT_OFF:
            raise InvalidInput(f"run {run.id} is {run.state}: it can be tried again when it has ended")
        if not (self.log.folder(run.id) / FILES).is_dir():
            raise InvalidInput(f"run {run.id} has no files left to read again")
        again = Run(run.id, run.origin, run.names, run.project, run.acl, run.started_at,
                    authority=run.authority, status=run.status)  # fmt: skip
        self.log.keep(again)
        self._wake.set()
        return again

    def _work(self) -> None:
        self.log.sweep()
        while not self._closing.is_set():
            self._wake.wait()
            self._wake.clear()
            waiting = [run for run in reversed(self.log.all()) if run.origin == "upload" and not run.is_finished]
            for run in waiting:
                if not self._closing.is_set() and run.state is not RunState.RUNNING:
                    self._attempt(run)

    def _attempt(self, run: Run) -> None:
        with self.log.held(run.id) as ours:
            if not ours:  # another server does it, or somebody looks whether one does
                threading.Timer(PATIENCE_S, self._wake.set).start()
                return
            if self.log.get(run.id).is_finished:
                return
            try:
                carry_out(self.log, run, lambda progress: self._read(run, progress), self._unless_closing)
            except RetryLater:
                threading.Timer(PATIENCE_S, self._wake.set).start()
            except _Stopped:
                return
            except PrevailError as error:
                structlog.get_logger().warning("upload failed", run=run.id, error=str(error))

    def _read(self, run: Run, progress: Progress) -> IngestReport:
        request = IngestRequest(
            paths=(self.log.folder(run.id) / FILES / ROOT,),
            project=run.project,
            authority=AuthorityClass(run.authority) if run.authority else None,
            status=Status(run.status) if run.status else None,
            acl=run.acl,
            uploaded=True,
        )
        with open_services(self._settings, write=True) as services:
            report = ingest(services, request, progress)
        if not report.failures:
            self.log.discard_files(run.id)
        return report

    def _unless_closing(self, stage: str, done: int, total: int | None) -> None:
        if self._closing.is_set():
            raise _Stopped


def folder_name(project: str) -> str:
    """A project as the name of a folder that is not hidden."""
    name = quote(project, safe=" ") or SHARED
    return f"%2E{name[1:]}" if name.startswith(".") else name


def safe_name(name: str) -> str:
    """The last part of a name, as a file here may be called.

    Raises:
        InvalidInput: Nothing is left of it, or it is hidden or too long.
    """
    last = _UNSAFE.sub("", re.split(r"[/\\]", name)[-1]).strip()
    if not last or last.startswith((".", "~$")):
        raise InvalidInput(f"a file cannot be called {name!r}")
    if len(last.encode("utf-8", "surrogatepass")) > LONGEST_NAME_BYTES:
        raise InvalidInput(f"a file's name may have {LONGEST_NAME_BYTES} bytes: {last[:40]}…")
    return last


def _check(names: Sequence[str]) -> None:
    if not names:
        raise InvalidInput("send at least one file")
    twice = next((name for place, name in enumerate(names) if name in names[:place]), None)
    if twice is not None:
        raise InvalidInput(f"two files are called {twice}; send one of them by itself")

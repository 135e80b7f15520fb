"""Runs of ingesting, kept as small files, so that any process can tell how one stands.

Each run is a folder `runs/ID` in the data directory: `run.json`, and for what came over HTTP the files
that are still to be read. Who carries a run out holds the kernel's lock on its `lock`; a run that is not
finished and that nobody holds was cut off, and may be taken up by anybody.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any

import msgspec

from graph.disk import disk_errors
from graph.errors import NotFound
from graph.time import now_utc

DIRECTORY = "runs"
FILES = "files"
KEPT = timedelta(days=30)
"""How long a finished run is remembered."""
MOST_KEPT = 200

Json = dict[str, Any]


class RunState(StrEnum):
    """Where a run stands."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CUT_OFF = "cut off"


FINISHED = frozenset({RunState.DONE, RunState.FAILED})


@dataclass(frozen=True, slots=True)
class Run:
    """One run.

    Attributes:
        origin: `command` or `upload`.
        names: What it reads, for people; at most a few.
        acl: Who may see it: principals that may read what it stores.
        stage: What it is doing now; `done` of `total` items of it (None: not known).
        report: The account of a finished run.
        error: Why it failed, for people; for a waiting run, what it waits for.
    """

    id: str
    origin: str
    names: tuple[str, ...]
    project: str
    acl: tuple[str, ...]
    started_at: datetime
    state: RunState = RunState.WAITING
    authority: str | None = None
    status: str | None = None
    finished_at: datetime | None = None
    stage: str | None = None
    done: int = 0
    total: int | None = None
    report: Json | None = None
    error: str | None = None

    @property
    def is_finished(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.state in FINISHED

    def as_json(self) -> Json:
        """As surfaces show it."""
        shown: Json = msgspec.to_builtins(self)
        return shown


@dataclass(slots=True)
class RunLog:
    """The runs of a data directory."""

    data: Path
    _decoder: msgspec.json.Decoder[Run] = field(default_factory=lambda: msgspec.json.Decoder(Run), init=False)

    def new(self, **about: Any) -> Run:
        """A run that waits; its id cannot be guessed."""
        run = self.draft(**about)
        self.keep(run)
        return run

    def draft(self, **about: Any) -> Run:
        """A run with a folder of its own, which nobody sees before it is kept."""
        started = now_utc()
        run = Run(id=f"{started:%Y%m%d-%H%M%S}-{secrets.token_hex(8)}", started_at=started, **about)
        with disk_errors(self.data):
            self.folder(run.id).mkdir(parents=True)
        return run

    def keep(self, run: Run) -> None:
        """Writes how a run stands, whole or not at all."""
        path = self.folder(run.id) / "run.json"
        part = path.with_suffix(".part")
        with disk_errors(self.data):
            part.write_bytes(msgspec.json.encode(run))
            part.replace(path)

    def get(self, identifier: str) -> Run:
        """How a run stands; `cut off` where it is not finished and nobody carries it out.

        Raises:
            NotFound: There is none of that id.
        """
        run = self._read(identifier)
        if run is None:
            raise NotFound("run", identifier)
        return run

    def all(self) -> list[Run]:
        """All runs, the newest first."""
        root = self.data / DIRECTORY
        names = sorted((entry.name for entry in root.iterdir()), reverse=True) if root.is_dir() else []
        return [run for name in names if (run := self._read(name)) is not None]

    def folder(self, identifier: str) -> Path:
        """Where what belongs to a run is."""
        return self.data / DIRECTORY / identifier

    def discard_files(self, identifier: str) -> None:
        """Forgets the files that a run has read."""
        shutil.rmtree(self.folder(identifier) / FILES, ignore_errors=True)

    def sweep(self) -> None:
        """Forgets finished runs that are old or too many."""
        finished = [run for run in self.all() if run.is_finished]
        oldest = now_utc() - KEPT
        for place, run in enumerate(finished):
            if place >= MOST_KEPT or (run.finished_at or run.started_at) < oldest:
                shutil.rmtree(self.folder(run.id), ignore_errors=True)

    @contextmanager
    def held(self, identifier: str) -> Iterator[bool]:
        """Holds a run while it is carried out; False where another process holds it."""
        with disk_errors(self.data):
            handle = os.open(self.folder(identifier) / "lock", os.O_RDWR | os.O_CREAT, 0o644)
        try:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
            else:
                yield True
        finally:
            os.close(handle)

    def _read(self, identifier: str) -> Run | None:
        if not identifier or not all(sign.isalnum() or sign == "-" for sign in identifier):
            return None
        run = self._stored(identifier)
        if run is None or run.state is not RunState.RUNNING or self._is_held(identifier):
            return run
        ended = self._stored(identifier)  # it may have ended between the two looks
        is_cut_off = ended is not None and ended.state is RunState.RUNNING
        return replace(run, state=RunState.CUT_OFF) if is_cut_off else ended

    def _stored(self, identifier: str) -> Run | None:
        try:
            return self._decoder.decode((self.folder(identifier) / "run.json").read_bytes())
        except (OSError, msgspec.DecodeError):
            return None

    def _is_held(self, identifier: str) -> bool:
        with self.held(identifier) as nobody_did:
            return not nobody_did

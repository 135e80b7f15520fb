"""Reading an archive of `graph.archive`: checked from end to end first, then given as an origin."""

from __future__ import annotations

import hashlib
import json
import shutil
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, fields
from itertools import groupby
from pathlib import Path
from typing import IO, Any, TypeVar, get_args

import numpy as np
from numpy.lib import format as npy

from graph.archive import (
    BOXES,
    CURSORS,
    EDGES,
    FORMAT,
    MANIFEST,
    ORIGINALS,
    RECEIPTS,
    TEXTS,
    VERSION,
    Manifest,
    archive_errors,
    damaged,
    node_member,
)
from graph.codec import Record, decode
from graph.errors import FixSetup
from graph.model import Edge, Node, Receipt
from graph.progress import Progress
from graph.transfer import CursorMark, History, Item, Origin, Original, PageBoxes, SourceText

R = TypeVar("R", bound=Record)
_CHUNK_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive that was found whole."""

    path: Path
    manifest: Manifest

    @contextmanager
    def opened(self) -> Iterator[Origin]:
        """What it holds, to be read while the block runs."""
        with ExitStack() as stack:
            with archive_errors(self.path):
                members = stack.enter_context(zipfile.ZipFile(self.path))
            yield _Archived(self, members)

    def extract(self, name: str, to: Path) -> bool:
        """Writes a member into a new file; False where the archive has none of that name."""
        if name not in self.manifest.members:
            return False
        with archive_errors(self.path), zipfile.ZipFile(self.path) as members:
            to.parent.mkdir(parents=True, exist_ok=True)
            with members.open(name) as member, to.open("wb") as file:
                shutil.copyfileobj(member, file, _CHUNK_BYTES)
        return True


def open_archive(path: Path, progress: Progress) -> Archive:
    """Reads an archive from end to end and compares every member with its hash.

    Raises:
        FixSetup: It cannot be read, is no backup of Prevail, is of a newer one, is damaged or not complete.
    """
    with archive_errors(path):
        if not zipfile.is_zipfile(path):
            raise FixSetup(f"{path} is no backup of Prevail, or only the beginning of one: name another file")
        with zipfile.ZipFile(path) as members:
            manifest = _read_manifest(path, members)
            names = [name for name in members.namelist() if name != MANIFEST]
            if sorted(names) != sorted(manifest.members):
                raise damaged(path, "it does not hold what it says")
            for number, name in enumerate(names, start=1):
                with members.open(name) as member:
                    if hashlib.file_digest(member, "sha256").hexdigest() != manifest.members[name]:  # type: ignore[arg-type]  # reads like a file
                        raise damaged(path, f"{name} fails its checksum")
                progress("checking", number, len(names))
    return Archive(path, manifest)


def _read_manifest(path: Path, members: zipfile.ZipFile) -> Manifest:
    foreign = FixSetup(f"{path} is no backup of Prevail: name another file")
    if MANIFEST not in members.namelist():
        raise foreign
    table = json.loads(members.read(MANIFEST))
    if not isinstance(table, dict) or table.get("format") != FORMAT:
        raise foreign
    if table["version"] > VERSION:
        raise FixSetup(f"{path} was written by a newer version of Prevail: upgrade Prevail")
    return Manifest(**{field.name: table[field.name] for field in fields(Manifest)})


class _Archived:
    """An `Origin` over an open archive."""

    def __init__(self, archive: Archive, members: zipfile.ZipFile) -> None:
        self.identity = archive.manifest.identity
        self.state = archive.manifest.state
        self.expected: Mapping[str, int] = archive.manifest.counts
        self._path = archive.path
        self._names = archive.manifest.members
        self._members = members

    def receipts(self) -> Iterator[Receipt]:
        with archive_errors(self._path):
            yield from self._records(RECEIPTS, Receipt)

    def items(self) -> Iterator[Item]:
        with archive_errors(self._path):
            for kind in get_args(Node):
                yield from self._histories(node_member(kind.__name__), kind)
            yield from self._histories(EDGES, Edge)
            for row in map(json.loads, self._lines(TEXTS)):
                yield SourceText(row["source_id"], row["text"])
            yield from self._boxes()
            for row in map(json.loads, self._lines(CURSORS)):
                yield CursorMark(row["connector"], row["cursor"])

    def originals(self) -> Iterator[Original]:
        with archive_errors(self._path):
            for name in sorted(self._names):
                if name.startswith(ORIGINALS):
                    yield Original(name.removeprefix(ORIGINALS), self._members.read(name))

    def _histories(self, name: str, kind: type[Any]) -> Iterator[Item]:
        for _, records in groupby(self._records(name, kind), key=lambda record: record.id):
            yield History(tuple(records))

    def _records(self, name: str, kind: type[R]) -> Iterator[R]:
        for line in self._lines(name):
            yield decode(kind, line.rstrip(b"\n"))

    def _lines(self, name: str) -> Iterator[bytes]:
        if name in self._names:
            with self._members.open(name) as member:
                yield from member

    def _boxes(self) -> Iterator[Item]:
        if BOXES not in self._names:
            return
        with self._members.open(BOXES) as member:
            while line := member.readline():
                row = json.loads(line)
                yield PageBoxes(row["source_id"], row["page"], _array(member))


def _array(member: IO[bytes]) -> np.ndarray[Any, np.dtype[np.float32]]:
    return np.asarray(npy.read_array(member, allow_pickle=False), dtype=np.float32)

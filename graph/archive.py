"""A place in one file: a zip archive that any program can list, and that is trusted only as a whole.

Members, in this order: `receipts.jsonl`; `nodes/KIND.jsonl` and `edges.jsonl`, one record to a line, the
records of one id one after another; `texts.jsonl`; `boxes.bin`, where each page is a line of JSON and then an
array in the format of `.npy` files; `cursors.jsonl`; `originals/SHA256`; what else was added; and last
`manifest.json`, with the SHA-256 of every other member.
"""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, assert_never

from numpy.lib import format as npy

from graph.codec import encode
from graph.disk import disk_errors, sync_directory
from graph.errors import FixSetup
from graph.model import Edge
from graph.progress import Progress
from graph.time import now_utc
from graph.transfer import Account, CursorMark, History, Item, Origin, PageBoxes, SourceText, Tally

FORMAT = "prevail backup"
VERSION = 1
MANIFEST = "manifest.json"
RECEIPTS = "receipts.jsonl"
TEXTS = "texts.jsonl"
BOXES = "boxes.bin"
CURSORS = "cursors.jsonl"
EDGES = "edges.jsonl"
ORIGINALS = "originals/"

_CHUNK_BYTES = 1 << 20
_LEVEL = 6


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an archive says of itself.

    Attributes:
        made_at: ISO 8601, UTC.
        identity: Of the store that was written; with `state`, see `graph.transfer.Origin`.
        settings: Settings by name that were in force and change what is found.
        members: SHA-256 by name of every other member.
    """

    format: str
    version: int
    made_at: str
    identity: str
    state: str
    counts: Mapping[str, int]
    digest: str
    settings: Mapping[str, str]
    members: Mapping[str, str]

    @property
    def account(self) -> Account:
        """The account of what the archive holds."""
        return Account(dict(self.counts), self.digest)


def node_member(kind: str) -> str:
    """Name of the member that holds the nodes of a kind."""
    return f"nodes/{kind}.jsonl"


def write_archive(
    path: Path, origin: Origin, settings: Mapping[str, str], extra: Mapping[str, Path], progress: Progress
) -> Manifest:
    """Writes all that the origin holds into a file, which appears complete or not at all.

    Args:
        settings: See `Manifest`.
        extra: Files that go with it, by the name of their member.

    Raises:
        FixSetup: The file cannot be written.
    """
    part = path.with_name(f".{path.name}.part")
    with disk_errors(path):
        try:
            with part.open("wb") as file:
                with (
                    zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=_LEVEL) as archive,
                    closing(_Members(archive)) as members,
                ):
                    manifest = _write(members, origin, settings, extra, progress)
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, path)
            sync_directory(path.parent)
        finally:
            part.unlink(missing_ok=True)
    return manifest


def _write(
    members: _Members, origin: Origin, settings: Mapping[str, str], extra: Mapping[str, Path], progress: Progress
) -> Manifest:
    tally = Tally(origin, progress)
    for receipt in tally.receipts():
        members.write(RECEIPTS, encode(receipt) + b"\n")
    for item in tally.items():
        members.write(*_serialised(item))
    for original in tally.originals():
        members.write(f"{ORIGINALS}{original.sha256}", original.data)
    for name, file in extra.items():
        members.copy(name, file)
    account = tally.account()
    manifest = Manifest(
        FORMAT,
        VERSION,
        now_utc().isoformat(timespec="seconds"),
        origin.identity,
        origin.state,
        account.counts,
        account.digest,
        dict(settings),
        members.finished(),
    )
    members.write(MANIFEST, json.dumps(asdict(manifest), indent=1).encode())
    return manifest


def _serialised(item: Item) -> tuple[str, bytes]:
    match item:
        case History(records):
            name = EDGES if isinstance(records[0], Edge) else node_member(type(records[0]).__name__)
            return name, b"".join(encode(record) + b"\n" for record in records)
        case SourceText(source_id, text):
            return TEXTS, _line({"source_id": source_id, "text": text})
        case PageBoxes(source_id, page, boxes):
            array = _Bytes()
            npy.write_array(array, boxes.astype("<f4"), version=(1, 0), allow_pickle=False)
            return BOXES, _line({"source_id": source_id, "page": page}) + bytes(array.content)
        case CursorMark(connector, cursor):
            return CURSORS, _line({"connector": connector, "cursor": cursor})
        case _:
            assert_never(item)


def _line(value: Mapping[str, object]) -> bytes:
    """One line of ASCII: whatever the text holds, it comes back, and nothing in it ends the line."""
    return json.dumps(value, separators=(",", ":")).encode("ascii") + b"\n"


class _Bytes:
    """A file in memory of which only the writing is used."""

    def __init__(self) -> None:
        self.content = bytearray()

    def write(self, data: bytes) -> int:
        self.content += data
        return len(data)


class _Members:
    """The members of an archive that is being written, one after another, with their hashes."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._open: tuple[str, IO[bytes]] | None = None
        self._hash = hashlib.sha256()
        self._finished: dict[str, str] = {}

    def write(self, name: str, content: bytes) -> None:
        """Adds bytes to the member of that name, which is the last one or a new one."""
        if self._open is None or self._open[0] != name:
            self.close()
            self._open = (name, self._archive.open(_info(name), "w", force_zip64=True))
        self._open[1].write(content)
        self._hash.update(content)

    def copy(self, name: str, path: Path) -> None:
        """Adds a whole file."""
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK_BYTES):
                self.write(name, chunk)

    def close(self) -> None:
        """Ends the open member."""
        if self._open is not None:
            name, member = self._open
            member.close()
            self._finished[name] = self._hash.hexdigest()
            self._open, self._hash = None, hashlib.sha256()

    def finished(self) -> dict[str, str]:
        """Ends the open member; SHA-256 by name of all that have ended."""
        self.close()
        return dict(self._finished)


def _info(name: str) -> zipfile.ZipInfo:
    """Originals are mostly compressed by themselves; the rest shrinks to a fraction."""
    info = zipfile.ZipInfo(name, now_utc().timetuple()[:6])
    info.compress_type = zipfile.ZIP_STORED if name.startswith(ORIGINALS) else zipfile.ZIP_DEFLATED
    info.external_attr = 0o600 << 16
    return info


@contextmanager
def archive_errors(path: Path) -> Iterator[None]:
    """Turns whatever a broken archive provokes in its readers into a `FixSetup` that names the file."""
    try:
        with disk_errors(path):
            yield
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError, LookupError, TypeError) as error:
        raise damaged(path, str(error)) from error


def damaged(path: Path, why: str) -> FixSetup:
    """The error for an archive that is not what was written."""
    return FixSetup(f"{path} is damaged or not complete ({why}): use another backup")

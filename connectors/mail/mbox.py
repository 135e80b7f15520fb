"""Mail boxes that are one file of messages (mbox, RFC 4155 and the kinds before it).

A message begins at a line "From …" that follows an empty line and stands before a header line, or
where the `Content-Length` of the message before it says; a line ">From …" of a body is "From …".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePath

from connectors.mail.members import Named, checked_members
from connectors.protocol import Attachment, Item, Members, ParsedDocument, Runner
from connectors.text.builder import TextBuilder
from graph.errors import SkipRecord

MEDIA_TYPE = "application/mbox"
LARGEST_MESSAGE_BYTES = 200_000_000
MOST_INSIDE = 1_000
"""How many messages of a mail box are read that is itself inside something."""

_LONGEST_LINE = 2_000
_CHUNK_BYTES = 1_000_000
_BEGINS = re.compile(rb"From (?=-|[^\s@]+@|\S[^\r\n]*\d{4})[^\r\n]*\r?\n(?=>?From |[!-9;-~]{1,76}[ \t]*:)")
_CERTAIN = re.compile(rb"From - ?\r?\n|From \S+ +(?:[A-Z][a-z]{2},? +){2}\d{1,2} [^\r\n]*\d{4}")
_HEADER = re.compile(rb"\r?\n\r?\n")
_LENGTH = re.compile(rb"^Content-Length:[ \t]*(\d{1,12})[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
_HEADER_BYTES = 100_000
_QUOTED_FROM = re.compile(rb"^>(>*From )", re.MULTILINE)


class FileBytes:
    """The bytes of a file, of which only a piece is in memory; the file may shrink meanwhile."""

    def __init__(self, path: Path) -> None:
        """Raises: OSError: It cannot be read."""
        self._path = path
        self._size = path.stat().st_size
        self._loaded = -1
        self._chunk = b""
        self._load(0)

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, part: slice) -> bytes:
        start, stop, _ = part.indices(self._size)
        held = self._loaded * _CHUNK_BYTES
        if held <= start and stop <= held + len(self._chunk):
            return self._chunk[start - held : stop - held]
        return self._read(start, stop - start)

    def find(self, wanted: bytes, start: int) -> int:
        """Where these few bytes are next, -1 if nowhere."""
        for number in range(start // _CHUNK_BYTES, -(-self._size // _CHUNK_BYTES)):
            self._load(number)
            at = self._chunk.find(wanted, max(start - number * _CHUNK_BYTES, 0))
            if at >= 0:
                return number * _CHUNK_BYTES + at
        return -1

    def _load(self, number: int) -> None:
        if number != self._loaded:
            self._chunk = self._read(number * _CHUNK_BYTES, _CHUNK_BYTES + _LONGEST_LINE)
            self._loaded = number

    def _read(self, start: int, count: int) -> bytes:
        with self._path.open("rb") as file:
            file.seek(start)
            return file.read(max(count, 0))


Buffer = bytes | FileBytes


@dataclass(frozen=True, slots=True)
class Extent:
    """Where a message lies, its "From …" line left out.

    Attributes:
        measured: Its length was stated, so nothing in it had to be quoted.
    """

    start: int
    end: int
    measured: bool


def begins_mbox(head: bytes) -> bool:
    """Whether a file that begins like this is a mail box."""
    return _BEGINS.match(head.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")) is not None


def extents(data: Buffer) -> Iterator[Extent]:
    """The messages of a mail box, in order; what stands before the first one is left out."""
    start = _next(data, 0)
    while start is not None:
        body = data.find(b"\n", start) + 1
        end = _stated_end(data, body)
        following = end if end is not None else _next(data, body)
        yield Extent(body, len(data) if following is None else following, end is not None)
        start = following if following is not None and following < len(data) else None


def _next(data: Buffer, at: int) -> int | None:
    """Where the next message begins, not before `at`."""
    if at == 0 and _BEGINS.match(data[:_LONGEST_LINE]):
        return 0
    found = data.find(b"\nFrom ", max(at - 1, 0))
    while found >= 0:
        line = data[found + 1 : found + 1 + _LONGEST_LINE]
        spaced = data[max(found - 2, 0) : found].endswith((b"\n", b"\n\r"))
        if _BEGINS.match(line) and (spaced or _CERTAIN.match(line)):
            return found + 1
        found = data.find(b"\nFrom ", found + 1)
    return None


def _stated_end(data: Buffer, start: int) -> int | None:
    """Where the message's own `Content-Length` says that it ends, if a message or nothing follows there."""
    head = data[start : start + _HEADER_BYTES]
    over = _HEADER.search(head)
    length = _LENGTH.search(head, 0, over.start()) if over else None
    if over is None or length is None:
        return None
    end = start + over.end() + int(length[1])
    if end > len(data):
        return None
    gap = data[end : end + 4]
    end += len(gap) - len(gap.lstrip(b"\r\n"))
    return end if end == len(data) or _BEGINS.match(data[end : end + _LONGEST_LINE]) else None


def message_at(data: Buffer, extent: Extent) -> bytes:
    """The bytes of one message, as it was before it came into the mail box; it ends with one line end.

    The empty line that parts it from the next one is not of it, or the last message of a box would be
    another one once the box has grown.

    Raises:
        SkipRecord: `too large`.
    """
    if extent.end - extent.start > LARGEST_MESSAGE_BYTES:
        size = extent.end - extent.start
        raise SkipRecord("too large", f"a message of {size} bytes; the limit is {LARGEST_MESSAGE_BYTES}")
    raw = data[extent.start : extent.end]
    raw = raw.rstrip(b"\r\n") + (b"\r\n" if raw.endswith(b"\r\n") else b"\n")
    return raw if extent.measured or b">From " not in raw else _QUOTED_FROM.sub(rb"\1", raw)


def mbox_members(path: Path, box: Item, run: Runner) -> Members:
    """The messages of a mail box of this machine; the file is never in memory as a whole.

    Raises:
        SkipRecord: `unreadable`, `empty`, `damaged` where no message is found.
    """
    try:
        data = FileBytes(path)
    except OSError as error:
        raise SkipRecord("unreadable", f"{box.name}: {error.strerror or error}") from error
    if not len(data):
        raise SkipRecord("empty", f"{box.name} has no bytes")
    count = sum(1 for _ in extents(data))
    if not count:
        raise SkipRecord("damaged", f"{box.name} holds no message")
    return Members(count, checked_members(box, _read(data, PurePath(box.name).stem)))


def _read(data: Buffer, stem: str) -> Iterator[Named]:
    for number, extent in enumerate(extents(data), start=1):
        try:
            content: bytes | SkipRecord = message_at(data, extent)
        except SkipRecord as error:
            content = error
        yield Named("", f"{stem}-{number}.eml", content)


def parse_mbox(data: bytes, name: str) -> ParsedDocument:
    """A mail box that came inside something: its messages are its attachments.

    Raises:
        SkipRecord: `damaged` where no message is found.
    """
    found = list(extents(data))
    if not found:
        raise SkipRecord("damaged", f"{name} holds no message")
    builder = TextBuilder()
    builder.add(f"Mail box of {len(found)} messages")
    if len(found) > MOST_INSIDE:
        builder.warnings.append(f"only the first {MOST_INSIDE} of {len(found)} messages were read")
    stem = PurePath(name).stem
    inside = [
        Attachment(f"{stem}-{number}.eml", message_at(data, extent))
        for number, extent in enumerate(found[:MOST_INSIDE], start=1)
    ]
    document = builder.document(MEDIA_TYPE)
    return ParsedDocument(
        document.text, MEDIA_TYPE, document.blocks, warnings=document.warnings, attachments=tuple(inside)
    )

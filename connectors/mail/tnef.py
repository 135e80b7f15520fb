"""TNEF, the wrapping in which Outlook sends rich messages (`winmail.dat`, [MS-OXTNEF])."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime

from connectors.mail.letter import Letter
from connectors.mail.mapi import (
    ATTACH_DATA,
    ATTACH_LONG_NAME,
    BODY,
    SUBJECT,
    SUBMITTED,
    Enclosure,
    Entry,
    Value,
    codec,
    read_value,
    to_letter,
)
from connectors.mail.writing import write_letter
from connectors.protocol import ParsedDocument
from graph.errors import SkipRecord

MEDIA_TYPE = "application/vnd.ms-tnef"
SIGNATURE = b"\x78\x9f\x3e\x22"
_HEADER_BYTES, _OBJECT_BYTES = 6, 9
_CODEPAGE, _PROPERTIES, _RECIPIENTS = 0x9007, 0x9003, 0x9004
_SUBJECT, _SENT, _BODY = 0x8004, 0x8005, 0x800C
_RENDERING, _TITLE, _DATA, _ATTACHMENT = 0x9002, 0x8010, 0x800F, 0x9005
_MESSAGE_ID = b"\x07\x03\x02\0\0\0\0\0\xc0\0\0\0\0\0\0\x46"
_STORAGE_ID = b"\x0b\0\0\0\0\0\0\0\xc0\0\0\0\0\0\0\x46"
"""Stand before the bytes of a message and of an OLE object that are attached."""

_MULTIPLE = 0x1000
_OBJECT, _BINARY = 0x000D, 0x0102
_SIZED = frozenset({0x001E, 0x001F, _OBJECT, _BINARY})
_BYTES = {0x02: 2, 0x0B: 2, 0x03: 4, 0x04: 4, 0x0A: 4, 0x05: 8, 0x06: 8, 0x07: 8, 0x14: 8, 0x40: 8, 0x48: 16}
_NAMED_FROM = 0x8000
_DEEPEST = 8
_MOST_OBJECTS = 20_000


def parse_tnef(data: bytes, name: str) -> ParsedDocument:
    """A TNEF file: the words in it and its attachments.

    Raises:
        SkipRecord: `damaged`, `bomb`.
    """
    return write_letter(open_tnef(data, name), name, MEDIA_TYPE)


def open_tnef(data: bytes, name: str) -> Letter:
    """The letter that a TNEF file holds.

    Raises:
        SkipRecord: `damaged`, `bomb`.
    """
    return to_letter(read_entry(data, name))


def read_entry(data: bytes, name: str) -> Entry:
    """The item that a TNEF file holds.

    Raises:
        SkipRecord: `damaged` where it begins as no TNEF does, or where nothing of it is whole, `bomb`.
    """
    if not data.startswith(SIGNATURE):
        raise SkipRecord("damaged", f"{name} is not readable as TNEF")
    reading = _Reading(0)
    try:
        reading.take(data)
    except _BreaksOff:
        reading.entry.warnings.append(f"{name} breaks off; what comes before was read")
    if reading.count > _MOST_OBJECTS:
        raise SkipRecord("bomb", f"{name} has more than {_MOST_OBJECTS} TNEF objects")
    if not (reading.entry.properties or reading.entry.enclosures):
        raise SkipRecord("damaged", f"{name} holds nothing that can be read")
    return reading.entry


_FEWEST_BYTES = 4
"""Of a recipient: how many properties it has."""


class _BreaksOff(Exception):
    """There are fewer bytes than the ones before them promise."""


class _Cursor:
    """Bytes that are taken from the front, never more than there are."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data = data
        self.at = at

    def take(self, count: int) -> bytes:
        """The next bytes.

        Raises:
            _BreaksOff: There are not that many.
        """
        if count > len(self.data) - self.at:
            raise _BreaksOff
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self, count: int = 4) -> int:
        """The next bytes as a whole number."""
        return int.from_bytes(self.take(count), "little")

    def padded(self) -> bytes:
        """Bytes whose number stands before them, and behind which they are filled up to whole words."""
        found = self.take(self.number())
        self.at = min(self.at + -len(found) % 4, len(self.data))
        return found


@dataclass
class _Reading:
    """An item in the making, from one object after the other."""

    depth: int
    entry: Entry = field(default_factory=Entry)
    properties: dict[int, Value] = field(default_factory=dict)
    charset: str = "cp1252"
    count: int = 0

    def __post_init__(self) -> None:
        self.entry.properties = self.properties

    def take(self, data: bytes) -> None:
        """Read all objects.

        Raises:
            _BreaksOff: After what was whole has been read.
        """
        cursor = _Cursor(data, _HEADER_BYTES)
        while len(data) - cursor.at > _OBJECT_BYTES and data[cursor.at] in (1, 2):
            self.count += 1
            if self.count > _MOST_OBJECTS:
                return
            cursor.take(1)
            name, _, length = cursor.number(2), cursor.number(2), cursor.number()
            content = cursor.take(length)
            cursor.at += 2  # its checksum
            if self.entry.enclosures or name == _RENDERING:
                self._attachment(name, content)
            else:
                self._message(name, content)

    def _message(self, name: int, content: bytes) -> None:
        if name == _CODEPAGE:
            self.charset = codec(int.from_bytes(content[:4], "little")) or self.charset
        elif name == _PROPERTIES:
            self.properties.update(self._values(_Cursor(content)))
        elif name == _RECIPIENTS:
            cursor = _Cursor(content)
            with suppress(_BreaksOff):
                for _ in range(min(cursor.number(), len(content) // _FEWEST_BYTES)):
                    self.entry.recipients.append(dict(self._values(cursor)))
        elif name in (_SUBJECT, _BODY):
            words = read_value(0x1E, content, self.charset)
            if isinstance(words, str):
                self.properties.setdefault(SUBJECT if name == _SUBJECT else BODY, words)
        elif name == _SENT and (moment := _moment(content)):
            self.properties.setdefault(SUBMITTED, moment)

    def _attachment(self, name: int, content: bytes) -> None:
        if name == _RENDERING:
            self.entry.enclosures.append(Enclosure({}))
            return
        last = self.entry.enclosures[-1]
        found: dict[int, Value] = dict(last.properties)
        if name == _TITLE:
            found.setdefault(ATTACH_LONG_NAME, read_value(0x1E, content, self.charset) or "")
        elif name == _DATA:
            last.data = content
        elif name == _ATTACHMENT:
            found.update(self._values(_Cursor(content)))
            self._inner(last, found.get(ATTACH_DATA))
        last.properties = found

    def _inner(self, enclosure: Enclosure, held: Value | None) -> None:
        """Take what is attached as a property of its own: a message, an OLE object, plain bytes."""
        if not isinstance(held, bytes) or not held:
            return
        if held.startswith(_MESSAGE_ID + SIGNATURE) and self.depth < _DEEPEST:
            inner = _Reading(self.depth + 1)
            with suppress(_BreaksOff):
                inner.take(held[len(_MESSAGE_ID) :])
            self.count += inner.count
            enclosure.item = inner.entry
        else:
            enclosure.data = held.removeprefix(_STORAGE_ID)

    def _values(self, cursor: _Cursor) -> Iterator[tuple[int, Value]]:
        """Each property's id and first value; where the bytes break off, those before."""
        with suppress(_BreaksOff):
            for _ in range(cursor.number()):
                kind, identifier = cursor.number(2), cursor.number(2)
                if identifier >= _NAMED_FROM:
                    _skip_name(cursor)
                data = _first_value(cursor, kind)
                plain = kind & ~_MULTIPLE
                value = read_value(_BINARY if plain == _OBJECT else plain, data, self.charset)
                if value is not None:
                    yield identifier, value


def _skip_name(cursor: _Cursor) -> None:
    cursor.take(16)
    if cursor.number() == 0:
        cursor.take(4)
    else:
        cursor.padded()


def _first_value(cursor: _Cursor, kind: int) -> bytes:
    plain, multiple = kind & ~_MULTIPLE, bool(kind & _MULTIPLE)
    if plain in _SIZED:
        values = [cursor.padded() for _ in range(cursor.number())]
        return values[0] if values else b""
    size = _BYTES.get(plain)
    if size is None:
        raise _BreaksOff  # a type of unknown length: nothing behind it can be found
    count = cursor.number() if multiple else 1
    data = cursor.take(count * size)
    cursor.at = min(cursor.at + -len(data) % 4, len(cursor.data))
    return data[:size]


def _moment(content: bytes) -> datetime | None:
    parts = [int.from_bytes(content[at : at + 2], "little") for at in range(0, 12, 2)]
    with suppress(ValueError):
        return datetime(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], tzinfo=UTC)
    return None

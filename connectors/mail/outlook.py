"""Outlook messages that are files of their own (`.msg`, [MS-OXMSG])."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

from olefile import OleFileIO
from oxmsg.storage import Storage

from connectors.mail.mapi import (
    ATTACH_DATA,
    INTERNET_CODEPAGE,
    MESSAGE_CLASS,
    MESSAGE_CODEPAGE,
    Enclosure,
    Entry,
    Value,
    codec,
    read_value,
    text,
    to_letter,
)
from connectors.mail.message import open_message
from connectors.mail.mime_form import mime_form
from connectors.mail.writing import write_letter
from connectors.protocol import ParsedDocument
from graph.errors import SkipRecord

MEDIA_TYPE = "application/vnd.ms-outlook"
_PROPERTIES = "__properties_version1.0"
_ROOT_HEADER, _INNER_HEADER, _PART_HEADER = 32, 24, 8
_STREAMED = frozenset({0x001E, 0x001F, 0x0102})
_EMBEDDED = re.compile(rf"__substg1\.0_{ATTACH_DATA:04X}000D", re.IGNORECASE)
_DEEPEST = 8


def parse_outlook(data: bytes, name: str) -> ParsedDocument:
    """An Outlook message, with what came with it.

    Raises:
        SkipRecord: `damaged`.
    """
    try:
        with OleFileIO(io.BytesIO(data)) as file:
            entry = _entry(Storage.from_ole(file), _ROOT_HEADER, 0)
    except Exception as error:  # the libraries raise whatever a damaged file makes of them
        raise SkipRecord("damaged", f"{name} is not a readable Outlook message: {error}") from error
    letter = to_letter(entry)
    if "smime" in text(entry.properties, MESSAGE_CLASS).casefold():
        letter = open_message(mime_form(letter), name)  # its words are in an envelope that is its attachment
    return write_letter(letter, name, MEDIA_TYPE)


def _entry(storage: Storage, header_bytes: int, depth: int) -> Entry:
    properties = _properties(storage, header_bytes, None)
    charset = codec(properties.get(MESSAGE_CODEPAGE)) or codec(properties.get(INTERNET_CODEPAGE))
    if charset:
        properties = _properties(storage, header_bytes, charset)
    entry = Entry(properties)
    for part in sorted(storage.storages, key=lambda one: one.name):
        if part.name.startswith("__recip_version1.0_#"):
            entry.recipients.append(_properties(part, _PART_HEADER, charset))
        elif part.name.startswith("__attach_version1.0_#"):
            entry.enclosures.append(_enclosure(part, charset, depth))
    return entry


def _enclosure(part: Storage, charset: str | None, depth: int) -> Enclosure:
    properties = _properties(part, _PART_HEADER, charset)
    inner = next((child for child in part.storages if _EMBEDDED.fullmatch(child.name)), None)
    data = properties.get(ATTACH_DATA)
    if inner is not None and depth < _DEEPEST and _stream(inner, _PROPERTIES):
        return Enclosure(properties, item=_entry(inner, _INNER_HEADER, depth + 1))
    return Enclosure(properties, data if isinstance(data, bytes) else None)


def _properties(storage: Storage, header_bytes: int, charset: str | None) -> dict[int, Value]:
    return dict(_read(storage, header_bytes, charset))


def _read(storage: Storage, header_bytes: int, charset: str | None) -> Iterator[tuple[int, Value]]:
    """Each property's id and value: 16 bytes in the table, longer values in streams of their own."""
    table = _stream(storage, _PROPERTIES)
    for at in range(header_bytes, len(table) - 15, 16):
        kind, identifier = (int.from_bytes(table[at + i : at + i + 2], "little") for i in (0, 2))
        short = table[at + 8 : at + 16]
        data = _stream(storage, f"__substg1.0_{identifier:04X}{kind:04X}") if kind in _STREAMED else short
        value = read_value(kind, data, charset)
        if value is not None:
            yield identifier, value


def _stream(storage: Storage, name: str) -> bytes:
    return next((stream.bytes_ for stream in storage.streams if stream.name.casefold() == name.casefold()), b"")

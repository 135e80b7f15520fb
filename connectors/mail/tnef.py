"""TNEF, the wrapping in which Outlook sends rich messages (`winmail.dat`, [MS-OXTNEF])."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from tnefparse import TNEF
from tnefparse.mapi import IMESSAGE_SIG, TNEFMAPI_Attribute, decode_mapi

from connectors.mail.letter import Letter
from connectors.mail.mapi import (
    ATTACH_DATA,
    ATTACH_LONG_NAME,
    BODY,
    HTML,
    INTERNET_CODEPAGE,
    SUBJECT,
    Enclosure,
    Entry,
    Value,
    codec,
    read_value,
    to_letter,
)
from connectors.mail.writing import write_letter
from connectors.protocol import ParsedDocument
from connectors.text.charset import decode
from graph.errors import SkipRecord

MEDIA_TYPE = "application/vnd.ms-tnef"
SIGNATURE = b"\x78\x9f\x3e\x22"
_DEEPEST = 8
_MOST_OBJECTS = 20_000
_ONE_FILE_ID = b"\x0b\0\0\0\0\0\0\0\xc0\0\0\0\0\0\0\x46"
"""Stands before the bytes of an OLE object."""

_BINARY = frozenset({0x000D, 0x0102})


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
        SkipRecord: `damaged`, `bomb`.
    """
    _check(data, name)
    logging.getLogger("tnefparse").setLevel(logging.CRITICAL + 1)
    try:
        return _entry(data, 0)
    except Exception as error:  # the library raises whatever a damaged file makes of it
        raise SkipRecord("damaged", f"{name} is not readable as TNEF: {error}") from error


def _check(data: bytes, name: str) -> None:
    """Walk over the objects by their stated lengths, before anything copies them."""
    at, count = 6, 0
    while at + 12 < len(data):
        at += int.from_bytes(data[at + 5 : at + 9], "little") + 11
        count += 1
        if count > _MOST_OBJECTS:
            raise SkipRecord("bomb", f"{name} has more than {_MOST_OBJECTS} TNEF objects")


def _entry(data: bytes, depth: int) -> Entry:
    tnef = TNEF(data, do_checksum=False)
    properties = dict(_values(tnef.mapiprops, tnef.codepage))
    for attribute in tnef.msgprops:
        _older(attribute, properties)
    charset = codec(properties.get(INTERNET_CODEPAGE)) or tnef.codepage
    for key, body in ((BODY, tnef.body), (HTML, tnef.htmlbody)):
        if body:
            properties[key] = _joined(body, charset)
    entry = Entry(properties, rtf=_rtf(tnef))
    entry.recipients += [dict(_values(row, tnef.codepage)) for row in _recipients(tnef)]
    entry.enclosures += _enclosures(tnef, depth)
    return entry


def _joined(body: Any, charset: str | None) -> str:
    """A body as the library gives it: characters, bytes, or a list of either."""
    pieces = body if isinstance(body, list | tuple) else [body]
    words = [piece if isinstance(piece, str) else decode(bytes(piece), charset)[0] for piece in pieces]
    return "".join(words).rstrip("\0")


def _rtf(tnef: TNEF) -> bytes | None:
    try:
        unpacked = tnef.rtfbody
    except Exception:  # the library raises whatever a damaged stream makes of it
        return None
    return unpacked if isinstance(unpacked, bytes) else None


def _recipients(tnef: TNEF) -> Iterator[list[TNEFMAPI_Attribute]]:
    for attribute in tnef.msgprops:
        if attribute.name == TNEF.ATTRECIPTABLE:
            yield from attribute.data


def _values(attributes: Iterable[TNEFMAPI_Attribute], charset: str | None) -> Iterator[tuple[int, Value]]:
    for attribute in attributes:
        value = _value(attribute, charset)
        if value is not None:
            yield attribute.name, value


def _value(attribute: TNEFMAPI_Attribute, charset: str | None) -> Value | None:
    raw = attribute.raw_data
    pieces = raw if isinstance(raw, list) else [raw]
    if all(isinstance(piece, str) for piece in pieces):
        return "".join(pieces).rstrip("\0")
    kind = 0x0102 if attribute.attr_type in _BINARY else attribute.attr_type
    return read_value(kind, b"".join(piece for piece in pieces if isinstance(piece, bytes)), charset)


def _older(attribute: object, properties: dict[int, Value]) -> None:
    """What the attributes say that were there before MAPI properties were: subject and day."""
    data, name = getattr(attribute, "data", None), getattr(attribute, "name", None)
    if name == TNEF.ATTSUBJECT and isinstance(data, str):
        properties.setdefault(SUBJECT, data)
    elif name == TNEF.ATTDATESENT and isinstance(data, datetime):
        properties.setdefault(0x0039, data.replace(tzinfo=UTC))
    elif name == TNEF.ATTMESSAGEID and isinstance(data, str):
        properties.setdefault(0x300B, data)


def _enclosures(tnef: TNEF, depth: int) -> Iterator[Enclosure]:
    """One for each rendering object, of the objects that follow it."""
    found: list[dict[int, Value]] = []
    contents: list[bytes | None] = []
    for thing in tnef.objects:
        if thing.name == TNEF.ATTATTACHRENDDATA:
            found.append({})
            contents.append(None)
        elif found and thing.name == TNEF.ATTATTACHTITLE:
            title = decode(thing.data.rstrip(b"\0"), tnef.codepage)[0]
            found[-1].setdefault(ATTACH_LONG_NAME, title)
        elif found and thing.name == TNEF.ATTATTACHDATA:
            contents[-1] = thing.data
        elif found and thing.name == TNEF.ATTATTACHMENT:
            found[-1].update(_values(decode_mapi(thing.data, tnef.codepage), tnef.codepage))
            _unpad(found[-1], thing.data)
    for properties, content in zip(found, contents, strict=True):
        yield _enclosure(properties, content, depth)


def _unpad(properties: dict[int, Value], packed: bytes) -> None:
    """Cut the up to three bytes that fill an attachment up to whole words; its true length stands before it."""
    held = properties.get(ATTACH_DATA)
    at = packed.find(held) if isinstance(held, bytes) and held else -1
    if at >= 4 and isinstance(held, bytes):
        length = int.from_bytes(packed[at - 4 : at], "little")
        if len(held) - 3 <= length <= len(held):
            properties[ATTACH_DATA] = held[:length]


def _enclosure(properties: dict[int, Value], content: bytes | None, depth: int) -> Enclosure:
    held = properties.get(ATTACH_DATA)
    if isinstance(held, bytes) and held.startswith(IMESSAGE_SIG) and depth < _DEEPEST:
        return Enclosure(properties, item=_entry(held[len(IMESSAGE_SIG) :], depth + 1))
    if isinstance(held, bytes) and held:
        return Enclosure(properties, held.removeprefix(_ONE_FILE_ID))
    return Enclosure(properties, content)

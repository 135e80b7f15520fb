"""Items of Outlook as bags of MAPI properties, and the letter that one is.

`.msg`, `.pst` and TNEF hold the same properties in different wrappings ([MS-OXPROPS]); each reader
fills an `Entry`, and everything else is here.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import Message
from email.parser import HeaderParser
from email.policy import compat32
from email.utils import format_datetime, formataddr

from connectors.mail.html_charset import decode_html
from connectors.mail.letter import Letter, name_of_title, safe_name
from connectors.mail.mime_form import mime_form
from connectors.mail.rtf import read_rtf
from connectors.protocol import Attachment
from connectors.text.builder import one_line
from connectors.text.charset import decode

Value = str | bytes | int | datetime
"""Strings, binary, whole numbers and truth values, instants; other types are left out."""

SUBJECT, BODY, HTML, RTF = 0x0037, 0x1000, 0x1013, 0x1009
MESSAGE_CLASS, INTERNET_CODEPAGE, MESSAGE_CODEPAGE = 0x001A, 0x3FDE, 0x3FFD
ATTACH_DATA, ATTACH_METHOD, ATTACH_LONG_NAME, ATTACH_CONTENT_ID = 0x3701, 0x3705, 0x3707, 0x3712
_HEADERS, _CONVERSATION_INDEX, _TOPIC, _CONVERSATION_ID = 0x007D, 0x0071, 0x0070, 0x3013
_MESSAGE_ID, _IN_REPLY_TO, _REFERENCES = 0x1035, 0x1042, 0x1039
SUBMITTED, _DELIVERED, _START, _END = 0x0039, 0x0E06, 0x0060, 0x0061
_NORMAL_SUBJECT, _SUBJECT_PREFIX = 0x0E1D, 0x003D
_SENDERS = ((0x0042, (0x5D02, 0x0065)), (0x0C1A, (0x5D01, 0x0C1F)))
_RECIPIENT_NAME, _RECIPIENT_ADDRESSES, _RECIPIENT_TYPE = 0x3001, (0x39FE, 0x3003), 0x0C15
_RECIPIENT_HEADERS = {1: "To", 2: "Cc", 3: "Bcc"}
_SHORT_NAME, _DISPLAY_NAME, _FLAGS, _HIDDEN = 0x3704, 0x3001, 0x3714, 0x7FFE
_RENDERED_IN_BODY = 4
_BY_REFERENCE = frozenset({2, 3, 4, 7})
# Lines before the first header line: Outlook writes the name and version of what received the message.
_FOREWORD = re.compile(r"\A(?:(?![!-9;-~]+:)[^\n]*\n)+")
_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)
_DEEPEST = 8
_CODECS = {
    65000: "utf-7",
    65001: "utf-8",
    1200: "utf-16-le",
    1201: "utf-16-be",
    10000: "mac-roman",
    20127: "ascii",
    20866: "koi8-r",
    21866: "koi8-u",
    20932: "euc-jp",
    50220: "iso-2022-jp",
    50221: "iso-2022-jp",
    50222: "iso-2022-jp",
    51932: "euc-jp",
    51949: "cp949",
    936: "gb18030",
    54936: "gb18030",
}


@dataclass(slots=True)
class Enclosure:
    """An attachment's properties and its bytes, or the item that it is."""

    properties: Mapping[int, Value]
    data: bytes | None = None
    item: Entry | None = None


@dataclass(slots=True)
class Entry:
    """A message, appointment or other item, as its properties by their ids.

    Attributes:
        rtf: Its RTF body, uncompressed, where the properties do not hold it compressed.
    """

    properties: Mapping[int, Value] = field(default_factory=dict)
    recipients: list[Mapping[int, Value]] = field(default_factory=list)
    enclosures: list[Enclosure] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    rtf: bytes | None = None


def codec(codepage: object) -> str | None:
    """The name of a Windows code page's codec; None for what is no number."""
    if not isinstance(codepage, int) or codepage <= 0:
        return None
    if 28591 <= codepage <= 28606:
        return f"iso-8859-{codepage - 28590}"
    return _CODECS.get(codepage, f"cp{codepage}")


def read_value(kind: int, data: bytes, charset: str | None = None) -> Value | None:
    """The value of some bytes.

    Args:
        kind: Property type, as [MS-OXCDATA] 2.11.1 numbers them.
        charset: Of strings that are no Unicode.
    """
    if kind == 0x001F:
        return data[: len(data) & ~1].decode("utf-16-le", "replace").rstrip("\0")
    if kind == 0x001E:
        return decode(data.rstrip(b"\0"), charset)[0]
    if kind == 0x0102:
        return data
    if kind in (0x0002, 0x0003, 0x000B):
        return int.from_bytes(data[: 4 if kind == 3 else 2 if kind == 2 else 1], "little")
    return _instant(int.from_bytes(data[:8], "little")) if kind == 0x0040 else None


def _instant(ticks: int) -> datetime | None:
    with suppress(OverflowError):
        return _EPOCH + timedelta(microseconds=ticks // 10) if ticks else None
    return None


def to_letter(entry: Entry, depth: int = 0) -> Letter:
    """The letter that an item is; messages inside it become attachments in MIME form."""
    letter = Letter(_header_lines(entry), warnings=list(entry.warnings))
    _take_bodies(entry, letter)
    for enclosure in entry.enclosures:
        _enclose(enclosure, letter, depth)
    return letter


def text(properties: Mapping[int, Value], *identifiers: int) -> str:
    """The first of these properties that is a string with words in it, on one line; "" if none is."""
    found = (properties.get(identifier) for identifier in identifiers)
    return next((line for value in found if isinstance(value, str) and (line := one_line(value))), "")


def _header_lines(entry: Entry) -> list[tuple[str, str]]:
    """The header that the message came with, and what its properties add to it."""
    raw = entry.properties.get(_HEADERS)
    sent: Message = HeaderParser(policy=compat32).parsestr(_FOREWORD.sub("", raw) if isinstance(raw, str) else "")
    lines = [(name, str(value)) for name, value in sent.raw_items() if not _of_form(name)]
    stated = [line for line in _stated(entry) if line[1]]
    known = {name.casefold() for name, value in lines if _says_enough(name, value)}
    added = {name.casefold() for name, _ in stated} - known
    kept = [line for line in lines if line[0].casefold() not in added]
    return kept + [line for line in stated if line[0].casefold() in added]


def _says_enough(name: str, value: str) -> bool:
    """Whether a header line is believed before the property: people of it have addresses of the outside."""
    return bool(value.strip()) and ("@" in value or name.casefold() not in ("from", "to", "cc"))


def _of_form(name: str) -> bool:
    """Whether a header line tells of the form in which the message travelled, which it has no longer."""
    return name.casefold().startswith("content-") or name.casefold() == "mime-version"


def _stated(entry: Entry) -> Iterator[tuple[str, str]]:
    properties = entry.properties
    yield "From", _sender(properties)
    for kind, name in _RECIPIENT_HEADERS.items():
        yield name, ", ".join(_recipients(entry, kind))
    sent = next((at for key in (SUBMITTED, _DELIVERED) if isinstance(at := properties.get(key), datetime)), None)
    yield "Date", format_datetime(sent) if sent else ""
    yield "Subject", _subject(properties)
    yield "Message-ID", text(properties, _MESSAGE_ID)
    yield "In-Reply-To", text(properties, _IN_REPLY_TO)
    yield "References", text(properties, _REFERENCES)
    yield "Thread-Topic", text(properties, _TOPIC)
    index = properties.get(_CONVERSATION_INDEX)
    yield "Thread-Index", base64.b64encode(_whole(index)).decode() if isinstance(index, bytes) else ""
    conversation = properties.get(_CONVERSATION_ID)
    yield "X-Conversation-Id", conversation.hex() if isinstance(conversation, bytes) else ""
    kind_of_item = text(properties, MESSAGE_CLASS)
    yield "X-Message-Class", "" if kind_of_item.casefold() == "ipm.note" else kind_of_item
    for name, key in (("X-Start", _START), ("X-End", _END)):
        at = properties.get(key)
        yield name, format_datetime(at) if isinstance(at, datetime) else ""


def _whole(index: bytes) -> bytes:
    """A conversation index (22 bytes and five for each reply) without the bytes that fill it up to whole words."""
    return index[: len(index) - (len(index) - 22) % 5] if (len(index) - 22) % 5 < 4 else index


def _subject(properties: Mapping[int, Value]) -> str:
    """The subject with its prefix; two characters before it tell how long that prefix is."""
    raw = properties.get(SUBJECT)
    if isinstance(raw, str) and raw:
        return one_line(raw[2:] if raw[0] == "\x01" else raw)
    return one_line(f"{text(properties, _SUBJECT_PREFIX)} {text(properties, _NORMAL_SUBJECT, _TOPIC)}")


def _sender(properties: Mapping[int, Value]) -> str:
    found = [_address(text(properties, name), text(properties, *keys)) for name, keys in _SENDERS]
    return next((words for words in found if "@" in words), next((words for words in found if words), ""))


def _recipients(entry: Entry, kind: int) -> Iterator[str]:
    for recipient in entry.recipients:
        if recipient.get(_RECIPIENT_TYPE, 1) == kind:
            keyed = [text(recipient, key) for key in _RECIPIENT_ADDRESSES]
            address = next((one for one in keyed if "@" in one), "")
            yield _address(text(recipient, _RECIPIENT_NAME), address)


def _address(name: str, address: str) -> str:
    """Name and address as a header writes them; an address inside an organisation only is left out."""
    name, address = name.strip("'\" "), address if "@" in address else ""
    name = "" if name.casefold() == address.casefold() else name
    try:
        return formataddr((name, address)) if address else formataddr((name, "")).removesuffix(" <>")
    except UnicodeError:
        return f'"{name}" <{address}>'


def _take_bodies(entry: Entry, letter: Letter) -> None:
    properties = entry.properties
    charset = codec(properties.get(INTERNET_CODEPAGE))
    plain, html = properties.get(BODY), properties.get(HTML)
    if isinstance(plain, str | bytes) and plain.strip():
        letter.plain.append(plain if isinstance(plain, str) else _decoded(plain, charset, letter))
    if isinstance(html, str | bytes) and html.strip():
        letter.html.append(html if isinstance(html, str) else decode_html(html, charset, letter.warnings))
    if not letter.html:
        compressed = properties.get(RTF)
        read_rtf(entry.rtf, compressed if isinstance(compressed, bytes) else None, letter)


def _decoded(data: bytes, charset: str | None, letter: Letter) -> str:
    words, warnings = decode(data, charset)
    letter.warnings += warnings
    return words


def _enclose(enclosure: Enclosure, letter: Letter, depth: int) -> None:
    properties = enclosure.properties
    name = text(properties, ATTACH_LONG_NAME, _SHORT_NAME, _DISPLAY_NAME)
    number = len(letter.attachments) + 1
    if enclosure.item is not None:
        inner = enclosure.item
        if depth >= _DEEPEST:
            letter.warnings.append(f"messages more than {_DEEPEST} deep inside one another were left out")
            return
        title = _subject(inner.properties) or name or f"message-{number}"
        letter.attachments.append(Attachment(f"{name_of_title(title)}.eml", mime_form(to_letter(inner, depth + 1))))
    elif properties.get(ATTACH_METHOD) in _BY_REFERENCE and not enclosure.data:
        letter.warnings.append(f"the attachment {name or number} is only a link to a file elsewhere")
    else:
        content_id = text(properties, ATTACH_CONTENT_ID).strip("<>") or None
        flags = properties.get(_FLAGS)
        rendered = isinstance(flags, int) and bool(flags & _RENDERED_IN_BODY)
        inline = rendered or bool(properties.get(_HIDDEN)) and content_id is not None
        named = safe_name(name) if name else f"attachment-{number}.bin"
        letter.attachments.append(Attachment(named, enclosure.data or b"", content_id, inline))

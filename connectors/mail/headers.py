"""Headers of a message, read so that no malformed one stops the reading of the rest.

The standard library raises on some headers that real mail holds (a Message-ID in brackets, an
address without a domain) and gives wrong characters for raw bytes, so headers are taken raw
and each is decoded by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime
from email.errors import HeaderParseError
from email.header import decode_header
from email.utils import getaddresses, parsedate_to_datetime

from connectors.mail.letter import Headers
from connectors.text.builder import one_line
from connectors.text.charset import decode
from graph.dates import find_dates
from graph.time import DateAnchor

_DIRECTORY_NAME = re.compile(r"\s*</o=[^<>]*>", re.IGNORECASE)
"""An address that only Exchange knows."""

_MESSAGE_ID = re.compile(r"<\s*([^<>\s]+)\s*>")


def header(lines: Headers, name: str) -> str | None:
    """A header's words, decoded; None where it is absent or empty."""
    return next(iter(headers(lines, name)), None)


def headers(lines: Headers, name: str) -> list[str]:
    """All headers of that name that hold words, decoded."""
    raw = [value for key, value in lines if key.lower() == name.lower()]
    return [text for value in raw if (text := _decoded(value))]


def _decoded(raw: str) -> str:
    unfolded = re.sub(r"\r?\n(?=[ \t])", "", raw)
    try:
        parts = decode_header(unfolded)
    except (HeaderParseError, ValueError, LookupError):
        return one_line(_characters(unfolded.encode("utf-8", "surrogateescape"), None))
    return one_line("".join(_characters(part, charset) for part, charset in parts))


def _characters(part: str | bytes, charset: str | None) -> str:
    data = part.encode("utf-8", "surrogateescape") if isinstance(part, str) else part
    if charset is None and b"\\u" not in data:
        return decode(data)[0]
    return decode(data, charset)[0]


def addresses(lines: Headers, *names: str) -> list[tuple[str, str]]:
    """Display names and addresses of some headers, in order; what is no address is a name alone."""
    found: list[tuple[str, str]] = []
    for value in (text for name in names for text in headers(lines, name)):
        found += _pairs(value)
    return list(dict.fromkeys(found))


def _pairs(value: str) -> Iterable[tuple[str, str]]:
    try:
        pairs = getaddresses([value])
    except (ValueError, IndexError, RecursionError):
        pairs = []
    kept = [(one_line(name), address.strip()) for name, address in pairs if "@" in address]
    if not kept and '"' in value:
        kept = [(words, "") for name, address in pairs if (words := one_line(name or address))]
    return kept or [(_DIRECTORY_NAME.sub("", value), "")]


def spoken(pair: tuple[str, str]) -> str:
    """An address as people write it: "Ada Example <ada@example.org>"."""
    name, address = pair
    return f"{name} <{address}>" if name and address and name != address else name or address


def message_ids(lines: Headers, name: str) -> list[str]:
    """The message ids of a header, without their angle brackets."""
    found: list[str] = []
    for value in headers(lines, name):
        found += _MESSAGE_ID.findall(value) or value.split()
    return list(dict.fromkeys(found))


def sent_at(lines: Headers) -> tuple[str, datetime | None, DateAnchor | None] | None:
    """The Date header as written, its instant, and its day where the sender was."""
    text = header(lines, "Date")
    if text is None:
        return None
    try:
        instant = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        dates = find_dates(text)
        return text, None, dates[0][1] if len(dates) == 1 else None
    return text, instant, DateAnchor.on(instant.date(), text)

"""Mail messages in MIME form."""

from __future__ import annotations

import re
from email import message_from_bytes
from email.policy import compat32

from connectors.mail.bodies import read_letter
from connectors.mail.letter import Letter
from connectors.mail.writing import write_letter
from connectors.protocol import ParsedDocument
from graph.errors import SkipRecord

LARGEST_HEADER_BYTES = 1_000_000
_BEFORE = re.compile(rb"\A(?:\xef\xbb\xbf|\s)*(?:>?From [^\r\n]*\r?\n)?")
_COUNTED = re.compile(rb"\A(\d{1,12})[ \t]*\r?\n")
_END_OF_HEADER = re.compile(rb"\r?\n[ \t]*\r?\n|\r[ \t]*\r(?!\n)")
_BARE_RETURN = re.compile(rb"\r(?!\n)")


def parse_message(data: bytes, name: str) -> ParsedDocument:
    """A message: its header lines, its words (quoted ones marked as such), its attachments.

    Raises:
        SkipRecord: `damaged` where it has neither headers nor words, `bomb`.
    """
    return write_letter(open_message(data, name), name)


def open_message(data: bytes, name: str) -> Letter:
    """The letter that the bytes of a MIME message hold.

    Raises:
        SkipRecord: `damaged`, `bomb`.
    """
    message = _bare(data, name)
    head = _END_OF_HEADER.search(message, 0, LARGEST_HEADER_BYTES)
    if head is None and len(message) > LARGEST_HEADER_BYTES:
        raise SkipRecord("bomb", f"{name} has a header of more than {LARGEST_HEADER_BYTES} bytes")
    try:
        return read_letter(message_from_bytes(message, policy=compat32))
    except RecursionError:
        raise SkipRecord("nested too deep", f"{name} has messages nested deeper than any sender makes") from None
    except SkipRecord:
        raise
    except Exception as error:  # the standard parser raises whatever a damaged header makes of it
        raise SkipRecord("damaged", f"{name} is not a readable message: {error}") from error


def _bare(data: bytes, name: str) -> bytes:
    """The message without what some programs store before it, its lines ended by "\\n" or "\\r\\n"."""
    counted = _COUNTED.match(data) if name.lower().endswith(".emlx") else None
    if counted:
        data = data[counted.end() : counted.end() + int(counted[1])]
    data = data[_BEFORE.match(data).end() :]  # type: ignore[union-attr]  # the pattern may be empty
    return _BARE_RETURN.sub(b"\n", data) if b"\n" not in data[:4096] else data

"""Mail messages in MIME form."""

from __future__ import annotations

from email import message_from_bytes
from email.errors import MessageError
from email.policy import compat32

from connectors.mail.bodies import read_letter
from connectors.mail.letter import Letter
from connectors.mail.writing import write_letter
from connectors.protocol import ParsedDocument
from graph.errors import SkipRecord


def parse_message(data: bytes, name: str) -> ParsedDocument:
    """A message: its header lines, its words (quoted ones marked as such), its attachments.

    Raises:
        SkipRecord: `damaged` where it has neither headers nor words.
    """
    return write_letter(open_message(data, name), name)


def open_message(data: bytes, name: str) -> Letter:
    """The letter that the bytes of a MIME message hold.

    Raises:
        SkipRecord: `damaged`.
    """
    try:
        return read_letter(message_from_bytes(data, policy=compat32))
    except (MessageError, ValueError, LookupError, RecursionError) as error:
        raise SkipRecord("damaged", f"{name} is not a readable message: {error}") from error

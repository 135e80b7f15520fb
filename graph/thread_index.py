"""The conversation index of Exchange and Outlook: where a message stands in its thread.

As [MS-OXOMSG] 2.2.1.3 has it: a header of 22 bytes (a reserved one, five of a time, sixteen of an
identity of the thread), then five bytes for every reply on the way to the message.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass

_HEADER_BYTES = 22
_GUID = slice(6, 22)
_REPLY_BYTES = 5
_BLANKS = re.compile(r"\s+")
_HEX = re.compile(r"(?:[0-9a-f]{2}){22,}")


@dataclass(frozen=True, slots=True)
class ThreadIndex:
    """A conversation index: the bytes that say the message's place, all of them."""

    place: bytes

    @property
    def guid(self) -> bytes:
        """The identity of the thread, the same in every mailbox."""
        return self.place[_GUID]

    def ancestors(self) -> Iterator[bytes]:
        """The places of the messages above it, the nearest first."""
        for end in range(len(self.place) - _REPLY_BYTES, _HEADER_BYTES - 1, -_REPLY_BYTES):
            yield self.place[:end]


def read_thread_index(written: str | None) -> ThreadIndex | None:
    """The index that a claim holds in hexadecimal, or a header or `conversationIndex` in base64; None for none."""
    if not written:
        return None
    try:
        place = (
            bytes.fromhex(written)
            if _HEX.fullmatch(written)
            else base64.b64decode(_BLANKS.sub("", written), validate=True)
        )
    except (binascii.Error, ValueError):
        return None
    is_whole = len(place) >= _HEADER_BYTES and (len(place) - _HEADER_BYTES) % _REPLY_BYTES == 0
    return ThreadIndex(place) if is_whole and any(place[_GUID]) else None

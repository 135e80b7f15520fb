"""The messages of a mail box as items of their own, known again by what they are.

A message's id is the box's, its folder's and the first characters of its SHA-256: a box that grew, or
lost messages, gives the others the same ids as before. What the name of the box says is not said of a message.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import quote

from connectors.protocol import Item, Statement
from graph.errors import SkipRecord
from graph.vocabulary import ClaimField, Ground, SourceKind

_ID_CHARS = 16


@dataclass(frozen=True, slots=True)
class Named:
    """A message of a box: its folder ("" for none), the name to show, and its bytes or why there are none."""

    folder: str
    name: str
    content: bytes | SkipRecord


def checked_members(box: Item, messages: Iterable[Named]) -> Iterator[Item]:
    """One item a message; a repetition of one in the same folder is refused as `duplicate`."""
    seen: dict[str, str] = {}
    for number, message in enumerate(messages, start=1):
        content = message.content
        if isinstance(content, SkipRecord):
            yield _item(box, message, f"message {number}", _refusing(content))
            continue
        identifier = hashlib.sha256(content).hexdigest()[:_ID_CHARS]
        key = f"{message.folder}/{identifier}"
        if key in seen:
            told = SkipRecord("duplicate", f"{message.name} is the same as {seen[key]} of {box.name}")
            yield _item(box, message, f"message {number}", _refusing(told))
        else:
            seen[key] = message.name
            yield _item(box, message, identifier, _giving(content))


def _item(box: Item, message: Named, identifier: str, load: Callable[[], bytes]) -> Item:
    place = f"{message.folder}/{identifier}" if message.folder else identifier
    stated = tuple(one for one in box.statements if one.ground is not Ground.FILE_NAME)
    if message.folder:
        stated += (Statement(ClaimField.KIND, SourceKind.MAIL, Ground.CONNECTOR, note=f"folder {message.folder}"),)
    return Item(f"{box.remote_id}!{place}", f"{box.uri}#{quote(place)}", message.name, load, statements=stated)


def _giving(content: bytes) -> Callable[[], bytes]:
    return lambda: content


def _refusing(error: SkipRecord) -> Callable[[], bytes]:
    def load() -> bytes:
        raise error

    return load

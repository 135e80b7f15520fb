"""What a connector gives: items that changed, and, for each item's bytes, a parsed document.

A connector enumerates (`Connector.changes`); a parser turns the bytes of one item into a
`ParsedDocument` (`connectors.parsing.parse`), in a worker process under limits. Neither knows the
store, the index or the chunker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from graph.model import Block, Page, Span
from graph.time import DateAnchor
from graph.vocabulary import ClaimField, Ground

S = TypeVar("S")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Statement:
    """A claim about the document as a parser or connector reads it (see `graph.model.Claim`)."""

    field: ClaimField
    value: str
    ground: Ground
    confidence: float = 1.0
    span: Span | None = None
    date: DateAnchor | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that a connector offers, before it is read.

    Attributes:
        remote_id: Stable id at the connector; for files the POSIX path below the ingested root.
        name: File name, for display and for claims; never used as a path.
        load: Reads the bytes; raises `SkipRecord` where they cannot be had.
        statements: What the connector itself knows (options, manifest, folder, file name).
        members: Where the thing is a box of items that count one by one, gives them in its place.
    """

    remote_id: str
    uri: str
    name: str
    load: Callable[[], bytes]
    size_bytes: int | None = None
    statements: tuple[Statement, ...] = ()
    members: Callable[[Runner], Members] | None = None


class Runner(Protocol):
    """Runs a function of bytes and a subject in a worker process under limits (`connectors.sandbox`)."""

    def __call__(self, parser: Callable[[bytes, S], T], data: bytes, subject: S, /) -> T:
        """What the function gives; raises `SkipRecord` where it, or its worker, fails."""


@dataclass(frozen=True, slots=True)
class Members:
    """The items of a box, read as they are asked for.

    Attributes:
        count: How many there are, those included that will refuse to load.
    """

    count: int
    items: Iterator[Item]


@dataclass(frozen=True, slots=True)
class Batch:
    """Some changes, and the cursor to save in one transaction with their effects."""

    upserts: tuple[Item, ...]
    removals: tuple[str, ...] = ()
    cursor: str | None = None


class Connector(Protocol):
    """A place that documents come from."""

    name: str

    def changes(self, since: str | None) -> Iterator[Batch]:
        """Batches of what changed since that cursor, or everything for None."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A thing that came inside another one: a file or a message attached to a message.

    Attributes:
        name: File name without a path; made up where it had none.
        content_id: The name under which the words refer to it ("cid:…"), without angle brackets.
        inline: Whether it is shown among the words.
    """

    name: str
    data: bytes
    content_id: str | None = None
    inline: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class ParsedDocument:
    """What a parser makes of one item's bytes.

    Attributes:
        text: Normalised text: NFC, "\\n" line ends, page furniture and soft hyphenation removed.
        pages: For paged formats; their spans cover `text` in order.
        char_boxes: Page number to `float32[len(page.span), 4]`; see `graph.store.Reader.char_boxes`.
        warnings: What a user should know ("page 3 has no text layer").
        attachments: Further items that came inside this one.
    """

    text: str
    media_type: str
    blocks: tuple[Block, ...]
    statements: tuple[Statement, ...] = ()
    pages: tuple[Page, ...] = ()
    char_boxes: dict[int, NDArray[np.float32]] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    attachments: tuple[Attachment, ...] = ()

"""What a mail message of any format is turned into before its words are written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from connectors.protocol import Attachment

Headers = Sequence[tuple[str, str]]
"""Names and raw values of header lines, in the order of the message."""

_UNSAFE = re.compile(r"[\x00-\x1f\x7f/\\:*?\"<>|]+")
_LONGEST_NAME = 180


@dataclass(slots=True)
class Letter:
    """A message as it stands: header lines, bodies, what came with it.

    Attributes:
        headers: Values as they were sent: folded and encoded words are read by `connectors.mail.headers`.
        plain: Plain-text bodies, decoded.
        html: HTML bodies, decoded; they say the same as the plain ones where both are there.
        further: Words that stand below those, as letters: what a list or a scanner adds, a second page.
        unique: The part of the words that a mail server takes for new, as a letter; None where none says.
        warnings: What a reader should know: a guessed charset, a signature that was not verified.
    """

    headers: list[tuple[str, str]] = field(default_factory=list)
    plain: list[str] = field(default_factory=list)
    html: list[str] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    unique: Letter | None = None
    further: list[Letter] = field(default_factory=list)


def safe_name(name: str) -> str:
    """The last part of a name, without characters that mean something to a file system."""
    last = re.split(r"[/\\]", name)[-1] or name
    return _UNSAFE.sub("_", last).strip(" .")[:_LONGEST_NAME] or "attachment"


def name_of_title(title: str) -> str:
    """A file name made of a subject: all of it, not the last part only."""
    return safe_name(re.sub(r"[/\\]", "_", title))

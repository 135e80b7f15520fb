"""Mail bodies whose every line is told what it is, from `tests/data/replies` (its README has the form)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from connectors.mail.quoting import Frame

FOLDER = Path(__file__).resolve().parents[1] / "data" / "replies"
KINDS = {
    "p": "paragraph",
    "q": "quoted",
    "f": "forwarded",
    "s": "signature",
    "d": "disclaimer",
    "b": "banner",
}


@dataclass(frozen=True, slots=True)
class MarkedMail:
    """One body.

    Attributes:
        kinds: What each line is; of blank lines it means nothing.
    """

    name: str
    frame: Frame
    lines: tuple[str, ...]
    kinds: tuple[str, ...]

    def of(self, *kinds: str) -> str:
        """The lines of some kinds."""
        return "\n".join(line for line, kind in zip(self.lines, self.kinds, strict=True) if kind in kinds)

    def wrong(self, kinds: list[str]) -> list[tuple[str, str]]:
        """Lines that were told something else, with what they were told."""
        pairs = zip(self.lines, self.kinds, kinds, strict=True)
        return [(line, told) for line, kind, told in pairs if line.strip() and kind != told]


def marked_mails(name: str) -> list[MarkedMail]:
    """The bodies of one file."""
    parts = re.split(r"^== ", (FOLDER / name).read_text("utf-8"), flags=re.MULTILINE)
    return [_read(part) for part in parts[1:]]


def _read(part: str) -> MarkedMail:
    name, *rows = part.rstrip("\n").split("\n")
    said = {row.partition(": ")[0]: row.partition(": ")[2] for row in rows if re.match("(?:from|subject): ", row)}
    marked = [row for row in rows if row and not re.match("(?:from|subject): ", row)]
    lines = tuple(row[2:] for row in marked)
    return MarkedMail(name, Frame(said.get("subject"), said.get("from")), lines, tuple(KINDS[row[0]] for row in marked))

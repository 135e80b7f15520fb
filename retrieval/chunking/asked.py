"""What an answer between quoted lines answers: the end of the words quoted right before it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from retrieval.chunking.pieces import Piece

LONGEST_CHARS = 200
IN_REPLY_TO = " > in reply to: "
"""In a context, what stands before the words that the passage answers."""

_MARK = re.compile(r"^[\s>|＞]+")
_SENTENCE = re.compile(r"(?<=[.!?؟])\s+|(?<=[。！？])")


def asked(text: str, found: Sequence[Piece], at: int) -> str:
    """The last quoted paragraph before a piece, or its last sentences; "" where none is quoted right before it."""
    if at == 0 or found[at].quoted or not found[at - 1].quoted:
        return ""
    span = found[at - 1].span
    lines = [_MARK.sub("", line) for line in text[span.start : span.end].split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    start = next((n + 1 for n in range(len(lines) - 1, -1, -1) if not lines[n]), 0)
    return _end_of(" ".join(lines[start:]))


def _end_of(words: str) -> str:
    """As many of the last sentences as fit, or the end of the last one."""
    kept = ""
    for sentence in reversed(_SENTENCE.split(words)):
        longer = f"{sentence} {kept}".strip()
        if len(longer) > LONGEST_CHARS:
            return kept or f"…{longer[-LONGEST_CHARS + 1 :]}"
        kept = longer
    return kept

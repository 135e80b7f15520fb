"""Patterns without regard to case, searched in a text in small letters: several times faster, to the same end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

_NO_LETTERS = re.compile(r"\\.|\(\?P<\w+>|\(\?P=\w+\)")


@dataclass(frozen=True, slots=True)
class Caseless:
    """A pattern of the whole text's places; what it finds in words is in small letters.

    Attributes:
        pattern: Without regard to case; `small`: with it, for texts in small letters; None where it holds capitals.
    """

    pattern: re.Pattern[str]
    small: re.Pattern[str] | None

    def search(self, text: str, start: int, end: int) -> re.Match[str] | None:
        """The first match within a span."""
        pattern, words = self._in(text)
        return pattern.search(words, start, end)

    def finditer(self, text: str, start: int, end: int) -> Iterator[re.Match[str]]:
        """All matches within a span."""
        pattern, words = self._in(text)
        return pattern.finditer(words, start, end)

    def _in(self, text: str) -> tuple[re.Pattern[str], str]:
        low = _lowered(text)
        return (self.pattern, text) if self.small is None or len(low) != len(text) else (self.small, low)


def caseless(pattern: str) -> Caseless:
    """Compiles a pattern both ways.

    Examples:
        >>> caseless(r"\\bshall\\b").search("The door SHALL open", 0, 19).span()
        (9, 14)
    """
    letters = _NO_LETTERS.sub("", pattern)
    small = re.compile(pattern) if letters == letters.lower() else None
    return Caseless(re.compile(pattern, re.IGNORECASE), small)


@lru_cache(maxsize=4)
def _lowered(text: str) -> str:
    return text.lower()

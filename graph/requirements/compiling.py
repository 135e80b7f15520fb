"""Patterns from lists of words: without regard to case, a blank for any white space, the longest words first."""

from __future__ import annotations

import re
from collections.abc import Iterable

NEVER = re.compile(r"(?!)")


def either(words: Iterable[str]) -> str:
    """Any of the words."""
    return "|".join(blank(word) for word in sorted(words, key=lambda word: (-len(word), word)))


def blank(pattern: str) -> str:
    """The pattern with any white space for a blank."""
    return pattern.replace(" ", r"\s+")


def whole(words: Iterable[str]) -> re.Pattern[str]:
    """Any of the words, where they are no part of a word."""
    return insensitive(bounded(words))


def bounded(words: Iterable[str]) -> str:
    """As `whole`, not compiled."""
    return rf"(?<!\w)(?:{either(words)})(?!\w)"


def insensitive(pattern: str) -> re.Pattern[str]:
    """The pattern without regard to case."""
    return re.compile(pattern, re.IGNORECASE)

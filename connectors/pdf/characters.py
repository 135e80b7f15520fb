"""One glyph's characters: ligatures taken apart, composed to NFC, bullets of symbol fonts made plain."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

SOFT_HYPHEN = "\u00ad"
"""A hyphen that only marks where a word was broken."""

_EOL_HYPHENS = frozenset({0x2, 0xFFFE})
"""Code points that pdfium puts for a printed hyphen at the end of a line."""

_SUPERSCRIPTS = str.maketrans("0123456789+-−=()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾")


@lru_cache(maxsize=8192)
def normal(code: int) -> str:
    """The normalised characters of one code point; "" where it stands for nothing readable.

    White space gives " ".
    """
    if code in _EOL_HYPHENS:
        return "-"
    if code == 0xAD:
        return SOFT_HYPHEN
    if code < 0x20 or code > 0x10FFFF or 0xD800 <= code < 0xE000:
        return " " if code in (0x9, 0xA, 0xD) else ""
    char = chr(code)
    if char.isspace():
        return " "
    if 0xE000 <= code < 0xF900:
        return _private(code)
    if unicodedata.category(char) in ("Cf", "Cc", "Cn", "Cs"):
        return ""
    return unicodedata.normalize("NFKC" if 0xFB00 <= code <= 0xFB06 else "NFC", char)


def _private(code: int) -> str:
    """Symbol fonts keep their Latin codes at U+F020; what has none of those is a bullet."""
    low = code - 0xF000
    return chr(low) if 0x20 < low < 0x7F and chr(low).isalnum() else "•"


def raised(text: str) -> str:
    """Digits, signs and brackets as superscripts; other characters stay as they are."""
    return text.translate(_SUPERSCRIPTS)

"""What no answer may carry: addresses, markup, signs that cannot be seen; and how markup is taken off a draft."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

MARKER = re.compile(r"\[\s*(\d{1,3}(?:\s*,\s*\d{1,3})*)\s*\]")
"""A citation, as a draft writes it: "[1]", "[1, 2]"."""
_ADDRESS = re.compile(
    r"\b(?:[a-z][a-z0-9+.-]{1,20}:(?://|(?=\S*[/@%,;]))|www\.|(?:javascript|data|mailto|file|vbscript)\s*:)"
    r"|[\w.+-]+@[\w-]+|//[\w-]+\.|\\\\[\w.-]+\\|(?<![\w.])[\w-]{2,}(?:\.[\w-]{2,})*\.[a-z]{2,24}(?![\w.]*\w)",
    re.IGNORECASE,
)
_MARKUP = re.compile(
    r"<\s*[/!a-z?]|&(?:#\w+|[a-z]+);|!\[|\]\(|[\[\]]|```|\{\{|\}\}|\$\(|\\[a-z]+\{|<\||\|>", re.IGNORECASE
)
_EMPHASIS = re.compile(r"\*\*|__|(?<!\w)[*_`]+(?=\w)|(?<=[\w.])[*_`]+(?!\w)")
_LEADING = re.compile(r"^\s*(?:#{1,6}\s+|[-*•>]\s+|\d{1,2}[.)]\s+(?=\D)|(?:answer|a)\s*:\s+)+", re.IGNORECASE)
_PLAIN_CONTROLS = frozenset("\n\t")


def without_markup(sentence: str) -> str:
    """The sentence without emphasis, list labels and doubled blanks."""
    return " ".join(_EMPHASIS.sub("", _LEADING.sub("", sentence)).split())


def forbidden(sentence: str) -> str | None:
    """What a sentence carries that no answer may; None where it is plain text.

    Args:
        sentence: Without its citations.
    """
    if any(unicodedata.category(sign) in ("Cc", "Cf", "Co", "Cs") for sign in sentence if sign not in _PLAIN_CONTROLS):
        return "hidden characters"
    if _ADDRESS.search(sentence):
        return "an address"
    if _MARKUP.search(sentence):
        return "markup"
    return "letters of several scripts in one word" if _mixes_scripts(sentence) else None


def _mixes_scripts(sentence: str) -> bool:
    """Whether Latin and Cyrillic or Greek letters stand side by side in a word, as they do to deceive."""
    for one, other in pairwise(sentence):
        scripts = {_script(one), _script(other)} - {""}
        if len(scripts) > 1:
            return True
    return False


def _script(sign: str) -> str:
    if not sign.isalpha() or sign in "µμΩΔ°":
        return ""
    name = unicodedata.name(sign, "")
    return next((script for script in ("LATIN", "CYRILLIC", "GREEK") if name.startswith(script)), "")


def visible(text: str) -> str:
    """The text without characters that cannot be seen."""
    return "".join(
        sign for sign in text if sign.isspace() or unicodedata.category(sign) not in ("Cc", "Cf", "Co", "Cs")
    )

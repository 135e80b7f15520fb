"""The patterns of `patterns.toml`, compiled once when first needed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources


@cache
def patterns(section: str) -> dict[str, re.Pattern[str]]:
    """The compiled patterns of one section, in the order of the file."""
    text = resources.files("connectors.pdf").joinpath("patterns.toml").read_text("utf-8")
    return {name: re.compile(pattern) for name, pattern in tomllib.loads(text)[section].items()}


def clause_number(text: str) -> str | None:
    """The clause number with which the text begins, as printed; None where there is none."""
    return next((found[1] for p in patterns("clause").values() if (found := p.match(text))), None)


def list_label(text: str) -> tuple[str, str] | None:
    """Style and label with which the text begins ("letter", "a."); None where there is none."""
    return next(((style, found[1]) for style, p in patterns("label").items() if (found := p.match(text))), None)


_ROMAN_OF = {"letter": "roman", "bracket_letter": "bracket_roman"}
_LETTER_OF = {roman: letter for letter, roman in _ROMAN_OF.items()}


def settled_style(style: str, label: str, open_lists: Sequence[tuple[str, str]]) -> str:
    """Whether "i.", "(v)" or "x." is a letter or a Roman number, by the lists that are open.

    It is a letter where it is next after the last letter of an open list, else Roman where it is
    "i" or where a list of Roman numbers is open.
    """
    mark = bare(label)
    if mark not in ("i", "v", "x"):
        return style
    letter, roman = _LETTER_OF.get(style, style), _ROMAN_OF.get(style, style)
    last = dict(open_lists)
    if follows(mark, last.get(letter)):
        return letter
    return roman if mark == "i" or roman in last else letter


def bare(label: str) -> str:
    """A label without its punctuation: "(a)" and "a." give "a"; a bullet stays."""
    return label.strip("()[].: ") or label


def follows(label: str, previous: str | None) -> bool:
    """Whether a lone letter or number is the next after the previous label ("f" after "e")."""
    before = bare(previous) if previous else ""
    if label.isdigit() and before.isdigit():
        return int(label) == int(before) + 1
    return len(label) == len(before) == 1 and label.isalpha() and ord(label) == ord(before) + 1

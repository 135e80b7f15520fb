"""The numbers that a word processor draws in front of paragraphs, worked out from its definitions."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from docx.oxml.ns import qn

_LEVEL = re.compile(r"%(\d)")
_ROMAN = (
    (1000, "m"),
    (900, "cm"),
    (500, "d"),
    (400, "cd"),
    (100, "c"),
    (90, "xc"),
    (50, "l"),
    (40, "xl"),
    (10, "x"),
    (9, "ix"),
    (5, "v"),
    (4, "iv"),
    (1, "i"),
)


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a list: how its number is written, its text pattern ("%1.%2"), its first value."""

    form: str
    text: str
    start: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """The number drawn in front of a paragraph, as shown, and its level from 1; a bullet has no label."""

    shown: str
    label: str | None
    level: int


class Numbering:
    """Counts the paragraphs of each list as they pass by."""

    def __init__(self, root: Any | None) -> None:
        """Args: root: The `w:numbering` element, or None where the document has none."""
        self._levels: dict[str, dict[int, Level]] = {}
        self._abstract: dict[str, str] = {}
        self._starts: dict[tuple[str, int], int] = {}
        self._counts: dict[tuple[str, int], int] = {}
        self._begun: set[tuple[str, int]] = set()
        if root is not None:
            self._read(root)

    def _read(self, root: Any) -> None:
        for abstract in root.iter(qn("w:abstractNum")):
            levels = {int(level.get(qn("w:ilvl"), "0")): _level(level) for level in abstract.iter(qn("w:lvl"))}
            self._levels[abstract.get(qn("w:abstractNumId"), "")] = levels
        for number in root.iter(qn("w:num")):
            key = number.get(qn("w:numId"), "")
            self._abstract[key] = _value(number, "w:abstractNumId") or ""
            for override in number.iter(qn("w:lvlOverride")):
                start = _value(override, "w:startOverride")
                if start and start.isdigit():
                    self._starts[key, int(override.get(qn("w:ilvl"), "0"))] = int(start)

    def draw(self, num_id: str, level: int) -> Drawn | None:
        """The number of the next paragraph of that list and level; None where it has none."""
        abstract = self._abstract.get(num_id, "")
        levels = self._levels.get(abstract, {})
        known = levels.get(level)
        if known is None or known.form == "none":
            return None
        self._count(num_id, abstract, level, levels)
        if known.form == "bullet":
            return Drawn("•", None, level + 1)

        def figure(match: re.Match[str]) -> str:
            at = int(match[1]) - 1
            part = levels.get(at, known)
            return _write(self._counts.get((abstract, at), part.start), part.form)

        shown = _LEVEL.sub(figure, known.text)
        return Drawn(shown, shown.strip(" .():;") or None, level + 1) if shown.strip() else None

    def _count(self, num_id: str, abstract: str, level: int, levels: dict[int, Level]) -> None:
        key = (abstract, level)
        restarted = (num_id, level) in self._starts and (num_id, level) not in self._begun
        self._begun.add((num_id, level))
        if restarted:
            self._counts[key] = self._starts[num_id, level]
        else:
            self._counts[key] = self._counts[key] + 1 if key in self._counts else levels[level].start
        for deeper in [k for k in self._counts if k[0] == abstract and k[1] > level]:
            del self._counts[deeper]


def _level(element: Any) -> Level:
    start = _value(element, "w:start") or "1"
    return Level(
        _value(element, "w:numFmt") or "decimal",
        _value(element, "w:lvlText") or "",
        int(start) if start.isdigit() else 1,
    )


def _value(element: Any, name: str) -> str | None:
    child = element.find(qn(name))
    value = None if child is None else child.get(qn("w:val"))
    return None if value is None else str(value)


def _write(number: int, form: str) -> str:
    writers: dict[str, Callable[[int], str]] = {
        "lowerLetter": lambda n: _letters(n).lower(),
        "upperLetter": _letters,
        "lowerRoman": _roman,
        "upperRoman": lambda n: _roman(n).upper(),
        "decimalZero": lambda n: f"{n:02}",
    }
    return writers.get(form, str)(number)


def _letters(number: int) -> str:
    """A, B, … Z, AA, BB: the letter repeats, as word processors count."""
    return chr(ord("A") + (number - 1) % 26) * ((number - 1) // 26 + 1)


def _roman(number: int) -> str:
    written = ""
    for value, letters in _ROMAN:
        while number >= value:
            written += letters
            number -= value
    return written

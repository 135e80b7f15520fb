"""Reasons and refusals in the language of the reader, told by the pattern of their English.

Reasons are made far from any page, are stored in receipts and read by programs: they are English text everywhere.
A page finds the pattern that a sentence follows (`phrases.toml`), translates that, and puts the parts back. What
follows none stays English; words in quotation marks are set aside first, so that no quotation is ever changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from email.utils import parsedate_to_datetime
from functools import cache
from importlib.resources import files
from tomllib import loads

from graph.methods import methods

_PART = re.compile(r"\{(\w+)\}")
_QUOTED = re.compile(r"""(?<![^\s(:])(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")(?=$|[\s,;.:)])|“[^”]*”""")
_HELD = re.compile("\ue000(\\d+)\ue001")
Word = Callable[[str], str]
"""From a text of the source language to that of the reader; what is not known stays."""


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells sentences in one language.

    Attributes:
        word: Translates.
        day: Writes a day.
    """

    word: Word
    day: Callable[[date], str]

    def told(self, text: str | None) -> str:
        """A sentence as the reader reads it; nothing for None."""
        held: list[str] = []

        def hold(found: re.Match[str]) -> str:
            held.append(found[0])
            return f"\ue000{len(held) - 1}\ue001"

        told = self._told(_QUOTED.sub(hold, text or ""))
        return _HELD.sub(lambda found: held[int(found[1])], told)

    def _told(self, text: str) -> str:
        fitting = ((message, pattern.fullmatch(text)) for message, pattern in _phrases())
        message, found = next(((message, found) for message, found in fitting if found), (text, None))
        parts = {name: self._part(name, part) for name, part in found.groupdict().items()} if found else {}
        return _PART.sub(lambda place: parts.get(place[1], place[0]), self.word(message)) if message else ""

    def _part(self, name: str, part: str) -> str:
        match name.partition("_")[0]:
            case "why" | "then":
                return self._told(part)
            case "word" | "ground" | "basis":
                return self.word(part)
            case "day":
                return self._day(part)
            case _:
                return part

    def _day(self, written: str) -> str:
        """The date of a message as days are written; what a document writes stays as it is there."""
        try:
            return self.day(parsedate_to_datetime(written).date())
        except ValueError:
            return written


@cache
def phrases() -> tuple[str, ...]:
    """Every sentence that has a pattern, in the order in which they are tried."""
    return tuple(loads(files("app.web").joinpath("phrases.toml").read_text("utf-8"))["phrases"])


def grounds() -> tuple[str, ...]:
    """What reasons call the grounds of an edge."""
    return tuple(dict.fromkeys(method.says for method in methods().values()))


@cache
def _phrases() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((message, _pattern(message)) for message in phrases())


def _pattern(message: str) -> re.Pattern[str]:
    looks = {
        "quote": _HELD.pattern.replace("(", "(?:"),
        "word": "[^:;]+?",
        "ground": "[a-z ]+?",
        "basis": "|".join(map(re.escape, grounds())),
    }
    pieces = _PART.split(message)
    parts = [f"(?P<{piece}>{looks.get(piece.partition('_')[0], '.+?')})" for piece in pieces[1::2]]
    fixed = [re.escape(piece) for piece in pieces[::2]]
    return re.compile("".join(a + b for a, b in zip(fixed, [*parts, ""], strict=True)), re.DOTALL)

"""Fonts of the printed report: each character in the first font that has it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from xml.sax.saxutils import escape

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFError, TTFont

_WIDE = 0x2E80
"""First code point of the Chinese, Japanese and Korean blocks."""

PLAIN = "Helvetica"
"""For what no font of the machine has: its Latin characters are in every PDF viewer."""


@dataclass(frozen=True, slots=True)
class _Face:
    """A registered font and what it has."""

    name: str
    has: Callable[[str], bool]


def marked_up(text: str) -> str:
    """The text as the markup of a paragraph, with a font for every run of characters that needs another one."""
    faces = _faces()
    found = []
    for at, run in groupby(text, key=lambda sign: _face_of(faces, sign)):
        said = escape("".join(run))
        found.append(said if at == 0 else f'<font name="{faces[at].name}">{said}</font>')
    return "".join(found)


def is_wide(text: str) -> bool:
    """Whether a text has characters of scripts that are written without spaces, so that lines break anywhere."""
    return any(ord(sign) >= _WIDE for sign in text)


def text_font() -> str:
    """Name of the font in which most of the report is set."""
    return _faces()[0].name


def _face_of(faces: tuple[_Face, ...], sign: str) -> int:
    """Place of the first font that has a character; white space goes with what stands before it: the first."""
    if sign.isspace():
        return 0
    return next((at for at, face in enumerate(faces) if face.has(sign)), 0)


@cache
def _faces() -> tuple[_Face, ...]:
    """The fonts in the order in which they are asked for a character."""
    places = tomllib.loads(files("app.use_cases").joinpath("report_fonts.toml").read_text("utf-8"))
    found = [face for kind in ("text", "signs", "chinese") if (face := _first(kind, places[kind])) is not None]
    return (*(found or [_Face(PLAIN, str.isascii)]), _standard(places["standard"]))


def _first(kind: str, places: list[str]) -> _Face | None:
    for path in (one for place in places for one in _paths(place)):
        try:
            font = TTFont(f"report-{kind}", str(path))
        except (OSError, TTFError):
            continue
        pdfmetrics.registerFont(font)
        return _Face(font.fontName, frozenset(map(chr, font.face.charToGlyph)).__contains__)
    return None


def _paths(place: str) -> Iterator[Path]:
    """The file that a place names, if it is there."""
    package, _, name = place.partition("/")
    if package and ":" not in package:
        try:
            found = Path(str(files(package))).joinpath(name)
        except ModuleNotFoundError:
            return
    else:
        found = Path(place)
    if found.is_file():
        yield found


def _standard(name: str) -> _Face:
    """A font of the PDF standard that is not embedded."""
    pdfmetrics.registerFont(UnicodeCIDFont(name))
    return _Face(name, lambda sign: ord(sign) >= _WIDE)

"""Documents of no listed family: numbers and titles that are a document's because an edition is named with them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph.model import Span
from graph.notation import notation

_AROUND = 120
_OF = re.compile(r"\bof(?:\s+the)?\s+$", re.IGNORECASE)
_OF_THE = re.compile(r"\s+of\s+(?:the\s+)?", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,;(]*(?:the\s+)?", re.IGNORECASE)
_LONGEST = 24
_EDITION = re.compile("edition", re.IGNORECASE)


def numbers(text: str) -> Iterator[re.Match[str]]:
    """Numbers that an edition stands behind or before: "HLS 12:2015", "HTM 03-01 (2021 edition)", "Issue 2 of GI 7"."""
    table = notation()
    for match in table.unlisted.finditer(text):
        bare = table.edition_bare.match(text, match.end())
        has_edition = bare is not None and bare[0].strip()[0] in ":("
        if has_edition or _is_named(text, match):
            yield match


def _is_named(text: str, match: re.Match[str]) -> bool:
    """Whether words say that an edition is meant, and no place has this number: not "BLOCK 2 Rev A"."""
    table = notation()
    if re.split(r"[ _/-]|\d", match[0], maxsplit=1)[0] in table.places:
        return False
    if table.edition_trailing.match(text, match.end()) or table.edition_month.match(text, match.end()):
        return True
    of = _OF.search(text, max(0, match.start() - 12), match.start())
    return of is not None and _before(text, match.start()) is not None


def titles(text: str) -> Iterator[tuple[Span, str, str]]:
    """Titles with the words for their edition, and the span of both: "Highway Design Manual, 7th Edition"."""
    table = notation()
    for word in _EDITION.finditer(text):
        match = table.edition_word.search(text, max(0, word.start() - _LONGEST), word.end())
        if match is None:
            continue
        behind = table.title.match(text, _after_of(text, match.end()))
        if behind is not None:
            yield Span(match.start(), behind.end()), behind["title"], match[0]
        elif ahead := _ending(text, match.start()):
            yield Span(ahead.start("title"), match.end()), ahead["title"], match[0]


def _after_of(text: str, at: int) -> int:
    found = _OF_THE.match(text, at)
    return found.end() if found else len(text)


def _ending(text: str, at: int) -> re.Match[str] | None:
    """The title that ends right before an edition."""
    for match in notation().title.finditer(text, max(0, at - _AROUND), at):
        if _BETWEEN.fullmatch(text, match.end(), at):
            return match
    return None


def _before(text: str, at: int) -> re.Match[str] | None:
    return notation().edition_leading.search(text, max(0, at - _AROUND), at)

"""A code of a place, or a part of it: its number, its title and the names by which other texts call it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from connectors.metadata.words import words
from connectors.metadata.zones import Line
from connectors.protocol import ParsedDocument, Statement
from graph.model import Span
from graph.vocabulary import ClaimField, Ground

_SMALL = frozenset({"of", "the", "and", "for", "in", "on"})
_CODE = "Code"
_FIRST_BLOCKS = 8
_SHORTEST_INITIALS = 4
_LONGEST_NAME_CHARS = 60


@dataclass(frozen=True, slots=True)
class _Part:
    """A title or chapter: "Title 8", its number, and the words of its heading."""

    line: Line
    label: str
    number: str
    name: str


def code_statements(lines: Sequence[Line], document: ParsedDocument) -> Iterator[Statement]:
    """NUMBER, TITLE and ALIAS of front lines that name a code: "CITY OF MARLOW / MUNICIPAL CODE / Chapter 12".

    The number is that of the part, so that its editions are versions of one work and no other part is.
    Aliases are the code, the code with its place in the ways in which it is said, its initials, and the
    part with those that it is in.
    """
    front = [*lines, *_first_heading(document)]
    pieces = [piece for line in front if line.label is None for piece in _pieces(line)]
    named = _first(words().codes.name, pieces)
    if named is None:
        return
    line, match = named
    code = _spoken(match["code"])
    town = _town(match, pieces)
    parts = list(_parts(pieces, document.text))
    whole = f"{town} {code}".strip()
    span = Span(line.start, line.start + len(line.text))
    part = parts[-1] if parts else None
    if town:
        number = f"{whole} {part.label}" if part else whole
        yield Statement(ClaimField.NUMBER, number, line.ground, 0.7, span)
    rest = f" - {part.name}" if part and part.name else ""
    title = f"{code}, {part.label}{rest}" if part else whole
    yield Statement(ClaimField.TITLE, title, line.ground, 0.85, span)
    for each in parts:
        yield Statement(ClaimField.ALIAS, each.label, each.line.ground, 0.6)
    for alias, confidence in _names(code, town):
        yield Statement(ClaimField.ALIAS, alias, line.ground, confidence)


def is_part(number: str) -> bool:
    """Whether a number is only that of a title or chapter of something."""
    return words().codes.part.match(number) is not None


def _first_heading(document: ParsedDocument) -> Iterator[Line]:
    """The first heading of the body: where it is that of the part, front pages may end above it."""
    for block in document.blocks[:_FIRST_BLOCKS]:
        if block.kind == "heading" and block.number is not None:
            yield Line(document.text[block.span.start : block.span.end], block.span.start, Ground.TITLE_PAGE)
            return


def _pieces(line: Line) -> Iterator[Line]:
    """A line, parted where headings of several lines were joined."""
    start = 0
    for cut in [*words().codes.joined.finditer(line.text), None]:
        end = cut.start() if cut else len(line.text)
        yield replace(line, text=line.text[start:end], start=line.start + start)
        start = cut.end() if cut else end


def _town(match: re.Match[str], pieces: Sequence[Line]) -> str:
    found = _first(words().codes.place, pieces)
    stands = (found[1]["place"] or found[1]["county"]) if found else ""
    return _spoken(match["place"] or match["of"] or stands or "")


def _parts(pieces: Sequence[Line], text: str) -> Iterator[_Part]:
    """The part that the text is, after those that it is in ("Title 8", then "Chapter 8.12").

    A chapter with others beside it in the text is only the first of them.
    """
    outer = ""
    for piece, below in zip(pieces, [*pieces[1:], None], strict=True):
        match = words().codes.part.match(piece.text.strip())
        if match is None or (outer and not match["number"].startswith(f"{outer}.")):
            continue
        word = _spoken(match["word"])
        others = re.findall(rf"(?im)^\W*{word}\s+(\d[\w.]*\w|\d)", text)
        if outer and any(other != match["number"] for other in others):
            return
        outer = match["number"]
        heads = below is not None and len(below.text) <= _LONGEST_NAME_CHARS and below.text.isupper()
        name = _heading(match["name"] or "") or (
            _heading(below.text) if below and heads and not is_part(below.text.strip()) else ""
        )
        yield _Part(piece, f"{word} {outer}", outer, name.strip())


def _names(code: str, town: str) -> Iterator[tuple[str, float]]:
    """What other texts call the code, with how surely it is meant."""
    if code != _CODE:
        yield code, 0.8
    if not town:
        return
    whole = f"{town} {code}"
    yield whole, 0.8
    yield f"{code} of {town}", 0.7
    if code != _CODE:
        yield f"Code of {town}", 0.7
        yield f"{town} Code", 0.6
    if "County" not in town:
        yield from (
            (f"{name} of the {kind} of {town}", 0.6)
            for name in dict.fromkeys((code, _CODE))
            for kind in ("City", "Town")
        )
    initials = "".join(word[0] for word in whole.split() if word not in _SMALL)
    if len(initials) >= _SHORTEST_INITIALS:
        yield initials, 0.5


def _first(pattern: re.Pattern[str], lines: Sequence[Line]) -> tuple[Line, re.Match[str]] | None:
    return next(((line, match) for line in lines if (match := pattern.match(line.text.strip()))), None)


def _heading(words_of: str) -> str:
    return _spoken(words_of) if words_of.isupper() else words_of


def _spoken(shouted: str) -> str:
    """Words as people write them: "MUNICIPAL CODE" is "Municipal Code"."""
    parts = shouted.split()
    return " ".join(p.casefold() if n and p.casefold() in _SMALL else p.capitalize() for n, p in enumerate(parts))

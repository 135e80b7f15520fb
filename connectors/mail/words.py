"""The words of a letter written as blocks: new ones as paragraphs, items and tables, the rest as it stands."""

from __future__ import annotations

from collections.abc import Sequence

from connectors.mail.headers import addresses, header, spoken
from connectors.mail.html_text import Body, read_html
from connectors.mail.letter import Letter
from connectors.mail.quoting import Frame, Stretch, bare, split_stretches
from connectors.text.builder import TextBuilder, normalise, one_line
from connectors.text.layout import group_lines, is_filled, join_lines
from connectors.text.numbering import read_marker

_STUB = 4
"""A plain body with fewer letters than this part of the HTML only says that there is HTML."""


def write_words(builder: TextBuilder, letter: Letter) -> None:
    """Write the body of a letter; each line is told what it is."""
    body = body_of(letter)
    builder.warnings += [warning for warning in body.warnings() if warning not in builder.warnings]
    authors = addresses(letter.headers, "From") or addresses(letter.headers, "Sender")
    frame = Frame(
        header(letter.headers, "Subject"),
        spoken(authors[0]) if authors else None,
        None if letter.unique is None else frozenset(map(bare, body_of(letter.unique).lines)),
    )
    for stretch in split_stretches(body.lines, frame):
        _write(builder, stretch, body)


def body_of(letter: Letter) -> Body:
    """The plain text where there is one; the HTML where there is none, or where only it holds a table or the words."""
    plain = normalise("\n\n".join(text for text in letter.plain if text.strip()))
    if plain and not letter.html:
        return Body(plain.split("\n"))
    page = Body()
    for text in letter.html:
        page.append(read_html(text))
    if plain and not page.tables and _STUB * _letters(plain) >= _letters("\n".join(page.lines)):
        return Body(plain.split("\n"))
    return page


def _letters(text: str) -> int:
    return sum(map(str.isalnum, text))


def _write(builder: TextBuilder, stretch: Stretch, body: Body) -> None:
    """Write one stretch, its tables among its lines."""
    if stretch.kind != "paragraph":
        lines = [one_line(line) for line in stretch.lines]
        builder.add("\n".join(lines).strip("\n"), stretch.kind)
        return
    at = 0
    for number in range(stretch.start, stretch.start + len(stretch.lines)):
        grid = body.tables.get(number)
        if grid is not None:
            _paragraphs(builder, stretch.lines[at : number - stretch.start])
            builder.table(grid.rows, grid.header_rows, grid.header_columns)
            at = number - stretch.start + sum(any(map(one_line, row)) for row in grid.rows)
    _paragraphs(builder, stretch.lines[at:])


def _paragraphs(builder: TextBuilder, lines: Sequence[str]) -> None:
    width = max(map(len, lines), default=0)
    for group in group_lines(lines):
        _group(builder, group.lines, width)


def _group(builder: TextBuilder, lines: Sequence[str], width: int) -> None:
    start = 0
    for position in range(1, len(lines) + 1):
        if position < len(lines) and read_marker(lines[position].strip()) is None:
            continue
        piece = lines[start:position]
        marker = read_marker(piece[0].strip())
        wrapped = is_filled(piece, min(width, 78)) and len(piece) > 1
        text = join_lines(piece) if wrapped or marker else "\n".join(one_line(line) for line in piece)
        builder.add(text, "list_item" if marker else "paragraph", int(bool(marker)), marker.label if marker else None)
        start = position

"""The words of a letter written as blocks: new ones as paragraphs, items and tables, the rest as it stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from connectors.mail.headers import addresses, header, spoken
from connectors.mail.html_text import Body, cut_at, is_blank, read_html
from connectors.mail.letter import Letter
from connectors.mail.quoting import Frame, Stretch, bare, split_stretches
from connectors.mail.quoting_rules import rules
from connectors.text.aligned import read_aligned
from connectors.text.builder import TextBuilder, normalise, one_line
from connectors.text.layout import group_lines, is_filled, join_lines
from connectors.text.numbering import read_marker

LONGEST_WORDS_CHARS = 1_000_000
"""Characters of a message that are read: five hundred pages. Programs that send logs by mail send more."""

_MARKUP = 4
"""How many characters a page may have for one of its words."""
_STUB = 4
"""A plain body with fewer letters than this part of the HTML only says that there is HTML."""
_OTHER = 0.3
"""Share of words from which on a plain body says something else than the HTML."""
_FEW = 8
_MOST_GREETED = 6
_JOINING = frozenset(
    {"and", "und", "et", "y", "e", "en", "og", "и", "та", "va", "mr", "mrs", "ms", "dr", "herr", "frau"}
)
_NAME = re.compile(r"[^\W\d_]+")
_DIGIT = re.compile(r"\d")
_COMMA = re.compile(r"[,،，:：!！]$")
_ADDRESS = re.compile(
    r"<?\b(?:https?|mailto|cid|file|tel|data):[^\s>]*>?|\[(?:cid|image)[^\[\]]*\]|(?<!\S)[^\s@]+@\S+", re.IGNORECASE
)
_CELLS = re.compile(r"[|+│┼]")
_TERM = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\d+|[^\W\d_]{3,}")


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
    stretches = split_stretches(body.lines, frame)
    greeting = _greeting(body.lines, stretches, letter)
    for stretch in stretches:
        _write(builder, stretch, body, greeting)


def _greeting(lines: Sequence[str], stretches: Sequence[Stretch], letter: Letter) -> int | None:
    """The number of the line that only greets: the first of the new words, by its opening or by whom it names."""
    new = next((stretch for stretch in stretches if stretch.kind == "paragraph"), None)
    if new is None:
        return None
    at = next(new.start + n for n, line in enumerate(new.lines) if line.strip())
    line = lines[at].strip()
    if not _COMMA.search(line) or _DIGIT.search(line):
        return None
    people = addresses(letter.headers, "To") + addresses(letter.headers, "Cc")
    named = {word for pair in people for word in _NAME.findall(" ".join(pair).casefold())}
    words = _NAME.findall(line.casefold())
    is_named = len(words) <= _MOST_GREETED and named.issuperset(word for word in words if word not in _JOINING)
    return at if is_named or rules().greeting.match(line) else None


def body_of(letter: Letter) -> Body:
    """The words of the letter, and below them what it says further."""
    body = _first_body(letter)
    for below in map(_first_body, letter.further):
        if any(line.strip() for line in below.lines):
            body.append(below)
    body.shorten(LONGEST_WORDS_CHARS)
    return body


def _first_body(letter: Letter) -> Body:
    """The plain text where it says what the HTML says, else the HTML: it is what people are shown.

    The HTML is read too where only it holds a table or most of the words. Further plain parts that say
    something of their own stand below it.
    """
    plain = [normalise(text[: LONGEST_WORDS_CHARS + 1]) for text in letter.plain if text.strip()]
    page = Body()
    for text in letter.html:
        page.append(read_html(text[: _MARKUP * LONGEST_WORDS_CHARS]))
        if len(text) > _MARKUP * LONGEST_WORDS_CHARS:
            page.notes.append(cut_at(_MARKUP * LONGEST_WORDS_CHARS))
    shown = "\n".join(page.lines)
    joined = "\n\n".join(plain)
    if not shown.strip() or (plain and not page.tables and _agree(joined, shown)):
        return Body(joined.split("\n"))
    for text in plain[1:]:
        if _unsaid(text, shown) > _OTHER:
            page.append(Body(text.split("\n")))
    if plain and _unsaid(plain[0], shown) > _OTHER and len(_terms(plain[0])) >= _FEW:
        page.notes.append("the plain text of the message says something else than its page; the page was read")
    return page


def _agree(plain: str, shown: str) -> bool:
    """Whether a plain text is the page without its form: no stub, no other words, no other figures."""
    figures = {term for term in _terms(plain) if term.isdecimal()} - _terms(shown)
    return _STUB * _letters(plain) >= _letters(shown) and not figures and _unsaid(plain, shown) <= _OTHER


def _unsaid(text: str, shown: str) -> float:
    """Share of a text's words that another does not have; addresses, which pages hide behind words, aside."""
    terms = _terms(text)
    return len(terms - _terms(shown)) / max(len(terms), 1)


def _terms(text: str) -> frozenset[str]:
    return frozenset(_TERM.findall(_ADDRESS.sub(" ", text).casefold()))


def _letters(text: str) -> int:
    return sum(map(str.isalnum, text))


def _write(builder: TextBuilder, stretch: Stretch, body: Body, greeting: int | None) -> None:
    """Write one stretch, its tables among its lines, and what only greets by itself."""
    if stretch.kind != "paragraph":
        lines = [one_line(line) for line in stretch.lines]
        builder.add("\n".join(lines).strip("\n"), stretch.kind)
        return
    at = 0
    if greeting is not None and stretch.start <= greeting < stretch.start + len(stretch.lines):
        at = greeting - stretch.start + 1
        _paragraphs(builder, stretch.lines[:at])
    for number in range(stretch.start + at, stretch.start + len(stretch.lines)):
        grid = body.tables.get(number)
        if grid is not None:
            _paragraphs(builder, stretch.lines[at : number - stretch.start])
            builder.table(grid.rows, grid.header_rows, grid.header_columns)
            at = number - stretch.start + sum(any(map(one_line, row)) for row in grid.rows)
    _paragraphs(builder, stretch.lines[at:])


def _paragraphs(builder: TextBuilder, lines: Sequence[str]) -> None:
    lines = ["" if _CELLS.search(line) and is_blank(line.replace("+", "|")) else line for line in lines]
    width = max(map(len, lines), default=0)
    for _, together in groupby(lines, lambda line: bool(line.strip())):
        stretch = list(together)
        rows = read_aligned(stretch)
        if rows is not None:
            builder.table(rows)
        else:
            for group in group_lines(stretch):
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

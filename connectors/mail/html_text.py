"""HTML bodies as lines of text: what is quoted in them marked, tables of data kept as tables.

Programs mark an earlier message by a container (a block quotation, a division of a known class) or
by something that stands before it, down to the end. What no reader sees is no line.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import accumulate

from selectolax.lexbor import LexborHTMLParser, LexborNode

from connectors.mail.html_paint import Paint, is_collapsed
from connectors.mail.quoting_leads import header_block
from connectors.mail.quoting_rules import rules
from connectors.markup.hidden import is_hidden, is_struck
from connectors.markup.html import Grid, data_rows, grid_of
from connectors.text.builder import CELL_GAP, one_line

_DEEPEST = 120
_MARK = "> "
_UNREAD = frozenset({"script", "style", "head", "noscript", "template", "title", "svg", "object", "xml", "-comment"})
_SPACED = frozenset({"p", "table", "blockquote", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "pre"})
_BREAKING = _SPACED | {"div", "li", "tr", "section", "article", "dl", "dt", "dd", "center"}
_CONTAINER = re.compile(
    r"(?<![\w-])(?:x_)?(?:gmail_quote|yahoo_quoted|moz-cite|protonmail_quote|tutanota_quote|freemail_quote|cite$"
    r"|isReplyContent|OLK_SRC_BODY_SECTION|replybody|elided-text|mail-editor-reference-message-container)",
    re.IGNORECASE,
)
_TO_THE_END = re.compile(
    r"(?<![\w-])(?:x_)?(?:OutlookMessageHeader|divRplyFwdMsg|appendonsend|stopSpelling|zwchr|reply-intro)",
    re.IGNORECASE,
)
_RULED = re.compile(r"border-top\s*:\s*(?:solid\s+)?[^;]*(?:1\.0pt|1px|solid)", re.IGNORECASE)
_BOLD = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.IGNORECASE)
_SHADED = re.compile(r"background(?:-color)?\s*:\s*(?!white|#fff|transparent|none)[#\w]", re.IGNORECASE)
_BLANKS = re.compile(r"\s+")
_LONGEST_ROW = 600
_CELL = "\x1f"
"""Stands between the cells of a row until its line ends."""
_BLANK = re.compile(r"(?:[\s\u200b-\u200d\ufeff|│┼]|:?[-_.=–—─]{3,}+:?|(?<=[|│┼])[-:]++)*+")


@dataclass(slots=True)
class Body:
    """A body as lines.

    Attributes:
        lines: Quoted ones begin with "> ", as often as they were quoted.
        tables: New ones, by the number of the line in which the first row stands; each row takes a line.
        hidden, struck: Elements whose words were left out.
        notes: What else a reader should know.
    """

    lines: list[str] = field(default_factory=list)
    tables: dict[int, Grid] = field(default_factory=dict)
    hidden: int = 0
    struck: int = 0
    notes: list[str] = field(default_factory=list)

    def append(self, other: Body) -> None:
        """Set another body below this one."""
        if self.lines and other.lines:
            self.lines.append("")
        self.tables |= {len(self.lines) + at: grid for at, grid in other.tables.items()}
        self.lines += other.lines
        self.hidden += other.hidden
        self.struck += other.struck

    def shorten(self, most_chars: int) -> None:
        """Leave out what stands behind so many characters, a line inside a table as a whole, and tell it."""
        ends = list(accumulate(len(line) + 1 for line in self.lines))
        number = bisect_right(ends, most_chars)
        if number == len(self.lines):
            return
        tables = {at: replace(grid, rows=grid.rows[: number - at]) for at, grid in self.tables.items() if at < number}
        left = most_chars - (ends[number - 1] if number else 0)
        is_row = any(at <= number < at + len(grid.rows) for at, grid in self.tables.items())
        self.lines[number:] = [] if is_row else [self.lines[number][:left]]
        self.tables = tables
        self.notes.append(cut_at(most_chars))

    def warnings(self) -> Iterator[str]:
        """What a reader should know of what was left out."""
        yield from self.notes
        if self.hidden:
            yield f"hidden text in {self.hidden} elements was left out"
        if self.struck:
            yield f"text that is struck through in {self.struck} elements was left out"


def cut_at(most_chars: int) -> str:
    """What a reader should know of words that were left out; the file that was ingested still has them."""
    return f"only the first {most_chars:,} characters of the message were read; the original holds the rest"


def read_html(html: str) -> Body:
    """The lines of an HTML body, with at most one blank line between two others."""
    writer = _Writer()
    root = LexborHTMLParser(html).body
    if root is not None:
        writer.walk(root, "", Paint().under(root), 0)
        writer.end_line("")
    return writer.body


class _Writer:
    """Collects inline words until a line ends."""

    def __init__(self) -> None:
        self.body = Body()
        self._words: list[str] = []
        self._lists: list[int | None] = []
        self._rest = ""

    def walk(self, node: LexborNode, mark: str, paint: Paint, depth: int, outer: str | None = None) -> None:
        """Write what stands inside an element, below the marks of what is quoted.

        Args:
            outer: The marks from its first block quotation on, where they are others.
        """
        for child in node.iter(include_text=True):
            tag = child.tag or ""
            if tag == "blockquote" and outer is not None:
                self.end_line(mark)
                mark = outer
            if tag == "-text":
                self._text(child.text_content or "", mark, paint)
            elif tag in _UNREAD or self._is_left_out(child):
                continue
            elif tag in ("br", "hr"):
                self._break(child, tag, mark)
            elif depth > _DEEPEST:
                self._words.append(f" {child.text(separator=' ')} ")
            else:
                self._element(child, tag, mark, paint.under(child), depth)

    def _is_left_out(self, node: LexborNode) -> bool:
        """Whether an element is not shown or struck through; its words are counted."""
        hidden = is_hidden(node) or is_collapsed(node)
        struck = not hidden and is_struck(node)
        worded = (hidden or struck) and bool((node.text() or "").strip())
        self.body.hidden += hidden and worded
        self.body.struck += struck and worded
        return hidden or struck

    def _text(self, words: str, mark: str, paint: Paint) -> None:
        if paint.is_unseen and words.strip():
            self.body.hidden += 1
        elif paint.keeps_lines:
            first, *others = words.split("\n")
            self._words.append(first)
            for line in others:
                self.end_line(mark)
                self._words.append(line)
        else:
            folded = _BLANKS.sub(" ", words)
            self._words.append(folded.lstrip() if self._words and self._words[-1].endswith(" ") else folded)

    def _break(self, node: LexborNode, tag: str, mark: str) -> None:
        self.end_line(mark, blank=tag == "br" and not self._has_words())
        if _TO_THE_END.search(_names(node)):
            self._rest = _MARK

    def _element(self, node: LexborNode, tag: str, mark: str, paint: Paint, depth: int) -> None:
        names = _names(node)
        if _TO_THE_END.search(names) or self._is_ruled_header(node, tag):
            self.end_line(mark)
            self._rest = _MARK
        inner = mark + _MARK if tag == "blockquote" or _CONTAINER.search(names) else mark
        rows = data_rows(node) if tag == "table" else None
        if rows is not None and _is_data(rows):
            self._table(rows, mark)
            return
        if tag in _BREAKING or inner != mark or (tag in ("td", "th") and _is_layout(node)):
            self._block(node, tag, mark, inner, paint, depth)
            return
        if tag in ("td", "th") and node.prev is not None and self._has_words():
            self._words.append(_CELL)
        self.walk(node, inner, paint, depth + 1)

    def _block(self, node: LexborNode, tag: str, mark: str, inner: str, paint: Paint, depth: int) -> None:
        self.end_line(mark)
        if tag in _SPACED and tag != "p":
            self._blank()
        if tag in ("ul", "ol"):
            start = node.attributes.get("start") or "1"
            self._lists.append(None if tag == "ul" else int(start) if start.isdecimal() else 1)
        elif tag == "li":
            self._words.append(self._bullet())
        answered = inner != mark and tag != "blockquote" and _is_answered(node)
        self.walk(node, inner, paint, depth + 1, mark if answered else None)
        self.end_line(mark if answered else inner)
        if tag in ("ul", "ol"):
            self._lists.pop()
        if tag in _SPACED:
            self._blank()

    def _bullet(self) -> str:
        if not self._lists or self._lists[-1] is None:
            return "• "
        self._lists[-1] += 1
        return f"{self._lists[-1] - 1}. "

    def _table(self, rows: list[list[LexborNode]], mark: str) -> None:
        self.end_line(mark)
        self._blank()
        grid = _without_blanks(_headed(rows, grid_of(rows)))
        lines = [CELL_GAP.join(map(one_line, row)) for row in grid.rows]
        marks = self._rest + mark
        if not marks and lines:
            self.body.tables[len(self.body.lines)] = grid
        self.body.lines += [f"{marks}{line}" for line in lines]
        self._blank()

    def _has_words(self) -> bool:
        return any(words.strip() for words in self._words)

    def end_line(self, mark: str, *, blank: bool = False) -> None:
        """Write the collected words as a line; where there are none, a blank one only if it is wanted."""
        cells = "".join(self._words).replace("\u00a0", " ").split(_CELL)
        words = CELL_GAP.join(cell.strip() for cell in cells if len(cells) == 1 or not is_blank(cell))
        self._words = []
        if words:
            self.body.lines.append(f"{self._rest}{mark}{words}")
        elif blank:
            self._blank()

    def _blank(self) -> None:
        if self.body.lines and self.body.lines[-1]:
            self.body.lines.append("")

    def _is_ruled_header(self, node: LexborNode, tag: str) -> bool:
        """Whether an element is the ruled-off header block that Outlook puts over an earlier message."""
        if tag != "div" or self._rest or not _RULED.search(node.attributes.get("style") or ""):
            return False
        words = [line.strip() for line in node.text(separator="\n", strip=True).split("\n") if line.strip()]
        bold = [one for one in node.css("b, strong") if one.text().strip().endswith((":", "："))]
        return len(bold) >= 3 or bool(words and len(words) < 60 and header_block(words, 0))


def _names(node: LexborNode) -> str:
    return f"{node.attributes.get('class') or ''} {node.attributes.get('id') or ''}"


def _is_answered(container: LexborNode) -> bool:
    """Whether block quotations stand in a container of an earlier message, so that answers may stand between them.

    What is forwarded is none of the sender's, whatever it holds.
    """
    lines = [line.strip() for line in container.text(separator="\n").split("\n") if line.strip()]
    forwarded = bool(lines) and rules().forward.match(lines[0]) is not None
    return not forwarded and any(child.tag == "blockquote" for child in container.iter())


def _is_data(rows: list[list[LexborNode]]) -> bool:
    """Whether a table tells values: two rows with two filled cells, none as long as a page laid out in cells."""
    texts = [[one_line(cell.text(separator=" ")) for cell in row] for row in rows]
    filled = sum(1 for row in texts if sum(map(bool, row)) >= 2)
    return filled >= 2 and all(len(cell) <= _LONGEST_ROW for row in texts for cell in row)


def is_blank(cell: str) -> bool:
    """Whether a cell holds nothing but blanks, lines to write on, and lines between cells."""
    return _BLANK.fullmatch(cell) is not None


def _without_blanks(grid: Grid) -> Grid:
    """The grid without rows and columns that only keep cells apart."""
    rows = [[cell if not is_blank(cell) else "" for cell in row] for row in grid.rows]
    kept = [number for number, row in enumerate(rows) if any(row)]
    columns = [column for column in range(max(map(len, rows), default=0)) if any(_cell(row, column) for row in rows)]
    return replace(
        grid,
        rows=[[_cell(rows[number], column) for column in columns] for number in kept],
        header_rows=sum(number < grid.header_rows for number in kept),
        header_columns=sum(column < grid.header_columns for column in columns),
    )


def _cell(row: list[str], column: int) -> str:
    return row[column] if column < len(row) else ""


def _headed(rows: list[list[LexborNode]], grid: Grid) -> Grid:
    """The grid with its first row as headings where that is bold or shaded and the others are not."""
    if grid.header_rows or len(rows) < 2 or not all(map(one_line, grid.rows[0])):
        return grid
    others = [cell for row in rows[1:] for cell in row]
    if all(map(_stands_out, rows[0])) and not all(map(_stands_out, others)):
        return replace(grid, header_rows=1)
    return grid


def _stands_out(cell: LexborNode) -> bool:
    style = f"{cell.attributes.get('style') or ''};{(cell.parent or cell).attributes.get('style') or ''}"
    shaded = cell.attributes.get("bgcolor") or (cell.parent or cell).attributes.get("bgcolor")
    bold = cell.css_first("b, strong") is not None or _BOLD.search(style) is not None
    return bold or bool(shaded) or _SHADED.search(style) is not None


def _is_layout(cell: LexborNode) -> bool:
    """Whether a cell holds blocks of its own and so only lays out a page."""
    return cell.css_first("table, p, div, ul, ol, blockquote, h1, h2, h3, pre, br") is not None

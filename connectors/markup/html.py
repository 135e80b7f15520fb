"""HTML: headings, paragraphs, lists, tables and code; scripts and hidden text are left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from connectors.markup.hidden import is_hidden, is_struck
from connectors.protocol import ParsedDocument, Statement
from connectors.text.builder import TextBuilder, one_line
from connectors.text.charset import decode
from connectors.text.front import field_lines
from connectors.text.numbering import clause_number, read_marker, read_number
from connectors.text.spans import Spanning, placed
from graph.vocabulary import ClaimField, Ground

_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_UNREAD = frozenset(
    {
        "script",
        "style",
        "head",
        "noscript",
        "template",
        "svg",
        "object",
        "embed",
        "iframe",
        "select",
        "button",
        "nav",
        "math",
        "canvas",
        "audio",
        "video",
        "-comment",
        "_comment",
        "!--",
    }
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = frozenset(
    {
        "p",
        "div",
        "section",
        "article",
        "main",
        "body",
        "html",
        "header",
        "footer",
        "aside",
        "address",
        "center",
        "form",
        "fieldset",
        "figure",
        "figcaption",
        "dl",
        "dt",
        "dd",
        "ul",
        "ol",
        "li",
        "table",
        "thead",
        "tbody",
        "tfoot",
        "tr",
        "td",
        "th",
        "caption",
        "pre",
        "blockquote",
        "hr",
        "details",
        "summary",
        *_HEADINGS,
    }
)
_DEEPEST = 150


def parse_html(data: bytes, name: str) -> ParsedDocument:
    """An HTML page; its `<title>` is a statement of the file, not of the document's face."""
    declared = _CHARSET.search(data[:4096])
    raw, warnings = decode(data, declared[1].decode("ascii", "replace") if declared else None)
    builder = TextBuilder()
    builder.warnings += warnings
    tree = LexborHTMLParser(raw)
    statements = []
    title = tree.css_first("title")
    if title is not None and one_line(title.text()):
        statements.append(Statement(ClaimField.TITLE, one_line(title.text()), Ground.FILE_PROPERTIES, 0.5))
    write_html(builder, tree)
    return builder.document("text/html", statements)


def write_html(builder: TextBuilder, tree: LexborHTMLParser) -> None:
    """Write the blocks of a page."""
    if tree.body is not None:
        writer = _Writer(builder)
        writer.walk(tree.body, 0)
        writer.flush()
        if writer.hidden:
            builder.warnings.append(f"hidden text in {writer.hidden} elements was left out")
        if writer.struck:
            builder.warnings.append(f"text that is struck through in {writer.struck} elements was left out")


class _Writer:
    """Collects inline words until a block begins or ends."""

    def __init__(self, builder: TextBuilder) -> None:
        self._builder = builder
        self._words: list[str] = []
        self._lists: list[int | None] = []
        self._mark: tuple[str, str | None] | None = None
        self.hidden = 0
        self.struck = 0

    def walk(self, node: LexborNode, depth: int) -> None:
        """Write what stands inside an element."""
        for child in node.iter(include_text=True):
            tag = child.tag or ""
            if tag == "-text":
                self._words.append(child.text_content or "")
            elif tag in _UNREAD:
                continue
            elif is_hidden(child):
                self.hidden += bool((child.text() or "").strip())
            elif is_struck(child):
                self.struck += bool((child.text() or "").strip())
            elif depth > _DEEPEST:
                self._words.append(f" {child.text(separator=' ')} ")
            else:
                self._element(child, tag, depth)

    def flush(self) -> None:
        """Write the collected words as a paragraph or list item."""
        lines = [one_line(line) for line in "".join(self._words).split("\n")]
        self._words = []
        text = "\n".join(line for line in lines if line)
        if not text:
            return
        mark, self._mark = self._mark, None
        if mark is not None:
            own = read_marker(text)
            shown = text if own and own.label else mark[0] + text
            self._builder.add(
                shown.replace("\n", " "),
                "list_item",
                max(len(self._lists), 1),
                own.label if own and own.label else mark[1],
            )
            return
        fields = field_lines(text)
        self._builder.add(
            fields or text, "header" if fields else "paragraph", 0, None if fields else clause_number(text)
        )

    def _element(self, node: LexborNode, tag: str, depth: int) -> None:
        if tag == "br":
            self._words.append("\n")
        elif tag in _HEADINGS:
            self._heading(node, _HEADINGS[tag])
        elif tag == "table" and (rows := data_rows(node)) is not None:
            self._table(node, rows)
        elif tag == "pre":
            self.flush()
            self._builder.add(node.text(), "code")
        elif tag in ("ul", "ol"):
            self._list(node, tag, depth)
        elif tag == "img":
            self._words.append(f" {node.attributes.get('alt') or ''} ")
        else:
            self._container(node, tag, depth)

    def _container(self, node: LexborNode, tag: str, depth: int) -> None:
        block = tag in _BLOCKS
        if block:
            self.flush()
        if tag == "li" and self._lists:
            self._mark = self._next_mark()
        self.walk(node, depth + 1)
        if block:
            self.flush()
            self._mark = None if tag == "li" else self._mark

    def _next_mark(self) -> tuple[str, str | None]:
        order = self._lists[-1]
        if order is None:
            return "• ", None
        self._lists[-1] = order + 1
        return f"{order}. ", str(order)

    def _list(self, node: LexborNode, tag: str, depth: int) -> None:
        self.flush()
        start = (node.attributes.get("start") or "1") if tag == "ol" else None
        self._lists.append(int(start) if start and start.lstrip("-").isdigit() else 1 if start else None)
        self.walk(node, depth + 1)
        self.flush()
        self._lists.pop()

    def _heading(self, node: LexborNode, level: int) -> None:
        self.flush()
        text = one_line(node.text(separator=""))
        numbered = read_number(text)
        self._builder.add(text, "heading", level, numbered.number if numbered else None)

    def _table(self, node: LexborNode, rows: list[list[LexborNode]]) -> None:
        self.flush()
        caption = node.css_first("caption")
        if caption is not None:
            self._builder.add(one_line(caption.text(separator=" ")), "caption")
        grid = grid_of(rows)
        self._builder.table(grid.rows, grid.header_rows, grid.header_columns)


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """The texts of a table by row and column, and how many of the first of them are headings."""

    rows: list[list[str]]
    header_rows: int
    header_columns: int


def grid_of(rows: list[list[LexborNode]]) -> Grid:
    """The grid of the cells that `data_rows` gives."""
    header = 0
    for row in rows:
        if not all(cell.tag == "th" for cell in row) and not (header == 0 and _in_head(row)):
            break
        header += 1
    first = bool(rows) and all(row[0].tag == "th" for row in rows[header:] if row)
    words = [[_spanning(cell) for cell in row] for row in rows]
    return Grid(placed(words), header, int(first and header < len(rows)))


def _spanning(cell: LexborNode) -> Spanning:
    spans = [cell.attributes.get(name) or "1" for name in ("colspan", "rowspan")]
    columns, rows = (int(span) if span.isdecimal() else 1 for span in spans)
    return Spanning(cell.text(separator=" "), columns, rows)


def _in_head(row: list[LexborNode]) -> bool:
    parent = row[0].parent.parent if row and row[0].parent is not None else None
    return parent is not None and parent.tag == "thead"


def data_rows(table: LexborNode) -> list[list[LexborNode]] | None:
    """The cells of a table of data, by row; None for a table that only lays out a page."""
    if len(table.css("table")) > 1 or table.css_first("h1, h2, h3, h4, ul, ol, blockquote, pre") is not None:
        return None  # `css` finds the table itself as well
    rows = [list(_cells(row)) for row in table.css("tr")]
    rows = [row for row in rows if row]
    return rows if rows and max(len(row) for row in rows) > 1 else None


def _cells(row: LexborNode) -> Iterator[LexborNode]:
    return (cell for cell in row.iter() if cell.tag in ("td", "th") and not is_hidden(cell))

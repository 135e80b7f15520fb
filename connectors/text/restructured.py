"""reStructuredText: header fields, sections, lists, literal blocks, directives, simple tables.

A light scanner of blocks rather than docutils, which needs the directives of every project that
it reads (a PEP uses those of its own site) and is slow on long documents.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from connectors.protocol import ParsedDocument
from connectors.text.builder import TextBuilder, normalise
from connectors.text.charset import decode
from connectors.text.grids import read_grid
from connectors.text.inline import plain_words
from connectors.text.layout import indent_of, join_lines
from connectors.text.numbering import read_marker, read_number

_FIELD = re.compile(r"^:?(?P<name>[A-Za-z][\w -]{0,40}?):(?:\s+(?P<value>.*))?$")
_RULE = re.compile(r"^([=\-`:.'\"~^_*+#<>])\1{2,}\s*$")
_DIRECTIVE = re.compile(r"^\.\.\s+(?P<name>[\w:+.-]+)::\s*(?P<argument>.*)$")
_TARGET = re.compile(r"^\.\.\s+_")
_NOTE = re.compile(r"^\.\.\s+\[(?P<label>[^\]]+)\]\s*(?P<text>.*)$")
_OPTION = re.compile(r"^:[\w-]+:")
_TABLE_RULE = re.compile(r"^=+(?:\s+=+)+\s*$")
_GRID_RULE = re.compile(r"^\+[-=+]+\+\s*$")
_AUTO = re.compile(r"^(?P<indent>\s*)#\.(?=\s)")
_LITERAL_DIRECTIVES = frozenset(
    {
        "code",
        "code-block",
        "sourcecode",
        "parsed-literal",
        "productionlist",
        "math",
        "highlight",
    }
)
_SILENT_DIRECTIVES = frozenset(
    {
        "contents",
        "image",
        "figure",
        "raw",
        "include",
        "highlight",
        "toctree",
        "sectnum",
        "index",
    }
)


def parse_restructured(data: bytes, name: str) -> ParsedDocument:
    """A reStructuredText file; fields at its start ("PEP: 8", ":Author: …") are its header."""
    raw, warnings = decode(data)
    builder = TextBuilder()
    builder.warnings += warnings
    lines = [line.expandtabs(8).rstrip() for line in normalise(raw).split("\n")]
    taken = _write_header(builder, lines)
    _Scanner(builder, lines[taken:]).run()
    return builder.document("text/x-rst")


def _write_header(builder: TextBuilder, lines: Sequence[str]) -> int:
    """Write the field list at the start, one field a line; give the lines it takes, 0 without fields."""
    fields: list[str] = []
    taken = 0
    for line in lines:
        field = _FIELD.match(line)
        if field:
            fields.append(f"{field['name']}: {(field['value'] or '').strip()}")
        elif line.startswith(" ") and fields:
            fields[-1] = f"{fields[-1]} {line.strip()}"
        elif line or fields:
            break
        taken += 1
    builder.add("\n".join(fields), "header")
    return taken if fields else 0


class _Scanner:
    """Goes through the lines once, a block at a time."""

    def __init__(self, builder: TextBuilder, lines: Sequence[str]) -> None:
        self._builder = builder
        self._lines = lines
        self._at = 0
        self._styles: list[str] = []
        self._indents: list[int] = []

    def run(self) -> None:
        while self._at < len(self._lines):
            if not self._line().strip():
                self._at += 1
            elif not self._marked() and not self._section():
                self._paragraph()

    def _line(self, ahead: int = 0) -> str:
        return self._lines[self._at + ahead] if self._at + ahead < len(self._lines) else ""

    def _marked(self) -> bool:
        """Take a block that its first line gives away; False where none does."""
        line = self._line()
        if line.lstrip().startswith(".. ") or line.strip() == "..":
            self._explicit()
        elif _TABLE_RULE.match(line.strip()):
            self._simple_table()
        elif _GRID_RULE.match(line.strip()):
            self._grid_table()
        elif line.startswith(">>> "):
            self._code(self._take_group())
        else:
            return False
        return True

    def _section(self) -> bool:
        line, after = self._line(), self._line(1)
        if _RULE.match(line) and _RULE.match(self._line(2)) and after.strip() and line[0] == self._line(2)[:1]:
            self._heading(after, "over" + line[0], 3)
            return True
        if after and _RULE.match(after) and not _RULE.match(line) and indent_of(line) == 0:
            self._heading(line, after[0], 2)
            return True
        if _RULE.match(line):
            self._at += 1
            return True
        return False

    def _heading(self, title: str, style: str, lines: int) -> None:
        if style not in self._styles:
            self._styles.append(style)
        text = plain_words(title.strip())
        numbered = read_number(text)
        level = self._styles.index(style) + 1
        self._indents = []
        self._builder.add(text, "heading", level, numbered.number if numbered else None)
        self._at += lines

    def _take_group(self) -> list[str]:
        """Lines up to the next blank one."""
        start = self._at
        while self._at < len(self._lines) and self._line().strip():
            self._at += 1
        return list(self._lines[start : self._at])

    def _take_indented(self, indent: int) -> list[str]:
        """Lines deeper than `indent`, with the blank lines among them."""
        start = self._at
        while self._at < len(self._lines) and (not self._line().strip() or indent_of(self._line()) > indent):
            self._at += 1
        return list(self._lines[start : self._at])

    def _explicit(self) -> None:
        """Directives are read for their words; comments, targets and pictures are not."""
        line = self._line()
        indent = indent_of(line)
        self._at += 1
        body = self._take_indented(indent)
        directive, note = _DIRECTIVE.match(line.strip()), _NOTE.match(line.strip())
        if note:
            self._builder.add(
                plain_words(
                    join_lines(
                        [
                            f"[{note['label']}] {note['text']}",
                            *(b for b in body if b.strip()),
                        ]
                    )
                )
            )
        elif directive and directive["name"] in _LITERAL_DIRECTIVES:
            self._code([b for b in body if not _OPTION.match(b.strip())])
        elif directive and directive["name"] not in _SILENT_DIRECTIVES:
            self._admonition(directive["name"], directive["argument"], body)

    def _admonition(self, name: str, argument: str, body: Sequence[str]) -> None:
        words = name.split(":")[-1].replace("-", " ").capitalize()
        kept = [line for line in body if not _OPTION.match(line.strip())]
        self._builder.add(plain_words(f"{words}: {argument}" if argument else f"{words}:"))
        indents = [indent_of(line) for line in kept if line.strip()]
        inner = [line[min(indents, default=0) :] for line in kept]
        _Scanner(self._builder, inner).run()

    def _code(self, lines: Sequence[str]) -> None:
        kept = [line for line in lines if line.strip()]
        if kept:
            indent = min(indent_of(line) for line in kept)
            self._builder.add("\n".join(line[indent:] for line in lines), "code")

    def _paragraph(self) -> None:
        start = self._at
        lines = self._take_group()
        literal = lines[-1].endswith("::")
        if literal:
            lines[-1] = lines[-1][:-1] if lines[-1].strip() != "::" else ""
        self._items([line for line in lines if line.strip()])
        if literal and start < self._at:
            self._code(self._take_indented(indent_of(self._lines[start])))

    def _items(self, lines: Sequence[str]) -> None:
        """Write a group as a paragraph, or as the list items that its lines start."""
        lines = [_AUTO.sub(r"\g<indent>-", line) for line in lines]
        start = 0
        for position in range(1, len(lines) + 1):
            if position == len(lines) or (
                read_marker(lines[position].strip()) and self._is_item(lines, start, position)
            ):
                self._piece(lines[start:position])
                start = position

    def _is_item(self, lines: Sequence[str], start: int, position: int) -> bool:
        opened = read_marker(lines[start].strip())
        return opened is not None and indent_of(lines[position]) <= indent_of(lines[start])

    def _piece(self, lines: Sequence[str]) -> None:
        if not lines:
            return
        if len(lines) > 1 and all(line.lstrip().startswith("|") for line in lines):
            self._builder.add("\n".join(plain_words(line.strip("| ")) for line in lines))
            return
        text = plain_words(join_lines(lines))
        marker = read_marker(text)
        if marker is None:
            self._builder.add(text)
            return
        indent = indent_of(lines[0])
        while self._indents and self._indents[-1] > indent:
            self._indents.pop()
        if not self._indents or self._indents[-1] < indent:
            self._indents.append(indent)
        self._builder.add(text, "list_item", len(self._indents), marker.label)

    def _simple_table(self) -> None:
        """Columns stand under the "=" runs of the first rule."""
        columns = [match.span() for match in re.finditer(r"=+", self._line())]
        start = self._at
        self._at += 1
        rules = 1
        while self._at < len(self._lines) and (self._line().strip() or rules < 2):
            rules += bool(_TABLE_RULE.match(self._line().strip()))
            self._at += 1
        lines = self._lines[start : self._at]
        first = next(
            (n for n, line in enumerate(lines[1:], 1) if _TABLE_RULE.match(line.strip())),
            0,
        )
        rows: list[list[str]] = []
        header = 0
        for number, line in enumerate(lines):
            if _TABLE_RULE.match(line.strip()) or _RULE.match(line.strip()) or not line.strip():
                continue
            cells = [
                plain_words(line[a : (columns[i + 1][0] if i + 1 < len(columns) else None)].strip())
                for i, (a, _) in enumerate(columns)
            ]
            if rows and not cells[0]:
                rows[-1] = [f"{above} {cell}".strip() for above, cell in zip(rows[-1], cells, strict=True)]
                continue
            rows.append(cells)
            header += 0 < number < first and rules > 2
        self._builder.table(rows, header)

    def _grid_table(self) -> None:
        lines = self._take_group()
        grid = read_grid(lines)
        if grid is None:
            self._code(lines)
            return
        rows, header = grid
        self._builder.table([[plain_words(cell) for cell in row] for row in rows], header)

"""Markdown, by the tokens of markdown-it."""

from __future__ import annotations

from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

from connectors.protocol import ParsedDocument
from connectors.text.body import opens_clause, starts_clause
from connectors.text.builder import TextBuilder, normalise
from connectors.text.charset import decode
from connectors.text.front import split_head
from connectors.text.numbering import clause_number, read_marker, read_number
from graph.sentences import ends_sentence

_FENCE = "---"


def parse_markdown(data: bytes, name: str) -> ParsedDocument:
    """A Markdown file; fields between two "---" lines at its start are its header."""
    raw, warnings = decode(data)
    builder = TextBuilder()
    builder.warnings += warnings
    text = _take_front_matter(builder, normalise(raw))
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    _Writer(builder).write(parser.parse(text))
    return builder.document("text/markdown")


def _take_front_matter(builder: TextBuilder, text: str) -> str:
    lines = text.split("\n")
    if lines[0].strip() != _FENCE or _FENCE not in (line.strip() for line in lines[1:60]):
        return text
    end = next(number for number, line in enumerate(lines[1:], 1) if line.strip() == _FENCE)
    builder.add("\n".join(line.strip() for line in lines[1:end]), "header")
    return "\n".join(lines[end + 1 :])


def inline_text(token: Token) -> str:
    """The words of an inline token, links and emphasis without their marks."""
    words: list[str] = []
    for child in token.children or []:
        if child.type in ("text", "code_inline", "image"):
            words.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            words.append("\n")
    return "".join(words)


class _Writer:
    """Writes blocks while walking the flat list of tokens."""

    def __init__(self, builder: TextBuilder) -> None:
        self._builder = builder
        self._orders: list[int | None] = []
        self._label: str | None = None
        self._item_open = False
        self._row: list[str] = []
        self._rows: list[list[str]] = []
        self._header_rows = 0

    def write(self, tokens: Sequence[Token]) -> None:
        for number, token in enumerate(tokens):
            if token.type == "inline":
                self._inline(tokens[number - 1], token)
            elif token.type in ("fence", "code_block"):
                self._builder.add(token.content, "code")
            elif token.type.startswith(("table", "tr", "thead")):
                self._table(token)
            else:
                self._list(token)

    def _list(self, token: Token) -> None:
        match token.type:
            case "bullet_list_open":
                self._orders.append(None)
            case "ordered_list_open":
                self._orders.append(int(token.attrGet("start") or 1))
            case "bullet_list_close" | "ordered_list_close":
                self._orders.pop()
            case "list_item_open":
                order = self._orders[-1]
                self._label = None if order is None else str(order)
                self._item_open = True
                if order is not None:
                    self._orders[-1] = order + 1

    def _inline(self, opened: Token, token: Token) -> None:
        text = inline_text(token)
        if opened.type in ("th_open", "td_open"):
            self._row.append(text)
        elif opened.type == "heading_open":
            numbered = read_number(text)
            self._builder.add(
                text.replace("\n", " "),
                "heading",
                int(opened.tag[1]),
                numbered.number if numbered else None,
            )
        elif self._item_open:
            self._item_open = False
            self._item(text)
        else:
            self._paragraph(text)

    def _paragraph(self, text: str) -> None:
        head, text = split_head(text)
        self._builder.add(head, "header")
        lines = text.split("\n")
        if starts_clause(lines) and (numbered := read_number(lines[0])):
            self._builder.add(lines.pop(0), "heading", 1 + numbered.depth, numbered.number)
        start = 0
        for position in range(1, len(lines) + 1):
            if position == len(lines) or _opens(lines[position - 1], lines[position]):
                self._part(" ".join(lines[start:position]))
                start = position

    def _part(self, text: str) -> None:
        label = _letter(text)
        if label:
            self._builder.add(text, "list_item", 1, label)
        else:
            self._builder.add(text, number=clause_number(text))

    def _item(self, text: str) -> None:
        own = read_marker(text)
        label = own.label if own and own.label else self._label
        mark = "" if own and own.label else f"{self._label}. " if self._label else "• "
        self._builder.add(mark + text.replace("\n", " "), "list_item", len(self._orders), label)

    def _table(self, token: Token) -> None:
        match token.type:
            case "tr_open":
                self._row = []
            case "tr_close":
                self._rows.append(self._row)
            case "thead_close":
                self._header_rows = len(self._rows)
            case "table_close":
                self._builder.table(self._rows, self._header_rows)
                self._rows, self._header_rows = [], 0


def _letter(text: str) -> str | None:
    """The letter of an item that is no list to Markdown: "A." or "(a)"."""
    marker = read_marker(text)
    return marker.label if marker and marker.label and marker.label.isalpha() else None


def _opens(before: str, line: str) -> bool:
    """Whether a line begins a clause or a lettered item after a line that ended a sentence."""
    return opens_clause(before, line) or (ends_sentence(before) and _letter(line) is not None)

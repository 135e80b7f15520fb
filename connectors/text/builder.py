"""Putting normalised text together, block by block, with exact spans.

Every parser that makes its own text writes it through a `TextBuilder`, so that the rules hold
in one place: NFC, "\\n" line ends, no control characters, blocks in order and never overlapping.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from connectors.protocol import ParsedDocument, Statement
from graph.model import Block, Cell, Span

CELL_GAP = " | "
_DROPPED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\u00ad\u200b\u2060\ufeff\ufffe\uffff]")
_BLANKS = re.compile(r"\s+")
_SURROGATES = re.compile(r"[\ud800-\udfff]")
_BIDI = re.compile(r"[\u202a-\u202e\u2066-\u2069]")


def normalise(text: str) -> str:
    """The text in NFC with "\\n" line ends and without control, zero-width and soft hyphen characters."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x0b", "\n").replace("\u0085", "\n")
    text = text.replace("\u2028", "\n").replace("\u2029", "\n\n")
    text = _BIDI.sub("", _SURROGATES.sub("\ufffd", _DROPPED.sub("", text)))
    return unicodedata.normalize("NFC", text)


def one_line(text: str) -> str:
    """The text normalised, with every run of white space as one space."""
    return _BLANKS.sub(" ", normalise(text)).strip()


class TextBuilder:
    """Collects blocks into one text; the spans it returns are final."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._last_kind: str | None = None
        self.blocks: list[Block] = []
        self.warnings: list[str] = []

    def __len__(self) -> int:
        return self._length

    @property
    def text(self) -> str:
        """All that was written so far."""
        return "".join(self._parts)

    def add(
        self,
        text: str,
        kind: str = "paragraph",
        level: int = 0,
        number: str | None = None,
    ) -> Span | None:
        """Write one block; text of nothing but blanks writes nothing and gives None."""
        return self._place(normalise(text).strip("\n").rstrip(), Block(kind, Span(0, 0), level, number))

    def turn(self, text: str, voice: Block) -> Span | None:
        """Write one speaker's turn.

        Args:
            voice: A block of kind `turn` that says who speaks, from when to when; its span does not matter.
        """
        return self._place(normalise(text).strip(), voice)

    def table(
        self,
        rows: Sequence[Sequence[str]],
        header_rows: int = 1,
        header_columns: int = 0,
    ) -> Span | None:
        """Write one table: a line per row, cells joined by " | "; rows of only empty cells are left out."""
        kept = [(n, words) for n, row in enumerate(rows) if any(words := [one_line(cell) for cell in row])]
        if not kept:
            return None
        start = self._gap("table")
        cells: list[Cell] = []
        for position, (row_number, row) in enumerate(kept):
            if position:
                self._write("\n")
            self._row(row, position, row_number < header_rows, header_columns, cells)
        span = Span(start, self._length)
        self.blocks.append(Block("table", span, cells=tuple(cells)))
        return span

    def _row(
        self,
        row: list[str],
        position: int,
        header: bool,
        header_columns: int,
        cells: list[Cell],
    ) -> None:
        for column, cell in enumerate(row):
            if column:
                self._write(CELL_GAP)
            start = self._length
            self._write(cell)
            cells.append(
                Cell(
                    position,
                    column,
                    Span(start, self._length),
                    header or column < header_columns,
                )
            )

    def document(self, media_type: str, statements: Sequence[Statement] = ()) -> ParsedDocument:
        """What was written, as a parsed document."""
        return ParsedDocument(
            self.text,
            media_type,
            tuple(self.blocks),
            tuple(statements),
            warnings=tuple(self.warnings),
        )

    def _place(self, text: str, block: Block) -> Span | None:
        if not text.strip():
            return None
        start = self._gap(block.kind)
        self._write(text)
        span = Span(start, self._length)
        self.blocks.append(replace(block, span=span))
        return span

    def _gap(self, kind: str) -> int:
        """Write what stands between the last block and the next one, and give the next one's start."""
        if self._length:
            tight = kind == self._last_kind and kind in ("list_item", "toc")
            self._write("\n" if tight else "\n\n")
        self._last_kind = kind
        return self._length

    def _write(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)

"""Drafts to the normalised text: spans, boxes per character, pages, hyphenation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from connectors.pdf.characters import SOFT_HYPHEN
from connectors.pdf.segments import Segment
from connectors.pdf.structure import Draft
from connectors.pdf.tables import Grid
from graph.model import Block, Cell, Span

_WORDS = re.compile(r"[^\W\d_]+(?:[-‐][^\W\d_]+)*")
_BROKEN = re.compile(r"([^\W\d_]+)[-‐]$")
_TAIL = re.compile(r"^([^\W\d_]+)")

CELL_GLUE = " | "


class Vocabulary:
    """The words of the document, to tell a broken word from a hyphenated one."""

    def __init__(self, pieces: Iterable[Segment]) -> None:
        self._words: Counter[str] = Counter()
        for piece in pieces:
            self._words.update(word.lower() for word in _WORDS.findall(piece.text))

    def is_one_word(self, head: str, tail: str) -> bool:
        """Whether both halves make a word that stands elsewhere, and more often than with its hyphen."""
        joined, hyphened = (head + tail).lower(), f"{head}-{tail}".lower()
        return self._words[joined] > self._words[hyphened]


class TextBuilder:
    """Gathers text with one box for each character, page by page.

    Attributes:
        length: Characters so far.
        page_spans, page_boxes: By page number, for the pages that have been closed.
    """

    def __init__(self) -> None:
        self.length = 0
        self.page_spans: dict[int, Span] = {}
        self.page_boxes: dict[int, NDArray[np.float32]] = {}
        self._texts: list[str] = []
        self._boxes: list[NDArray[np.float32]] = []
        self._page = 0
        self._page_start = 0

    def turn_to(self, page: int) -> None:
        """Starts a page; what comes next stands on it. Pages in between are empty."""
        while self._page < page:
            self._close_page()
            self._page += 1

    def finish(self) -> str:
        """Closes the last page and gives the text."""
        self._close_page()
        return "".join(self._texts)

    def add(self, text: str, boxes: NDArray[np.float32]) -> Span:
        """Printed characters with their boxes."""
        start = self.length
        self._texts.append(text)
        self._boxes.append(boxes)
        self.length += len(text)
        return Span(start, self.length)

    def glue(self, text: str) -> None:
        """Synthesised characters, whose boxes are NaN."""
        self.add(text, np.full((len(text), 4), np.nan, dtype=np.float32))

    def _close_page(self) -> None:
        if self._page:
            self.page_spans[self._page] = Span(self._page_start, self.length)
            empty = np.zeros((0, 4), dtype=np.float32)
            self.page_boxes[self._page] = np.concatenate([empty, *self._boxes]).astype(np.float32)
        self._boxes, self._page_start = [], self.length


class Composer:
    """Writes drafts and tables one after the other."""

    def __init__(self, words: Vocabulary) -> None:
        self.builder = TextBuilder()
        self.blocks: list[Block] = []
        self._words = words

    def write(self, item: Draft | Grid) -> None:
        """Appends one block, a blank line before it."""
        if self.builder.length:
            self.builder.glue("\n\n")
        self.builder.turn_to(item.page)
        self.blocks.append(self._grid(item) if isinstance(item, Grid) else self._draft(item))

    def _draft(self, draft: Draft) -> Block:
        start = self.builder.length
        placed = [(p.page, line.whole) for p in draft.paragraphs for line in p.lines]
        self._lines(placed, "\n" if draft.kind in ("toc", "header", "code") else None)
        return Block(draft.kind, Span(start, self.builder.length), draft.level, draft.number)

    def _grid(self, grid: Grid) -> Block:
        start = self.builder.length
        cells = []
        for row, columns in enumerate(grid.rows):
            if row:
                self.builder.glue("\n")
            for column, lines in enumerate(columns):
                if column:
                    self.builder.glue(CELL_GLUE)
                at = self.builder.length
                self._lines([(grid.page, line) for line in lines], None)
                header = row < grid.header_rows or column < grid.header_columns
                cells.append(Cell(row, column, Span(at, self.builder.length), header))
        return Block("table", Span(start, self.builder.length), cells=tuple(cells))

    def _lines(self, placed: Sequence[tuple[int, Segment]], glue: str | None) -> None:
        """Lines one after the other, joined by `glue` or, for None, as running text."""
        for at, (page, line) in enumerate(placed):
            text, boxes = line.text, line.boxes
            following = placed[at + 1][1].text if at + 1 < len(placed) else None
            self.builder.turn_to(page)
            if following is None:
                self._put(text, boxes)
            elif glue is not None:
                self._put(text, boxes)
                self.builder.glue(glue)
            else:
                kept, blank = self._joint(text, following)
                self._put(text[:kept], boxes[:kept])
                if blank:
                    self.builder.glue(" ")

    def _put(self, text: str, boxes: NDArray[np.float32]) -> None:
        if SOFT_HYPHEN in text:
            keep = np.array([char != SOFT_HYPHEN for char in text])
            text, boxes = text.replace(SOFT_HYPHEN, ""), boxes[keep]
        self.builder.add(text, boxes)

    def _joint(self, text: str, following: str) -> tuple[int, bool]:
        """How much of a line is kept, and whether a blank comes before the next one."""
        if text.endswith(SOFT_HYPHEN):
            return len(text) - 1, False
        head, tail = _BROKEN.search(text), _TAIL.match(following)
        if not head or not tail or not tail[1][0].islower():
            return len(text), not (text.endswith(("-", "‐", "/")) and len(text) > 1 and not text[-2].isspace())
        return len(text) - (1 if self._words.is_one_word(head[1], tail[1]) else 0), False

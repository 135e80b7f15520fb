"""One page from glyphs to paragraphs and tables in reading order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

import numpy as np

from connectors.pdf.columns import Line, lines, regions
from connectors.pdf.drawings import clusters, is_drawing, is_sheet
from connectors.pdf.furniture import PageOutline
from connectors.pdf.glyphs import Glyphs, RawPage
from connectors.pdf.hidden import Sight, seen
from connectors.pdf.paragraphs import Paragraph, paragraphs
from connectors.pdf.patterns import patterns
from connectors.pdf.segments import Segment, project_boxes, segments, typical_size
from connectors.pdf.structure import Draft, contents_run
from connectors.pdf.tables import Grid, find_tables
from connectors.pdf.titleblock import TitleBlock, title_block

_PROSE_LINE_CHARS = 25


@dataclass(frozen=True, slots=True, eq=False)
class PageText:
    """A page's segments before anything is known about the other pages.

    Attributes:
        angle: The reading direction of most of its text.
    """

    raw: RawPage
    sight: Sight
    angle: int
    pieces: tuple[Segment, ...]

    def outline(self) -> PageOutline:
        """Its segments and its displayed area, for finding furniture."""
        return PageOutline(self.pieces, self.angle, self.extent())

    def extent(self) -> tuple[float, float, float, float]:
        """The displayed area in the frame of the main reading direction."""
        crop = self.raw.crop
        box = project_boxes(np.array([[crop.x0, crop.y0, crop.x1, crop.y1]]), self.angle)[0]
        return float(box[0]), float(box[1]), float(box[2]), float(box[3])


def page_text(raw: RawPage) -> PageText:
    """Cuts the visible text of a page into segments, for each reading direction."""
    return _segmented(raw, seen(raw))


def recognised_text(raw: RawPage, glyphs: Glyphs) -> PageText:
    """The same for characters that were recognised on the picture of the page."""
    return _segmented(raw, Sight(glyphs, 0, 0, True))


def _segmented(raw: RawPage, sight: Sight) -> PageText:
    counts = _angles(sight.glyphs)
    main = counts[0] if counts else raw.rotation % 360
    pieces = tuple(piece for angle in counts or [main] for piece in segments(sight.glyphs, angle))
    return PageText(raw, sight, main, pieces)


def _angles(glyphs: Glyphs) -> list[int]:
    """Reading directions, the commonest first."""
    per_style = np.bincount(glyphs.style_of, minlength=len(glyphs.styles))
    counts: Counter[int] = Counter()
    for style, count in zip(glyphs.styles, per_style.tolist(), strict=True):
        counts[style.angle] += count
    return [angle for angle, count in counts.most_common() if count]


Item = Paragraph | Draft | Grid


class PageLayout:
    """Turns the segments of one page that are not furniture into paragraphs and tables.

    Attributes:
        has_contents: Whether a table of contents was found on the page.
        block: The page's title block, which comes first among its items, as a finished draft.
    """

    def __init__(self, text: PageText, pieces: Sequence[Segment]) -> None:
        self.number = text.raw.number
        self.has_contents = False
        self.block: TitleBlock | None = None
        self._text = text
        self._pieces = pieces

    def items(self, after_contents: bool) -> list[Item]:
        """Everything in reading order; a table of contents comes as a finished draft.

        Args:
            after_contents: Whether the page before held a table of contents.
        """
        main = [piece for piece in self._pieces if piece.angle == self._text.angle]
        drawn = is_drawing(self._text.raw, self._pieces)
        found: list[Item] = []
        if drawn or is_sheet(self._pieces):
            main = self._without_block(main, drawn, found)
        rules = project_boxes(self._text.raw.rules, self._text.angle)
        grids, rest = find_tables(main, rules, self.number)
        if drawn:
            return [*found, *grids, *self._clustered(rest), *self._turned(clustered=True)]
        places = [_place(grid, at, rest) for at, grid in enumerate(grids)]
        for region in regions([*rest, *places]):
            found.extend(self._region(lines(region), grids, after_contents))
        return [*found, *self._turned(clustered=False)]

    def _without_block(self, main: list[Segment], drawn: bool, found: list[Item]) -> list[Segment]:
        """Takes the title block out, where there is one, and puts it first."""
        block = title_block(main, self._text.extent())
        if block is None or not (drawn or block.is_certain):
            return main
        self.block = block
        found.append(Draft("header", (Paragraph(self.number, block.lines),)))
        return [piece for at, piece in enumerate(main) if at not in block.used]

    def _clustered(self, pieces: Sequence[Segment]) -> list[Item]:
        """Scattered text of a drawing: one paragraph for each cluster, several where it is prose."""
        found: list[Item] = []
        for group in clusters(pieces):
            rows = lines(group)
            if median(len(row.text) for row in rows) >= _PROSE_LINE_CHARS:
                found.extend(Draft("paragraph", (p,)) for p in paragraphs(rows, self.number))
            else:
                found.append(Draft("paragraph", (Paragraph(self.number, tuple(rows)),)))
        return found

    def _turned(self, clustered: bool) -> list[Item]:
        """Text in other reading directions, after all that reads in the main one."""
        found: list[Item] = []
        for angle in sorted({piece.angle for piece in self._pieces} - {self._text.angle}):
            turned = [piece for piece in self._pieces if piece.angle == angle]
            if clustered:
                found.extend(self._clustered(turned))
            else:
                for region in regions(turned):
                    found.extend(paragraphs(lines(region), self.number))
        return found

    def _region(self, rows: list[Line], grids: list[Grid], after: bool) -> list[Item]:
        titled = any(patterns("contents")["title"].match(row.text.lower()) for row in rows)
        run = contents_run(rows, after or titled or self.has_contents)
        if run:
            self.has_contents = True
            contents = Draft("toc", (Paragraph(self.number, tuple(rows[run[0] : run[1]])),))
            return [*self._plain(rows[: run[0]], grids), contents, *self._plain(rows[run[1] :], grids)]
        return self._plain(rows, grids)

    def _plain(self, rows: list[Line], grids: list[Grid]) -> list[Item]:
        found: list[Item] = []
        start = 0
        for at, row in enumerate([*rows, None]):
            table = row.whole.table if row else None
            if row is None or table is not None:
                found.extend(paragraphs(rows[start:at], self.number))
                start = at + 1
            if table is not None:
                found.append(grids[table])
        return found


def _place(grid: Grid, at: int, rest: Sequence[Segment]) -> Segment:
    """A segment that holds a table's place in the reading order."""
    x0, y0, x1, y1 = grid.extent
    size = typical_size(rest)
    empty = np.zeros((0, 4), dtype=np.float32)
    place = Segment("\ufffc" * 40, empty, x0, x1, (y0 + y1) / 2, size, False, 0)
    return replace(place, table=at)

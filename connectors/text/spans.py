"""Cells that span rows or columns, put where they stand in the grid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

_MOST = 100
"""No sensible cell spans more; a wrong figure must not fill the memory."""


@dataclass(frozen=True, slots=True, eq=False)
class Spanning:
    """A cell as its row lists it.

    Attributes:
        columns, rows: How many it spans.
    """

    text: str
    columns: int = 1
    rows: int = 1


def placed(rows: Iterable[Sequence[Spanning]]) -> list[list[str]]:
    """The rows with one text for each column: what spans several stands in the first, the others are empty."""
    reaching: dict[int, int] = {}
    grid: list[list[str]] = []
    for row in rows:
        line = _line(row, reaching)
        reaching = {column: left - 1 for column, left in reaching.items() if left > 1}
        reaching |= {at: cell.rows - 1 for at, cell in _covered(line) if cell.rows > 1}
        grid.append(
            [cell.text if cell and (not at or line[at - 1] is not cell) else "" for at, cell in enumerate(line)]
        )
    return grid


def _line(row: Sequence[Spanning], reaching: Mapping[int, int]) -> list[Spanning | None]:
    """The cell of each column; None where one reaches down from above."""
    line: list[Spanning | None] = []
    for cell in row:
        while len(line) in reaching:
            line.append(None)
        line += [cell] * min(max(cell.columns, 1), _MOST)
    while len(line) in reaching:
        line.append(None)
    return line


def _covered(line: Sequence[Spanning | None]) -> Iterator[tuple[int, Spanning]]:
    return ((at, cell) for at, cell in enumerate(line) if cell is not None)

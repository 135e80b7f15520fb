"""The judged cells of tables stand in their sources, and tables are read at least as well as they were."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from connectors.parsing import parse
from tests.quality.cell_scores import CELLS, MADE_UP, requirements
from tests.quality.questions import SHARED
from tests.quality.requirement_scores import Folded, judged, score

ROWS = judged("all", CELLS)


@pytest.mark.parametrize("file", sorted({row["file"] for row in ROWS}))
def test_judged_cells_stand_in_a_table_of_their_source(file: str) -> None:
    """Every quote is found, and inside a block that the parser takes for a table."""
    path = next(iter([*MADE_UP.glob(file), *SHARED.glob(f"regulations/*/{file}")]))
    document = parse(path.read_bytes(), file)
    folded = Folded.of(document.text)
    tables = [block.span for block in document.blocks if block.kind == "table"]
    for row in ROWS:
        if row["file"] == file:
            window = folded.find(row["quote"])
            assert window is not None, row["id"]
            assert any(table.covers(window) for table in tables), row["id"]


def test_judged_cells_are_many_and_split_by_table() -> None:
    """Two fifths of the tables by hash are test; half of the cells are of real documents."""
    for row in ROWS:
        number = int(hashlib.sha256(f"{row['file']}|{row['section']}".encode()).hexdigest(), 16)
        assert row["split"] == ("test" if number % 5 < 2 else "dev")
    kinds = Counter((bool(row.get("none")), row["file"].startswith("Approved")) for row in ROWS)
    assert len({row["id"] for row in ROWS}) == len(ROWS)
    assert kinds[False, True] >= 60
    assert kinds[False, False] >= 60
    assert kinds[True, True] + kinds[True, False] >= 30


def test_cells_of_the_dev_part_are_read_rightly() -> None:
    """The aims of value, unit and comparator: F1 and precision where it is sure."""
    scores = score(requirements, judged("dev", CELLS))
    right, read = scores.bands["high"]
    assert scores.f1 >= 0.9
    assert right >= 0.97 * read
    assert scores.empty[0] == scores.empty[1]

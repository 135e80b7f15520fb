"""Judged cells of tables: where their documents are, and what is read from them.

`python -m tests.quality.cell_scores` prints the scores of the dev part; with "test" those of the test part.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from app.use_cases.reading import Arrival, Prepared, read_item
from graph.demands import Requirement
from tests.quality.questions import SHARED
from tests.quality.requirement_scores import judged, score

CELLS = Path(__file__).parent / "judged" / "cells.jsonl"
MADE_UP = Path(__file__).parent / "judged" / "tables"


@cache
def prepared(name: str) -> Prepared:
    """A document as ingest reads it: one of the made-up ones, or one of the regulations."""
    path = next(iter([*MADE_UP.glob(name), *SHARED.glob(f"regulations/*/{name}")]))
    arrival = Arrival("files", name, path.as_uri(), name, "", (), (), datetime(2026, 1, 1, tzinfo=UTC))
    return read_item(path.read_bytes(), arrival).sources[0]


def requirements(name: str) -> tuple[str, Sequence[Requirement]]:
    """The text of a document and everything that was read from it."""
    source = prepared(name)
    return source.text, source.requirements


if __name__ == "__main__":
    print(score(requirements, judged(sys.argv[1] if len(sys.argv) > 1 else "dev", CELLS)))

"""Pairs of whole documents, read as the product reads them: what is reported as a conflict, and what is not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.use_cases.demanded import demanded
from graph.conflicts.record import Conflict
from graph.vocabulary import CONFLICTING
from tests.fakes.shelf import Shelf, open_shelf

PAIRS = Path(__file__).resolve().parents[1] / "data" / "conflicts"
KINDS = sorted(path.name for path in PAIRS.iterdir() if path.is_dir())

Expected = tuple[str, str, str]
"""Class, and words of either side."""


def _reported(shelf: Shelf, kind: str) -> list[Conflict]:
    for path in sorted((PAIRS / kind).glob("*.md")):
        shelf.put(path.name, path.read_text("utf-8"), project="Yard")
    held = demanded(shelf.services)
    return [one for one in held.conflicts if one.kind in CONFLICTING]


def _words(shelf: Shelf, conflict: Conflict) -> list[str]:
    texts = {source_id: shelf.text(source_id) for source_id in conflict.source_ids}
    spans = [(side.source_id, side.span) for side in conflict.sides if side.span]
    return [" ".join(texts[source][span.start : span.end].split()) for source, span in spans]


def _is(conflict: Conflict, words: list[str], wanted: Expected) -> bool:
    kind, *phrases = wanted
    return conflict.kind == kind and all(any(phrase in side for side in words) for phrase in phrases)


@pytest.mark.parametrize("kind", KINDS)
def test_two_documents_show_their_conflicts_and_no_others(kind: str, tmp_path: Path) -> None:
    """A list of false alarms is read by nobody, and a conflict that is missing from it is built."""
    expected = json.loads((PAIRS / kind / "expected.json").read_text("utf-8"))["conflicts"]
    with open_shelf(tmp_path) as shelf:
        found = [(one, _words(shelf, one)) for one in _reported(shelf, kind)]
    false = [(one.kind, words) for one, words in found if not any(_is(one, words, each) for each in expected)]
    missed = [each for each in expected if not any(_is(one, words, each) for one, words in found)]
    assert (false, missed) == ([], [])

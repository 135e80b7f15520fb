"""The Approved Documents K, M, F and G and the ADA Standards against each other, by what was checked by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from connectors.parsing import parse
from graph import identity
from graph.claims import describe
from graph.conflicts.engine import conflicts
from graph.conflicts.record import Conflict, Side
from graph.dates import parse_date
from graph.governing import Governing
from graph.model import Claim, Source
from graph.requirements.concepts import Concepts
from graph.requirements.extract import extract
from graph.snapshot import build_snapshot
from graph.supersession.citations import citations
from graph.supersession.view import DocumentView, to_edge
from graph.time import Moment
from graph.vocabulary import CONFLICTING, ClaimField, ConflictClass, EdgeState, Ground
from tests.quality.questions import SHARED

NOON = datetime(2026, 9, 1, 12, tzinfo=UTC)
ENGLISH = ("K", "M_vol_1", "M_vol_2", "F_V1", "F_V2", "G")
AMERICAN = "ada-standards-2010-parsed.csv"
FOLDERS = {f"Approved_Document_{name}.pdf": "england" for name in ENGLISH} | {AMERICAN: "us-ada"}
JUDGED = Path(__file__).parent / "judged" / "overlaps.jsonl"


class Overlaps:
    """All that the documents are to each other, with the words of the sides."""

    def __init__(self) -> None:
        """Reads them as statutes of their countries, in force at once."""
        views = [_view(name, folder) for name, folder in FOLDERS.items()]
        requirements = [one for view in views for one in extract(view, NOON)]
        edges = [to_edge(view, found, EdgeState.CERTIFIED) for view in views for found in citations(view)]
        snapshot = build_snapshot([view.source for view in views], [c for v in views for c in v.claims], edges)
        self.views = {view.source.id: view for view in views}
        self.found = conflicts(requirements, Governing(snapshot, Moment(NOON.date())), Concepts())

    def files(self, conflict: Conflict) -> set[str]:
        """Names of the files of both sides."""
        return {self.views[source_id].source.remote_id for source_id in conflict.source_ids}

    def words(self, side: Side) -> str:
        """The words of a side, one blank between them."""
        span = side.span
        return " ".join(self.views[side.source_id].text[span.start : span.end].split()) if span else side.says


def _view(name: str, folder: str) -> DocumentView:
    parsed = parse((SHARED / "regulations" / folder / name).read_bytes(), name)
    source_id = identity.source_id("files", name, "0")
    source = Source(source_id, "files", name, f"file:{name}", "text/plain", "0", 1, len(parsed.text), "", ("*",), NOON)
    facts = {
        ClaimField.NUMBER: name.split(".")[0].replace("_", " "),
        ClaimField.AUTHORITY: "statute",
        ClaimField.STATUS: "issued",
        ClaimField.DATE: "2015-10-01",
        ClaimField.JURISDICTION: "England" if folder == "england" else "United States",
    }
    claims = tuple(_claim(source_id, field, value) for field, value in facts.items())
    return DocumentView(source, describe(source, claims), parsed.text, parsed.blocks, (), claims)


def _claim(source_id: str, field: ClaimField, value: str) -> Claim:
    identifier = identity.claim_id(source_id, field, value, Ground.HEADER, "")
    return Claim(identifier, source_id, field, value, Ground.HEADER, 1.0, NOON, date=parse_date(value))


@pytest.fixture(scope="module")
def overlaps() -> Overlaps:
    """Read and compared once."""
    return Overlaps()


def test_jurisdictions_differ_in_scope_and_never_conflict(overlaps: Overlaps) -> None:
    """England and the United States rule different buildings."""
    across = [one for one in overlaps.found if AMERICAN in overlaps.files(one) and len(overlaps.files(one)) > 1]
    assert len(across) > 50
    assert {one.kind for one in across} == {ConflictClass.DIFFERENT_SCOPE}


def test_no_conflict_is_reported_that_is_none(overlaps: Overlaps) -> None:
    """The documents of one country do not contradict each other: every such report was read by hand and was false."""
    reported = [
        (one.kind, [overlaps.words(side) for side in one.sides]) for one in overlaps.found if one.kind in CONFLICTING
    ]
    assert reported == []


def test_overlaps_that_are_reported_were_judged_right(overlaps: Overlaps) -> None:
    """Of differences and duplicates of values between two works; what was not judged counts as wrong."""
    judged = {_key(row) for row in _rows() if row["verdict"] == "right"}
    shown = [one for one in overlaps.found if one.kind in (ConflictClass.DIFFERENCE, ConflictClass.DUPLICATE)]
    right = [one for one in shown if any(_is(overlaps, one, key) for key in judged)]
    assert len(shown) >= 20
    assert len(right) / len(shown) >= 0.9


def _rows() -> Iterator[dict[str, Any]]:
    for line in JUDGED.read_text("utf-8").splitlines():
        yield json.loads(line)


def _key(row: dict[str, Any]) -> tuple[str, ...]:
    return (str(row["class"]), row["a"]["quote"], row["b"]["quote"])


def _is(overlaps: Overlaps, conflict: Conflict, key: tuple[str, ...]) -> bool:
    words = [overlaps.words(side) for side in conflict.sides]
    return conflict.kind == key[0] and all(any(word.startswith(quote) for word in words) for quote in key[1:])

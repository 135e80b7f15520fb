"""The conflict engine as a judge of pairs of texts: extraction, slots, scope, precedence and arithmetic together.

Each side becomes a document of one paragraph with the facts that the pair states of it; what the engine then
finds between the two documents is its verdict, the gravest first.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from itertools import product
from typing import Any

from graph import identity
from graph.claims import describe
from graph.conflicts.editions import edition_clashes
from graph.conflicts.engine import parties_of, relate
from graph.conflicts.pairs import do_meet
from graph.dates import parse_date
from graph.demands import Requirement
from graph.governing import Governing
from graph.model import Block, Claim, Edge, Source, Span
from graph.requirements.concepts import Concepts
from graph.snapshot import build_snapshot
from graph.supersession.citations import citations
from graph.supersession.view import DocumentView, to_edge
from graph.time import Moment
from graph.vocabulary import ClaimField, ConflictClass, EdgeState, Ground, Signal
from tests.quality.conflict_scores import NO_PAIR, Json, Judge

Extract = Callable[[DocumentView, datetime], list[Requirement]]

NOON = datetime(2026, 9, 1, 12, tzinfo=UTC)
_FACTS = {
    ClaimField.AUTHORITY: "authority",
    ClaimField.DATE: "date",
    ClaimField.JURISDICTION: "jurisdiction",
    ClaimField.VERSION: "version",
    ClaimField.STATUS: "status",
}
_ORDER = {kind: rank for rank, kind in enumerate(ConflictClass)}


def judge_with(extract: Extract) -> Judge:
    """The judge that reads with this extraction."""

    def judge(a: Json, b: Json) -> str:
        views = [_view(side, name) for side, name in ((a, "a"), (b, "b"))]
        edges = [to_edge(view, found, EdgeState.CERTIFIED) for view in views for found in citations(view)]
        return _verdict(views, edges, extract)

    return judge


def _view(side: dict[str, Any], name: str) -> DocumentView:
    """One side as a parsed document; its name tells two versions of one work apart."""
    text = side["text"]
    remote = f"{side['work']} {name}"
    sha = identity.digest(remote, text)
    source_id = identity.source_id("files", remote, sha)
    project = side["project"] or ""
    source = Source(
        source_id, "files", remote, f"file:{remote}", "text/plain", sha, 1, len(text), project, ("*",), NOON
    )
    signal = side.get("signal", Signal.GOVERNS)
    facts = {**side, "authority": _authority(side["authority"])}
    facts["status"] = "superseded" if signal == Signal.SUPERSEDED else "issued"
    claims = [_claim(source_id, ClaimField.NUMBER, side["work"])]
    claims += [_claim(source_id, field, facts[key]) for field, key in _FACTS.items() if facts.get(key)]
    blocks = (Block("paragraph", Span(0, len(text))),)
    return DocumentView(source, describe(source, claims), text, blocks, (), tuple(claims))


def _authority(written: str) -> str:
    """The class that a judge names in words: "statute/code", "RFI response"."""
    return written.partition("/")[0].replace(" ", "-").lower()


def _claim(source_id: str, field: ClaimField, value: str) -> Claim:
    identifier = identity.claim_id(source_id, field, value, Ground.HEADER, "")
    return Claim(identifier, source_id, field, value, Ground.HEADER, 1.0, NOON, date=parse_date(value))


def _verdict(views: list[DocumentView], edges: list[Edge], extract: Extract) -> str:
    snapshot = build_snapshot([v.source for v in views], [c for v in views for c in v.claims], edges)
    governing = Governing(snapshot, Moment(NOON.date()))
    left, right = (parties_of(extract(view, NOON), governing, Concepts()) for view in views)
    found = [one.kind for one in edition_clashes(governing)]
    for one, other in product(left, right):
        made = relate(one, other, governing) if do_meet(one, other) else None
        found += [made.kind] if made else []
    return min(found, key=lambda kind: _ORDER[kind], default=None) or NO_PAIR


def main() -> None:
    """Prints the agreement on one part of all sets: `python -m tests.quality.conflict_judge dev`."""
    import sys

    from graph.requirements.extract import extract
    from tests.quality.conflict_scores import APART, JUDGED, MEETING, OTHER, ROUNDS, pairs, score_pairs

    for path in (JUDGED, OTHER, ROUNDS, APART, MEETING):
        print(path.stem, score_pairs(judge_with(extract), pairs(sys.argv[1], path)), sep="\n")


if __name__ == "__main__":
    main()

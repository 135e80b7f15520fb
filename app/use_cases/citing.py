"""Citations of places in sources, made without an index: document, version, clause, page, boxes and words."""

from __future__ import annotations

from typing import Any

from app.use_cases.sources import anchor_text
from app.wording import clause_text, timecode
from graph.demands import Requirement
from graph.governing import Governing
from graph.impact import Texts
from graph.model import Clause, Evidence, Passage, Source, Span
from graph.store import Reader
from graph.vocabulary import SourceKind
from retrieval.answering.citations import merge_lines, page_of

Json = dict[str, Any]

_SPOKEN = frozenset({SourceKind.TRANSCRIPT, SourceKind.MAIL})
"""Kinds of which a passage has a speaker or a time."""


class Citer:
    """Cites places of the sources of one moment.

    Held by a block that keeps `store` open.
    """

    def __init__(self, store: Reader, governing: Governing) -> None:
        self.governing = governing
        self._store = store
        self._texts = Texts(store)

    def cite(self, source_id: str, span: Span | None, n: int = 1, clause_id: str | None = None) -> Json:
        """The citation as `interfaces.md` §3 has it; without quote, clause and page where there is no span.

        Args:
            clause_id: Of the clause in which it stands; None to look for it.
        """
        snapshot = self.governing.snapshot
        source, description = snapshot.sources[source_id], snapshot.descriptions[source_id]
        clause = self._clause(source_id, span, clause_id)
        path = clause.path if clause else None
        verdict = self.governing.of_passage(source_id, path, span) if span else self.governing.of_source(source_id)
        return {
            "n": n,
            "source_id": source_id,
            "work": description.number or description.title or source.remote_id,
            "title": description.title,
            "version": description.version,
            "kind": description.kind,
            "authority": description.authority,
            "date": anchor_text(description.date),
            "clause": clause.label if clause else None,
            **self._on_page(source, span),
            **self._spoken(source, span),
            "row": None,
            "column": None,
            "quote": self._store.text(source_id, span) if span else None,
            "span": [span.start, span.end] if span else None,
            "signal": verdict.text_signal,
            "uri": source.uri,
        }

    def cite_demand(self, requirement: Requirement, n: int = 1) -> Json:
        """The citation of a requirement; of a table's cell, with the words of its row and of its column's head."""
        cited = self.cite(requirement.source_id, requirement.span, n, requirement.clause_id)
        subject = requirement.subject_span
        is_cell = subject is None or not requirement.span.covers(subject)
        return cited | self._in_table(requirement.source_id, requirement.span) if is_cell else cited

    def evidence(self, source_id: str, span: Span) -> Evidence:
        """The words of a place as evidence."""
        return Evidence(source_id, span, self._store.text(source_id, span))

    def _clause(self, source_id: str, span: Span | None, clause_id: str | None) -> Clause | None:
        """The clause of that id, else the smallest that holds the start of the span."""
        if span is None:
            return None
        if clause_id is not None:
            return self._store.get(Clause, clause_id)
        clauses = self._texts.clauses(source_id).values()
        holding = [c for c in clauses if c.span.start <= span.start < c.span.end]
        return min(holding, key=lambda c: (len(c.span), c.id), default=None)

    def _on_page(self, source: Source, span: Span | None) -> Json:
        page = page_of(source, span) if span else None
        if page is None or span is None:
            return {"page": None, "boxes": []}
        boxes = self._store.char_boxes(source.id, page.number)
        low, high = span.start - page.span.start, min(span.end, page.span.end) - page.span.start
        lines = merge_lines(boxes[low:high]) if len(boxes) else []
        return {"page": page.number, "boxes": [[box.x0, box.y0, box.x1, box.y1] for box in lines]}

    def _spoken(self, source: Source, span: Span | None) -> Json:
        passage = self._passage(source.id, span) if span else None
        said = (passage.turn_at(span) or passage) if passage and span else None
        return {
            "start_s": said.start_s if said else None,
            "end_s": said.end_s if said else None,
            "speaker": said.speaker if said else None,
        }

    def _in_table(self, source_id: str, span: Span) -> Json:
        """The words of the row of a cell and of the head of its column; nothing for what stands in no table."""
        found = next((p for p in self._texts.passages(source_id) if p.cells and p.span.covers(span)), None)
        cell = next((c for c in found.cells if c.span.covers(span)), None) if found else None
        if found is None or cell is None:
            return {}
        row = [self._store.text(source_id, c.span) for c in found.cells if c.row == cell.row]
        heads = [c for c in found.cells if c.column == cell.column and c.header and c.row < cell.row]
        column = [self._store.text(source_id, c.span) for c in heads]
        return {"row": " · ".join(filter(None, row)) or None, "column": " · ".join(filter(None, column)) or None}

    def _passage(self, source_id: str, span: Span) -> Passage | None:
        if self.governing.snapshot.descriptions[source_id].kind not in _SPOKEN:
            return None
        return next((one for one in self._texts.passages(source_id) if one.span.overlaps(span)), None)


def place_text(citation: Json) -> str:
    """Where a citation stands, for people: document, version, clause, page or time, date."""
    work, title = citation["work"], citation["title"]
    parts = [
        work if not title or title == work else f"{work}, {title}",
        citation["version"],
        clause_text(citation["clause"]),
        f"page {citation['page']}" if citation["page"] else None,
        timecode(citation["start_s"]),
        citation["speaker"],
        citation["date"],
    ]
    return " · ".join(dict.fromkeys(part for part in parts if part))


def cell_text(citation: Json) -> str | None:
    """Where in a table a quote stands, for people; None where it stands in none."""
    if not citation["row"]:
        return None
    row = f"in the row “{' '.join(citation['row'].split())}”"
    return f"{row} under “{' '.join(citation['column'].split())}”" if citation["column"] else row

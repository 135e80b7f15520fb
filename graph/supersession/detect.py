"""All detectors over one document."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from graph.model import Edge
from graph.supersession.amendments import amendments, answers
from graph.supersession.certify import defer_to_header, state_of
from graph.supersession.changelogs import change_log
from graph.supersession.citations import citations
from graph.supersession.corrections import corrected, corrections
from graph.supersession.declarations import declarations
from graph.supersession.headers import bare_fields, header_fields
from graph.supersession.incorporated import incorporated
from graph.supersession.listings import listed_acts
from graph.supersession.registers import is_index, register_entries, register_tables
from graph.supersession.renumbered import renumbered
from graph.supersession.scopes import ended_revisions, partial_revisions
from graph.supersession.stamps import stamps
from graph.supersession.terms import terms
from graph.supersession.transitions import transitions
from graph.supersession.view import DocumentView, Finding, to_edge
from graph.supersession.withdrawn import withdrawn_clauses, withdrawn_designation
from graph.vocabulary import EdgeState

__all__ = ["DocumentView", "detect"]

Detector = Callable[[DocumentView], Iterable[Finding]]

LISTING: tuple[Detector, ...] = (register_entries, register_tables, change_log)
"""What documents say about others by listing them."""

STATING: tuple[Detector, ...] = (
    header_fields,
    bare_fields,
    declarations,
    listed_acts,
    stamps,
    partial_revisions,
    ended_revisions,
    amendments,
    corrections,
    answers,
    withdrawn_clauses,
    withdrawn_designation,
    transitions,
    terms,
    renumbered,
    incorporated,
    citations,
)
"""What documents say by themselves; the sentences of a running index are entries, not statements."""


def detect(view: DocumentView, certifying: Collection[str] | None = None) -> list[Edge]:
    """The edges that a document's own words state, ordered by id.

    Ends are this source and the ids of works, whether or not they are held yet, so the order in which
    documents arrive does not matter. Every edge has its words as evidence. What the project does not
    trust by rule is `proposed`.

    Args:
        certifying: Methods that certify by themselves; None for those of the table.
    """
    edges: dict[str, Edge] = {}
    base = corrected(view)
    for detector in LISTING if is_index(view) else (*STATING, *LISTING):
        for finding in detector(view):
            edge = to_edge(view, finding, state_of(finding, view.description, certifying, base.key if base else None))
            kept = edges.get(edge.id)
            if kept is None or (kept.state is EdgeState.PROPOSED and edge.state is EdgeState.CERTIFIED):
                edges[edge.id] = edge
    return defer_to_header((edges[identifier] for identifier in sorted(edges)), view.source.id)

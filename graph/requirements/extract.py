"""Requirements of one document: all readers, without repetitions, each with its id and its clause."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from itertools import takewhile

from graph.demands import Requirement
from graph.identity import requirement_id
from graph.requirements.conditions import scope_of
from graph.requirements.deleted import without_deleted
from graph.requirements.draft import Draft, said_outside
from graph.requirements.frames import SECTION
from graph.requirements.patterns import grammar
from graph.requirements.prose import read as read_prose
from graph.requirements.tables import read as read_tables
from graph.spans import Span
from graph.supersession.view import DocumentView

Scope = tuple[tuple[str, str], ...]
Reader = Callable[[DocumentView], Iterable[Draft]]

_COVER_LINES = 4

_READERS: tuple[Reader, ...] = (read_prose, read_tables)
"""In the order in which they are believed: what a later one reads again is left out."""


def extract(view: DocumentView, recorded_at: datetime) -> list[Requirement]:
    """What a document demands, in the order of its text; of the same read twice, the surer stays."""
    found: dict[str, Requirement] = {}
    whole, drafts = _scope_of_document(view), list(without_deleted(view.text, _drafts(view)))
    things = defaultdict[Span, set[str]](set)
    for draft in drafts:
        things[draft.span].add(draft.subject.words)
    for draft in drafts:
        said = said_outside(view.text, draft) if len(things[draft.span]) == 1 else ""
        requirement = replace(_requirement(view, draft, recorded_at, whole), said=said)
        before = found.get(requirement.id)
        if before is None or before.confidence < requirement.confidence:
            found[requirement.id] = requirement
    return sorted(found.values(), key=lambda one: (one.span, one.id))


def _drafts(view: DocumentView) -> Iterator[Draft]:
    for reader in _READERS:
        yield from reader(view)


def _requirement(view: DocumentView, draft: Draft, recorded_at: datetime, whole: Scope) -> Requirement:
    values = "|".join(value.written for value in draft.values)
    conditions = "|".join(condition.text for condition in draft.conditions)
    slot = "\n".join([draft.subject.words, draft.property.words, draft.comparator, values, conditions])
    return Requirement(
        id=requirement_id(view.source.id, draft.span.start, draft.span.end, slot),
        source_id=view.source.id,
        clause_id=_clause_id(view, draft.span.start),
        span=draft.span,
        subject=draft.subject.words,
        property=draft.property.words,
        comparator=draft.comparator,
        values=draft.values,
        modality=draft.modality,
        confidence=draft.confidence,
        method=draft.method,
        recorded_at=recorded_at,
        tolerance=draft.tolerance,
        combine=draft.combine,
        conditions=draft.conditions,
        scope=_scope(whole, _without_title(view, draft.scope)),
        subject_span=draft.subject.span,
        property_span=draft.property.span,
        language=draft.language,
    )


def _scope(outer: Iterable[tuple[str, str]], inner: Iterable[tuple[str, str]]) -> Scope:
    """What a statement is limited to, and what it stands in limits where it names nothing of that dimension."""
    own = set(inner)
    named = {dimension for dimension, _ in own}
    return tuple(sorted({*own, *(row for row in outer if row[0] not in named)}))


def _without_title(view: DocumentView, scope: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The scope, where the title of the document is no section."""
    title = (view.description.title or "").casefold()
    for dimension, words in scope:
        kept = [part for part in words.split(" / ") if part.casefold() != title] if dimension == SECTION else [words]
        if kept:
            yield dimension, " / ".join(kept)


def _scope_of_document(view: DocumentView) -> Scope:
    """What its title or cover limits all of a document to."""
    found: Scope = ()
    for words in _titles(view):
        found = _scope(scope_of([words], grammar("en")), found)
    return found


def _titles(view: DocumentView) -> Iterator[str]:
    """The title and, of a cover of several lines, those under it."""
    if view.description.title:
        yield view.description.title
    cover = list(takewhile(lambda block: block.kind == "heading", view.blocks[:_COVER_LINES]))
    if len(cover) == _COVER_LINES:
        yield from (view.text[block.span.start : block.span.end] for block in cover)


def _clause_id(view: DocumentView, position: int) -> str | None:
    """Id of the smallest clause that holds a position."""
    holding = [clause for clause in view.clauses if clause.span.start <= position < clause.span.end]
    return min(holding, key=lambda clause: (len(clause.span), clause.id)).id if holding else None

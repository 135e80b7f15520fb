"""What retrieval works on: an index and the graph it was built from, as one consistent view."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from graph.claims import Description
from graph.conflicts.engine import parties_of
from graph.conflicts.record import Conflict, Party
from graph.conflicts.register import Standing, fold, steps_by_subject
from graph.copies import content_of, copies_among
from graph.demands import ConceptLink, RegisterStep, Requirement
from graph.errors import NotFound
from graph.governing import Governing, Verdict
from graph.model import Clause, Passage, Source, Span
from graph.precedence import Precedence
from graph.references import find_references
from graph.requirements.concepts import Concepts
from graph.requirements.slots import slot_of, slots_of
from graph.snapshot import Snapshot, load_snapshot
from graph.store import GraphStore
from graph.time import Moment
from graph.vocabulary import ClaimField, Ground
from retrieval.model import Query
from retrieval.protocols import SearchIndex
from retrieval.subjects import Subjects

N = TypeVar("N", Passage, Clause)

KEPT_NODES = 50_000
"""Passages, and clauses, that are kept in memory before all are forgotten."""
KEPT_SOURCES = 128
"""Sources of which all passages, or all requirements, are kept in memory, those used last."""
CLAUSE_DEPTH = 40
"""Passages that are looked at for a clause address."""


class Corpus:
    """An index, and the store's sources, verdicts and texts as they stood at one generation.

    Args:
        seen: The sources that there are at all; None for every one.
    """

    def __init__(
        self, store: GraphStore, index: SearchIndex, generation: int, seen: frozenset[str] | None = None
    ) -> None:
        self.store = store
        self.index = index
        self.generation = generation
        self._seen = seen
        names, self._row_codes = np.unique(np.array(index.source_ids, dtype=str), return_inverse=True)
        self._row_names: list[str] = names.tolist()
        self.snapshot = lru_cache(maxsize=8)(self._load_snapshot)
        self.governing = lru_cache(maxsize=32)(self._govern)
        self.subjects = lru_cache(maxsize=8)(self._subjects)
        self.names = lru_cache(maxsize=8)(self._names)
        self.idf = lru_cache(maxsize=100_000)(self._idf)
        self.copies = lru_cache(maxsize=8)(self._copies)
        self._views = lru_cache(maxsize=16)(self._view)
        self.passages_of = lru_cache(maxsize=KEPT_SOURCES)(self._read_passages)
        self.requirements_of = lru_cache(maxsize=KEPT_SOURCES)(self._read_requirements)
        self._longest_requirement = lru_cache(maxsize=KEPT_SOURCES)(self._measure_requirements)
        self.requirements_by_slot = lru_cache(maxsize=KEPT_SOURCES)(self._group_requirements)
        self.concepts = lru_cache(maxsize=8)(self._read_concepts)
        self._steps = lru_cache(maxsize=8)(self._read_steps)
        self._passages: dict[str, Passage] = {}
        self._clauses: dict[str, Clause] = {}

    def _load_snapshot(self, known_at: datetime | None) -> Snapshot:
        with self.store.read() as reader:
            return load_snapshot(reader, known_at, sees=self._seen.__contains__ if self._seen is not None else None)

    def seen_by(self, query: Query) -> Corpus:
        """This corpus without what the query may not see: to it, that is as if it had never been there.

        Not only texts are left out but all that rests on them: edges, verdicts, names, counts.
        """
        readable = self.readable_sources(query)
        everything = self.snapshot(query.moment.known_at).sources.keys() | self.snapshot(None).sources.keys()
        return self if readable == everything else self._views(readable)

    def _view(self, seen: frozenset[str]) -> Corpus:
        return Corpus(self.store, self.index, self.generation, seen)

    @cached_property
    def _rows(self) -> NDArray[np.bool_] | None:
        """Rows of the sources that there are; None for all."""
        return None if self._seen is None else self.rows_of(self._seen)

    def _idf(self, term: str) -> float:
        return self.index.idf(term, self._rows)

    def _govern(self, moment: Moment, precedence: Precedence | None = None) -> Governing:
        return Governing(self.snapshot(moment.known_at), moment, precedence)

    def _copies(self, moment: Moment) -> dict[str, tuple[str, ...]]:
        """By the copy of a message, or of what is attached to it, that stands for all of them: all, itself first.

        One that was taken back stands before one that was not, then one that a person has ranked: what was decided
        about a copy holds for the message.
        """
        governing = self.governing(moment)
        with self.store.read() as reader:
            sets = copies_among(governing.snapshot, content_of(reader))
        ordered = (sorted(copies, key=lambda one: self._standing_of_copy(governing, one)) for copies in sets)
        return {copies[0]: tuple(copies) for copies in ordered}

    def _standing_of_copy(self, governing: Governing, source_id: str) -> tuple[bool, bool]:
        ground = governing.snapshot.descriptions[source_id].ground_of(ClaimField.AUTHORITY)
        return governing.of_source(source_id).stands, ground is not Ground.PERSON

    def _subjects(self, known_at: datetime | None) -> Subjects:
        return Subjects(self.snapshot(known_at), self.index.terms)

    def _names(self, known_at: datetime | None) -> tuple[str, ...]:
        """Numbers and aliases that are not of a known notation, so that a text is searched for them too."""
        snapshot = self.snapshot(known_at)
        names = {n for d in snapshot.descriptions.values() for n in (d.number, *d.aliases) if n}
        return tuple(sorted(name for name in names if not _is_notation(name)))

    def passages(self, identifiers: Iterable[str]) -> dict[str, Passage]:
        """The passages with these ids, by id, with their clauses made ready."""
        wanted = list(dict.fromkeys(identifiers))
        self._fetch(Passage, self._passages, wanted)
        found = {identifier: self._passages[identifier] for identifier in wanted if identifier in self._passages}
        self._fetch(Clause, self._clauses, [p.clause_id for p in found.values() if p.clause_id])
        return found

    def _fetch(self, kind: type[N], kept: dict[str, N], identifiers: list[str]) -> None:
        """Reads what is not kept yet, in one view of the store; forgets all when too much is kept."""
        missing = [identifier for identifier in identifiers if identifier not in kept]
        if not missing:
            return
        if len(kept) > KEPT_NODES:
            kept.clear()
            missing = identifiers
        with self.store.read() as reader:
            for node in reader.find(kind, ids=missing, history=True):
                kept[node.id] = node

    def _clause(self, clause_id: str, source_id: str) -> Clause | None:
        """A clause of a source; with one that is not kept come all of its source, which are asked for next."""
        if clause_id not in self._clauses:
            if len(self._clauses) > KEPT_NODES:
                self._clauses.clear()
            with self.store.read() as reader:
                found = reader.find(Clause, source_id=source_id, history=True)
                self._clauses.update((clause.id, clause) for clause in found)
        return self._clauses.get(clause_id)

    def passage_at(self, source_id: str, position: int) -> Passage | None:
        """The passage of a source that holds a position of its text; the first of several."""
        return self.passage_over(source_id, Span(position, position + 1))

    def passage_over(self, source_id: str, span: Span) -> Passage | None:
        """The passage of a source that shares characters with a span of its text; the first of several."""
        return next((passage for passage in self.passages_of(source_id) if passage.span.overlaps(span)), None)

    def _read_passages(self, source_id: str) -> tuple[Passage, ...]:
        with self.store.read() as reader:
            return tuple(reader.find(Passage, source_id=source_id))

    def _read_requirements(self, source_id: str, known_at: datetime | None) -> tuple[Requirement, ...]:
        with self.store.read() as reader:
            found = reader.find(Requirement, source_id=source_id, known_at=known_at)
            return tuple(sorted(found, key=lambda one: (one.span, one.id)))

    def requirements_over(self, source_id: str, span: Span, known_at: datetime | None) -> list[Requirement]:
        """The requirements of a source that share characters with a span of its text, in order."""
        every, start = self.requirements_of(source_id, known_at), attrgetter("span.start")
        first = bisect_left(every, span.start - self._longest_requirement(source_id, known_at), key=start)
        last = bisect_left(every, span.end, lo=first, key=start)
        return [one for one in every[first:last] if one.span.overlaps(span)]

    def _measure_requirements(self, source_id: str, known_at: datetime | None) -> int:
        """Characters of the longest requirement of a source."""
        return max((len(one.span) for one in self.requirements_of(source_id, known_at)), default=0)

    def _group_requirements(
        self, source_id: str, known_at: datetime | None, project: str
    ) -> dict[tuple[str, str], list[Requirement]]:
        """The requirements of a source by what two must share to be compared."""
        concepts, found = self.concepts(known_at, project), defaultdict[tuple[str, str], list[Requirement]](list)
        for one in self.requirements_of(source_id, known_at):
            for key in dict.fromkeys(slot.key() for slot in slots_of(one, concepts, slot_of(one, concepts))):
                found[key].append(one)
        return dict(found)

    def _read_concepts(self, known_at: datetime | None, project: str) -> Concepts:
        with self.store.read() as reader:
            return Concepts(reader.find(ConceptLink, known_at=known_at), project)

    def _read_steps(self, known_at: datetime | None) -> dict[str, list[RegisterStep]]:
        with self.store.read() as reader:
            return steps_by_subject(reader.find(RegisterStep, known_at=known_at))

    def parties(self, requirements: Iterable[Requirement], query: Query) -> list[Party]:
        """Requirements with their slots, and how their texts stand at the moment of a query."""
        governing, known_at = self.governing(query.moment), query.moment.known_at
        found = list(requirements)
        partly = governing.snapshot.clauses.keys()
        places = {(one.clause_id, one.source_id) for one in found if one.clause_id and one.source_id in partly}
        clauses = [self._clause(*place) for place in sorted(places)]
        paths = {clause.id: clause.path for clause in clauses if clause}
        return parties_of(found, governing, self.concepts(known_at, query.project or ""), query.project, paths)

    def standing(self, conflict: Conflict, known_at: datetime | None) -> Standing:
        """Where a conflict stands in the register."""
        return fold(self._steps(known_at).get(conflict.id, ()), conflict.values)

    def clauses_at(self, address: str) -> list[Clause]:
        """Clauses whose path is that address, in any source, found by their number in the lexical lane."""
        wanted = address.casefold()
        found: dict[str, Clause] = {}
        hits = self.index.lanes["lexical"].search(address, CLAUSE_DEPTH, self._rows).hits
        for passage in self.passages(hit.passage_id for hit in hits).values():
            clause = self.clause_of(passage)
            while clause is not None:
                if clause.path.casefold() == wanted:
                    found[clause.id] = clause
                clause = self._clause(clause.parent_id, clause.source_id) if clause.parent_id else None
        return sorted(found.values(), key=lambda clause: (clause.source_id, clause.span))

    def source_of(self, passage_id: str) -> str:
        """The source of an indexed passage."""
        row = self.index.row_of(passage_id)
        if row is None:
            raise NotFound("passage", passage_id)
        return self.index.source_ids[row]

    def clause_of(self, passage: Passage) -> Clause | None:
        """The clause that a passage is part of."""
        return self._clause(passage.clause_id, passage.source_id) if passage.clause_id else None

    def source(self, source_id: str, known_at: datetime | None = None) -> Source:
        """A source of the snapshot."""
        return self.snapshot(known_at).sources[source_id]

    def description(self, source_id: str, known_at: datetime | None = None) -> Description:
        """What a source's claims say of it."""
        return self.snapshot(known_at).descriptions[source_id]

    def verdict(self, passage: Passage, moment: Moment, span: Span | None = None) -> Verdict:
        """What governs says of a passage, or of a span within it."""
        clause = self.clause_of(passage)
        path = clause.path if clause else None
        return self.governing(moment).of_passage(passage.source_id, path, span or passage.span)

    def text(self, source_id: str, span: Span) -> str:
        """Characters of a source's normalised text."""
        with self.store.read() as reader:
            return reader.text(source_id, span)

    def readable_sources(self, query: Query) -> frozenset[str]:
        """Sources that exist for this query: recorded by then, of its project, open to its reader today."""
        present = self.snapshot(None).sources
        known = self.snapshot(query.moment.known_at).sources
        return frozenset(name for name, source in known.items() if is_readable(present.get(name, source), query))

    def rows_of(self, source_ids: frozenset[str]) -> NDArray[np.bool_]:
        """`bool[rows]`: which index rows belong to these sources."""
        wanted = np.array([name in source_ids for name in self._row_names], dtype=np.bool_)
        rows: NDArray[np.bool_] = wanted[self._row_codes]
        return rows


def _is_notation(name: str) -> bool:
    found = find_references(name)
    return len(found) == 1 and found[0].text == name


def is_readable(source: Source, query: Query) -> bool:
    """Whether the reader may see the source and it belongs to the query's project or to all."""
    in_project = query.project is None or source.project in (query.project, "")
    return in_project and not query.principals.isdisjoint(source.acl)


def load_corpus(store: GraphStore, index: SearchIndex) -> Corpus:
    """The corpus of the store as it stands."""
    return Corpus(store, index, store.generation())

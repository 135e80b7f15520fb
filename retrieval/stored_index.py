"""The index that is kept with the graph: what `retrieval.index` offers, without a file on this machine."""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from graph.passage_search import IndexedPassage, IndexedSource, PassageSearch
from graph.progress import Progress
from graph.time import now_utc
from retrieval.embedders.vector_cache import embed_cached
from retrieval.index import IndexEntry
from retrieval.lanes.lexical import K1, B, inverse_document_frequency
from retrieval.lanes.stored_terms import StoredLexicalLane
from retrieval.lanes.stored_vectors import StoredVectorLane
from retrieval.lanes.term_table import TermTable
from retrieval.manifest import FORMAT, IndexDamaged, IndexMissing, IndexStale, Manifest, check_fit
from retrieval.protocols import Embedder, Lane
from retrieval.tokenizer import terms, version

_BATCH_PASSAGES = 500


class StoredIndex:
    """A `retrieval.protocols.SearchIndex` over passages that the graph's store searches.

    In memory are the ids by row and how many passages of each source hold a term.
    """

    def __init__(
        self, search: PassageSearch, sources: Sequence[IndexedSource], manifest: Manifest, embedder: Embedder
    ) -> None:
        """Serves what was written of these sources; use `open_stored_index`."""
        placed = sorted((name, number) for number, one in enumerate(sources) for name in one.passage_ids)
        self.manifest = manifest
        self.passage_ids: tuple[str, ...] = tuple(name for name, _ in placed)
        self.source_ids: tuple[str, ...] = tuple(sources[number].source_id for _, number in placed)
        self._owners = np.array([number for _, number in placed], np.int32)
        self._sizes = np.array([len(source.passage_ids) for source in sources], np.int64)
        self._table = TermTable(sources)
        self._search = search
        self._held: tuple[NDArray[np.bool_], NDArray[np.bool_]] | None = None
        lanes = (
            StoredVectorLane(search, embedder, self.passage_ids, self.row_of),
            StoredLexicalLane(search, self._table, self.passage_ids, self.row_of),
        )
        self.lanes: dict[str, Lane] = {lane.name: lane for lane in lanes}

    def __len__(self) -> int:
        return len(self.passage_ids)

    @property
    def vocabulary(self) -> int:
        """Different terms of all passages."""
        return len(self._table)

    @property
    def tokens(self) -> int:
        """Terms of all passages together."""
        return self._table.tokens

    def row_of(self, passage_id: str) -> int | None:
        """Row of a passage; None where it is not in the index."""
        row = bisect_left(self.passage_ids, passage_id)
        return row if row < len(self) and self.passage_ids[row] == passage_id else None

    def terms(self, text: str) -> list[str]:
        """The terms of a text, see `retrieval.tokenizer.terms`."""
        return terms(text)

    def idf(self, term: str, allowed: NDArray[np.bool_] | None = None) -> float:
        """How rare a term is among the allowed rows; highest for one that no passage holds."""
        if allowed is None:
            return inverse_document_frequency(self._table.passages_with(term), len(self))
        held = self._whole(allowed)
        return inverse_document_frequency(self._table.passages_with(term, held), int(self._sizes[held].sum()))

    def vocabulary_of(self, allowed: NDArray[np.bool_]) -> int:
        """Different terms of the allowed rows."""
        return self._table.vocabulary_of(self._whole(allowed))

    def passages_with(self, term: str) -> int:
        """How many passages hold a term."""
        return self._table.passages_with(term)

    def check_fit(self, embedder: Embedder, passages_version: str | None) -> None:
        """Goes on only where the index was built by the means now in use, see `retrieval.manifest.check_fit`."""
        check_fit(self._search.place, self.manifest, embedder.name, passages_version)

    def verify(self) -> None:
        """Counts what is searched.

        Raises:
            IndexDamaged: Passages have lost their terms or vectors.
        """
        found = self._search.count(self.manifest.embedder)
        if found != len(self) or self.manifest.passages != len(self):
            raise IndexDamaged(self._search.place, f"{found} of {self.manifest.passages} passages can be searched")

    def _whole(self, allowed: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The sources whose rows these are, `bool[sources]`; the last answer is kept.

        Raises:
            ValueError: Only a part of a source is allowed.
        """
        kept = self._held
        if kept is not None and kept[0] is allowed:
            return kept[1]
        counts = np.bincount(self._owners[allowed], minlength=len(self._sizes))
        held: NDArray[np.bool_] = counts == self._sizes
        if counts[~held].any():
            raise ValueError("terms are counted by whole sources")
        self._held = (allowed, held)
        return held


def open_stored_index(search: PassageSearch, embedder: Embedder) -> StoredIndex:
    """Opens what was written.

    Args:
        embedder: Encodes queries; must be the one that encoded the passages.

    Raises:
        IndexMissing: Nothing has been written, or a rebuilding has not come to its end.
        IndexDamaged: What was written does not fit together.
        IndexStale: It was written with another embedder, tokenizer or format.
    """
    manifest = stored_manifest(search)
    check_fit(search.place, manifest, embedder.name, None)
    return StoredIndex(search, search.sources(), manifest, embedder)


def stored_manifest(search: PassageSearch) -> Manifest:
    """The manifest alone.

    Raises:
        IndexMissing, IndexDamaged, IndexStale: As `open_stored_index`.
    """
    note = search.seal()
    if note is None:
        raise IndexMissing(search.place)
    try:
        data = json.loads(note)
        if data["format"] != FORMAT:
            raise IndexStale(search.place, "format", data["format"], FORMAT)
        return Manifest(**data)
    except (ValueError, KeyError, TypeError) as error:
        raise IndexDamaged(search.place, "its seal cannot be read") from error


def fill_stored_index(
    search: PassageSearch,
    entries: Mapping[str, Sequence[IndexEntry]],
    embedder: Embedder,
    vectors: Path,
    progress: Progress,
    *,
    anew: bool = False,
) -> None:
    """Writes the passages of these sources, without those that are there; it may be cut off at any moment.

    Args:
        entries: By source, ascending by passage id, each once; a source without any is forgotten.
        vectors: File of the vectors computed before, see `retrieval.embedders.vector_cache`.
        progress: Stages `embed` and `store`.
        anew: Whether to write those that are there as well.
    """
    there = search.digests()
    digests = {source_id: _digest(held, embedder) for source_id, held in entries.items() if held}
    search.drop_sources(sorted(name for name in entries if name in there and name not in digests))
    missing = [name for name, digest in digests.items() if anew or there.get(name) != digest]
    new = [entry for name in missing for entry in entries[name]]
    if not new:
        return
    rows = embed_cached(vectors, [entry.embed_text for entry in new], embedder, progress)
    done = 0
    for source_id, written in groupby(_written(search, new, rows, embedder), key=lambda pair: pair[0].source_id):
        held = [*written]
        search.add_source(_source(source_id, held, digests[source_id]))
        done += len(held)
        progress("store", done, len(new))


def seal_stored_index(search: PassageSearch, embedder: Embedder, built_from: tuple[int, str]) -> StoredIndex:
    """Notes that all passages of a state of the store can be searched, and opens the index.

    Args:
        built_from: `GraphStore.generation()` and `GraphStore.passages_version()` of that state.
    """
    sources = search.sources()
    manifest = Manifest(
        format=FORMAT,
        store_generation=built_from[0],
        passages_version=built_from[1],
        built_at=now_utc().isoformat(timespec="seconds"),
        embedder=embedder.name,
        dimensions=embedder.dimensions,
        tokenizer=version(),
        k1=K1,
        b=B,
        passages=sum(len(source.passage_ids) for source in sources),
        sources=len(sources),
        vocabulary=len({term for source in sources for term in source.terms}),
        tokens=sum(source.tokens for source in sources),
        files={},
    )
    search.set_seal(json.dumps(asdict(manifest)))
    return StoredIndex(search, sources, manifest, embedder)


def _written(
    search: PassageSearch, entries: Sequence[IndexEntry], vectors: NDArray[np.float32], embedder: Embedder
) -> Iterator[tuple[IndexEntry, list[str]]]:
    """Each entry with its terms, once it has been written."""
    for start in range(0, len(entries), _BATCH_PASSAGES):
        some = entries[start : start + _BATCH_PASSAGES]
        found = [terms(entry.lexical_text) for entry in some]
        rows = vectors[start : start + _BATCH_PASSAGES]
        passages = zip(some, found, rows, strict=True)
        search.write([IndexedPassage(entry.passage_id, held, row) for entry, held, row in passages], embedder.name)
        yield from zip(some, found, strict=True)


def _source(source_id: str, written: Sequence[tuple[IndexEntry, list[str]]], digest: str) -> IndexedSource:
    return IndexedSource(
        source_id,
        tuple(entry.passage_id for entry, _ in written),
        Counter(term for _, held in written for term in dict.fromkeys(held)),
        sum(len(held) for _, held in written),
        digest,
    )


def _digest(entries: Sequence[IndexEntry], embedder: Embedder) -> str:
    """Of everything that decides what is written."""
    seen = hashlib.sha256(json.dumps([embedder.name, version()]).encode())
    for entry in entries:
        seen.update(json.dumps([entry.passage_id, entry.embed_text, entry.lexical_text]).encode())
    return seen.hexdigest()

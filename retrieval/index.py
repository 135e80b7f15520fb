"""The derived index: lanes over passages, built from the store and never the other way round.

On disk it is a directory of generations. A new one is written beside the old and then named in
`CURRENT` in one step, so a reader sees one or the other, whole; readers of an older one keep it
open. Anything that does not fit (damage, another embedder, another tokenizer) is refused.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from graph.disk import full_disk, tells_of_full_disk
from graph.errors import FixSetup
from graph.progress import Progress
from graph.time import now_utc
from retrieval.embedders.vector_cache import embed_cached
from retrieval.lanes.lexical import K1, B, LexicalLane, read_lexical, write_lexical
from retrieval.lanes.vector import VectorLane, read_vectors, write_vectors
from retrieval.manifest import (
    FORMAT,
    IndexDamaged,
    IndexMissing,
    IndexStale,
    IndexUnusable,
    Manifest,
    check_files,
    check_fit,
    read_manifest,
    seal_files,
    write_manifest,
)
from retrieval.protocols import Embedder, Lane
from retrieval.tokenizer import terms, version

__all__ = [
    "Index",
    "IndexDamaged",
    "IndexEntry",
    "IndexMissing",
    "IndexStale",
    "IndexUnusable",
    "build_index",
    "current_manifest",
    "open_index",
]

POINTER = "CURRENT"
VECTOR_CACHE = "vectors.sqlite"
_PREFIX = "generation-"
_SCRATCH = ".writing-"
_ATTEMPTS = 5
_TERMS_STEP = 500


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """One passage as the lanes see it.

    Attributes:
        embed_text: What the vector stands for.
        lexical_text: What the terms are taken from.
    """

    passage_id: str
    source_id: str
    embed_text: str
    lexical_text: str


class Index:
    """An opened generation; it does not change, whatever is built after it.

    Attributes:
        passage_ids: By row, ascending.
        source_ids: By row.
        lanes: `vector` and `lexical`.
    """

    def __init__(self, folder: Path, manifest: Manifest, embedder: Embedder) -> None:
        """Opens the files of a folder; use `open_index`."""
        rows = json.loads((folder / "rows.json").read_text("utf-8"))
        self.manifest = manifest
        self.passage_ids: tuple[str, ...] = tuple(rows["passages"])
        names = rows["sources"]
        self.source_ids: tuple[str, ...] = tuple(names[number] for number in rows["source_of"])
        self._folder = folder
        self._vectors = read_vectors(folder / "vectors.faiss")
        self._lexical = LexicalLane(read_lexical(folder / "lexical"), self.passage_ids)
        vector = VectorLane(self._vectors, embedder, self.passage_ids)
        self.lanes: dict[str, Lane] = {vector.name: vector, self._lexical.name: self._lexical}

    def __len__(self) -> int:
        return len(self.passage_ids)

    def row_of(self, passage_id: str) -> int | None:
        """Row of a passage; None where it is not in the index."""
        row = bisect_left(self.passage_ids, passage_id)
        return row if row < len(self) and self.passage_ids[row] == passage_id else None

    def vector(self, row: int) -> NDArray[np.float32]:
        """The passage's unit vector, `float32[d]`."""
        vector: NDArray[np.float32] = self._vectors.reconstruct(row)
        return vector

    def terms(self, text: str) -> list[str]:
        """The terms of a text as the lexical lane takes them, see `retrieval.tokenizer.terms`."""
        return terms(text)

    def idf(self, term: str, allowed: NDArray[np.bool_] | None = None) -> float:
        """How rare a term is among the allowed rows, see `LexicalLane`; highest for one that no passage holds."""
        return self._lexical.idf(term, allowed)

    def vocabulary_of(self, allowed: NDArray[np.bool_]) -> int:
        """Different terms of the allowed rows, `bool[rows]`."""
        return self._lexical.vocabulary_of(allowed)

    def passages_with(self, term: str) -> int:
        """How many passages hold a term."""
        return self._lexical.passages_with(term)

    def verify(self) -> None:
        """Reads every file and compares it with its checksum.

        Raises:
            IndexDamaged: One differs.
        """
        check_files(self._folder, self.manifest, thoroughly=True)


def build_index(
    directory: Path,
    entries: Sequence[IndexEntry],
    embedder: Embedder,
    store_generation: int,
    progress: Progress,
    passages_version: str = "",
) -> Index:
    """Writes a new generation and makes it the current one; only texts never seen are encoded.

    Interrupted at any moment, the old generation stays current, and vectors computed so far are
    kept for the next run. One process may build at a time; any number may read meanwhile.

    Args:
        entries: In ascending order of passage id, each once.
        progress: Stages `embed` and `terms`.
        passages_version: Of the store that the entries were read from.

    Raises:
        FixSetup: The directory cannot be written.
        ValueError: The entries are out of order.
    """
    if any(left.passage_id >= right.passage_id for left, right in zip(entries, entries[1:], strict=False)):
        raise ValueError("index entries must ascend by passage id")
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for abandoned in directory.glob(f"{_SCRATCH}*"):  # by a build that was killed
            shutil.rmtree(abandoned, ignore_errors=True)
        texts = [entry.embed_text for entry in entries]
        vectors = embed_cached(directory / VECTOR_CACHE, texts, embedder, progress)
        with tempfile.TemporaryDirectory(dir=directory, prefix=_SCRATCH) as scratch, _shortage(directory):
            folder = Path(scratch) / "new"
            folder.mkdir()
            write_vectors(folder / "vectors.faiss", vectors)
            counts = _write_rows(folder, entries) | _write_terms(folder, entries, progress)
            built_from = (store_generation, passages_version)
            write_manifest(folder, _manifest(folder, embedder, built_from, counts))
            _publish(directory, folder)
    except OSError as error:
        raise FixSetup(f"cannot write the index in {directory}: {error.strerror or error}") from error
    return open_index(directory, embedder)


@contextmanager
def _shortage(directory: Path) -> Iterator[None]:
    """Tells a full disk from other errors while what filled it is still there."""
    try:
        yield
    except OSError as error:
        if tells_of_full_disk(error, directory):
            raise full_disk(directory) from error
        raise


def open_index(
    directory: Path, embedder: Embedder, passages_version: str | None = None, *, thoroughly: bool = False
) -> Index:
    """Opens the current generation. Files are mapped, not read; their sizes are checked.

    Args:
        embedder: Encodes queries; must be the one that encoded the passages.
        passages_version: If given, the passages that the index must hold.
        thoroughly: Whether to read every file and compare its checksum first, about 0.1 s for 100 MB.

    Raises:
        IndexMissing: None has been built.
        IndexDamaged: A file is missing or not as it was written.
        IndexStale: It was built with another embedder, tokenizer or format, or from another
            generation of the store.
    """
    for _ in range(_ATTEMPTS):
        folder = _current(directory)
        try:
            manifest = read_manifest(folder)
            check_fit(directory, manifest, embedder.name, passages_version)
            check_files(folder, manifest, thoroughly=thoroughly)
            return Index(folder, manifest, embedder)
        except (OSError, RuntimeError, ValueError, KeyError, IndexDamaged) as error:
            if _current(directory) == folder:  # else it was replaced and removed under our hands
                raise _as_damage(directory, error) from error
    raise IndexDamaged(directory, "it is replaced faster than it can be opened")


def current_manifest(directory: Path) -> Manifest:
    """The manifest of the current generation, without opening it.

    Raises:
        IndexMissing, IndexDamaged, IndexStale: As `open_index`.
    """
    folder = _current(directory)
    try:
        return read_manifest(folder)
    except OSError as error:
        raise _as_damage(directory, error) from error


def _as_damage(directory: Path, error: Exception) -> IndexDamaged:
    return error if isinstance(error, IndexDamaged) else IndexDamaged(directory, str(error).splitlines()[0])


def _current(directory: Path) -> Path:
    try:
        return directory / (directory / POINTER).read_text("utf-8").strip()
    except FileNotFoundError:
        raise IndexMissing(directory) from None
    except (OSError, ValueError) as error:
        raise IndexDamaged(directory, f"{POINTER} cannot be read") from error


def _manifest(folder: Path, embedder: Embedder, built_from: tuple[int, str], counts: dict[str, int]) -> Manifest:
    return Manifest(
        format=FORMAT,
        store_generation=built_from[0],
        passages_version=built_from[1],
        built_at=now_utc().isoformat(timespec="seconds"),
        embedder=embedder.name,
        dimensions=embedder.dimensions,
        tokenizer=version(),
        k1=K1,
        b=B,
        files=seal_files(folder),
        **counts,
    )


def _write_rows(folder: Path, entries: Sequence[IndexEntry]) -> dict[str, int]:
    names = sorted({entry.source_id for entry in entries})
    numbers = {name: number for number, name in enumerate(names)}
    rows = {
        "passages": [entry.passage_id for entry in entries],
        "sources": names,
        "source_of": [numbers[entry.source_id] for entry in entries],
    }
    (folder / "rows.json").write_text(json.dumps(rows), "utf-8")
    return {"passages": len(entries), "sources": len(names)}


def _write_terms(folder: Path, entries: Sequence[IndexEntry], progress: Progress) -> dict[str, int]:
    found: list[list[str]] = []
    for entry in entries:
        found.append(terms(entry.lexical_text))
        if len(found) % _TERMS_STEP == 0:
            progress("terms", len(found), len(entries))
    write_lexical(folder / "lexical", found)
    progress("terms", len(entries), len(entries))
    vocabulary = len({term for passage in found for term in passage})
    return {"vocabulary": vocabulary, "tokens": sum(map(len, found))}


def _publish(directory: Path, folder: Path) -> None:
    """Moves a finished folder to its place and points to it; the one before it is kept for readers."""
    _flush(folder)
    numbers = [int(path.name.removeprefix(_PREFIX)) for path in directory.glob(f"{_PREFIX}[0-9]*")]
    number = max(numbers, default=0) + 1
    target = directory / f"{_PREFIX}{number:06}"
    folder.rename(target)
    draft = folder.parent / POINTER
    draft.write_text(target.name, "utf-8")
    _flush(folder.parent)
    os.replace(draft, directory / POINTER)
    for old in numbers:
        if old < number - 1:
            shutil.rmtree(directory / f"{_PREFIX}{old:06}", ignore_errors=True)


def _flush(folder: Path) -> None:
    """Waits until the files below a folder are on the disk."""
    for path in folder.rglob("*"):
        if path.is_file():
            with path.open("rb") as file:
                os.fsync(file.fileno())

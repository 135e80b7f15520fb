"""Vectors that were computed before, by embedder and text, so that only new texts are encoded.

One SQLite file; it may be deleted at any time, and a damaged one is thrown away.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from graph.disk import full_disk, has_no_space
from graph.errors import FixSetup, RetryLater
from graph.progress import Progress
from retrieval.protocols import Embedder

CHECKPOINT_TEXTS = 256
"""Texts between two commits: an interrupted run loses at most these."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS vector (
    embedder TEXT NOT NULL, text_sha256 BLOB NOT NULL, vector BLOB NOT NULL,
    PRIMARY KEY (embedder, text_sha256)
) WITHOUT ROWID
"""


def embed_cached(path: Path, texts: Sequence[str], embedder: Embedder, progress: Progress) -> NDArray[np.float32]:
    """The passage vectors of the texts, `float32[n, d]`; new ones are computed and kept in the file.

    Args:
        path: The cache file; created if need be.
        progress: Stage `embed`, counted in different texts, those found in the cache included.

    Raises:
        FixSetup: The file cannot be read or written.
        RetryLater: Another process holds it for longer than a minute.
    """
    keys = [hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest() for text in texts]
    wanted = dict(zip(keys, texts, strict=True))
    try:
        with closing(_open(path)) as cache:
            known = _load(cache, embedder, wanted)
            _encode_missing(cache, embedder, wanted, known, progress)
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", None)
        if code == sqlite3.SQLITE_FULL or has_no_space(path):
            raise full_disk(path) from error
        busy = code == sqlite3.SQLITE_BUSY
        raise (RetryLater if busy else FixSetup)(f"cannot use the vector cache {path}: {error}") from error
    vectors = np.empty((len(texts), embedder.dimensions), np.float32)
    for row, key in enumerate(keys):
        vectors[row] = known[key]
    return vectors


def copy_vectors(path: Path, to: Path) -> bool:
    """Copies the cache file, in whose use others may be; False where there is none.

    Raises:
        FixSetup: One of the files cannot be used.
    """
    if not path.exists():
        return False
    to.parent.mkdir(parents=True, exist_ok=True)
    try:
        with closing(sqlite3.connect(path, timeout=60)) as cache, closing(sqlite3.connect(to)) as copy:
            cache.backup(copy)
    except sqlite3.Error as error:
        raise FixSetup(f"cannot copy the vector cache {path} to {to}: {error}") from error
    return True


def _open(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        return _connect(path)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        for suffix in ("", "-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        return _connect(path)


def _connect(path: Path) -> sqlite3.Connection:
    cache = sqlite3.connect(path, timeout=60)
    try:
        cache.execute("PRAGMA journal_mode = WAL")
        cache.execute(_SCHEMA)
        cache.commit()
    except sqlite3.Error:
        cache.close()
        raise
    return cache


def _load(cache: sqlite3.Connection, embedder: Embedder, wanted: dict[bytes, str]) -> dict[bytes, NDArray[np.float32]]:
    rows = cache.execute("SELECT text_sha256, vector FROM vector WHERE embedder = ?", (embedder.name,))
    size = embedder.dimensions * 4
    return {key: np.frombuffer(blob, "<f4") for key, blob in rows if key in wanted and len(blob) == size}


def _encode_missing(
    cache: sqlite3.Connection,
    embedder: Embedder,
    wanted: dict[bytes, str],
    known: dict[bytes, NDArray[np.float32]],
    progress: Progress,
) -> None:
    missing = [key for key in wanted if key not in known]
    progress("embed", len(known), len(wanted))
    for start in range(0, len(missing), CHECKPOINT_TEXTS):
        keys = missing[start : start + CHECKPOINT_TEXTS]
        vectors = embedder.embed([wanted[key] for key in keys], "passage")
        known.update(zip(keys, vectors, strict=True))
        rows = [(embedder.name, key, vector.astype("<f4").tobytes()) for key, vector in zip(keys, vectors, strict=True)]
        with cache:
            cache.executemany("INSERT OR REPLACE INTO vector VALUES (?, ?, ?)", rows)
        progress("embed", len(known), len(wanted))

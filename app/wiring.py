"""The one place that names concrete classes and puts them together."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

from app.data_directory import STORE_FILE
from app.errors import NothingIngested
from app.settings import Settings
from graph.blobs import BlobStore, FileBlobs
from graph.embedded_store import EmbeddedStore
from graph.errors import FixSetup
from graph.locking import DataLock
from graph.receipts import ReceiptLog, SqliteReceipts
from graph.store import GraphStore
from retrieval.corpus import Corpus, load_corpus
from retrieval.embedders.choose import make_embedder
from retrieval.index import Index, current_manifest, open_index
from retrieval.protocols import Embedder
from retrieval.wording import Wording


class Services:
    """What the use cases work with: settings, store, originals, index; opened when first needed."""

    def __init__(self, settings: Settings, store: GraphStore, blobs: BlobStore) -> None:
        self.settings = settings
        self.store = store
        self.blobs = blobs
        self._lock = threading.Lock()
        self._corpus: Corpus | None = None
        self._wording: Wording | None = None

    @property
    def index_directory(self) -> Path:
        """Where the derived index is kept."""
        return self.settings.data / "index"

    @cached_property
    def embedder(self) -> Embedder:
        """The embedder of the settings; loading a model takes a moment the first time."""
        return make_embedder(
            self.settings.embedder, self.settings.cache, self.settings.threads, self.settings.ollama_url
        )

    @cached_property
    def receipts(self) -> ReceiptLog:
        """The log of what was answered."""
        return SqliteReceipts(self.settings.data / "receipts.sqlite")

    def wording(self) -> Wording:
        """How words of questions and texts meet; keeps the vectors of words it has seen."""
        with self._lock:
            if self._wording is None:
                self._wording = Wording(self.embedder)
            return self._wording

    def index(self, passages_version: str | None = None) -> Index:
        """The current index, its checksums checked: what has rotted on the disk is never searched.

        Args:
            passages_version: The passages of the store that it must hold; None where any will do.

        Raises:
            IndexMissing, IndexDamaged, IndexStale: As `retrieval.index.open_index`.
        """
        return open_index(self.index_directory, self.embedder, passages_version, thoroughly=True)

    def corpus(self) -> Corpus:
        """Index, texts and graph as one consistent view; loaded again when the store has changed.

        While another process is ingesting, the index may lack its newest passages; what no longer governs
        is withheld all the same.
        """
        with self._lock:
            if self._corpus is None or self._is_outdated(self._corpus):
                ingesting = DataLock(self.settings.data).is_held()
                self._corpus = load_corpus(self.store, self.index(None if ingesting else self.store.passages_version()))
            return self._corpus

    def _is_outdated(self, corpus: Corpus) -> bool:
        if corpus.generation != self.store.generation():
            return True
        return corpus.index.manifest.built_at != current_manifest(self.index_directory).built_at


def open_store(directory: Path, *, create: bool) -> GraphStore:
    """The embedded store of a data directory.

    Raises:
        NothingIngested: There is none and `create` is False.
    """
    path = directory / STORE_FILE
    if not create and not path.exists():
        raise NothingIngested(directory)
    if create:
        make_directory(directory)
    return EmbeddedStore(path)


def make_directory(directory: Path) -> None:
    """Creates the data directory, or says why that cannot be.

    Raises:
        FixSetup: It is a file, or may not be created.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FixSetup(f"cannot use {directory} as data directory: {error.strerror or error}") from error


@contextmanager
def open_services(settings: Settings, *, write: bool = False, command: str = "") -> Iterator[Services]:
    """Opens a data directory; with `write` it is created if needed and locked against other writers.

    Raises:
        NothingIngested: Reading a directory that holds no store.
        RetryLater: Another process is writing to it.
    """
    if not write:
        store = open_store(settings.data, create=False)
        try:
            yield Services(settings, store, FileBlobs(settings.data / "blobs"))
        finally:
            store.close()
        return
    make_directory(settings.data)
    with DataLock(settings.data):
        store = open_store(settings.data, create=True)
        try:
            yield Services(settings, store, FileBlobs(settings.data / "blobs"))
        finally:
            store.close()

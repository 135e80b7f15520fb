"""The one place that names concrete classes and puts them together."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from app.data_directory import STORE_FILE, require_data, require_ours
from app.errors import NothingIngested
from app.indexing import Indexes, LocalIndexes, StoredIndexes
from app.settings import Settings
from graph.blobs import BlobStore, FileBlobs
from graph.embedded_store import EmbeddedStore
from graph.errors import FixSetup
from graph.filling import require_whole
from graph.locking import DataLock, WriterLock
from graph.neo4j_database import Database, Neo4jAddress
from graph.passage_search import PassageSearch
from graph.progress import silent
from graph.receipts import ReceiptLog, SqliteReceipts
from graph.requirements.proposing import Proposer
from graph.store import GraphStore
from retrieval.answering.generated.ollama import OllamaWriter
from retrieval.answering.generated.writer import Writer
from retrieval.corpus import Corpus, load_corpus
from retrieval.embedders.choose import make_embedder
from retrieval.manifest import IndexUnusable
from retrieval.proposing import OllamaProposer
from retrieval.protocols import Embedder, SearchIndex
from retrieval.wording import Wording


@dataclass(frozen=True, slots=True)
class Backend:
    """Everything that is kept, wherever it is kept.

    Attributes:
        receipts: Opens the log of answers.
        lock: Is held while a command writes.
        search: Of the passages, where the store searches them itself; None for an index of this machine.
    """

    store: GraphStore
    blobs: BlobStore
    receipts: Callable[[], ReceiptLog]
    lock: WriterLock
    search: PassageSearch | None = None


class Services:
    """What the use cases work with: settings, store, originals, index; opened when first needed."""

    def __init__(self, settings: Settings, backend: Backend) -> None:
        self.settings = settings
        self.store = backend.store
        self.blobs = backend.blobs
        self.writer_lock = backend.lock
        self._backend = backend
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
    def proposer(self) -> Proposer | None:
        """The model that may propose requirements; None where the settings name none."""
        kind, _, model = self.settings.proposer.partition(":")
        return OllamaProposer(model, self.settings.ollama_url) if kind == "ollama" else None

    @cached_property
    def writer(self) -> Writer | None:
        """The model that may word answers; None where the settings name none."""
        kind, _, model = self.settings.answerer.partition(":")
        if kind != "ollama":
            return None
        return OllamaWriter(model, self.settings.ollama_url, self.settings.answerer_timeout)

    @cached_property
    def indexes(self) -> Indexes:
        """Where the derived index is kept."""
        store, directory, search = self.store, self.index_directory, self._backend.search
        if search is None:
            return LocalIndexes(store, directory, lambda: self.embedder)
        return StoredIndexes(store, search, directory, lambda: self.embedder)

    @cached_property
    def receipts(self) -> ReceiptLog:
        """The log of what was answered."""
        return self._backend.receipts()

    @property
    def place(self) -> str:
        """Where the graph is kept, for people."""
        return str(self.settings.data) if self.settings.is_embedded else self.settings.graph

    def wording(self) -> Wording:
        """How words of questions and texts meet; keeps the vectors of words it has seen."""
        with self._lock:
            if self._wording is None:
                self._wording = Wording(self.embedder)
            return self._wording

    def index(self, passages_version: str | None = None) -> SearchIndex:
        """The index as it is, see `Indexes.open`."""
        return self.indexes.open(passages_version)

    def corpus(self) -> Corpus:
        """Index, texts and graph as one consistent view; loaded again when the store has changed.

        While another process is ingesting, the index may lack its newest passages; what no longer governs
        is withheld all the same.
        """
        generation = self.store.generation()  # before the lock: where the store hangs, all wait side by side
        with self._lock:
            if self._corpus is None or self._is_outdated(self._corpus, generation):
                self._corpus = load_corpus(self.store, self._current_index())
            return self._corpus

    def _current_index(self) -> SearchIndex:
        wanted = None if self.writer_lock.is_held() else self.store.passages_version()
        try:
            return self.index(wanted)
        except IndexUnusable:
            if self.settings.is_embedded or self.settings.has_native_lanes:
                raise
        return self.indexes.bring_up_to_date(silent)  # another machine ingested

    def _is_outdated(self, corpus: Corpus, seen: int) -> bool:
        if corpus.generation != seen and corpus.generation != self.store.generation():  # not loaded meanwhile either
            return True
        return corpus.index.manifest != self.indexes.manifest()


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
def open_services(settings: Settings, *, write: bool = False, filling: bool = False) -> Iterator[Services]:
    """Opens the store and what belongs to it; with `write` it is made if need be and its lock is held.

    Args:
        filling: Whether all that another place holds is being put there: it may be half done.

    Raises:
        NothingIngested: Reading a store that is not there.
        NotADataDirectory: The data directory holds something else.
        RetryLater: Another process is writing to it.
        FixSetup: The store cannot be reached or read, or is half filled.
    """
    opened = _embedded if settings.is_embedded else _neo4j
    with opened(settings, write) as backend:
        services = Services(settings, backend)
        if not filling:
            require_whole(backend.store, services.place)
        yield services


@contextmanager
def _embedded(settings: Settings, write: bool) -> Iterator[Backend]:
    data, lock = settings.data, DataLock(settings.data)
    if not write:
        require_data(data)
        with closing(EmbeddedStore(data / STORE_FILE)) as store:
            yield _in_directory(data, store, lock)
        return
    require_ours(data)
    make_directory(data)
    with lock, closing(EmbeddedStore(data / STORE_FILE)) as store:
        yield _in_directory(data, store, lock)


def _in_directory(data: Path, store: GraphStore, lock: WriterLock) -> Backend:
    return Backend(store, FileBlobs(data / "blobs"), lambda: SqliteReceipts(data / "receipts.sqlite"), lock)


@contextmanager
def _neo4j(settings: Settings, write: bool) -> Iterator[Backend]:
    """The data directory then holds only what is derived: the index of this machine."""
    from graph.migrations import SchemaOutdated
    from graph.neo4j_blobs import Neo4jBlobs
    from graph.neo4j_presence import Neo4jWriterLock
    from graph.neo4j_receipts import Neo4jReceipts
    from graph.neo4j_search import Neo4jPassageSearch
    from graph.neo4j_store import Neo4jStore  # here, because most installations never need the driver

    require_ours(settings.data)
    make_directory(settings.data)
    with open_database(settings) as database:
        try:
            store = Neo4jStore(database, create=write)
        except SchemaOutdated as error:
            if error.version == 0 and not write:
                raise NothingIngested(settings.graph) from error
            raise
        lock = Neo4jWriterLock(database)
        search = Neo4jPassageSearch(database) if settings.has_native_lanes else None
        backend = Backend(store, Neo4jBlobs(database), lambda: Neo4jReceipts(database), lock, search)
        with lock if write else nullcontext():
            yield backend


@contextmanager
def open_database(settings: Settings) -> Iterator[Database]:
    """The Neo4j that the settings name.

    Raises:
        FixSetup: Nobody answers there, the log-in is refused, or the server is too old.
        RetryLater: The server is not ready.
    """
    from graph.neo4j_store import open_database as connect  # here, because most installations never need the driver

    address = Neo4jAddress(
        uri=settings.graph,
        user=settings.neo4j_user,
        password=settings.neo4j_password,
        database=settings.neo4j_database,
        ca=settings.neo4j_ca,
        timeout_s=settings.neo4j_timeout,
        pool=settings.neo4j_pool,
    )
    with closing(connect(address)) as database:
        yield database

"""Ingest: files and folders in, sources, claims, passages and edges stored, the index brought up to date."""

from __future__ import annotations

import hashlib
import os
import resource
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from app.use_cases.correspondence import update_correspondence
from app.use_cases.index import update_index
from app.use_cases.proposing import Asking
from app.use_cases.reading import Arrival, Prepared, Reading, read_item
from app.wiring import Services
from connectors.files import FileConnector, FileOptions
from connectors.protocol import Item
from connectors.sandbox import ParserPool
from graph import identity
from graph.blobs import BlobStore
from graph.errors import SkipRecord, UnknownName
from graph.model import Edge, Source, Work
from graph.progress import Progress
from graph.store import Reader, Writer
from graph.time import now_utc
from graph.vocabulary import AuthorityClass, EdgeType, Status

SKIPPED = frozenset({"unsupported type", "excluded", "empty", "picture", "duplicate", "deleted"})
"""Reasons that count as skipped by rule; every other reason is a failure."""


@dataclass(frozen=True, slots=True)
class IngestRequest:
    """What to read and what the caller says of it.

    Attributes:
        acl: Principals that may read it; ("*",) is everybody.
        workers: Parser processes; None for one a core.
        uploaded: The paths are copies that will not stay where they are.
    """

    paths: tuple[Path, ...]
    project: str = ""
    authority: AuthorityClass | None = None
    status: Status | None = None
    acl: tuple[str, ...] = ("*",)
    workers: int | None = None
    uploaded: bool = False


Word = TypeVar("Word", AuthorityClass, Status)


def word_named(words: type[Word], what: str, name: str | None) -> Word | None:
    """The authority class or status that somebody names; None for none.

    Raises:
        UnknownName: There is no such word.
    """
    known = [word.value for word in words]
    if name is not None and name not in known:
        raise UnknownName(what, name, known)
    return None if name is None else words(name)


@dataclass(slots=True)
class IngestReport:
    """A run's account; `seen == stored + unchanged + failed + skipped`.

    Attributes:
        peak_memory_bytes: Largest resident set of this process or of any one parser process.
    """

    stored: int = 0
    unchanged: int = 0
    passages: int = 0
    pages: int = 0
    seconds: float = 0.0
    peak_memory_bytes: int = 0
    failures: list[dict[str, str]] = field(default_factory=list)
    skips: list[dict[str, str]] = field(default_factory=list)
    warnings: list[dict[str, str]] = field(default_factory=list)

    def refuse(self, path: str, error: SkipRecord) -> None:
        """Counts one record that was not stored, with its reason."""
        row = {"path": path, "reason": error.reason, "detail": error.detail}
        (self.skips if error.reason in SKIPPED else self.failures).append(row)

    def as_json(self) -> dict[str, Any]:
        """The report as the outside sees it."""
        return {
            "seen": self.stored + self.unchanged + len(self.failures) + len(self.skips),
            "stored": self.stored,
            "unchanged": self.unchanged,
            "failed": len(self.failures),
            "skipped": len(self.skips),
            "failures": self.failures,
            "skips": self.skips,
            "warnings": self.warnings,
            "passages": self.passages,
            "pages": self.pages,
            "seconds": round(self.seconds, 2),
            "peak_memory_bytes": self.peak_memory_bytes,
        }


def ingest(services: Services, request: IngestRequest, progress: Progress) -> IngestReport:
    """Reads what is new below the paths and stores it; reading the same again changes nothing.

    Each item is stored in one transaction together with its attachments, so a run that is cut off
    at any moment leaves whole items only, and the next run goes on with the rest.

    Raises:
        FixSetup: A path does not exist, or the data directory cannot be written.
    """
    started = time.monotonic()
    services.blobs.sweep()
    run = _Run(services, request, progress)
    run.read_all()
    run.tell_of_proposals()
    update_correspondence(services)
    update_index(services, progress)
    report = run.report
    report.seconds = time.monotonic() - started
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    report.peak_memory_bytes = max(report.peak_memory_bytes, own)
    return report


class _Run:
    """One ingest run: enumerate, read in workers, store in order of arrival."""

    def __init__(self, services: Services, request: IngestRequest, progress: Progress) -> None:
        self.services = services
        self.request = request
        self.progress = progress
        self.report = IngestReport()
        options = FileOptions(authority=request.authority, status=request.status, uploaded=request.uploaded)
        self.connector = FileConnector(request.paths, options)
        proposer = services.proposer
        self.asking = Asking(proposer) if proposer is not None else None
        self.done = 0
        self.total = 0
        with services.store.read() as reader:
            self.known = _sizes(reader, services.blobs)

    def read_all(self) -> None:
        items = [item for batch in self.connector.changes(None) for item in batch.upserts]
        self.total = len(items)
        self.progress("reading", 0, self.total)
        settings = self.services.settings
        pool = ParserPool(
            self.request.workers or os.cpu_count() or 1,
            time_limit_s=settings.parse_time_limit_s,
            memory_limit_bytes=settings.parse_memory_bytes,
        )
        with pool:
            arrivals: list[Arrival] = []
            expanded = self._expanded(items, pool)
            for result in pool.map(read_item, self._new_items(expanded, arrivals)):
                arrival = arrivals.pop(0)
                self._settle(arrival, result)
            self.report.peak_memory_bytes = pool.peak_memory_bytes

    def tell_of_proposals(self) -> None:
        """One warning on what the model proposed, or why it was not asked."""
        account = self.asking.account() if self.asking is not None else None
        if account is not None:
            self.report.warnings.append({"path": self.services.settings.proposer, "detail": account})

    def _expanded(self, items: Iterable[Item], pool: ParserPool) -> Iterator[Item]:
        """The items, a mail box as its messages; one that cannot be opened counts as one that failed."""
        for item in items:
            if item.members is None:
                yield item
                continue
            try:
                members = item.members(pool.run)
            except SkipRecord as error:
                self.report.refuse(item.remote_id, error)
                self._step()
                continue
            self.total += members.count - 1
            self.progress("reading", self.done, self.total)
            yield from members.items

    def _new_items(self, items: Iterable[Item], arrivals: list[Arrival]) -> Iterator[tuple[bytes, Arrival]]:
        """The items to read; what needs no reading is counted on the way."""
        for item in items:
            try:
                data = item.load()
            except SkipRecord as error:
                self.report.refuse(item.remote_id, error)
                self._step()
                continue
            known = self.known.get(self._source_id(item, data))
            if known:
                self.report.unchanged += known
                self._step()
                continue
            arrival = self._arrival(item)
            arrivals.append(arrival)
            yield data, arrival

    def _source_id(self, item: Item, data: bytes) -> str:
        return identity.source_id(self.connector.name, item.remote_id, hashlib.sha256(data).hexdigest())

    def _arrival(self, item: Item) -> Arrival:
        return Arrival(
            connector=self.connector.name,
            remote_id=item.remote_id,
            uri=item.uri,
            name=item.name,
            project=self.request.project,
            acl=self.request.acl,
            statements=item.statements,
            recorded_at=now_utc(),
            certifying=self.services.settings.certifying,
        )

    def _step(self) -> None:
        self.done += 1
        self.progress("reading", self.done, self.total)

    def _settle(self, arrival: Arrival, result: Reading | SkipRecord) -> None:
        if isinstance(result, SkipRecord):
            self.report.refuse(arrival.remote_id, result)
        else:
            self._keep(result)
        self._step()

    def _keep(self, result: Reading) -> None:
        if self.asking is not None:
            result = replace(result, sources=tuple(self.asking.read(prepared) for prepared in result.sources))
        for prepared in result.sources:
            self.services.blobs.put(prepared.data)
        with self.services.store.write() as writer:
            for prepared in result.sources:
                self._store(writer, prepared)
        for path, error in result.failures:
            self.report.refuse(path, error)
        for prepared in result.sources:
            self._count(prepared)

    def _store(self, writer: Writer, prepared: Prepared) -> None:
        source = prepared.source
        work = Work(prepared.work_id, prepared.number, source.project, source.recorded_at)
        writer.put([work, source, *prepared.claims, *prepared.clauses, *prepared.passages])
        writer.put([*prepared.requirements, *prepared.commitments, *prepared.instructions])
        writer.put_text(source.id, prepared.text)
        for page, boxes in prepared.char_boxes.items():
            writer.put_char_boxes(source.id, page, boxes)
        version_of = Edge(
            id=identity.edge_id(EdgeType.VERSION_OF, source.id, work.id, "structure"),
            type=EdgeType.VERSION_OF,
            src=source.id,
            dst=work.id,
            recorded_at=source.recorded_at,
        )
        writer.connect([version_of, *prepared.edges])

    def _count(self, prepared: Prepared) -> None:
        report, source = self.report, prepared.source
        if (
            source.id in self.known
        ):  # read again for a lost original, or an attachment that an earlier version of its mail had too
            report.unchanged += 1
            return
        report.stored += 1
        report.passages += len(prepared.passages)
        report.pages += len(source.pages)
        report.warnings += [{"path": source.remote_id, "detail": warning} for warning in source.warnings]


def _sizes(reader: Reader, blobs: BlobStore) -> dict[str, int]:
    """How many sources came with each known one, itself included: a mail's attachments come with it.

    0 where the original of one of them is missing, so that the item is read again and put back.
    """
    kept = {source.id: blobs.contains(source.sha256) for source in reader.find(Source)}
    inside: dict[str, list[str]] = defaultdict(list)
    for edge in reader.edges(types=[EdgeType.ATTACHED_TO]):
        inside[edge.dst].append(edge.src)

    def size(source_id: str) -> int:
        parts = [size(child) for child in inside.get(source_id, ())]
        return 1 + sum(parts) if kept[source_id] and all(parts) else 0

    return {identifier: size(identifier) for identifier in kept}

"""A data directory that is filled with small texts, read as the product reads them, and asked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, get_args

from app.settings import load_settings
from app.use_cases.ask import AskRequest, ask
from app.use_cases.index import update_index
from app.use_cases.reading import Arrival, Prepared, read_item
from app.use_cases.viewpoint import principals
from app.wiring import Services, open_services
from connectors.protocol import Statement
from graph import identity
from graph.codec import encode
from graph.model import Edge, Node, Source, Work
from graph.progress import silent
from graph.time import Moment
from graph.vocabulary import AuthorityClass, ClaimField, EdgeType, Ground
from retrieval.corpus import Corpus
from retrieval.model import Query

NOON = datetime(2025, 1, 1, 12, tzinfo=UTC)
TODAY = date(2025, 6, 1)


@dataclass
class Shelf:
    """Texts in a store of their own, with an index that follows them."""

    services: Services

    def put(
        self,
        name: str,
        text: str,
        project: str = "",
        acl: tuple[str, ...] = ("*",),
        recorded_at: datetime = NOON,
        authority: AuthorityClass | None = None,
    ) -> str:
        """Reads a text as a file of that name and stores what it becomes; returns its source id."""
        said = (Statement(ClaimField.AUTHORITY, authority, Ground.OPTION),) if authority else ()
        arrival = Arrival("files", name, f"file:{name}", name, project, acl, said, recorded_at)
        reading = read_item(text.encode(), arrival)
        assert reading.failures == ()
        with self.services.store.write() as writer:
            for prepared in reading.sources:
                source = prepared.source
                writer.put([Work(prepared.work_id, prepared.number, source.project, recorded_at), source])
                writer.put([*prepared.claims, *prepared.clauses, *prepared.passages])
                writer.put([*prepared.requirements, *prepared.commitments, *prepared.instructions])
                writer.put_text(source.id, prepared.text)
                writer.connect([_version_of(prepared), *prepared.edges])
        return reading.sources[0].source.id

    def narrow(self, source_id: str, acl: tuple[str, ...], at: datetime) -> None:
        """Gives a source another access list from an instant on."""
        with self.services.store.write() as writer:
            source = writer.get(Source, source_id)
            assert source is not None
            writer.replace(replace(source, acl=acl, recorded_at=at))

    def corpus(self) -> Corpus:
        """The corpus of what is on the shelf by now."""
        update_index(self.services, silent)
        return self.services.corpus()

    def ask(self, question: str, **how: Any) -> dict[str, Any]:
        """The outcome of a question, asked on a fixed day unless told otherwise."""
        self.corpus()
        how.setdefault("as_of", TODAY)
        return ask(self.services, AskRequest(question, **how))

    def records(self) -> list[bytes]:
        """All that is present, byte by byte, but for the time of recording, which is history."""
        with self.services.store.read() as reader:
            present: list[Node | Edge] = [node for kind in get_args(Node) for node in reader.find(kind)]
            every = [*present, *reader.edges()]
        return [encode(replace(one, recorded_at=NOON, retracted_at=None)) for one in every]

    def text(self, source_id: str) -> str:
        """The stored text of a source."""
        with self.services.store.read() as reader:
            return reader.text(source_id)


def _version_of(prepared: Prepared) -> Edge:
    source, kind = prepared.source, EdgeType.VERSION_OF
    identifier = identity.edge_id(kind, source.id, prepared.work_id, "structure")
    return Edge(identifier, kind, source.id, prepared.work_id, source.recorded_at)


@contextmanager
def reopen_shelf(directory: Path) -> Iterator[Shelf]:
    """The shelf of a directory that was filled before, as commands and a server share it: nobody else waits for it."""
    settings = load_settings({"PREVAIL_DATA": str(directory), "PREVAIL_EMBEDDER": "hashed"})
    with open_services(settings) as services:
        yield Shelf(services)


@contextmanager
def open_shelf(directory: Path) -> Iterator[Shelf]:
    """An empty shelf in a directory, with the embedder that needs no model."""
    settings = load_settings({"PREVAIL_DATA": str(directory), "PREVAIL_EMBEDDER": "hashed"})
    with open_services(settings, write=True) as services:
        yield Shelf(services)


def query(
    text: str,
    project: str | None = None,
    reader: str | None = None,
    as_of: date = TODAY,
    known_at: datetime | None = None,
) -> Query:
    """A query, on a fixed day unless told otherwise."""
    return Query(text, project, principals(reader), Moment(as_of, known_at))


def section(number: str, title: str, revision: str, issued: str, *clauses: str, status: str = "Issued") -> str:
    """A specification section with a header and clauses numbered 1.1, 1.2, …"""
    body = "\n\n".join(f"1.{n} Clause {n}\n\n{clause}" for n, clause in enumerate(clauses, start=1))
    head = f"Section {number}\n{title}\nRevision {revision}\nIssued {issued}\nStatus: {status}\n\n1 General\n\n"
    return head + body + "\n"

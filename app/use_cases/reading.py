"""Reading one document: from bytes to the nodes and edges to store. Runs in a worker process."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from connectors.formats import is_picture
from connectors.parsing import parse
from connectors.protocol import Attachment, ParsedDocument, Statement
from graph import identity
from graph.claims import describe, work_of
from graph.commitments.extract import extract as extract_commitments
from graph.errors import SkipRecord
from graph.instructions.recognise import instructions
from graph.model import Claim, Clause, Commitment, Edge, Instruction, Passage, Requirement, Source
from graph.requirements.extract import extract
from graph.supersession.detect import detect
from graph.supersession.view import DocumentView
from graph.vocabulary import EdgeType, Ground
from retrieval.chunking.passages import ChunkRequest, chunk


@dataclass(frozen=True, slots=True)
class Arrival:
    """What is known of an item before it is parsed; small enough to travel to a worker.

    Attributes:
        certifying: Rule classes that certify by themselves; None for those of the table of methods.
    """

    connector: str
    remote_id: str
    uri: str
    name: str
    project: str
    acl: tuple[str, ...]
    statements: tuple[Statement, ...]
    recorded_at: datetime
    certifying: frozenset[str] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """Everything one source adds to the store, ready for one transaction."""

    source: Source
    work_id: str
    number: str | None
    data: bytes
    text: str
    claims: tuple[Claim, ...]
    clauses: tuple[Clause, ...]
    passages: tuple[Passage, ...]
    requirements: tuple[Requirement, ...]
    commitments: tuple[Commitment, ...]
    instructions: tuple[Instruction, ...]
    edges: tuple[Edge, ...]
    char_boxes: dict[int, NDArray[np.float32]]


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """An item's sources, itself first, and what inside it could not be read (remote id, why)."""

    sources: tuple[Prepared, ...]
    failures: tuple[tuple[str, SkipRecord], ...]


MAX_NESTING = 8


def claims_of(source_id: str, statements: tuple[Statement, ...], recorded_at: datetime) -> tuple[Claim, ...]:
    """The statements as claims about the source, without repetitions."""
    claims = {}
    for statement in statements:
        where = f"{statement.span.start}" if statement.span else (statement.note or "")
        identifier = identity.claim_id(source_id, statement.field, statement.value, statement.ground, where)
        claims[identifier] = Claim(
            id=identifier,
            source_id=source_id,
            field=statement.field,
            value=statement.value,
            ground=statement.ground,
            confidence=statement.confidence,
            recorded_at=recorded_at,
            span=statement.span,
            date=statement.date,
            note=statement.note,
        )
    return tuple(claims[key] for key in sorted(claims))


def read_item(data: bytes, arrival: Arrival) -> Reading:
    """Parses, chunks and detects one item and whatever came inside it; no store, no network.

    A mail is stored together with its attachments or not at all, so both are read in one go.

    Raises:
        SkipRecord: The bytes of the item itself cannot be read; the reason says why.
    """
    return _read(data, arrival, depth=0)


def _read(data: bytes, arrival: Arrival, depth: int) -> Reading:
    prepared, attachments = _prepare(data, arrival)
    sources, failures = [prepared], []
    for position, attached in enumerate(attachments):
        child = replace(
            arrival,
            remote_id=f"{arrival.remote_id}!{position}/{attached.name}",
            uri=f"{arrival.uri}#attachment-{position}",
            name=attached.name,
            statements=tuple(s for s in arrival.statements if s.ground is not Ground.FILE_NAME),
        )
        try:
            _check(attached, depth)
            inner = _read(attached.data, child, depth + 1)
        except SkipRecord as error:
            failures.append((child.remote_id, error))
        else:
            sources.extend(inner.sources)
            failures.extend(inner.failures)
            sources[0] = _attach(sources[0], inner.sources[0])
    return Reading(tuple(sources), tuple(failures))


def _check(attached: Attachment, depth: int) -> None:
    """Refuse what is not worth reading, or leads too deep.

    Raises:
        SkipRecord: `picture` where it is shown among the words, as logos of signatures are; `nested too deep`.
    """
    if depth >= MAX_NESTING:
        raise SkipRecord("nested too deep", f"more than {MAX_NESTING} messages inside one another")
    if attached.inline and is_picture(attached.data):
        raise SkipRecord("picture", f"{attached.name} is a picture shown in the message ({len(attached.data)} bytes)")


def _attach(parent: Prepared, child: Prepared) -> Prepared:
    source, target = child.source, parent.source
    edge = Edge(
        id=identity.edge_id(EdgeType.ATTACHED_TO, source.id, target.id, "structure"),
        type=EdgeType.ATTACHED_TO,
        src=source.id,
        dst=target.id,
        recorded_at=source.recorded_at,
    )
    return replace(parent, edges=(*parent.edges, edge))


def _prepare(data: bytes, arrival: Arrival) -> tuple[Prepared, tuple[Attachment, ...]]:
    parsed = parse(data, arrival.name)
    source = _source(data, parsed, arrival)
    claims = claims_of(source.id, arrival.statements + parsed.statements, arrival.recorded_at)
    description = describe(source, claims)
    chunks = chunk(
        ChunkRequest(
            source_id=source.id,
            label=description.number or description.title or arrival.name,
            title=description.title,
            text=parsed.text,
            blocks=parsed.blocks,
            pages=parsed.pages,
            recorded_at=arrival.recorded_at,
        )
    )
    view = DocumentView(source, description, parsed.text, parsed.blocks, chunks.clauses, claims)
    edges = detect(view, arrival.certifying)
    prepared = Prepared(
        source=source,
        work_id=work_of(source, description),
        number=description.number,
        data=data,
        text=parsed.text,
        claims=claims,
        clauses=chunks.clauses,
        passages=chunks.passages,
        requirements=tuple(extract(view, arrival.recorded_at)),
        commitments=tuple(extract_commitments(view, arrival.recorded_at)),
        instructions=tuple(instructions(view, arrival.recorded_at)),
        edges=tuple(edges),
        char_boxes=parsed.char_boxes,
    )
    return prepared, parsed.attachments


def _source(data: bytes, parsed: ParsedDocument, arrival: Arrival) -> Source:
    sha256 = hashlib.sha256(data).hexdigest()
    return Source(
        id=identity.source_id(arrival.connector, arrival.remote_id, sha256),
        connector=arrival.connector,
        remote_id=arrival.remote_id,
        uri=arrival.uri,
        media_type=parsed.media_type,
        sha256=sha256,
        size_bytes=len(data),
        text_chars=len(parsed.text),
        project=arrival.project,
        acl=arrival.acl,
        recorded_at=arrival.recorded_at,
        pages=parsed.pages,
        warnings=parsed.warnings,
    )

"""The values of the property graph: frozen, hashable, comparable, made of plain fields.

Times are aware UTC `datetime`s; calendar dates that a text states are `DateAnchor`s (see
`graph.time`). Places in texts are those of `graph.spans`; what texts demand is in `graph.demands`.

`None` means unknown, an empty tuple means known to be empty.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from graph.correspondence import Instruction, PersonLink, Thread
from graph.demands import Commitment, ConceptLink, RegisterStep, Requirement
from graph.spans import Block, Box, Cell, Evidence, Page, Span, Turn
from graph.time import DateAnchor
from graph.vocabulary import AuthorityClass, ClaimField, EdgeState, EdgeType, Ground, RulingAct

__all__ = [
    "WHOLE",
    "Block",
    "Box",
    "Cell",
    "Claim",
    "Clause",
    "Commitment",
    "ConceptLink",
    "Edge",
    "Evidence",
    "Instruction",
    "Node",
    "Page",
    "Passage",
    "Person",
    "PersonLink",
    "PrecedenceOrder",
    "Receipt",
    "RegisterStep",
    "Requirement",
    "Ruling",
    "Scope",
    "Source",
    "Span",
    "Thread",
    "Turn",
    "Work",
]


@dataclass(frozen=True, slots=True)
class Work:
    """The family whose versions are sources; may be known only by being cited.

    Attributes:
        id: `graph.identity.work_id` of project and number, or of the connector's item.
        number: Document number as first written ("RFC 9110"), or None where it has none.
        project: Project that owns it; "" for texts shared by all, such as standards.
    """

    id: str
    number: str | None
    project: str
    recorded_at: datetime
    retracted_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """One immutable version of something written or said: bytes and where they came from.

    What it is *about* (number, title, dates, status, …) is never a field here: it is claimed, by
    `Claim`s that may disagree, and resolved by `graph.claims.describe`.

    Attributes:
        id: `graph.identity.source_id` of connector, remote id and content hash.
        remote_id: The item's id at its connector; for files, the path below the ingested root.
        uri: Where a person can find the original.
        sha256: Of the original bytes, which the blob store keeps.
        acl: Principals that may read it; ("*",) is everybody; () is nobody.
        pages: Geometry, for paged formats; empty otherwise.
    """

    id: str
    connector: str
    remote_id: str
    uri: str
    media_type: str
    sha256: str
    size_bytes: int
    text_chars: int
    project: str
    acl: tuple[str, ...]
    recorded_at: datetime
    retracted_at: datetime | None = None
    pages: tuple[Page, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement about a source, with the ground it stands on.

    Attributes:
        value: As written, trimmed. Dates are also given parsed, in `date`.
        span: Where the normalised text says it; None where the ground is no text of the source.
        note: What a person needs to know about it, such as the file name it was read from.
    """

    id: str
    source_id: str
    field: ClaimField
    value: str
    ground: Ground
    confidence: float
    recorded_at: datetime
    retracted_at: datetime | None = None
    span: Span | None = None
    date: DateAnchor | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Clause:
    """An addressable part of a source.

    Attributes:
        path: Its address within the source, as a reader writes it: "1.36(a)", "9.3.6", "405.2".
        label: With the document's short name: "K 1.36(a)", "RFC 9110 §9.3.6".
        span: From its number or heading to the end of its last sub-clause.
    """

    id: str
    source_id: str
    path: str
    label: str
    heading: str | None
    span: Span
    parent_id: str | None
    recorded_at: datetime
    retracted_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """A retrievable span of a source.

    Attributes:
        kind: `prose`, `list`, `table`, `header` (document header), `register`, `turn` (speech), `code`.
        context: Where it stands, for indexing and display: "Approved Document K > 1 Stairs > 1.34".
        cells: For a table, its cells; their spans lie inside `span`.
        speaker: For speech, who says all of it; None where several do, or nobody knows.
        start_s, end_s: For speech, seconds from the start of the recording; None if unknown.
        turns: For speech, the turns that it holds something of; one that was cut reaches beyond `span`.
        quoted: Text quoted from an earlier message: shown, never evidence.
    """

    id: str
    source_id: str
    clause_id: str | None
    ordinal: int
    kind: str
    span: Span
    text: str
    context: str
    tokens: int
    page_from: int | None
    page_to: int | None
    recorded_at: datetime
    retracted_at: datetime | None = None
    cells: tuple[Cell, ...] = ()
    speaker: str | None = None
    start_s: float | None = None
    end_s: float | None = None
    quoted: bool = False
    turns: tuple[Turn, ...] = ()

    def turn_at(self, span: Span) -> Turn | None:
        """The turn in which a span begins, else the first one after it; None where nobody speaks."""
        return next((turn for turn in self.turns if turn.span.end > span.start), None)


@dataclass(frozen=True, slots=True)
class Scope:
    """What part of its target an edge touches: everything, or the named clauses.

    Attributes:
        clauses: Clause paths; empty means the whole target.
        condition: A condition in the text's own words, such as a transitional provision.
        version: Label of the one version of the target work that is meant; None means all that
            are not younger than the edge's source.
        into: Clause paths of the edge's source where the replacement stands.
    """

    clauses: tuple[str, ...] = ()
    condition: str | None = None
    version: str | None = None
    into: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether the edge touches its target as a whole, under whatever condition."""
        return not self.clauses


WHOLE = Scope()


@dataclass(frozen=True, slots=True)
class Edge:
    """A typed relationship with its own two time axes, method, confidence and evidence.

    Attributes:
        src, dst: Node ids; for supersession, each is a source or a work.
        effective_from: When it starts to bind; None where the text does not say.
        method: Name of the rule that found it; `graph.supersession` documents each.
        state: See `EdgeState`; edges that are plain structure are `certified`.
        by: Who affirmed or made it; None for a rule.
    """

    id: str
    type: EdgeType
    src: str
    dst: str
    recorded_at: datetime
    retracted_at: datetime | None = None
    effective_from: DateAnchor | None = None
    method: str = "structure"
    confidence: float = 1.0
    state: EdgeState = EdgeState.CERTIFIED
    scope: Scope = WHOLE
    evidence: Evidence | None = None
    by: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody, identified by mail address; a display name alone never merges two people.

    Attributes:
        name: As a person has confirmed it; the display names of mail are read off its messages.
    """

    id: str
    address: str | None
    name: str | None
    recorded_at: datetime
    retracted_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Receipt:
    """The record of one answer or abstention, hash-chained to the one before.

    Attributes:
        id: SHA-256 over `previous` and `body`.
        body: Canonical JSON of the question, the settings and the outcome.
    """

    id: str
    previous: str | None
    body: str
    recorded_at: datetime
    retracted_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class PrecedenceOrder:
    """The order of authority classes that somebody chose for a project; one at a time is in use.

    Attributes:
        id: `graph.project_orders.order_id` of the project.
        project: "" for texts shared by all, and for projects without an order of their own.
        name: Of the preset, or the project's own.
        tiers: Highest first; classes of one tier are complementary.
        by: Who chose it.
    """

    id: str
    project: str
    name: str
    tiers: tuple[tuple[AuthorityClass, ...], ...]
    by: str
    reason: str | None
    recorded_at: datetime
    retracted_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a person decided about an edge or an order of precedence, with what stood before.

    It is retracted when it is taken back; its last record then says by whom.

    Attributes:
        subject: Id of the edge or order that it made or changed.
        edge_before: The edge as it stood; None where there was none.
        order_before: The order as it stood; None where there was none.
    """

    id: str
    act: RulingAct
    subject: str
    by: str
    reason: str | None
    recorded_at: datetime
    retracted_at: datetime | None = None
    edge_before: Edge | None = None
    order_before: PrecedenceOrder | None = None
    undone_by: str | None = None
    undone_reason: str | None = None


Node = (
    Work
    | Source
    | Claim
    | Clause
    | Passage
    | Requirement
    | Commitment
    | Person
    | Receipt
    | PrecedenceOrder
    | Ruling
    | RegisterStep
    | ConceptLink
    | Thread
    | PersonLink
    | Instruction
)

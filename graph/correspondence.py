"""What mail and talk add to the graph: threads, what people say about people, and candidate instructions.

Who is who, and what binds, is never guessed: a rule proposes, and only a person's word joins two addresses,
names a speaker, or lifts a message to a class of authority.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from graph.spans import Span
from graph.vocabulary import AuthorityClass, InstructionKind


@dataclass(frozen=True, slots=True)
class Thread:
    """A conversation of messages; which belong to it is said by their `PART_OF_THREAD` edges.

    Attributes:
        id: `graph.identity.thread_id` of the oldest message that is known of it.
        root: Message id of that message, or "source:" and the id of a source that states none.
        basis: What holds it together, see `graph.threads.Basis`.
    """

    id: str
    root: str
    basis: str
    recorded_at: datetime
    retracted_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class PersonLink:
    """A person's word on whether two addresses, or a speaker's label and an address, mean one person.

    Attributes:
        id: `graph.identity.person_link_id` of the two, or of the source and the label.
        one: Address as compared, or the label of a speaker as written.
        other: Address as compared.
        same: False where the person said that they are two.
        source_id: The one recording in which `one` is a speaker's label; None for an address.
    """

    id: str
    one: str
    other: str
    same: bool
    by: str
    recorded_at: datetime
    retracted_at: datetime | None = None
    reason: str | None = None
    source_id: str | None = None


@dataclass(frozen=True, slots=True)
class Instruction:
    """Words of a message that may bind, until somebody says so no more than mail.

    Attributes:
        id: `graph.identity.instruction_id` of source and span.
        span: The sentence that instructs.
        authority: The class that the message gets where a person affirms it.
        method: Name of the rule that read it.
        language: ISO 639-1 code of the sentence.
    """

    id: str
    source_id: str
    kind: InstructionKind
    span: Span
    authority: AuthorityClass
    confidence: float
    method: str
    recorded_at: datetime
    retracted_at: datetime | None = None
    language: str = "en"

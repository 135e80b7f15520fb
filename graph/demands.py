"""What texts demand and people promise, in a normal form that arithmetic can compare.

A requirement is *extracted* from one place of one source and says nothing about whether it governs:
its source does (`graph.governing`). Everything that was read is kept as it stands in the text, with its
span; what it means in comparable units is computed (`graph.requirements`), never stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from graph.spans import Evidence, Span
from graph.time import DateAnchor
from graph.vocabulary import ENDINGS, CommitmentKind, Comparator, Modality, MotionAct, RegisterAct


@dataclass(frozen=True, slots=True)
class Quantity:
    """A value as the text writes it.

    Attributes:
        written: The characters of `span`: "900 mm", "at least five" gives "five", "FD60", "1:12".
        magnitude: Decimal number in ASCII digits ("900", "0.3", "5"); None for a class or a name ("FD60").
        unit: Unit as written, which may stand elsewhere, as in a column's header; None for a bare number.
        span: Where the value stands in the source's normalised text.
        unit_span: Where the unit stands if it is outside `span`.
    """

    written: str
    magnitude: str | None
    unit: str | None
    span: Span
    unit_span: Span | None = None


@dataclass(frozen=True, slots=True)
class Condition:
    """What must hold for a requirement to apply, in the text's words and, where it compares, typed.

    Attributes:
        text: "where the pitch exceeds 25°", "for buildings other than dwellings", "unless ...".
        negated: The requirement applies where the condition does *not* hold ("unless", "except").
        property: What is compared, as written; None where nothing is.
        comparator, values: The comparison; None and () where nothing is compared.
    """

    text: str
    span: Span
    negated: bool = False
    property: str | None = None
    comparator: Comparator | None = None
    values: tuple[Quantity, ...] = ()


@dataclass(frozen=True, slots=True)
class Requirement:
    """One demand: of a subject's property, a comparator and values.

    Attributes:
        id: `graph.identity.requirement_id` of source, span and slot words.
        clause_id: Smallest clause that holds it.
        span: The sentence, list item with its lead-in, or table cell that demands it.
        subject: The thing, as written ("handrail", "Door D-201"); property: what of it ("height").
        values: One; two for `in range` (low, high); any number for `one of`; none for present and absent.
        tolerance: (minus, plus) around an `=` value, both positive; None where the text states none.
        combine: "greater" or "less" for "A or B, whichever is the greater / the less"; else None.
        scope: Sorted (dimension, words) pairs: ("location", "stair 2"), ("zone", "A"), ("building", "dwelling").
        confidence: In [0, 1]; at least 0.9 is *high*: subject, value, unit and comparator stand in one sentence
            or cell and no rule had to guess.
        method: Name of the rule that read it, or "model:<name>" for one that a model proposed.
        language: ISO 639-1 code of the sentence.
        said: The words of its clause outside its values, one blank between them; "" where the sentence demands
            something of other things too, so that its words do not tell what this one is about.
    """

    id: str
    source_id: str
    clause_id: str | None
    span: Span
    subject: str
    property: str
    comparator: Comparator
    values: tuple[Quantity, ...]
    modality: Modality
    confidence: float
    method: str
    recorded_at: datetime
    retracted_at: datetime | None = None
    tolerance: tuple[Quantity, Quantity] | None = None
    combine: str | None = None
    conditions: tuple[Condition, ...] = ()
    scope: tuple[tuple[str, str], ...] = ()
    subject_span: Span | None = None
    property_span: Span | None = None
    language: str = "en"
    said: str = ""


@dataclass(frozen=True, slots=True)
class MotionStep:
    """One thing that was done with a motion: what, in which words, by whom as far as the record says."""

    act: MotionAct
    span: Span
    speaker: str | None = None
    start_s: float | None = None


@dataclass(frozen=True, slots=True)
class Commitment:
    """Who promised what by when, or what a meeting or message decided; also what a meeting moved or talked of.

    Attributes:
        id: `graph.identity.commitment_id` of source and span.
        who: As the text names them, "" where it names nobody; a speaker's label is not an identity.
        what: The promise or decision in the text's words.
        due: Resolved against the date of the message or meeting; `due_text` is what was written ("by Friday").
        start_s: For speech, seconds from the start of the recording.
        relies_on: Ids of works and sources that its words name.
        steps: Of a motion, what was done with it, in order; the last one that ends a motion is its outcome.
    """

    id: str
    source_id: str
    kind: CommitmentKind
    span: Span
    who: str
    what: str
    confidence: float
    method: str
    recorded_at: datetime
    retracted_at: datetime | None = None
    due: DateAnchor | None = None
    due_text: str | None = None
    speaker: str | None = None
    start_s: float | None = None
    relies_on: tuple[str, ...] = ()
    steps: tuple[MotionStep, ...] = ()

    @property
    def outcome(self) -> MotionAct | None:
        """What became of a motion; None where the record does not say, and of all else."""
        return next((step.act for step in reversed(self.steps) if step.act in ENDINGS), None)


@dataclass(frozen=True, slots=True)
class RegisterStep:
    """One step of a person in the register of conflicts or of commitments; steps are only added.

    The state of a conflict or commitment is the fold of its steps in order of `recorded_at`, then `id`.

    Attributes:
        subject: Id of the conflict or commitment.
        owner, due, scope: What the step sets; None leaves it as it was.
        chosen: Id of the requirement that stays (close one, precedence rule) or goes (reject one).
        values: Fingerprint of the values that were decided on: other values open the matter again.
        edge_id: Edge that implements the step and that undoing the step retracts.
        evidence: What the person pointed to.
        undone_by, undone_reason: Of the last record of a step that was taken back.
    """

    id: str
    subject: str
    act: RegisterAct
    by: str
    reason: str | None
    recorded_at: datetime
    retracted_at: datetime | None = None
    owner: str | None = None
    due: DateAnchor | None = None
    scope: str | None = None
    chosen: str | None = None
    values: str | None = None
    edge_id: str | None = None
    evidence: Evidence | None = None
    undone_by: str | None = None
    undone_reason: str | None = None


@dataclass(frozen=True, slots=True)
class ConceptLink:
    """A person's word on whether a term names a concept; rules and models only propose such links.

    Attributes:
        id: `graph.identity.concept_link_id` of role and term.
        role: "subject" or "property".
        term: As normalised by `graph.requirements.slots`.
        concept: Preferred label of the concept; the term itself where it stands alone.
        accepted: False where the person said that they are different things.
        project: "" for all projects.
        reason: Why, as the person said it.
    """

    id: str
    role: str
    term: str
    concept: str
    accepted: bool
    by: str
    recorded_at: datetime
    retracted_at: datetime | None = None
    project: str = ""
    reason: str | None = None

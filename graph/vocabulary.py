"""The closed word lists of the domain: labels, edge types, authority, status, signals.

Everything stored or sent uses these words, never free strings; labels and edge types reach a
database only from here.
"""

from __future__ import annotations

from enum import StrEnum


class EdgeType(StrEnum):
    """Relationship types of the property graph.

    `DECLARES` is what a register or change log says of a work's version: the edge's `note` is the
    `Status`, its `scope.version` the version.
    """

    VERSION_OF = "VERSION_OF"
    HAS_CLAUSE = "HAS_CLAUSE"
    HAS_PASSAGE = "HAS_PASSAGE"
    PART_OF_THREAD = "PART_OF_THREAD"
    REPLY_TO = "REPLY_TO"
    ATTACHED_TO = "ATTACHED_TO"
    ABOUT = "ABOUT"
    SENT_BY = "SENT_BY"
    ADDRESSED_TO = "ADDRESSED_TO"
    ATTENDED_BY = "ATTENDED_BY"
    STATES = "STATES"
    CITES = "CITES"
    RELIES_ON = "RELIES_ON"
    SUPERSEDES = "SUPERSEDES"
    AMENDS = "AMENDS"
    CORRECTS = "CORRECTS"
    WITHDRAWS = "WITHDRAWS"
    CLARIFIES = "CLARIFIES"
    DECLARES = "DECLARES"
    PARTY_TO = "PARTY_TO"
    RESOLVED_BY = "RESOLVED_BY"
    OWNED_BY = "OWNED_BY"
    COMMITS = "COMMITS"


DISPLACING = frozenset({EdgeType.SUPERSEDES, EdgeType.WITHDRAWS})
"""Edge types that can take their target out of force."""


class EdgeState(StrEnum):
    """How far an edge is trusted; only `certified` and `affirmed` edges have effect."""

    PROPOSED = "proposed"
    CERTIFIED = "certified"
    AFFIRMED = "affirmed"
    REJECTED = "rejected"


class RulingAct(StrEnum):
    """What a person does when they decide about an edge or an order of precedence."""

    SUPERSEDE = "supersede"
    AFFIRM = "affirm"
    REJECT = "reject"
    PRECEDENCE = "precedence"


class SourceKind(StrEnum):
    """What sort of document a source is; decides per-kind defaults such as recency decay."""

    STATUTE = "statute"
    STANDARD = "standard"
    CONTRACT = "contract"
    ADDENDUM = "addendum"
    SPECIFICATION = "specification"
    DRAWING = "drawing"
    RFI = "rfi"
    SUBMITTAL = "submittal"
    REGISTER = "register"
    MAIL = "mail"
    TRANSCRIPT = "transcript"
    DOCUMENT = "document"


class AuthorityClass(StrEnum):
    """Classes of the order of precedence, in the default order from high to low."""

    STATUTE = "statute"
    CONTRACT_MODIFICATION = "contract-modification"
    ADDENDUM = "addendum"
    AGREEMENT = "agreement"
    SPECIAL_CONDITIONS = "special-conditions"
    GENERAL_CONDITIONS = "general-conditions"
    SPECIFICATION = "specification"
    DRAWING = "drawing"
    RFI_RESPONSE = "rfi-response"
    SUBMITTAL = "submittal"
    ADOPTED_STANDARD = "adopted-standard"
    MEETING_DECISION = "meeting-decision"
    MAIL = "mail"
    TALK = "talk"
    UNCLASSIFIED = "unclassified"


SPOKEN = frozenset({AuthorityClass.MAIL, AuthorityClass.TALK})
"""Classes whose words are evidence of what was said, and bind nobody by themselves."""


class Status(StrEnum):
    """Status that a document claims for itself, or that somebody claims for it."""

    DRAFT = "draft"
    FOR_REVIEW = "for review"
    ISSUED = "issued"
    SUPERSEDED = "superseded"
    WITHDRAWN = "withdrawn"
    REJECTED = "rejected"
    NOT_RELEASED = "not released"
    UNKNOWN = "unknown"


class Signal(StrEnum):
    """What Prevail says about a source, clause or passage at one moment of both time axes."""

    GOVERNS = "governs"
    CONTESTED = "governs, contested"
    NOT_YET_EFFECTIVE = "not yet effective"
    SUPERSEDED_IN_PART = "superseded in part"
    SUPERSEDED = "superseded"
    WITHDRAWN = "withdrawn"
    WITHDRAWN_PINNED = "withdrawn, pinned"
    DRAFT = "draft"
    AT_RISK = "at risk"
    UNVERIFIED = "unverified"


CITABLE = frozenset(
    {Signal.GOVERNS, Signal.CONTESTED, Signal.SUPERSEDED_IN_PART, Signal.AT_RISK, Signal.WITHDRAWN_PINNED}
)
"""Signals of a *source* whose text may still be in force (in part, or with a warning)."""


class ClaimField(StrEnum):
    """The facts about a source that a document, a file name or a person may claim."""

    NUMBER = "number"
    TITLE = "title"
    VERSION = "version"
    DATE = "date"
    EFFECTIVE_FROM = "effective_from"
    EFFECTIVE_TO = "effective_to"
    STATUS = "status"
    KIND = "kind"
    AUTHORITY = "authority"
    AUTHOR = "author"
    PROJECT = "project"
    JURISDICTION = "jurisdiction"
    RECIPIENT = "recipient"
    ALIAS = "alias"
    MESSAGE_ID = "message_id"
    IN_REPLY_TO = "in_reply_to"
    REFERENCES = "references"
    THREAD_INDEX = "thread_index"
    CONVERSATION = "conversation"
    CUES = "cues"


class Ground(StrEnum):
    """Where a claim was read, in the order in which claims are believed, best first."""

    PERSON = "person"
    OPTION = "option"
    MANIFEST = "manifest"
    LATER_TEXT = "later text"
    HEADER = "header"
    TITLE_BLOCK = "title block"
    TITLE_PAGE = "title page"
    REVISION_TABLE = "revision table"
    RUNNING_HEAD = "running head"
    BODY = "body"
    REGISTER = "register"
    FILE_NAME = "file name"
    FILE_PROPERTIES = "file properties"
    CONNECTOR = "connector"


class Comparator(StrEnum):
    """How a demanded value binds."""

    EQUAL = "="
    AT_LEAST = "≥"
    AT_MOST = "≤"
    MORE = ">"
    LESS = "<"
    RANGE = "in range"
    ONE_OF = "one of"
    PRESENT = "present"
    ABSENT = "absent"


class Modality(StrEnum):
    """How strongly a text demands.

    `STATES` is a value given without any modal, such as a schedule's cell: it binds as the document binds.
    """

    SHALL = "shall"
    SHOULD = "should"
    MAY = "may"
    SHALL_NOT = "shall not"
    SHOULD_NOT = "should not"
    STATES = "states"


class ConflictClass(StrEnum):
    """What two requirements of one slot are to each other; see `graph.conflicts`."""

    CONTRADICTION = "contradiction"
    MODALITY_CLASH = "modality clash"
    EDITION_CLASH = "edition clash"
    METADATA_CLASH = "metadata clash"
    DIFFERENCE = "difference"
    TOLERANCE_OVERLAP = "tolerance overlap"
    DIFFERENT_SCOPE = "different scope"
    DUPLICATE = "duplicate"
    UPDATE = "update"


CONFLICTING = frozenset(
    {
        ConflictClass.CONTRADICTION,
        ConflictClass.MODALITY_CLASH,
        ConflictClass.EDITION_CLASH,
        ConflictClass.METADATA_CLASH,
    }
)
"""Classes that a person has to decide; the others are listed and need no decision."""


class ConflictState(StrEnum):
    """Where a conflict stands in the register."""

    OPEN = "open"
    ACKNOWLEDGED = "acknowledged"
    ASSIGNED = "assigned"
    RESOLVED = "resolved"
    WITHDRAWN = "withdrawn"


class RegisterAct(StrEnum):
    """One step that a person takes in a register."""

    ACKNOWLEDGE = "acknowledge"
    ASSIGN = "assign"
    COMMENT = "comment"
    CLOSE_ONE = "close one"
    KEEP_BOTH = "keep both"
    REJECT_ONE = "reject one"
    RE_DATE = "re-date"
    PRECEDENCE_RULE = "precedence rule"
    WITHDRAW = "withdraw"
    REOPEN = "reopen"
    DONE = "done"
    CANCEL = "cancel"


class CommitmentState(StrEnum):
    """Where a commitment stands."""

    OPEN = "open"
    DONE = "done"
    OVERDUE = "overdue"
    CANCELLED = "cancelled"
    SUSPECT = "suspect"


class CommitmentKind(StrEnum):
    """What was settled, a promise or a decision; and what a meeting talked of on the way to it, which binds nobody."""

    COMMITMENT = "commitment"
    DECISION = "decision"
    MOTION = "motion"
    PROPOSAL = "proposal"
    TOPIC = "topic"


SETTLED = frozenset({CommitmentKind.COMMITMENT, CommitmentKind.DECISION})
"""Kinds that settle something."""


class MotionAct(StrEnum):
    """What was done with a motion, in the order in which it is usually done."""

    MOVED = "moved"
    SECONDED = "seconded"
    AMENDED = "amended"
    PUT = "put to the vote"
    CARRIED = "carried"
    FAILED = "failed"
    WITHDRAWN = "withdrawn"
    TABLED = "tabled"


ENDINGS = frozenset({MotionAct.CARRIED, MotionAct.FAILED, MotionAct.WITHDRAWN, MotionAct.TABLED})
"""What ends a motion."""


class InstructionKind(StrEnum):
    """What words of a message may be to those who build."""

    INSTRUCTION = "instruction"
    ANSWER = "answer"
    APPROVAL = "approval"
    REJECTION = "rejection"
    VARIATION = "variation"

"""Commitments and decisions of one conversation: all readers, without repetitions, each with id and due day."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

from graph.commitments import answers, decisions, lists, motions, points, promises, rulings, tables
from graph.commitments.draft import Draft
from graph.commitments.due import Due, find_dues
from graph.commitments.reliance import named_works
from graph.commitments.utterances import Conversation, conversation, document
from graph.demands import Commitment
from graph.identity import commitment_id
from graph.supersession.view import DocumentView
from graph.vocabulary import SETTLED, CommitmentKind

_READERS: tuple[Callable[[Conversation], Iterable[Draft]], ...] = (
    tables.read,
    lists.read,
    promises.read,
    answers.read,
    decisions.read,
    motions.read,
    points.read,
)


def extract(view: DocumentView, recorded_at: datetime) -> list[Commitment]:
    """What was promised and decided in a message, transcript or minutes, in the order of the text.

    In documents of other kinds, what they say of such decisions.
    """
    talk = conversation(view)
    readers = _READERS if talk else (rulings.read,)
    talk = talk or document(view)
    drafts = _without_repetitions([draft for read in readers for draft in read(talk)])
    return [_commitment(talk, draft, recorded_at) for draft in drafts]


def _without_repetitions(drafts: list[Draft]) -> list[Draft]:
    """Of drafts that overlap: the task that a decision gives to somebody, else the surer one, else the first.

    What settles nothing is told apart: a motion stands beside its decision, a proposal gives way to both.
    """
    settled = _apart([draft for draft in drafts if draft.kind in SETTLED])
    moved = _apart([draft for draft in drafts if draft.kind is CommitmentKind.MOTION])
    taken = [*settled, *moved]
    proposed = [d for d in _apart([d for d in drafts if d.kind is CommitmentKind.PROPOSAL]) if _is_free(d, taken)]
    topics = _apart([draft for draft in drafts if draft.kind is CommitmentKind.TOPIC])
    return sorted([*taken, *proposed, *topics], key=lambda draft: (draft.span, draft.kind))


def _apart(drafts: list[Draft]) -> list[Draft]:
    """The drafts of one sort without those that overlap with a worthier one."""
    kept: list[Draft] = []
    for draft in sorted(drafts, key=_worth):
        if _is_free(draft, kept):
            kept.append(draft)
    return kept


def _is_free(draft: Draft, taken: list[Draft]) -> bool:
    return not any(draft.span.overlaps(one.span) for one in taken)


def _worth(draft: Draft) -> tuple[bool, float, int, int]:
    is_task = draft.kind is CommitmentKind.COMMITMENT and draft.method == "promise named"
    return not is_task, -draft.confidence, draft.span.start, -draft.span.end


def _commitment(talk: Conversation, draft: Draft, recorded_at: datetime) -> Commitment:
    source = talk.view.source
    due = _due(talk, draft)
    return Commitment(
        id=commitment_id(source.id, draft.span.start, draft.span.end, "" if draft.kind in SETTLED else draft.kind),
        source_id=source.id,
        kind=draft.kind,
        span=draft.span,
        who=talk.full_name(draft.who),
        what=draft.what,
        confidence=draft.confidence,
        method=draft.method,
        recorded_at=recorded_at,
        due=due.anchor if due else None,
        due_text=due.text if due else None,
        speaker=draft.speaker,
        start_s=draft.start_s,
        relies_on=named_works(talk.view, draft.span) if draft.kind in SETTLED else (),
        steps=draft.steps,
    )


def _due(talk: Conversation, draft: Draft) -> Due | None:
    """Until when it is promised: the first words that name a day, else the first that name none."""
    if draft.due_in is None:
        return None
    found = find_dues(talk.view.text, draft.due_in, talk.said, draft.language)
    return next((due for due in found if due.anchor), found[0] if found else None)

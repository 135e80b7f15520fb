"""Commitments and decisions: who promised what by when, what was settled, and where each stands."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any

from app.use_cases.citing import Citer
from app.use_cases.known_people import Speaker, Speakers, confirmed_speakers, speaker_json
from app.use_cases.naming import edge_or_ruling_named
from app.use_cases.requirements import sources_named
from app.use_cases.sources import page_of
from app.use_cases.viewpoint import Viewpoint, is_listed, view
from app.wiring import Services
from graph.commitments.closing import done_evidence
from graph.commitments.reliance import Reliance, Reliances
from graph.commitments.reversal import METHOD, Made, Reversal, reversals
from graph.commitments.standing import ORDER, Standing, standing
from graph.commitments.utterances import person_name
from graph.conflicts.register import in_order
from graph.demands import Commitment, MotionStep, RegisterStep
from graph.errors import UnknownName
from graph.governing import Governing
from graph.identity import is_commitment
from graph.model import Edge, Passage
from graph.people import mention_of
from graph.store import Reader
from graph.vocabulary import SETTLED, CommitmentKind, CommitmentState, EdgeState, EdgeType, Signal, SourceKind

Json = dict[str, Any]

SPOKEN = frozenset({SourceKind.MAIL, SourceKind.TRANSCRIPT})
"""Kinds of sources in which somebody says something in the first person."""

DISPLACED = frozenset({Signal.SUPERSEDED, Signal.WITHDRAWN})
"""Signals of a conversation that another version took the place of: what it says is said there again, or no more."""


@dataclass(frozen=True, slots=True)
class CommitmentFilter:
    """Which commitments are wanted; None and () are any, unless said otherwise.

    Attributes:
        owner: Words of the name of who has it or promised it.
        due_before: Only those whose last day comes before this one.
        kind: One of `CommitmentKind`; None for what settles something: promises and decisions.
        source: A message, meeting or file, as people call it.
        text: Words of what was promised; all of them.
        every: Also those of versions that are no longer in force.
    """

    owner: str | None = None
    states: tuple[str, ...] = ()
    due_before: date | None = None
    kind: str | None = None
    source: str | None = None
    text: str | None = None
    min_confidence: float = 0.0
    every: bool = False

    def __post_init__(self) -> None:
        for what, names, known in (
            ("state of a commitment", self.states, [*CommitmentState]),
            ("kind of commitment", (self.kind,) if self.kind else (), [*CommitmentKind]),
        ):
            for name in names:
                if name not in list(map(str, known)):
                    raise UnknownName(what, name, list(map(str, known)))


@dataclass(frozen=True, slots=True)
class Held:
    """What the store holds of commitments, as known at one instant: themselves, steps, edges between decisions."""

    commitments: tuple[Commitment, ...]
    steps: tuple[RegisterStep, ...]
    edges: tuple[Edge, ...]


def held(store: Reader, known_at: datetime | None = None) -> Held:
    """Everything that is held of commitments."""
    edges = store.edges(types=[EdgeType.SUPERSEDES], known_at=known_at)
    return Held(
        tuple(store.find(Commitment, known_at=known_at)),
        tuple(in_order(store.find(RegisterStep, known_at=known_at))),
        tuple(edge for edge in edges if is_commitment(edge.dst)),
    )


class Register:
    """All commitments that are there from a viewpoint, with where each stands.

    What was said after the day asked about is not there.
    """

    def __init__(self, holds: Held, governing: Governing, at: Viewpoint, speakers: Speakers | None = None) -> None:
        self.governing = governing
        self.at = at
        self._speakers = speakers or {}
        self._reliances = Reliances(governing)
        day, sources = governing.moment.as_of, governing.snapshot.sources
        there = (one for one in holds.commitments if one.source_id in sources)
        self.by_id = {one.id: one for one in there if (self.made(one) or day) <= day}
        self.steps: dict[str, list[RegisterStep]] = defaultdict(list)
        for step in holds.steps:
            self.steps[step.subject].append(step)
        self.replaced = {edge.dst: edge for edge in holds.edges if edge.dst in self.by_id and edge.src in self.by_id}

    def made(self, one: Commitment) -> date | None:
        """The day on which it was said; None where nobody knows."""
        said = self.governing.snapshot.descriptions[one.source_id].date
        return said.latest if said else None

    def project(self, one: Commitment) -> str:
        """The project in which it was said."""
        return self.governing.snapshot.sources[one.source_id].project

    def relies_on(self, one: Commitment) -> tuple[Reliance, ...]:
        """What its words rely on."""
        return self._reliances.of(one.what, self.project(one), self.made(one)) if one.relies_on else ()

    def standing(self, one: Commitment) -> Standing:
        """Where it stands."""
        return standing(one, self.steps.get(one.id, ()), self.relies_on(one), self.governing.moment.as_of)

    def person(self, one: Commitment) -> Speaker | None:
        """Who promised it, where it was said under a label of which somebody said who that is."""
        return self._speakers.get((one.source_id, one.who or one.speaker or ""))

    def owner(self, one: Commitment, stands: Standing) -> str:
        """Who has it: who was given it, else who promised it, by name where that is known."""
        person = self.person(one)
        return person.name if person and stands.owner == one.who else stands.owner

    def is_suspect(self, one: Commitment) -> bool:
        """Whether it is not closed and relies on something that is no longer in force."""
        return self.standing(one).state is CommitmentState.SUSPECT

    def is_listed(self, one: Commitment) -> bool:
        """Whether the text that says it is of the project and open to the reader."""
        return is_listed(self.governing.snapshot.sources[one.source_id], self.at.project, self.at.reader)

    def is_displaced(self, one: Commitment) -> bool:
        """Whether another version took the place of the text that says it."""
        return self.governing.of_source(one.source_id).signal in DISPLACED

    def later_conversations(self, one: Commitment) -> list[str]:
        """Ids of the messages and transcripts of its project that are not older, in order of their days."""
        made, snapshot, day = self.made(one), self.governing.snapshot, self.governing.moment.as_of
        said = {
            source: description.date.latest
            for source, description in snapshot.descriptions.items()
            if description.kind in SPOKEN and description.date and description.date.latest
        }
        project = self.project(one)
        there = (s for s, on in said.items() if made and made <= on <= day and snapshot.sources[s].project == project)
        return sorted(there, key=lambda source: (said[source], source))

    def says(self, passage: Passage, one: Commitment) -> bool:
        """Whether a passage holds words of who promised, and not only of before the promise."""
        author = self.governing.snapshot.descriptions[passage.source_id].author or ""
        labels = {turn.speaker for turn in passage.turns} or {passage.speaker or person_name(author)}
        voices = {mention_of(author).address, *(v for label in labels for v in self._voices(passage.source_id, label))}
        is_behind = passage.source_id != one.source_id or passage.span.end > one.span.end
        return is_behind and bool(one.who) and not voices.isdisjoint(self._voices(one.source_id, one.who))

    def _voices(self, source_id: str, label: str | None) -> tuple[str, ...]:
        """What a speaker is known by: the label, and the address that somebody said is theirs."""
        known = self._speakers.get((source_id, label or ""))
        return (label or "", known.address) if known else (label or "",)

    @cached_property
    def reversals(self) -> dict[str, Reversal]:
        """What may have taken the place of a decision, by the id of that; nothing where a person said what did."""
        standing = [one for one in self.by_id.values() if not self.is_displaced(one)]
        made = [Made(one, self.project(one), self.made(one)) for one in standing]
        return {one.old.id: one for one in reversals(made) if one.old.id not in self.replaced}


def register(store: Reader, services: Services, at: Viewpoint) -> Register:
    """The register from a viewpoint."""
    return Register(held(store, at.known_at), view(services, at), at, confirmed_speakers(services, at))


def count_turned(holds: Held, before: Governing, after: Governing, at: Viewpoint) -> int:
    """How many commitments that the reader sees would become suspect, or no longer be, in another state."""
    now, then = Register(holds, before, at), Register(holds, after, at)
    seen = [one for one in now.by_id.values() if one.id in then.by_id and now.is_listed(one)]
    return sum(now.is_suspect(one) is not then.is_suspect(one) for one in seen if one.relies_on)


def list_commitments(
    services: Services,
    at: Viewpoint | None = None,
    wanted: CommitmentFilter | None = None,
    cursor: str | None = None,
    limit: int = 50,
) -> Json:
    """One page of commitments: overdue ones first, then suspect, open, done and cancelled ones, each by their day.

    Raises:
        UnknownName: There is no such state or kind.
        NotFound, Ambiguous: No document, or several, are so called.
        InvalidInput: The cursor names no commitment of this list.
    """
    at, wanted = at or Viewpoint(), wanted or CommitmentFilter()
    with services.store.read() as store:
        found = register(store, services, at)
        standings = _wanted(found, wanted)
        ids = sorted(standings, key=lambda one: _place(found, standings[one], found.by_id[one]))
        page, more = page_of(ids, cursor, limit, "commitment")
        citer = Citer(store, found.governing)
        items = [commitment_json(citer, found, found.by_id[one], standings[one]) for one in page]
    counts = {state.value: sum(one.state is state for one in standings.values()) for state in ORDER}
    return {
        **at.as_json(),
        "items": items,
        "total": len(ids),
        "kind": wanted.kind,
        "by_state": counts,
        "next_cursor": page[-1] if page and more else None,
    }


def show_commitment(services: Services, identifier: str, at: Viewpoint | None = None) -> Json:
    """One commitment with what it relies on, what may have taken its place, and what was done about it.

    Raises:
        NotFound: There is none from that viewpoint.
    """
    at = at or Viewpoint()
    with services.store.read() as store:
        found = register(store, services, at)
        one = found.by_id[edge_or_ruling_named(found.by_id, identifier, "commitment")]
        citer = Citer(store, found.governing)
        item = commitment_json(citer, found, one, found.standing(one))
        return item | {"perhaps_done": _perhaps_done(store, citer, found, one)}


def _perhaps_done(store: Reader, citer: Citer, found: Register, one: Commitment) -> list[Json]:
    """Citations of what the promiser said later to have done, where that may be it; a person closes it, no rule."""
    if one.kind is not CommitmentKind.COMMITMENT:
        return []
    later = (p for source in found.later_conversations(one) for p in store.find(Passage, source_id=source))
    mine = (passage for passage in later if found.says(passage, one))
    return [citer.cite(p.source_id, span, n) for n, (p, span) in enumerate(done_evidence(one, mine), 1)]


def _wanted(found: Register, wanted: CommitmentFilter) -> dict[str, Standing]:
    """The wanted commitments with where they stand."""
    named = sources_named(found.governing, wanted.source) if wanted.source else found.governing.snapshot.sources.keys()
    standings: dict[str, Standing] = {}
    for one in found.by_id.values():
        if one.source_id not in named or (found.is_displaced(one) and not wanted.every):
            continue
        stands = found.standing(one)
        if _fits(one, stands, wanted, found):
            standings[one.id] = stands
    return standings


def _fits(one: Commitment, stands: Standing, wanted: CommitmentFilter, found: Register) -> bool:
    person, owner = found.person(one), found.owner(one, stands)
    people = f"{owner}\n{one.who}\n{one.speaker or ''}\n{person.address if person else ''}"
    last = stands.due.latest if stands.due else None
    return (
        (one.kind == wanted.kind if wanted.kind else one.kind in SETTLED)
        and one.confidence >= wanted.min_confidence
        and (not wanted.states or stands.state in wanted.states)
        and (wanted.due_before is None or (last is not None and last < wanted.due_before))
        and _says(people, wanted.owner)
        and _says(f"{one.what}\n{owner}", wanted.text)
    )


def _says(words: str, wanted: str | None) -> bool:
    """Whether all the wanted words are among some words."""
    return all(word in words.casefold() for word in (wanted or "").casefold().split())


def _place(found: Register, stands: Standing, one: Commitment) -> tuple[int, bool, date, date, str]:
    """Place in the list: by state, then by last day, then by the day on which it was said."""
    last, made = (stands.due.latest if stands.due else None), found.made(one)
    return ORDER.index(stands.state), last is None, last or date.max, made or date.max, one.id


def commitment_json(citer: Citer, found: Register, one: Commitment, stands: Standing) -> Json:
    """A commitment as the outside sees it, with the words that say it."""
    made, due = found.made(one), stands.due
    citation = citer.cite(one.source_id, one.span)
    return {
        "id": one.id,
        "kind": one.kind,
        "state": stands.state,
        "who": one.who,
        "owner": found.owner(one, stands),
        "person": speaker_json(found.person(one)),
        "what": one.what,
        "due": due.latest.isoformat() if due and due.latest else None,
        "due_from": due.earliest.isoformat() if due and due.earliest else None,
        "due_text": one.due_text,
        "due_is_set": due != one.due,
        "is_late": stands.is_late,
        "said_on": made.isoformat() if made else None,
        "speaker": one.speaker,
        "start_s": one.start_s,
        "confidence": one.confidence,
        "method": one.method,
        "project": found.project(one),
        "relies_on": [_reliance_json(found, reliance) for reliance in found.relies_on(one)],
        "replaced_by": _replaced_json(citer, found, one),
        "outcome": one.outcome,
        "steps": [_motion_step_json(one, step) for step in one.steps],
        "history": [step_json(step) for step in stands.history],
        "citation": citation | {"speaker": one.speaker or citation["speaker"], "start_s": one.start_s},
    }


def _motion_step_json(one: Commitment, step: MotionStep) -> Json:
    """What was done with a motion, and where the words stand that say so."""
    return {
        "act": step.act,
        "speaker": step.speaker,
        "start_s": step.start_s,
        "source_id": one.source_id,
        "span": [step.span.start, step.span.end],
    }


def _reliance_json(found: Register, one: Reliance) -> Json:
    snapshot, verdict = found.governing.snapshot, one.verdict
    later = [successor.name for successor in verdict.successors] if verdict else []
    return {
        "name": " ".join(one.name.split()),
        "work": snapshot.name(one.work),
        "source_id": one.source_id,
        "version": snapshot.descriptions[one.source_id].version if one.source_id else None,
        "clause": one.clause,
        "signal": verdict.signal if verdict else None,
        "is_lost": one.is_lost,
        "reason": verdict.reason if verdict else None,
        "successors": later,
    }


def _replaced_json(citer: Citer, found: Register, one: Commitment) -> Json | None:
    """The later decision that took its place, or may have; None where there is none."""
    edge, proposal = found.replaced.get(one.id), found.reversals.get(one.id)
    if edge is not None:
        return _edge_json(citer, found.by_id[edge.src], edge, edge.state)
    if proposal is None:
        return None
    evidence = citer.evidence(proposal.new.source_id, proposal.new.span)
    return _edge_json(citer, proposal.new, proposal.edge(evidence, proposal.new.recorded_at), EdgeState.PROPOSED)


def _edge_json(citer: Citer, new: Commitment, edge: Edge, state: EdgeState) -> Json:
    return {
        "id": new.id,
        "edge_id": edge.id,
        "state": state,
        "method": METHOD,
        "confidence": edge.confidence,
        "by": edge.by,
        "what": new.what,
        "citation": citer.cite(new.source_id, new.span),
    }


def step_json(step: RegisterStep) -> Json:
    """A step as the outside sees it."""
    return {
        "id": step.id,
        "act": step.act,
        "by": step.by,
        "reason": step.reason,
        "recorded_at": step.recorded_at.isoformat(),
        "owner": step.owner,
        "due": step.due.latest.isoformat() if step.due and step.due.latest else None,
        "edge_id": step.edge_id,
    }

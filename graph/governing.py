"""What governs at a moment: a signal, with its reason and evidence, for every source and clause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from graph.claims import Description
from graph.clause_places import Place, is_within, spans_at, what_is_unfound
from graph.contests import begun, contenders
from graph.effects import Contest, Effect, effects, evidence_of, then, unless
from graph.exchanges import exchange_of, places_of
from graph.lookup import Match, resolve
from graph.model import Claim, Edge, Span
from graph.precedence import Precedence
from graph.snapshot import EFFECTIVE, Snapshot
from graph.statuses import UNISSUED, end_of, ended_on, first_day
from graph.successors import direct_successors, transition_of
from graph.suspended import PENDING
from graph.time import DateAnchor, Moment
from graph.verdicts import SAID, ChainLink, Successor, Transition, Verdict
from graph.versions import same_version
from graph.vocabulary import SPOKEN, AuthorityClass, ClaimField, EdgeType, Signal, Status

__all__ = ["ChainLink", "Governing", "Match", "Successor", "Transition", "Verdict"]

_CONTRACT = frozenset(
    {
        AuthorityClass.CONTRACT_MODIFICATION,
        AuthorityClass.ADDENDUM,
        AuthorityClass.AGREEMENT,
        AuthorityClass.SPECIAL_CONDITIONS,
        AuthorityClass.GENERAL_CONDITIONS,
        AuthorityClass.SPECIFICATION,
        AuthorityClass.DRAWING,
    }
)
"""Classes whose texts can pin an edition of a standard."""


class Governing:
    """The verdicts of one snapshot at one moment under the orders of precedence of its projects."""

    def __init__(self, snapshot: Snapshot, moment: Moment, precedence: Precedence | None = None) -> None:
        """Decides; `precedence` takes the place of the orders that the snapshot holds."""
        self.snapshot = snapshot
        self.moment = moment
        self.effects = effects(snapshot, precedence)
        self._precedence = precedence
        self._whole: dict[str, Verdict] = {}
        self._risk: dict[str, Verdict] = {}
        self._begun: dict[tuple[str, bool], list[Effect]] = {}
        self._found: dict[int, list[Place]] = {}
        self._acting: set[str] | None = None

    def of_source(self, source_id: str) -> Verdict:
        """The verdict on a source; raises `KeyError` where the snapshot has none of that id."""
        if source_id not in self._risk:
            verdict = self._with_risk(source_id, self._of_source(source_id))
            self._risk[source_id] = self._with_listed(source_id, verdict)
        return self._risk[source_id]

    def of_clause(self, source_id: str, path: str) -> Verdict:
        """The verdict on a clause: that of its source, unless it or a clause above it is displaced.

        A clause of which only a sub-clause is displaced is `superseded in part`.
        """
        return self.of_passage(source_id, path)

    def of_passage(self, source_id: str, path: str | None, span: Span | None = None) -> Verdict:
        """The verdict on text of a source that stands in a clause, or in none.

        Args:
            path: Of the innermost clause that holds it.
            span: Of the text itself: tells exactly whether it holds words of a displaced sub-clause.
        """
        whole = self.of_source(source_id)
        if whole.signal is not Signal.SUPERSEDED_IN_PART:
            return whole
        active = self._active(source_id, parts=True)
        out = [e for e in active if path is not None and any(is_within(path, clause) for clause in e.clauses)]
        out = [e for e in out if span is None or exchange_of(self.snapshot, e) is None]
        if out:
            return self._displaced_clause(out)
        own = (span,) if span is not None else spans_at(self.snapshot.clauses.get(source_id, {}), path or "")
        within = [effect for effect in active if self._holds(own, path if span is None else None, effect)]
        if within:
            places = [place for effect in within for place in self._places(effect)]
            is_withheld = span is not None and any(held.covers(span) for place in places for held in place.spans)
            return replace(self._in_part(source_id, within), is_withheld=is_withheld)
        return replace(
            whole,
            signal=Signal.GOVERNS,
            reason=f"{self.snapshot.name(source_id)} governs; other clauses of it are superseded, this text is not",
            rule="in-force",
            edges=(),
            since=first_day(self.snapshot.descriptions[source_id].starts),
            successors=(),
            evidence=(),
        )

    def successors(self, source_id: str, path: str | None = None) -> tuple[Successor, ...]:
        """What is in force today in the place of something, through every step; names where not held.

        Ordered as the steps lead there; itself is never among them.
        """
        verdict = self.of_passage(source_id, path) if path else self.of_source(source_id)
        found: dict[tuple[str, tuple[str, ...]], Successor] = {}
        open_ends, seen = list(verdict.successors), {source_id} if not path else set()
        while open_ends:
            step = open_ends.pop(0)
            if (step.node, step.clauses) in found or step.node in seen:
                continue
            seen |= set() if step.clauses else {step.node}
            further = self._steps(step)
            if further is None:
                found[step.node, step.clauses] = step
            else:
                open_ends += further
        return tuple(found.values())

    def contested_with(self, source_id: str) -> tuple[str, ...]:
        """The other sides of what contests a source that stands and no rule decides; see `graph.contests`."""
        if not self.of_source(source_id).stands:
            return ()
        others = contenders(self.snapshot, self.effects, source_id, self.moment.as_of, self._precedence)
        return tuple(o for o in others if o not in self.snapshot.sources or self.of_source(o).stands)

    def chain(self, work_id: str) -> tuple[ChainLink, ...]:
        """The versions of a work that are held, oldest first."""
        return tuple(self._link(source_id) for source_id in self.snapshot.sources_of(work_id))

    def resolve(self, text: str) -> tuple[Match, ...]:
        """What an identifier names; see `graph.lookup.resolve`."""
        return resolve(self.snapshot, text)

    def governing_sources(self) -> Iterator[str]:
        """The ids of the sources that are in force, in order."""
        return (source_id for source_id in self.snapshot.sources if self.of_source(source_id).is_in_force)

    def _of_source(self, source_id: str) -> Verdict:
        """The verdict on a source before reliance on others is looked at."""
        if source_id not in self._whole:
            self._whole[source_id] = self._decide(source_id)
        return self._whole[source_id]

    def _decide(self, source_id: str) -> Verdict:
        description = self.snapshot.descriptions[source_id]
        displacing = self._active(source_id, parts=False)
        has_yet_to_end = self.moment.as_of < (self._ended(source_id, description) or self.moment.as_of)
        by_status = None if has_yet_to_end else self._by_status(source_id, description, displacing)
        verdict = by_status or self._by_dates(source_id, description)
        if verdict:
            return verdict
        if displacing:
            return self._pinned(source_id, self._displaced(displacing))
        parts = self._active(source_id, parts=True)
        if parts:
            return self._in_part(source_id, parts)
        return self._governs(source_id, description)

    def _ended(self, source_id: str, description: Description) -> date | None:
        """The day from which its own word that it ended counts, see `statuses.end_of`."""
        came = (e.since for e in self.effects.by_target.get(source_id, ()) if e.since and not e.clauses)
        return end_of(description, came)

    def _by_status(self, source_id: str, description: Description, displacing: list[Effect]) -> Verdict | None:
        """What its own status says: never issued, withdrawn, or superseded by something unnamed."""
        status = description.status
        name = self.snapshot.name(source_id)
        claim = description.taken.get(ClaimField.STATUS)
        words = f"{claim.ground} says {(claim.note or claim.value)!r}" if claim else ""
        claims = (claim,) if claim else ()
        successors = direct_successors(self.snapshot, displacing)
        ended = self._ended(source_id, description)
        if status in UNISSUED:
            reason = f"{name} was never issued ({status}): {words}"
            return Verdict(Signal.DRAFT, reason, "status", successors=successors, claims=claims)
        if status is Status.WITHDRAWN:
            reason = f"{name} is withdrawn: {words}" + then(displacing)
            verdict = Verdict(Signal.WITHDRAWN, reason, "status", since=ended, successors=successors, claims=claims)
            return self._pinned(source_id, verdict)
        if status is Status.SUPERSEDED and all(e.clauses for e in self.effects.by_target.get(source_id, ())):
            return Verdict(Signal.SUPERSEDED, f"{name} is superseded: {words}", "status", since=ended, claims=claims)
        return None

    def _by_dates(self, source_id: str, description: Description) -> Verdict | None:
        """What its own dates say: not yet in force, or no longer."""
        start = first_day(description.starts)
        name = self.snapshot.name(source_id)
        if start and self.moment.as_of < start:
            fact = ClaimField.EFFECTIVE_FROM if description.effective_from else ClaimField.DATE
            reason = f"{name} is not yet in force on {self.moment.as_of}: it dates from {_words(description.starts)}"
            return Verdict(Signal.NOT_YET_EFFECTIVE, reason, fact.value, claims=_claims(description, fact))
        end = description.effective_to
        if end and end.latest and self.moment.as_of >= end.latest:
            reason = f"{name} ended on {_words(end)}"
            claims = _claims(description, ClaimField.EFFECTIVE_TO)
            return Verdict(Signal.WITHDRAWN, reason, "effective_to", since=end.latest, claims=claims)
        return None

    def _active(self, source_id: str, *, parts: bool) -> list[Effect]:
        """The effects on a source, as a whole or on clauses, that have begun by the day asked about."""
        if (source_id, parts) not in self._begun:
            self._begun[source_id, parts] = [
                effect
                for effect in self.effects.by_target.get(source_id, ())
                if bool(effect.clauses) is parts
                and (effect.since is None or effect.since <= self.moment.as_of)
                and (effect.until is None or self.moment.as_of < effect.until)
            ]
        return self._begun[source_id, parts]

    def _displaced(self, active: list[Effect]) -> Verdict:
        """The verdict of effects that have begun; the first decides, all name successors."""
        first = active[0]
        ended = Signal.NOT_YET_EFFECTIVE if first.rule == PENDING else Signal.WITHDRAWN
        return Verdict(
            signal=ended if first.ends else Signal.SUPERSEDED,
            reason=first.reason + unless(active),
            rule=first.rule,
            edges=tuple(effect.edge.id for effect in active if effect.edge),
            since=first.since,
            successors=direct_successors(self.snapshot, active),
            evidence=evidence_of(active),
            transitions=self._transitions(active),
        )

    def _displaced_clause(self, active: list[Effect]) -> Verdict:
        """The verdict on a clause that several acts may have taken out: the last decides, since the first it is out."""
        latest_first = sorted(active, key=lambda effect: effect.since or date.min, reverse=True)
        known = [effect.since for effect in active if effect.since]
        return replace(self._displaced(latest_first), since=min(known) if len(known) == len(active) else None)

    def _in_part(self, source_id: str, parts: list[Effect]) -> Verdict:
        places = [place for effect in parts for place in self._places(effect)]
        name = self.snapshot.name(source_id)
        stands = "in force" if all(effect.rule == PENDING for effect in parts) else "superseded"
        more = f" (and {len(parts) - 1} more)" if len(parts) > 1 else ""
        return Verdict(
            signal=Signal.SUPERSEDED_IN_PART,
            reason=f"{name} is {stands} in part: {parts[0].reason}{more}{what_is_unfound(name, places)}",
            rule=parts[0].rule,
            edges=tuple(effect.edge.id for effect in parts if effect.edge),
            since=parts[0].since,
            successors=direct_successors(self.snapshot, parts),
            evidence=evidence_of(parts),
            transitions=self._transitions(parts),
        )

    def _governs(self, source_id: str, description: Description) -> Verdict:
        if description.authority in SPOKEN and not self._was_let_act(source_id):
            return self._said(source_id, description)
        contests = begun(self.effects, source_id, self.moment.as_of)
        start = description.starts
        reserved = self._reserved(source_id)
        if contests:
            return self._contested(source_id, contests, first_day(start))
        since = f" since {_words(start)}" if start else ""
        undated = "" if start else "; its date is not known"
        leaves = "".join(f"; {t.name} still applies to {t.condition}" for t in reserved)
        name = self.snapshot.name(source_id)
        reason = f"{name} is in force{since}: nothing that is held supersedes it{undated}{leaves}"
        return Verdict(Signal.GOVERNS, reason, "in-force", since=first_day(start), transitions=reserved)

    def _said(self, source_id: str, description: Description) -> Verdict:
        """The verdict on mail and talk: only text that was issued can govern, and neither is."""
        told = "mail" if description.authority is AuthorityClass.MAIL else "talk"
        reason = f"{self.snapshot.name(source_id)} is {told}: it tells what was said, and binds nobody by itself"
        return Verdict(Signal.UNVERIFIED, reason, SAID)

    def _was_let_act(self, source_id: str) -> bool:
        """Whether it took the place of something: no rule lets mail or talk do so, only a person."""
        if self._acting is None:
            self._acting = {effect.by for found in self.effects.by_target.values() for effect in found if effect.edge}
        return source_id in self._acting

    def _contested(self, source_id: str, contests: tuple[Contest, ...], since: date | None) -> Verdict:
        return Verdict(
            Signal.CONTESTED,
            f"{self.snapshot.name(source_id)} is in force, contested: {contests[0].reason}",
            "precedence",
            edges=tuple(contest.edge.id for contest in contests if contest.edge),
            since=since,
            evidence=tuple(c.edge.evidence for c in contests if c.edge and c.edge.evidence),
        )

    def _with_risk(self, source_id: str, verdict: Verdict) -> Verdict:
        """A source in force that relies on a version that no longer is, is at risk."""
        if verdict.signal is not Signal.GOVERNS:
            return verdict
        for edge in self._edges_from(source_id, EdgeType.RELIES_ON):
            for target in self.snapshot.sources_of(edge.dst, edge.scope.version):
                relied = self._of_source(target)
                if relied.signal in (Signal.SUPERSEDED, Signal.WITHDRAWN):
                    return replace(
                        verdict,
                        signal=Signal.AT_RISK,
                        reason=f"{self.snapshot.name(source_id)} is in force but relies on "
                        f"{self.snapshot.name(target)}: {relied.reason}",
                        rule="reliance",
                        edges=(edge.id, *relied.edges),
                        evidence=(*((edge.evidence,) if edge.evidence else ()), *relied.evidence),
                    )
        return verdict

    def _with_listed(self, source_id: str, verdict: Verdict) -> Verdict:
        """Says of a source in force that a register lists a later version of it, which nobody here holds."""
        listed = self.effects.listed_not_held.get(source_id)
        if listed is None or not verdict.is_in_force or (listed.since and self.moment.as_of < listed.since):
            return verdict
        stated = (listed.edge.evidence,) if listed.edge.evidence else ()
        reason = f"{verdict.reason}; but {listed.reason}"
        return replace(verdict, reason=reason, evidence=(*verdict.evidence, *stated), listed=listed)

    def _pinned(self, source_id: str, verdict: Verdict) -> Verdict:
        """A displaced standard stays binding where a contract text in force pins that edition."""
        description = self.snapshot.descriptions[source_id]
        if description.authority is not AuthorityClass.ADOPTED_STANDARD or not description.version:
            return verdict
        for edge in self.snapshot.edges_at(source_id):
            if edge.type in (EdgeType.CITES, EdgeType.RELIES_ON) and self._pins(edge, source_id, description):
                reason = f"{verdict.reason}; {self.snapshot.name(edge.src)} pins this edition"
                evidence = (*((edge.evidence,) if edge.evidence else ()), *verdict.evidence)
                return replace(verdict, signal=Signal.WITHDRAWN_PINNED, reason=reason, evidence=evidence)
        return verdict

    def _pins(self, edge: Edge, source_id: str, description: Description) -> bool:
        label, citing = edge.scope.version, self.snapshot.descriptions.get(edge.src)
        if label is None or citing is None or citing.authority not in _CONTRACT or edge.src == source_id:
            return False
        start = first_day(citing.starts)
        if start is not None and self.moment.as_of < start:
            return False
        return (
            edge.state in EFFECTIVE
            and any(same_version(label, own) for own in description.labels)
            and not self._active(edge.src, parts=False)
            and citing.status not in UNISSUED
        )

    def _reserved(self, source_id: str) -> tuple[Transition, ...]:
        """What a source that governs leaves to its predecessors."""
        edges = self._edges_from(source_id, EdgeType.SUPERSEDES)
        return tuple(transition_of(self.snapshot, edge, edge.dst) for edge in edges if edge.scope.condition)

    def _transitions(self, active: list[Effect]) -> tuple[Transition, ...]:
        return tuple(transition_of(self.snapshot, e.edge, e.target) for e in active if e.edge and e.condition)

    def _edges_from(self, source_id: str, kind: EdgeType) -> list[Edge]:
        edges = self.snapshot.edges_at(source_id)
        return [e for e in edges if e.type is kind and e.src == source_id and e.state in EFFECTIVE]

    def _holds(self, own: tuple[Span, ...], path: str | None, effect: Effect) -> bool:
        """Whether text holds, or may hold, words of a displaced clause that is not the one it stands in."""
        if any(one.overlaps(out) for place in self._places(effect) for out in place.spans for one in own):
            return True
        return path is not None and any(is_within(clause, path) for clause in effect.clauses)

    def _places(self, effect: Effect) -> list[Place]:
        """Where in its target the clauses of an effect stand."""
        if id(effect) not in self._found:
            self._found[id(effect)] = places_of(self.snapshot, effect)
        return self._found[id(effect)]

    def _steps(self, step: Successor) -> list[Successor] | None:
        """What took the place of a successor in its turn; None where it is the end of the line."""
        if step.node not in self.snapshot.sources:
            return None
        verdict = self.of_source(step.node)
        if verdict.is_in_force or not verdict.successors:
            return None
        return list(verdict.successors)

    def _link(self, source_id: str) -> ChainLink:
        description = self.snapshot.descriptions[source_id]
        ends = [e.since for e in self.effects.by_target.get(source_id, ()) if not e.clauses and e.since]
        if description.effective_to and description.effective_to.latest:
            ends.append(description.effective_to.latest)
        withdrawn = ended_on(description)
        ends += [withdrawn] if withdrawn else []
        return ChainLink(
            source_id,
            self.snapshot.name(source_id),
            self.of_source(source_id),
            first_day(description.starts),
            min(ends, default=None),
        )


def _claims(description: Description, fact: ClaimField) -> tuple[Claim, ...]:
    """The claim that decided a fact, if one did."""
    claim = description.taken.get(fact)
    return (claim,) if claim else ()


def _words(anchor: DateAnchor | None) -> str:
    return anchor.words if anchor else "an unknown date"

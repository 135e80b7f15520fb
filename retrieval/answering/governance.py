"""Answers about documents: what governs, since when, what it replaced, what became of it.

These come from the graph, not from a ranking: verdicts with their reasons, and the words in which the
documents themselves say so. Each method answers one intent of `intents.toml`, or gives None where the
graph does not know, and the question is then answered from what the texts say.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from graph.governing import Verdict
from graph.model import Clause, Edge, Span
from graph.snapshot import EFFECTIVE
from graph.vocabulary import ClaimField, EdgeState, EdgeType, Signal
from retrieval.answering.editions import Editions, asks_what_applies_to_event
from retrieval.answering.facts import Facts
from retrieval.answering.joining import join_answers
from retrieval.answering.model import Abstention, Answer, Outcome, Reason
from retrieval.answering.past import FIRST, PREVIOUS, asks_of_past, predecessors, version_asked
from retrieval.answering.statements import Statements, joined, line_at, listed, named_at, natural, quotes, since
from retrieval.gate import may_quote

LEFT = frozenset({Signal.SUPERSEDED, Signal.WITHDRAWN})
"""Signals of a clause of which a question in the past tense is one about history."""
RELATIONS = {
    EdgeType.SUPERSEDES: "replaces",
    EdgeType.AMENDS: "updates",
    EdgeType.CORRECTS: "corrects",
    EdgeType.WITHDRAWS: "withdraws",
    EdgeType.CLARIFIES: "clarifies",
}
"""What an edge says of its two ends."""


class Governance:
    """What the graph knows of the documents of one question."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.editions = Editions(facts)

    def answer(self) -> Outcome | None:
        """The answer by the question's intent; None where it has to be found in texts."""
        by_intent: dict[str, Callable[[], Outcome | None]] = {
            "defines": self._defines,
            "in_force": self._in_force,
            "relation": self._relation,
            "replaced_by": self._replaced_by,
            "replaces": self._replaces,
            "when": self._when,
            "author": self._author,
            "latest": self.editions.latest,
            "released": self.editions.released,
            "title_block": self.editions.title_block,
            "transition": self.editions.transition,
        }
        turns_on_event = asks_what_applies_to_event(self.facts.question)
        method = self.editions.transition if turns_on_event else by_intent.get(self.facts.question.intent)
        return method() if method and not self._asks_of_unknown_clause() else None

    def _asks_of_unknown_clause(self) -> bool:
        """Whether it asks what became of a clause that is not found: its document's fate is no answer."""
        asks_of_fate = self.facts.question.intent in ("in_force", "replaced_by", "replaces")
        return asks_of_fate and bool(self.facts.clauses()) and not self.facts.scope.clauses

    # --- which document governs a subject

    def _defines(self) -> Outcome | None:
        if self.facts.scope.named and self._is_among_named():
            heads = [head for source in sorted(self.facts.scope.named) for head in self._heads(source)]
            return self._governs(list(dict.fromkeys(heads))) if heads else None
        matches = self.facts.fitting()
        for match in matches:
            if match.score < 0.8 * matches[0].score:
                break
            heads = self._heads(match.source_id)
            if heads:
                return self._governs(heads)
        return self._none_in_force(matches[0].source_id) if matches else None

    def _is_among_named(self) -> bool:
        """Whether what is asked for is one of the documents named, or what stands in their stead."""
        question = self.facts.question
        in_subject = any(name in question.subject for name in self.facts.scope.names)
        return in_subject or re.search(r"\b(?:stead|instead|place|replac\w+)\b", question.text, re.I) is not None

    def _heads(self, source_id: str) -> list[str]:
        """The source itself where it is in force, else what took its place and is, or what it replaced
        where it is not in force yet."""
        if self.facts.verdict(source_id).is_in_force:
            return [source_id]
        if self.facts.verdict(source_id).signal is Signal.NOT_YET_EFFECTIVE:
            return self._predecessors(source_id, frozenset())
        successors = self.facts.governing.successors(source_id)
        return [s.node for s in successors if s.node in self.facts.readable and self.facts.verdict(s.node).is_in_force]

    def _predecessors(self, source_id: str, seen: frozenset[str]) -> list[str]:
        """What a source that is not in force yet replaced, as far back as something is in force."""
        snapshot, found = self.facts.snapshot, list[str]()
        replaced = [edge.dst for edge in self._own_replacements(source_id)] + [snapshot.work(source_id)]
        for target in dict.fromkeys(t for node in replaced for t in snapshot.sources_of(node)):
            if target in seen or target == source_id or target not in self.facts.readable:
                continue
            verdict = self.facts.verdict(target)
            if verdict.is_in_force:
                found.append(target)
            elif verdict.signal is Signal.NOT_YET_EFFECTIVE:
                found += self._predecessors(target, seen | {source_id})
        return list(dict.fromkeys(found))

    def _governs(self, heads: list[str]) -> Outcome | None:
        statements = self.facts.statements()
        for head in heads[:2]:
            verdict = self.facts.verdict(head)
            word = "governs" if self._is_today() else f"governed on {self.facts.query.moment.as_of}"
            named = named_at(self.facts.corpus, self.facts.query.moment, head)
            decided = quotes(self.facts.corpus, verdict.evidence)
            self._say_in_force(statements, f"{self.facts.spoken(head)} {word}.", named, decided)
            self._say_replaced(statements, head)
            if verdict.signal is not Signal.GOVERNS:
                self._say_in_force(statements, f"{verdict.reason}.", decided, named)
        return statements.answer(history=False)

    def _is_today(self) -> bool:
        return self.facts.question.asked_on is None

    def _say_replaced(self, statements: Statements, source_id: str, who: str = "It") -> None:
        """Names what a source replaced, in the words of the source itself."""
        own = self._own_replacements(source_id)
        if own:
            names = sorted({self._with_version(edge) for edge in own}, key=natural)
            evidence = quotes(self.facts.corpus, [edge.evidence for edge in own if edge.evidence][:1])
            statements.say(f"{who} replaces {joined(names)}.", evidence)

    def _own_replacements(self, source_id: str) -> list[Edge]:
        edges = self.facts.snapshot.edges_at(source_id)
        own = [e for e in edges if e.type is EdgeType.SUPERSEDES and e.src == source_id and not e.scope.clauses]
        return [e for e in own if e.state in EFFECTIVE and e.evidence and e.evidence.source_id == source_id]

    def _with_version(self, edge: Edge) -> str:
        name = self.facts.snapshot.name(edge.dst)
        version = edge.scope.version
        return f"{name} ({version})" if version and version not in name else name

    def _none_in_force(self, source_id: str) -> Outcome:
        verdict = self.facts.verdict(source_id)
        settles = "a document that says it" if verdict.is_said else "the document that took its place, if there is one"
        return Abstention(Reason.of_withheld(verdict), verdict.reason, (), (settles,), 0.0, 0.0)

    # --- what became of a document, a clause, a revision

    def _in_force(self) -> Outcome | None:
        if self.facts.scope.clauses:
            return self._clause_status(self.facts.scope.clauses[0])
        subjects = self.facts.subjects()
        if not subjects:
            return None
        subjects = self.facts.of_edition(subjects)
        return self._status(subjects[-1])

    def _clause_status(self, clause: Clause) -> Outcome | None:
        source_id = clause.source_id
        verdict = self.facts.governing.of_clause(source_id, clause.path)
        statements = self.facts.statements()
        name = f"{clause.path} of {self.facts.snapshot.name(source_id)}"
        if verdict.is_in_force:
            head = [(source_id, self._head_of(clause))]
            partly = verdict.signal is Signal.SUPERSEDED_IN_PART
            text = (
                f"{name} is in force in part: {verdict.reason}." if partly else f"{name} is in force{since(verdict)}."
            )
            self._say_in_force(statements, text, quotes(self.facts.corpus, verdict.evidence) if partly else head, head)
            return statements.answer(history=False)
        went = f"; its content is now in {listed(verdict.successors)}" if verdict.successors else ""
        evidence = quotes(self.facts.corpus, verdict.evidence) or [(source_id, self._head_of(clause))]
        statements.say(f"{name} is {verdict.signal}{went}: {verdict.reason}.", evidence)
        return statements.answer(history=True)

    def _say_in_force(self, statements: Statements, text: str, *grounds: list[tuple[str, Span]]) -> None:
        """Says a sentence with the first grounds of which some words are themselves in force, and those alone."""
        statements.say(text, next((found for places in grounds if (found := self._open(places))), []))

    def _open(self, places: list[tuple[str, Span]]) -> list[tuple[str, Span]]:
        """The places whose own words may be cited: of a source in force in part not those that are out."""
        found = []
        for source_id, span in places:
            passage = self.facts.corpus.passage_at(source_id, span.start)
            if passage and may_quote(self.facts.corpus.verdict(passage, self.facts.query.moment, span)):
                found.append((source_id, span))
        return found

    def _head_of(self, clause: Clause) -> Span:
        return line_at(self.facts.corpus, clause.source_id, Span(clause.span.start, clause.span.start + 1))

    def _status(self, source_id: str) -> Outcome | None:
        verdict = self.facts.verdict(source_id)
        statements = self.facts.statements()
        name = self.facts.spoken(source_id)
        if verdict.is_in_force:
            named = named_at(self.facts.corpus, self.facts.query.moment, source_id)
            decided = quotes(self.facts.corpus, verdict.evidence)
            self._say_in_force(statements, f"{name} is in force.", named, decided)
            if verdict.signal is not Signal.GOVERNS:
                self._say_in_force(statements, f"{verdict.reason}.", decided, named)
            return statements.answer(history=False)
        evidence = quotes(self.facts.corpus, verdict.evidence) or named_at(
            self.facts.corpus, self.facts.query.moment, source_id
        )
        if verdict.rule == "status":
            evidence = [*evidence[:1], *named_at(self.facts.corpus, self.facts.query.moment, source_id)]
        statements.say(f"{name} is not in force: {self._called(source_id, verdict)}{since(verdict)}.", evidence)
        self._say_successors(statements, source_id)
        for transition in verdict.transitions:
            text = f"{transition.name} continues to apply to {transition.condition}."
            statements.say(text, quotes(self.facts.corpus, [transition.evidence] if transition.evidence else []))
        return statements.answer(history=True)

    def _called(self, source_id: str, verdict: Verdict) -> str:
        """The signal, with the status word of the document itself where that says more."""
        claim = self.facts.snapshot.descriptions[source_id].taken.get(ClaimField.STATUS)
        if verdict.rule == "status" and claim:
            return f"its status is {claim.note or claim.value}"
        if verdict.is_said:
            return "it only tells what was said"
        by = [e.source_id for e in verdict.evidence if e.source_id != source_id]
        if verdict.signal is Signal.WITHDRAWN and by:
            return f"it is withdrawn by {self.facts.snapshot.name(by[0])}"
        return f"it is {verdict.signal}"

    def _say_successors(self, statements: Statements, source_id: str) -> None:
        for successor in self.facts.governing.successors(source_id):
            if successor.node in self.facts.readable:
                text = f"{self.facts.spoken(successor.node)} is in force in its place."
                statements.say(text, named_at(self.facts.corpus, self.facts.query.moment, successor.node))

    def _replaced_by(self) -> Outcome | None:
        if self.facts.scope.clauses:
            return self._clause_status(self.facts.scope.clauses[0])
        subjects = self.facts.subjects()
        for source_id in subjects:
            verdict = self.facts.verdict(source_id)
            if verdict.successors:
                statements = self.facts.statements()
                evidence = quotes(self.facts.corpus, verdict.evidence)
                held = [s.node for s in verdict.successors if s.node in self.facts.readable]
                evidence += [
                    place for node in held for place in named_at(self.facts.corpus, self.facts.query.moment, node)
                ]
                text = f"{listed(verdict.successors)} replaced {self.facts.snapshot.name(source_id)}{since(verdict)}."
                statements.say(text, evidence)
                self._say_successors(statements, source_id)
                return statements.answer(history=True)
        return self._status(subjects[-1]) if subjects else None

    def _replaces(self) -> Outcome | None:
        """What a document replaced; None where it only replaced its own earlier version."""
        statements = self.facts.statements()
        snapshot = self.facts.snapshot
        for source_id in self.facts.subjects():
            if any(snapshot.work(e.dst) != snapshot.work(source_id) for e in self._own_replacements(source_id)):
                self._say_replaced(statements, source_id, self.facts.spoken(source_id))
        return statements.answer(history=True)

    def _relation(self) -> Outcome | None:
        """Whether one named document does something to another, and what it does instead."""
        named = {self.facts.snapshot.work(source) for source in self.facts.scope.named}
        edges = [
            edge
            for source in sorted(self.facts.scope.named)
            for edge in self.facts.snapshot.edges_at(source)
            if edge.type in RELATIONS and edge.evidence and edge.state is not EdgeState.REJECTED
        ]
        statements = self.facts.statements()
        for edge in {edge.id: edge for edge in edges}.values():
            ends = {self.facts.snapshot.work(edge.src), self.facts.snapshot.work(edge.dst)}
            if len(ends & named) == 2 and edge.evidence:
                text = (
                    f"{self.facts.snapshot.name(edge.src)} {RELATIONS[edge.type]} {self.facts.snapshot.name(edge.dst)}."
                )
                statements.say(text, quotes(self.facts.corpus, [edge.evidence]))
        return statements.answer(history=True)

    # --- facts that documents state of themselves

    def _when(self) -> Outcome | None:
        return self._stated((ClaimField.EFFECTIVE_FROM, "took effect"), (ClaimField.DATE, "is dated"))

    def _author(self) -> Outcome | None:
        return self._stated((ClaimField.AUTHOR, "is by"))

    def _stated(self, *facts: tuple[ClaimField, str]) -> Outcome | None:
        """What the document that the question names states in its own words; the first fact that it does."""
        subjects = self.facts.of_edition(self.facts.subjects())
        for source_id in subjects[-1:]:
            for fact, words in facts:
                claim = self.facts.snapshot.descriptions[source_id].taken.get(fact)
                if claim and claim.span is not None:
                    statements = self.facts.statements()
                    text = f"{self.facts.snapshot.name(source_id)} {words} {' '.join(claim.value.split())}."
                    statements.say(text, [(source_id, line_at(self.facts.corpus, source_id, claim.span))])
                    return statements.answer(history=True)
        return None

    # --- help for questions of content

    def in_force_of(self, within: frozenset[str] | None) -> frozenset[str] | None:
        """The sources to look in: those named where they are in force, with all that took their place."""
        if within is None:
            return None
        found = set(within)
        for source_id in within:
            found |= {
                s.node for s in self.facts.governing.successors(source_id) if s.node in self.facts.snapshot.sources
            }
        return frozenset(found)

    def past_versions(self) -> list[str]:
        """The versions, no longer in force, that the question names by their revision or edition, or as the
        previous or first one."""
        label = version_asked(self.facts.question)
        pinned = [r.edition for r in self.facts.question.references if r.edition]
        labels = [label] if label else pinned
        subjects = self.facts.subjects()
        named = [s for s in subjects if any(self.facts.is_version(s, label) for label in labels)]
        if label and not named and label.casefold() in FIRST | PREVIOUS:
            heads = [s for s in subjects if self.facts.verdict(s).is_in_force]
            readable = self.facts.readable
            named = [p for head in heads for p in predecessors(self.facts.governing, head, label.casefold(), readable)]
        if not labels and self._asks_what_was_said() and self.names_only_superseded():
            named = subjects[-1:]
        return [source for source in dict.fromkeys(named) if not self.facts.verdict(source).stands]

    def past_clause(self) -> Clause | None:
        """The clause, no longer in force, of which the question asks what it said."""
        clauses = self.facts.scope.clauses if self._asks_what_was_said() else ()
        verdicts = [self.facts.governing.of_clause(clause.source_id, clause.path) for clause in clauses]
        past = all(verdict.signal in LEFT for verdict in verdicts)
        return clauses[-1] if clauses and past else None

    def _asks_what_was_said(self) -> bool:
        return self.facts.question.intent == "said" and asks_of_past(self.facts.question)

    def edition_not_held(self) -> str | None:
        """An edition that the question pins of a document that is held in other editions only."""
        for reference in self.facts.question.references:
            held = [s for s in self.facts.snapshot.sources_numbered(reference.key) if s in self.facts.readable]
            if not reference.edition or not held or not all(self.facts.version(source) for source in held):
                continue
            if not any(self.facts.is_version(source, reference.edition) for source in held):
                return reference.text
        return None

    def names_only_superseded(self) -> bool:
        """Whether every document, or version of one, that the question names has gone out of force."""
        meant = self.facts.meant()
        return bool(meant) and not any(self.facts.verdict(source).stands for source in meant)

    def only_superseded(self, outcome: Abstention) -> Abstention:
        """The abstention that says what became of the documents named."""
        verdicts = [self.facts.verdict(source) for source in self.facts.meant()]
        why = {Reason.of_withheld(verdict) for verdict in verdicts}
        reason = why.pop() if len(why) == 1 else Reason.ONLY_SUPERSEDED
        return replace(outcome, reason=reason, detail="; ".join(verdict.reason for verdict in verdicts[:2]))

    def with_history(self, answer: Answer) -> Answer:
        """The answer, introduced by what became of a document that the question names and that no
        longer governs."""
        if not self.names_only_superseded():
            return answer
        statements = self.facts.statements()
        for source_id in self.facts.meant()[:1]:
            verdict = self.facts.verdict(source_id)
            by = f" and replaced by {listed(verdict.successors)}" if verdict.successors else ""
            text = f"{self.facts.snapshot.name(source_id)} is {verdict.signal}{by}; what is in force says:"
            named = named_at(self.facts.corpus, self.facts.query.moment, source_id)[:1]
            statements.say(text, quotes(self.facts.corpus, verdict.evidence[:1]) or named)
        said = statements.answer(history=True)
        return join_answers(said, answer) if said else answer

"""Answers about versions of one work: the latest, whether one was released, what its title block says,
which edition a transitional provision leaves in force for whom."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graph.governing import Governing, Transition, Verdict
from graph.model import Claim, Span
from graph.versions import same_version
from graph.vocabulary import ClaimField, EdgeState, EdgeType, Ground
from retrieval.answering.facts import Facts
from retrieval.answering.model import Outcome
from retrieval.answering.question import Question
from retrieval.answering.statements import joined, line_at, named_at, quotes, stands
from retrieval.answering.transitional import applies, events_in, needed


class Editions:
    """The versions of the works of one question."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def latest(self) -> Outcome | None:
        """The latest version that was issued, and what became of any later ones."""
        subjects = self.facts.subjects()
        if not subjects:
            return None
        versions = self._versions(subjects[0])
        in_force = [v for v in versions if self.facts.verdict(v).is_in_force]
        if not in_force:
            return None
        last = in_force[-1]
        if reserved_by(self.facts.verdict(last)) and _asks_what_applies(self.facts.question):
            return self.transition()
        statements = self.facts.statements()
        text = f"{self._label(last)} is the latest issued version of {self._plain_name(last)} held here."
        statements.say(text, self._version_at(last) or named_at(self.facts.corpus, self.facts.query.moment, last))
        for later in versions[versions.index(last) + 1 :]:
            verdict = self.facts.verdict(later)
            statements.say(f"{self._label(later)} {stands(verdict)}: {verdict.reason}.", self._ground(later, verdict))
        return statements.answer(history=True)

    def _versions(self, source_id: str) -> list[str]:
        return [
            s for s in self.facts.snapshot.sources_of(self.facts.snapshot.work(source_id)) if s in self.facts.readable
        ]

    def _plain_name(self, source_id: str) -> str:
        description = self.facts.snapshot.descriptions[source_id]
        return description.number or description.title or self.facts.snapshot.name(source_id)

    def _label(self, source_id: str) -> str:
        version = self.facts.version(source_id)
        return (
            f"Revision {version}" if version and len(version) <= 4 else version or self.facts.snapshot.name(source_id)
        )

    def _version_at(self, source_id: str) -> list[tuple[str, Span]]:
        claim = self.facts.snapshot.descriptions[source_id].taken.get(ClaimField.VERSION)
        if claim is None or claim.span is None:
            return []
        return [(source_id, line_at(self.facts.corpus, source_id, claim.span))]

    def _ground(self, source_id: str, verdict: Verdict) -> list[tuple[str, Span]]:
        """Where the status of a version is stated: in itself, or in the register that lists it."""
        found = quotes(self.facts.corpus, verdict.evidence)
        if not found:
            found = quotes(
                self.facts.corpus,
                [
                    e.evidence
                    for e in self.facts.snapshot.edges_at(source_id)
                    if e.type is EdgeType.DECLARES
                    and e.state is not EdgeState.REJECTED
                    and e.evidence
                    and (e.scope.version is None or same_version(e.scope.version, self.facts.version(source_id)))
                ],
            )
        return found or named_at(self.facts.corpus, self.facts.query.moment, source_id)

    def released(self) -> Outcome | None:
        """What is said of one version's release, in whatever document says it."""
        wanted = self.facts.question.version
        works = {self.facts.snapshot.work(s) for s in self.facts.subjects()}
        if not wanted or not works:
            return None
        statements = self.facts.statements()
        for edge in self.facts.snapshot.edges:
            said = edge.type is EdgeType.DECLARES and edge.state is not EdgeState.REJECTED
            about = said and self.facts.snapshot.work(edge.dst) in works
            if about and edge.evidence and edge.scope.version and same_version(wanted, edge.scope.version):
                name = self.facts.snapshot.name(edge.dst)
                text = f"{self.facts.snapshot.name(edge.src)} says of revision {wanted} of {name}: {edge.note}."
                statements.say(text, quotes(self.facts.corpus, [edge.evidence]))
        for source_id in sorted(s for work in works for s in self.facts.snapshot.sources_of(work)):
            if source_id in self.facts.readable and same_version(wanted, self.facts.version(source_id)):
                verdict = self.facts.verdict(source_id)
                text = f"{self.facts.snapshot.name(source_id)} {stands(verdict)}: {verdict.reason}."
                statements.say(text, self._ground(source_id, verdict))
        return statements.answer(history=True)

    def title_block(self) -> Outcome | None:
        """What title block and file name of a document say, where the question names the file."""
        statements = self.facts.statements()
        for source_id in self._files_named():
            description = self.facts.snapshot.descriptions[source_id]
            claim = description.taken.get(ClaimField.VERSION)
            if claim is None or claim.ground is Ground.FILE_NAME or claim.span is None:
                continue
            name = self.facts.snapshot.sources[source_id].remote_id.rsplit("/", 1)[-1]
            text = f"The {claim.ground} of {name} states revision {claim.value}"
            others = [d for d in description.disagreements if d.field is ClaimField.VERSION]
            text += "".join(f"; the {d.other.ground} says {d.other.value}" for d in others[:1])
            text += ": they disagree." if others else "."
            statements.say(text, self._version_at(source_id))
        return statements.answer(history=True)

    def _files_named(self) -> list[str]:
        """Sources whose file name the question holds, or whose file name claims the version it names."""
        facts, text = self.facts, self.facts.question.text.casefold()
        found = []
        with facts.corpus.store.read() as reader:
            for source_id in sorted(facts.readable):
                name = facts.snapshot.sources[source_id].remote_id.rsplit("/", 1)[-1].rsplit(".", 1)[0]
                claims = reader.find(Claim, source_id=source_id, known_at=facts.query.moment.known_at)
                labels = [c.value for c in claims if c.field is ClaimField.VERSION and c.ground is Ground.FILE_NAME]
                if name.casefold() in text or any(_names_version(text, label) for label in labels):
                    found.append(source_id)
        return found

    def transition(self) -> Outcome | None:
        """Which edition applies to work begun on a day: by the transitional provision of the later one."""
        for source_id in reversed(self.facts.subjects()):
            reserved = reserved_by(self.facts.verdict(source_id))
            if reserved:
                statements = self.facts.statements()
                for transitions in reserved:
                    evidence = [t.evidence for t in transitions if t.evidence]
                    statements.say(self._applies(source_id, transitions), quotes(self.facts.corpus, evidence))
                return statements.answer(history=True)
        return None

    def _applies(self, source_id: str, transitions: Sequence[Transition]) -> str:
        """Which of the two applies; with both conditions where the dates that decide are not known."""
        events = events_in(self.facts.question)
        later, earlier = self.facts.spoken(source_id), earlier_name(self.facts.governing, transitions[0])
        reserved = f"{earlier} continues to apply to {conditions(transitions)}"
        match applies(transitions, events):
            case True:
                return f"{earlier} applies: {reserved}."
            case False:
                return f"{later} applies: {reserved}, and to nothing else."
            case None:
                unknown = needed(transitions, events)
                needs = f"the date of {joined(unknown)}" if unknown else transitions[0].needs
                return f"It depends on {needs}: {reserved}; otherwise {later} applies."


def _asks_what_applies(question: Question) -> bool:
    """Whether it asks which version binds, and not only which is the newest."""
    return re.search(r"\b(?:appl\w+|govern\w*|use[ds]?|valid|bind\w*|in force)\b", question.text, re.I) is not None


def asks_what_applies_to_event(question: Question) -> bool:
    """Whether it asks which version, or what, applies to something that happened on a day."""
    asked = re.search(
        r"\b(?:which|what)\s+(?:(?:edition|version|revision|issue|rules?|document|text|standard|one)s?\b|appl(?:y|ies|ied)\b)",
        question.text,
        re.I,
    )
    return asked is not None and _asks_what_applies(question) and bool(events_in(question))


def reserved_by(verdict: Verdict) -> list[list[Transition]]:
    """What a text in force leaves to its predecessors, by predecessor."""
    nodes = dict.fromkeys(transition.node for transition in verdict.transitions) if verdict.is_in_force else ()
    return [[t for t in verdict.transitions if t.node == node] for node in nodes]


def predecessor_of(governing: Governing, transition: Transition) -> str | None:
    """The held text that a provision leaves something to: the edition that it names, else the last one before."""
    snapshot = governing.snapshot
    held = snapshot.sources_of(transition.node, transition.version) or snapshot.sources_of(transition.node)
    past = [source for source in held if not governing.of_source(source).is_in_force]
    return past[-1] if past else None


def earlier_name(governing: Governing, transition: Transition) -> str:
    """What people call that text."""
    source = predecessor_of(governing, transition)
    return governing.snapshot.name(source) if source else transition.name


def conditions(transitions: Sequence[Transition]) -> str:
    """What is reserved, in the words of the text."""
    return "; ".join(dict.fromkeys(transition.condition for transition in transitions))


def _names_version(text: str, label: str) -> bool:
    return (
        re.search(rf"\b(?:rev(?:ision)?\.?|version|edition|issue) {re.escape(label.casefold())}(?!\w)", text)
        is not None
    )

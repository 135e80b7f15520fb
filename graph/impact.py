"""What a change would do before it is made: which signals, clauses and passages it would turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from graph.demands import Requirement
from graph.governing import Governing, Verdict
from graph.model import Clause, Passage
from graph.store import Reader


@dataclass(frozen=True, slots=True)
class SignalChange:
    """A source whose signal would change."""

    source_id: str
    before: Verdict
    after: Verdict


@dataclass(frozen=True, slots=True)
class Impact:
    """What would change between two states of the graph at one moment.

    Attributes:
        sources: Those whose signal would change, by id.
        clauses, passages: How many of them would have another signal.
        requirements: How many would come into force or go out of it, or have another signal.
    """

    sources: tuple[SignalChange, ...]
    clauses: int
    passages: int
    requirements: int = 0


class Texts:
    """Clauses and passages of sources, read once for all changes that are weighed.

    Held by a block that keeps `reader` open.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._clauses: dict[str, dict[str, Clause]] = {}
        self._passages: dict[str, list[Passage]] = {}
        self._requirements: dict[str, list[Requirement]] = {}

    def clauses(self, source_id: str) -> dict[str, Clause]:
        """The clauses of a source by id."""
        if source_id not in self._clauses:
            self._clauses[source_id] = {c.id: c for c in self._reader.find(Clause, source_id=source_id)}
        return self._clauses[source_id]

    def passages(self, source_id: str) -> list[Passage]:
        """The passages of a source, in their order."""
        if source_id not in self._passages:
            self._passages[source_id] = list(self._reader.find(Passage, source_id=source_id))
        return self._passages[source_id]

    def requirements(self, source_id: str) -> list[Requirement]:
        """The requirements of a source."""
        if source_id not in self._requirements:
            self._requirements[source_id] = list(self._reader.find(Requirement, source_id=source_id))
        return self._requirements[source_id]

    def path_of(self, placed: Passage | Requirement) -> str | None:
        """Path of the clause in which a passage or requirement stands."""
        clause = self.clauses(placed.source_id).get(placed.clause_id or "")
        return clause.path if clause else None


def weigh(before: Governing, after: Governing, texts: Texts, sources: Iterable[str]) -> Impact:
    """The impact of a change between two states at the same moment, as far as it concerns these sources."""
    touched = [source for source in sources if _is_touched(before, after, source)]
    changes = [SignalChange(s, before.of_source(s), after.of_source(s)) for s in touched]
    return Impact(
        tuple(change for change in changes if change.before.signal is not change.after.signal),
        sum(_changed_clauses(before, after, texts, source) for source in touched),
        sum(_changed_passages(before, after, texts, source) for source in touched),
        sum(_changed_requirements(before, after, texts, source) for source in touched),
    )


def _is_touched(before: Governing, after: Governing, source_id: str) -> bool:
    if before.of_source(source_id).signal is not after.of_source(source_id).signal:
        return True
    return before.effects.by_target.get(source_id) != after.effects.by_target.get(source_id)


def _changed_clauses(before: Governing, after: Governing, texts: Texts, source_id: str) -> int:
    places = [(clause.path, clause.span) for clause in texts.clauses(source_id).values()]
    return sum(
        before.of_passage(source_id, path, span).signal is not after.of_passage(source_id, path, span).signal
        for path, span in places
    )


def _changed_passages(before: Governing, after: Governing, texts: Texts, source_id: str) -> int:
    places = [(texts.path_of(passage), passage.span) for passage in texts.passages(source_id)]
    return sum(
        before.of_passage(source_id, path, span).signal is not after.of_passage(source_id, path, span).signal
        for path, span in places
    )


def _changed_requirements(before: Governing, after: Governing, texts: Texts, source_id: str) -> int:
    places = [(texts.path_of(one), one.span) for one in texts.requirements(source_id)]
    verdicts = [[state.of_passage(source_id, path, span) for state in (before, after)] for path, span in places]
    return sum((one.signal, one.is_withheld) != (other.signal, other.is_withheld) for one, other in verdicts)

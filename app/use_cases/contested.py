"""Conflicts that arose after an answer between what it cites and texts that came later."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property

from app.use_cases.stored_answers import CitedText, Loss, StoredAnswer
from graph.conflicts.demands import Demands
from graph.conflicts.record import Conflict, Side
from graph.vocabulary import CONFLICTING, Signal


class Contested:
    """What of stored answers is contested since, by the demands of one viewpoint.

    Only what nobody has decided yet counts; a conflict with a text that was there already was seen by the answer.
    """

    def __init__(self, demands: Demands, answers: Iterable[StoredAnswer]) -> None:
        """Takes the answers of which it will be asked: only what meets their citations is compared."""
        self._demands = demands
        self._cited = {cited.source_id for answer in answers if _is_of_today(answer) for cited in answer.citations}

    def losses(self, answer: StoredAnswer) -> tuple[Loss, ...]:
        """What an answer cites that a later text contradicts."""
        if not _is_of_today(answer):
            return ()
        found = (self._loss(answer, cited) for cited in answer.citations)
        return tuple(loss for loss in found if loss is not None)

    def _loss(self, answer: StoredAnswer, cited: CitedText) -> Loss | None:
        for conflict, own in self._by_source.get(cited.source_id, ()):
            if own.span is None or not own.span.overlaps(cited.span):
                continue
            for side in conflict.sides:
                source = self._demands.governing.snapshot.sources[side.source_id]
                if side.work != own.work and source.recorded_at > answer.recorded_at:
                    name = self._demands.governing.snapshot.name(side.source_id)
                    return Loss(cited, Signal.CONTESTED, f"{conflict.kind} with {name}, which came later: {side.says}")
        return None

    @cached_property
    def _by_source(self) -> dict[str, list[tuple[Conflict, Side]]]:
        """The conflicts to decide of cited sources, with the side of each."""
        ids = [one.id for one in self._demands.requirements.values() if one.source_id in self._cited]
        found: dict[str, list[tuple[Conflict, Side]]] = defaultdict(list)
        for conflict, side in self._sides(self._demands.conflicts_of(ids)):
            found[side.source_id].append((conflict, side))
        return found

    def _sides(self, conflicts: Iterable[Conflict]) -> Iterator[tuple[Conflict, Side]]:
        for conflict in conflicts:
            if conflict.kind in CONFLICTING and not self._demands.standing(conflict).is_settled:
                yield from ((conflict, side) for side in conflict.sides)


def _is_of_today(answer: StoredAnswer) -> bool:
    """Whether it says what governs on the day of asking, not on another day or as known then."""
    return answer.kind == "answer" and answer.known_at is None and answer.as_of is None and not answer.history

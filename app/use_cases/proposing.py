"""What a model proposes at ingest, checked and added to what rules read; ingest never fails of it."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from itertools import islice

from app.use_cases.reading import Prepared
from graph.errors import PrevailError
from graph.requirements.proposing import Dropped, Proposer, Reading, verify, worth_asking

MOST_PASSAGES = 40
"""Of one source; a small model takes seconds for each."""
SOURCE_TIME_LIMIT_S = 120.0


class Asking:
    """One run's questions to a model: what was kept, what was dropped, and why it stopped asking."""

    def __init__(self, proposer: Proposer) -> None:
        self._proposer = proposer
        self._kept = 0
        self._asked = 0
        self._dropped: Counter[Dropped] = Counter()
        self._slow = 0
        self._failure: str | None = None

    def read(self, prepared: Prepared) -> Prepared:
        """The source with what the model proposes for values that no rule read; as it was where it does not answer."""
        reading = Reading(prepared.text, prepared.clauses, prepared.requirements)
        end = time.monotonic() + SOURCE_TIME_LIMIT_S
        for passage in islice(worth_asking(reading, prepared.passages), MOST_PASSAGES):
            if self._failure is not None:
                break
            if time.monotonic() > end:
                self._slow += 1
                break
            try:
                answer = self._proposer.propose(passage.text)
            except PrevailError as error:
                self._failure = str(error)
                break
            verdict = verify(reading, passage, answer, self._proposer.name)
            self._asked += 1
            self._kept += len(verdict.kept)
            self._dropped.update(verdict.dropped)
            reading = replace(reading, known=(*reading.known, *verdict.kept))
        return (
            prepared
            if len(reading.known) == len(prepared.requirements)
            else replace(prepared, requirements=reading.known)
        )

    def account(self) -> str | None:
        """One sentence on the run; None where the model was not needed."""
        parts: list[str] = []
        if self._asked:
            reasons = ", ".join(f"{count} because {reason}" for reason, count in self._dropped.most_common())
            dropped = f"{self._dropped.total()} dropped" + (f": {reasons}" if reasons else "")
            parts.append(f"{_counted(self._kept, 'proposal')} kept from {_counted(self._asked, 'passage')}, {dropped}")
        if self._slow:
            parts.append(f"too slow: {_counted(self._slow, 'source')} not asked to its end")
        if self._failure is not None:
            parts.append(f"rules alone from there on: {self._failure}")
        return "; ".join(parts) or None


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"

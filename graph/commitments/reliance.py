"""What a promise or decision relies on: the documents that its words name, as they stood when it was made.

It is suspect when the version that was in force on that day, or that its words pin, or the clause that they name,
is no longer in force.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date

from graph.governing import Governing
from graph.identity import work_id
from graph.references import Reference, find_references, normalise_number
from graph.snapshot import Snapshot
from graph.spans import Span
from graph.supersession.view import DocumentView
from graph.time import Moment
from graph.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Reliance:
    """One document that words rely on.

    Attributes:
        name: As the words name it.
        source_id: The version that was relied on; None where it is not held.
        verdict: On that version, or the named clause of it, at the moment asked about.
    """

    name: str
    work: str
    clause: str | None
    source_id: str | None
    verdict: Verdict | None

    @property
    def is_lost(self) -> bool:
        """Whether what was relied on is no longer in force."""
        return self.verdict is not None and (not self.verdict.stands or self.verdict.is_withheld)


def named_works(view: DocumentView, span: Span) -> tuple[str, ...]:
    """Ids of the works that words name, each once, in their order."""
    named = (normalise_number(reference.key) for reference in view.references(span))
    return tuple(dict.fromkeys(work_id(view.source.project, key) for key in named))


class Reliances:
    """What promises rely on, at one moment; verdicts on past days are kept for all that ask."""

    def __init__(self, governing: Governing) -> None:
        self._now = governing
        self._then: dict[date, Governing] = {}

    def of(self, words: str, project: str, made: date | None) -> tuple[Reliance, ...]:
        """What words rely on that were said in a project on a day.

        Args:
            made: None where nobody knows; then only a version that the words pin can be told.
        """
        return tuple(self._of(words, project, made))

    def _of(self, words: str, project: str, made: date | None) -> Iterator[Reliance]:
        snapshot = self._now.snapshot
        for reference in find_references(words):
            work = snapshot.work(work_id(project, normalise_number(reference.key)))
            held = snapshot.sources_of(work) or snapshot.sources_numbered(normalise_number(reference.key))
            source = self._relied_on(snapshot, work, held, reference, made)
            verdict = self._verdict(source, reference.clause) if source else None
            yield Reliance(reference.text, work, reference.clause, source, verdict)

    def _relied_on(
        self, snapshot: Snapshot, work: str, held: tuple[str, ...], reference: Reference, made: date | None
    ) -> str | None:
        """The version that words mean: the one they pin, else the last that was in force when they were said."""
        if reference.edition is not None:
            pinned = [source for source in snapshot.sources_of(work, reference.edition) if source in held]
            if pinned:
                return pinned[-1]
        if made is None:
            return None
        then = self._at(min(made, self._now.moment.as_of))
        in_force = [source for source in held if then.of_source(source).stands]
        return in_force[-1] if in_force else None

    def _verdict(self, source: str, clause: str | None) -> Verdict:
        return self._now.of_clause(source, clause) if clause else self._now.of_source(source)

    def _at(self, day: date) -> Governing:
        if day not in self._then:
            self._then[day] = Governing(self._now.snapshot, Moment(day, self._now.moment.known_at))
        return self._then[day]


ReliesOn = Callable[[str, str, date | None], tuple[Reliance, ...]]
"""Words, project and day to what they rely on."""

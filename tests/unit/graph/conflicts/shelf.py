"""A shelf of made-up documents that demand things, for the conflict engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from graph.conflicts.engine import conflicts, parties_of, relate
from graph.conflicts.record import Conflict, Party
from graph.demands import Condition, Requirement
from graph.identity import requirement_id
from graph.requirements.concepts import Concepts
from graph.spans import Span
from graph.vocabulary import Comparator
from tests.fakes.library import Library
from tests.unit.graph.quantities.demanding import demand


@dataclass
class Shelf:
    """Documents and what they demand."""

    library: Library = field(default_factory=Library)
    requirements: list[Requirement] = field(default_factory=list)

    def document(self, number: str, authority: str = "specification", **facts: str) -> str:
        """Adds a document in force and returns its source id."""
        return self.library.add(number, authority=authority, **{"status": "issued", "date": "2024-03-01"} | facts)

    def demand(
        self,
        source_id: str,
        subject: str,
        prop: str,
        text: str,
        conditions: Sequence[Condition] = (),
        scope: Sequence[tuple[str, str]] = (),
    ) -> Requirement:
        """Adds a requirement of a document."""
        start = 200 * len(self.requirements)
        plain = demand(text, property=prop)
        made = replace(
            plain,
            id=requirement_id(source_id, start, start + 100, f"{subject} {prop}"),
            source_id=source_id,
            subject=subject,
            span=Span(start, start + 100),
            conditions=tuple(conditions),
            scope=tuple(scope),
        )
        self.requirements.append(made)
        return made

    def conflicts(self, project: str | None = None, as_of: str = "2025-01-01") -> list[Conflict]:
        """What they are to each other."""
        governing = self.library.governing(as_of)
        return conflicts(self.requirements, governing, Concepts(), project)

    def only(self) -> Conflict:
        """The one conflict that there is."""
        (found,) = self.conflicts()
        return found

    def parties(self) -> list[Party]:
        """The last two requirements, with how they stand."""
        return parties_of(self.requirements[-2:], self.library.governing(), Concepts())

    def pair(self) -> Conflict | None:
        """What the last two requirements are to each other, whether or not they share a slot."""
        one, other = self.parties()
        return relate(one, other, self.library.governing())


def condition(text: str, *, negated: bool = False, prop: str | None = None, values: str = "") -> Condition:
    """A condition; `values` as in "≥ 25°"."""
    if not values:
        return Condition(text, Span(0, len(text)), negated, prop)
    typed = demand(f"shall {values}")
    return Condition(text, Span(0, len(text)), negated, prop, Comparator(typed.comparator), typed.values)

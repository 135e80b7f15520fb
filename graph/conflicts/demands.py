"""What is demanded at one moment: the requirements of the texts that are there, their conflicts, and the register."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from graph.conflicts.engine import conflicts, parties_of
from graph.conflicts.pairs import key_of, near
from graph.conflicts.record import Conflict, Party
from graph.conflicts.register import Standing, fold, steps_by_subject
from graph.demands import ConceptLink, RegisterStep, Requirement
from graph.governing import Governing
from graph.model import Clause
from graph.requirements.concepts import Concepts
from graph.store import Reader


class Demands:
    """The requirements of a snapshot's sources at a moment, with what they are to each other and what was decided.

    Everything is computed when it is first asked for; nothing is written.

    Attributes:
        requirements: By id, in the order of their ids.
        links: What people said of terms; `concepts`: what that makes of the table.
        paths: Clause id to path, for clauses of sources of which a part is out of force.
        steps: Of the register, by the id of the conflict that they are about; as known at the moment.
    """

    def __init__(
        self,
        governing: Governing,
        requirements: Iterable[Requirement],
        links: Iterable[ConceptLink] = (),
        project: str | None = None,
        paths: Mapping[str, str] | None = None,
        steps: Iterable[RegisterStep] = (),
    ) -> None:
        """Takes what is known; requirements of sources that the snapshot does not hold are left out."""
        held = governing.snapshot.sources
        self.governing = governing
        self.links = tuple(links)
        self.concepts = Concepts(self.links, project or "")
        self.project = project
        self.paths = paths or {}
        self.requirements = {one.id: one for one in requirements if one.source_id in held}
        self.steps = steps_by_subject(steps)

    @cached_property
    def parties(self) -> Mapping[str, Party]:
        """Each requirement with its first slot and how its text stands, by requirement id."""
        found: dict[str, Party] = {}
        for party in self.listed:
            found.setdefault(party.requirement.id, party)
        return found

    @cached_property
    def listed(self) -> Sequence[Party]:
        """Every requirement, once for each thing that its subject lists."""
        return parties_of(self.requirements.values(), self.governing, self.concepts, self.project, self.paths)

    @cached_property
    def conflicts(self) -> tuple[Conflict, ...]:
        """All that the requirements, pinned editions and claims are to each other; see `engine.conflicts`."""
        return self.among(self.requirements.values())

    @property
    def has_conflicts(self) -> bool:
        """Whether all conflicts were computed already."""
        return "conflicts" in self.__dict__

    def take(self, parties: Sequence[Party], found: Iterable[Conflict] | None) -> None:
        """Takes parties, and conflicts where they are given, that somebody computed for these demands."""
        self.__dict__["listed"] = parties
        if found is not None:
            self.__dict__["conflicts"] = tuple(found)

    @cached_property
    def by_id(self) -> Mapping[str, Conflict]:
        """The conflicts by id."""
        return {one.id: one for one in self.conflicts}

    def conflicts_of(self, requirement_ids: Iterable[str]) -> tuple[Conflict, ...]:
        """The conflicts that have one of these requirements on a side.

        Only what meets them is compared, unless all conflicts are known already.
        """
        wanted = frozenset(requirement_ids)
        if self.has_conflicts:
            found = self.conflicts
        else:
            keys = {key_of(party) for party in self.listed if party.requirement.id in wanted}
            found = self.among({party.requirement.id: party.requirement for party in near(self.listed, keys)}.values())
        return tuple(c for c in found if any(side.requirement and side.requirement.id in wanted for side in c.sides))

    def standing(self, conflict: Conflict) -> Standing:
        """Where a conflict stands in the register."""
        return fold(self.steps.get(conflict.id, ()), conflict.values)

    def standing_of(self, subject: str) -> Standing:
        """Where the steps on a conflict that is no longer found leave it."""
        return fold(self.steps.get(subject, ()))

    def among(self, requirements: Iterable[Requirement]) -> tuple[Conflict, ...]:
        """What some of the requirements, and all pinned editions and claims, are to each other."""
        return tuple(conflicts(requirements, self.governing, self.concepts, self.project, self.paths))


def load_demands(reader: Reader, governing: Governing, project: str | None = None) -> Demands:
    """The demands of a store as known at the moment of `governing`."""
    known_at = governing.moment.known_at
    partly = sorted(governing.snapshot.clauses)
    return Demands(
        governing,
        reader.find(Requirement, known_at=known_at),
        reader.find(ConceptLink, known_at=known_at),
        project,
        {c.id: c.path for source in partly for c in reader.find(Clause, source_id=source, known_at=known_at)},
        reader.find(RegisterStep, known_at=known_at),
    )

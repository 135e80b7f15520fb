"""Taking back what a person said of a term."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from app.use_cases.concepts import difference
from app.use_cases.demanded import demanded
from app.use_cases.impact import Scales
from app.use_cases.naming import edge_or_ruling_named
from app.use_cases.ruling import Voice
from app.wiring import Services
from graph.conflicts.demands import Demands
from graph.correspondence import PersonLink
from graph.demands import ConceptLink
from graph.snapshot import load_snapshot
from graph.store import Reader, Writer
from graph.time import now_utc

Json = dict[str, Any]
Said = TypeVar("Said", ConceptLink, PersonLink)


def take_back_link(services: Services, identifier: str, voice: Voice) -> Json:
    """Takes back what was said last of a term: what was said before it stands again.

    Raises:
        NotFound: Nothing in effect has that id or begins so.
        RetryLater: Another process is writing.
    """
    demands = demanded(services, voice.viewpoint)
    if voice.dry_run:
        with services.store.read() as store:
            return _TakingBack(services, store, identifier).report(demands, voice)
    with services.writer_lock, services.store.write() as writer:
        taking = _TakingBack(services, writer, identifier)
        report = taking.report(demands, voice)
        taking.restore(writer)
    return report


class _TakingBack:
    """One word on a term about to be taken back."""

    def __init__(self, services: Services, store: Reader, identifier: str) -> None:
        self.services = services
        self.store = store
        standing = {link.id: link for link in store.find(ConceptLink)}
        self.link = standing.pop(edge_or_ruling_named(standing, identifier, "word on a term in effect"))
        self.others = list(standing.values())
        self.before = said_before(self.link, list(store.find(ConceptLink, ids=[self.link.id], history=True)))

    def restore(self, writer: Writer) -> None:
        """Puts back what was said before."""
        put_back(writer, self.link, self.before)

    def report(self, demands: Demands, voice: Voice) -> Json:
        """What is taken back, and what that changes."""
        links = [*self.others, *([self.before] if self.before else [])]
        changed = difference(demands, links)
        now = load_snapshot(self.store)
        impact = Scales(self.services, self.store, now, voice.viewpoint).weigh(now, voice.as_of)
        return {
            "act": "undo",
            "undone": "accept" if self.link.accepted else "refuse",
            "ruling_id": self.link.id,
            "dry_run": voice.dry_run,
            "changed": True,
            "removed": self.before is None,
            "says": f"{told(self.link)}, as said by {self.link.by}",
            "edge": None,
            "impact": impact | {"requirements": changed["requirements"]},
            **changed,
        }


def told(link: ConceptLink) -> str:
    """What a link says, in words."""
    return f"{link.role} {link.term!r} {'means' if link.accepted else 'does not mean'} {link.concept!r}"


def said_before(link: Said, history: list[Said]) -> Said | None:
    """What a link took the place of: of one that was put back, what it took the place of at first."""
    same = [one for one in history if replace(one, recorded_at=link.recorded_at, retracted_at=None) == link]
    first = min(same, key=lambda one: one.recorded_at, default=link)
    return next((one for one in history if one.retracted_at == first.recorded_at), None)


def put_back(writer: Writer, link: Said, before: Said | None) -> None:
    """Ends a link and, where it took the place of another one, puts that back."""
    at = now_utc()
    if before is None:
        writer.retract([link.id], at)
    else:
        writer.replace(replace(before, recorded_at=at, retracted_at=None))

"""Taking back what a person said of two people."""

from __future__ import annotations

from typing import Any

from app.use_cases.concept_undo import put_back, said_before
from app.use_cases.impact import Scales
from app.use_cases.known_people import known_people
from app.use_cases.naming import edge_or_ruling_named
from app.use_cases.people import told
from app.use_cases.ruling import Voice
from app.wiring import Services
from graph.correspondence import PersonLink
from graph.errors import NotFound
from graph.snapshot import load_snapshot
from graph.store import Reader

Json = dict[str, Any]


def take_back_person_link(services: Services, identifier: str, voice: Voice) -> Json:
    """Takes back what was said last of two people: what was said before it stands again.

    Raises:
        NotFound: Nothing in effect that the reader may see has that id or begins so.
        RetryLater: Another process is writing.
    """
    seen = {link.id: link for link in known_people(services, voice.viewpoint).links}
    identifier = edge_or_ruling_named(seen, identifier, "word on a person in effect")
    if voice.dry_run:
        with services.store.read() as store:
            return _report(services, store, _standing(store, identifier), voice)
    with services.writer_lock, services.store.write() as writer:
        link = _standing(writer, identifier)
        report = _report(services, writer, link, voice)
        put_back(writer, link, _before(writer, link))
    return report


def _standing(store: Reader, identifier: str) -> PersonLink:
    found = next(iter(store.find(PersonLink, ids=[identifier])), None)
    if found is None:
        raise NotFound("word on a person in effect", identifier)
    return found


def _before(store: Reader, link: PersonLink) -> PersonLink | None:
    return said_before(link, list(store.find(PersonLink, ids=[link.id], history=True)))


def _report(services: Services, store: Reader, link: PersonLink, voice: Voice) -> Json:
    now = load_snapshot(store)
    return {
        "act": "undo",
        "undone": "merge" if link.same else "split",
        "ruling_id": link.id,
        "dry_run": voice.dry_run,
        "changed": True,
        "removed": _before(store, link) is None,
        "says": f"{told(link)}, as said by {link.by}",
        "edge": None,
        "impact": Scales(services, store, now, voice.viewpoint).weigh(now, voice.as_of),
    }

"""The people of mail and talk as they are known from a viewpoint, and which speakers somebody named."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from app.use_cases.viewpoint import Viewpoint, view
from app.wiring import Services
from graph.correspondence import PersonLink
from graph.model import Claim
from graph.people import PersonSeen, Usage, mention_of, people_of
from graph.store import Reader
from graph.thread_record import mentions_in, stated_of
from graph.vocabulary import ClaimField

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who somebody says a speaker's label is.

    Attributes:
        name: The name by which most messages call the person; else the address.
    """

    name: str
    address: str
    label: str
    by: str
    link_id: str


Speakers = Mapping[tuple[str, str], Speaker]
"""The speakers that persons named, by recording and label."""


@dataclass(frozen=True, slots=True)
class Known:
    """The people of a viewpoint, and what was said of them."""

    people: Mapping[str, PersonSeen]
    links: tuple[PersonLink, ...]


def known_people(services: Services, at: Viewpoint) -> Known:
    """The people of a viewpoint, and what was said of them there."""
    return _people(services, services.store.generation(), at)


def usages_of(store: Reader, visible: Iterable[str], at: Viewpoint) -> dict[str, Usage]:
    """By address, how it is used in the visible sources; copies of a message are one."""
    seen = set(visible)
    found: dict[str, Usage] = defaultdict(Usage)
    for source, stated in stated_of(c for c in store.find(Claim, known_at=at.known_at) if c.source_id in seen).items():
        message = next((claim.value for claim in stated.get(ClaimField.MESSAGE_ID, ())), source)
        for kind, claim, address in mentions_in(stated):
            found[address].add(kind, message, mention_of(claim.value).name)
    return dict(found)


def confirmed_speakers(services: Services, at: Viewpoint) -> Speakers:
    """Who speaks under which label, as far as somebody said so; what was taken back is not there."""
    known = known_people(services, at)
    people = {address: person for person in known.people.values() for address in person.addresses}
    return {
        (link.source_id, link.one): Speaker(
            _called(people.get(link.other), link.other), link.other, link.one, link.by, link.id
        )
        for link in known.links
        if link.source_id is not None and link.same
    }


def _called(person: PersonSeen | None, address: str) -> str:
    return next(iter(person.names), address) if person else address


@lru_cache(maxsize=8)
def _people(services: Services, generation: int, at: Viewpoint) -> Known:
    """The people of a viewpoint, kept until the store changes; what was said of others is not there."""
    visible = view(services, at).snapshot.sources
    with services.store.read() as store:
        usages = usages_of(store, visible, at)
        every = list(store.find(PersonLink, known_at=at.known_at))
    links = [one for one in every if _is_visible(one, usages, visible)]
    return Known({person.id: person for person in people_of(usages, links)}, tuple(links))


def _is_visible(link: PersonLink, usages: Mapping[str, Usage], visible: Iterable[str]) -> bool:
    return link.source_id in visible if link.source_id else link.one in usages and link.other in usages


def speaker_json(speaker: Speaker | None) -> Json | None:
    """Who a speaker is by somebody's word; None where nobody said so."""
    return asdict(speaker) if speaker else None

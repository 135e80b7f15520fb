"""People: who wrote and was written to, by address; who is one person is said by persons, names only propose it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from app.errors import InvalidInput
from app.use_cases.known_people import Known, known_people
from app.use_cases.ruling import Voice
from app.use_cases.sources import page_of
from app.use_cases.viewpoint import Viewpoint, view
from app.wiring import Services
from graph.correspondence import PersonLink
from graph.errors import NotFound, Refused
from graph.identity import person_link_id
from graph.model import Passage
from graph.people import Alike, PersonSeen, alike, components, normal_address, parted
from graph.store import Reader
from graph.time import now_utc

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Identity:
    """What somebody says of two people.

    Attributes:
        one, other: Addresses, or ids of people or their beginnings; of a speaker, the label and an address.
        same: Whether they are one person.
        source_id: The one recording in which `one` is a speaker's label; None for addresses.
    """

    one: str
    other: str
    same: bool = True
    source_id: str | None = None


def list_people(
    services: Services,
    at: Viewpoint | None = None,
    text: str | None = None,
    cursor: str | None = None,
    limit: int = 50,
) -> Json:
    """One page of the people in mail and meetings, ordered by address.

    Raises:
        InvalidInput: The cursor names nobody of this list.
    """
    known = known_people(services, at or Viewpoint())
    found = {one.id: one for one in known.people.values() if _has(one, text)}
    page, more = page_of(list(found), cursor, limit, "person")
    return {
        "items": [person_json(found[one]) for one in page],
        "total": len(found),
        "next_cursor": page[-1] if page and more else None,
    }


def show_person(services: Services, name: str, at: Viewpoint | None = None) -> Json:
    """One person by address or id, with what was said of them and as which speakers they were confirmed.

    Raises:
        NotFound: There is none from that viewpoint.
    """
    at = at or Viewpoint()
    known = known_people(services, at)
    person = _person_named(known, name)
    names = view(services, at).snapshot
    spoken = [link for link in known.links if link.source_id and link.same and link.other in person.addresses]
    return person_json(person) | {
        "speaks_as": [link_json(link) | {"source": names.name(link.source_id or "")} for link in spoken]
    }


def propose_people(services: Services, at: Viewpoint | None = None) -> Json:
    """People whose addresses are used under one name; nobody is joined until a person says so."""
    known = known_people(services, at or Viewpoint())
    found = alike(known.people.values(), known.links)
    return {"items": [_alike_json(one) for one in found], "total": len(found), "next_cursor": None}


def say_identity(services: Services, said: Identity, voice: Voice, at: Viewpoint | None = None) -> Json:
    """Says that two are one person, or are not; `undo` takes it back.

    Raises:
        NotFound: One of them, or the recording, or the speaker in it, is not there from that viewpoint.
        Refused: It contradicts what was said before; the message names what to take back.
        RetryLater: Another process is writing.
    """
    at = at or voice.viewpoint
    known = known_people(services, at)
    link = _link(services, said, voice, at)
    if voice.dry_run:
        with services.store.read() as store:
            return _report(store, known, link, voice)
    with services.writer_lock, services.store.write() as writer:
        report = _report(writer, known, link, voice)
        if report["changed"]:
            writer.replace(link)
    return report


def told(link: PersonLink) -> str:
    """What was said, in words."""
    if link.source_id is not None:
        return f"the speaker {link.one!r} {'is' if link.same else 'is not'} {link.other}"
    return f"{link.one} and {link.other} are {'one person' if link.same else 'two people'}"


def link_json(link: PersonLink) -> Json:
    """What was said of two people, by whom and why."""
    return {
        "id": link.id,
        "one": link.one,
        "other": link.other,
        "same": link.same,
        "source_id": link.source_id,
        "by": link.by,
        "reason": link.reason,
        "at": link.recorded_at.isoformat(),
    }


def person_json(person: PersonSeen) -> Json:
    """A person in one row."""
    return {
        "id": person.id,
        "addresses": list(person.addresses),
        "names": [{"name": name, "messages": count} for name, count in person.names.items()],
        "sent": person.sent,
        "received": person.received,
        "attended": person.attended,
        "said": [link_json(link) for link in person.links],
    }


def _has(person: PersonSeen, text: str | None) -> bool:
    whole = "\n".join([*person.addresses, *person.names]).casefold()
    return text is None or text.casefold() in whole


def _person_named(known: Known, name: str) -> PersonSeen:
    """The person of that address, id, or beginning of an id.

    Raises:
        NotFound: There is none, or several begin so.
    """
    address = normal_address(name)
    people = known.people.values()
    found = [one for one in people if address in one.addresses or (name.startswith("n-") and one.id.startswith(name))]
    if len(found) != 1:
        close = [one for person in people for one in person.addresses if address.partition("@")[0] in one]
        raise NotFound("person", name, tuple(close[:5]))
    return found[0]


def _alike_json(found: Alike) -> Json:
    return {"name": found.name, "people": [person_json(person) for person in found.people]}


def _link(services: Services, said: Identity, voice: Voice, at: Viewpoint) -> PersonLink:
    known = known_people(services, at)
    if said.source_id is None:
        one, other = _address(known, said.one), _address(known, said.other)
        if one == other:
            raise InvalidInput(f"{one} is one person with itself already")
    else:
        one, other = _label(services, said, at), normal_address(said.other)
        if "@" not in other:
            raise InvalidInput(f"{said.other!r} is no mail address, and a name alone tells nobody from another")
    identifier = person_link_id(one, other, said.source_id)
    return PersonLink(
        identifier, one, other, said.same, voice.by, now_utc(), reason=voice.reason, source_id=said.source_id
    )


def _address(known: Known, name: str) -> str:
    """The address that is meant: as written, else the first of the person of that id."""
    person = _person_named(known, name)
    address = normal_address(name)
    return address if address in person.addresses else person.addresses[0]


def _label(services: Services, said: Identity, at: Viewpoint) -> str:
    """The label of a speaker as the recording has it.

    Raises:
        NotFound: There is no such recording from that viewpoint, or nobody speaks in it under that label.
    """
    if said.source_id not in view(services, at).snapshot.sources:
        raise NotFound("source", said.source_id or "")
    with services.store.read() as store:
        passages = store.find(Passage, source_id=said.source_id, known_at=at.known_at)
        labels = {passage.speaker for passage in passages if passage.speaker}
    if said.one not in labels:
        raise NotFound("speaker", said.one, tuple(sorted(labels)[:8]))
    return said.one


def _report(store: Reader, known: Known, link: PersonLink, voice: Voice) -> Json:
    links = list(store.find(PersonLink))
    standing = next((one for one in links if one.id == link.id), None)
    others = [one for one in links if one.id != link.id]
    _check(known, link, [*others, link])
    is_said = standing is not None and standing.same is link.same and link.other in (standing.one, standing.other)
    act = ("merge" if link.same else "split") if link.source_id is None else "speaker"
    return {
        "act": act,
        "says": told(link),
        "dry_run": voice.dry_run,
        "changed": not is_said,
        "link_id": None if voice.dry_run or is_said else link.id,
        "link": link_json(link),
        "addresses": _together(known, link, [*others, link]),
    }


def _together(known: Known, link: PersonLink, links: list[PersonLink]) -> list[str]:
    """The addresses that are then the one person's, as far as they are there."""
    if link.source_id is not None or not link.same:
        return []
    members = next(found for found in components([link.one], links))
    return [one for one in members if any(one in person.addresses for person in known.people.values())]


def _check(known: Known, link: PersonLink, links: list[PersonLink]) -> None:
    """Refuses what contradicts other words: two who were told apart, joined through a third."""
    against = parted(links)
    if link.source_id is not None or not against:
        return
    if link.same:
        raise Refused("told apart", f"{_named(known, against[:1])}: take that back first")
    joins = [one for one in links if one.same and {one.one, one.other} & {link.one, link.other}]
    raise Refused("joined", f"other words join them: {_named(known, joins)}; take one of these back first")


def _named(known: Known, links: list[PersonLink]) -> str:
    """What was said, for whoever may see it."""
    seen = [one for one in links if one in known.links]
    named = [f"{told(one)}, said {one.by} ({one.id})" for one in seen]
    return "; ".join([*named, *(["words on people who are not there for you"] if len(seen) < len(links) else [])])

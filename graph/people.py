"""Who is meant: people by their mail address, joined or told apart by what persons said, never by a name alone."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from graph.correspondence import PersonLink
from graph.identity import person_id
from graph.vocabulary import EdgeType

_SPOKEN = re.compile(r"^(?P<name>.*?)\s*<(?P<address>[^<>\s]+@[^<>\s]+)>$", re.DOTALL)
_BARE = re.compile(r"^[^<>\s]+@[^<>\s]+$")
_WORDS = re.compile(r"[^\W\d_]+")
_FEWEST_WORDS = 2
"""Words of a name that may tell a person from others; "Info" tells nobody."""


@dataclass(frozen=True, slots=True)
class Mention:
    """Somebody as a header names them; `address` as compared, None where there is none."""

    name: str | None
    address: str | None


def mention_of(written: str) -> Mention:
    """The name and the address of "Ada Example <ada@example.org>", of an address alone, or of a name alone."""
    text = written.strip()
    if _BARE.match(text):
        return Mention(None, normal_address(text))
    spoken = _SPOKEN.match(text)
    if spoken is None:
        return Mention(text or None, None)
    name, address = spoken["name"].strip("\"' "), normal_address(spoken["address"])
    return Mention(name if name and normal_address(name) != address else None, address)


def normal_address(address: str) -> str:
    """The address as compared: without regard to case, its domain in the form of the DNS, tags (+x) kept.

    Quotation marks around it, which Outlook writes, are no part of it.
    """
    local, _, domain = address.strip().strip("<>'\" ").casefold().rpartition("@")
    if not local:
        return domain
    with suppress(UnicodeError):
        domain = domain.rstrip(".").encode("idna").decode("ascii")
    return f"{local}@{domain}"


def name_key(name: str) -> str | None:
    """What two spellings of a name share ("Stone, Ada" and "Ada Stone"); None for what names nobody."""
    words = sorted(_WORDS.findall(name.casefold()))
    return " ".join(words) if len(words) >= _FEWEST_WORDS else None


@dataclass(frozen=True, slots=True)
class PersonSeen:
    """One person with the addresses that persons said are theirs.

    Attributes:
        id: Of the first of the addresses.
        names: Display names with how many messages use each.
        links: What was said of their addresses.
    """

    id: str
    addresses: tuple[str, ...]
    names: Mapping[str, int]
    sent: int
    received: int
    attended: int
    links: tuple[PersonLink, ...] = ()


@dataclass(slots=True)
class Usage:
    """How an address is used: its display names, and the messages and meetings by part taken in them."""

    names: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    parts: dict[EdgeType, set[str]] = field(default_factory=lambda: defaultdict(set))

    def add(self, part: EdgeType, message: str, name: str | None) -> None:
        """Counts a message once, however many copies of it there are."""
        self.parts[part].add(message)
        if name:
            self.names[name].add(message)


def people_of(usages: Mapping[str, Usage], links: Iterable[PersonLink]) -> list[PersonSeen]:
    """The people behind some addresses, ordered by their first address; links to other addresses say nothing."""
    known = [link for link in links if link.source_id is None and link.one in usages and link.other in usages]
    return [
        _person(members, usages, [link for link in known if link.one in members or link.other in members])
        for members in components(usages, known)
    ]


def _person(members: tuple[str, ...], usages: Mapping[str, Usage], links: list[PersonLink]) -> PersonSeen:
    whole = Usage()
    for address in members:
        for name, messages in usages[address].names.items():
            whole.names[name] |= messages
        for part, messages in usages[address].parts.items():
            whole.parts[part] |= messages
    return PersonSeen(
        id=person_id(members[0]),
        addresses=members,
        names={name: len(used) for name, used in sorted(whole.names.items(), key=lambda one: (-len(one[1]), one[0]))},
        sent=len(whole.parts[EdgeType.SENT_BY]),
        received=len(whole.parts[EdgeType.ADDRESSED_TO]),
        attended=len(whole.parts[EdgeType.ATTENDED_BY]),
        links=tuple(sorted(links, key=lambda link: link.id)),
    )


def components(addresses: Iterable[str], links: Iterable[PersonLink]) -> list[tuple[str, ...]]:
    """Addresses in sets of one person each, every set in order, the sets by their first address."""
    joined: dict[str, set[str]] = defaultdict(set)
    for link in links:
        if link.same and link.source_id is None:
            joined[link.one].add(link.other)
            joined[link.other].add(link.one)
    found: list[tuple[str, ...]] = []
    seen: set[str] = set()
    for address in sorted(addresses):
        if address in seen:
            continue
        members, open_ends = {address}, [address]
        while open_ends:
            new = joined[open_ends.pop()] - members
            members |= new
            open_ends += new
        seen |= members
        found.append(tuple(sorted(members)))
    return found


def parted(links: Iterable[PersonLink]) -> list[PersonLink]:
    """The words that two addresses are two people which other words contradict, by joining them."""
    every = [link for link in links if link.source_id is None]
    ends = {end for link in every for end in (link.one, link.other)}
    home = {address: members for members in components(ends, every) for address in members}
    return [link for link in every if not link.same and home[link.one] == home[link.other]]


@dataclass(frozen=True, slots=True)
class Alike:
    """People who may be one: their addresses are used under one name."""

    name: str
    people: tuple[PersonSeen, ...]


def alike(people: Iterable[PersonSeen], links: Iterable[PersonLink]) -> list[Alike]:
    """People of one display name, unless somebody said that they are two; only a person joins them."""
    refused = {frozenset((link.one, link.other)) for link in links if not link.same}
    by_name: dict[str, dict[str, PersonSeen]] = defaultdict(dict)
    spelled: dict[str, Counter[str]] = defaultdict(Counter)
    for person in people:
        for name, count in person.names.items():
            key = name_key(name)
            if key:
                by_name[key][person.id] = person
                spelled[key][name] += count
    found = [
        Alike(min(spelled[key], key=lambda name: (-spelled[key][name], name)), tuple(bearers.values()))
        for key, bearers in sorted(by_name.items())
        if len(bearers) > 1 and _is_open(list(bearers.values()), refused)
    ]
    return sorted(found, key=lambda one: one.name)


def _is_open(bearers: list[PersonSeen], refused: set[frozenset[str]]) -> bool:
    """Whether two of them are not yet told apart."""
    pairs = ((one, other) for place, one in enumerate(bearers) for other in bearers[place + 1 :])
    return any(not _is_refused(one, other, refused) for one, other in pairs)


def _is_refused(one: PersonSeen, other: PersonSeen, refused: set[frozenset[str]]) -> bool:
    return any(frozenset((a, b)) in refused for a in one.addresses for b in other.addresses)

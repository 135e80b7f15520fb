"""Copies: one message in several mailboxes is one message, if its id and its own words are the same."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

import networkx as nx

from graph.identity import digest
from graph.model import Passage
from graph.snapshot import Snapshot
from graph.store import Reader
from graph.vocabulary import ClaimField, EdgeType, SourceKind


def content_key(passages: Iterable[Passage]) -> str:
    """Key of a message's own words, the same however a mailbox has wrapped them; its head and what it quotes aside."""
    own = "".join(passage.text for passage in passages if not passage.quoted and passage.kind != "header")
    return digest("".join(unicodedata.normalize("NFKC", own).split()))


def content_of(reader: Reader) -> Callable[[str], str]:
    """The content key of a source, read when it is asked for."""
    return lambda source_id: content_key(reader.find(Passage, source_id=source_id))


def copies_among(snapshot: Snapshot, content: Callable[[str], str]) -> list[tuple[str, ...]]:
    """The copies of each message of which there are several, and of what is attached to it.

    Of each set the one with the most attachments comes first, then the first by path.
    """
    attached = _attached(snapshot)
    same: nx.Graph[str] = nx.Graph()
    for copies in _same(snapshot, content):
        same.add_edges_from(_pairs(snapshot, attached, copies))
    return sorted(
        tuple(sorted(members, key=lambda one: (-len(attached[one]), snapshot.sources[one].remote_id, one)))
        for members in nx.connected_components(same)
    )


def _attached(snapshot: Snapshot) -> defaultdict[str, list[str]]:
    inside: defaultdict[str, list[str]] = defaultdict(list)
    for edge in snapshot.edges:
        if edge.type is EdgeType.ATTACHED_TO:
            inside[edge.dst].append(edge.src)
    return inside


def _same(snapshot: Snapshot, content: Callable[[str], str]) -> Iterable[list[str]]:
    """Messages of one id and one content, where there are several."""
    named: dict[str, list[str]] = defaultdict(list)
    for identifier, description in snapshot.descriptions.items():
        claim = description.taken.get(ClaimField.MESSAGE_ID)
        if claim is not None and description.kind is SourceKind.MAIL:
            named[claim.value].append(identifier)
    for sources in named.values():
        if len(sources) > 1:
            alike: dict[str, list[str]] = defaultdict(list)
            for identifier in sources:
                alike[content(identifier)].append(identifier)
            yield from (copies for copies in alike.values() if len(copies) > 1)


def _pairs(snapshot: Snapshot, attached: defaultdict[str, list[str]], copies: list[str]) -> Iterator[tuple[str, str]]:
    """Each copy with the next, and each thing attached to one with the same thing attached to the others."""
    yield from pairwise(copies)
    inside: dict[str, list[str]] = defaultdict(list)
    for copy in copies:
        for part in attached[copy]:
            inside[snapshot.sources[part].sha256].append(part)
    for parts in inside.values():
        if len(parts) > 1:
            yield from _pairs(snapshot, attached, parts)

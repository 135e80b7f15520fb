"""Threads and people in the graph of record: derived from what messages state, and kept right as more arrive."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from graph.copies import content_of
from graph.correspondence import Thread
from graph.decisions import same_fact
from graph.identity import edge_id, person_id, thread_id
from graph.model import Claim, Edge, Person, Source
from graph.people import mention_of
from graph.store import Reader, Writer
from graph.threads import Message, ThreadTree, thread_trees
from graph.vocabulary import ClaimField, EdgeType, SourceKind

OF_MESSAGES = frozenset(
    {
        EdgeType.PART_OF_THREAD,
        EdgeType.REPLY_TO,
        EdgeType.SENT_BY,
        EdgeType.ADDRESSED_TO,
        EdgeType.ATTENDED_BY,
    }
)
"""Types of the edges that are derived here, and nowhere else."""

_FIELDS = frozenset(
    {
        ClaimField.KIND,
        ClaimField.DATE,
        ClaimField.AUTHOR,
        ClaimField.RECIPIENT,
        ClaimField.MESSAGE_ID,
        ClaimField.IN_REPLY_TO,
        ClaimField.REFERENCES,
        ClaimField.THREAD_INDEX,
        ClaimField.CONVERSATION,
    }
)

Stated = Mapping[ClaimField, Sequence[Claim]]
"""What one source states, by field."""


def stated_of(claims: Iterable[Claim]) -> dict[str, Stated]:
    """By source, what it states of itself as a message."""
    found: dict[str, dict[ClaimField, list[Claim]]] = defaultdict(lambda: defaultdict(list))
    for claim in claims:
        if claim.field in _FIELDS:
            found[claim.source_id][claim.field].append(claim)
    return {source: dict(fields) for source, fields in found.items()}


def is_message(stated: Stated) -> bool:
    """Whether what is stated is that of a message."""
    return ClaimField.MESSAGE_ID in stated or _has_kind(stated, SourceKind.MAIL)


def messages_of(stated: Mapping[str, Stated], content: Callable[[str], str]) -> list[Message]:
    """The messages among some sources.

    Args:
        content: Gives the content key of a source; asked only where several have one message id.
    """
    mails = {source: fields for source, fields in stated.items() if is_message(fields)}
    named: dict[str | None, list[str]] = defaultdict(list)
    for source, fields in mails.items():
        named[_first(fields, ClaimField.MESSAGE_ID)].append(source)
    return [
        Message(
            source_id=source,
            message_id=name,
            in_reply_to=_values(mails[source], ClaimField.IN_REPLY_TO),
            references=_references(mails[source]),
            thread_index=_first(mails[source], ClaimField.THREAD_INDEX),
            conversation=_first(mails[source], ClaimField.CONVERSATION),
            sent=sent_at(mails[source]),
            content=content(source) if name is not None and len(sources) > 1 else "",
        )
        for name, sources in named.items()
        for source in sources
    ]


def sent_at(stated: Stated) -> datetime | None:
    """The instant that a message's header states, or that of the first of its dates."""
    for claim in sorted(stated.get(ClaimField.DATE, ()), key=lambda one: (one.note is None, one.id)):
        try:
            return datetime.fromisoformat(claim.note or "")
        except ValueError:
            continue
    return None


def bring_up_to_date(reader: Reader, at: datetime) -> Change:
    """What has to be written so that threads and people are those of all sources that are held."""
    sources = {source.id: source for source in reader.find(Source)}
    stated = {s: fields for s, fields in stated_of(reader.find(Claim)).items() if s in sources}
    trees = thread_trees(messages_of(stated, content_of(reader)))
    edges = [*_thread_edges(trees, sources, at), *_people_edges(stated, at)]
    threads = [Thread(thread_id(tree.key), tree.key, tree.basis.value, at) for tree in trees]
    return Change.to(reader, [*threads, *_people(stated, at)], {edge.id: edge for edge in edges})


@dataclass(frozen=True, slots=True)
class Change:
    """Nodes and edges to put in place of what stands, and ids to end."""

    nodes: tuple[Thread | Person, ...]
    edges: tuple[Edge, ...]
    ended: tuple[str, ...]

    @classmethod
    def to(cls, reader: Reader, nodes: Iterable[Thread | Person], edges: Mapping[str, Edge]) -> Change:
        """The change from what the store holds to these nodes and edges; times alone are none."""
        wanted = {node.id: node for node in nodes}
        held: dict[str, Thread | Person] = {thread.id: thread for thread in reader.find(Thread)}
        held |= {person.id: person for person in reader.find(Person)}
        standing = {edge.id: edge for edge in reader.edges(types=OF_MESSAGES)}
        return cls(
            nodes=tuple(n for i, n in wanted.items() if i not in held or not _is_same(held[i], n)),
            edges=tuple(edge for i, edge in edges.items() if not same_fact(standing.get(i), edge)),
            ended=tuple(sorted((held.keys() - wanted.keys()) | (standing.keys() - edges.keys()))),
        )

    @property
    def is_empty(self) -> bool:
        """Whether all stands as it should."""
        return not (self.nodes or self.edges or self.ended)

    def write(self, writer: Writer, at: datetime) -> None:
        """Makes the change."""
        writer.retract(self.ended, at)
        for item in (*self.nodes, *self.edges):
            writer.replace(item)


def _is_same(held: Thread | Person, wanted: Thread | Person) -> bool:
    return replace(held, recorded_at=wanted.recorded_at) == wanted


def _thread_edges(trees: Iterable[ThreadTree], sources: Mapping[str, Source], at: datetime) -> Iterator[Edge]:
    for tree in trees:
        held = {post.id: post.sources for post in tree.posts}
        for post in tree.posts:
            for source in post.sources:
                yield _edge(EdgeType.PART_OF_THREAD, source, thread_id(tree.key), at)
                answered = _copy_for(sources[source], held.get(post.parent or "", ()), sources)
                if answered is not None:
                    yield _edge(EdgeType.REPLY_TO, source, answered, at)


def _copy_for(source: Source, copies: Collection[str], sources: Mapping[str, Source]) -> str | None:
    """The copy that the readers of a source can see too, if there is one; None where none is held."""
    own = (source.project, source.acl)
    return min(copies, key=lambda one: ((sources[one].project, sources[one].acl) != own, one), default=None)


def _people_edges(stated: Mapping[str, Stated], at: datetime) -> Iterator[Edge]:
    for source, fields in stated.items():
        for kind, claim, address in mentions_in(fields):
            yield _edge(kind, source, person_id(address), at, claim.note)


def mentions_in(stated: Stated) -> Iterator[tuple[EdgeType, Claim, str]]:
    """Who wrote, received or attended: the edge, the claim that names them, and their address, each once."""
    if is_message(stated):
        roles = {ClaimField.AUTHOR: EdgeType.SENT_BY, ClaimField.RECIPIENT: EdgeType.ADDRESSED_TO}
    elif _has_kind(stated, SourceKind.TRANSCRIPT):
        roles = {ClaimField.AUTHOR: EdgeType.ATTENDED_BY, ClaimField.RECIPIENT: EdgeType.ATTENDED_BY}
    else:
        return
    seen = set()
    for field, kind in roles.items():
        for claim in sorted(stated.get(field, ()), key=lambda one: (one.note != "To", one.id)):
            address = mention_of(claim.value).address
            if address is not None and (kind, address) not in seen:
                seen.add((kind, address))
                yield kind, claim, address


def _people(stated: Mapping[str, Stated], at: datetime) -> list[Person]:
    found = {address for fields in stated.values() for _, _, address in mentions_in(fields)}
    return [Person(person_id(address), address, None, at) for address in sorted(found)]


def _edge(kind: EdgeType, src: str, dst: str, at: datetime, note: str | None = None) -> Edge:
    return Edge(edge_id(kind, src, dst, "structure"), kind, src, dst, at, note=note)


def _has_kind(stated: Stated, kind: SourceKind) -> bool:
    return any(claim.value == kind for claim in stated.get(ClaimField.KIND, ()))


def _first(stated: Stated, field: ClaimField) -> str | None:
    return min((claim.value for claim in stated.get(field, ())), default=None)


def _values(stated: Stated, field: ClaimField) -> tuple[str, ...]:
    return tuple(sorted(claim.value for claim in stated.get(field, ())))


def _references(stated: Stated) -> tuple[str, ...]:
    """The ids that a message refers to, in the order of its header; none where several such headers were kept."""
    claims = stated.get(ClaimField.REFERENCES, ())
    return tuple(claims[0].value.split()) if len(claims) == 1 else ()

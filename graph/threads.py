"""Threads: which message answers which, by what the messages say of themselves, never by their subject.

The tree is that of Zawinski's threading as RFC 5256 has it (`REFERENCES`, steps 1 to 3), without the steps
that look at subjects. A message hangs below the last message that it refers to; ids that nobody holds are
kept as places of missing messages. What refers to nothing is placed by its conversation index
([MS-OXOMSG] 2.2.1.3), and what has none of either by the conversation that its mailbox names.

The result is a function of the set of messages: the order in which they came plays no part. Where headers
close a circle, the earliest message stays above the others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from itertools import pairwise

from graph.identity import digest
from graph.thread_index import ThreadIndex, read_thread_index

MOST_REFERENCES = 40
"""References of one message that are looked at, besides the first: those nearest to it."""

NEVER = datetime.max.replace(tzinfo=UTC)
"""The time of what states none: after all others."""


class Basis(StrEnum):
    """What holds a thread together: the weakest bond that it needs."""

    ALONE = "alone"
    REFERENCES = "references"
    THREAD_INDEX = "thread index"
    CONVERSATION = "conversation"


@dataclass(frozen=True, slots=True)
class Message:
    """What a source says of its place among other messages.

    Attributes:
        references: From the oldest message of the thread on.
        conversation: As the mailbox names it that the message was found in.
        content: Key of its own words, equal for copies; see `graph.copies`.
    """

    source_id: str
    message_id: str | None = None
    in_reply_to: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    thread_index: str | None = None
    conversation: str | None = None
    sent: datetime | None = None
    content: str = ""


@dataclass(frozen=True, slots=True)
class Post:
    """One logical message at its place in a thread.

    Attributes:
        message_id: None where it states none.
        sources: Its copies, ordered by id; empty for a message that is only referred to.
        twins: Other sources with the same message id and other words: somebody's mistake, or worse.
        depth: Steps from the top of the thread.
    """

    id: str
    message_id: str | None
    sources: tuple[str, ...]
    parent: str | None
    depth: int
    sent: datetime | None = None
    twins: tuple[str, ...] = ()

    @property
    def is_missing(self) -> bool:
        """Whether no copy of it is held."""
        return not self.sources


@dataclass(frozen=True, slots=True)
class ThreadTree:
    """One thread: its posts in reading order, each after the one that it answers.

    Attributes:
        key: The same as long as the oldest message that is known of it is.
    """

    key: str
    basis: Basis
    posts: tuple[Post, ...]


def thread_trees(messages: Iterable[Message]) -> tuple[ThreadTree, ...]:
    """The threads of some messages, ordered by key."""
    return _Threading(_logical(messages)).trees()


@dataclass(frozen=True, slots=True)
class _Logical:
    """Copies of one message, taken together.

    Attributes:
        chain: What it refers to, the oldest first, the message that it answers last.
    """

    id: str
    message_id: str | None
    sources: tuple[str, ...]
    chain: tuple[str, ...]
    index: ThreadIndex | None
    conversations: frozenset[str]
    sent: datetime
    twins: tuple[str, ...] = ()

    @property
    def age(self) -> tuple[datetime, str]:
        """Sorts the earliest first."""
        return self.sent, self.id


def _logical(messages: Iterable[Message]) -> list[_Logical]:
    """The messages with their copies taken together; the same id with other words stays apart."""
    named: dict[str, dict[str, list[Message]]] = defaultdict(lambda: defaultdict(list))
    for message in sorted(messages, key=lambda m: m.source_id):
        named[message.message_id or f"source:{message.source_id}"][message.content].append(message)
    return [one for name, variants in named.items() for one in _of_one_id(name, variants)]


def _of_one_id(name: str, variants: Mapping[str, list[Message]]) -> Iterable[_Logical]:
    """The variants of a message id; the earliest is the one that others mean by it."""
    ordered = sorted(variants.items(), key=lambda item: (min(_sent(m) for m in item[1]), item[0]))
    every = [message.source_id for copies in variants.values() for message in copies]
    for place, (content, copies) in enumerate(ordered):
        sources = tuple(sorted(message.source_id for message in copies))
        index = next((read for m in copies if (read := read_thread_index(m.thread_index))), None)
        yield _Logical(
            id=name if place == 0 else f"{name} {digest(content)}",
            message_id=copies[0].message_id,
            sources=sources,
            chain=max((_chain(message) for message in copies), key=lambda chain: (len(chain), chain)),
            index=index,
            conversations=frozenset(m.conversation for m in copies if m.conversation),
            sent=min(_sent(message) for message in copies),
            twins=tuple(sorted(set(every) - set(sources))),
        )


def _chain(message: Message) -> tuple[str, ...]:
    """What a message refers to; an In-Reply-To of several ids counts only where there are no references."""
    replies = message.in_reply_to if len(message.in_reply_to) == 1 else ()
    found = dict.fromkeys((*message.references, *replies) or message.in_reply_to[:1])
    found.pop(message.message_id or "", None)
    chain = tuple(found)
    return chain if len(chain) <= MOST_REFERENCES else (chain[0], *chain[-MOST_REFERENCES:])


def _sent(message: Message) -> datetime:
    if message.sent is None:
        return NEVER
    return message.sent if message.sent.tzinfo else message.sent.replace(tzinfo=UTC)


class _Groups:
    """Disjoint sets with the weakest bond of each (union by rank, path halving: Tarjan 1975)."""

    def __init__(self) -> None:
        self._above: dict[str, str] = {}
        self._rank: dict[str, int] = defaultdict(int)
        self.basis: dict[str, Basis] = {}

    def of(self, name: str) -> str:
        """The set that holds a name."""
        above = self._above
        above.setdefault(name, name)
        while above[name] != name:
            above[name] = above[above[name]]
            name = above[name]
        return name

    def join(self, one: str, other: str, basis: Basis) -> bool:
        """Makes one set of two; says whether they were two."""
        one, other = self.of(one), self.of(other)
        if one == other:
            return False
        if self._rank[one] < self._rank[other]:
            one, other = other, one
        self._rank[one] += self._rank[one] == self._rank[other]
        self._above[other] = one
        self.basis[one] = max(self._bond(one), self._bond(other), basis, key=list(Basis).index)
        return True

    def _bond(self, name: str) -> Basis:
        return self.basis.get(name, Basis.ALONE)


@dataclass(slots=True)
class _Threading:
    """The forest of all messages under construction."""

    messages: list[_Logical]
    parents: dict[str, str] = field(default_factory=dict)
    groups: _Groups = field(default_factory=_Groups)

    def trees(self) -> tuple[ThreadTree, ...]:
        self.messages.sort(key=lambda one: one.age)
        self._by_references()
        self._by_index()
        self._by_conversation()
        return _Planting(self.messages, self.parents, self.groups).trees()

    def _by_references(self) -> None:
        """Each message below the nearest one that it refers to; then what others say of those in between."""
        for message in reversed(self.messages):
            next((to for to in reversed(message.chain) if self._hang(message.id, to, Basis.REFERENCES)), None)
        for message in self.messages:
            for older, newer in pairwise(message.chain):
                self._hang(newer, older, Basis.REFERENCES)

    def _hang(self, child: str, parent: str, basis: Basis) -> bool:
        """Hangs what has no parent yet below another, unless that closes a circle."""
        if child in self.parents or not self.groups.join(child, parent, basis):
            return False
        self.parents[child] = parent
        return True

    def _by_index(self) -> None:
        indexed = [message for message in self.messages if message.index]
        places = {message.index.place: message.id for message in reversed(indexed) if message.index}
        for message in reversed(indexed):
            if message.index and not message.chain:
                above = (places[place] for place in message.index.ancestors() if place in places)
                next((to for to in above if self._hang(message.id, to, Basis.THREAD_INDEX)), None)
        first: dict[bytes, str] = {}
        for message in indexed:
            if message.index:
                self.groups.join(first.setdefault(message.index.guid, message.id), message.id, Basis.THREAD_INDEX)

    def _by_conversation(self) -> None:
        """Messages that nothing better joins to others join the one thread of their conversation, else one another."""
        threads: dict[str, set[str]] = defaultdict(set)
        lonely: dict[str, list[str]] = defaultdict(list)
        for message in self.messages:
            group = self.groups.of(message.id)
            is_lonely = message.index is None and group not in self.groups.basis
            for conversation in sorted(message.conversations):
                if is_lonely:
                    lonely[conversation].append(message.id)
                else:
                    threads[conversation].add(group)
        for conversation, members in sorted(lonely.items()):
            homes = threads[conversation]
            joined = [*members, *homes] if len(homes) == 1 else members
            for one, other in pairwise(joined):
                self.groups.join(one, other, Basis.CONVERSATION)


class _Planting:
    """From parents and groups to trees in reading order."""

    def __init__(self, messages: Sequence[_Logical], parents: Mapping[str, str], groups: _Groups) -> None:
        self._held = {message.id: message for message in messages}
        self._groups = groups
        self._parents = dict(parents)
        self._tops: dict[str, list[str]] = defaultdict(list)
        self._ages = self._with_missing(messages)
        self._keys = self._first_names()
        self._contract()
        self._children: dict[str, list[str]] = defaultdict(list)
        for name in sorted(self._ages, key=lambda one: (self._ages[one], one)):
            parent = self._parents.get(name)
            (self._children[parent] if parent else self._tops[groups.of(name)]).append(name)

    def trees(self) -> tuple[ThreadTree, ...]:
        found = (
            ThreadTree(self._keys[group], self._groups.basis.get(group, Basis.ALONE), self._read(tops))
            for group, tops in self._tops.items()
        )
        return tuple(sorted(found, key=lambda tree: tree.key))

    def _with_missing(self, messages: Sequence[_Logical]) -> dict[str, datetime]:
        """Held messages and the missing ones above them; a missing one is as old as the oldest below it."""
        ages: dict[str, datetime] = {}
        for message in messages:
            ages[message.id] = message.sent
            above = self._parents.get(message.id)
            while above is not None and above not in self._held and above not in ages:
                ages[above] = message.sent
                above = self._parents.get(above)
        return ages

    def _first_names(self) -> dict[str, str]:
        """By group, the name of the oldest message without a parent, held or not."""
        tops = [name for name in self._ages if name not in self._parents]
        oldest = sorted(tops, key=lambda name: (self._ages[name], name), reverse=True)
        return {self._groups.of(name): name for name in oldest}

    def _contract(self) -> None:
        """Leaves out missing messages that only join another missing one to the rest."""
        below: dict[str, list[str]] = defaultdict(list)
        for name in self._ages:
            if name in self._parents:
                below[self._parents[name]].append(name)
        for name in [name for name in self._ages if name not in self._held]:
            only = below[name][0] if len(below[name]) == 1 else None
            if only is None or only in self._held:
                continue
            above = self._parents.pop(name, None)
            del self._ages[name]
            if above is None:
                self._parents.pop(only)
            else:
                self._parents[only] = above
                below[above] = [only if one == name else one for one in below[above]]

    def _read(self, tops: Iterable[str]) -> tuple[Post, ...]:
        """Posts in reading order, without recursion: threads are as deep as people make them."""
        posts: list[Post] = []
        open_ends = [(name, 0) for name in reversed(list(tops))]
        while open_ends:
            name, depth = open_ends.pop()
            posts.append(self._post(name, depth))
            open_ends += [(child, depth + 1) for child in reversed(self._children[name])]
        return tuple(posts)

    def _post(self, name: str, depth: int) -> Post:
        message, parent = self._held.get(name), self._parents.get(name)
        if message is None:
            return Post(name, name, (), parent, depth)
        sent = message.sent if message.sent != NEVER else None
        return Post(name, message.message_id, message.sources, parent, depth, sent, message.twins)

"""Threads: a message among those that it answers and that answer it, as far as whoever looks may see them."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from app.use_cases.naming import document_named
from app.use_cases.sources import anchor_text
from app.use_cases.viewpoint import Viewpoint, view
from app.wiring import Services
from graph.copies import content_of
from graph.errors import NotFound
from graph.governing import Governing
from graph.identity import thread_id
from graph.model import Claim, Passage
from graph.store import Reader
from graph.thread_record import is_message, messages_of, stated_of
from graph.threads import Post, ThreadTree, thread_trees
from graph.vocabulary import ClaimField, EdgeType

Json = dict[str, Any]

EXCERPT_CHARS = 240
"""Of the own words of a message, at most."""


def thread_of(services: Services, source_id: str, at: Viewpoint | None = None) -> Json:
    """The thread of a message, or of the message that a source is attached to.

    A message that the reader may not see is there only if one that he sees refers to it, and then as one
    that is not held.

    Raises:
        NotFound: There is no such message from that viewpoint.
    """
    at = at or Viewpoint()
    governing = view(services, at)
    with services.store.read() as store:
        return _Telling(store, governing, at).tell(source_id)


def message_named(services: Services, name: str, at: Viewpoint | None = None) -> str:
    """The id of the source that a message id, source id, path or file name means.

    Raises:
        NotFound: Nothing that the reader may see is called that.
        Ambiguous: Several documents are.
    """
    at = at or Viewpoint()
    governing = view(services, at)
    wanted = name.strip().strip("<>")
    for source, description in sorted(governing.snapshot.descriptions.items()):
        claim = description.taken.get(ClaimField.MESSAGE_ID)
        if claim is not None and claim.value == wanted:
            return source
    return document_named(governing, name, at.project, at.reader)


class _Telling:
    """One thread from one viewpoint."""

    def __init__(self, store: Reader, governing: Governing, at: Viewpoint) -> None:
        self.store = store
        self.snapshot = governing.snapshot
        self.at = at
        self.attached: dict[str, list[str]] = defaultdict(list)
        for edge in self.snapshot.edges:
            if edge.type is EdgeType.ATTACHED_TO:
                self.attached[edge.dst].append(edge.src)

    def tell(self, source_id: str) -> Json:
        message = self._message_of(source_id)
        tree = self._tree(message)
        posts = [self._post_json(post, message) for post in tree.posts]
        titles = [post["title"] for post in posts if post["title"]]
        return {
            "thread_id": thread_id(tree.key),
            "subject": titles[0] if titles else None,
            "basis": tree.basis.value,
            "messages": posts,
        }

    def _message_of(self, source_id: str) -> str:
        """The source itself if it is a message, else the one that it is attached to."""
        if source_id not in self.snapshot.sources:
            raise NotFound("source", source_id)
        current, seen = source_id, set[str]()
        while not self._is_message(current) and current not in seen:
            seen.add(current)
            edges = self.snapshot.edges_at(current)
            current = next((e.dst for e in edges if e.type is EdgeType.ATTACHED_TO and e.src == current), current)
        if current in seen:
            raise NotFound("thread of", source_id)
        return current

    def _is_message(self, source_id: str) -> bool:
        return is_message(stated_of(self._claims(source_id)).get(source_id, {}))

    def _claims(self, source_id: str) -> list[Claim]:
        return list(self.store.find(Claim, source_id=source_id, known_at=self.at.known_at))

    def _tree(self, message: str) -> ThreadTree:
        """The thread among the visible members of the thread of record: what is hidden joins nothing."""
        joined = self.store.edges(types=[EdgeType.PART_OF_THREAD], src=message, known_at=self.at.known_at)
        members = {message}
        for thread in joined:
            found = self.store.edges(types=[EdgeType.PART_OF_THREAD], dst=thread.dst, known_at=self.at.known_at)
            members |= {edge.src for edge in found if edge.src in self.snapshot.sources}
        claims = [claim for member in sorted(members) for claim in self._claims(member)]
        trees = thread_trees(messages_of(stated_of(claims), content_of(self.store)))
        return next(tree for tree in trees if any(message in post.sources for post in tree.posts))

    def _post_json(self, post: Post, here: str) -> Json:
        shown = here if here in post.sources else next(iter(post.sources), None)
        described = self.snapshot.descriptions[shown] if shown else None
        return {
            "source_id": shown,
            "id": post.id,
            "message_id": post.message_id,
            "title": described.title if described else None,
            "author": described.author if described else None,
            "date": anchor_text(described.date) if described else None,
            "sent": post.sent.isoformat() if post.sent else None,
            "depth": post.depth,
            "parent": post.parent,
            "missing": post.is_missing,
            "here": here in post.sources,
            "copies": [self._custody(source) for source in post.sources],
            "same_id": [self._custody(source) for source in post.twins],
            "attachments": [self._attachment(one) for one in self.attached[shown]] if shown else [],
            "excerpt": self._excerpt(shown) if shown else None,
        }

    def _custody(self, source_id: str) -> Json:
        source = self.snapshot.sources[source_id]
        return {"source_id": source_id, "remote_id": source.remote_id, "uri": source.uri}

    def _attachment(self, source_id: str) -> Json:
        remote_id = self.snapshot.sources[source_id].remote_id
        return {
            "source_id": source_id,
            "title": self.snapshot.descriptions[source_id].title or remote_id.rpartition("/")[2],
        }

    def _excerpt(self, source_id: str) -> str:
        """The first own words of a message."""
        words = ""
        for passage in self.store.find(Passage, source_id=source_id):
            if not passage.quoted and passage.kind != "header":
                words = " ".join(f"{words} {passage.text}".split())
            if len(words) > EXCERPT_CHARS:
                return words[:EXCERPT_CHARS].rsplit(" ", 1)[0] + " …"
        return words

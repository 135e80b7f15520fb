"""Copies of a message in several mailboxes."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from graph.copies import content_key, copies_among
from graph.identity import edge_id
from graph.model import Claim, Edge, Passage, Source, Span
from graph.snapshot import Snapshot, build_snapshot
from graph.vocabulary import ClaimField, EdgeType, Ground

NOW = datetime(2024, 5, 6, tzinfo=UTC)


def _passage(text: str, kind: str = "prose", quoted: bool = False) -> Passage:
    return Passage("p", "s", None, 0, kind, Span(0, len(text)), text, "", 1, None, None, NOW, quoted=quoted)


def _source(name: str, sha256: str = "") -> Source:
    return Source(f"s-{name}", "files", f"{name}.eml", "", "message/rfc822", sha256 or name, 1, 1, "", ("*",), NOW)


def _mail(name: str, message_id: str) -> list[Claim]:
    said = [(ClaimField.KIND, "mail"), (ClaimField.MESSAGE_ID, message_id)]
    return [Claim(f"m-{name}-{f}", f"s-{name}", f, value, Ground.HEADER, 1.0, NOW) for f, value in said]


def _attached(child: str, parent: str) -> Edge:
    ends = (f"s-{child}", f"s-{parent}")
    return Edge(edge_id(EdgeType.ATTACHED_TO, *ends, "structure"), EdgeType.ATTACHED_TO, *ends, NOW)


def _held(*mails: tuple[str, str], parts: dict[str, tuple[str, str]] | None = None) -> Snapshot:
    """Mails by name and message id, and parts by name: the mail that each is attached to, and its hash."""
    parts = parts or {}
    sources = [_source(name) for name, _ in mails] + [_source(name, sha) for name, (_, sha) in parts.items()]
    claims = [claim for mail in mails for claim in _mail(*mail)]
    return build_snapshot(sources, claims, [_attached(name, mail) for name, (mail, _) in parts.items()])


def test_the_own_words_are_the_same_however_they_are_wrapped() -> None:
    """Line ends, wide characters, the head and what is quoted make no other message; another figure does."""
    one = [_passage("To: a", "header"), _passage("Use FD60\ndoors.")]
    other = [_passage("To: b", "header"), _passage("Use ＦＤ60 doors."), _passage("earlier", quoted=True)]
    assert content_key(one) == content_key(other) != content_key([_passage("Use FD30 doors.")])


def test_copies_have_one_id_and_one_content() -> None:
    """The same id on other words is another message, and another id on the same words too."""
    snapshot = _held(("a", "1"), ("b", "1"), ("c", "1"), ("d", "2"))
    words = {"s-a": "x", "s-b": "x", "s-c": "y", "s-d": "x"}
    assert copies_among(snapshot, words.__getitem__) == [("s-a", "s-b")]


def test_what_is_attached_to_copies_is_copied_too() -> None:
    """By its bytes; what only one copy has stays, and the fuller copy comes first."""
    parts = {"b1": ("b", "same"), "b2": ("b", "only"), "a1": ("a", "same")}
    snapshot = _held(("a", "1"), ("b", "1"), parts=parts)
    assert copies_among(snapshot, lambda _: "x") == [("s-a1", "s-b1"), ("s-b", "s-a")]


def test_a_message_that_is_also_attached_is_one_set_with_its_copies() -> None:
    """However it comes, of one set exactly one stands for all: nothing vanishes."""
    parts = {"a1": ("a", "same"), "b1": ("b", "same")}
    snapshot = _held(("a", "1"), ("b", "1"), ("c", "2"), parts=parts)
    claims = [*_mail("a1", "2"), *_mail("b1", "2")]
    described = build_snapshot(
        snapshot.sources.values(),
        [*claims, *(c for n, i in (("a", "1"), ("b", "1"), ("c", "2")) for c in _mail(n, i))],
        snapshot.edges,
    )
    assert copies_among(described, lambda _: "x") == [("s-a", "s-b"), ("s-a1", "s-b1", "s-c")]


def test_a_document_with_a_message_id_is_no_copy() -> None:
    """Only mail is taken together."""
    claims = [
        replace(claim, value="document") if claim.field is ClaimField.KIND else claim for claim in _mail("a", "1")
    ]
    snapshot = build_snapshot([_source("a"), _source("b")], [*claims, *_mail("b", "1")])
    assert copies_among(snapshot, lambda _: "x") == []

"""Threads of messages, worked by hand and as properties."""

from __future__ import annotations

import base64
import random
import time
from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from graph.thread_index import read_thread_index
from graph.threads import Basis, Message, ThreadTree, thread_trees

NINE = datetime(2024, 5, 6, 9, 0, tzinfo=UTC)


def _message(name: str, *references: str, minute: int | None = None, **rest: object) -> Message:
    """A message whose id is its name; sent in the minute of its name where that ends in a digit."""
    at = minute if minute is not None else int(name[-1]) if name[-1].isdigit() else 0
    sent = NINE + timedelta(minutes=at)
    return Message(f"s-{name}", name, references=references, sent=sent, **rest)  # type: ignore[arg-type]  # by field


def _drawn(tree: ThreadTree) -> list[str]:
    """A tree as indented names; those of missing messages in brackets."""
    return ["  " * post.depth + (f"({post.id})" if post.is_missing else post.id) for post in tree.posts]


def _draw(*messages: Message) -> list[list[str]]:
    return sorted(_drawn(tree) for tree in thread_trees(messages))


def test_a_reply_hangs_below_the_last_message_it_refers_to() -> None:
    """RFC 5256: the last reference is the parent; siblings stand by time."""
    found = _draw(_message("c3", "a1", "b2"), _message("b2", "a1"), _message("d4", "a1"), _message("a1"))
    assert found == [["a1", "  b2", "    c3", "  d4"]]


def test_one_in_reply_to_counts_where_the_references_lack_it() -> None:
    """Truncated references end before the message that is answered."""
    answer = _message("c3", "a1", in_reply_to=("b2",))
    assert _draw(answer, _message("b2", "a1"), _message("a1")) == [["a1", "  b2", "    c3"]]


def test_an_in_reply_to_of_several_ids_counts_only_alone() -> None:
    """Beside references it is ignored; without them its first id is the parent."""
    beside = _message("c3", "a1", in_reply_to=("x", "b2"))
    alone = _message("d4", in_reply_to=("a1", "b2"))
    assert _draw(beside, alone, _message("a1"), _message("b2")) == [["a1", "  c3", "  d4"], ["b2"]]


def test_messages_of_one_subject_stay_apart_without_references() -> None:
    """A subject is never looked at: a message does not even have one here."""
    assert _draw(_message("a1"), _message("b2")) == [["a1"], ["b2"]]
    assert {tree.basis for tree in thread_trees([_message("a1"), _message("b2")])} == {Basis.ALONE}


def test_a_missing_parent_keeps_its_place() -> None:
    """Two answers to a message that nobody holds are one thread below it."""
    assert _draw(_message("b2", "a"), _message("c3", "a")) == [["(a)", "  b2", "  c3"]]


def test_missing_messages_in_a_row_are_told_once() -> None:
    """Of a long tail of references nobody holds, the one that is answered says enough."""
    assert _draw(_message("d4", "a", "b", "c")) == [["(c)", "  d4"]]
    forked = _draw(_message("d4", "a", "b", "c"), _message("e5", "a"))
    assert forked == [["(a)", "  (c)", "    d4", "  e5"]]


def test_the_key_of_a_thread_outlives_the_arrival_of_its_first_message() -> None:
    """While the oldest message that is referred to is the same, so is the key."""
    early = thread_trees([_message("d4", "a1", "b", "c")])
    later = thread_trees([_message("d4", "a1", "b", "c"), _message("a1")])
    assert [tree.key for tree in early] == [tree.key for tree in later] == ["a1"]


def test_a_circle_is_cut_above_its_earliest_message() -> None:
    """Two that say they answer each other: the later one is the answer; three likewise."""
    assert _draw(_message("a1", "b2"), _message("b2", "a1")) == [["a1", "  b2"]]
    three = _draw(_message("a1", "c3"), _message("b2", "a1"), _message("c3", "b2"))
    assert three == [["a1", "  b2", "    c3"]]
    assert _draw(_message("a1", "a1")) == [["a1"]]


def test_copies_of_a_message_are_one_post() -> None:
    """The same id and the same words in two mailboxes; an answer to either answers both."""
    copies = [Message("s-x", "a1", sent=NINE), Message("s-y", "a1", sent=NINE), _message("b2", "a1")]
    tree = thread_trees(copies)[0]
    assert [post.sources for post in tree.posts] == [("s-x", "s-y"), ("s-b2",)]


def test_one_id_on_other_words_stays_two_and_is_told() -> None:
    """Neither is hidden behind the other; answers hang below the earlier one."""
    first = Message("s-x", "a1", sent=NINE, content="one")
    second = Message("s-y", "a1", sent=NINE + timedelta(minutes=1), content="other")
    trees = thread_trees([second, first, _message("b2", "a1")])
    posts = {post.sources: post for tree in trees for post in tree.posts}
    assert posts["s-x",].twins == ("s-y",)
    assert posts["s-y",].twins == ("s-x",)
    assert posts["s-b2",].parent == "a1" == posts["s-x",].id


def test_messages_without_an_id_are_threads_of_their_own() -> None:
    """Two of them are not one because both lack the header."""
    assert len(thread_trees([Message("s-1"), Message("s-2")])) == 2


def _index(*replies: int, guid: int = 7) -> str:
    """A conversation index: header of 22 bytes, then five for every reply."""
    header = bytes([1, 0xD0, 1, 2, 3, 4]) + bytes([guid]) * 16
    return base64.b64encode(header + b"".join(bytes([0, 0, 0, 0, reply]) for reply in replies)).decode()


def test_the_conversation_index_places_what_refers_to_nothing() -> None:
    """Five more bytes are one step down; a missing step is passed over."""
    found = _draw(
        _message("a1", thread_index=_index()),
        _message("b2", thread_index=_index(1)),
        _message("c3", thread_index=_index(1, 5, 9)),
        _message("d4", thread_index=_index(2)),
    )
    assert found == [["a1", "  b2", "    c3", "  d4"]]


def test_the_identity_in_an_index_joins_answers_to_a_missing_message() -> None:
    """Nothing says which is the parent, so they stand side by side; another identity is another thread."""
    messages = [_message("b2", thread_index=_index(1)), _message("c3", thread_index=_index(2))]
    other = _message("d4", thread_index=_index(1, guid=8))
    assert _draw(*messages, other) == [["b2", "c3"], ["d4"]]
    assert Basis.THREAD_INDEX in {tree.basis for tree in thread_trees(messages)}


def test_references_count_before_the_index() -> None:
    """A message that refers to another one hangs there, whatever its index says."""
    messages = [
        _message("a1", thread_index=_index()),
        _message("b2", "a1", thread_index=_index(1)),
        _message("c3", "a1", thread_index=_index(1, 5)),
    ]
    assert _draw(*messages) == [["a1", "  b2", "  c3"]]
    assert thread_trees(messages)[0].basis is Basis.REFERENCES


def test_an_index_is_read_from_base64_and_from_digits() -> None:
    """The header is in base64, what is kept of it in hexadecimal digits."""
    written = _index(1, 5)
    kept = base64.b64decode(written).hex()
    assert read_thread_index(kept) == read_thread_index(f" {written[:20]} {written[20:]}") is not None


def test_an_index_that_is_none_places_nothing() -> None:
    """Not base64, too short, of an odd length, without an identity."""
    broken = ("?", "AAAA", base64.b64encode(bytes(24)).decode(), base64.b64encode(bytes(22)).decode())
    for written in broken:
        assert len(thread_trees([_message("a1", thread_index=written), _message("b2", thread_index=written)])) == 2


def test_a_conversation_joins_what_says_nothing_else() -> None:
    """The mailbox's own word is the weakest bond, and said to be."""
    found = thread_trees([_message("a1", conversation="C"), _message("b2", conversation="C"), _message("c3")])
    assert sorted(_drawn(tree) for tree in found) == [["a1", "b2"], ["c3"]]
    assert {tree.basis for tree in found} == {Basis.CONVERSATION, Basis.ALONE}


def test_a_conversation_never_joins_two_threads_of_references() -> None:
    """A mailbox also files by subject: threads that headers hold together stay two, and a third joins neither."""
    one = [_message("a1", conversation="C"), _message("b2", "a1", conversation="C")]
    two = [_message("c3", conversation="C"), _message("d4", "c3", conversation="C")]
    assert _draw(*one, *two) == [["a1", "  b2"], ["c3", "  d4"]]
    assert ["e5"] in _draw(*one, *two, _message("e5", conversation="C"))


NAMES = st.sampled_from([f"m{n}" for n in range(12)])
INDEXES = st.none() | st.lists(st.integers(0, 2), max_size=3).map(lambda replies: _index(*replies))


@st.composite
def _messages(draw: st.DrawFn) -> list[Message]:
    count = draw(st.integers(0, 10))
    return [
        Message(
            source_id=f"s-{place}",
            message_id=draw(st.none() | NAMES),
            in_reply_to=tuple(draw(st.lists(NAMES, max_size=2))),
            references=tuple(draw(st.lists(NAMES, max_size=4))),
            thread_index=draw(INDEXES),
            conversation=draw(st.sampled_from([None, "C", "D"])),
            sent=draw(st.none() | st.integers(0, 5).map(lambda minute: NINE + timedelta(minutes=minute))),
            content=draw(st.sampled_from(["", "other"])),
        )
        for place in range(count)
    ]


@settings(max_examples=60)
@given(_messages(), st.randoms(use_true_random=False))
def test_the_threads_do_not_depend_on_the_order_of_arrival(messages: list[Message], rng: random.Random) -> None:
    """Any references, loops, copies, undated ones: the same set gives the same threads."""
    mixed = messages[:]
    rng.shuffle(mixed)
    assert thread_trees(mixed) == thread_trees(messages)


@settings(max_examples=60)
@given(_messages())
def test_every_message_stands_once_below_a_parent_of_its_thread(messages: list[Message]) -> None:
    """Nothing is lost, doubled or below itself; a parent comes one step before its children."""
    trees = thread_trees(messages)
    assert sorted(s for tree in trees for post in tree.posts for s in post.sources) == sorted(
        message.source_id for message in messages
    )
    for tree in trees:
        depths: dict[str, int] = {}
        for post in tree.posts:
            assert post.id not in depths
            assert post.depth == (depths[post.parent] + 1 if post.parent else 0)
            depths[post.id] = post.depth
        assert any(not post.is_missing for post in tree.posts)
    assert len({tree.key for tree in trees}) == len(trees)


def test_ten_thousand_messages_are_threaded_in_moments() -> None:
    """One chain as long as that, with the references that clients keep, shuffled."""
    count = 10_000
    messages = [
        _message(f"m{n}", *(f"m{k}" for k in range(max(0, n - 25), n)), minute=n, in_reply_to=(f"m{n - 1}",) * (n > 0))
        for n in range(count)
    ]
    random.Random(7).shuffle(messages)
    started = time.perf_counter()
    trees = thread_trees(messages)
    assert time.perf_counter() - started < 20  # a quadratic way takes minutes
    assert [len(tree.posts) for tree in trees] == [count]
    assert trees[0].posts[-1].depth == count - 1

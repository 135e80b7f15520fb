"""Mail boxes: where messages begin and end, and how each is known again."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from connectors.files import FileConnector
from connectors.mail.mbox import FileBytes, extents, message_at
from connectors.parsing import parse
from connectors.protocol import Item
from connectors.sandbox import ParserPool
from graph.errors import SkipRecord

LINE = b"From ada.moss@example.com Mon May  5 09:00:00 2025\n"


def _message(number: int, words: bytes = b"Yes.\n") -> bytes:
    return b"From: Ada Moss <ada.moss@example.com>\nSubject: Kiln %d\n\n" % number + words


def _split(data: bytes) -> list[bytes]:
    return [message_at(data, extent) for extent in extents(data)]


def test_messages_lie_between_their_from_lines() -> None:
    """A line of the words that begins with From is none, and an escaped one is as it was written."""
    words = b"Bays:\n\nFrom the kiln to the yard: 40 m\n>From here on: 50 m\n"
    data = LINE + _message(1, words) + b"\n" + LINE + _message(2)
    assert _split(data) == [_message(1, words.replace(b">From", b"From")), _message(2)]


def test_carriage_returns_and_boxes_without_blank_lines_are_split_too() -> None:
    """As Windows programs and some servers write them."""
    data = LINE + _message(1) + LINE + _message(2) + b"From - \n" + _message(3)
    assert len(_split(data)) == 3
    assert len(_split(data.replace(b"\n", b"\r\n"))) == 3


def test_a_stated_length_is_believed_where_a_message_ends_there() -> None:
    """A box inside a message is not taken apart; a length that is wrong is not believed."""
    inner = LINE + _message(7)
    body = b"Forwarded:\n\n" + inner
    head = b"From: Ada Moss <ada.moss@example.com>\nContent-Length: %d\n\n"
    data = LINE + head % len(body) + body + b"\n" + LINE + _message(2)
    assert _split(data) == [head % len(body) + body, _message(2)]
    wrong = LINE + head % (len(body) - 3) + body + b"\n" + LINE + _message(2)
    assert len(_split(wrong)) == 3


@given(st.lists(st.binary(max_size=60), min_size=1, max_size=6))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_every_byte_after_the_first_from_line_is_in_one_message(bodies: list[bytes]) -> None:
    """Extents follow one another; nothing between them but From lines."""
    data = b"".join(LINE + _message(n, body) + b"\n" for n, body in enumerate(bodies))
    found = list(extents(data))
    assert found[0].start == len(LINE)
    assert found[-1].end == len(data)
    for one, following in zip(found, found[1:], strict=False):
        assert one.start <= one.end <= following.start
        assert data[one.end : following.start].startswith(b"From ")


def test_a_box_on_disk_is_split_like_one_in_memory(tmp_path: Path) -> None:
    """Also where messages lie across the pieces in which it is read."""
    data = b"".join(LINE + _message(n, b"Bay %d.\n" % n * (n % 7) * 3_000) + b"\n" for n in range(60))
    (tmp_path / "a.mbox").write_bytes(data)
    on_disk = FileBytes(tmp_path / "a.mbox")
    assert len(on_disk) > 2_000_000
    found = list(extents(data))
    assert list(extents(on_disk)) == found
    assert [message_at(on_disk, extent) for extent in found] == _split(data)


def _members(folder: Path) -> list[Item]:
    [item] = [item for batch in FileConnector([folder]).changes(None) for item in batch.upserts]
    assert item.members is not None
    with ParserPool() as pool:
        members = item.members(pool.run)
        found = list(members.items)
    assert members.count == len(found)
    return found


def test_a_message_keeps_its_id_when_the_box_grows_or_loses_others(tmp_path: Path) -> None:
    """Ids come from what the messages say, names from where they stand."""
    box = tmp_path / "box" / "site.mbox"
    box.parent.mkdir()
    box.write_bytes(LINE + _message(1) + b"\n" + LINE + _message(2))
    before = _members(box.parent)
    box.write_bytes(LINE + _message(2) + b"\n" + LINE + _message(3))
    after = _members(box.parent)
    assert [item.name for item in before] == ["site-1.eml", "site-2.eml"]
    assert (before[1].remote_id, before[1].load()) == (after[0].remote_id, after[0].load())
    box.write_bytes(LINE + _message(1) + b"\n" + LINE + _message(2) + b"\n" + LINE + _message(3))
    grown = _members(box.parent)
    assert grown[0].remote_id == before[0].remote_id
    assert before[0].remote_id.startswith("box/site.mbox!")


def test_the_same_message_twice_in_a_box_is_told(tmp_path: Path) -> None:
    """It counts, and is not stored again."""
    box = tmp_path / "box" / "Inbox"  # as some programs name it
    box.parent.mkdir()
    box.write_bytes((LINE + _message(1) + b"\n") * 2)
    first, second = _members(box.parent)
    assert first.load() == _message(1)
    with pytest.raises(SkipRecord) as caught:
        second.load()
    assert (caught.value.reason, first.remote_id != second.remote_id) == ("duplicate", True)


def test_a_box_inside_something_gives_its_messages_as_attachments() -> None:
    """As a forwarded archive is."""
    document = parse(LINE + _message(1) + b"\n" + LINE + _message(2), "site.mbox")
    assert document.text == "Mail box of 2 messages"
    assert [one.name for one in document.attachments] == ["site-1.eml", "site-2.eml"]
    with pytest.raises(SkipRecord) as caught:
        parse(b"From whoever\n", "site.mbox")
    assert caught.value.reason == "damaged"

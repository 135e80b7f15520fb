"""What a thread adds to the index: new words only, however much each message quotes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime

import pytest

from app.indexing import entry_of
from connectors.mail.message import parse_message
from graph.model import Passage
from retrieval.chunking.passages import ChunkRequest, chunk
from tests.fakes.mail_threads import WORDS, attributed, outlook, page_thread, thread

LOOKED_AT = (2, 3, 20, 40)
RECORDED = datetime(2031, 7, 1, tzinfo=UTC)
_TOKEN = re.compile(r"\w+|[\u4e00-\u9fff]")
_STYLES = {
    f"{style.__name__} {language} {'below' if below else 'above'}": (language, style(language), below)
    for language in WORDS
    for style in (outlook, attributed)
    for below in ((False, True) if style is attributed else (False,))
}


def _passages(data: bytes, n: int) -> tuple[str, tuple[Passage, ...]]:
    document = parse_message(data, f"{n}.eml")
    request = ChunkRequest(f"m{n}", "RE: Stairs", None, document.text, document.blocks, (), RECORDED)
    return document.text, chunk(request).passages


def _indexed(passages: tuple[Passage, ...]) -> int:
    """Tokens that go into the index for one message, with what says where they stand."""
    return sum(len(_TOKEN.findall(entry_of(one).lexical_text)) for one in passages if not one.quoted)


def _check(messages: Iterable[tuple[int, bytes]]) -> None:
    """Each message adds as much as the second, give or take a line, and is evidence of its own value alone."""
    read = {n: _passages(data, n) for n, data in messages}
    sizes = [_indexed(passages) for _, passages in read.values()]
    assert max(sizes) <= 1.5 * sizes[0]
    assert {n: _own_values(passages) for n, (_, passages) in read.items()} == {n: {1000 + n} for n in LOOKED_AT}
    assert len(read[LOOKED_AT[-1]][0]) > 10 * len(read[LOOKED_AT[0]][0])


@pytest.mark.parametrize("style", list(_STYLES))
def test_the_index_grows_by_new_words_only(style: str) -> None:
    """The second of a thread, the fortieth, and some between; each quotes all before it."""
    language, quote, below = _STYLES[style]
    _check(thread(language, quote, LOOKED_AT, below=below))


@pytest.mark.parametrize("gmail", [True, False])
def test_the_index_grows_by_new_words_only_in_pages_too(gmail: bool) -> None:
    """Containers forty deep, and header blocks one below the other."""
    _check(page_thread(LOOKED_AT, gmail=gmail))


def _own_values(passages: tuple[Passage, ...]) -> set[int]:
    """The widths of stairs that the message is evidence of."""
    own = "\n".join(one.text for one in passages if not one.quoted)
    return {int(value) for value in re.findall(r"10\d\d", own)} - {1000}

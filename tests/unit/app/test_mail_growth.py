"""What a thread adds to the index: new words only, however much each message quotes."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from itertools import pairwise

import pytest

from app.indexing import entry_of
from connectors.mail.message import parse_message
from graph.model import Passage
from retrieval.chunking.passages import ChunkRequest, chunk
from tests.fakes.mail_threads import WORDS, attributed, outlook, thread

LENGTH = 40
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


@pytest.mark.parametrize("style", list(_STYLES))
def test_the_index_grows_by_new_words_only(style: str) -> None:
    """Of 40 messages that quote all before them, each adds as much as the second did, give or take a line."""
    language, quote, below = _STYLES[style]
    read = [_passages(data, n) for n, data in enumerate(thread(language, quote, LENGTH, below=below), start=1)]
    sizes = [_indexed(passages) for _, passages in read]
    assert max(sizes) <= 1.5 * sizes[1]
    texts = [len(text) for text, _ in read]
    assert all(later > earlier for earlier, later in pairwise(texts))
    assert texts[-1] > 10 * texts[1]


@pytest.mark.parametrize("style", list(_STYLES))
def test_every_message_is_evidence_of_its_own_words(style: str) -> None:
    """The value of a message is in a passage of it that is not quoted; that of the message before is in none."""
    language, quote, below = _STYLES[style]
    for n, data in enumerate(thread(language, quote, 6, below=below), start=1):
        _, passages = _passages(data, n)
        own = "\n".join(one.text for one in passages if not one.quoted)
        assert str(1000 + n) in own
        assert n == 1 or str(1000 + n - 1) not in own

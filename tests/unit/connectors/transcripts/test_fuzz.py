"""Whatever a transcript looks like, a document or a reason comes out, soon, and no word is lost."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from connectors.parsing import parse
from connectors.transcripts.captions import parse_captions
from connectors.transcripts.entries import read_record
from connectors.transcripts.heads import read_heads
from graph.errors import SkipRecord

MARKS = ["WEBVTT", "\n", "\n\n", "00:00:01.000", " --> ", "-0:0:2.5", "<v Nora Quill>", "</v>", "<v", "&amp;", "NOTE "]
WORDS = [
    "12",
    "\t",
    "Nora Quill",
    "Tomas: ",
    "[00:12] ",
    "(0:05)",
    "**",
    "0:03",
    "# Doors",
    "words",
    "会议",
    "\ufeff",
    "  ",
]
PIECES = st.sampled_from([*MARKS, *WORDS, '{"spokenText":', '"x"}'])
TEXTS = st.lists(PIECES | st.text(max_size=8), max_size=40).map("".join)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just("2025-03-12T09:00:00Z")
OUTER = ["sentences", "transcript", "meeting_id", "date", "title"]
KEYS = st.sampled_from(["speaker", "text", "start", "end", "id", "timestamp", "display_name", *OUTER])
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=5), max_leaves=25
)


@settings(max_examples=100, deadline=None)
@given(TEXTS, st.sampled_from(["a.vtt", "a.srt", "a.txt", "transcript.md", "a.json"]))
def test_any_text_is_a_document_or_has_a_reason(text: str, name: str) -> None:
    """Blocks lie in order inside the text, and every turn says something."""
    try:
        document = parse(text.encode("utf-8", "surrogatepass"), name)
    except SkipRecord:
        return
    at = 0
    for block in document.blocks:
        assert at <= block.span.start < block.span.end <= len(document.text)
        assert document.text[block.span.start : block.span.end].strip()
        at = block.span.end


@settings(max_examples=100, deadline=None)
@given(VALUES)
def test_any_json_value_is_a_record_or_none(value: object) -> None:
    """As many stretches of speech as records, whatever their fields hold."""
    found = read_record(json.loads(json.dumps(value)))
    if found is not None:
        assert found[0].cues == len(found[0].said)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.text(st.characters(categories=["L"]), min_size=1, max_size=12), min_size=3, max_size=12))
def test_every_line_with_a_head_is_a_turn(words: list[str]) -> None:
    """In any number of lines, with any words."""
    text = "".join(f"[00:{n:02}] Speaker {n % 2}: {word}\n" for n, word in enumerate(words))
    record = read_heads(text, "a.txt")
    assert record is not None
    assert [one.text for one in record.said] == words


LONG = ["<v " * 60_000, "<v a>" * 60_000, "1:" * 150_000, "**" * 150_000, "[00:00] a" * 40_000, "a\n" * 150_000]


@pytest.mark.parametrize("text", [*LONG, ("a" + " " * 500 + "\n") * 600])
def test_long_lines_of_one_kind_take_no_time_out_of_proportion(text: str) -> None:
    """Hundreds of kilobytes in seconds, on a busy machine too."""
    started = time.process_time()
    read_heads(text, "transcript.txt")
    parse_captions(b"WEBVTT\n\n00:00:00.000 --> 00:00:01.000\n" + text.encode(), "a.vtt")
    assert time.process_time() - started < 5


def test_deep_and_wide_values_are_bounded() -> None:
    """Lists below the deepest level are not looked for."""
    value: object = [{"speaker": "Nora Quill", "text": "words"}]
    for _ in range(500):
        value = {"a": value}
    assert read_record(value) is None

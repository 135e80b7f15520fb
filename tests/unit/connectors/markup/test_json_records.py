"""JSON: transcripts, records, trees."""

from __future__ import annotations

import json

import pytest

from connectors.markup.json_records import parse_json
from connectors.protocol import ParsedDocument
from graph.errors import SkipRecord


def _parse(value: object, name: str = "a.json") -> ParsedDocument:
    return parse_json(json.dumps(value).encode(), name)


def test_a_transcript_is_its_turns_and_nothing_made_from_them() -> None:
    """Summaries and questions of others are left out, with a warning."""
    document = _parse(
        {
            "title": "Site meeting 7",
            "meeting_transcripts": [{"speaker": "Nora", "content": "The door {vocalsound} is 90 minutes ."}],
            "query_list": [{"query": "What rating?", "answer": "90"}],
        }
    )
    assert [(b.kind, b.speaker, document.text[b.span.start : b.span.end]) for b in document.blocks] == [
        ("header", None, "Title: Site meeting 7"),
        ("turn", "Nora", "The door is 90 minutes ."),
    ]
    assert document.warnings == ("not part of the transcript and left out: query_list",)


def test_absolute_times_count_from_the_first() -> None:
    """In seconds; the end stays unknown where nobody states it."""
    sentences = [
        {"id": 1, "speaker": "Nora", "timestamp": "2031-05-01T10:00:00Z", "transcript": "One."},
        {"id": 2, "speaker": "", "timestamp": "2031-05-01T10:01:30Z", "transcript": "Two."},
    ]
    turns = _parse({"sentences": sentences}).blocks
    assert [(b.speaker, b.start_s, b.end_s) for b in turns] == [("Nora", 0.0, None), (None, 90.0, None)]


def test_a_list_of_flat_records_is_a_table_over_all_their_keys() -> None:
    """A missing value is an empty cell."""
    document = _parse([{"door": "D1", "min": 60}, {"door": "D2", "tags": ["a", "b"]}])
    assert document.text == "door | min | tags\nD1 | 60 | \nD2 |  | a, b"


def test_json_lines_are_records_too() -> None:
    """One value a line."""
    document = parse_json(b'{"reference": "4.1", "title": "Guards", "text": "High."}\n', "a.jsonl")
    assert [(b.kind, b.number) for b in document.blocks] == [("heading", "4.1"), ("paragraph", None)]


def test_any_other_tree_is_headings_and_lines() -> None:
    """Keys are words."""
    assert _parse({"fire_rating": {"stair_doors": 90, "note": None}}).text == "fire rating\n\nstair doors: 90"


@pytest.mark.parametrize("data", [b"{", b"[" * 100_000])
def test_what_is_no_json_is_damaged(data: bytes) -> None:
    """Also what is nested beyond reading."""
    with pytest.raises(SkipRecord) as caught:
        parse_json(data, "a.json")
    assert caught.value.reason == "damaged"

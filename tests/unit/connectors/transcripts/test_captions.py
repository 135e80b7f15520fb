"""Captions: cues in are turns out, whatever their times and voices look like."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.transcripts.captions import parse_captions
from connectors.transcripts.said import read_clock
from graph.errors import SkipRecord

VTT = """\
\ufeffWEBVTT - Site meeting 7

NOTE
Date: 12 September 2024

STYLE
::cue { color: red }

1
0:0:4.0 --> 00:00:13.500 align:start
<v Nora Quill>Good &amp; short. <i>We</i> start.</v>

a/2-0
-00:00:01.200 --> 00:00:02.000
<v.loud Tomas Reed>Before.</v><v Nora Quill>Yes.

00:59.000 --> 01:01.000
No voice here.
"""


def test_every_cue_is_a_turn_and_every_voice_one_of_its_own() -> None:
    """Unpadded, negative and hourless times; entities and tags are words again."""
    document = parse_captions(VTT.encode(), "meeting.vtt")
    turns = [b for b in document.blocks if b.kind == "turn"]
    assert [(b.speaker, b.start_s, b.end_s, document.text[b.span.start : b.span.end]) for b in turns] == [
        ("Nora Quill", 4.0, 13.5, "Good & short. We start."),
        ("Tomas Reed", -1.2, 2.0, "Before."),
        ("Nora Quill", -1.2, 2.0, "Yes."),
        (None, 59.0, 61.0, "No voice here."),
    ]
    assert document.warnings == (
        "some cues start before the recording",
        "1 of the cues start before the one in front of them; the order of the file is kept",
    )


def test_notes_in_front_are_the_header() -> None:
    """Styles are not."""
    document = parse_captions(VTT.encode(), "meeting.vtt")
    first = document.blocks[0]
    assert (first.kind, document.text[: first.span.end]) == ("header", "Site meeting 7\nDate: 12 September 2024")


def test_names_in_front_of_words_are_speakers_where_cues_have_no_voices() -> None:
    """The form of some recorders; SubRip commas."""
    first = b"1\n00:00:01,500 --> 00:00:02,000\nNora Quill: Go on.\n\n"
    data = first + b"2\n00:00:03,000 --> 00:00:04,000\nIvo Brandt: No: later.\n"
    document = parse_captions(data, "meeting.srt")
    assert document.media_type == "application/x-subrip"
    assert [(b.speaker, b.start_s, document.text[b.span.start : b.span.end]) for b in document.blocks] == [
        ("Nora Quill", 1.5, "Go on."),
        ("Ivo Brandt", 3.0, "No: later."),
    ]


@given(st.lists(st.text(st.characters(categories=["L", "Nd"]), min_size=1, max_size=20), min_size=1, max_size=10))
def test_cues_in_are_cues_out(words: list[str]) -> None:
    """Any number of cues with any words."""
    cues = "".join(f"{n}\n00:00:{n:02}.000 --> 00:00:{n + 1:02}.000\n{word}\n\n" for n, word in enumerate(words))
    document = parse_captions(f"WEBVTT\n\n{cues}".encode(), "a.vtt")
    assert [b.start_s for b in document.blocks] == [float(n) for n in range(len(words))]


def test_a_file_without_cues_is_damaged() -> None:
    """A header alone is no transcript."""
    with pytest.raises(SkipRecord) as caught:
        parse_captions(b"WEBVTT\n\nNOTE nothing\n", "a.vtt")
    assert caught.value.reason == "damaged"


@pytest.mark.parametrize(
    ("text", "seconds"), [("1:02:03.5", 3723.5), ("02:03,25", 123.25), ("-00:00:01.0", -1.0), ("90", None), ("", None)]
)
def test_clocks_are_read_as_seconds(text: str, seconds: float | None) -> None:
    """Hours may be missing, the sign may not be lost."""
    assert read_clock(text) == seconds

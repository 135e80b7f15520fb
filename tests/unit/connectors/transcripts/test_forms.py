"""Every form in which recorders and people save speech: each turn with its speaker and times."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from docx import Document

from connectors.parsing import parse
from connectors.protocol import ParsedDocument
from graph.errors import SkipRecord
from graph.vocabulary import ClaimField, SourceKind

DATA = Path(__file__).parents[3] / "data" / "transcripts"
DOORS = "The doors need 60 minutes: not 30."
FRAMES = f"{DOORS} And so do the frames."
NORA, TOMAS, MORNING = "Nora Quill", "Tomas Reed", "Good morning."
HARBOUR = "Nora Quill (Harbour Works)"

FORMS: dict[str, list[tuple[str | None, float | None, float | None, str]]] = {
    "teams.vtt": [
        (NORA, 0.0, 5.32, "Good morning. Item one is the stair doors."),
        (NORA, -1.25, 6.0, "Can you hear me?"),
        (TOMAS, -1.25, 6.0, "Yes."),
        (TOMAS, 6.0, 11.4, "The doors & frames need 60 minutes, not 30."),
        ("Ivo Brandt (Guest)", 15.0, 62.0, "I will send the certificate by Friday."),
    ],
    "teams-metadata.vtt": [
        (NORA, 16.246, 17.726, "Guten Morgen."),
        (TOMAS, 18.1, 22.0, "The doors need 60 minutes."),
        (None, 23.0, 24.0, "Agreed."),
    ],
    "teams-unattributed.txt": [
        (None, 16.246, 17.726, MORNING),
        (None, 18.1, 22.0, "The doors need 60 minutes. Not 30."),
        (None, 23.0, 24.0, "Agreed."),
    ],
    "zoom.vtt": [
        (NORA, 3.12, 5.61, MORNING),
        (TOMAS, 5.7, 11.01, DOORS),
        (None, 11.5, 12.0, "and so do the frames."),
    ],
    "zoom.txt": [(NORA, 3.0, None, MORNING), (TOMAS, 5.0, None, FRAMES), (NORA, 14.0, None, "Agreed.")],
    "otter.txt": [(NORA, 3.0, None, MORNING), (TOMAS, 5.0, None, FRAMES), ("Speaker 3", 3614.0, None, "Agreed.")],
    "fireflies.json": [
        (NORA, 3.12, 5.6, MORNING),
        (TOMAS, 5.7, 11.0, "The doors need 60 minutes."),
        (None, 11.5, 12.0, "Agreed."),
    ],
    "tldv.json": [(NORA, 3.0, 5.0, MORNING), (TOMAS, 5.0, 11.0, "The doors need 60 minutes.")],
    "fathom.json": [
        (NORA, 3.0, None, MORNING),
        (TOMAS, 5.0, None, "The doors need 60 minutes."),
        ("Speaker 1", 3611.0, None, "Agreed."),
    ],
    "fathom.txt": [
        (HARBOUR, 3.0, None, MORNING),
        (TOMAS, 5.0, None, "The doors need 60 minutes. ACTION ITEM: send the certificate"),
        (HARBOUR, 3611.0, None, "Agreed."),
    ],
    "meetgeek.json": [
        (NORA, 0.0, None, MORNING),
        (TOMAS, 2.5, None, "The doors need 60 minutes."),
        ("Speaker 1", 3602.0, None, "Agreed."),
    ],
    "recorder.srt": [(NORA, 3.12, 5.61, MORNING), (TOMAS, 5.7, 11.01, DOORS)],
    "stamped.md": [(NORA, 3.0, None, MORNING), (TOMAS, 5.0, None, FRAMES), (NORA, 74.0, None, "Agreed.")],
    "name-first.txt": [(NORA, 3.0, None, MORNING), (TOMAS, 5.0, None, FRAMES), (NORA, 74.0, None, "Agreed.")],
    "time-first.txt": [(NORA, 3.0, None, MORNING), (TOMAS, 5.0, None, DOORS), (NORA, 74.0, None, "Agreed.")],
    "two-lines.txt": [(NORA, 3.0, None, MORNING), (TOMAS, 5.0, None, DOORS), (NORA, 74.0, None, "Agreed.")],
    "corpus.json": [
        ("Chair", None, None, "Good morning ."),
        ("Engineer", None, None, "The doors need sixty minutes ."),
    ],
    "zh.txt": [
        ("王小明", 3.0, None, "早上好。"),
        ("李强", 5.0, None, "楼梯门需要60分钟。"),
        ("王小明", 74.0, None, "同意。"),
    ],
    "ru.txt": [
        ("Иван Кедров", 3.0, None, "Доброе утро."),
        ("Анна Лугова", 5.0, None, "Двери должны быть на 60 минут."),
    ],
}


def _read(name: str) -> ParsedDocument:
    return parse((DATA / name).read_bytes(), name)


def _turns(document: ParsedDocument) -> list[tuple[str | None, float | None, float | None, str]]:
    turns = [block for block in document.blocks if block.kind == "turn"]
    return [(b.speaker, b.start_s, b.end_s, document.text[b.span.start : b.span.end]) for b in turns]


def _claims(document: ParsedDocument, field: ClaimField) -> list[str]:
    return [one.value for one in document.statements if one.field is field]


@pytest.mark.parametrize("name", FORMS)
def test_each_form_gives_every_turn_with_speaker_and_times(name: str) -> None:
    """The files are made by hand after what recorders write; what they do not say is None."""
    document = _read(name)
    assert _turns(document) == FORMS[name]
    assert _claims(document, ClaimField.KIND) == [SourceKind.TRANSCRIPT]


@pytest.mark.parametrize(
    ("name", "counted"),
    [
        ("teams.vtt", "5 cues, 5 turns, 1 without words"),
        ("corpus.json", "3 cues, 2 turns, 1 without words"),
        ("meetgeek.json", "3 cues, 3 turns, 0 without words"),
        ("stamped.md", "3 cues, 3 turns, 0 without words"),
    ],
)
def test_how_many_cues_came_in_and_went_out_is_told(name: str, counted: str) -> None:
    """A cue of two voices is two turns, a heading is none, a record on two pages counts once."""
    assert _claims(_read(name), ClaimField.CUES) == [counted]


def test_how_a_speaker_is_known_stands_with_each_turn() -> None:
    """Tagged is stated, a name in front of the words is inferred, and nobody is guessed."""
    known = {name: [b.attribution for b in _read(name).blocks if b.kind == "turn"] for name in FORMS}
    assert set(known["teams.vtt"]) == {"stated"}
    assert known["zoom.vtt"] == ["inferred", "inferred", "absent"]
    assert known["teams-metadata.vtt"] == ["stated", "stated", "absent"]
    assert set(known["teams-unattributed.txt"]) == {"absent"}


def test_only_a_stated_address_is_an_identity() -> None:
    """A label such as "Speaker 1" stays a label."""
    turns = [block for block in _read("fathom.json").blocks if block.kind == "turn"]
    assert [block.identity for block in turns] == ["nora@example.org", None, None]
    assert turns[2].speaker == "Speaker 1"


@pytest.mark.parametrize(
    ("name", "day"),
    [("teams-metadata.vtt", "2025-03-12"), ("meetgeek.json", "2025-03-12"), ("fireflies.json", "2025-03-12")],
)
def test_times_of_the_clock_say_when_the_meeting_was(name: str, day: str) -> None:
    """A moment in UTC, or milliseconds since 1970 beside the sentences."""
    assert _claims(_read(name), ClaimField.DATE) == [day]


def test_headings_between_turns_are_no_words_of_a_speaker() -> None:
    """An agenda item in Markdown."""
    document = _read("stamped.md")
    headings = [document.text[b.span.start : b.span.end] for b in document.blocks if b.kind == "heading"]
    assert headings == ["Item 2: Lifts"]


def _word(*paragraphs: str) -> bytes:
    """A Word document; "\\n" is a line break in a paragraph."""
    document, out = Document(), io.BytesIO()
    for words in paragraphs:
        document.add_paragraph(words)
    document.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    "paragraphs",
    [
        ("Door review-20250312_090003-Meeting Recording", "March 12, 2025, 9:00AM", "1m 20s",
         "Nora Quill   0:03\nGood morning.", "Tomas Reed   0:05\nThe doors need 60 minutes: not 30.",
         "Nora Quill   1:14\nAgreed."),
        ("0:0:3.0 --> 0:0:4.0\nNora Quill\nGood morning.", "0:0:5.0 --> 0:0:9.0\nTomas Reed\n" + DOORS,
         "0:1:14.0 --> 0:1:15.0\nNora Quill\nAgreed."),
        ("0:0:3.0 --> 0:0:4.0", "Nora Quill", "Good morning.", "0:0:5.0 --> 0:0:9.0", "Tomas Reed", DOORS,
         "0:1:14.0 --> 0:1:15.0", "Nora Quill", "Agreed."),
    ],
)  # fmt: skip
def test_word_files_of_teams_are_transcripts(paragraphs: tuple[str, ...]) -> None:
    """Name and time over the words, or a range of times, the name and the words."""
    document = parse(_word(*paragraphs), "Door review.docx")
    assert [(who, start, words) for who, start, _, words in _turns(document)] == [
        (NORA, 3.0, MORNING),
        (TOMAS, 5.0, DOORS),
        (NORA, 74.0, "Agreed."),
    ]
    assert _claims(document, ClaimField.KIND) == [SourceKind.TRANSCRIPT]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("diary.txt", (DATA / "diary.txt").read_text("utf-8")),
        (
            "agenda.md",
            "# Programme\n\n09:00 Welcome: Nora Quill\n\n09:30 Doors: Tomas Reed\n\n10:00 Lifts: Ivo Brandt\n",
        ),
        ("ratios.txt", "Mix 1:20 for bedding.\n\nMix 1:30 for pointing.\n\nMix 1:40 for render.\n"),
        ("letter.txt", "Dear Nora,\n\nthe meeting is at 09:00. Tomas: please bring the drawings.\n"),
    ],
)
def test_lines_with_times_of_other_texts_are_no_turns(name: str, text: str) -> None:
    """A diary of a site, a programme, ratios and a letter."""
    assert _turns(parse(text.encode(), name)) == []


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("a.vtt", "WEBVTT\n", "empty"),
        ("a.vtt", "WEBVTT\n\nNOTE nothing but a note\n", "damaged"),
        ("a.srt", "no cue at all", "damaged"),
        ("a.json", '{"meeting_id": "m", "pagination": {}, "sentences": []}', "empty"),
        ("a.json", '{"meeting_id": "m", "sentences": [{"speaker": "Nora', "damaged"),
        ("a.json", "[" * 100_000, "damaged"),
    ],
)
def test_what_cannot_be_read_has_a_reason(name: str, text: str, reason: str) -> None:
    """An empty transcript may be written later; that is another thing than a damaged one."""
    with pytest.raises(SkipRecord) as caught:
        parse(text.encode(), name)
    assert caught.value.reason == reason


@pytest.mark.parametrize(
    "value",
    [
        '[{"name": "Door", "text": "60 minutes"}]',
        '[{"from": "A-101", "text": "see note"}]',
        '{"sections": [{"title": "Doors", "text": "60 minutes"}]}',
    ],
)
def test_records_with_names_and_words_are_not_taken_for_speech(value: str) -> None:
    """A name is a speaker only where there are times."""
    assert _turns(parse(value.encode(), "list.json")) == []


def test_the_content_decides_and_not_the_name() -> None:
    """Captions and records of speech in files that are called text."""
    for name in ("teams.vtt", "recorder.srt", "fireflies.json"):
        document = parse((DATA / name).read_bytes(), "meeting.txt")
        assert _turns(document) == FORMS[name], name


def test_unreadable_times_lose_no_cue() -> None:
    """The words stay, the times are unknown, and a warning counts them."""
    text = "WEBVTT\n\n00:00:01.000 --> soon\n<v Nora Quill>One.</v>\n\n00:00:02.000 --> 00:00:03.000\nTwo.\n"
    document = parse(text.encode(), "a.vtt")
    assert _turns(document) == [(NORA, 1.0, None, "One."), (None, 2.0, 3.0, "Two.")]
    assert "the times of 1 cues cannot be read" in document.warnings


def test_pages_that_came_in_any_order_are_one_transcript() -> None:
    """Sentences have ids; those decide."""
    import json

    pages: list[Any] = json.loads((DATA / "meetgeek.json").read_text("utf-8"))
    lines = "\n".join(json.dumps(page) for page in reversed(pages))
    assert [words for *_, words in _turns(parse(lines.encode(), "pages.jsonl"))] == [
        words for *_, words in FORMS["meetgeek.json"]
    ]

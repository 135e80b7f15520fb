"""WebVTT and SubRip captions as turns of speech.

Read here and not by a library, because a record of a meeting must not lose cues: times without
padding, negative times, several voices in one cue and files without the WEBVTT line all occur, and
every cue comes out as at least one turn.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from connectors.protocol import ParsedDocument, Statement
from connectors.text.builder import TextBuilder, normalise
from connectors.text.charset import decode
from connectors.transcripts.turns import Turn, read_clock, write_turns
from graph.errors import SkipRecord
from graph.vocabulary import ClaimField, Ground, SourceKind

_TIMING = re.compile(r"^\s*(?P<start>-?[\d:.,]+)\s*-->\s*(?P<end>-?[\d:.,]+)")
_VOICE = re.compile(r"<v(?:\.[\w.-]+)?\s+(?P<name>[^>]*)>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z](?:[\w.]*)(?:\s[^>]*)?>|<\d[\d:.]*>", re.IGNORECASE)
_NAMED = re.compile(r"^(?P<name>[^\W\d_][^:\n]{0,50}?):\s+(?P<text>\S.*)$", re.DOTALL)
_MEDIA = {".srt": "application/x-subrip"}


@dataclass(frozen=True, slots=True)
class Cue:
    """One cue as written."""

    start_s: float | None
    end_s: float | None
    payload: str


def parse_captions(data: bytes, name: str) -> ParsedDocument:
    """A caption file; notes before the first cue are its header.

    Raises:
        SkipRecord: `damaged` where no cue is found.
    """
    raw, warnings = decode(data)
    notes, cues = read_cues(normalise(raw))
    if not cues:
        raise SkipRecord("damaged", f"{name} holds no cue")
    builder = TextBuilder()
    builder.warnings += warnings
    builder.add("\n".join(notes), "header")
    silent = write_turns(builder, read_voices(cues))
    if silent:
        builder.warnings.append(f"{silent} cues hold no words")
    if any(cue.start_s is not None and cue.start_s < 0 for cue in cues):
        builder.warnings.append("some cues start before the recording")
    kind = Statement(ClaimField.KIND, SourceKind.TRANSCRIPT, Ground.FILE_PROPERTIES, 0.95)
    media = next((media for suffix, media in _MEDIA.items() if name.lower().endswith(suffix)), "text/vtt")
    return builder.document(media, [kind])


def read_cues(text: str) -> tuple[list[str], list[Cue]]:
    """The notes in front of the first cue, and all cues in their order."""
    notes: list[str] = []
    cues: list[Cue] = []
    for block in re.split(r"\n[ \t]*\n", text):
        lines = block.strip("\n").split("\n")
        starts = [number for number, line in enumerate(lines) if _TIMING.match(line)]
        if not starts and not cues:
            notes += _note(lines)
        ends = [*starts[1:], len(lines)]
        cues += [_cue(lines, start, end) for start, end in zip(starts, ends, strict=False)]
    return notes, cues


def _note(lines: Sequence[str]) -> Iterator[str]:
    """The words of a NOTE or of the WEBVTT line; styles and regions are none."""
    first = lines[0].strip()
    if first.startswith(("STYLE", "REGION")):
        return
    body = [re.sub(r"^(?:\ufeff?WEBVTT|NOTE)\b[\s:-]*", "", first), *(line.strip() for line in lines[1:])]
    yield from (line for line in body if line)


def _cue(lines: Sequence[str], number: int, after: int) -> Cue:
    match = _TIMING.match(lines[number])
    start, end = (match["start"], match["end"]) if match else ("", "")
    return Cue(read_clock(start), read_clock(end), "\n".join(lines[number + 1 : after]))


def read_voices(cues: Sequence[Cue]) -> Iterator[Turn]:
    """The turns of cues: one for each voice, where a cue names several.

    Where no cue has a voice tag and a third of them start "Name: …", the name is the speaker.
    """
    tagged = any(_VOICE.search(cue.payload) for cue in cues)
    named = sum(1 for cue in cues if _NAMED.match(cue.payload)) * 3 >= len(cues)
    for cue in cues:
        for speaker, words in _voices(cue.payload):
            match = _NAMED.match(words) if not tagged and named else None
            if match:
                speaker, words = match["name"].strip(), match["text"]
            yield Turn(words, speaker, cue.start_s, cue.end_s)


def _voices(payload: str) -> Iterator[tuple[str | None, str]]:
    marks = list(_VOICE.finditer(payload))
    lead = payload[: marks[0].start()] if marks else payload
    if not marks or _plain(lead):
        yield None, _plain(lead)
    for mark, after in zip_longest(marks, marks[1:]):
        words = payload[mark.end() : after.start() if after else len(payload)]
        yield html.unescape(mark["name"]).strip() or None, _plain(words)


def _plain(words: str) -> str:
    return html.unescape(_TAG.sub("", words)).strip()

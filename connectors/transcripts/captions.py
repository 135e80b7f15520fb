"""WebVTT and SubRip captions, as Teams, Zoom and others write them.

Read here and not by a library, because a record of a meeting must not lose cues: times without
padding, negative times, several voices in one cue, cues of JSON and files without the WEBVTT line all occur,
and every cue comes out.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from connectors.protocol import ParsedDocument
from connectors.text.builder import normalise
from connectors.text.charset import decode
from connectors.transcripts.entries import read_payloads
from connectors.transcripts.said import INFERRED, Record, Said, attributed, read_clock, transcript
from graph.errors import SkipRecord

_TIMING = re.compile(r"^\s*(?P<start>-?\d[\d:.,-]*)\s*-->\s*(?P<end>\S*)")
_VOICE = re.compile(r"<v(?:\.[\w.-]+)?(?:\s+(?P<name>[^<>]*))?>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z](?:[\w.]*)(?:\s[^<>]*)?>|<\d[\d:.]*>|\{\\[^{}]{0,80}\}", re.IGNORECASE)
_NAMED = re.compile(r"^(?P<name>[^\W\d_][^:\n]{0,50}?):\s+(?P<text>\S.*)$", re.DOTALL)
_IDENTIFIER = re.compile(r"\d{1,7}|[\w-]{1,60}/\d[\w-]{0,20}")
_MEDIA = {".srt": "application/x-subrip"}


@dataclass(frozen=True, slots=True)
class Cue:
    """One cue as written; a time that cannot be read is None."""

    start_s: float | None
    end_s: float | None
    payload: str


def parse_captions(data: bytes, name: str) -> ParsedDocument:
    """A caption file; notes before the first cue are its header.

    Raises:
        SkipRecord: `damaged` where no cue is found, `empty` where there is nothing but the line that begins it.
    """
    raw, warnings = decode(data)
    notes, cues = read_cues(normalise(raw))
    if not cues:
        is_bare = not normalise(raw).replace("WEBVTT", "", 1).strip()
        if is_bare:
            raise SkipRecord("empty", f"{name} holds no cue yet; it may be written only later")
        raise SkipRecord("damaged", f"{name} holds no cue")
    payloads = read_payloads([cue.payload for cue in cues])
    said = tuple(_of_payloads(payloads.said, cues)) if payloads else tuple(read_voices(cues))
    lost = sum(cue.start_s is None or cue.end_s is None for cue in cues)
    if lost:
        warnings += (f"the times of {lost} cues cannot be read",)
    media = next((media for suffix, media in _MEDIA.items() if name.lower().endswith(suffix)), "text/vtt")
    held = payloads.held if payloads else None
    return transcript(Record(said, len(cues), tuple(notes), warnings, held), media)


def _of_payloads(said: Sequence[Said], cues: Sequence[Cue]) -> Iterator[Said]:
    """What JSON cues say, at the times of the cues: those inside them are of the clock."""
    for one, cue in zip(said, cues, strict=True):
        yield replace(one, start_s=cue.start_s, end_s=cue.end_s) if cue.start_s is not None else one


def read_cues(text: str) -> tuple[list[str], list[Cue]]:
    """The notes in front of the first cue, and all cues in their order.

    Words behind a blank line are still those of the cue before.
    """
    notes: list[str] = []
    cues: list[Cue] = []
    more: list[list[str]] = []
    for block in re.split(r"\n[ \t]*\n", text):
        lines = block.strip("\n").split("\n")
        starts = [number for number, line in enumerate(lines) if _TIMING.match(line)]
        if not starts and not cues:
            notes += _note(lines)
        elif not starts and _goes_on(cues[-1], lines):
            more[-1] += lines
        ends = [*starts[1:], len(lines)]
        found = [_cue(lines, start, end) for start, end in zip(starts, ends, strict=False)]
        cues += found
        more += [[] for _ in found]
    whole = ["\n".join(filter(None, (cue.payload, *lines))) for cue, lines in zip(cues, more, strict=True)]
    return notes, [replace(cue, payload=payload) for cue, payload in zip(cues, whole, strict=True)]


def _goes_on(cue: Cue, lines: Sequence[str]) -> bool:
    """Whether a block without a timing is words of the cue before: it is no remark, and no number of a cue."""
    first = lines[0].strip()
    is_aside = first.startswith(("NOTE", "STYLE", "REGION"))
    return bool(first) and not is_aside and not (_IDENTIFIER.fullmatch(first) and cue.payload.strip())


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
    payload = lines[number + 1 : after]
    if payload and after < len(lines) and _IDENTIFIER.fullmatch(payload[-1].strip()):
        payload = payload[:-1]
    return Cue(read_clock(start), read_clock(end), "\n".join(payload))


def read_voices(cues: Sequence[Cue]) -> Iterator[Said]:
    """The turns of cues: one for each voice, where a cue names several.

    Where no cue has a voice tag and a third of them start "Name: …", the name is the speaker.
    """
    tagged = any(_VOICE.search(cue.payload) for cue in cues)
    named = sum(1 for cue in cues if _NAMED.match(cue.payload)) * 3 >= len(cues)
    for cue in cues:
        for speaker, words in _voices(cue.payload):
            how = attributed(speaker)
            match = _NAMED.match(words) if not tagged and named else None
            if match:
                speaker, words, how = match["name"].strip(), match["text"], INFERRED
            yield Said(words, speaker, cue.start_s, cue.end_s, attribution=how)


def _voices(payload: str) -> Iterator[tuple[str | None, str]]:
    marks = list(_VOICE.finditer(payload))
    lead = payload[: marks[0].start()] if marks else payload
    if not marks or _plain(lead):
        yield None, _plain(lead)
    for mark, after in zip_longest(marks, marks[1:]):
        words = payload[mark.end() : after.start() if after else len(payload)]
        yield html.unescape(mark["name"] or "").strip() or None, _plain(words)


def _plain(words: str) -> str:
    return html.unescape(_TAG.sub("", words)).strip()

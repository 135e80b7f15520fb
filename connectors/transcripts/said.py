"""What was said, by whom, from when to when, before it is written; and the document that comes of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from connectors.protocol import ParsedDocument, Statement
from connectors.text.builder import TextBuilder, one_line
from graph.model import Block, Span
from graph.time import DateAnchor
from graph.vocabulary import ClaimField, Ground, SourceKind

STATED, INFERRED, ABSENT = "stated", "inferred", "absent"

_CLOCK = re.compile(
    r"^(?P<sign>-?)(?:(?P<h>\d{1,4}):)?(?P<m>-?\d{1,3}):(?P<s>-?\d{1,2})(?:[.,:](?P<f>\d{1,9}))?(?:s|Z)?$"
)


@dataclass(frozen=True, slots=True)
class Said:
    """One stretch of speech.

    Attributes:
        speaker: The label that the record gives ("Speaker 1"); never guessed into a person.
        start_s, end_s: Seconds from the start of the recording; None where the record does not say.
        identity: Mail address or account of the speaker, only where the record states it.
        attribution: `stated`, `inferred` (from "Name: words") or `absent`.
        is_heading: A heading between turns, said by nobody.
    """

    text: str
    speaker: str | None = None
    start_s: float | None = None
    end_s: float | None = None
    identity: str | None = None
    attribution: str = ABSENT
    is_heading: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """A transcript as a reader of one form found it.

    Attributes:
        said: In the order of the record.
        cues: How many cues, records or turns the file holds.
        header: Lines in front of the first one, and single values that stand beside them.
        held: When the meeting began, where the record states it.
    """

    said: tuple[Said, ...]
    cues: int
    header: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    held: date | None = None
    title: str | None = None


def attributed(speaker: str | None, how: str = STATED) -> str:
    """How a speaker's label came there; absent where there is none."""
    return how if speaker else ABSENT


def read_clock(text: str) -> float | None:
    """Seconds of "1:02:03.4", "02:03,450", "0:0:-1.0" or "-00:00:01.0"; None for anything else."""
    match = _CLOCK.match(text.strip())
    if match is None:
        return None
    parts = (match["h"] or "0", match["m"].lstrip("-"), match["s"].lstrip("-"))
    seconds = int(parts[0]) * 3600 + int(parts[1]) * 60 + int(parts[2]) + float(f"0.{match['f'] or 0}")
    is_before = bool(match["sign"]) or "-" in (match["m"] + match["s"])
    return -seconds if is_before and seconds else seconds


def transcript(record: Record, media_type: str, confidence: float = 0.95) -> ParsedDocument:
    """The document of a record: its header, a block for each stretch of speech, and how many there were."""
    builder = TextBuilder()
    builder.warnings += record.warnings
    builder.add("\n".join(record.header), "header")
    silent = _write(builder, record.said)
    builder.warnings += _oddities(record, silent)
    turns = sum(not one.is_heading for one in record.said) - silent
    counted = f"{record.cues} cues, {turns} turns, {silent} without words"
    statements = [
        Statement(ClaimField.KIND, SourceKind.TRANSCRIPT, Ground.FILE_PROPERTIES, confidence),
        Statement(ClaimField.CUES, counted, Ground.FILE_PROPERTIES),
    ]
    if record.held is not None:
        day = DateAnchor(record.held, record.held, record.held.isoformat())
        statements.append(Statement(ClaimField.DATE, day.text, Ground.FILE_PROPERTIES, 0.9, date=day))
    if record.title:
        statements.append(Statement(ClaimField.TITLE, record.title, Ground.FILE_PROPERTIES, 0.9))
    return builder.document(media_type, statements)


def _write(builder: TextBuilder, said: Iterable[Said]) -> int:
    """Write stretches of speech as blocks; gives how many had no words and were not written."""
    silent = 0
    for one in said:
        words = one_line(one.text)
        written = builder.add(words, "heading", 2) if one.is_heading else builder.turn(words, _voice(one))
        silent += written is None
    return silent


def _voice(one: Said) -> Block:
    return Block(
        "turn",
        Span(0, 0),
        speaker=one.speaker,
        start_s=one.start_s,
        end_s=one.end_s,
        identity=one.identity,
        attribution=one.attribution,
    )


def _oddities(record: Record, silent: int) -> list[str]:
    """What a user should know of the times and words."""
    said = record.said
    found = [f"{silent} of {record.cues} cues hold no words"] if silent else []
    if any(one.start_s is not None and one.start_s < 0 for one in said):
        found.append("some cues start before the recording")
    if any(one.start_s is not None and one.end_s is not None and one.end_s < one.start_s for one in said):
        found.append("some cues end before they start")
    if said and not any(one.speaker for one in said):
        found.append("the record names no speakers")
    return found + _backwards(said)


def _backwards(said: Sequence[Said]) -> list[str]:
    starts = [one.start_s for one in said if one.start_s is not None]
    steps = sum(later < earlier for earlier, later in zip(starts, starts[1:], strict=False))
    return (
        [f"{steps} of the cues start before the one in front of them; the order of the file is kept"] if steps else []
    )

"""Turns of speech: what was said, by whom, from when to when."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from connectors.text.builder import TextBuilder, one_line

_SPEAKERS = ("speaker", "speaker_name", "speakername", "speaker_label", "name")
_WORDS = ("content", "text", "transcript", "sentence", "raw_text", "utterance")
_STARTS = ("start_s", "start", "start_time", "starttime", "start_offset", "begin", "timestamp", "time")
_ENDS = ("end_s", "end", "end_time", "endtime", "end_offset")
_CLOCK = re.compile(r"^(?P<sign>-?)(?:(?P<h>\d+):)?(?P<m>\d{1,2}):(?P<s>\d{1,2})(?:[.,](?P<f>\d{1,6}))?$")
_VOICELESS = re.compile(r"\{(?:vocalsound|disfmarker|gap|pause|nonvocalsound)\}")


@dataclass(frozen=True, slots=True)
class Turn:
    """One stretch of speech; unknown speaker and times are None, times in seconds."""

    text: str
    speaker: str | None
    start_s: float | None
    end_s: float | None


def read_clock(text: str) -> float | None:
    """Seconds of "1:02:03.4", "02:03,450" or "-00:00:01.0"; None for anything else."""
    match = _CLOCK.match(text.strip())
    if match is None:
        return None
    seconds = int(match["h"] or 0) * 3600 + int(match["m"]) * 60 + int(match["s"]) + float(f"0.{match['f'] or 0}")
    return -seconds if match["sign"] else seconds


def read_turns(entries: Sequence[Any]) -> tuple[Turn, ...]:
    """The turns of a list of records that name speakers and words; () where it is no such list.

    Absolute times become seconds from the first one.
    """
    if not entries or not all(isinstance(entry, dict) for entry in entries):
        return ()
    keys = {key.casefold(): key for key in entries[0]}
    speaker = next((keys[key] for key in _SPEAKERS if key in keys), None)
    words = next((keys[key] for key in _WORDS if key in keys), None)
    if speaker is None or words is None:
        return ()
    start = next((keys[key] for key in _STARTS if key in keys), None)
    end = next((keys[key] for key in _ENDS if key in keys), None)
    origin = next((at for entry in entries if start and (at := _absolute(entry.get(start)))), None)
    return tuple(
        Turn(
            _VOICELESS.sub("", str(entry.get(words) or "")),
            one_line(str(entry.get(speaker) or "")) or None,
            _seconds(entry.get(start), origin) if start else None,
            _seconds(entry.get(end), origin) if end else None,
        )
        for entry in entries
    )


def _absolute(value: object) -> datetime | None:
    try:
        return datetime.fromisoformat(value) if isinstance(value, str) and "T" in value else None
    except ValueError:
        return None


def _seconds(value: object, origin: datetime | None) -> float | None:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, str):
        return None
    at = _absolute(value)
    if at is not None and origin is not None and (at.tzinfo is None) == (origin.tzinfo is None):
        return (at - origin).total_seconds()
    return read_clock(value)


def write_turns(builder: TextBuilder, turns: Iterable[Turn]) -> int:
    """Write turns as blocks; gives how many had no words and were not written."""
    silent = 0
    for turn in turns:
        written = builder.turn(one_line(turn.text), turn.speaker, turn.start_s, turn.end_s)
        silent += written is None
    return silent

"""Records of speech in JSON: lists of objects that name speakers, words and times, as recorders export them.

Which field holds what is told by names (`entries.toml`), not by vendor: Fireflies, tl;dv, Fathom, MeetGeek, the
cues of Teams' `metadataContent` and meeting corpora all are such lists, somewhere in the value.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

from connectors.text.builder import one_line
from connectors.transcripts.said import Record, Said, attributed, read_clock

DEEPEST = 12
"""Levels below which no list of speech is looked for."""

_VOICELESS = re.compile(r"\{(?:vocalsound|disfmarker|gap|pause|nonvocalsound)\}")
_ADDRESS = re.compile(r"[^\s@<>]+@[^\s@<>]+|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_MOST_MS = 10_000_000_000
"""Figures above are milliseconds since 1970."""

Entry = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Fields:
    """Which field of a list's records holds what; None where none does."""

    words: str
    speaker: str | None
    start: str | None
    end: str | None
    identity: str | None
    order: str | None


@dataclass(frozen=True, slots=True)
class Found:
    """A list of speech: where it stands, and the objects around it, outermost first."""

    entries: Sequence[Entry]
    around: tuple[Entry, ...]
    keys: tuple[str, ...]


def read_record(value: Any) -> tuple[Record, tuple[str, ...]] | None:
    """The transcript that a JSON value is, and the names of what was left out; None where it is none.

    Several lists under the same name are pages of one transcript: they are read in order, and a record that two
    of them hold counts once.
    """
    found = list(_lists(value, (), ()))
    if not found:
        return None
    pages = [one for one in found if one.keys == found[0].keys]
    entries, repeated = _without_repetitions([entry for page in pages for entry in page.entries])
    warnings = (f"records that stand on two pages and count once: {repeated}",) if repeated else ()
    said, origin = _said(entries)
    singles = _singles(found[0])
    held = _held(singles) or (origin.date() if origin else None)
    shown = {name: part for name, part in singles.items() if isinstance(part, str) or part < _MOST_MS}
    header = tuple(f"{_spoken(name).capitalize()}: {one_line(str(part))}" for name, part in shown.items())
    title = next((str(singles[key]) for key in _named(singles, "title")), None)
    record = Record(said, len(entries), header, warnings, held, one_line(title) if title else None)
    return record, _left_out(found[0])


def is_empty_record(value: Any) -> bool:
    """Whether a value is a transcript that holds no words: an empty list of speech beside a meeting's id."""
    for one in value if isinstance(value, list) else [value]:
        named = {_plain(key): part for key, part in one.items()} if isinstance(one, dict) else {}
        has_list = any(named.get(name) == [] for name in (*_table()["lists"], "data"))
        if has_list and any(name in named for name in _table()["marks"]):
            return True
    return False


def read_payloads(payloads: Sequence[str]) -> Record | None:
    """What cues say whose words are JSON objects, as in Teams' `metadataContent`; None where they are not."""
    values = [_object(payload) for payload in payloads]
    held = [value for value in values if value is not None]
    fields = _fields(held[0]) if held else None
    if fields is None or len(held) * 2 < len(payloads):
        return None
    origin = next((at for value in held if fields.start and (at := _absolute(value.get(fields.start)))), None)
    said = tuple(
        _one(value, fields, origin) if value is not None else Said(payload)
        for value, payload in zip(values, payloads, strict=True)
    )
    return Record(said, len(said), held=origin.date() if origin else None)


def _object(payload: str) -> Entry | None:
    try:
        value = json.loads(payload)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _lists(value: Any, around: tuple[Entry, ...], keys: tuple[str, ...]) -> Iterator[Found]:
    """The lists of speech in a value, in order; lists inside them are not looked at."""
    if isinstance(value, list) and _is_speech(value, keys):
        yield Found(value, around, keys)
    elif len(keys) < DEEPEST:
        outer = (*around, value) if isinstance(value, dict) else around
        for key, part in _parts(value):
            yield from _lists(part, outer, (*keys, key))


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    """What a value holds that may hold a list of speech, with the names that it goes by."""
    if isinstance(value, dict):
        yield from ((key, part) for key, part in value.items() if isinstance(part, dict | list))
    elif isinstance(value, list):
        yield from (("[]", part) for part in value if isinstance(part, dict))


def _is_speech(value: Sequence[Any], keys: tuple[str, ...]) -> bool:
    """Whether a list is one of speech: words, with a speaker, or with a start and an end.

    A field that is only called "name", "from" or "author" is a speaker where there are times beside it.
    """
    if not value or not all(isinstance(entry, dict) for entry in value):
        return False
    fields = _fields(value[0])
    if fields is None:
        return False
    is_sure = fields.speaker is not None and _plain(fields.speaker) not in ("name", "from", "author")
    is_timed = fields.start is not None
    is_listed = bool(keys) and _plain(keys[-1]) in _table()["lists"]
    has_words = any(isinstance(entry.get(fields.words), str) for entry in value)
    return has_words and (is_sure or (is_timed and (fields.end is not None or fields.speaker is not None or is_listed)))


def _fields(entry: Entry) -> Fields | None:
    words, speaker, start, end, identity, order = (
        next(iter(_named(entry, name)), None) for name in ("words", "speaker", "starts", "ends", "identity", "order")
    )
    return None if words is None else Fields(words, speaker, start, end, identity, order)


def _named(entry: Entry, what: str) -> list[str]:
    """The fields of an object that go by one of the names for something, the first name first."""
    known = {_plain(key): key for key in entry}
    return [known[name] for name in _table()[what] if name in known]


def _said(entries: Sequence[Entry]) -> tuple[tuple[Said, ...], datetime | None]:
    """The stretches of speech, and the clock's time of the first one where the times are of the clock."""
    fields = _fields(entries[0])
    if fields is None:
        return (), None
    origin = next((at for entry in entries if fields.start and (at := _absolute(entry.get(fields.start)))), None)
    return tuple(_one(entry, fields, origin) for entry in entries), origin


def _one(entry: Entry, fields: Fields, origin: datetime | None) -> Said:
    voice = entry.get(fields.speaker) if fields.speaker else None
    speaker = _label(voice)
    return Said(
        _words(entry.get(fields.words)),
        speaker,
        _seconds(entry.get(fields.start), origin) if fields.start else None,
        _seconds(entry.get(fields.end), origin) if fields.end else None,
        _identity(entry, voice, fields),
        attributed(speaker),
    )


def _words(value: object) -> str:
    if isinstance(value, list):
        value = " ".join(str(part.get("text", part.get("word", ""))) for part in value if isinstance(part, dict))
    return _VOICELESS.sub("", str(value if value is not None else ""))


def _label(voice: object) -> str | None:
    """What a speaker is called; a number stays one, and nothing is made of it."""
    if isinstance(voice, dict):
        voice = next((voice[key] for key in _named(voice, "label")), None)
    if isinstance(voice, bool) or not isinstance(voice, str | int):
        return None
    return (f"Speaker {voice}" if isinstance(voice, int) else one_line(voice)) or None


def _identity(entry: Entry, voice: object, fields: Fields) -> str | None:
    """A mail address or an account's id that stands with the speaker."""
    told = entry.get(fields.identity) if fields.identity else None
    if isinstance(voice, dict):
        told = next((voice[key] for key in _named(voice, "identity")), told)
    return told.strip() if isinstance(told, str) and _ADDRESS.fullmatch(told.strip()) else None


def _absolute(value: object) -> datetime | None:
    """A moment of the clock, in UTC where it names no zone."""
    if isinstance(value, int | float) and not isinstance(value, bool) and value > _MOST_MS:
        try:
            return datetime.fromtimestamp(value / 1000, UTC)
        except (ValueError, OverflowError, OSError):
            return None
    if not isinstance(value, str) or not _DAY.match(value):
        return None
    try:
        at = datetime.fromisoformat(re.sub(r"(\.\d{6})\d+", r"\1", value.strip()))
    except ValueError:
        return None
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def _seconds(value: object, origin: datetime | None) -> float | None:
    at = _absolute(value)
    if at is not None:
        return (at - origin).total_seconds() if origin else None
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, str):
        return None
    return float(value) if re.fullmatch(r"-?\d{1,9}(?:\.\d{1,9})?", value.strip()) else read_clock(value)


def _without_repetitions(entries: Sequence[Entry]) -> tuple[list[Entry], int]:
    """The records in the order of their ids where all have one, each id with the same words once."""
    fields = _fields(entries[0])
    order = fields.order if fields else None
    ids = {at: entry.get(order) for at, entry in enumerate(entries)} if order else {}
    if not ids or any(isinstance(one, bool) or not isinstance(one, int) for one in ids.values()):
        return list(entries), 0
    ordered = [entries[at] for at in sorted(ids, key=lambda at: (ids[at], at))]
    kept = ordered[:1] + [later for earlier, later in pairwise(ordered) if later != earlier]
    return kept, len(entries) - len(kept)


def _singles(found: Found) -> dict[str, Any]:
    """Single values that stand beside a list of speech, or around it; ids tell a reader nothing."""
    singles: dict[str, Any] = {}
    for entry in found.around:
        for name, part in entry.items():
            is_single = isinstance(part, str | int | float) and not isinstance(part, bool)
            if is_single and str(part).strip() and not _plain(name).endswith("id"):
                singles[name] = part
    return singles


def _held(singles: Mapping[str, Any]) -> date | None:
    """The day on which the meeting was held, where a field says so."""
    return next((at.date() for key in _named(singles, "held") if (at := _absolute(singles[key]))), None)


def _left_out(found: Found) -> tuple[str, ...]:
    """Names of lists and objects beside a list of speech."""
    inside = set(found.keys)
    names = (n for entry in found.around for n, part in entry.items() if isinstance(part, dict | list) and part)
    return tuple(dict.fromkeys(name for name in names if name not in inside and _plain(name) != "pagination"))


def _spoken(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).replace("_", " ").replace("-", " ")


def _plain(key: str) -> str:
    return re.sub(r"[\s_-]", "", key).casefold()


@cache
def _table() -> Mapping[str, tuple[str, ...]]:
    text = files("connectors.transcripts").joinpath("entries.toml").read_text("utf-8")
    return {name: tuple(values) for name, values in tomllib.loads(text).items()}

"""Transcripts that were saved as text: turns that begin with a name and a time.

The forms are data (`heads.toml`). A text is taken for a transcript where lines of one form carry it from its
first lines on, their times run forward, and the first of them is of the first minutes of a recording, or the text
calls itself a transcript; a diary of a site, whose lines begin with the time of day, is none.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import pairwise

from connectors.transcripts.said import Record, Said, attributed, read_clock

_FEWEST = 3
_FEWEST_CALLED = 1
_FIRST_WITHIN_S = 300.0
_CLOCK_FROM_S = 4 * 3600.0
_HEADER_LINES = 40
_SHARE_OF_LINES = 0.08
_FORWARD = 0.9
_DIFFERENT = 0.7
_HEADING = re.compile(r"^\s{0,3}#{1,6}\s+(?P<words>\S.*?)\s*#*\s*$", re.MULTILINE)
_EMPHASIS = re.compile(r"^\W*[*_]{2,}|[*_]{2,}\s*$")
_MARKS = re.compile(r"^[#>*_\s-]+|[*_\s]+$")


@dataclass(frozen=True, slots=True)
class _Table:
    forms: tuple[re.Pattern[str], ...]
    titles: re.Pattern[str]
    closing: re.Pattern[str]


def read_heads(text: str, name: str) -> Record | None:
    """The transcript that a text is; None where it is none.

    Args:
        name: File name, which may call it a transcript.
    """
    table = _table()
    heads = max((list(form.finditer(text)) for form in table.forms), key=len)
    if not heads or text.count("\n", 0, heads[0].start()) > _HEADER_LINES:
        return None
    is_called = _is_called(text[: heads[0].start()], name, table)
    if not _carries(text, heads, is_called=is_called):
        return None
    lines = [shown for line in text[: heads[0].start()].split("\n") if (shown := _MARKS.sub("", line))]
    said, closing = _said(text, heads, table)
    return Record(tuple(_from_first(said)), len(heads), (*lines, *closing))


def _is_called(before: str, name: str, table: _Table) -> bool:
    """Whether the file name or the lines in front of the first turn call the text a transcript."""
    plain = re.sub(r"[_.-]+", " ", name)
    return table.titles.search(plain) is not None or table.titles.search(before) is not None


def _carries(text: str, heads: Sequence[re.Match[str]], *, is_called: bool) -> bool:
    """Whether the heads of one form make a text a transcript."""
    if len(heads) < (_FEWEST_CALLED if is_called else _FEWEST):
        return False
    lines = sum(1 for line in text[heads[0].start() :].split("\n") if line.strip())
    times = [read_clock(head["time"]) or 0.0 for head in heads]
    forward = sum(later >= earlier for earlier, later in pairwise(times))
    names = Counter(head.groupdict().get("name") for head in heads)
    if len(heads) < _SHARE_OF_LINES * lines or forward < _FORWARD * (len(heads) - 1):
        return False
    if is_called:
        return True
    return None not in names and times[0] < _FIRST_WITHIN_S and len(names) <= _DIFFERENT * len(heads) + 1


def _said(text: str, heads: Sequence[re.Match[str]], table: _Table) -> tuple[list[Said], tuple[str, ...]]:
    """The turns, with the headings that stand between them; and what the recorder wrote at the end."""
    ends = [*(head.start() for head in heads[1:]), len(text)]
    said: list[Said] = []
    closing: list[str] = []
    for head, end in zip(heads, ends, strict=True):
        below = text[head.end() : end]
        if end == len(text):
            below, closing = _without_closing(below, table)
        said += _turn(head, below)
    return said, tuple(closing)


def _turn(head: re.Match[str], below: str) -> Iterator[Said]:
    groups = head.groupdict()
    speaker = " ".join((groups.get("name") or "").split()) or None
    parts = _HEADING.split(below)
    words = f"{groups.get('words') or ''} {parts[0]}"
    start, end = read_clock(groups["time"]), read_clock(groups.get("end") or "")
    yield Said(_EMPHASIS.sub("", words.strip()), speaker, start, end, attribution=attributed(speaker))
    for at in range(1, len(parts), 2):
        yield Said(parts[at], is_heading=True)
        if parts[at + 1].strip():
            yield Said(parts[at + 1])


def _without_closing(below: str, table: _Table) -> tuple[str, list[str]]:
    kept: list[str] = []
    closing: list[str] = []
    for line in below.split("\n"):
        (closing if table.closing.match(line.strip()) else kept).append(line)
    return "\n".join(kept), [line.strip() for line in closing]


def _from_first(said: Sequence[Said]) -> Iterator[Said]:
    """The turns with times of the recording: those of a clock on the wall count from the first one."""
    first = next((one.start_s for one in said if one.start_s is not None), None)
    origin = first if first is not None and first >= _CLOCK_FROM_S else 0.0
    for one in said:
        start = one.start_s - origin if one.start_s is not None else None
        yield replace(one, start_s=start, end_s=one.end_s - origin if one.end_s is not None else None)


@cache
def _table() -> _Table:
    data = tomllib.loads(files("connectors.transcripts").joinpath("heads.toml").read_text("utf-8"))
    return _Table(
        tuple(_form(form["pattern"], data) for form in data["form"]),
        re.compile("|".join(data["words"]["titles"]), re.IGNORECASE),
        re.compile("|".join(data["words"]["closing"]), re.IGNORECASE),
    )


def _form(pattern: str, data: dict[str, str]) -> re.Pattern[str]:
    for piece in ("time", "name", "gap"):
        pattern = pattern.replace(f"{{{piece}}}", data[piece])
    return re.compile(pattern, re.MULTILINE)

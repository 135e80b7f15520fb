"""Title blocks and revision tables of drawings: labels and the values nearest to them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from connectors.pdf.columns import Line
from connectors.pdf.patterns import patterns
from connectors.pdf.segments import Segment, join
from graph.dates import parse_date

_BAND = 0.4
_LEAST_LABELS = 3
_RIGHT_EM, _BELOW_EM = 14.0, 3.6
_TITLE_LINES = 4
_LONGEST_NUMBER = 40
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_VERSION = re.compile(r"^[A-Z]{0,3}\d{0,3}(?:\.\d{1,3})?[A-Z]?$")

Extent = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One field of a title block; `value` is empty where the block leaves it blank.

    Attributes:
        field: Name of its label's pattern: `number`, `title`, `version`, `date`, …
        line: Label and value as they stand.
    """

    field: str
    value: str
    line: Line


@dataclass(frozen=True, slots=True, eq=False)
class Revision:
    """A row of a revision table, with the line that it stands in."""

    label: str
    date: str
    description: str
    line: Line


@dataclass(frozen=True, slots=True, eq=False)
class TitleBlock:
    """What a drawing says about itself, and the indices of the segments that say it."""

    entries: tuple[Entry, ...]
    revisions: tuple[Revision, ...]
    head: tuple[Line, ...]
    used: frozenset[int]

    @property
    def is_certain(self) -> bool:
        """Whether enough is stated to know it on a page that is not plainly a drawing."""
        stated = {entry.field for entry in self.entries if entry.value}
        return len(stated) >= _LEAST_LABELS + 1 and {"number", "version"} <= stated | (
            {"version"} if self.revisions else set()
        )

    @property
    def lines(self) -> tuple[Line, ...]:
        """Its lines as they are written to the text: entries, then the revision table."""
        return (*(entry.line for entry in self.entries), *self.head, *(row.line for row in self.revisions))


def title_block(pieces: Sequence[Segment], extent: Extent) -> TitleBlock | None:
    """The title block in the bottom or right band of a sheet; None where fewer than three labels stand."""
    labels = _labels(pieces, extent)
    rows, head, in_table = _revisions(pieces)
    labels = {at: label for at, label in labels.items() if at not in in_table}
    if len({name for name, _ in labels.values()}) < _LEAST_LABELS and not rows:
        return None
    used = set(in_table)
    entries = []
    for at, (name, inline) in labels.items():
        values = [] if inline else _values(at, name, pieces, labels, used)
        used |= {at, *values}
        parts = (pieces[at], *(pieces[v] for v in values))
        value = inline or " ".join(pieces[v].text for v in values)
        entries.append(Entry(name, value.strip(), Line(parts, join(parts))))
    return TitleBlock(tuple(entries), tuple(rows), head, frozenset(used))


def _labels(pieces: Sequence[Segment], extent: Extent) -> dict[int, tuple[str, str]]:
    """Labels in the bands by index, from the top: name of the pattern, value in the same segment."""
    x0, y0, x1, y1 = extent
    found: dict[int, tuple[str, str]] = {}
    for at in sorted(range(len(pieces)), key=lambda at: (-pieces[at].base, pieces[at].x0)):
        piece = pieces[at]
        if piece.base > y0 + _BAND * (y1 - y0) and piece.x0 < x1 - _BAND * (x1 - x0):
            continue
        for name, pattern in patterns("title_block").items():
            match = pattern.match(piece.text)
            if match:
                found[at] = name, (match[1] or "").strip()
                break
    return found


def _values(
    at: int, name: str, pieces: Sequence[Segment], labels: dict[int, tuple[str, str]], used: set[int]
) -> list[int]:
    """The value right of a label or below it, whichever is nearer; titles go on over several lines."""
    label = pieces[at]
    scored = []
    for other, piece in enumerate(pieces):
        if other != at and other not in labels and other not in used and _is_plausible(name, piece.text):
            distance = _distance(label, piece)
            if distance is not None:
                scored.append((distance, other))
    if not scored:
        return []
    first = min(scored)[1]
    return [first, *_following(first, pieces, labels)] if name in ("title", "project") else [first]


def _distance(label: Segment, piece: Segment) -> float | None:
    """How far a value is from its label, in em of the label; None where it is neither right nor below."""
    em = max(label.size, 1.0)
    right, down = (piece.x0 - label.x1) / em, (label.base - piece.base) / em
    if abs(down) < 0.6 and -0.3 < right < _RIGHT_EM:
        return max(right, 0.0)
    below = piece.x0 < label.x1 + 2.0 * em and piece.x1 > label.x0 - 0.5 * em
    if below and 0.6 <= down <= _BELOW_EM * max(piece.size / em, 1.0):
        return down + 0.2 * abs(piece.x0 - label.x0) / em
    return None


def _following(first: int, pieces: Sequence[Segment], labels: dict[int, tuple[str, str]]) -> list[int]:
    last, found = pieces[first], []
    for _ in range(_TITLE_LINES - 1):
        near = [
            (last.base - piece.base, at)
            for at, piece in enumerate(pieces)
            if at not in labels
            and 0 < last.base - piece.base < 1.7 * last.size
            and abs(piece.size - last.size) < 0.1 * last.size
            and piece.x0 < last.x1
            and piece.x1 > last.x0
        ]
        if not near:
            break
        found.append(min(near)[1])
        last = pieces[found[-1]]
    return found


def _is_plausible(name: str, text: str) -> bool:
    match name:
        case "version":
            return len(text) <= 8 and bool(_VERSION.match(text))
        case "date":
            return parse_date(text) is not None
        case "number" | "sheet":
            return len(text) <= _LONGEST_NUMBER and any(char.isdigit() for char in text)
        case "scale":
            return ":" in text or "NTS" in text.upper() or "=" in text
        case _:
            return bool(_LETTERS.search(text))


def _revisions(pieces: Sequence[Segment]) -> tuple[list[Revision], tuple[Line, ...], frozenset[int]]:
    """The rows under, or over, a line of headings "REV  DATE  DESCRIPTION"."""
    for version in range(len(pieces)):
        heads = _heads(version, pieces)
        rows = _rows(heads, pieces) if len(heads) >= 2 else []
        if rows:
            head = tuple(sorted((pieces[at] for at in heads.values()), key=lambda piece: piece.x0))
            used = frozenset(heads.values()).union(*(mine for _, mine in rows))
            return [row for row, _ in rows], (Line(head, join(head)),), used
    return [], (), frozenset()


def _heads(version: int, pieces: Sequence[Segment]) -> dict[str, int]:
    """The headings on the baseline of a heading for revisions, by name."""
    known = patterns("revision_table")
    if not known["version"].match(pieces[version].text):
        return {}
    heads = {"version": version}
    for at, piece in enumerate(pieces):
        if abs(piece.base - pieces[version].base) < 0.6 * piece.size:
            for name in ("date", "description"):
                if known[name].match(piece.text):
                    heads.setdefault(name, at)
    return heads


def _rows(heads: dict[str, int], pieces: Sequence[Segment]) -> list[tuple[Revision, frozenset[int]]]:
    head = pieces[heads["version"]]
    starts = sorted(pieces[at].x0 for at in heads.values())
    mine = [
        at
        for at, piece in enumerate(pieces)
        if at not in heads.values()
        and _column(piece, starts) == _column(head, starts)
        and abs(piece.x0 - head.x0) < 4.0 * head.size
        and patterns("revision_table")["label"].match(piece.text)
    ]
    above = _run([at for at in mine if pieces[at].base > head.base], head, pieces)
    below = _run([at for at in mine if pieces[at].base < head.base], head, pieces)
    chosen = above if len(above) > len(below) else below
    return [_row(at, heads, starts, pieces) for at in chosen]


def _run(candidates: list[int], head: Segment, pieces: Sequence[Segment]) -> list[int]:
    """Those that follow on the heading without a wide gap, nearest first."""
    chosen: list[int] = []
    last = head.base
    for at in sorted(candidates, key=lambda at: abs(pieces[at].base - head.base)):
        if abs(pieces[at].base - last) > 4.0 * head.size:
            break
        chosen.append(at)
        last = pieces[at].base
    return chosen


def _row(
    at: int, heads: dict[str, int], starts: list[float], pieces: Sequence[Segment]
) -> tuple[Revision, frozenset[int]]:
    label = pieces[at]
    texts: dict[str, list[str]] = {"date": [], "description": []}
    used = {at}
    for other, piece in enumerate(pieces):
        if other == at or abs(piece.base - label.base) > 0.5 * label.size or piece.x0 < starts[0] - 2.0 * label.size:
            continue
        for name in texts:
            if name in heads and _column(piece, starts) == _column(pieces[heads[name]], starts):
                texts[name].append(piece.text)
                used.add(other)
    parts = tuple(sorted((pieces[i] for i in used), key=lambda piece: piece.x0))
    row = Revision(label.text, " ".join(texts["date"]), " ".join(texts["description"]), Line(parts, join(parts)))
    return row, frozenset(used)


def _column(piece: Segment, starts: Sequence[float]) -> int:
    return sum(piece.x0 + 0.3 * piece.size >= start - piece.size for start in starts)

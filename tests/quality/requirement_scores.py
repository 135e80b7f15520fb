"""Sets what was read beside judged requirements: precision, recall and F1 of value, unit and comparator.

The rule of agreement stands in `judged/README.md`. A judged quote is a *window*: it is judged completely, so
that whatever else is read inside it is wrong. Text outside the windows is not judged.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from graph.demands import Quantity, Requirement
from graph.spans import Span
from graph.vocabulary import Comparator
from tests.quality.judged_quantities import Bound, Size, after_number, bounds, size
from tests.quality.questions import wilson

JUDGED = Path(__file__).parent / "judged" / "requirements.jsonl"
SAME_WORDS = 0.5
"""Subjects, and properties, agree where they share at least this part of the shorter one's content words."""

_FEW_WORDS = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "to",
        "for",
        "in",
        "on",
        "at",
        "by",
        "and",
        "or",
        "any",
        "every",
        "each",
        "all",
        "with",
        "from",
        "is",
    ]
)

Json = dict[str, Any]
Extract = Callable[[str], tuple[str, Sequence[Requirement]]]
"""Of a file's name: its normalised text, and everything that was read from it."""


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many, with a 95 % interval (Wilson 1927)."""

    held: int
    of: int

    def __str__(self) -> str:
        if not self.of:
            return "0/0"
        low, high = wilson(self.held, self.of)
        return f"{self.held}/{self.of} = {self.held / self.of:.3f} ({low:.3f} to {high:.3f})"


@dataclass(frozen=True, slots=True)
class Wanted:
    """One bound of a judged requirement, and the requirement."""

    bound: Bound
    judged: Json


@dataclass(frozen=True, slots=True)
class Read:
    """One bound of a requirement that was read, and the requirement."""

    bound: Bound
    requirement: Requirement


@dataclass(slots=True)
class Scores:
    """Counts over all windows.

    Attributes:
        fields: Of judged bounds: how many have their value, their unit's dimension, their comparator read.
        named: Of agreeing bounds: how many also agree in subject, property, both together, modality.
        bands: Right and read bounds by confidence: "high" from 0.9, "middle" from 0.6, "low".
        kinds: Found and wanted bounds by kind of text.
        presence: Found and wanted demands without a value.
        unlocated: Ids whose quote is not in the text; they count as missed.
    """

    wanted: int = 0
    found: int = 0
    read: int = 0
    repeated: int = 0
    fields: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    named: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    bands: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))
    kinds: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))
    presence: list[int] = field(default_factory=lambda: [0, 0])
    empty: list[int] = field(default_factory=lambda: [0, 0])
    missed: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    unlocated: list[str] = field(default_factory=list)

    @property
    def precision(self) -> Share:
        """Of the bounds read in the windows, how many agree with a judged one."""
        return Share(self.found, self.read)

    @property
    def recall(self) -> Share:
        """Of the judged bounds, how many were read."""
        return Share(self.found, self.wanted)

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        return 2 * self.found / max(self.read + self.wanted, 1)

    def __str__(self) -> str:
        lines = [f"F1 {self.f1:.3f}; precision {self.precision}; recall {self.recall}; repeated {self.repeated}"]
        lines += [f"{name}: {Share(held, self.wanted)}" for name, held in sorted(self.fields.items())]
        lines += [f"{name} of agreeing: {Share(held, self.found)}" for name, held in sorted(self.named.items())]
        lines += [f"precision at {name} confidence: {Share(*pair)}" for name, pair in sorted(self.bands.items())]
        lines += [f"recall of {name}: {Share(*pair)}" for name, pair in sorted(self.kinds.items())]
        lines.append(f"without a value: {Share(*self.presence)}")
        lines.append(f"windows that demand nothing kept empty: {Share(*self.empty)}")
        return "\n".join([*lines, f"quotes not in the text: {', '.join(self.unlocated) or 'none'}"])


def judged(part: str, path: Path = JUDGED) -> list[Json]:
    """Rows of part "dev", "test" or "all"."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [row for row in rows if part in ("all", row["split"])]


def score(extract: Extract, rows: Iterable[Json]) -> Scores:
    """Reads each file once and judges every window in it."""
    total = Scores()
    files: dict[str, dict[str, list[Json]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        files[row["file"]][row["quote"]].append(row)
    for name, windows in files.items():
        text, requirements = extract(name)
        folded = Folded.of(text)
        for quote, held in windows.items():
            _score_window(folded.find(quote), held, requirements, total)
    return total


def _score_window(window: Span | None, rows: list[Json], requirements: Sequence[Requirement], total: Scores) -> None:
    inside = [] if window is None else [r for r in requirements if _touches(r, window)]
    if window is None:
        total.unlocated += [row["id"] for row in rows]
    read = [one for r in inside if window is not None for one in _read(r, window)]
    demands = [row for row in rows if not row.get("none")]
    total.empty[0] += not demands and not read
    total.empty[1] += not demands
    for row in demands:
        if not row["values"]:
            total.presence[1] += 1
            total.presence[0] += any(_is_presence(row, r) for r in inside)
    _match([wanted for row in demands for wanted in _wanted(row)], read, total)


def _touches(requirement: Requirement, window: Span) -> bool:
    spans = [value.span for value in requirement.values] or [requirement.span]
    return any(span.overlaps(window) for span in spans)


def _is_presence(row: Json, requirement: Requirement) -> bool:
    same = requirement.comparator.value == row["comparator"]
    said = f"{requirement.subject} {requirement.property}"
    return same and overlap(f"{row['subject']} {row['property']}", said) >= SAME_WORDS


def _wanted(row: Json) -> Iterator[Wanted]:
    also = [size(text, after_number(text)) for text in row.get("also", [])]
    written = [size(text, row["unit"]) for text in row["values"]]
    values = list(zip(written, also, strict=True)) if also else [(one,) for one in written]
    yield from (Wanted(bound, row) for bound in bounds(Comparator(row["comparator"]), values))


def _read(requirement: Requirement, window: Span) -> Iterator[Read]:
    values = [(_size(value),) for value in requirement.values if value.span.overlaps(window)]
    yield from (Read(bound, requirement) for bound in bounds(requirement.comparator, values))


def _size(value: Quantity) -> Size:
    return size(value.magnitude if value.magnitude is not None else value.written, value.unit)


def _match(wanted: list[Wanted], read: list[Read], total: Scores) -> None:
    left = sorted(read, key=lambda one: -one.requirement.confidence)
    held: list[Wanted] = []
    for want in wanted:
        agreeing = [one for one in left if one.bound.agrees(want.bound)]
        best = max(agreeing, key=lambda one: _likeness(want.judged, one.requirement), default=None)
        total.wanted += 1
        total.kinds[want.judged["kind"]][1] += 1
        _count_fields(want, read, total)
        if best is None:
            total.missed.append(f"{want.judged['id']} {want.judged['quote']}")
            continue
        left.remove(best)
        held.append(want)
        total.kinds[want.judged["kind"]][0] += 1
        _count_match(want, best, total)
    _count_wrong(left, held, total)


def _count_fields(want: Wanted, read: list[Read], total: Scores) -> None:
    same = [one for one in read if one.bound.is_as_large(want.bound)]
    total.fields["value and unit"] += bool(same)
    total.fields["value"] += any(_is_written_so(want.bound, one.bound) for one in read)
    total.fields["comparator"] += any(one.bound.comparator is want.bound.comparator for one in same)


def _is_written_so(first: Bound, second: Bound) -> bool:
    return any(a.written == b.written and a.words == b.words for a in first.sizes for b in second.sizes)


def _count_match(want: Wanted, one: Read, total: Scores) -> None:
    row, requirement = want.judged, one.requirement
    total.found += 1
    total.read += 1
    total.bands[_band(requirement)][0] += 1
    total.bands[_band(requirement)][1] += 1
    total.named["subject"] += overlap(row["subject"], requirement.subject) >= SAME_WORDS
    total.named["property"] += overlap(row["property"], requirement.property) >= SAME_WORDS
    total.named["subject and property together"] += _likeness(row, requirement) >= SAME_WORDS
    total.named["modality"] += row["modality"] == requirement.modality.value


def _count_wrong(left: list[Read], held: list[Wanted], total: Scores) -> None:
    for one in left:
        if any(one.bound.agrees(want.bound) for want in held):
            total.repeated += 1
            continue
        total.read += 1
        total.bands[_band(one.requirement)][1] += 1
        r = one.requirement
        written = " ".join(value.written for value in r.values)
        total.wrong.append(f"{r.subject} · {r.property} {r.comparator.value} {written} ({r.method})")


def _band(requirement: Requirement) -> str:
    return "high" if requirement.confidence >= 0.9 else "middle" if requirement.confidence >= 0.6 else "low"


def _likeness(row: Json, requirement: Requirement) -> float:
    return overlap(f"{row['subject']} {row['property']}", f"{requirement.subject} {requirement.property}")


def overlap(first: str, second: str) -> float:
    """Shared content words over those of the shorter text, endings of the plural aside; a Han sign is a word.

    0 where one has none.
    """
    mine, theirs = _content(first), _content(second)
    return len(mine & theirs) / min(len(mine), len(theirs)) if mine and theirs else 0.0


def _content(text: str) -> set[str]:
    words = re.findall(r"[\u4e00-\u9fff]|[^\W_]+", text.casefold())
    return {re.sub(r"(?<=[^s])s$", "", word) for word in words if word not in _FEW_WORDS}


@dataclass(frozen=True, slots=True)
class Folded:
    """A text without spaces, marks and case, which finds quotes across breaks of lines, cells and pages."""

    letters: str
    places: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> Folded:
        """Folds a text and keeps where each letter came from."""
        pairs = [
            (letter, place)
            for place, character in enumerate(text)
            for letter in unicodedata.normalize("NFKC", character).casefold()
            if letter.isalnum()
        ]
        return cls("".join(letter for letter, _ in pairs), tuple(place for _, place in pairs))

    def find(self, quote: str) -> Span | None:
        """Where a quote stands first."""
        wanted = Folded.of(quote).letters
        start = self.letters.find(wanted)
        if start < 0 or not wanted:
            return None
        return Span(self.places[start], self.places[start + len(wanted) - 1] + 1)

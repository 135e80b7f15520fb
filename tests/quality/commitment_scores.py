"""Measures how well promises and decisions are read, on judged windows, messages and readings.

`python -m tests.quality.commitment_scores dev` prints the figures; the README beside the judged files says how
they were made and what counts as found.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from graph.model import Commitment
from tests.fakes.conversations import Heard, captions, mail_bytes, read
from tests.quality.questions import SHARED, wilson

Json = dict[str, Any]
JUDGED = Path(__file__).with_name("judged")


@dataclass
class Tally:
    """What was found of what is wanted, and what of what was read is right.

    Attributes:
        doubtful: Read where the judge allows both.
        owners, dues: (agreeing, judged) of what was found.
    """

    wanted: int = 0
    found: int = 0
    right: int = 0
    wrong: int = 0
    doubtful: int = 0
    owners: list[int] = field(default_factory=lambda: [0, 0])
    dues: list[int] = field(default_factory=lambda: [0, 0])

    @property
    def recall(self) -> float:
        """Share found of what is wanted."""
        return self.found / self.wanted if self.wanted else 0.0

    @property
    def precision(self) -> float:
        """Share right of what was read; what is doubtful is not counted."""
        read_ = self.right + self.wrong
        return self.right / read_ if read_ else 0.0

    def lines(self, name: str) -> Iterator[str]:
        """The figures with their 95 % intervals (Wilson 1927)."""
        for what, held, asked in (
            ("recall", self.found, self.wanted),
            ("precision", self.right, self.right + self.wrong),
            ("precision, doubtful ones wrong", self.right, self.right + self.wrong + self.doubtful),
            ("owner", *self.owners),
            ("due day", *self.dues),
        ):
            if asked:
                low, high = wilson(held, asked)
                yield f"{name:10} {what:32} {held:4} of {asked:4} = {held / asked:.3f} ({low:.3f} to {high:.3f})"


def rows(name: str, split: str) -> list[Json]:
    """The judged rows of a file; of "dev", "test" or "all"."""
    lines = (JUDGED / name).read_text(encoding="utf-8").splitlines()
    return [row for row in map(json.loads, lines) if split in ("all", row["split"])]


@cache
def heard(file: str) -> Heard:
    """A shared file as ingest reads it."""
    return read((SHARED / file).read_bytes(), Path(file).name)


def message(row: Json) -> Heard:
    """A made-up message, transcript or minutes as ingest reads it."""
    day, lines = date.fromisoformat(row["date"]), row["lines"]
    if row["kind"] == "mail":
        author, _, subject = row["head"].partition(" | ")
        data = mail_bytes("\n".join(lines), day, subject, author.partition(" <")[0])
        return read(data, f"{row['id']}.eml")
    if row["kind"] == "transcript":
        turns = [(name, said) for name, _, said in (line.partition(": ") for line in lines)]
        return read(captions(turns, day), f"{day} {row['id']}.vtt")
    text = f"{row['head']}\nDate: {day}\n\n" + "\n\n".join(lines)
    return read(text.encode(), f"{row['id']}.txt")


def score_windows(split: str, kind: str) -> Tally:
    """Judged windows of the QMSum meetings: everything in a window that no row wants is wrong."""
    tally = Tally()
    for row in rows("commitments.jsonl", split):
        whole = heard(row["file"])
        start, end = row["window"]
        inside = [one for one in whole.found if one.kind == kind and start <= one.span.start < end]
        _count(tally, inside, whole.text, (start, end), [t for t in row["truth"] if t["kind"] == kind])
    return tally


def score_messages(split: str, kind: str) -> Tally:
    """Made-up messages: each is one window."""
    tally = Tally()
    for row in rows("commitment_messages.jsonl", split):
        whole = message(row)
        inside = [one for one in whole.found if one.kind == kind]
        _count(tally, inside, whole.text, (0, len(whole.text)), [t for t in row["truth"] if t["kind"] == kind])
    return tally


def _count(tally: Tally, inside: list[Commitment], text: str, window: tuple[int, int], truth: list[Json]) -> None:
    used: set[str] = set()
    for wanted in truth:
        hits = [one for one in inside if _is_at(one, text, window, wanted["quotes"])]
        used |= {one.id for one in hits}
        if wanted["optional"]:
            tally.doubtful += len(hits)
            continue
        tally.wanted += 1
        tally.found += bool(hits)
        tally.right += len(hits)
        if hits:
            _agree(tally, hits[0], wanted)
    tally.wrong += sum(one.id not in used for one in inside)


def _is_at(one: Commitment, text: str, window: tuple[int, int], quotes: Iterable[str]) -> bool:
    """Whether it overlaps one of the quotes inside the window."""
    for quote in quotes:
        at = text.find(quote, *window)
        if at >= 0 and one.span.start < at + len(quote) and at < one.span.end:
            return True
    return False


def _agree(tally: Tally, one: Commitment, wanted: Json) -> None:
    """Owners agree where they share a word; days where the judged one is within the bounds."""
    if wanted["who"] and one.kind == "commitment":
        tally.owners[1] += 1
        tally.owners[0] += bool(set(wanted["who"].casefold().split()) & set(one.who.casefold().split()))
    if wanted.get("due"):
        tally.dues[1] += 1
        day, due = date.fromisoformat(wanted["due"]), one.due
        tally.dues[0] += bool(due and due.earliest and due.latest and due.earliest <= day <= due.latest)


def score_readings(split: str) -> tuple[Tally, int]:
    """Precision over whole meetings: each reading was judged; and how many readings nobody has judged yet."""
    tally, unjudged = Tally(), 0
    judged = rows("commitment_readings.jsonl", split)
    for file in sorted({row["file"] for row in judged}):
        mine = [row for row in judged if row["file"] == file]
        for one in heard(file).found:
            row = next((r for r in mine if _overlaps(one, r["span"]) and r["kind"] == one.kind), None)
            unjudged += row is None
            if row is not None:
                tally.right += row["right"]
                tally.wrong += not row["right"]
    return tally, unjudged


def _overlaps(one: Commitment, span: list[int]) -> bool:
    return one.span.start < span[1] and span[0] < one.span.end


def report(split: str) -> Iterator[str]:
    """All figures of a split."""
    for kind in ("commitment", "decision"):
        yield f"{kind}s, {split}"
        yield from score_windows(split, kind).lines("windows")
        yield from score_messages(split, kind).lines("messages")
    tally, unjudged = score_readings(split)
    yield f"readings of whole meetings, {split}; {unjudged} not judged"
    yield from tally.lines("readings")


if __name__ == "__main__":
    print("\n".join(report(sys.argv[1] if len(sys.argv) > 1 else "dev")))

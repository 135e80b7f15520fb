"""Which lines of a mail are the sender's new words, and what the others are.

A view for retrieval: no line is dropped, each is only told what it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from connectors.mail.quoting_closings import NEW, Surroundings
from connectors.mail.quoting_leads import QUOTED, Earlier, Frame

__all__ = ["Frame", "Stretch", "bare", "split_stretches"]

_BARE = re.compile(r"^[>\s|]+|\s+|\W+$")
_HINTS = re.compile("[\u200e\u200f\u061c\u00a0]")


@dataclass(frozen=True, slots=True)
class Stretch:
    """Neighbouring lines of one kind.

    Attributes:
        kind: `paragraph` (new words), `quoted`, `forwarded`, `signature`, `disclaimer` or `banner`.
        start: Number of the first line in the body, from 0.
    """

    kind: str
    lines: tuple[str, ...]
    start: int = 0


def split_stretches(lines: Sequence[str], frame: Frame | None = None) -> list[Stretch]:
    """The lines of a body in stretches of one kind, in order; stretches of blank lines are left out.

    Args:
        frame: What the header says; without it fewer signatures are found.
    """
    kinds = line_kinds(lines, frame or Frame())
    stretches: list[Stretch] = []
    for kind, group in groupby(enumerate(lines), key=lambda numbered: kinds[numbered[0]]):
        held = list(group)
        if any(line.strip() for _, line in held):
            stretches.append(Stretch(kind, tuple(line for _, line in held), held[0][0]))
    return stretches


def line_kinds(lines: Sequence[str], frame: Frame) -> list[str]:
    """The kind of each line; where every line is marked and nothing says whose words they are, all are new."""
    stripped = [_HINTS.sub(" ", line).strip() for line in lines]
    earlier = Earlier(stripped, frame)
    kinds: list[str] = []
    preceded = False
    for of_others, run in _runs(earlier.kinds()):
        if of_others is not None:
            kinds += [of_others] * len(run)
            continue
        raw = [_HINTS.sub(" ", lines[n]) for n in run]
        found = Surroundings(raw, frame, is_head=not kinds, preceded=preceded).kinds()
        preceded = preceded or NEW in found
        kinds += found
    if not earlier.is_led and all(kind == QUOTED for kind, line in zip(kinds, stripped, strict=True) if line):
        kinds = [NEW] * len(kinds)
    return _narrowed(kinds, stripped, frame.unique) if frame.unique else kinds


def _narrowed(kinds: list[str], lines: Sequence[str], unique: frozenset[str]) -> list[str]:
    """New lines that a mail server knows from an earlier message are quoted, where it speaks of this body at all."""
    if not unique & set(map(bare, lines)) - {""}:
        return kinds
    return [
        QUOTED if kind == NEW and line and bare(line) not in unique else kind
        for kind, line in zip(kinds, lines, strict=True)
    ]


def bare(line: str) -> str:
    """A line without blanks and marks of quotation."""
    return _BARE.sub("", line)


def _runs(kinds: Sequence[str | None]) -> Iterator[tuple[str | None, list[int]]]:
    for kind, group in groupby(range(len(kinds)), key=lambda n: kinds[n]):
        yield kind, list(group)

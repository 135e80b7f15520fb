"""What the command line writes: results to stdout, progress and messages to stderr."""

from __future__ import annotations

import json
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import click

from graph.progress import Progress, silent

if TYPE_CHECKING:
    from rich.progress import Progress as Bars
    from rich.progress import TaskID

Found = TypeVar("Found", bound=dict[str, Any])

WIDEST = 100
"""Columns that running text takes at most: longer lines are hard to read."""

_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")

PLAIN_INTERVAL_S = 10.0
"""Seconds between two progress lines where stderr is no terminal."""


def text_width() -> int:
    """Columns for running text on this terminal."""
    return min(WIDEST, max(40, shutil.get_terminal_size((WIDEST, 24)).columns))


def print_json(value: object) -> None:
    """Writes one JSON value to stdout."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def print_found(found: Found, lines: Callable[[Found, int], Iterable[str]], *, as_json: bool) -> None:
    """Writes what a command found: as one JSON value, or as the lines that it makes for a width in columns."""
    if as_json:
        print_json(found)
    else:
        print_text("\n".join(lines(found, text_width())))


def print_table(
    columns: Sequence[str], rows: Iterable[Sequence[object]], *, numeric: frozenset[int] = frozenset()
) -> None:
    """Writes an aligned table to stdout; see `table_lines`."""
    click.echo("\n".join(table_lines(columns, rows, numeric=numeric)))


def table_lines(
    columns: Sequence[str], rows: Iterable[Sequence[object]], *, numeric: frozenset[int] = frozenset()
) -> list[str]:
    """The lines of an aligned table; the last column takes what is left of the line.

    Args:
        numeric: Positions of the columns that are aligned to the right.
    """
    lines = []
    cells = [[_cell(value) for value in row] for row in rows]
    widths = [max(len(line[i]) for line in [list(columns), *cells]) for i in range(len(columns))]
    for line in [list(columns), *cells]:
        padded = [
            cell.rjust(w) if i in numeric else cell.ljust(w)
            for i, (cell, w) in enumerate(zip(line, widths, strict=True))
        ]
        lines.append("  ".join(padded).rstrip())
    return lines


def _cell(value: object) -> str:
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.6g}"
    return "".join(_visible(sign) for sign in " ".join(str(value).split()))


def _visible(sign: str) -> str:
    """The character, or its escape where it would be invisible or command the terminal, as in a file name."""
    return sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii")


def print_text(text: str) -> None:
    """Writes text that quotes documents to stdout, without what would command the terminal."""
    click.echo(_CONTROLS.sub("\ufffd", text))


@contextmanager
def progress_bars(*, quiet: bool = False) -> Iterator[Progress]:
    """A `Progress` that draws one bar per stage on stderr, with rate and time left.

    Where stderr is no terminal, a plain line now and then takes the place of the bars.
    """
    if quiet:
        yield silent
    elif sys.stderr.isatty():
        with _bars() as bars:
            yield _Drawn(bars)
    else:
        yield _Plain()


def _bars() -> Bars:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn("{task.description:<12}"),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    )


@dataclass
class _Stage:
    """When a stage began, when it was last shown, and its bar."""

    began: float
    shown: float = float("-inf")
    bar: TaskID | None = None

    def rate(self, done: int, now: float) -> str:
        elapsed = now - self.began
        return f"{done / elapsed:,.1f}/s" if elapsed > 0.5 and done else ""


@dataclass
class _Drawn:
    """Progress on a terminal."""

    bars: Bars
    stages: dict[str, _Stage] = field(default_factory=dict)

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        now = time.monotonic()
        known = self.stages.setdefault(stage, _Stage(now))
        if now - known.shown < 0.1 and done != total:
            return
        known.shown = now
        if known.bar is None:
            known.bar = self.bars.add_task(stage, total=total, rate="")
        self.bars.update(known.bar, completed=done, total=total, rate=known.rate(done, now))


@dataclass
class _Plain:
    """Progress in a log file: a line at most every ten seconds, none for what is quick."""

    stages: dict[str, _Stage] = field(default_factory=dict)

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        now = time.monotonic()
        known = self.stages.setdefault(stage, _Stage(now, shown=now))
        if now - known.shown < PLAIN_INTERVAL_S:
            return
        known.shown = now
        parts = [
            f"{stage} {done}" + (f"/{total}" if total else ""),
            known.rate(done, now),
            _left(known, done, total, now),
        ]
        click.echo(", ".join(part for part in parts if part), err=True)


def _left(stage: _Stage, done: int, total: int | None, now: float) -> str:
    if not total or not done:
        return ""
    seconds = (now - stage.began) / done * (total - done)
    return f"about {seconds:.0f} s left" if seconds < 90 else f"about {seconds / 60:.0f} min left"

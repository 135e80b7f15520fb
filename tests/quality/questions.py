"""Asks judged questions and says how many hold: `python -m tests.quality.questions [FILE...] [--embedder NAME]`.

A question file has one JSON object a line: `id`, `corpus` (folder below the data directory),
`question`, optional `as_of`, and `expect` with `kind`, `cite`, `must_contain`, `must_not_cite`, `reason`.
Each corpus is ingested once, through the same use cases as the command line, and kept.
"""

from __future__ import annotations

import argparse
import json
import math
import os
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from app.settings import load_settings
from app.use_cases.ask import AskRequest, ask
from app.use_cases.ingest import IngestRequest, ingest
from app.use_cases.judging import misses
from app.wiring import open_services
from graph.progress import silent

SHARED = Path(os.environ.get("PREVAIL_SHARED_DATA", Path(__file__).resolve().parents[3] / "shared" / "data"))
KEPT = Path(__file__).resolve().parents[2] / ".services" / "quality"

Json = dict[str, Any]


def judged(path: Path) -> dict[str, list[Json]]:
    """Questions of a file by corpus."""
    by_corpus: dict[str, list[Json]] = defaultdict(list)
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        by_corpus[row["corpus"]].append(row)
    return by_corpus


def outcomes(corpus: str, questions: list[Json], embedder: str) -> Iterator[tuple[Json, Json]]:
    """Ingests a corpus and asks its questions."""
    directory = KEPT / f"{corpus.replace('/', '-')}-{embedder}"
    forget_all_but_vectors(directory)
    settings = replace(load_settings(), data=directory, embedder=embedder)
    with open_services(settings, write=True) as services:
        ingest(services, IngestRequest(paths=(SHARED / corpus,)), silent)
        for row in questions:
            as_of = date.fromisoformat(row["as_of"]) if row.get("as_of") else None
            yield row, ask(services, AskRequest(question=row["question"], as_of=as_of))


def forget_all_but_vectors(directory: Path) -> None:
    """Empties a data directory, so that today's parsers read all anew; vectors of equal texts are kept."""
    for path in sorted(directory.rglob("*"), reverse=True):
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()
        elif path.is_file() and path.name != "vectors.sqlite":
            path.unlink()


@dataclass(frozen=True, slots=True)
class Share:
    """How many questions of a set hold.

    Attributes:
        missed: Id of each that does not, with what is wrong.
        leaks: Ids of answers that are not of history and cite text that does not govern.
    """

    held: int
    asked: int
    missed: tuple[str, ...]
    leaks: tuple[str, ...]

    def __str__(self) -> str:
        low, high = wilson(self.held, self.asked)
        missed = "; ".join(self.missed)
        return f"{self.held} of {self.asked} hold (95 % interval {low:.2f} to {high:.2f}); missed: {missed}"


def wilson(held: int, asked: int, z: float = 1.96) -> tuple[float, float]:
    """Score interval of a share (Wilson 1927)."""
    share, spread = held / asked, z * z / asked
    centre = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / asked + spread / (4 * asked)) / (1 + spread)
    return centre - half, centre + half


def is_leak(outcome: Json) -> bool:
    """Whether an answer that is not of history cites text that does not govern."""
    governing = {"governs", "governs, contested", "at risk", "withdrawn, pinned"}
    return not outcome["history"] and any(c["signal"] not in governing for c in outcome["citations"])


@cache
def judge(path: Path, corpus: str, embedder: str) -> Share:
    """Asks the questions of one corpus in one file."""
    missed, leaks, asked = [], [], 0
    for row, outcome in outcomes(corpus, judged(path)[corpus], embedder):
        asked += 1
        wrong = misses(row["expect"], outcome)
        missed += [f"{row['id']} ({', '.join(wrong)})"] if wrong else []
        leaks += [row["id"]] if is_leak(outcome) else []
    return Share(asked - len(missed), asked, tuple(missed), tuple(leaks))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, default=[SHARED / "questions" / "public.jsonl"])
    parser.add_argument("--embedder", default="minilm")
    parser.add_argument("--corpus", default="", help="corpora whose name holds this")
    arguments = parser.parse_args()
    for file in arguments.files:
        for name in judged(file):
            if arguments.corpus in name:
                print(f"{file.name} {name}: {judge(file, name, arguments.embedder)}", flush=True)

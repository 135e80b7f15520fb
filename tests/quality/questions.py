"""Asks judged questions and says how many hold: `python -m tests.quality.questions [FILE] [--data DIR]`.

A question file has one JSON object a line: `id`, `corpus` (folder below the data directory),
`question`, optional `as_of`, and `expect` with `kind`, `cite`, `must_contain`, `must_not_cite`, `reason`.
Each corpus is ingested once, through the same use cases as the command line, and kept.
"""

from __future__ import annotations

import argparse
import json
import os
import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from app.settings import load_settings
from app.use_cases.ask import AskRequest, ask
from app.use_cases.ingest import IngestRequest, ingest
from app.wiring import open_services
from graph.progress import silent

SHARED = Path(os.environ.get("PREVAIL_SHARED_DATA", Path(__file__).resolve().parents[3] / "shared" / "data"))
KEPT = Path(__file__).resolve().parents[2] / ".services" / "quality"

Json = dict[str, Any]


def words(text: str) -> set[str]:
    """Words of a text without regard to case."""
    return set(re.findall(r"[^\W_]+", text.casefold()))


def is_cited(name: str, citation: Json) -> bool:
    """Whether a citation is of the document or clause that a judgement names."""
    places = (citation["work"], citation["title"], citation["version"], citation["clause"])
    return words(name) <= words(" ".join(place for place in places if place))


def misses(expect: Json, outcome: Json) -> list[str]:
    """Everything in which an outcome differs from what was expected; empty where it holds."""
    found = [] if outcome["kind"] == expect["kind"] else [f"{outcome['kind']} instead of {expect['kind']}"]
    if expect["kind"] == "abstention":
        reason = (outcome["abstention"] or {}).get("reason")
        return found or ([f"reason {reason}"] if expect["reason"] and reason != expect["reason"] else [])
    said = f"{outcome['answer'] or ''} {' '.join(c['quote'] for c in outcome['citations'])}".casefold()
    found += [f"does not contain {text!r}" for text in expect["must_contain"] if text.casefold() not in said]
    cited = outcome["citations"]
    found += [f"does not cite {name}" for name in expect["cite"] if not any(is_cited(name, c) for c in cited)]
    return found + [f"cites {name}" for name in expect["must_not_cite"] if any(is_cited(name, c) for c in cited)]


def judged(path: Path) -> dict[str, list[Json]]:
    """Questions of a file by corpus."""
    by_corpus: dict[str, list[Json]] = defaultdict(list)
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        by_corpus[row["corpus"]].append(row)
    return by_corpus


def outcomes(corpus: str, questions: list[Json], kept: Path | None = None) -> Iterator[tuple[Json, Json]]:
    """Ingests a corpus and asks its questions."""
    settings = load_settings().with_data((kept or KEPT) / corpus.replace("/", "-"))
    with open_services(settings, write=True) as services:
        ingest(services, IngestRequest(paths=(SHARED / corpus,)), silent)
        for row in questions:
            as_of = date.fromisoformat(row["as_of"]) if row.get("as_of") else None
            yield row, ask(services, AskRequest(question=row["question"], as_of=as_of))


def report(path: Path, only: str, verbose: bool) -> tuple[int, int]:
    """Prints each question's fate; returns how many hold, of how many."""
    held = asked = 0
    for corpus, questions in judged(path).items():
        wanted = [row for row in questions if row["id"].startswith(only)]
        if not wanted:
            continue
        good = 0
        for row, outcome in outcomes(corpus, wanted):
            wrong = misses(row["expect"], outcome)
            good += not wrong
            print(f"{'ok  ' if not wrong else 'MISS'} {row['id']}: {row['question']}  {'; '.join(wrong)}")
            if verbose or wrong:
                print(f"       {outcome['answer'] or outcome['abstention']}"[:700])
        print(f"{corpus}: {good} of {len(wanted)}")
        held, asked = held + good, asked + len(wanted)
    print(f"all: {held} of {asked}")
    return held, asked


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=SHARED / "questions" / "public.jsonl")
    parser.add_argument("--only", default="", help="questions whose id begins so")
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    report(arguments.file, arguments.only, arguments.verbose)

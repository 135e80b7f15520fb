"""Sets verdicts on pairs of texts beside judged classes, and two baselines that look at numbers or words only."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from graph.vocabulary import CONFLICTING
from retrieval.protocols import Embedder
from tests.quality.requirement_scores import Share

JUDGED = Path(__file__).parent / "judged" / "conflict_pairs.jsonl"
OTHER = JUDGED.with_name("conflict_pairs_other.jsonl")
"""Rail, software, state codes, drawings and procurement, written before the engine was asked."""

ROUNDS = JUDGED.with_name("conflict_pairs_rounds.jsonl")
"""Five rounds, each written and judged before the engine was asked, and mended after."""

APART = JUDGED.with_name("conflict_pairs_apart.jsonl")
"""By hands that had seen neither the engine nor the other pairs; asked once, and mended after."""

MEETING = JUDGED.with_name("conflict_pairs_meeting.jsonl")
"""Half of them are about one thing in other words, and half share their nouns and are about two."""

NO_PAIR = "no pair"
"""Class of two texts that demand nothing of one slot: an engine has to leave them alone."""

Json = dict[str, Any]
Judge = Callable[[Json, Json], str]
"""Of two sides: a word of `graph.vocabulary.ConflictClass`, or `NO_PAIR`."""


@dataclass(slots=True)
class PairScores:
    """How verdicts agree with judged classes.

    Attributes:
        classes: Right and judged pairs by class; `sources` the same by where a pair is from.
        conflicts: Of pairs that are conflicts by class: reported, judged, and both, whatever the class.
        unsymmetric: Ids of pairs whose verdict changes when the sides are exchanged.
    """

    right: int = 0
    pairs: int = 0
    classes: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))
    sources: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))
    conflicts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    unsymmetric: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        both, reported, judged = (self.conflicts[name] for name in ("both", "reported", "judged"))
        f1 = 2 * both / max(reported + judged, 1)
        lines = [f"class: {Share(self.right, self.pairs)}"]
        lines += [f"{name}: {Share(*pair)}" for name, pair in sorted({**self.classes, **self.sources}.items())]
        lines.append(f"conflict or not: precision {Share(both, reported)}, recall {Share(both, judged)}, F1 {f1:.3f}")
        lines.append(f"changes when exchanged: {', '.join(self.unsymmetric) or 'none'}")
        return "\n".join([*lines, *self.wrong])


def pairs(part: str, path: Path = JUDGED) -> list[Json]:
    """Pairs of part "dev", "test" or "all"."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [row for row in rows if part in ("all", row["split"])]


def score_pairs(judge: Judge, rows: Iterable[Json]) -> PairScores:
    """Asks for a verdict on every pair, both ways round; the first way counts."""
    total = PairScores()
    for row in rows:
        verdict, exchanged = judge(row["a"], row["b"]), judge(row["b"], row["a"])
        is_right = verdict == row["class"]
        total.pairs += 1
        total.right += is_right
        for counts in (total.classes[row["class"]], total.sources[row["source"]]):
            counts[0] += is_right
            counts[1] += 1
        reported, judged = verdict in CONFLICTING, row["class"] in CONFLICTING
        total.conflicts.update({"reported": reported, "judged": judged, "both": reported and judged})
        if not is_right:
            total.wrong.append(f"{row['id']}: {verdict} ({row['why']})")
        if verdict != exchanged:
            total.unsymmetric.append(row["id"])
    return total


@dataclass(frozen=True, slots=True)
class Guess:
    """What a baseline that says only "conflict" or "none" gets right."""

    both: int
    reported: int
    judged: int

    def __str__(self) -> str:
        f1 = 2 * self.both / max(self.reported + self.judged, 1)
        precision, recall = Share(self.both, self.reported), Share(self.both, self.judged)
        return f"conflict or not: precision {precision}, recall {recall}, F1 {f1:.3f}"


def guess(is_conflict: Sequence[bool], rows: Sequence[Json]) -> Guess:
    """Sets a baseline's word on each pair beside whether its class is a conflict."""
    judged = [row["class"] in CONFLICTING for row in rows]
    both = sum(said and is_so for said, is_so in zip(is_conflict, judged, strict=True))
    return Guess(both, sum(is_conflict), sum(judged))


def by_ratio(rows: Sequence[Json]) -> list[bool]:
    """Baseline: a conflict where the first numbers of both texts have a ratio above 1 and at most 1.3."""
    return [_is_near(_first_number(row["a"]["text"]), _first_number(row["b"]["text"])) for row in rows]


def by_cosine(rows: Sequence[Json], embedder: Embedder, above: float = 0.9) -> list[bool]:
    """Baseline: a conflict where the texts' vectors have a cosine above a threshold."""
    vectors = embedder.embed([row[side]["text"] for row in rows for side in "ab"], "passage").astype(np.float64)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return [bool(first @ second > above) for first, second in zip(vectors[::2], vectors[1::2], strict=True)]


def _first_number(text: str) -> float | None:
    found = re.search(r"\d+(?:\.\d+)?", text)
    return float(found[0]) if found else None


def _is_near(first: float | None, second: float | None) -> bool:
    if not first or not second:
        return False
    return 1 < max(first, second) / min(first, second) <= 1.3


def main() -> None:
    """Prints both baselines on all pairs: `python -m tests.quality.conflict_scores CACHE_DIR`."""
    import sys

    from retrieval.embedders.choose import make_embedder

    rows = pairs("all")
    print("ratio of numbers between 1 and 1.3 -", guess(by_ratio(rows), rows))
    print("cosine above 0.9 -", guess(by_cosine(rows, make_embedder("minilm", Path(sys.argv[1]))), rows))


if __name__ == "__main__":
    main()

"""How many planted errors verification finds, and how many right sentences it holds for wrong.

`python -m tests.quality.draft_scores dev` prints the figures and every miss of that part; see judged/README.md.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from retrieval.answering.generated.evidence import Evidence
from retrieval.answering.generated.verification import verify
from tests.quality.requirement_scores import Share

JUDGED = Path(__file__).parent / "judged" / "drafted_sentences.jsonl"
RIGHT = "right"

Json = dict[str, Any]


@dataclass(slots=True)
class DraftScores:
    """What stood and what did not, by the kind of slip; `wrong` are the rows judged otherwise, with why."""

    kinds: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))
    wrong: list[str] = field(default_factory=list)

    @property
    def caught(self) -> Share:
        """Sentences with a planted error that do not stand."""
        rows = [pair for kind, pair in self.kinds.items() if kind != RIGHT]
        return Share(sum(held for held, _ in rows), sum(of for _, of in rows))

    @property
    def false_alarms(self) -> Share:
        """Right sentences that do not stand."""
        return Share(*self.kinds[RIGHT])

    def __str__(self) -> str:
        lines = [f"caught {self.caught}", f"false alarms {self.false_alarms}"]
        lines += [f"  {kind}: {Share(*pair)}" for kind, pair in sorted(self.kinds.items()) if kind != RIGHT]
        return "\n".join([*lines, *self.wrong])


def rows(part: str) -> list[Json]:
    """The judged sentences of part "dev" or "test"."""
    every: list[Json] = [json.loads(line) for line in JUDGED.read_text(encoding="utf-8").splitlines()]
    return [row for row in every if row["split"] == part]


def score(judged: list[Json]) -> DraftScores:
    """Checks every sentence against its quote, which it cites."""
    scores = DraftScores()
    for row in judged:
        checked = verify(f"{row['sentence']} [1]", (Evidence(1, row["head"], row["quote"]),))
        scores.kinds[row["kind"]][0] += not checked.stands
        scores.kinds[row["kind"]][1] += 1
        if checked.stands != (row["kind"] == RIGHT):
            why = "; ".join(problem.detail for problem in checked.problems) or "stands"
            scores.wrong.append(f"{row['id']} {row['kind']}: {row['sentence']} ({why})")
    return scores


if __name__ == "__main__":
    print(score(rows(sys.argv[1])))

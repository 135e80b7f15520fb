"""Sets what was read in English sentences of many houses beside judged requirements.

Rail, software, American codes, notes of drawings, contracts, access, services, materials. The rule of agreement is
that of `requirement_scores`. `python -m tests.quality.sentence_scores` prints the scores of the dev part, with "test"
those of the test part; "test apart" those of the sentences by other hands, which have no dev part.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.quality.language_scores import read
from tests.quality.requirement_scores import Scores, judged, score

JUDGED = Path(__file__).parent / "judged" / "requirements_other.jsonl"
APART = JUDGED.with_name("requirements_apart.jsonl")


def scores(part: str, path: Path = JUDGED) -> Scores:
    """Reads each judged sentence of a part of a set as a document of its own."""
    rows = judged(part, path)
    texts = {row["file"]: row["quote"] for row in rows}
    return score(lambda name: (texts[name], read(texts[name])), rows)


if __name__ == "__main__":
    part, *name = sys.argv[1:] or ["dev"]
    print(scores(part, APART if name == ["apart"] else JUDGED))

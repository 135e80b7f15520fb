"""Judged questions on real documents: how many hold, with a floor for each set.

The embedder is the default one where a set is small, and `hashed` for the large sets of standards, whose
encoding alone would take longer than everything else here. Floors stand a little below what was measured
(see `tests/quality/judged/README.md`), so that a change that breaks a kind of question is seen.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.quality.questions import SHARED, judge

JUDGED = Path(__file__).parent / "judged"
PUBLIC = SHARED / "questions" / "public.jsonl"

FLOORS = [
    ("public", PUBLIC, "supersession/rfc", "hashed", 13 / 15),
    ("public", PUBLIC, "supersession/pep", "hashed", 1.0),
    ("public", PUBLIC, "supersession/nist", "hashed", 1.0),
    ("public", PUBLIC, "regulations", "minilm", 11 / 12),
    ("public", PUBLIC, "drawings/olimex", "minilm", 1.0),
    ("dev", JUDGED / "standards-dev.jsonl", "supersession/rfc", "hashed", 0.70),
    ("dev", JUDGED / "standards-dev.jsonl", "supersession/pep", "hashed", 0.70),
    ("dev", JUDGED / "regulations-dev.jsonl", "regulations", "minilm", 0.55),
]


@pytest.mark.timeout(900)
@pytest.mark.parametrize(("name", "path", "corpus", "embedder", "floor"), FLOORS)
def test_as_many_questions_hold_as_before(name: str, path: Path, corpus: str, embedder: str, floor: float) -> None:
    """The answer cites, contains and avoids what the judgement says, or abstains where it must."""
    share = judge(path, corpus, embedder)
    print(f"{name} {corpus}: {share}")
    assert share.held / share.asked >= floor, share


@pytest.mark.timeout(900)
@pytest.mark.parametrize(("path", "corpus", "embedder"), [row[1:4] for row in FLOORS])
def test_no_answer_of_today_cites_superseded_text_as_governing(path: Path, corpus: str, embedder: str) -> None:
    """The one failure that is an accident on a site: the count is zero on every set."""
    assert judge(path, corpus, embedder).leaks == ()

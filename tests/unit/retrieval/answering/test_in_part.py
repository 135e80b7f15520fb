"""Answers about a document of which clauses are out of force: only words in force are cited."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fakes.shelf import Shelf, open_shelf
from tests.fakes.soundness import faults

RULES = """HARBOUR TRUST
SECTION 05 52 00
MOORING
Revision 0
Date: 2020-03-01
Status: Issued

2 Mooring

2.1 Lines
Lines shall be 24 mm thick.

2.2 Fenders
Fenders are checked as follows:

(a) bow fenders every 4 days;

(b) stern fenders every 9 days.

2.3 Lamps
[Withdrawn: incorporated into 2.1.]
"""
ADDENDUM = """HARBOUR TRUST
ADDENDUM NO. 5
Date: 2021-06-10
Status: Issued

1. In Section 05 52 00, clause 2.2(a), delete "4 days" and substitute "2 days".
"""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """A section with a clause that is withdrawn and one that is amended."""
    with open_shelf(tmp_path_factory.mktemp("in-part")) as shelf:
        shelf.put("mooring.txt", RULES, "Quay")
        shelf.put("addendum-05.txt", ADDENDUM, "Quay")
        yield shelf


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Is Section 05 52 00 in force?", "is in force"),
        ("Is clause 2 of Section 05 52 00 in force?", "in force in part"),
        ("Is clause 2.2 of Section 05 52 00 in force?", "in force in part"),
        ("Is clause 2.1 of Section 05 52 00 in force?", "is in force"),
        ("Which document governs mooring?", "governs"),
    ],
)
def test_no_words_out_of_force_ground_an_answer(shelf: Shelf, question: str, said: str) -> None:
    """The amending text or the document's own name is cited instead; `faults` looks at each signal."""
    outcome = shelf.ask(question, project="Quay")
    assert faults(shelf, outcome) == []
    assert outcome["kind"] == "answer", outcome["abstention"]
    assert said in outcome["answer"]
    assert outcome["history"] or {c["signal"] for c in outcome["citations"]} == {"governs"}

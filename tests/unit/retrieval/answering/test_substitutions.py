"""Amending texts that quote what they put in: each answers for its own clause, and nothing else does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graph.vocabulary import AuthorityClass
from tests.fakes.shelf import Shelf, open_shelf
from tests.fakes.soundness import faults

SPEC = """WHARF DEPOT
SECTION 07 31 00
TILING
Revision 0
Date: 2022-02-01
Status: Issued

2.1 Tiles
A. Tiles shall be of slate with a thickness of 8 mm.
B. Joint width between tiles shall be 4 mm.
C. Underlay shall be of felt.

2.2 Warranty
A. The tiling warranty shall be 5 years.

2.3 Strength
Battens shall carry a load of 30 kN.
"""
ADDENDUM = """WHARF DEPOT
ADDENDUM NO. 1
Date: 2022-03-01
Status: Issued

1. Section 07 31 00, clause 2.1.B: delete "4 mm" and substitute "6 mm".
2. Section 07 31 00, clause 2.2.A: delete "5 years" and substitute "12 years".
3. In Section 07 31 00, clause 2.3, for "30 kN" read "35 kN".
4. The tender box closes at noon on Friday.
"""
NOTES = """WHARF DEPOT
MINUTES OF SITE MEETING NO. 4
Date: 2022-05-01

1. The roofer said that {} would do everywhere.
"""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """A section of which one addendum changes three values."""
    with open_shelf(tmp_path_factory.mktemp("substitutions")) as shelf:
        shelf.put("tiling.txt", SPEC, "Depot")
        shelf.put("addendum-1.txt", ADDENDUM, "Depot")
        yield shelf


def _ask(shelf: Shelf, question: str) -> dict[str, Any]:
    outcome = shelf.ask(question, project="Depot")
    assert faults(shelf, outcome) == []
    return outcome


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("What joint width is required between tiles?", "Joint width between tiles shall be 6 mm.", "12 years"),
        ("What is the tiling warranty?", "The tiling warranty shall be 12 years.", "6 mm"),
        ("What load shall battens carry?", "Battens shall carry a load of 35 kN.", "6 mm"),
        ("What thickness shall slate tiles have?", "8 mm", "6 mm"),
        ("When does the tender box close?", "at noon on Friday", "mm"),
        ("What does clause 2.1.B of Section 07 31 00 require of joints between tiles?", "6 mm", "8 mm"),
    ],
)
def test_each_act_answers_for_its_own_clause(shelf: Shelf, question: str, said: str, unsaid: str) -> None:
    """Not for what stands beside it in the section or in the addendum; and what amends nothing is not lost."""
    outcome = _ask(shelf, question)
    assert outcome["kind"] == "answer", outcome["abstention"]
    assert said in outcome["answer"]
    assert unsaid not in outcome["answer"]


def test_talk_does_not_stand_in_for_a_clause_that_is_deleted(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What somebody said is no answer where a document spoke of it and was amended."""
    deletion = ADDENDUM.split("1. ")[0] + "1. Section 07 31 00, clause 2.3 is deleted.\n"
    with open_shelf(tmp_path_factory.mktemp("talk")) as shelf:
        shelf.put("tiling.txt", SPEC, "Depot")
        shelf.put("addendum-1.txt", deletion, "Depot")
        shelf.put(
            "minutes.txt", NOTES.format("a load of 20 kN for the battens"), "Depot", authority=AuthorityClass.TALK
        )
        outcome = _ask(shelf, "What load shall battens carry?")
        assert outcome["kind"] == "abstention", outcome["answer"]
        assert outcome["abstention"]["reason"] == "only superseded"
        assert "2.3" in outcome["abstention"]["detail"]


def test_a_clause_is_given_as_it_now_reads_with_what_changed_it(shelf: Shelf) -> None:
    """Its words that stay and the act are cited, each verbatim, and the answer says that it is amended."""
    outcome = _ask(shelf, "What is the tiling warranty?")
    assert "2.2.A, as amended by Addendum NO. 1" in outcome["answer"]
    act, kept = outcome["citations"]
    assert act["quote"].endswith('delete "5 years" and substitute "12 years".')
    assert kept["quote"] == "A. The tiling warranty shall be"


def test_where_the_old_words_stand_twice_the_act_is_quoted(tmp_path: Path) -> None:
    """Nobody can tell which of them it means."""
    spec = SPEC.replace("shall be 5 years.", "shall be 5 years, renewed after 5 years.")
    with open_shelf(tmp_path) as shelf:
        shelf.put("tiling.txt", spec, "Depot")
        shelf.put("addendum-1.txt", ADDENDUM, "Depot")
        outcome = _ask(shelf, "What is the tiling warranty?")
        assert 'substitute "12 years"' in outcome["answer"]
        assert len(outcome["citations"]) == 1


def test_other_sentences_of_an_amended_clause_stay_in_force(tmp_path: Path) -> None:
    """An exchange of words takes out the sentence that holds them, and nothing else of the clause."""
    spec = SPEC.replace("shall be 5 years.", "shall be 5 years. Warranty claims shall be filed on form T-9.")
    with open_shelf(tmp_path) as shelf:
        shelf.put("tiling.txt", spec, "Depot")
        shelf.put("addendum-1.txt", ADDENDUM, "Depot")
        outcome = _ask(shelf, "On which form shall warranty claims be filed?")
        assert "form T-9" in (outcome["answer"] or "")
        assert "5 years" not in outcome["answer"].replace("12 years", "")

"""Questions about documents that put questions, and about what single clauses say now and said before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.fakes.shelf import Shelf, open_shelf
from tests.fakes.soundness import faults

REQUEST = """GORSE TUNNEL
RFI-{number}
{title}
Date: 3 June 2024

Question: {question}

{rest}
"""
SPEC = """GORSE TUNNEL
SECTION 31 71 00
TUNNEL LINING
Revision {revision}
Date: {day}
Status: Issued

2.1 Segments
Segments shall be {thick} mm thick.

2.2 Gaskets
The following shall hold for gaskets:
(a) they shall be of rubber;
(b) they shall be glued.
"""
ADDENDUM = """GORSE TUNNEL
ADDENDUM NO. 1
Date: 10 June 2024
Status: Issued

1. Section 31 71 00, clause 2.1: delete "300 mm" and substitute "350 mm".
"""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """Requests of which one is answered, one is not and one does not tell, and a section with an addendum."""
    with open_shelf(tmp_path_factory.mktemp("answered")) as shelf:
        rows = (
            ("021", "Colour of doors", "Which colour?", "Response (7 June 2024): The doors shall be blue."),
            ("022", "Type of bolts", "Which bolts?", "Status: Open. No response has been received."),
            ("023", "Type of lamps", "Which lamps?", "Response: pending"),
        )
        for number, title, question, rest in rows:
            text = REQUEST.format(number=number, title=title, question=question, rest=rest)
            shelf.put(f"RFI-{number}.txt", text, "Gorse")
        shelf.put("lining-0.txt", SPEC.format(revision="0", day="1 March 2023", thick=280), "Gorse")
        shelf.put("lining-1.txt", SPEC.format(revision="1", day="1 March 2024", thick=300), "Gorse")
        shelf.put("addendum.txt", ADDENDUM, "Gorse")
        yield shelf


def _ask(shelf: Shelf, question: str) -> dict[str, Any]:
    outcome = shelf.ask(question, project="Gorse", as_of=None)
    assert faults(shelf, outcome) == []
    return outcome


def test_a_request_is_answered_where_it_holds_an_answer(shelf: Shelf) -> None:
    """The answer itself is quoted."""
    outcome = _ask(shelf, "Is RFI-021 answered?")
    assert outcome["answer"].startswith("RFI-021 is answered: Response (7 June 2024): The doors shall be blue.")


def test_a_request_is_not_answered_where_it_says_so(shelf: Shelf) -> None:
    """Its own words are told; an open request is not in force, so nothing rests on it."""
    abstention = _ask(shelf, "Has RFI-022 been answered yet?")["abstention"]
    assert abstention["detail"].startswith("RFI-022 is not answered, by its own words: Status: Open")


def test_a_request_that_tells_neither_is_abstained_on(shelf: Shelf) -> None:
    """A label without an answer behind it is none, and nothing says that there is none."""
    assert _ask(shelf, "Is RFI-023 answered?")["kind"] == "abstention"


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("What does clause 2.2 of Section 31 71 00 say?", "they shall be glued", "Segments"),
        ("What does clause 2.1 of Section 31 71 00 say?", "350 mm thick", "300 mm"),
        ("What did clause 2.1 of Section 31 71 00 say before Addendum No. 1?", "300 mm thick", "350 mm"),
        ("What did clause 2.1 say before Addendum No. 1?", "300 mm thick", "350 mm"),
        ("How thick were segments before revision 1?", "280 mm", "300 mm"),
    ],
)
def test_a_clause_is_told_as_it_read_on_the_day_asked_about(
    shelf: Shelf, question: str, said: str, unsaid: str
) -> None:
    """By itself, without its title and without its neighbours."""
    outcome = _ask(shelf, question)
    assert said in (outcome["answer"] or "")
    assert unsaid not in outcome["answer"]

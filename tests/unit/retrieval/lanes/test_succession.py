"""What took the place of withheld text is found by the edge, and answers with its own words."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from retrieval.pipeline import retrieve
from retrieval.profiles import PROFILES, PROVENANCE
from tests.fakes.shelf import Shelf, open_shelf, query
from tests.fakes.soundness import faults

RAILINGS = """LARKFIELD LIBRARY
SECTION 05 52 00
METAL RAILINGS
Revision 0
Date: 2023-03-01
Issued for construction

PART 2 PRODUCTS

2.2 Finish
Handrails shall be painted with two coats of enamel.

2.3 Height
Guard height shall be 1050 mm.

2.4 Gap
Baluster gaps shall not exceed 110 mm.
"""
ADDENDUM = """LARKFIELD LIBRARY
ADDENDUM NO. 3
Date: 2023-06-10
Status: Issued

1. In Section 05 52 00, clause 2.3, delete "1050 mm" and substitute "1100 mm".

2. In Section 05 52 00, clause 2.4 is deleted and replaced with: "Baluster gaps shall not exceed 99 mm."
"""
LOADS = """KESTREL STANDARDS SOCIETY
KSS 410-1:{edition}
{title}

Published {date}

1 Scope
This part gives the loads{what}.

2 Horizontal load
The horizontal load shall be {load} kN/m.
"""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """A section with an addendum, and two editions of a standard of which only the old one is wordy."""
    with open_shelf(tmp_path_factory.mktemp("succession")) as shelf:
        shelf.put("railings.txt", RAILINGS, "Tower")
        shelf.put("addendum-03.txt", ADDENDUM, "Tower")
        old = LOADS.format(
            edition="2010", date="2010-06-01", load="0.74", title="Glass handrails", what=" for glass handrails"
        )
        new = LOADS.format(edition="2016+A1:2019", date="2019-09-30", load="1.5", title="Balustrade glazing", what="")
        shelf.put("kss-410-1-2010.txt", old, "Tower")
        shelf.put("kss-410-1-2016-a1.txt", new, "Tower")
        yield shelf


def _ask(shelf: Shelf, question: str, **how: Any) -> dict[str, Any]:
    outcome = shelf.ask(question, project="Tower", **how)
    assert faults(shelf, outcome) == []
    return outcome


@pytest.mark.parametrize("profile", sorted(PROFILES))
@pytest.mark.parametrize(
    ("question", "said", "unsaid", "work"),
    [
        ("What is the guard height?", "1100 mm", "shall be 1050", "Addendum NO. 3"),
        ("What may baluster gaps not exceed?", "99 mm", "110 mm", "Addendum NO. 3"),
        ("What horizontal load is required for glass handrails?", "1.5 kN/m", "0.74", "KSS 410-1:2016+A1:2019"),
    ],
)
def test_what_took_the_place_answers(
    shelf: Shelf, profile: str, question: str, said: str, unsaid: str, work: str
) -> None:
    """By the edge, although its words are not those of the question; quoted as the amending text says it."""
    outcome = _ask(shelf, question, profile=profile)
    assert outcome["kind"] == "answer", outcome["abstention"]
    first = outcome["citations"][0]
    assert said in first["quote"]
    assert unsaid not in outcome["answer"]
    assert first["work"] in work


def test_the_step_to_the_amendment_is_told(shelf: Shelf) -> None:
    """The candidate says which clause of which document it amends."""
    found = retrieve(query("What is the guard height?", project="Tower"), PROVENANCE, shelf.corpus())
    paths = [candidate.path or "" for candidate in found.evidence]
    assert "Addendum NO. 3 amends clause 2.3 of Section 05 52 00 Revision 0" in paths


def test_before_the_amendment_the_clause_itself_answers(shelf: Shelf) -> None:
    """Nothing took its place yet."""
    outcome = _ask(shelf, "What is the guard height?", as_of=date(2023, 5, 1))
    assert "1050 mm" in outcome["answer"]
    assert "1100" not in outcome["answer"]

"""Days that a text gives to a part of itself, or to another text."""

from __future__ import annotations

import pytest

from graph.supersession.detect import detect
from graph.supersession.terms import terms
from graph.vocabulary import EdgeType
from tests.fakes.pages import page


@pytest.mark.parametrize(
    ("sentence", "note", "said", "clauses"),
    [
        ("The moratorium imposed by Ordinance No. 2023-8 is hereby extended to April 24, 2025.", "extended", 1, ()),
        ("The validity of Circular OC 2014-07 is extended to 31 December 2025.", "extended", 1, ()),
        ("Ordinance No. 5 is hereby extended until 1 May 2024.", "extended", 1, ()),
        ("The deadline in Ordinance No. 5 is extended to 1 May 2024.", "extended", 0, ()),
        ("It is proposed that Ordinance No. 5 be extended to 1 May 2024.", "extended", 0, ()),
        ("The effective date of Ordinance No. 12 is postponed until 1 May 2024.", "postponed", 1, ()),
        (
            "The effective date of the amendment to § 20.4, made by 84 FR 11, is delayed from 1 May until 1 July 2020.",
            "postponed",
            1,
            ("20.4",),
        ),
        ("QVS 60:2008 may be used in parallel until 2022-12-31, when it will be withdrawn.", "parallel", 1, ()),
        ("QVS 60:2008 is described in the annex until page 12.", "parallel", 0, ()),
    ],
)
def test_a_text_puts_off_the_end_or_the_start_of_another(
    sentence: str, note: str, said: int, clauses: tuple[str, ...]
) -> None:
    """A deadline in it, and a proposal, put off nothing."""
    found = [f for f in terms(page(sentence, number="Ordinance No. 30")) if f.status == note]
    assert len(found) == said
    assert all(f.clauses == clauses and f.effective for f in found)


def test_a_section_of_an_act_has_its_own_first_day() -> None:
    """So has the amendment of one clause; the others begin with the act."""
    edges = detect(
        page(
            "Section 1. Section 14.2 of the Marlow Building Code is repealed.",
            "Section 2. Section 14.3 of the Marlow Building Code is repealed.",
            "Section 3. Section 14.4 of the Marlow Building Code is repealed.",
            "Section 4. Section 2 of this act takes effect January 1, 2029.",
            "This act is effective May 1, 2025, but the amendment to section 14.4 is effective June 1, 2026.",
            number="Ordinance No. 30",
            status="issued",
        )
    )
    days = {e.scope.clauses: e.effective_from and e.effective_from.text for e in edges if e.type is EdgeType.AMENDS}
    assert days == {("14.2",): None, ("14.3",): "January 1, 2029", ("14.4",): "June 1, 2026"}


@pytest.mark.parametrize(
    ("sentence", "title", "said"),
    [
        ("The Piers Act 2019 comes into operation on 1 March 2020.", "Commencement Order 2020", [("postponed", ())]),
        (
            "Sections 2 and 3 of the Piers Act 2019 come into force on 1 March 2020.",
            "Commencement Order 2020",
            [("commenced", ("2", "3"))],
        ),
        ("The Piers Act 2019 comes into operation on 1 March 2020.", "Guide to Piers", []),
    ],
)
def test_a_commencement_order_appoints_the_day_of_another_text(
    sentence: str, title: str, said: list[tuple[str, tuple[str, ...]]]
) -> None:
    """Of all of it, or of the sections that it names; a guide appoints nothing."""
    assert [(f.status, f.clauses) for f in terms(page(sentence, number=title))] == said

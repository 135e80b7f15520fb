"""Documents that are known by their names."""

from __future__ import annotations

import pytest

from connectors.parsing import parse
from graph.vocabulary import ClaimField

BODY = "\n\n1. Ladders shall be renewed every 30 months.\n2. Ropes shall be of manila.\n"


def _number(front: str) -> list[str]:
    stated = parse((front + BODY).encode(), "document.txt").statements
    return [s.value for s in stated if s.field is ClaimField.NUMBER]


@pytest.mark.parametrize(
    ("front", "number"),
    [
        ("Marlow State Building Code, 2018 edition\nAdopted: November 5, 2018", "Marlow State Building Code"),
        ("2021 Marlow Fire Prevention Code", "Marlow Fire Prevention Code"),
        ("EMPLOYER'S REQUIREMENTS\nRevision C\nDate: 4 July 2022", "EMPLOYER'S REQUIREMENTS"),
        ("Conditions of Contract\nDate: 17 December 2021", "Conditions of Contract"),
    ],
)
def test_a_name_of_which_there_is_one_is_a_number(front: str, number: str) -> None:
    """Revisions of such a document are versions of one work."""
    assert _number(front) == [number]


@pytest.mark.parametrize(
    "front",
    [
        "Guide to the Marlow Building Code",
        "Amendments to the Marlow Building Code",
        "A letter about the Employer's Requirements",
    ],
)
def test_a_text_about_a_named_document_is_not_it(front: str) -> None:
    """Its title only holds the name."""
    assert _number(front) == []


def test_a_number_counts_before_a_name() -> None:
    """An ordinance may print the name of the code that it changes above its number."""
    assert _number("MARLOW BUILDING CODE\nORDINANCE NO. 2021-15\nAdopted: May 10, 2021") == ["Ordinance NO. 2021-15"]

"""Documents of any sort that are named behind a clause of them, and documents under new numbers."""

from __future__ import annotations

import pytest

from graph.supersession.incorporated import incorporated
from graph.supersession.naming import clauses_of, documents
from graph.supersession.renumbered import renumbered
from tests.fakes.pages import page


@pytest.mark.parametrize(
    ("words", "key", "clauses"),
    [
        ("Clause 5.1 of the Employer’s Requirements is deleted.", "EMPLOYER'S REQUIREMENTS", ("5.1",)),
        ("Clauses 20.1 and 20.2 of the Conditions of Contract are amended", "CONDITIONS OF CONTRACT", ("20.1", "20.2")),
        ("Section 2 of Circular 12 is amended to read", "CIRCULAR 12", ("2",)),
        ("With effect from 1 July 2022, clause 5.2 of CD 522 is deleted", "CD 522", ("5.2",)),
        ("In CD 301, delete clause 4.3 and substitute:", "CD 301", ()),
        ("CLAUSE 5 OF THE WORKS INFORMATION IS HEREBY DELETED", "WORKS INFORMATION", ("5",)),
        ("Detail 5 on Sheet A-501 is superseded", "A-501", ("Detail 5",)),
    ],
)
def test_what_a_clause_is_of_is_a_document(words: str, key: str, clauses: tuple[str, ...]) -> None:
    """Whatever sort of document it is, by its sign or by its title."""
    found = documents(words)
    assert [r.key for r in found] == [key]
    assert clauses_of(words, found[0]) == clauses


@pytest.mark.parametrize("sign", ["DH-100", "SP-08-71", "ABC-DE-001", "LD-SPEC-087100"])
def test_a_sign_is_a_document_with_the_clause_behind_it(sign: str) -> None:
    """A number of a project's own scheme, six figures of a section among them, is not cut in two."""
    words = f'{sign}, clause 2.3: Delete "size 4" and substitute "size 5".'
    found = documents(words, coded=True)
    assert [(r.key, clauses_of(words, r)) for r in found] == [(sign, ("2.3",))]


@pytest.mark.parametrize(
    "words", ["Item 5 of Part 2 is deleted", "clause 3 of Schedule 2 is deleted", "rule 4 of This"]
)
def test_a_part_of_the_same_text_is_no_document(words: str) -> None:
    """Parts and schedules are places in a text."""
    assert documents(words) == []


@pytest.mark.parametrize(
    ("text", "old", "subject"),
    [
        ("Sheet A-601 is renumbered A-611.", "A-601", "A-611"),
        ("Drawing A-601 is hereby re-numbered as Drawing A-700.", "A-601", None),
        ("Sheet: A-700 (formerly A-601)", "A-601", None),
    ],
)
def test_a_document_goes_on_under_another_number(text: str, old: str, subject: str | None) -> None:
    """The old number is superseded by the new one, which may be the text's own."""
    assert [(f.key, f.subject) for f in renumbered(page(text, number="A-700"))] == [(old, subject)]


@pytest.mark.parametrize(
    "text", ["Rooms are renumbered from 12.", "Sheet A-601 may be renumbered A-611.", "Formerly A-5 road"]
)
def test_what_is_no_new_number_of_a_document_says_nothing(text: str) -> None:
    """Nor does a plan."""
    assert list(renumbered(page(text, number="A-700"))) == []


@pytest.mark.parametrize(
    ("text", "old"),
    [
        ("This revision incorporates IAN 15/22, which is withdrawn.", ["IAN 15/22"]),
        ("This edition consolidates IAN 12/20 and IAN 8/17, which are hereby cancelled.", ["IAN 12/20", "IAN 8/17"]),
        ("This revision incorporates IAN 15/22.", []),
        ("This revision does not incorporate IAN 15/22, which is withdrawn.", []),
        ("IAN 15/22, which is withdrawn, incorporates IAN 12/20.", []),
    ],
)
def test_what_a_revision_takes_in_and_ends_is_superseded(text: str, old: list[str]) -> None:
    """What it only takes in is not."""
    assert [f.key for f in incorporated(page(text, number="CD 301"))] == old

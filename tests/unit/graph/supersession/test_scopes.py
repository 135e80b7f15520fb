"""Revisions that replace some clauses of an earlier one, and say so."""

from __future__ import annotations

import pytest

from graph.supersession.detect import detect
from graph.vocabulary import EdgeState, EdgeType
from tests.fakes.pages import page

REVISION = {"number": "Section 09 65 00", "version": "1", "status": "issued"}


def _scopes(*sentences: str) -> list[tuple[tuple[str, ...], str | None]]:
    edges = detect(page(*sentences, **REVISION))
    found = [e for e in edges if e.type is EdgeType.SUPERSEDES and e.note == "SECTION 09 65 00"]
    assert all(e.state is EdgeState.CERTIFIED and e.evidence for e in found)
    return [(e.scope.clauses, e.scope.version) for e in found]


@pytest.mark.parametrize(
    "sentence",
    [
        "This revision supersedes clauses 2.1 and 2.3 of Revision 0 only.",
        "This revision replaces clauses 2.1 and 2.3 of Rev. 0.",
        "This revision amends only clauses 2.1 and 2.3 of Revision 0.",
        "Clauses 2.1 and 2.3 of Revision 0 are replaced by this revision.",
    ],
)
def test_the_clauses_of_the_earlier_revision_are_read(sentence: str) -> None:
    """With the revision that is meant; what remains is not among them."""
    assert _scopes(sentence, "All other clauses of Revision 0 remain in force.") == [(("2.1", "2.3"), "0")]


@pytest.mark.parametrize(
    "sentence",
    [
        "This revision does not supersede clauses 2.1 and 2.3 of Revision 0.",
        "This revision amends clauses 2.1 and 2.3 of Revision 0.",
        "This revision supersedes clause 2.1 of Revision 1.",
        "All other clauses of Revision 0 remain in force.",
    ],
)
def test_what_names_no_part_that_is_replaced_says_nothing(sentence: str) -> None:
    """Denials, a list of what changed in a full reissue, itself, and a text without clauses."""
    assert _scopes(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "versions"),
    [
        ("Limit raised to 2000. Issue 3 is withdrawn.", ["3"]),
        ("This issue replaces Issue 3 of 1 July 2018.", ["3"]),
        ("Issue 3 (July 2018) has been superseded.", ["3"]),
        ("Revisions 1 and 2 are cancelled.", ["1", "2"]),
        ("Cancels and replaces Rev. 2", ["2"]),
        ("Issue 3, dated 1 July 2018, is no longer valid.", ["3"]),
        ("Issue 2 was not withdrawn.", []),
        ("Issue 4 is withdrawn.", []),
        ("If issue 3 is withdrawn, the form is void.", []),
        ("Version 3 of the pump software is withdrawn from the market.", []),
        ("The filter was replaced in version 3.", []),
        ("Replace version 2 of the filter every year.", []),
        ("The counter 3 shows that this event supersedes versions 0, 1, and 2.", []),
        ("Issue 7 is withdrawn.", []),
    ],
)
def test_another_revision_as_a_whole_ends_where_a_sentence_says_so(sentence: str, versions: list[str]) -> None:
    """Of the same document, and not of things that have versions too."""
    edges = detect(page(sentence, number="Procedure PR-7", version="4", status="issued"))
    found = [e for e in edges if e.type is EdgeType.SUPERSEDES]
    assert sorted(e.scope.version or "" for e in found) == versions
    assert all(e.state is EdgeState.CERTIFIED and e.scope.is_whole for e in found)

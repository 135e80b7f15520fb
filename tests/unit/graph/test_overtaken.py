"""An act on a clause is out of force once a later act on the same clause has overtaken it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from graph.governing import Verdict
from graph.model import Scope
from graph.vocabulary import EdgeType, Signal
from tests.fakes.library import Library
from tests.fakes.shelf import Shelf, open_shelf, query

CODE = """MARLOW MUNICIPAL CODE
Chapter 12 - Streets
Adopted March 1, 2015

Section 12-3. Permit.
A street permit costs $150.

Section 12-4. Fence height.
No fence in a front yard shall exceed 4 feet in height.
"""
ORDINANCE = """ORDINANCE NO. {number}

Passed and adopted on May 14, {year}.

Section 1. Section 12-4 of the Marlow Municipal Code is amended to read as follows:
"Section 12-4. Fence height. No fence in a front yard shall exceed {feet} feet in height."

Section 2. Section 12-3 of the Marlow Municipal Code is amended by striking "{old}" and inserting "{new}".
"""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """A chapter that two ordinances amend in the same places; the second strikes out what the first put there."""
    with open_shelf(tmp_path_factory.mktemp("overtaken")) as shelf:
        first = ORDINANCE.format(number="2017-2", year=2017, feet=5, old="$150", new="$170")
        second = ORDINANCE.format(number="2021-9", year=2021, feet=6, old="$170", new="$190")
        for name, text in (("code.txt", CODE), ("second.txt", second), ("first.txt", first)):
            shelf.put(name, text, "Marlow")
        yield shelf


def _of(shelf: Shelf, name: str, clause: str, day: date) -> Verdict:
    corpus = shelf.corpus()
    source = next(s.id for s in corpus.snapshot(None).sources.values() if s.remote_id.endswith(name))
    return corpus.governing(query("", as_of=day).moment).of_clause(source, clause)


@pytest.mark.parametrize("clause", ["1", "2"])
@pytest.mark.parametrize(
    ("name", "day", "signal"),
    [
        ("first.txt", date(2020, 1, 1), "governs"),
        ("first.txt", date(2022, 1, 1), "superseded"),
        ("second.txt", date(2022, 1, 1), "governs"),
    ],
)
def test_the_later_act_overtakes_the_earlier_one_from_its_own_day(
    shelf: Shelf, clause: str, name: str, day: date, signal: str
) -> None:
    """Whether it restates the clause or exchanges the words that the earlier act put there."""
    assert _of(shelf, name, clause, day).signal == signal


def test_the_clause_itself_is_out_since_the_first_act_and_goes_to_the_last(shelf: Shelf) -> None:
    """What stands in its place today is what the last act says."""
    verdict = _of(shelf, "code.txt", "12-4", date(2022, 1, 1))
    assert verdict.since == date(2017, 5, 14)
    assert [step.name for step in verdict.successors] == ["Ordinance NO. 2021-9 1", "Ordinance NO. 2017-2 1"]


def test_acts_that_exchange_different_words_stand_side_by_side(tmp_path: Path) -> None:
    """The second says nothing of what the first put there."""
    with open_shelf(tmp_path) as shelf:
        shelf.put("code.txt", CODE, "Marlow")
        head = "ORDINANCE NO. {}\n\nPassed and adopted on May 14, {}.\n\n"
        act = f"{head}Section 1. Section 12-3 of the Marlow Municipal Code is "
        first = act + 'amended by striking "$150" and inserting "$170".\n'
        second = act + 'amended by striking "street" and inserting "pavement".\n'
        shelf.put("first.txt", first.format("2017-2", 2017), "Marlow")
        shelf.put("second.txt", second.format("2021-9", 2021), "Marlow")
        assert _of(shelf, "first.txt", "1", date(2022, 1, 1)).signal == "governs"


@pytest.mark.parametrize(("kind", "revives"), [("addendum", True), ("statute", False)])
def test_words_stand_again_where_the_item_of_an_addendum_that_changed_them_is_withdrawn(
    kind: str, revives: bool
) -> None:
    """The repeal of an amending law revives nothing."""
    library = Library()
    facts = {"kind": kind, "authority": kind}
    base = library.add("Section 09 91 00", kind="specification", date="2024-02-05")
    first = library.add("Addendum 1", date="2024-02-19", **facts)
    second = library.add("Addendum 2", date="2024-03-04", **facts)
    library.link(EdgeType.AMENDS, first, "Section 09 91 00", "substitution", Scope(("2.1",), into=("(2)",)))
    library.link(EdgeType.WITHDRAWS, second, "Addendum 1", "repeal", Scope(("2",)))
    library.clause(base, "2.1", 10, 20)
    assert library.governing("2024-02-25").of_clause(base, "2.1").signal is Signal.SUPERSEDED
    expected = Signal.GOVERNS if revives else Signal.SUPERSEDED
    assert library.governing("2024-04-01").of_clause(base, "2.1").signal is expected

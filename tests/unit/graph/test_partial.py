"""Withdrawals with a day, circles, texts never issued, and revisions that replace some clauses only."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graph.model import Evidence, Scope, Span
from graph.vocabulary import ClaimField, EdgeType, Signal
from tests.fakes.library import Library, day

SUPERSEDES, AMENDS, WITHDRAWS = EdgeType.SUPERSEDES, EdgeType.AMENDS, EdgeType.WITHDRAWS


@pytest.mark.parametrize("status", ["withdrawn 2020-01-31", "withdrawn"])
def test_a_withdrawal_with_a_day_counts_from_that_day(status: str) -> None:
    """Until then the text was in force, and what it replaced stays replaced; without a day it counts always."""
    library = Library()
    old = library.add("HLS 8", version="1999", kind="standard", date="1999-05-01")
    gone = library.add("HLS 9", kind="standard", date="2008-05-01", status="withdrawn")
    library.link(SUPERSEDES, gone, "HLS 8")
    claim = next(c for c in library.claims if c.source_id == gone and c.field is ClaimField.STATUS)
    library.claims[library.claims.index(claim)] = replace(claim, note=status)
    has_day = status != "withdrawn"
    expected = Signal.GOVERNS if has_day else Signal.WITHDRAWN
    assert library.governing("2015-06-01").of_source(gone).signal is expected
    assert library.governing("2020-01-30").of_source(gone).signal is expected
    after = library.governing("2020-01-31")
    assert after.of_source(gone).signal is Signal.WITHDRAWN
    assert after.of_source(gone).since == (day("2020-01-31") if has_day else None)
    assert after.of_source(old).signal is (Signal.SUPERSEDED if has_day else Signal.GOVERNS)


@pytest.mark.parametrize("dates", [("2020-01-01", "2020-01-01"), ("2020-01-01", "2021-01-01")])
def test_two_texts_that_claim_to_replace_each_other_stay_both_contested(dates: tuple[str, str]) -> None:
    """Neither takes the other out of force, not even the later one: one of the two statements is wrong."""
    library = Library()
    pair = [library.add(number, date=on) for number, on in zip(("HT-101", "HT-102"), dates, strict=True)]
    for source, other in zip(pair, ("HT-102", "HT-101"), strict=True):
        library.link(SUPERSEDES, source, other, "declaration")
    verdicts = [library.governing().of_source(source) for source in pair]
    assert [v.signal for v in verdicts] == [Signal.CONTESTED] * 2
    assert all("refused as circular among HT-101" in v.reason and v.edges for v in verdicts)


@pytest.mark.parametrize("status", ["draft", "for review", "rejected", "not released"])
@pytest.mark.parametrize("kind", [SUPERSEDES, AMENDS, WITHDRAWS, EdgeType.CORRECTS])
@pytest.mark.parametrize("method", ["substitution", "declaration", "deletion"])
def test_a_text_that_was_not_issued_acts_on_nothing(status: str, kind: EdgeType, method: str) -> None:
    """Whatever it says that it does, on clauses or as a whole, also when its effective date has passed."""
    library = Library()
    code = library.add("HLS 12", kind="standard", date="2015-03-02")
    bill = library.add("HLS 99", kind="standard", date="2018-03-02", effective_from="2018-07-01", status=status)
    for scope in (Scope(clauses=("2.3",)), Scope()):
        library.link(kind, bill, "HLS 12", method, scope)
    hearsay = Evidence(bill, Span(0, 5), "words")
    library.link(kind, "HLS 11", code, method, evidence=hearsay)
    governing = library.governing()
    assert governing.of_source(code).signal is Signal.GOVERNS
    assert governing.of_clause(code, "2.3").signal is Signal.GOVERNS
    assert (governing.of_source(bill).signal, governing.of_source(bill).is_in_force) == (Signal.DRAFT, False)


def test_a_later_revision_that_replaces_some_clauses_leaves_the_rest_in_force() -> None:
    """Its own words about the scope count more than the order of the series, through later revisions too."""
    library = Library()
    first, second, third, last = (
        library.add("Section 09 65 00", version=v, kind="specification", date=f"202{n}-01-01", status="issued")
        for n, v in enumerate(("0", "1", "2", "3"))
    )
    library.link(SUPERSEDES, second, "Section 09 65 00", "declaration", Scope(clauses=("2.1",), version="0"))
    library.link(SUPERSEDES, third, "Section 09 65 00", "declaration", Scope(clauses=("2.1",), version="1"))
    early = library.governing("2022-06-01")
    assert early.of_source(first).signal is Signal.SUPERSEDED_IN_PART
    assert [early.of_clause(s, "2.1").signal for s in (first, second, third)] == [
        Signal.SUPERSEDED, Signal.SUPERSEDED, Signal.GOVERNS,
    ]  # fmt: skip
    assert early.of_clause(first, "2.2").signal is Signal.GOVERNS
    whole = library.governing("2024-06-01")
    assert [whole.of_source(s).signal for s in (first, second, third)] == [Signal.SUPERSEDED] * 3
    assert whole.of_source(last).signal is Signal.GOVERNS


@pytest.mark.parametrize("ends", ["withdrawn", "superseded", "stamp"])
@pytest.mark.parametrize("successor", [None, "2023-08-30"])
def test_an_end_without_a_day_acts_from_a_known_successor_if_the_text_was_once_in_force(
    ends: str, successor: str | None
) -> None:
    """A withdrawn text may never have been in force, so its word counts always; a stamp ends a sheet that was."""
    library = Library()
    gone = library.add("A-201", kind="drawing", date="2023-05-10", **({} if ends == "stamp" else {"status": ends}))
    if ends == "stamp":
        library.link(WITHDRAWS, gone, gone, "stamp")
    if successor:
        library.add("A-202", kind="drawing", date=successor)
        library.link(SUPERSEDES, "A-202", gone, "stamp")
    before = library.governing("2023-07-01").of_source(gone)
    assert before.is_in_force is (successor is not None and ends != "withdrawn")
    after = library.governing("2024-01-01").of_source(gone)
    assert not after.is_in_force
    assert [s.node for s in after.successors] == ([library.sources[-1].id] if successor else [])


def test_a_draft_is_none_the_more_in_force_before_its_successor_came() -> None:
    """Only what was in force can end later."""
    library = Library()
    draft = library.add("A-201", version="P01", kind="drawing", date="2023-05-10", status="draft")
    library.add("A-201", version="P02", kind="drawing", date="2023-08-30", status="issued")
    assert library.governing("2023-07-01").of_source(draft).signal is Signal.DRAFT


def test_an_amendment_printed_by_itself_leaves_its_base_in_force_but_for_its_clauses() -> None:
    """Both govern together until a later edition takes the place of both."""
    library = Library()
    kind = {"kind": "standard"}
    base = library.add("EN 99871", version="2009", date="2009-03-01", **kind)
    sheet = library.add("EN 99871", version="2009+A1", date="2013-05-01", **kind)
    new = library.add("EN 99871", version="2019", date="2019-10-01", **kind)
    library.link(AMENDS, sheet, "EN 99871", "correction", Scope(version="2009"))
    library.link(AMENDS, sheet, "EN 99871", "substitution", Scope(("4.2",), version="2009", into=("1",)))
    library.clause(base, "4.2", 10, 20)
    library.clause(base, "4.3", 20, 30)
    then = library.governing("2015-01-01")
    assert then.of_source(sheet).signal is Signal.GOVERNS
    assert then.of_clause(base, "4.2").signal is Signal.SUPERSEDED
    assert then.of_clause(base, "4.3").signal is Signal.GOVERNS
    now = library.governing("2020-01-01")
    assert [now.of_source(s).is_in_force for s in (base, sheet, new)] == [False, False, True]


def test_the_row_of_a_register_gives_the_day_of_an_end_and_not_that_of_the_issue() -> None:
    """A day on which the text began cannot be that of its end."""
    for told, in_force in (("2005-09-01", True), ("1998-06-15", False)):
        library = Library()
        gone = library.add("BS 7788", version="1998", kind="standard", date="1998-06-15")
        register = library.add(None, "catalogue.csv", kind="register")
        library.link(
            EdgeType.DECLARES, register, "BS 7788", "register", Scope(version="1998"), effective=told, note="withdrawn"
        )
        assert library.governing("2004-01-01").of_source(gone).is_in_force is in_force
        assert not library.governing("2006-01-01").of_source(gone).is_in_force


def test_the_first_of_a_number_is_what_a_lettered_revision_cancels_by_the_bare_number() -> None:
    """And no other revision of it."""
    library = Library()
    first = library.add("AC 27-9", "first", date="1998-06-08", title="Pier lights")
    lettered = library.add("AC 27-9", "lettered", version="A", date="2011-04-12", title="Lights on piers")
    library.link(WITHDRAWS, lettered, "AC 27-9", "repeal")
    governing = library.governing("2020-01-01")
    assert governing.of_source(first).signal is Signal.WITHDRAWN
    assert governing.of_source(lettered).signal is Signal.GOVERNS

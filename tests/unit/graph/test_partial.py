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

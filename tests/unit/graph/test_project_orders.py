"""Orders of precedence of projects: how they are written, and which one decides."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.errors import UnknownName
from graph.governing import Governing
from graph.precedence import DEFAULT, PRESETS, Precedence, preset
from graph.project_orders import order_of, read_order, unlisted, write_order
from graph.time import Moment
from graph.vocabulary import AuthorityClass as A
from graph.vocabulary import EdgeType, Signal
from tests.fakes.library import Library

CLASSES = [a for a in A if a is not A.UNCLASSIFIED]


@given(st.permutations(CLASSES), st.lists(st.integers(1, 4), min_size=1, max_size=14))
def test_an_order_reads_back_as_it_was_written(classes: list[A], sizes: list[int]) -> None:
    """`>` between tiers and `=` within them lose nothing."""
    tiers, rest = [], list(classes)
    for size in sizes:
        if rest:
            tiers.append(tuple(rest[:size]))
            rest = rest[size:]
    order = Precedence("own", tuple(tiers))
    assert read_order(write_order(order.order)).order == order.order
    assert set(unlisted(order.order)) == set(rest)


def test_an_order_equal_to_a_preset_takes_its_name() -> None:
    """Typed by hand or chosen by name, it is the same order."""
    for name, order in PRESETS.items():
        assert read_order(write_order(order.order)).name == name
    assert read_order("addendum > mail").name == "own"


@pytest.mark.parametrize("text", ["", " > ", "addendum > addendum"])
def test_an_order_of_nothing_or_with_a_repetition_is_refused(text: str) -> None:
    """Each class stands in one place."""
    with pytest.raises(ValueError, match="order of precedence"):
        read_order(text)


def test_an_unknown_class_lists_the_known_ones() -> None:
    """The message helps."""
    with pytest.raises(UnknownName, match="adopted-standard"):
        order_of([["adendum"]])


def test_the_order_of_the_targets_project_decides() -> None:
    """Elsewhere, and before anything was chosen, the default does; shared targets go by the other text."""
    tower = Library("tower")
    mail = tower.add("Mail 4", authority="mail", date="2024-09-01")
    section = tower.add("Section 1", authority="specification", date="2024-05-01")
    tower.link(EdgeType.SUPERSEDES, mail, section)
    own = Precedence("own", ((A.MAIL,), (A.SPECIFICATION,)))
    plain = tower.snapshot()
    day = Moment(date(2025, 1, 1))
    assert plain.order_between(mail, section) is DEFAULT
    assert Governing(plain, day).of_source(section).signal is Signal.CONTESTED
    assert Governing(replace(plain, orders={"quay": own}), day).of_source(section).signal is Signal.CONTESTED
    assert Governing(replace(plain, orders={"tower": own}), day).of_source(section).signal is Signal.SUPERSEDED
    assert Governing(replace(plain, orders={"": own}), day).of_source(section).signal is Signal.SUPERSEDED
    both = replace(plain, orders={"": own, "tower": DEFAULT})
    assert Governing(both, day).of_source(section).signal is Signal.CONTESTED


def test_a_complementary_order_never_picks() -> None:
    """Between any two known classes, neither text displaces the other; both stay in force, contested."""
    order = preset("complementary")
    for first in CLASSES:
        for second in CLASSES:
            assert order.may_displace(first, second) is (first is second)
    tower = Library("tower")
    addendum = tower.add("Addendum 2", authority="addendum", date="2024-09-01")
    section = tower.add("Section 1", authority="specification", date="2024-05-01")
    tower.link(EdgeType.SUPERSEDES, addendum, section)
    snapshot = replace(tower.snapshot(), orders={"tower": order})
    verdict = Governing(snapshot, Moment(date(2025, 1, 1))).of_source(section)
    assert verdict.signal is Signal.CONTESTED
    assert "is complementary to" in verdict.reason
    assert Governing(snapshot, Moment(date(2024, 6, 1))).of_source(section).signal is Signal.GOVERNS

"""When a text that is said to be withdrawn ended."""

from __future__ import annotations

from graph.model import Scope
from graph.vocabulary import EdgeType, Signal
from tests.fakes.library import Library


def test_what_a_register_says_is_attested_from_the_day_of_the_register() -> None:
    """Before that day the text, which was issued, is not known to have ended."""
    library = Library()
    held = library.add("HLS 7", version="2010", date="1 June 2010")
    register = library.add(None, "register.csv", title="List of standards", kind="register", date="1 May 2024")
    library.link(EdgeType.DECLARES, register, "HLS 7", method="register", scope=Scope(version="2010"), note="withdrawn")
    assert library.governing("2020-01-01").of_source(held).signal is Signal.GOVERNS
    assert library.governing("2024-05-01").of_source(held).signal is Signal.WITHDRAWN

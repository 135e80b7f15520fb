"""What sentences say is done, and by whom."""

from __future__ import annotations

import pytest

from graph.conflicts.acting import Doing, doing, is_idle


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("Winches shall be greased every", Doing("greased")),
        ("Fans are selected to supply the hold with", Doing("supply", "fans")),
        ("The mate must have a lamp on deck within", Doing()),
        ("Corridors leading to the hold shall be wide", Doing()),
        ("BOLTS TO BE GALVANISED", Doing("galvanised")),
        ("Grease the winch every", Doing("grease")),
    ],
)
def test_a_sentence_says_what_is_done_and_by_whom(said: str, wanted: Doing) -> None:
    """In the passive nobody is named, and a thing that only has something does nothing."""
    assert doing(said) == wanted


def test_what_a_statement_tells_is_done_counts_where_no_other_verb_rules() -> None:
    """A noun that looks like a verb is none where another verb rules."""
    assert doing("The purser retains of each fare", is_stated=True) == Doing("retain", "the purser")
    assert doing("The set-back of barriers is", is_stated=True) == Doing()


def test_keeping_is_idle_but_for_how_long() -> None:
    """To keep a door closed is to close it; to keep a record for a year says how long."""
    assert is_idle("keep", is_timed=False)
    assert not is_idle("keep", is_timed=True)

"""The gate, signal by signal."""

from __future__ import annotations

import pytest

from graph.governing import Verdict
from graph.vocabulary import Signal
from retrieval.gate import IN_FORCE, WITHHELD_AS, count_withheld, may_quote, passes
from retrieval.model import Candidate


def _candidate(signal: Signal) -> Candidate:
    verdict = Verdict(signal, "why", "rule")
    return Candidate("p", "s", (), (), 0.1, None, 1.0, 1.0, 0.1, signal, passes(verdict), "why")


@pytest.mark.parametrize("signal", list(Signal))
def test_every_signal_is_either_in_force_or_withheld_under_a_name(signal: Signal) -> None:
    """No signal falls through; only text in part out of force passes and is then judged by its own span."""
    verdict = Verdict(signal, "why", "rule")
    assert (signal in IN_FORCE) != (signal in WITHHELD_AS)
    assert may_quote(verdict) == (signal in IN_FORCE)
    assert passes(verdict) == (may_quote(verdict) or signal is Signal.SUPERSEDED_IN_PART)


def test_text_that_lies_in_an_amended_place_does_not_pass() -> None:
    """Superseded in part passes as a whole only where some of it is in force."""
    assert not passes(Verdict(Signal.SUPERSEDED_IN_PART, "why", "substitution", is_withheld=True))


def test_withheld_passages_are_counted_by_reason() -> None:
    """Withdrawn, and kept back in part, count as superseded; a text of a later day as outside the period."""
    signals = [Signal.SUPERSEDED, Signal.WITHDRAWN, Signal.DRAFT, Signal.NOT_YET_EFFECTIVE, Signal.GOVERNS]
    counts = count_withheld(map(_candidate, [*signals, Signal.SUPERSEDED_IN_PART]))
    assert counts == {"superseded": 3, "draft": 1, "no_permission": 0, "outside_period": 1}


def test_text_of_a_stale_source_has_a_count_only_where_there_is_some() -> None:
    """The names of the interface are always there, `unverified` only when it says something."""
    assert count_withheld([_candidate(Signal.UNVERIFIED)])["unverified"] == 1
    assert "unverified" not in count_withheld([])

"""What conditions say in other words: the same, the opposite, an exception, or what holds unless noted otherwise."""

from __future__ import annotations

import pytest

from graph.conflicts.wording import is_default, situation
from graph.vocabulary import ConflictClass as C
from tests.unit.graph.conflicts.shelf import Shelf, condition

NEGATING = ("unless", "except")


def judged(first: str, second: str, subjects: tuple[str, str] = ("wall", "wall")) -> tuple[C, bool]:
    """The class of two widths that differ, each under a condition, and whether it is sure."""
    shelf = Shelf()
    for number, text, subject, value in zip("12", (first, second), subjects, ("900", "1000"), strict=True):
        held = [condition(text, negated=text.lower().startswith(NEGATING))] if text else []
        shelf.demand(shelf.document(f"SPEC {number}"), subject, "width", f"shall = {value} mm", held)
    found = shelf.pair()
    assert found is not None
    return found.kind, found.is_sure


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("If the upstream service is unavailable", "When the upstream service cannot be reached"),
        ("while the gateway is down", "if the gateway is not available"),
        ("where the pipe is unlined", "if the pipe is not lined"),
        ("unless the pipe is lined", "where the pipe is not lined"),
        ("unless the pipe is not lined", "where the pipe is lined"),
        ("in buildings without sprinklers", "in unsprinklered buildings"),
        ("in buildings that have no sprinklers", "in buildings in the absence of sprinklers"),
        ("where an automatic sprinkler system is installed throughout", "where there are sprinklers"),
        ("during the day", "in daytime"),
        ("at night", "during the night-time"),
        ("outdoors", "externally, in external areas"),
        ("in wet conditions", "when wet"),
        ("except in tunnels", "other than in tunnels"),
        ("if authentication fails", "when authentication is not successful"),
        ("at unmanned stations", "at stations that are not staffed"),
    ],
)
def test_conditions_in_other_words_hold_at_once(first: str, second: str) -> None:
    """Two values under one condition contradict each other."""
    assert judged(first, second) == (C.CONTRADICTION, True)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("when the database is reachable", "when the database cannot be reached"),
        ("where the controller is online", "where the controller is offline"),
        ("in buildings equipped throughout with an automatic sprinkler system", "in buildings without sprinklers"),
        ("in sprinklered buildings", "in unsprinklered buildings"),
        ("where no smoke detection is installed", "where smoke detection is installed"),
        ("if the floor finish is fitted", "if the floor finish is not fitted"),
        ("for authenticated users", "for unauthenticated users"),
        ("with mechanical cooling", "without mechanical cooling"),
        ("during the day", "at night"),
        ("in wet weather", "in dry weather"),
        ("outdoors", "indoors"),
        ("except in kitchens", "in hotel kitchens"),
        ("other than in plant rooms", "in plant rooms"),
        ("in high-rise buildings", "in other buildings"),
        ("in stairs", "elsewhere"),
        ("on weekdays", "at weekends"),
        ("in peak hours", "off-peak"),
    ],
)
def test_conditions_that_exclude_one_another_in_other_words_never_hold_at_once(first: str, second: str) -> None:
    """With and without, un- and not, opposites, an exception and what it leaves out, the rest and the part."""
    assert judged(first, second) == (C.DIFFERENT_SCOPE, True)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("where the pipe is not lined", "where the pipe is buried"),
        ("in plant rooms", "in bedrooms"),
        ("where the service is down", "where the user is anonymous"),
    ],
)
def test_conditions_about_other_things_leave_it_open_whether_they_meet(first: str, second: str) -> None:
    """A person may look; nothing is claimed."""
    assert judged(first, second) == (C.DIFFERENT_SCOPE, False)


@pytest.mark.parametrize(
    ("exception", "special", "kind"),
    [
        ("except in kitchens", "walls in kitchens", C.DIFFERENT_SCOPE),
        ("except kitchen walls", "kitchen walls", C.DIFFERENT_SCOPE),
        ("except external walls", "external walls", C.DIFFERENT_SCOPE),
        ("except in zone A", "walls of zone A", C.DIFFERENT_SCOPE),
        ("except in kitchens", "walls in bathrooms", C.CONTRADICTION),
        ("except kitchen walls", "walls", C.CONTRADICTION),
        ("except load-bearing walls", "load-bearing walls", C.DIFFERENT_SCOPE),
        ("unless noted otherwise", "walls in kitchens", C.DIFFERENT_SCOPE),
        ("unless otherwise stated on the drawings", "external walls", C.DIFFERENT_SCOPE),
        ("unless noted otherwise", "walls", C.CONTRADICTION),
    ],
)
def test_an_exception_parts_only_what_it_names(exception: str, special: str, kind: C) -> None:
    """A general text clashes outside the exception; what holds unless noted otherwise yields to what is particular."""
    assert judged(exception, "", ("walls", special))[0] is kind


def test_two_texts_that_both_hold_unless_noted_otherwise_contradict_each_other() -> None:
    """Neither is the more particular."""
    assert judged("unless noted otherwise", "unless otherwise shown")[0] is C.CONTRADICTION


@pytest.mark.parametrize("text", ["U.N.O.", "Unless otherwise noted", "unless shown otherwise on the drawings", "UON"])
def test_what_yields_says_so_in_a_few_set_phrases(text: str) -> None:
    """As they stand in notes of drawings and in specifications."""
    assert is_default(text)


@pytest.mark.parametrize("text", ["unless the engineer approves", "unless the door is noted as fire-rated"])
def test_what_asks_for_more_than_another_text_does_not_yield(text: str) -> None:
    """An approval or a fact is a condition of its own."""
    assert not is_default(text)


def test_what_is_denied_twice_holds() -> None:
    """Unless it is not lined: where it is."""
    assert situation("unless it is not lined", negated=True) == situation("where it is lined")

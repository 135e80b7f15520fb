"""Verbal and nominal forms of one act: "stored at 60 °C" and "storage temperature", "paid" and "payment"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from graph.requirements.terms import concept_data, reduced

_SHORTEST = 3
_FORMS = (("ied", ("ie", "y")), ("ying", ("ie", "y")))
"""Endings of forms of "tie" and of "retry", with what stands for them in a short and in a longer word."""


def act_of(word: str) -> str:
    """The act that a reduced word is a form of; "" where the table does not know it."""
    return _forms().get(word, "")


def done(word: str) -> str:
    """The act of a participle: by the table, else the word without its ending.

    Examples:
        >>> done("tested"), done("payment"), done("fitted"), done("vaporised"), done("retried"), done("tying")
        ('test', 'pay', 'fit', 'vaporise', 'retry', 'tie')
    """
    known = act_of(word)
    if known:
        return known
    for ending, instead in _FORMS:
        if word.endswith(ending):
            is_short = len(word) <= len(ending) + 1
            return word.removesuffix(ending) + (instead[0] if is_short else instead[1])
    if word.endswith("sed") and not word.endswith("ssed"):
        return word[:-1]
    stem = next((word.removesuffix(end) for end in ("ed", "ing") if word.endswith(end)), word)
    if len(stem) < _SHORTEST:
        return word
    return stem[:-1] if len(stem) > _SHORTEST and stem[-1] == stem[-2] and stem[-1] not in "sl" else stem


def is_measure(label: str) -> bool:
    """Whether a property measures what is done rather than the thing: a duration, a pressure, a temperature."""
    return label in concept_data()["acting"]["measures"]


def is_extent(label: str) -> bool:
    """Whether a measure says no more than how far: a size, a depth, a distance."""
    return label in concept_data()["acting"]["extents"]


def property_done(label: str, acts: Iterable[str]) -> str:
    """The name of the measure of an act.

    An extent by an act is named by the act alone ("embedment"), and the speed of a motion is the thing's own.
    """
    held = " ".join(acts)
    if is_extent(label):
        return held
    return label if held in concept_data()["acting"]["motions"].get(label, ()) else f"{label} {held}"


@cache
def _forms() -> Mapping[str, str]:
    return {reduced(form): act for act, forms in concept_data()["acts"].items() for form in (act, *forms)}

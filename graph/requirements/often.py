"""Words for how often something is done: "weekly", "once a quarter"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from graph.requirements.compiling import NEVER, either, insensitive

Time = tuple[str, str]
"""Magnitude and unit of the time between: ("6", "month")."""


@dataclass(frozen=True, slots=True)
class Recurring:
    """The words of one language.

    Attributes:
        pattern: What says how often as the group `often`, and what bounds it before as `bound`.
        times: Adverbs and last words of counts, by whether they stand behind "twice", with the time between.
    """

    pattern: re.Pattern[str]
    times: Mapping[tuple[bool, str], Time]

    def meant(self, words: str) -> Time:
        """The time between of an adverb or a count in small letters."""
        return self.times[words.startswith("twice"), words.rpartition(" ")[2]]


def recurring(data: Mapping[str, Any]) -> Recurring:
    """The words that a language file gives; of one that gives none nothing is found."""
    if not data:
        return Recurring(NEVER, {})
    behind = rf"(?=\s*(?:[.,;:)]|$)|\s+(?:{either(data['behind'])})\b)"
    counts = rf"{data['once']} (?:{either(data['times'])})|{data['twice']} (?:{either(data['halves'])})"
    pattern = (
        rf"(?P<bound>\b(?:{either(data['bound'])})\s+)?\b(?P<often>(?:{either(data['adverbs'])}){behind}|{counts}\b)"
    )
    rows = [(False, data["adverbs"]), (False, data["times"]), (True, data["halves"])]
    times = {(half, word): (amount, unit) for half, table in rows for word, (amount, unit) in table.items()}
    return Recurring(insensitive(pattern.replace(" ", r"\s+")), times)

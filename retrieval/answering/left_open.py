"""Sentences that leave open what they might have stated."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files


@cache
def _phrases() -> re.Pattern[str]:
    table = tomllib.loads(files(__package__).joinpath("left_open.toml").read_text("utf-8"))
    return re.compile("|".join(pattern for patterns in table["phrases"].values() for pattern in patterns), re.I)


def leaves_open(text: str) -> bool:
    """Whether a sentence leaves it to somebody to decide what it speaks of.

    Examples:
        >>> leaves_open("The colour shall be as decided by the client before fabrication starts.")
        True
        >>> leaves_open("The colour shall be slate grey.")
        False
    """
    return _phrases().search(text) is not None

"""Words of a question that the quantity of an answer says by itself."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

_NUMBER = r"(?:\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty)"


@cache
def _units() -> Mapping[str, re.Pattern[str]]:
    table = tomllib.loads(files(__package__).joinpath("implied.toml").read_text("utf-8"))
    return {
        word: re.compile(rf"\b{_NUMBER}[ \u00a0-]?(?:{'|'.join(units)})(?![\w/])", re.I)
        for word, units in table["words"].items()
    }


def implied_words(question: str, texts: Iterable[str]) -> list[str]:
    """The words after "how" in a question that some text answers with a quantity.

    Examples:
        >>> implied_words("How long must mortar cure?", ["Mortar shall cure for 7 days."])
        ['long']
        >>> implied_words("How long must mortar cure?", ["Mortar shall be 20 mm thick."])
        []
    """
    said = list(texts)
    asked = {word.casefold() for word in re.findall(r"\bhow (\w+)", question, re.I)}
    return [word for word, unit in _units().items() if word in asked and any(unit.search(text) for text in said)]

"""What a sentence says is done, and who does it: "the supplier keeps the system available" is about the system."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from graph.requirements.acts import act_of
from graph.requirements.compiling import either
from graph.requirements.patterns import grammar
from graph.requirements.terms import reduced


@dataclass(frozen=True, slots=True)
class Doing:
    """What a sentence says is done.

    Attributes:
        act: The verb as it stands; "" where the sentence only says how something is.
        by: The words for who does it; "" where it is done to what the sentence is about.
    """

    act: str = ""
    by: str = ""


_NOTHING = Doing()
_COMMAND = re.compile(r"\s*(?P<act>[a-z-]+)\s+(?:the|an?|all|each|every|any|no)\b")
_COPULA = re.compile(r"\b(?:is|are|be)\b")


@lru_cache(maxsize=65536)
def doing(said: str, *, is_stated: bool = False) -> Doing:
    """What is done by the words of a demand; of one that is only stated also by a verb that no other rules.

    Examples:
        >>> doing("The supplier must keep the system available for")
        Doing(act='keep', by='the supplier')
        >>> doing("Fans are to be tested at")
        Doing(act='tested', by='')
        >>> doing("The door shall be at least wide")
        Doing(act='', by='')
    """
    low = said.casefold()
    for pattern in _patterns():
        found = pattern.search(low)
        if found is None:
            continue
        act = found["act"]
        if found["be"]:
            return Doing(act) if _is_participle(act) else _NOTHING
        if act in _data()["having"]:
            return _NOTHING
        return Doing(act, "" if act in _data()["moving"] else low[: found.start()].strip())
    command = None if is_stated else _COMMAND.match(low)
    if command is not None:
        return Doing(command["act"])
    is_bare = is_stated and ":" not in said and _COPULA.search(low) is None
    stated = grammar("en", declares=True).telling.declaring.search(low, 1) if is_bare else None
    return Doing(reduced(stated[0]), low[: stated.start()].strip()) if stated else _NOTHING


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    data = _data()
    lead = rf"(?:(?:{either(data['adverbs'])})\s+)*"
    able = rf"\b(?:is|are|be)\s+{lead}(?:{either(data['able'])})\s+to\s+{lead}(?P<be>be\s+)?{lead}(?P<act>[a-z-]+)"
    modal = rf"\b(?:{either(data['modals'])})\s+{lead}(?P<be>(?:be|being)\s+)?{lead}(?P<act>[a-z-]+)"
    plain = rf"\b(?P<be>(?:is|are)\s+){lead}(?P<act>[a-z-]+)"
    return tuple(map(re.compile, (able, modal, plain)))


def is_idle(act: str, *, is_timed: bool) -> bool:
    """Whether a verb says no more than that something is there or so; of a time some say how long."""
    return act in _data()["idle"] and not (is_timed and act in _data()["timed"])


@cache
def _data() -> Mapping[str, Any]:
    return tomllib.loads(files("graph.conflicts").joinpath("acting.toml").read_text("utf-8"))


def _is_participle(word: str) -> bool:
    return word.endswith("ed") or word in _data()["participles"] or act_of(reduced(word)) not in ("", word)

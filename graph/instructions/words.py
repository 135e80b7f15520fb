"""How instructions are said in one language: the data of `languages/*.toml`, compiled."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from graph.vocabulary import InstructionKind

_NEVER = re.compile(r"(?!)")
_NESTED = 2
"""How deep lists name lists."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One way of saying something.

    Attributes:
        name: Language and place in its file.
        needs_role: It counts only in a message whose author is said to have a role.
        is_first: It counts only as the first sentence of the message.
    """

    name: str
    kind: InstructionKind
    pattern: re.Pattern[str]
    confidence: float
    needs_role: bool = False
    is_first: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """All patterns of one language.

    Attributes:
        no_sentence: A sentence that is none, whatever it says; `no_message` likewise of a whole message.
    """

    rules: tuple[Rule, ...]
    no_sentence: re.Pattern[str]
    no_message: re.Pattern[str]
    roles: re.Pattern[str]


@cache
def words(language: str) -> Words:
    """The words of a language, read and compiled once."""
    path = files("graph.instructions").joinpath("languages", f"{language}.toml")
    data = tomllib.loads(path.read_text("utf-8"))
    lists = {f"{{{name}}}": f"(?:{'|'.join(spellings)})" for name, spellings in data["lists"].items()}
    return Words(
        rules=tuple(_rule(f"{language}-{n}", row, lists) for n, row in enumerate(data["rule"], start=1)),
        no_sentence=_any(data["veto"]["sentence"], lists),
        no_message=_any(data["veto"]["message"], lists, re.MULTILINE),
        roles=_any(data["roles"]["patterns"], lists),
    )


def _rule(name: str, row: Mapping[str, Any], lists: Mapping[str, str]) -> Rule:
    return Rule(
        name,
        InstructionKind(row["kind"]),
        _compiled(row["pattern"], lists),
        row["confidence"],
        row.get("role", False),
        row.get("first", False),
    )


def _any(patterns: Iterable[str], lists: Mapping[str, str], flags: int = 0) -> re.Pattern[str]:
    found = [f"(?:{pattern})" for pattern in patterns]
    return _compiled("|".join(found), lists, flags) if found else _NEVER


def _compiled(pattern: str, lists: Mapping[str, str], flags: int = 0) -> re.Pattern[str]:
    for _ in range(_NESTED):
        for name, body in lists.items():
            pattern = pattern.replace(name, body)
    return re.compile(re.sub(r"(?<!\[)(?<!\\x) (?![?*+{])", r"\\s+", pattern), re.IGNORECASE | flags)

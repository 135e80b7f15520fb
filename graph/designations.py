"""Whether two ways of writing a document's number name one document: "Spec 08 71 00" and "LD-SPEC-087100"."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

_PART = re.compile(r"[^\W\d_]+|\d+[^\W\d_]?(?![^\W\d_])|\d+")
_COUNTED = re.compile(r"0*(\d+)(\D?)")


@dataclass(frozen=True, slots=True)
class _Parts:
    """A number taken apart.

    Attributes:
        letters: Its words and codes, each as the sort of document that it means, where it means one.
        figures: Its groups of figures without leading zeros, a letter behind one with it.
        whole: All figures as one.
    """

    letters: frozenset[str]
    figures: tuple[str, ...]
    whole: str


def may_be_one(one: str, other: str) -> bool:
    """Whether one of two numbers may be the other shortened, punctuated otherwise, or with its sort spelt out.

    Their figures have to be the same, or those at the end of the longer one; of their letters one may have more,
    but none that contradicts the other's.
    """
    first, second = _parts(one), _parts(other)
    if not first.figures or not second.figures or not _have_same_figures(first, second):
        return False
    return first.letters <= second.letters or second.letters <= first.letters


def _have_same_figures(first: _Parts, second: _Parts) -> bool:
    if first.whole == second.whole:
        return True
    short, long = sorted((first.figures, second.figures), key=len)
    return long[-len(short) :] == short


@lru_cache(maxsize=4096)
def _parts(number: str) -> _Parts:
    text = _spelt(number.casefold())
    found = _PART.findall(text)
    letters = frozenset(part for part in found if not part[0].isdigit())
    figures = [part for part in found if part[0].isdigit()]
    return _Parts(letters - _empty(), tuple(map(_counted, figures)), _counted("".join(figures)))


def _counted(figures: str) -> str:
    match = _COUNTED.fullmatch(figures)
    return match[1] + match[2] if match else figures


def _spelt(text: str) -> str:
    """The text with every word for a sort of document as the first of its words."""
    for name, pattern in _sorts():
        text = pattern.sub(f" {name} ", text)
    return text


@cache
def _data() -> dict[str, Sequence[Sequence[str]] | Sequence[str]]:
    return tomllib.loads(files("graph").joinpath("designations.toml").read_text("utf-8"))


@cache
def _sorts() -> tuple[tuple[str, re.Pattern[str]], ...]:
    found = []
    for words in _data()["sorts"]:
        spelt = "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in sorted(words, key=len, reverse=True))
        found.append((words[0], re.compile(rf"(?<![^\W\d_])(?:{spelt})(?![^\W\d_])")))
    return tuple(found)


@cache
def _empty() -> frozenset[str]:
    return frozenset(word for word in _data()["empty"] if isinstance(word, str))

"""Uzbek words in one script and without their endings, so that its inflections and both its scripts meet.

A text is taken for Uzbek by its own letters and words (`words.toml`). Endings of number, possession and case are
stripped from the end, longest first, as long as three letters stay; a "g" that an ending made of "k" is "k" again
(`kengligi` is `kenglik`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

_SHORTEST = 3
_MOST_ENDINGS = 4
_WORDS_PER_MARK = 12
"""A text has at least one mark of Uzbek in so many words."""
_OWN_CYRILLIC = re.compile("[ўқғҳ]")
_NOT_UZBEK = re.compile("[ыщ]")
_OWN_LATIN = re.compile(r"[A-Za-z]*[OoGg]['\u2018\u2019\u02bb\u02bc`](?!clock)[a-z]{2}")
_WORD = re.compile(r"[^\W\d_]+(?:['\u2018\u2019\u02bb\u02bc`][^\W\d_]+)*")
_CYRILLIC_WORD = re.compile("[\u0400-\u04ff]+")
_APOSTROPHES = re.compile(r"['\u2018\u2019\u02bb\u02bc`]")
_AFTER_VOWEL = re.compile("(?:^|(?<=[аеёиоуўэюя]))е", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Uzbek:
    marks: frozenset[str]
    tails: tuple[str, ...]
    endings: tuple[str, ...]
    letters: Mapping[str, str]


@cache
def _data() -> _Uzbek:
    loaded = tomllib.loads(files("retrieval").joinpath("words.toml").read_text("utf-8"))["uzbek"]
    endings = sorted(loaded["endings"].split(), key=lambda ending: (-len(ending), ending))
    return _Uzbek(frozenset(loaded["marks"].split()), tuple(loaded["tails"].split()), tuple(endings), loaded["letters"])


def is_uzbek(text: str) -> bool:
    """Whether a text is Uzbek, in either script, as far as its letters and words tell.

    Capitals do not count: they may be of an acronym in a text of another language.
    """
    own = 0 if text.isascii() else len(_OWN_CYRILLIC.findall(text))
    if own > len(_NOT_UZBEK.findall(text)):
        return True
    words = _WORD.findall(text)
    marks = {word for word in set(words) if _is_mark(word)}
    return bool(marks) and sum(word in marks for word in words) * _WORDS_PER_MARK >= len(words)


@lru_cache(maxsize=1 << 16)
def _is_mark(word: str) -> bool:
    folded = _APOSTROPHES.sub("", word).casefold()
    if len(folded) < len(word) and _OWN_LATIN.match(word):
        return True
    return folded in _data().marks or (len(folded) > 6 and folded.endswith(_data().tails))


def in_latin(text: str) -> str:
    """An Uzbek text with its Cyrillic words in Latin letters.

    Examples:
        >>> in_latin("Хонадаги ҳарорат 18 °C")
        'xonadagi harorat 18 °C'
    """
    return text if text.isascii() else _CYRILLIC_WORD.sub(lambda word: _transliterated(word[0]), text)


@lru_cache(maxsize=1 << 14)
def _transliterated(word: str) -> str:
    letters = _data().letters
    return "".join(letters.get(letter, letter) for letter in _AFTER_VOWEL.sub("йе", word).lower())


def stem(word: str) -> str:
    """A case-folded Uzbek word without apostrophes, without its endings.

    Examples:
        >>> stem("xonalarining"), stem("kengligi"), stem("ombordagi")
        ('xona', 'kenglik', 'ombor')
    """
    for _ in range(_MOST_ENDINGS):
        ending = next((e for e in _data().endings if word.endswith(e) and len(word) - len(e) >= _SHORTEST), None)
        if ending is None:
            break
        word = word[: -len(ending)]
        if ending[0] in "aeiou" and word.endswith("g"):
            word = f"{word[:-1]}k"
    return word

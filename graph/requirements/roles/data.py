"""The roles of words in one language, compiled from `languages/*.toml`.

A language says where its verb stands, whether blanks part its words, and which words play which role; one
reader does the rest. Patterns of Uzbek are written in Latin letters and read in Cyrillic ones as well.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from graph.vocabulary import Comparator, Modality

_SIGNS = {"≥": Comparator.AT_LEAST, "≤": Comparator.AT_MOST, ">": Comparator.MORE, "<": Comparator.LESS}
_KINDS = tuple(_SIGNS.values())
_PAIRS = (("o'", "ў"), ("g'", "ғ"), ("sh", "ш"), ("ch", "ч"), ("yo", "ё"), ("yu", "ю"), ("ya", "я"), ("ye", "е"))
_LETTERS = str.maketrans("abdefghijklmnopqrstuvxyz", "абдефгҳижклмнопқрстувхйз")
_MARK = r"(?:[\s,，;；:：.。()（）«»“”„\"–—-]|\d+(?:\.\d+)+(?=\s))"
_APOSTROPHES = "'`‘’ʻʼ"


@dataclass(frozen=True, slots=True)
class Roles:
    """The words of one language by their roles.

    Attributes:
        verb_last: Predicates stand behind what they rule.
        joined: No blanks part words.
        predicates: Groups `p0`, `p1`, ... for each of `strengths`: modality, denied, weak (demands nothing alone).
        before, after: Comparators on either side of a value, groups `c0` or `a0` ... for "≥", "≤", ">", "<".
        denial: Right before a comparator; filler: whole text between it and its value.
        ending: Endings of case that a unit may carry; waiting: those after which a later comparator counts.
        verbal: Nouns of doing at the end of an object.
        link: Whole text between a predicate and a value that it demands as it stands.
        fresh: A word that begins another phrase than that of the preposition before it.
        joining: Whole text between two values that are listed side by side.
        oblique: End of a property's name that cannot be a subject.
        empty: Whole text of a heading that names nothing.
        number_of: Name of the number of what stands for `{}`.
        having: End of a property that the thing before it has.
        belonging: Opens words that go on with a property's name; genitive: ending a name is written without.
    """

    language: str
    verb_last: bool
    joined: bool
    predicates: re.Pattern[str]
    strengths: tuple[tuple[Modality, bool, bool], ...]
    before: re.Pattern[str]
    after: re.Pattern[str]
    denial: re.Pattern[str]
    filler: re.Pattern[str]
    ending: re.Pattern[str]
    waiting: re.Pattern[str]
    opening: re.Pattern[str]
    opened: re.Pattern[str]
    plain: re.Pattern[str]
    tolerance: re.Pattern[str]
    product: re.Pattern[str]
    link: re.Pattern[str]
    least: re.Pattern[str]
    most: re.Pattern[str]
    joining: re.Pattern[str]
    uncounted: re.Pattern[str]
    head: re.Pattern[str]
    tail: re.Pattern[str]
    strong: re.Pattern[str]
    negated: re.Pattern[str]
    ends: re.Pattern[str]
    places: re.Pattern[str]
    fresh: re.Pattern[str]
    oblique: re.Pattern[str]
    named: re.Pattern[str]
    leading: re.Pattern[str]
    trailing: re.Pattern[str]
    verbal: re.Pattern[str]
    having: re.Pattern[str]
    belonging: re.Pattern[str]
    genitive: re.Pattern[str]
    possessing: re.Pattern[str]
    empty: re.Pattern[str]
    number: str
    number_of: str

    def comparator(self, match: re.Match[str]) -> Comparator:
        """The comparator that a match of `before` or `after` writes."""
        return _KINDS[int((match.lastgroup or "c0")[1:])]


class Words:
    """Makes patterns of one language's words."""

    def __init__(self, language: str, joined: bool) -> None:
        self.twofold = language == "uz"
        self.start, self.end = ("", "") if joined else (r"(?<!\w)", r"(?!\w)")
        if self.twofold:
            self.start, self.end = rf"(?<![\w{_APOSTROPHES}])", rf"(?!\w|[{_APOSTROPHES}]\w)"

    def either(self, words: Iterable[str]) -> str:
        """Any of the words, the longest first; what nothing matches where there is none."""
        ordered = sorted(words, key=lambda word: (-len(word), word))
        ways = [way for word in ordered for way in ((word, cyrillic(word)) if self.twofold else (word,))]
        return "|".join(map(self._way, ways)) or r"(?!)"

    def _way(self, pattern: str) -> str:
        pattern = pattern.replace(" ", r"\s+")
        if not self.twofold:
            return pattern
        return pattern.replace("'", f"[{_APOSTROPHES}]").replace(r"\w", rf"[\w{_APOSTROPHES}]")

    def whole(self, words: Iterable[str], before: str = "", after: str = "") -> re.Pattern[str]:
        """Any of the words, whole."""
        return self.compiled(rf"{before}{self.start}(?:{self.either(words)}){self.end}{after}")

    def between(self, words: Iterable[str]) -> re.Pattern[str]:
        """Nothing but such words, marks and blanks."""
        return self.compiled(rf"\s*(?:(?:{self.either(words)})\s*)*")

    def choice(self, letter: str, rows: Iterable[Iterable[str]]) -> re.Pattern[str]:
        """One group for each row; those of letter "a" may go on with the word before them."""
        groups = [rf"(?P<{letter}{at}>{self.either(row)})" for at, row in enumerate(rows)]
        return self.compiled(rf"{'' if letter == 'a' else self.start}(?:{'|'.join(groups)}){self.end}")

    @staticmethod
    def compiled(pattern: str) -> re.Pattern[str]:
        """Without regard to case."""
        return re.compile(pattern, re.IGNORECASE)


def cyrillic(pattern: str) -> str:
    r"""A pattern of Uzbek in Latin letters in Cyrillic ones; escapes such as `\w` stay.

    Examples:
        >>> cyrillic("bo'lishi kerak"), cyrillic(r"\\w+masligi"), cyrillic("eni")
        ('бўлиши керак', '\\\\w+маслиги', 'эни')
    """
    parts = re.split(r"(\\.|\{[^}]*\})", pattern)
    return "".join(part if at % 2 else _transliterated(part) for at, part in enumerate(parts))


def _transliterated(text: str) -> str:
    text = re.sub(r"(?<![a-z'])e", "э", text)
    for latin, letter in _PAIRS:
        text = text.replace(latin, letter)
    return text.translate(_LETTERS)


@cache
def roles(language: str) -> Roles:
    """The roles of a language's words, read and compiled once."""
    path = Path(__file__).parent.parent / "languages" / f"{language}.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    words = Words(language, data["writing"]["joined"])
    stated = {**_strengths(data["denied"], denied=True), **_strengths(data["predicates"], denied=False)}
    return Roles(
        language=language,
        verb_last=data["writing"]["verb_last"],
        joined=data["writing"]["joined"],
        predicates=words.choice("p", stated.values()),
        strengths=tuple(stated),
        **_comparing(data, words),
        **_limiting(data["conditions"], words),
        **_naming(data["names"], words),
    )


def _strengths(rows: Mapping[str, list[str]], *, denied: bool) -> dict[tuple[Modality, bool, bool], list[str]]:
    return {
        (Modality.STATES if name == "weak" else Modality(name), denied, name == "weak"): listed
        for name, listed in rows.items()
    }


def _comparing(data: Mapping[str, Any], words: Words) -> dict[str, Any]:
    before, after, ranges, bare = data["before"], data["after"], data["ranges"], data["bare"]
    return {
        "before": words.choice("c", (before.get(sign, ()) for sign in _SIGNS)),
        "after": words.choice("a", (after.get(sign, ()) for sign in _SIGNS)),
        "denial": words.whole(before["denial"], after=r"\s*$"),
        "filler": words.between(before["filler"]),
        "ending": words.compiled(rf"(?:{words.either(after.get('ending', ()))})$"),
        "waiting": words.compiled(rf"\s*(?:{words.either(after.get('waiting', ()))})(?!\w)"),
        "opening": words.whole(ranges["opening"], after=r"\s*$"),
        "opened": words.compiled(rf"\s*(?:{words.either(ranges['opened'])})\s*"),
        "plain": words.compiled(rf"\s*(?:{words.either(ranges['plain'])})\s*"),
        "tolerance": words.compiled(rf"\s*(?:{words.either(ranges['tolerance'])})\s*"),
        "product": words.compiled(rf"\s*(?:{words.either(ranges['product'])})\s*"),
        "link": words.between(bare["link"]),
        "least": words.whole(bare["least"]),
        "most": words.whole(bare["most"]),
        "joining": words.compiled(rf"\s*(?:{words.either(bare['joining'])})\s*"),
        "uncounted": words.whole(bare["uncounted"], before=r"\s*"),
    }


def _limiting(rows: Mapping[str, list[str]], words: Words) -> dict[str, Any]:
    return {
        "head": words.whole(rows["head"]),
        "tail": words.whole(rows["tail"]),
        "strong": words.whole(rows["strong"]),
        "negated": words.whole(rows["negated"]),
        "ends": words.whole(rows["ends"]),
        "places": words.whole(rows["places"]),
        "fresh": words.whole(rows["fresh"]),
        "oblique": words.compiled(rf"(?:{words.either(rows['oblique'])})$"),
    }


def _naming(rows: Mapping[str, Any], words: Words) -> dict[str, Any]:
    heads, qualities, stops = (words.either(rows[name]) for name in ("heads", "qualities", "stops"))
    gap = r"\s+" if words.start else ""
    skipped = rf"(?:{_MARK}|{words.start}(?:{stops}){words.end})"
    return {
        "named": words.compiled(rf"{words.start}(?:(?:{qualities}){gap})*(?:{heads}){words.end}"),
        "leading": words.compiled(rf"{skipped}*"),
        "trailing": words.compiled(rf"(?:{skipped}|{words.either(rows['tails'])})*$"),
        "verbal": words.compiled(rf"(?:\s+(?:{words.either(rows['verbal'])}))+$"),
        "having": words.compiled(rf"(?:{words.either(rows['having'])})$"),
        "belonging": words.whole(rows["belonging"]),
        "genitive": words.compiled(rf"(?<=\w\w)(?:{words.either(rows['genitive'])})$"),
        "possessing": words.whole(rows["possessing"]),
        "empty": words.compiled(rf"\W*(?:{words.either(rows['empty'])})\W*"),
        "number": rows["number"],
        "number_of": rows["number_of"],
    }

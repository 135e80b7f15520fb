"""Phrases as terms that compare: the words that name a thing, its identifiers, what sets it apart, and the rest."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

IDENTIFIER = "identifier"
"""Dimension of a mark that names one thing of its kind: "D-201", "stair 2", "zone A"."""

_WORD = re.compile(r"[^\W_][\w.+/–-]*", re.UNICODE)
_OWNED = re.compile(r"(?<=\w)['’]s\b|(?<=s)['’](?=\s)")
_LETTER = re.compile(r"(?<=[^\W\d_])['`ʼ’‘](?=[^\W\d_])")
_RUN = re.compile(
    r"(?<![\w.-])(?P<letters>[^\W\d_]{1,4}[-.]?)(?P<first>\d{1,3})(?:\s?[-–]\s?|\s(?:to|through)\s)(?P=letters)"
    r"(?P<last>\d{1,3})(?![\w.-])",
    re.IGNORECASE,
)
_LONGEST_RUN = 30
_MARK = re.compile(r"(?=.*\d)(?:[^\W\d_]{1,6}[-./–]?\d[\w./-]*|\d+[\w./+-]*[^\W\d_][\w.-]*)", re.UNICODE)
_AMOUNT = re.compile(
    r"\d+(?:[.,]\d+)?(?:mm|cm|m|km|in|ft|kg|g|t|kn|n|kpa|mpa|pa|bar|v|kv|w|kw|mw|s|ms|min|h|hz|l|lx|db|mm2|m2|m3|k|c)",
    re.IGNORECASE,
)
_LETTER_OR_NUMBER = re.compile(r"[A-ZА-Я]|\d+(?:[.+]\d+)*|[IVX]{1,4}")
_FEWEST_NAMED = 2
"""Words that a thing keeps when a participle behind them is taken for its place."""
_DONE = re.compile(r"(?![a-z]*eed$)[a-z]{3,}ed")
"""A participle that places a thing before a preposition: "fuel stored on site"."""
_ACRONYMS = re.compile(r"[A-Z]{2,6}s")
_PARTICLE = re.compile(r"\b([a-z]{3,})-(ups?|ins?|outs?|offs?)\b", re.IGNORECASE)
"""Words that some write with a hyphen and some without: "back-up", "log-in"."""
_CYRILLIC = re.compile(r"[а-яёўқғҳ]")


@dataclass(frozen=True, slots=True)
class Term:
    """A phrase, taken apart.

    Attributes:
        words: That name the thing, reduced to what compares ("handrails" is "handrail"), in their order.
        marks: Sorted (dimension, word) of what excludes others of its kind: ("position", "internal").
        rest: Content words that place it: "of the pile caps" gives "pile" and "cap".
        tail: The words that place it, as they were written.
        whole: The words that name it with those that became marks: "vertical height".
    """

    words: tuple[str, ...]
    marks: tuple[tuple[str, str], ...] = ()
    rest: frozenset[str] = frozenset()
    tail: str = ""
    whole: str = ""

    @property
    def name(self) -> str:
        """The words as one text."""
        return " ".join(self.words)


@dataclass(frozen=True, slots=True)
class Words:
    """The word lists of `concepts.toml`.

    Attributes:
        exclusive: Word to its dimension and the first word of its group.
        alone: Dimension to the word that is meant where none of it is said.
    """

    stop: frozenset[str]
    cut: frozenset[str]
    part: frozenset[str]
    turning: frozenset[str]
    opening: frozenset[str]
    numbered: frozenset[str]
    done: frozenset[str]
    datum: frozenset[str]
    exclusive: Mapping[str, tuple[str, str]]
    alone: Mapping[str, str]


@cache
def concept_data() -> Mapping[str, Any]:
    """The table of concepts and words, as it is written."""
    return tomllib.loads(files("graph.requirements").joinpath("concepts.toml").read_text("utf-8"))


@cache
def word_lists() -> Words:
    """The word lists, reduced to what compares."""
    table, rows = concept_data()["words"], concept_data()["exclusive"]
    exclusive = {reduced(word): (row["name"], group[0]) for row in rows for group in row["words"] for word in group}
    lists = {name: frozenset(map(reduced, table[name])) | frozenset(table[name]) for name in _LISTS}
    alone = {row["name"]: row["words"][0][0] for row in rows if row.get("alone")}
    return Words(exclusive=exclusive, alone=alone, **lists)


_LISTS = ("stop", "cut", "part", "turning", "opening", "numbered", "done", "datum")


@lru_cache(maxsize=65536)
def reduced(word: str) -> str:
    """A word without case and ending: "Handrails" and "handrail" are the same."""
    word = word[:-1] if _ACRONYMS.fullmatch(word) else word
    word = word.casefold().replace("’", "'").removesuffix("'s").strip("'‘.-–/")
    endings = concept_data()["endings"]
    if len(word) < endings["shortest"] - 1:
        return word
    if word in _english():
        return word
    for ending, whole in endings["possessive"]:
        if word.endswith(ending) and len(word) - len(ending) >= endings["shortest"] - 2:
            return word.removesuffix(ending) + str(whole)
    if _CYRILLIC.search(word):
        return _without(word, endings["cyrillic"], endings["shortest"] - 2)
    return _singular(_without(word, endings["uzbek"], endings["shortest"] - 2))


@cache
def _english() -> frozenset[str]:
    """English words that end as Uzbek cases do."""
    return frozenset(concept_data()["endings"]["english"])


def _without(word: str, endings: Iterable[str], at_least: int) -> str:
    for ending in endings:
        if word.endswith(ending) and len(word) - len(ending) >= at_least:
            return word.removesuffix(ending)
    return word


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def words_of(text: str) -> list[str]:
    """The reduced words of a text, in order."""
    return [reduced(word) for word in _tokens(text)]


def _tokens(text: str) -> list[str]:
    """The words of a text; an apostrophe inside a word is the Uzbek letter, and what English owns with one is not."""
    plain = _PARTICLE.sub(r"\1\2", _LETTER.sub("ʻ", _OWNED.sub("", text)))
    return [word for found in _WORD.findall(plain) for word in _split(found)]


def _split(word: str) -> list[str]:
    """A word, or the parts of one joined by a hyphen, unless it is an identifier."""
    return [word] if _MARK.fullmatch(word) else [part for part in re.split(r"[-–/]", word) if part]


def content(text: str) -> frozenset[str]:
    """The words of a condition or a place that say something: openings and articles are left out."""
    lists = word_lists()
    return frozenset(word for word in words_of(text) if word and word not in lists.stop and word not in lists.opening)


@lru_cache(maxsize=65536)
def _spelt_out(match: re.Match[str]) -> str:
    """All marks from the first to the last of a run: "L1 to L4"; the words as they are where it does not count up."""
    first, last = int(match["first"]), int(match["last"])
    if not first < last <= first + _LONGEST_RUN:
        return match[0]
    width = len(match["first"]) if match["first"].startswith("0") else 0
    return " ".join(f"{match['letters']}{number:0{width}}" for number in range(first, last + 1))


def read_term(text: str) -> Term:
    """Takes a phrase apart.

    Examples:
        >>> read_term("The top of the handrails").words
        ('handrail',)
        >>> read_term("Internal fire doors").marks
        (('position', 'internal'),)
        >>> read_term("Door D-201").marks
        (('identifier', 'd-201'),)
        >>> read_term("Lifts L1 to L3").marks
        (('identifier', 'l1'), ('identifier', 'l2'), ('identifier', 'l3'))
    """
    tokens = _tokens(_RUN.sub(_spelt_out, text))
    head, tail = _divided(tokens)
    names, marks = _marked(head)
    rest, more = _marked(tail)
    own = {dimension for dimension, _ in marks}
    marks |= {(dimension, word) for dimension, word in more if dimension == IDENTIFIER and dimension not in own}
    told = {word for word in map(reduced, tail) if word in word_lists().exclusive}
    placed = frozenset(word for word in (*rest, *told) if word not in names)
    whole = " ".join(word for word in map(reduced, head) if word and word not in word_lists().stop)
    return Term(tuple(names), tuple(sorted(marks)), placed, " ".join(tail), whole)


_LISTING = re.compile(r"\s*,\s*(?:(?:and|or)\s+)?|\s+(?:and|or)\s+", re.IGNORECASE)
_MOST_LISTED = 6


@lru_cache(maxsize=65536)
def listed(subject: str) -> tuple[str, ...]:
    """The things that a subject lists; one where it lists none or its parts do not stand alone.

    Examples:
        >>> listed("Revolving doors, revolving gates and turnstiles")
        ('Revolving doors', 'revolving gates', 'turnstiles')
        >>> listed("fire and smoke dampers")
        ('fire and smoke dampers',)
    """
    words = subject.split()
    end = next((at for at, word in enumerate(words) if at and word.casefold() in word_lists().cut), len(words))
    head, tail = " ".join(words[:end]), " ".join(words[end:])
    parts = [part for part in _LISTING.split(head) if part]
    if not 2 <= len(parts) <= _MOST_LISTED or not all(_is_plural(part.split()[-1]) for part in parts):
        return (subject,)
    return tuple(f"{part} {tail}".strip() for part in parts)


def _is_plural(word: str) -> bool:
    return word[:1].isalpha() and word.casefold() != reduced(word) and word.casefold().endswith("s")


def _divided(tokens: list[str]) -> tuple[list[str], list[str]]:
    """What names a thing, and what places it; a part, or a means, of a thing is the thing."""
    lists, folded = word_lists(), [token.casefold() for token in tokens]
    at = next((at for at, word in enumerate(folded) if word in lists.cut and at > 0), len(tokens))
    head = [word for word in map(reduced, tokens[:at]) if word not in lists.stop]
    if at + 1 < len(tokens) and folded[at] == "of" and (not head or " ".join(head) in lists.part):
        return _divided(tokens[at + 1 :])
    last = at
    while (
        at < len(tokens)
        and last > _FEWEST_NAMED
        and (folded[last - 1] in lists.done or _DONE.fullmatch(folded[last - 1]))
    ):
        last -= 1
    return tokens[:last], [*tokens[last:at], *tokens[at + 1 :]]


def _marked(tokens: list[str]) -> tuple[list[str], set[tuple[str, str]]]:
    """Reduced words without empty ones, and the marks that were taken from among them."""
    lists, names, marks = word_lists(), list[str](), set[tuple[str, str]]()
    before = ""
    for token in tokens:
        word = reduced(token)
        if _AMOUNT.fullmatch(token):
            continue
        if _MARK.fullmatch(token):
            marks.add((IDENTIFIER, token.casefold()))
        elif before in lists.numbered and _LETTER_OR_NUMBER.fullmatch(token):
            marks.add((IDENTIFIER, f"{before} {token.casefold()}"))
        elif word in lists.exclusive:
            marks.add(lists.exclusive[word])
        elif word and word not in lists.stop and word not in lists.cut:
            names.append(word)
        before = word
    return names, marks

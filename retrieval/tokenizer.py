"""Terms of a text for the lexical lane: stemmed words, and identifiers both whole and split.

`QMQ 2.01.03-96` gives `qmq`, `2.01.03-96`, `2.01.03`, `01`, `03`, `96` and, joined with the word
before it, `qmq2.01.03-96` and `qmq2.01.03`; a unit joins the number before it (`75mm`). So does
every other way of writing them, since signs between letters and figures are dropped (`RFC 9110`,
`RFC9110`, `rfc-9110` are one term) and those between figures have one spelling. Words are
case-folded and lose their inflection (Snowball: Porter 2001; `uzbek.py`), function words are dropped, and
scripts written without blanks give pairs of characters. Uzbek is compared in Latin letters.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from retrieval import uzbek

VERSION = 2
"""Grows with every change of the rules, so that an older index is not used."""

_HAN = (
    r"\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003134f"
)
_APOSTROPHES = r"'\u2018\u2019\u02bb\u02bc\u02b9`"
_DASHES = r"\-\u2010-\u2015\u2212"
_UNBROKEN = re.compile(f"[{_HAN}]+")
_CHUNK = re.compile(
    r"(?<![^\W_])\d\d \d\d \d\d(?:\.\d\d)?(?![^\W_])"  # the six figures of a specification section
    rf"|[^\W_]+(?:[{_DASHES}{_APOSTROPHES}./:_,\u2044]+[^\W_]+)*(?:(?<=\d)(?:\((?:[a-z]{{1,4}}|\d\d?)\))+)?",
    re.IGNORECASE,
)
_ATOM = re.compile(r"\d+|[^\W\d_]+")
_WORD = re.compile(rf"[^\W_]+(?:[{_APOSTROPHES}][^\W\d_]+)*")
_NOT_WITHIN_WORDS = re.compile(rf"[{_APOSTROPHES}]")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?!\d)")
_SUFFIX = re.compile(r"\(.*")
_PIECES = re.compile(rf"[{_DASHES}/:_,\u2044 ]+")
_EDITION = re.compile(rf"[{_DASHES}/:]")
_SIX_FIGURES = re.compile(rf"(\d\d)[{_DASHES} ](\d\d)[{_DASHES} ](\d\d)((?:\.\d\d)?)")
_GAP = re.compile(r"\s{1,3}|\s?[§#№]\s?|\.\s?|\s?\(\s?")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_LONGEST_TERM = 60
_LONGEST_JOINED_WORD = 14


@dataclass(frozen=True, slots=True)
class _Chunk:
    """What stands between two blanks.

    Attributes:
        terms: What it adds to the text's terms.
        wholes: For an identifier or number, its spellings that a word before it joins.
        joiner: For a word that may join a number beside it, the word, case-folded, not stemmed.
        bridge: It may stand between a word and its number ("Drawing No. 7").
    """

    terms: tuple[str, ...]
    wholes: tuple[str, ...] = ()
    joiner: str = ""
    bridge: bool = False


def terms(text: str, *, in_uzbek: bool | None = None) -> list[str]:
    """The terms of a text in reading order, repeated as often as they occur.

    Joined terms follow the number that completes them.

    Args:
        in_uzbek: Whether the text is Uzbek; None to tell by its words.
    """
    if not text.isascii():
        text = _UNBROKEN.sub(r" \g<0> ", unicodedata.normalize("NFKC", text))
    in_uzbek = uzbek.is_uzbek(text) if in_uzbek is None else in_uzbek
    if in_uzbek:
        text = uzbek.in_latin(text)
    found: list[str] = []
    before, end = _NOTHING, 0
    for match in _CHUNK.finditer(text):
        chunk = _chunk(match.group(), in_uzbek)
        found += chunk.terms
        near = (before.joiner and chunk.wholes) or (before.wholes and chunk.joiner)
        if near and _GAP.fullmatch(text, end, match.start()):
            found += _joined(before, chunk)
        if not (chunk.bridge and before.joiner):
            before = chunk
        end = match.end()
    return found


@cache
def version() -> str:
    """Name of rules and word lists; terms of different versions do not match."""
    import Stemmer

    words = hashlib.sha256(_data_bytes()).hexdigest()[:8]
    return f"terms-{VERSION}-{words}-snowball-{Stemmer.version()}-unicode-{unicodedata.unidata_version}"


def stop_words() -> frozenset[str]:
    """The function words that are no terms, case-folded."""
    return _words().stop


_NOTHING = _Chunk(())


def _joined(before: _Chunk, chunk: _Chunk) -> Iterator[str]:
    if before.joiner and chunk.wholes:
        for whole in chunk.wholes:
            yield (before.joiner + whole)[:_LONGEST_TERM]
    elif chunk.joiner in _words().units:
        yield (before.wholes[0] + chunk.joiner)[:_LONGEST_TERM]


@lru_cache(maxsize=1 << 16)
def _chunk(raw: str, in_uzbek: bool) -> _Chunk:
    if _UNBROKEN.match(raw):
        return _Chunk(tuple(_pairs(raw)))
    if any(sign.isdigit() for sign in raw):
        return _identifier(raw.casefold())
    return _plain(raw, in_uzbek)


def _pairs(run: str) -> list[str]:
    """Neighbouring characters, two by two; a single character is itself."""
    return [run[i : i + 2] for i in range(len(run) - 1)] or [run]


def _plain(raw: str, in_uzbek: bool) -> _Chunk:
    """One word, or several joined by signs ("fire-rated", "and/or")."""
    parts = [_NOT_WITHIN_WORDS.sub("", part) for part in _WORD.findall(raw)]
    folded = [part.casefold() for part in parts]
    found = tuple(term for word in folded if (term := _uzbek_term(word) if in_uzbek else _term(word)))
    last, word = parts[-1], folded[-1]
    names = last.isupper() or word not in _words().stop
    if len(word) == 1 and names and len(parts) == 1:
        return _Chunk(found or (word,), (word,), word)
    joiner = word if names and len(word) <= _LONGEST_JOINED_WORD else ""
    return _Chunk(found, (), joiner, word in _words().bridges)


def _term(word: str) -> str:
    """The stem of a case-folded word; "" for a function word."""
    if word in _words().stop:
        return ""
    stemmer = _stemmers()["russian" if _CYRILLIC.search(word) else "english"]
    stem: str = stemmer.stemWord(word.replace("ё", "е"))
    return stem[:_LONGEST_TERM]


def _uzbek_term(word: str) -> str:
    return "" if word in _words().stop else uzbek.stem(word)[:_LONGEST_TERM]


def _identifier(text: str) -> _Chunk:
    """A chunk with a figure in it: the whole, the whole without its last parts, and the parts."""
    bare = _SUFFIX.sub("", text)
    if _THOUSANDS.fullmatch(bare):
        bare = text = bare.replace(",", "")
    pieces = _PIECES.split(bare)
    candidates = [_spelled(text), _spelled(bare), _spelled(_EDITION.split(bare)[0])]
    if section := _SIX_FIGURES.fullmatch(bare):
        candidates[2] = "".join(section.groups())
    wholes = [c for c in dict.fromkeys(candidates) if len(c) > 1 and any(sign.isdigit() for sign in c)] or [text]
    parts = [_spelled(piece) for piece in pieces]
    parts += [_part(atom) for piece in pieces for atom in _ATOM.findall(piece)]
    kept = [part for part in dict.fromkeys(parts) if len(part) > 1 and part not in wholes]
    return _Chunk(tuple(whole[:_LONGEST_TERM] for whole in (*wholes, *kept)), tuple(wholes))


def _part(atom: str) -> str:
    return atom if atom[0].isdigit() else _term(atom)


def _spelled(identifier: str) -> str:
    """One spelling: signs stay only between figures, as ".", ":" or "-"; so do the (a) at the end."""
    bare, sign, suffix = identifier.partition("(")
    atoms = list(_ATOM.finditer(bare))
    spelled = atoms[0].group() if atoms else ""
    for left, right in zip(atoms, atoms[1:], strict=False):
        if left.group()[-1].isdigit() and right.group()[0].isdigit():
            between = bare[left.end() : right.start()]
            spelled += ":" if ":" in between else "." if between in (".", ",") else "-"
        spelled += right.group()
    return spelled + sign + suffix


@dataclass(frozen=True, slots=True)
class _Words:
    stop: frozenset[str]
    bridges: frozenset[str]
    units: frozenset[str]


def _data_bytes() -> bytes:
    return files("retrieval").joinpath("words.toml").read_bytes()


@cache
def _words() -> _Words:
    data = tomllib.loads(_data_bytes().decode("utf-8"))
    stop = frozenset(word for words in data["stop"].values() for word in words.split())
    return _Words(stop, frozenset(data["join"]["bridges"].split()), frozenset(data["join"]["units"].split()))


@cache
def _stemmers() -> dict[str, Any]:
    import Stemmer

    return {language: Stemmer.Stemmer(language) for language in ("english", "russian")}

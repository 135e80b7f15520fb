"""Sentences of regulations, specifications and letters, in Latin, Cyrillic and Chinese script."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from graph.model import Span

_PARAGRAPH = re.compile(r"\n[^\S\n]*\n")
_STOP = re.compile(r"[.!?…]+[\"'”’»)\]]*(?=\s|$)|[。！？；][”’」』）》]*")
_ITEM = re.compile(
    r"[^\S\n]*(?:[-–—•●*▪◦○·‣■□][^\S\n]|[oо][^\S\n]{2}|\((?:[a-z]{1,4}|[A-Z]|\d{1,2}|[а-я])\)|(?:[a-z]|[ivx]{1,4}|\d{1,2})\)[^\S\n]"
    r"|(?:[a-z]|\d{1,2}|[A-Z]|[ivx]{1,4})\.[^\S\n]{1,6}\S|\d{1,4}(?:\.\d{1,4})+\.?[^\S\n]{1,8}[A-ZÀ-ÞА-ЯҚҒҲЎ«(“\"]"
    r"|[①-⑳]|第[\d一二三四五六七八九十百.]+[条章节款]|(?:NOTE|Note|ПРИМЕЧАНИЕ|Примечание)\b)"
)
_ROW = re.compile(r"\S(?:\t|[^\S\n]*\|[^\S\n]*|[^\S\n]{3,})\S|^\||\|$")
_OPENING = re.compile(r"[\s\"'“‘«(\[]*(?P<first>\S)")
_LAST_WORD = re.compile(r"([^\W\d_][\w.-]*)\W*$")
_QUOTE = re.compile(r":\s*[\"“«]([^\"”»]+)$")
_HEADING_WORDS = 6
_LABEL = re.compile(r"\s*(?:\(?(?:[A-Za-z]{1,3}|[ivxlcIVXLC]{1,5}|\d{1,4})\)?|\d+(?:\.\d+)*)\s*")
_BEFORE = re.compile(r"[\w.&-]*$")


@dataclass(frozen=True, slots=True)
class _Words:
    always: frozenset[str]
    before_number: frozenset[str]
    starters: frozenset[str]
    reference_words: frozenset[str]


@cache
def _words() -> _Words:
    data = tomllib.loads(Path(__file__).with_name("abbreviations.toml").read_text(encoding="utf-8"))
    return _Words(**{name: frozenset(words) for name, words in data.items()})


def sentences(text: str) -> list[Span]:
    """The sentences of a text, left to right, without the white space around them.

    A blank line ends a sentence, a list item and a table row are sentences of their own, and a
    line break in running text ends nothing. Every character that is not white space is in
    exactly one sentence.
    """
    found = []
    for start, end in _segments(text):
        found.extend(_split(text, start, end))
    return found


def _segments(text: str) -> list[tuple[int, int]]:
    """Stretches of running text: cut at blank lines, list items and table rows."""
    cuts = {0, len(text)}
    for gap in _PARAGRAPH.finditer(text):
        cuts.add(gap.end())
    at = 0
    lines = text.split("\n")
    for line, following in pairwise(lines):
        at += len(line) + 1
        if _begins_anew(line, following):
            cuts.add(at)
    return list(pairwise(sorted(cuts)))


def _begins_anew(line: str, following: str) -> bool:
    """Whether the second of two neighbouring lines starts a sentence whatever the first ends with."""
    if _ROW.search(line.strip()) or _ROW.search(following.strip()):
        return True
    if not _ITEM.match(following):
        return False
    last = _LAST_WORD.search(line.rstrip())
    ends_open = last is not None and last.end(1) == len(line.rstrip())
    return not (ends_open and last is not None and last[1].casefold() in _words().reference_words)


def _split(text: str, start: int, end: int) -> list[Span]:
    found: list[Span] = []
    at = start
    for stop in _STOP.finditer(text, start, end):
        if stop.end() < end and (not _ends_sentence(text, at, stop) or _is_quoted_heading(text[at : stop.end()])):
            continue
        found.extend(_trimmed(text, at, stop.end()))
        at = stop.end()
    found.extend(_trimmed(text, at, end))
    return found


def _is_quoted_heading(text: str) -> bool:
    """Whether a text ends in an open quotation that holds only a heading yet: 'the following: "2.2 Gap.'"""
    opened = _QUOTE.findall(text)
    return bool(opened) and len(opened[-1].split()) <= _HEADING_WORDS


def _trimmed(text: str, start: int, end: int) -> list[Span]:
    part = text[start:end]
    left = start + len(part) - len(part.lstrip())
    right = left + len(part.strip())
    return [Span(left, right)] if left < right else []


def _ends_sentence(text: str, start: int, stop: re.Match[str]) -> bool:
    if stop[0][0] in "。！？；":
        return True
    opening = _OPENING.match(text, stop.end())
    if opening is None:
        return True
    first = opening["first"]
    if first.islower():
        return False
    if stop[0][0] != ".":
        return True
    return not _is_abbreviation(text, start, stop.start(), first)


def _is_abbreviation(text: str, start: int, stop: int, first: str) -> bool:
    """Whether the full stop at `stop` belongs to the word before it."""
    if _LABEL.fullmatch(text, start, stop):
        return True
    before = _BEFORE.search(text, max(start, stop - 24), stop)
    word = before[0].casefold() if before else ""
    words = _words()
    if word in words.always:
        return True
    if word in words.before_number:
        return first.isdigit() or first in "(["
    if len(word) == 1 and word.isalpha() and text[stop - 1].isupper():
        after = re.compile(r"\W*(\w+)").match(text, stop)
        return after is not None and after[1].casefold() not in words.starters
    return False

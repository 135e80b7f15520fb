"""Numbers in front of headings and list items, as people print them."""

from __future__ import annotations

import re
from dataclasses import dataclass

_PARTS = r"chapter|part|division|appendix|annex|schedule|attachment|глава|приложение|bob|ilova"
_SECTIONS = (
    r"section|sect?\.|article|art\.|clause|rule|regulation|paragraph|para\.|"
    r"раздел|статья|ст\.|бўлим|боб|модда|bo[ʻ'‘]lim|modda"
)
_WORDED = re.compile(
    rf"^(?P<number>(?P<word>{_PARTS}|{_SECTIONS}|§§?)\s*(?P<label>\d+[A-Za-z]?(?:[.-]\d+)*|[A-Z](?:\.\d+)*|[IVXLC]+))"
    r"(?:\s*[.:–—-]\s*|\s+|$)(?P<title>.*)$",
    re.IGNORECASE,
)
# A six-digit section of a specification is a document, not a clause of one.
_SECTION_OF_WORK = re.compile(r"^(?:spec\w*\s+)?section\s+\d\d\s?\d\d\s?\d\d\b", re.IGNORECASE)
_DOTTED = re.compile(r"^(?P<number>(?:\d+|[A-Z])(?:\.\d+)+[A-Za-z]?)[.):]?\s+(?P<title>\S.*)$")
# "12-4. Fences.": a stop or a colon tells it from a range, a date or a number of a house.
_HYPHENED = re.compile(
    r"^(?!(?:19|20)\d\d-)(?P<number>\d{1,3}[A-Z]?(?:-\d{1,4}[A-Z]?){1,3}(?:\.\d{1,4})*)[.:]\s+(?P<title>[^\W\d_].*)$"
)
_SINGLE = re.compile(r"^(?P<number>\d{1,3}|[A-Z])(?P<mark>[.)])?\s+(?P<title>\S.*)$")
# "6 INSPECTION. Cylinders should …": a title in capitals that its text follows in the same line.
_RUN_IN = re.compile(
    r"^(?P<number>\d{1,3})[.)]?\s+(?P<title>[A-ZÀ-ÞЀ-Я][A-ZÀ-ÞЀ-Я \d()/&,’'-]{2,80}\.)\s+(?P<text>[^\W\d_].*)$",
    re.DOTALL,
)
_LETTERED = re.compile(r"^(?P<number>[A-Z]\d+(?:\.\d+)*)[.:]?\s+(?P<title>[A-Z].*)$")
_HAN = re.compile(r"^(?P<number>第\s*[\d一二三四五六七八九十百]+(?:\.\d+)*\s*[章节節条條])\s*(?P<title>.*)$")
_BULLET = re.compile(r"^(?P<mark>[o*•·◦▪‣+–—-])\s+(?=\S)")
_LABEL = re.compile(
    r"^(?P<mark>\((?P<a>[a-z]{1,2}|[ivx]{1,5}|\d{1,3}|[A-Z])\)|(?P<b>[a-z]|[ivx]{1,5}|\d{1,3}|[A-Z])(?:\)|\.(?!\d)))\s+(?=\S)"
)
_ITEM = re.compile(r"^(?:item|change|пункт|п\.)\s*(?P<a>\d{1,3})(?:[.:)]|\s+[–—-])\s+(?=\S)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Numbered:
    """A number in front of a title: as printed, its depth from 1, and the title after it."""

    number: str
    depth: int
    title: str
    certain: bool


def read_number(line: str) -> Numbered | None:
    """The number that a heading starts with, or None.

    `certain` says that the form alone makes it a number of a clause ("9.3.6", "Section 4"); a lone
    "4." may be a list item as well.
    """
    if _SECTION_OF_WORK.match(line):
        return None
    if worded := _WORDED.match(line) or _HAN.match(line):
        return _worded(worded)
    if dotted := _DOTTED.match(line):
        return Numbered(dotted["number"], dotted["number"].count(".") + 1, dotted["title"], True)
    if hyphened := _HYPHENED.match(line):
        return Numbered(hyphened["number"], 2, hyphened["title"], True)
    if lettered := _LETTERED.match(line):
        return Numbered(
            lettered["number"],
            1 + lettered["number"].count("."),
            lettered["title"],
            False,
        )
    single = _SINGLE.match(line)
    if single and (single["mark"] or single["number"].isdigit()):
        return Numbered(single["number"], 1, single["title"], False)
    return None


def _worded(match: re.Match[str]) -> Numbered:
    groups = match.groupdict()
    number = " ".join(match["number"].split())
    word = (groups.get("word") or "").casefold()
    depth = 1 if re.fullmatch(_PARTS, word, re.IGNORECASE) or number.endswith("章") else 2
    dots = (groups.get("label") or number).count(".")
    return Numbered(number, depth + dots, match["title"].strip(), True)


def clause_number(text: str) -> str | None:
    """The clause number that a paragraph starts with, or None: "1.1" of "1.1. Guards shall …".

    What follows must start like a sentence, so that "2.5 mm of cover" is no clause. A lone number counts
    only before a title in capitals: "6 INSPECTION. Cylinders …".
    """
    if run_in := _RUN_IN.match(text):
        return run_in["number"]
    numbered = read_number(text)
    if numbered is None or not numbered.certain:
        return None
    first = numbered.title.lstrip("\"“«('‘[")[:1]
    return numbered.number if first and not first.islower() and not first.isdigit() else None


@dataclass(frozen=True, slots=True)
class Marker:
    """The mark of a list item: its label (None for a bullet) and the length of mark and blanks."""

    label: str | None
    width: int


def read_marker(line: str) -> Marker | None:
    """The mark that a list item starts with, or None."""
    if bullet := _BULLET.match(line):
        return Marker(None, bullet.end())
    if label := _LABEL.match(line):
        return Marker(label["a"] or label["b"], label.end())
    if item := _ITEM.match(line):
        return Marker(item["a"], item.end())
    return None

"""The order of revision labels, per series.

A label belongs to a series: letters (A < B < … < Z < AA, with A < A1 < B), numbers (0 < 1 < 1.1 < 2),
phases (P01 < P01.01 < P02 < C01), years (2010 < 2016 < 2016+A1, -96 < -19, 85 < 85*), editions, amendments,
drafts, dates. Labels of different series, and labels of no known series, have no order.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from graph.dates import full_year, parse_date

Order = Literal[-1, 0, 1]


@dataclass(frozen=True, slots=True)
class RevisionKey:
    """A label's place in its series.

    Attributes:
        series: `letter`, `number`, `phase`, `year`, `edition`, `amendment`, `draft` or `date`.
        parts: Compared as tuples within a series; for `date`, the first and last day as ordinals.
    """

    series: str
    parts: tuple[int, ...]


def revision_key(label: str) -> RevisionKey | None:
    """The place of a revision label in its series; None where it belongs to none that is known.

    Words around it do not matter ("Rev. C", "revision C", "C"). Of a compound such as
    "2010 edition incorporating 2013 amendments" the base year comes first, then the amendment.
    A bare two-digit number from 50 on is a year (a fiftieth revision is rarer than a standard of
    the last century); below it is a number, which `compare` reads as a year beside a year.
    """
    words = _words()
    text = re.sub(r"^\((.*)\)$", r"\1", " ".join(label.split()).strip(" .,:;").casefold())
    if not text or len(text) > 80:
        return None
    for read in (_year, _date, _named):
        key = read(text, words)
        if key:
            return key
    bare = words.noise.sub(" ", text).strip(" .,:;()#№")
    return _bare(bare or text.split()[-1], words)


def compare(a: str, b: str) -> Order | None:
    """-1 where `a` comes before `b`, 0 where they are the same, 1 where it comes after.

    Returns:
        None where the two have no order: different or unknown series, or dates whose bounds overlap.
    """
    first, second = revision_key(a), revision_key(b)
    if first is None or second is None:
        return None
    return compare_keys(first, second)


def compare_keys(first: RevisionKey, second: RevisionKey) -> Order | None:
    """`compare` for labels that have been read already."""
    first, second = _promote(first, second), _promote(second, first)
    if first.series != second.series:
        return None
    if first.parts == second.parts:
        return 0
    if first.series == "date":
        return _compare_days(first.parts, second.parts)
    return -1 if first.parts < second.parts else 1


def _compare_days(first: tuple[int, ...], second: tuple[int, ...]) -> Order | None:
    if first[1] < second[0]:
        return -1
    return 1 if second[1] < first[0] else None


def _promote(key: RevisionKey, other: RevisionKey) -> RevisionKey:
    """Reads an ambiguous label as the series of the label beside it.

    "19" beside "96" is a year; "C1" beside "P03" is a phase.
    """
    if other.series == "year" and key.series == "number" and len(key.parts) == 1 and key.parts[0] < 100:
        return RevisionKey("year", (full_year(key.parts[0]), 0, 0, 0))
    if other.series == "phase" and key.series == "letter" and key.parts[0] == _letters("c"):
        return RevisionKey("phase", (_words().phases["c"], *key.parts[1:], 0))
    return key


@dataclass(frozen=True, slots=True)
class _Words:
    """The compiled data file."""

    noise: re.Pattern[str]
    named: dict[str, re.Pattern[str]]
    ordinals: dict[str, int]
    phases: dict[str, int]
    phase: re.Pattern[str]


_FIGURE = r"(?P<n>\d{1,3})(?:\.(?P<minor>\d{1,3}))?"


@cache
def _words() -> _Words:
    data = tomllib.loads(files("graph").joinpath("revisions.toml").read_text("utf-8"))
    words: dict[str, Any] = data["words"]
    ordinals = {word: number for number, word in enumerate(words["ordinals"], start=1)}
    suffix = r"(?:st|nd|rd|th|-?е|-?я|-?nchi|-?нчи)?"
    phases = {name.casefold(): int(rank) for name, rank in data["phases"].items()}

    def named(names: list[str]) -> re.Pattern[str]:
        name = "|".join(re.escape(word) for word in sorted(names, key=lambda w: (-len(w), w)))
        figure = rf"(?:{_FIGURE}|(?P<word>{'|'.join(ordinals)}))"
        return re.compile(rf"(?:the )?(?:第 ?)?{figure}{suffix} ?(?:{name})\.?|(?:{name})[. :#№-]{{0,3}}(?P<after>.+)")

    noise = "|".join(re.escape(word) for word in sorted(words["revision"], key=lambda w: (-len(w), w)))
    return _Words(
        re.compile(rf"\b(?:{noise})\b\.?|\b(?:{noise})(?=\d)|\(.*?\)"),
        {series: named(words[series]) for series in ("edition", "amendment", "draft")},
        ordinals,
        phases,
        re.compile(rf"(?P<phase>{'|'.join(phases)})(?P<n>\d{{1,3}})(?:\.(?P<minor>\d{{1,2}}))?"),
    )


_YEAR_FORM = re.compile(
    r"(?:edition |ed\.? |issue |version )?[-:]?"
    r"(?P<year>(?:19|20)\d\d|(?<=-)\d\d|\d\d(?=\*)|\d\d(?=[a-e]? ?\((?:r|reapproved |reaffirmed )?(?:19|20)\d\d\))"
    r"|[5-9]\d(?!\d))(?P<letter>[a-e]|\*)?"
    r"(?: ?(?:edition|ed\.?|version|issue|г\.?|год|yil|йил|年版?))?"
    r"(?P<more>(?: ?[+/,:(]| incorp| with| includ| as amended| amd| amend| c изм| с изм).*)?"
)
_AMENDMENT = re.compile(r"\b(?:a|amd|amendment|amdt|изм)\.? ?(?:no\.? ?|№ ?)?(\d{1,2})\b")
_CORRECTION = re.compile(r"\b(?:ac|c|cor|corrigendum)\.? ?(\d{0,2})\b")
_FULL_YEAR = re.compile(r"(?:19|20)\d\d")


def _year(text: str, words: _Words) -> RevisionKey | None:
    match = _YEAR_FORM.fullmatch(text)
    if match is None:
        return None
    more = match["more"] or ""
    amendment = max((int(number) for number in _AMENDMENT.findall(more)), default=0)
    amended = max((int(year) for year in _FULL_YEAR.findall(more)), default=0)
    correction = max((int(number or 1) for number in _CORRECTION.findall(more)), default=0)
    letter = 1 if match["letter"] == "*" else _letters(match["letter"]) if match["letter"] else 0
    return RevisionKey("year", (full_year(int(match["year"])), max(letter, amendment), amended, correction))


def _date(text: str, words: _Words) -> RevisionKey | None:
    anchor = parse_date(text)
    if anchor is None or anchor.earliest is None or anchor.latest is None:
        return None
    return RevisionKey("date", (anchor.earliest.toordinal(), anchor.latest.toordinal()))


def _named(text: str, words: _Words) -> RevisionKey | None:
    """Labels whose word makes them a series: "Edition 3", "third edition", "Amendment 2"."""
    for series, pattern in words.named.items():
        match = pattern.fullmatch(text)
        if match is None:
            continue
        if match["word"]:
            return RevisionKey(series, (words.ordinals[match["word"]], 0))
        figure = match if match["n"] else re.fullmatch(_FIGURE + r"(?:\s*\(.*\))?", match["after"].strip())
        if figure:
            return RevisionKey(series, (int(figure["n"]), int(figure["minor"] or 0)))
    return None


def _bare(text: str, words: _Words) -> RevisionKey | None:
    """Labels that are a figure, a letter or a phase once the words around them are gone."""
    forms: list[tuple[str, Callable[[re.Match[str]], RevisionKey]]] = [
        (r"\d{1,4}(?:\.\d{1,4}){0,3}", lambda m: RevisionKey("number", tuple(map(int, m[0].split("."))))),
        (r"(\d{1,3})([a-z])", lambda m: RevisionKey("number", (int(m[1]), _letters(m[2])))),
        (r"[-–—]", lambda m: RevisionKey("letter", (0, 0))),
        (r"([a-z]{1,2})[-. ]?(\d{1,2})?", lambda m: RevisionKey("letter", (_letters(m[1]), int(m[2] or 0)))),
    ]
    phase = words.phase.fullmatch(text)
    if phase and (phase["phase"] == "p" or len(phase["n"]) > 1):
        return RevisionKey("phase", (words.phases[phase["phase"]], int(phase["n"]), int(phase["minor"] or 0)))
    for form, make in forms:
        match = re.fullmatch(form, text)
        if match:
            return make(match)
    return None


def _letters(text: str) -> int:
    """Letters as a number, A = 1 … Z = 26, AA = 27."""
    value = 0
    for letter in text.casefold():
        value = value * 26 + ord(letter) - ord("a") + 1
    return value

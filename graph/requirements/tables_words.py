"""The words by which tables are read, from `tables.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from graph.vocabulary import Comparator


@dataclass(frozen=True, slots=True)
class TableWords:
    """Patterns; what each is for stands in `tables.toml`.

    Attributes:
        caption: Kind and number at the head of a caption; pointing: words that point to the table below them.
        measured_in: A sentence about the unit of a whole table; its one named group that matched is the unit.
        mute, binding: Searched in titles; report: in those of documents.
        mute_head, unit, generic, ignored, named, listing, limiting: Match a whole head.
        marks: The end of a head over marks and numbers; along: what opens the name of a table's axis.
        purpose: What limits a title's thing; quality: adjectives that belong to a property.
        schedule: A title that names the things of a schedule. lasting: What is measured in minutes.
        qualifier: A word at the head of what stands behind a value.
        limited: The end of what stands before a value that only limits another.
        bounds: Words of heads and titles, with what they mean.
    """

    caption: re.Pattern[str]
    pointing: re.Pattern[str]
    measured_in: re.Pattern[str]
    mute: re.Pattern[str]
    report: re.Pattern[str]
    mute_head: re.Pattern[str]
    total: re.Pattern[str]
    unit: re.Pattern[str]
    generic: re.Pattern[str]
    ignored: re.Pattern[str]
    named: re.Pattern[str]
    listing: re.Pattern[str]
    limiting: re.Pattern[str]
    marks: re.Pattern[str]
    along: re.Pattern[str]
    purpose: re.Pattern[str]
    quality: re.Pattern[str]
    lasting: re.Pattern[str]
    schedule: re.Pattern[str]
    blank: re.Pattern[str]
    present: re.Pattern[str]
    absent: re.Pattern[str]
    answer: re.Pattern[str]
    qualifier: re.Pattern[str]
    limited: re.Pattern[str]
    bounds: tuple[tuple[Comparator, re.Pattern[str]], ...]
    binding: re.Pattern[str]


@cache
def table_words() -> TableWords:
    """The patterns, read and compiled once."""
    data = tomllib.loads(files("graph.requirements").joinpath("tables.toml").read_text("utf-8"))
    captions, mute, columns, cells = data["captions"], data["mute"], data["columns"], data["cells"]
    return TableWords(
        caption=_compile(
            rf"\s*(?P<label>(?:{_either(captions['labels'])})\s*[A-Z]?\d*(?:[.\-–]\d+)*[a-z]?)\b[:.\s–—-]*"
        ),
        pointing=_words(captions["pointing"]),
        measured_in=_words(captions["measured_in"]),
        mute=_words(mute["titles"]),
        report=_words(mute["documents"]),
        mute_head=_whole(mute["heads"]),
        total=_words(mute["totals"]),
        unit=_whole(columns["unit"]),
        generic=_whole(columns["generic"]),
        ignored=_whole(columns["ignored"]),
        named=_whole(columns["named"]),
        listing=_whole(columns["listing"]),
        limiting=_whole(columns["limiting"]),
        marks=_compile(_either(columns["marks"])),
        along=_words(columns["along"]),
        purpose=_compile(rf"\s(?P<words>(?:{_either(columns['purposes'])})\s.+)"),
        quality=_compile(rf"(?<!\w)(?:{_either(columns['qualities'])})(?:\s(?:{_either(columns['qualities'])}))*$"),
        lasting=_words(columns["lasting"]),
        schedule=_compile(_either(captions["schedules"])),
        blank=_whole(cells["blank"]),
        present=_whole(cells["present"]),
        absent=_whole(cells["absent"]),
        answer=_whole(cells["answers"]),
        qualifier=_words(cells["qualifiers"]),
        limited=_compile(rf"\b(?:{_either(cells['limiting'])})\s+$"),
        bounds=tuple((Comparator(sign), _words(words)) for sign, words in data["bounds"].items()),
        binding=_words(data["binding"]["titles"]),
    )


def _either(words: Iterable[str]) -> str:
    return "|".join(words)


def _compile(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _words(words: Iterable[str]) -> re.Pattern[str]:
    return _compile(rf"(?<!\w)(?:{_either(words)})(?!\w)")


def _whole(words: Iterable[str]) -> re.Pattern[str]:
    return _compile(rf"(?:{_either(words)})[.:]?$")

"""Reading a question: what it is after, about what, as of when, and what an answer must contain."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

from graph.dates import find_dates
from graph.references import Reference, find_clauses, find_references
from graph.time import DateAnchor

CONTENT = "content"
"""The intent of a question whose form is none of the known ones."""

_TEMPORAL = re.compile(
    r"\b(?:back in|as of|as at|as on|effective on|in force on|during|by|until|before|in|on|at)\s+(?:the year\s+)?$",
    re.I,
)
_IN_A_YEAR = re.compile(
    r"\b(?:back in|as of|as at|during|by|in|on|at)\s+(?:the\s+)?"
    r"(?P<part>(?:start|beginning|end|middle|turn) of|early|late|mid|"
    r"spring(?: of)?|summer(?: of)?|autumn(?: of)?|fall(?: of)?|winter(?: of)?)[\s-]+(?P<year>(?:19|20)\d\d)\b",
    re.I,
)
"""A part of a year; only its beginning is told apart from the rest."""
_OF_AN_EVENT = re.compile(
    r"\b(?:began|begun|start(?:ed)?|commenced?|submitted|deposited|built|completed|notice|application|dated|signed|sent|"
    r"issued|published|written|created|revised)\W+(?:\w+\W+){0,3}$",
    re.I,
)
"""What happened on a date: the date is then of the event, not of the question."""
_FILLER = re.compile(
    r"\b(?:today|now|currently|presently|at present|at the moment|these days|in this (?:set|folder))\b", re.I
)
_PERMISSION = re.compile(
    r"(?:may|can|must|shall|should|are|is)\b.*\b(?:used?|allowed|permitted|required|needed|mandatory|done|made|be)\b",
    re.I,
)
_EDGES = " \t\r\n,.;:?!\u3002\uff1f"


@dataclass(frozen=True, slots=True)
class Question:
    """A question taken apart.

    Attributes:
        text: As asked.
        intent: A name of `intents.toml`, or `content`.
        subject: What it is about, in its own words; the whole question for content.
        version: The revision or edition that the form names.
        references: Documents named.
        clauses: Clause addresses named.
        asked_on: A date that says as of when ("in 2010").
        dates: Every date in the question.
        quantities: Kinds of quantity it asks for; empty if none.
        asks_permission: It asks whether something may, must or must not be.
        units: Spellings of the units it names, one set a unit.
    """

    text: str
    intent: str
    subject: str
    version: str | None
    references: tuple[Reference, ...]
    clauses: tuple[str, ...]
    asked_on: DateAnchor | None
    dates: tuple[DateAnchor, ...]
    quantities: frozenset[str]
    units: tuple[frozenset[str], ...]
    asks_permission: bool = False


@cache
def _patterns() -> dict[str, Any]:
    loaded = tomllib.loads(files(__package__).joinpath("intents.toml").read_text("utf-8"))
    return {
        "intents": [(row["name"], [re.compile(p, re.I | re.S) for p in row["patterns"]]) for row in loaded["intent"]],
        "quantity": {k: [re.compile(p, re.I) for p in v] for k, v in loaded["quantity"].items()},
        "scaffold": tuple(loaded["scaffold"]["words"]),
        "units": {k: frozenset(v) for k, v in loaded["units"].items()},
    }


def read_question(text: str) -> Question:
    """Takes a question apart; never fails: what is not recognised is a question for content."""
    dates = find_dates(text)
    asked_on, bare = _without_date(text, dates)
    intent, subject, version = _intent(bare)
    return Question(
        text=text,
        intent=intent,
        subject=subject,
        version=version,
        references=tuple(find_references(text)),
        clauses=tuple(path for _, path in find_clauses(text)),
        asked_on=None if intent == "transition" else asked_on,
        dates=tuple(anchor for _, anchor in dates),
        quantities=_quantities(text),
        units=_units(text),
        asks_permission=_PERMISSION.match(bare) is not None,
    )


def _without_date(text: str, dates: list[Any]) -> tuple[DateAnchor | None, str]:
    """The date that says as of when, and the question without it and without fillers."""
    for span, anchor in dates:
        before = _TEMPORAL.search(text[: span.start])
        if before and not _OF_AN_EVENT.search(text[: before.start()]):
            bare = text[: before.start()] + " " + text[span.end :]
            return anchor, _tidy(bare)
    part = _IN_A_YEAR.search(text)
    if part:
        bare = text[: part.start()] + " " + text[part.end() :]
        return _part_of_year(part["part"], int(part["year"])), _tidy(bare)
    return None, _tidy(text)


def _part_of_year(part: str, year: int) -> DateAnchor:
    if part.lower().startswith(("start", "beginning", "early", "turn")):
        return DateAnchor.on(date(year, 1, 1), f"{part} {year}")
    return DateAnchor(date(year, 1, 1), date(year, 12, 31), f"{part} {year}")


def _tidy(text: str) -> str:
    return re.sub(r"\s+", " ", _FILLER.sub(" ", text)).replace(" ,", ",").strip(_EDGES)


def _intent(bare: str) -> tuple[str, str, str | None]:
    bare = _last_sentence(bare)
    for clause in (bare, *_main_clauses(bare)):
        for name, patterns in _patterns()["intents"]:
            for pattern in patterns:
                found = pattern.match(clause)
                if found:
                    groups = found.groupdict()
                    subject = re.split(r"\s*[:;]\s+", groups.get("subject") or bare)[0].strip(_EDGES + "'\"")
                    return name, subject, groups.get("version")
    return CONTENT, bare, None


def _last_sentence(bare: str) -> str:
    """The sentence that asks, where others lead up to it."""
    parts = re.split(r"(?<=[a-z0-9)][.!?])\s+(?=[A-Z])", bare)
    return parts[-1] if len(parts[-1].split()) > 3 else bare


def _main_clauses(bare: str) -> list[str]:
    """Parts of a compound question that may carry its form ("Is X in force, and if not, …")."""
    parts = re.split(r",\s+(?:and|or|but)?\s*|\s+and\s+(?=(?:if|what|which|where|who|since)\b)", bare)
    return [part.strip(_EDGES) for part in parts if len(part.split()) > 2] if len(parts) > 1 else []


def _quantities(text: str) -> frozenset[str]:
    return frozenset(
        kind for kind, patterns in _patterns()["quantity"].items() if any(p.search(text) for p in patterns)
    )


def _units(text: str) -> tuple[frozenset[str], ...]:
    words = set(re.findall(r"[\w°%]+", text.casefold()))
    return tuple(spellings for name, spellings in _patterns()["units"].items() if name in words)


def scaffold(analyse: Callable[[str], list[str]]) -> frozenset[str]:
    """Terms of the words that only make a sentence a question."""
    return frozenset(term for word in _patterns()["scaffold"] for term in analyse(word))

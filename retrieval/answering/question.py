"""Reading a question: what it is after, about what, as of when, and what an answer must contain."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from importlib.resources import files

from graph.dates import find_dates
from graph.model import Span
from graph.notation import narrow
from graph.references import Reference, find_clauses, find_references
from graph.time import DateAnchor

CONTENT = "content"
"""The intent of a question whose form is none of the known ones."""

_IN_A_YEAR = re.compile(
    r"\b(?:back in|as of|as at|during|by|in|on|at)\s+(?:the\s+)?"
    r"(?P<part>(?:start|beginning|end|middle|turn) of|early|late|mid|"
    r"spring(?: of)?|summer(?: of)?|autumn(?: of)?|fall(?: of)?|winter(?: of)?)[\s-]+(?P<year>(?:19|20)\d\d)\b",
    re.I,
)
"""A part of a year; only its beginning is told apart from the rest."""
_PERMISSION = re.compile(
    r"(?:may|can|must|shall|should|are|is)\b.*\b(?:used?|allowed|permitted|required|needed|mandatory|done|made|be)\b",
    re.I,
)
_BARE_YEAR = re.compile(
    r"\b(?:in|during|by|until|before|since)\s+(?:the year\s+)?(?P<year>(?:19|20)\d\d)"
    r"(?=\s+[a-z])(?!\s+(?:edition|version|revision|issue|text|amendments?|rules?)\b)"
)
"""A year in the midst of a question: what follows in lower case is no name that the year is a part of."""
_ABOUT = re.compile(r"\b(?:about|regarding|concerning|as to)\s+(?!how\b|what\b|which\b|\d).*", re.I | re.S)
"""What is to be spoken of: that it names a quantity does not ask for one."""
_OF_NO_QUANTITY = re.compile(
    r"^\W*(?:(?:by|to|from|with|for) )?(?:who|whom|whose|where)\b(?!.*\b(?:what|which|how)\b)", re.I
)
"""A question after somebody or some place: that it names a quantity does not ask for one."""
_ITS_END = re.compile(
    r"\s+(?:before|until) (?:it|they|this|that) (?:was|were|had been) [\w\s]{1,30}(?=[?.]?\s*$)", re.I
)
"""What came to what is asked about; not what is asked of it."""
_EDGES = " \t\r\n,.;:?!\u3002\uff1f"


@dataclass(frozen=True, slots=True)
class Question:
    """A question taken apart.

    Attributes:
        text: As asked, with wide signs as narrow ones.
        asked: The text without the words that say as of when, and without the phrases that only make it a
            question where words have no blanks between.
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
    asked: str
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


@dataclass(frozen=True, slots=True)
class _Forms:
    """The forms of questions in all languages."""

    intents: tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]
    quantity: Mapping[str, tuple[re.Pattern[str], ...]]
    moment: Mapping[str, tuple[re.Pattern[str], ...]]
    units: Mapping[str, frozenset[str]]
    scaffold: tuple[str, ...]
    phrases: tuple[re.Pattern[str], ...]


@cache
def _forms() -> _Forms:
    """Reads `intents.toml` and then the files of other languages, by name."""
    folder = files(__package__)
    names = sorted(entry.name for entry in folder.iterdir() if re.fullmatch(r"intents(?:_\w+)?\.toml", entry.name))
    tables = [tomllib.loads(folder.joinpath(name).read_text("utf-8")) for name in names]
    scaffolds = [table["scaffold"] for table in tables]
    return _Forms(
        intents=tuple((row["name"], _compiled(row["patterns"])) for table in tables for row in table["intent"]),
        quantity=_merged([table["quantity"] for table in tables]),
        moment=_merged([table["moment"] for table in tables]),
        units={name: frozenset(spellings) for table in tables for name, spellings in table.get("units", {}).items()},
        scaffold=tuple(" ".join(words["words"]) for words in scaffolds),
        phrases=_compiled([phrase for words in scaffolds for phrase in words.get("phrases", ())]),
    )


def _compiled(patterns: Iterable[str]) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.I | re.S) for pattern in patterns)


def _merged(tables: Iterable[Mapping[str, list[str]]]) -> Mapping[str, tuple[re.Pattern[str], ...]]:
    """The patterns of each entry in all tables, in order."""
    merged: dict[str, tuple[re.Pattern[str], ...]] = {}
    for table in tables:
        for name, patterns in table.items():
            merged[name] = merged.get(name, ()) + _compiled(patterns)
    return merged


def read_question(text: str) -> Question:
    """Takes a question apart; never fails: what is not recognised is a question for content."""
    text = narrow(text)
    dates = _dates(text)
    asked_on, bare = _without_date(text, dates)
    intent, subject, version = _intent(bare)
    return Question(
        text=text,
        asked=_without_phrases(_ITS_END.sub("", bare if asked_on else text)),
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


def _dates(text: str) -> list[tuple[Span, DateAnchor]]:
    """The dates of a question in order, years that words follow among them."""
    found = find_dates(text)
    for match in _BARE_YEAR.finditer(text):
        span, year = Span(*match.span("year")), int(match["year"])
        if not any(span.overlaps(known) for known, _ in found):
            found.append((span, DateAnchor(date(year, 1, 1), date(year, 12, 31), match["year"])))
    return sorted(found, key=lambda dated: dated[0].start)


def _without_date(text: str, dates: list[tuple[Span, DateAnchor]]) -> tuple[DateAnchor | None, str]:
    """The date that says as of when, and the question without it and without fillers."""
    for span, anchor in dates:
        found = _moment(text, span)
        if found:
            place, meaning = found
            return _meant(anchor, meaning), _tidy(text[: place.start] + " " + text[place.end :])
    part = _IN_A_YEAR.search(text)
    if part:
        bare = text[: part.start()] + " " + text[part.end() :]
        return _part_of_year(part["part"], int(part["year"])), _tidy(bare)
    return None, _tidy(text)


def _moment(text: str, date_at: Span) -> tuple[Span, str] | None:
    """Where the words stand that say as of when, with their date, and whether its `start` or `eve` is meant."""
    words = _forms().moment
    for pattern in words["itself"]:
        own = pattern.match(text, date_at.start)
        if own and own.end() >= date_at.end:
            leads = [found for lead in words["lead"] if (found := lead.search(text[: own.start()]))]
            return Span(leads[0].start() if leads else own.start(), own.end()), ""
    for pattern in words["before"]:
        lead = pattern.search(text[: date_at.start])
        if lead and not any(event.search(text[: lead.start()]) for event in words["event"]):
            meaning = next((name for name, said in lead.groupdict().items() if said), "")
            return Span(lead.start(), date_at.end), meaning
    return None


def _meant(anchor: DateAnchor, meaning: str) -> DateAnchor:
    """The date itself, the day on which it starts, or the last day before it."""
    if anchor.earliest is None or not meaning:
        return anchor
    if meaning == "start":
        return DateAnchor.on(anchor.earliest, anchor.text)
    return DateAnchor.on(anchor.earliest - timedelta(days=1), f"before {anchor.text}")


def _part_of_year(part: str, year: int) -> DateAnchor:
    if part.lower().startswith(("start", "beginning", "early", "turn")):
        return DateAnchor.on(date(year, 1, 1), f"{part} {year}")
    return DateAnchor(date(year, 1, 1), date(year, 12, 31), f"{part} {year}")


def _tidy(text: str) -> str:
    for filler in _forms().moment["filler"]:
        text = filler.sub(" ", text)
    return re.sub(r"\s+", " ", text).replace(" ,", ",").strip(_EDGES)


def _without_phrases(text: str) -> str:
    """A text without the phrases of a question that no blanks set apart; any other text as it is."""
    kept = text.strip(_EDGES)
    for phrase in _forms().phrases:
        kept = phrase.sub(" ", kept).strip()
    return re.sub(r"\s+", " ", kept) if kept != text.strip(_EDGES) else text


def _intent(bare: str) -> tuple[str, str, str | None]:
    bare = _last_sentence(bare)
    for clause in (bare, *_main_clauses(bare)):
        for name, patterns in _forms().intents:
            for pattern in patterns:
                found = pattern.match(clause)
                if found:
                    groups = found.groupdict()
                    subject = re.split(r"\s*[:;]\s+", groups.get("subject") or bare)[0].strip(_EDGES + "'\"")
                    return name, subject, groups.get("version")
    return CONTENT, _without_phrases(bare), None


def _last_sentence(bare: str) -> str:
    """The sentence that asks, where others lead up to it."""
    parts = re.split(r"(?<=[a-z0-9)][.!?])\s+(?=[A-Z])", bare)
    return parts[-1] if len(parts[-1].split()) > 3 else bare


def _main_clauses(bare: str) -> list[str]:
    """Parts of a compound question that may carry its form ("Is X in force, and if not, …")."""
    parts = re.split(r",\s+(?:and|or|but)?\s*|\s+and\s+(?=(?:if|what|which|where|who|since)\b)", bare)
    return [part.strip(_EDGES) for part in parts if len(part.split()) > 2] if len(parts) > 1 else []


def _quantities(text: str) -> frozenset[str]:
    text = _ABOUT.sub(" ", text)
    if _OF_NO_QUANTITY.search(text):
        return frozenset()
    return frozenset(kind for kind, patterns in _forms().quantity.items() if any(p.search(text) for p in patterns))


def _units(text: str) -> tuple[frozenset[str], ...]:
    words = set(re.findall(r"[\w°%]+", text.casefold()))
    return tuple(spellings for name, spellings in _forms().units.items() if name in words)


def scaffold(analyse: Callable[[str], list[str]]) -> frozenset[str]:
    """Terms of the words that only make a sentence a question."""
    return frozenset(term for words in _forms().scaffold for term in analyse(words))

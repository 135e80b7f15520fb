"""What a file's name says of the document in it: number, revision, date, status, kind."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import PurePosixPath

from connectors.metadata.words import status_of
from connectors.protocol import Statement
from graph.dates import parse_date
from graph.references import Reference, find_references, split_edition
from graph.vocabulary import ClaimField, Ground, SourceKind

_SEPARATORS = re.compile(r"[-_ .]+")
_SERIES = re.compile(
    r"\b(?:bulletin|notice|circular|instruction|directive)\b.*\b\d{1,3}-(?:19|20)\d\d\b", re.IGNORECASE
)
"""Series numbered within each year, whose years are no editions: "Marine Bulletin MB 03-2016"."""

_GAP = "\u0001"
_CODES = {"IFC": "issued for construction", "IFR": "issued for review"}


@dataclass(frozen=True, slots=True)
class _Patterns:
    patterns: tuple[tuple[re.Pattern[str], float], ...]
    kinds: tuple[tuple[re.Pattern[str], SourceKind], ...]
    types: dict[str, SourceKind]
    parts: frozenset[str]
    noise: frozenset[str]
    code: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    data = tomllib.loads(files("connectors").joinpath("file_names.toml").read_text("utf-8"))
    return _Patterns(
        tuple((re.compile(entry["pattern"], re.IGNORECASE), entry["confidence"]) for entry in data["patterns"]),
        tuple((re.compile(pattern, re.IGNORECASE), SourceKind(kind)) for pattern, kind in data["kinds"].items()),
        {code: SourceKind(kind) for code, kind in data["types"].items()},
        frozenset(data["parts"]),
        frozenset(data["noise"]),
        re.compile(data["code"]),
    )


def name_statements(name: str) -> tuple[Statement, ...]:
    """What the name states, on the ground `file name`; each statement's note is the whole name."""
    stem = PurePosixPath(name).stem
    stated: list[Statement] = []
    rest = stem
    for pattern, confidence in _patterns().patterns:
        match = pattern.search(rest)
        if match and not {"version", "date"} & _said(match) & {s.field.value for s in stated}:
            stated += _of_groups(match, confidence, name)
            rest = pattern.sub(_GAP, rest)
    stated += _of_rest(rest.replace(_GAP, " ").strip(), stated, name)
    stated += _kind(stem, name)
    return tuple(stated)


def _said(match: re.Match[str]) -> set[str]:
    return {group for group, value in match.groupdict().items() if value}


def _of_groups(match: re.Match[str], confidence: float, name: str) -> Iterator[Statement]:
    groups = match.groupdict()
    for group, value in groups.items():
        if not value:
            continue
        words = value.replace("_", " ")
        if group == "type":
            kind = _patterns().types.get(value.upper())
            if kind:
                yield Statement(ClaimField.KIND, kind, Ground.FILE_NAME, confidence, note=name)
        elif group == "status":
            yield from _status(words, confidence, name)
        elif group == "date":
            yield from _date(words.replace(" ", "-").replace(".", "-"), confidence, name)
        else:
            said = _spelt(words) if group == "number" else words
            yield Statement(ClaimField(group), said, Ground.FILE_NAME, confidence, note=name)


def _spelt(number: str) -> str:
    """A number as people write it, where a family of numbers has blanks: "84 FR 10101" of "84-FR-10101"."""
    found = find_references(number)
    is_whole = len(found) == 1 and len(found[0].span) == len(number)
    return found[0].key if is_whole and " " in found[0].key else number


def _status(words: str, confidence: float, name: str) -> Iterator[Statement]:
    status = status_of(_CODES.get(words.upper(), words.replace("-", " ") if len(words) > 4 else words))
    if status:
        yield Statement(ClaimField.STATUS, status, Ground.FILE_NAME, confidence, note=name)


def _date(words: str, confidence: float, name: str) -> Iterator[Statement]:
    if words.isdigit():
        words = f"{words[:4]}-{words[4:6]}-{words[6:]}"
    anchor = parse_date(words)
    if anchor:
        yield Statement(ClaimField.DATE, words, Ground.FILE_NAME, confidence, date=anchor, note=name)


def _of_rest(rest: str, stated: list[Statement], name: str) -> Iterator[Statement]:
    """The number that what is left of the name holds, else its words as a title."""
    fields = {statement.field for statement in stated}
    words = _unslugged(rest.replace("_", " ").strip(" -."))
    found = find_references(words) if ClaimField.NUMBER not in fields else []
    coded = _patterns().code.search(words) if not found and ClaimField.NUMBER not in fields else None
    if coded:
        number, edition = (coded.group(), None) if _SERIES.search(words) else split_edition(coded.group())
        words = f"{words[: coded.start()]} {words[coded.end() :]}"
        yield Statement(ClaimField.NUMBER, _with_part(number, words), Ground.FILE_NAME, 0.4, note=name)
        if edition and ClaimField.VERSION not in fields:
            yield Statement(ClaimField.VERSION, edition, Ground.FILE_NAME, 0.4, note=name)
    if found:
        reference = found[0]
        words = words[: reference.span.start] + " " + words[reference.span.end :]
        yield Statement(ClaimField.NUMBER, _with_part(_number(reference), words), Ground.FILE_NAME, 0.6, note=name)
        edition = reference.edition or _year_in(words)
        if edition and ClaimField.VERSION not in fields:
            yield Statement(ClaimField.VERSION, edition, Ground.FILE_NAME, 0.5, note=name)
    title = " ".join(part for part in _SEPARATORS.split(words) if part)
    if re.search(r"[^\W\d_]{3}", title) and len(title) > 4:
        yield Statement(ClaimField.TITLE, title, Ground.FILE_NAME, 0.2, note=name)


def _unslugged(words: str) -> str:
    """A name written in small letters and dashes with spaces, without words that speak of the file."""
    if " " not in words and words == words.lower():
        words = words.replace("-", " ")
    kept = [word for word in words.split(" ") if word.casefold() not in _patterns().noise]
    return " ".join(kept)


def _year_in(words: str) -> str | None:
    """The one year that a name holds beside its number."""
    years = re.findall(r"(?<!\d)(?:19|20)\d\d(?!\d)", words)
    return years[0] if len(years) == 1 else None


def _number(reference: Reference) -> str:
    """The number as written, if it is written as people do; else its key."""
    written = split_edition(reference.text.strip())[0]
    return written if written[:1].isupper() and " " in written else reference.key


def _with_part(number: str, rest: str) -> str:
    """A part list and its drawing are two documents of one number."""
    part = next((word for word in re.findall(r"\w+", rest.upper()) if word in _patterns().parts), None)
    return f"{number} {part}" if part else number


def _kind(stem: str, name: str) -> Iterator[Statement]:
    for pattern, kind in _patterns().kinds:
        if pattern.search(stem):
            yield Statement(ClaimField.KIND, kind, Ground.FILE_NAME, 0.4, note=name)
            return

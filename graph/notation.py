"""The notation of document numbers, read from `references.toml` and compiled once."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

DASHES = "-‐‑‒–—―−－"
_TOKENS = {"<D>": f"[{DASHES}]", "<S>": r"[\s_\u00a0]{0,12}", "<W>": r"[\s_\u00a0]{1,40}", "<W>?": r"[\s_\u00a0]{0,40}"}
_START = r"(?<![0-9A-Za-zÀ-ɏЀ-ӿ])"
_END = r"(?![A-Za-z0-9])"


def expand(pattern: str) -> str:
    """Replace the tokens `<D>`, `<S>` and `<W>` of the data file by regular expressions."""
    for token in sorted(_TOKENS, key=len, reverse=True):
        pattern = pattern.replace(token, _TOKENS[token])
    return pattern


@dataclass(frozen=True, slots=True)
class Family:
    """One way of numbering documents.

    Attributes:
        core: Matches lead and number, as groups `lead` and `number`.
        item: Matches one more number in a list of this family.
        plural: Matches a whole lead that opens a list, or None.
        edition: Matches an edition written right after the number.
        form: How the number is folded; see `references.toml`.
    """

    name: str
    pattern: str
    core: re.Pattern[str]
    item: re.Pattern[str]
    plural: re.Pattern[str] | None
    edition: re.Pattern[str]
    form: str = "plain"
    separator: str = " "
    year: bool = False
    clause: bool = False
    dotted: bool = False
    alias: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Notation:
    """All compiled patterns of `references.toml`; its comments say what each is for.

    Attributes:
        any_core: Matches the core of any family; group `f<i>` names family number i.
        words: Clause words: pattern of word and number (groups `lead`, `number`) with the kept word.
        forms: Number-first forms of clause addresses, with the kept word.
    """

    families: tuple[Family, ...]
    any_core: re.Pattern[str]
    edition_leading: re.Pattern[str]
    edition_year: re.Pattern[str]
    edition_trailing: re.Pattern[str]
    edition_bare: re.Pattern[str]
    edition_noise: re.Pattern[str]
    ordinals: Mapping[str, str]
    separator: re.Pattern[str]
    words: tuple[tuple[re.Pattern[str], str | None], ...]
    forms: tuple[tuple[re.Pattern[str], str | None], ...]
    clause_before: re.Pattern[str]
    clause_number: re.Pattern[str]


def _flagged(pattern: str, case: bool) -> str:
    return f"(?:{pattern})" if case else f"(?i:{pattern})"


def _family(row: Mapping[str, Any], trailing: str) -> Family:
    case = bool(row.get("case"))
    lead, number = (_flagged(expand(row[name]), case) for name in ("lead", "number"))
    if row.get("case_number"):
        number = _flagged(expand(row["number"]), case=True)
    end = expand(row.get("end", _END))
    without = f"(?!{expand(row['without'])})" if "without" in row else ""
    editions = [_flagged(expand(row["edition"]), case=False)] if "edition" in row else []
    return Family(
        name=row["name"],
        pattern=f"{_START}{without}{lead}{number}{end}",
        core=re.compile(f"{_START}{without}(?P<lead>{lead})(?P<number>{number}){end}"),
        item=re.compile(f"(?P<number>{number}){end}"),
        plural=re.compile(_flagged(expand(row["plural"]), case=False)) if "plural" in row else None,
        edition=re.compile("|".join([*editions, trailing])),
        form=row.get("form", "plain"),
        separator=row.get("separator", " "),
        year=bool(row.get("year")),
        clause=bool(row.get("clause")),
        dotted=bool(row.get("dotted")),
        alias=row.get("alias", {}),
    )


def _clause_words(rows: Mapping[str, Any], number: str) -> tuple[tuple[re.Pattern[str], str | None], ...]:
    found = []
    for row in rows["word"]:
        lead = _flagged(expand(row["lead"]), case=False)
        found.append((re.compile(rf"{_START}(?P<lead>{lead})\s{{0,12}}(?P<number>{number})"), row.get("keep")))
    return tuple(found)


def _clause_forms(rows: Mapping[str, Any]) -> tuple[tuple[re.Pattern[str], str | None], ...]:
    found = []
    for row in rows["form"]:
        pattern = _flagged(expand(row["pattern"]), bool(row.get("case")))
        found.append((re.compile(f"{_START}{pattern}"), row.get("keep")))
    return tuple(found)


def _before(rows: Mapping[str, Any], number: str) -> re.Pattern[str]:
    """What stands before a document whose clause is named first, anchored at its end."""
    word = "|".join(expand(row["lead"]) for row in rows["word"])
    bare = rf"{_START}(?:\d{{1,4}}(?:\.\d{{1,4}})+(?:\([a-z0-9]{{1,4}}\))*|[A-Z]{{2}}-\d{{1,2}}(?:\s?\(\d{{1,2}}\))*)"
    of = expand(rows["of"])
    return re.compile(
        rf"(?:{_START}(?P<lead>(?i:{word}))\s{{0,12}}(?P<number>{number})(?:{of})"
        rf"|(?P<bare>{bare})(?i:\s{{1,12}}(?:of|in)\s{{1,12}}(?:the\s{{1,12}})?)$)"
    )


@cache
def notation() -> Notation:
    """The compiled notation; reads `references.toml` beside this file on first use."""
    data = tomllib.loads(Path(__file__).with_name("references.toml").read_text(encoding="utf-8"))
    edition, clause = data["edition"], data["clause"]
    trailing = _flagged(expand(edition["trailing"]), case=False)
    families = tuple(_family(row, trailing) for row in data["family"])
    number = expand(clause["number"])
    return Notation(
        families=families,
        any_core=re.compile("|".join(f"(?P<f{i}>{family.pattern})" for i, family in enumerate(families))),
        edition_leading=re.compile(_flagged(expand(edition["leading"]), case=False)),
        edition_year=re.compile(_flagged(expand(edition["year"]), case=False)),
        edition_trailing=re.compile(trailing),
        edition_bare=re.compile(_flagged(expand(edition["bare"]), case=False)),
        edition_noise=re.compile(edition["noise"]),
        ordinals=edition["ordinals"],
        separator=re.compile(expand(data["list"]["separator"])),
        words=_clause_words(clause, number),
        forms=_clause_forms(clause),
        clause_before=_before(clause, number),
        clause_number=re.compile(number),
    )

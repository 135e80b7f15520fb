"""The notation of document numbers and clause addresses, read from `references.toml` and compiled once."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

DASHES = "-‐‑‒–—―−－"
_START = r"(?<![0-9A-Za-zÀ-ɏЀ-ӿ])"
_TOKENS = {
    "<D>": f"[{DASHES}]",
    "<S>": r"[\s_\u00a0]{0,12}",
    "<W>": r"[\s_\u00a0]{1,40}",
    "<W>?": r"[\s_\u00a0]{0,40}",
    "<B>": _START,
    "<Y>": r"[\s_\u00a0]?\((?:19|20)\d\d\)|,[\s_\u00a0](?:19|20)\d\d(?=\s*(?:[.,;)]|$))",
}
_END = r"(?![A-Za-z0-9])"
_WORD = re.compile(r"[A-Za-zÀ-ɏʻЀ-ӿ]+")
_WIDE = {0x3000: " ", **{sign: chr(sign - 0xFEE0) for sign in range(0xFF01, 0xFF5F)}}
_ALIKE = dict(zip("АВЕКМНОРСТХ", "ABEKMHOPCTX", strict=True))
"""Cyrillic capitals that look like Latin ones."""
_TO_LATIN = str.maketrans({**_ALIKE, **{key.lower(): value.lower() for key, value in _ALIKE.items()}})

ClausePatterns = tuple[tuple[re.Pattern[str], str | None], ...]


def narrow(text: str) -> str:
    """The text with wide signs ("ＧＢ ５００１６") as narrow ones, character by character."""
    return text if text.isascii() else text.translate(_WIDE)


def _sightless(word: str) -> str:
    """A word case-folded, with letters that look alike in Cyrillic and Latin as the Latin ones."""
    return word.translate(_TO_LATIN).casefold()


def _either_script(lead: str) -> str:
    """A pattern in which Cyrillic capitals also match the Latin letters that look like them."""
    return re.sub("[" + "".join(_ALIKE) + "]", lambda letter: f"[{letter[0]}{_ALIKE[letter[0]]}]", lead)


def expand(pattern: str) -> str:
    """Replace the tokens of the data file, such as `<D>` for any dash, by regular expressions."""
    for token in sorted(_TOKENS, key=len, reverse=True):
        pattern = pattern.replace(token, _TOKENS[token])
    return pattern


@dataclass(frozen=True, slots=True)
class Family:
    """One way of numbering documents.

    Attributes:
        first: First words of the lead, case-folded; empty where it is tried at every place.
        core: Matches lead and number, as groups `lead` and `number`.
        item: Matches one more number in a list of this family.
        plural: Matches a whole lead that opens a list, or None.
        edition: Matches an edition written right after the number.
        form: How the number is folded; see `references.toml`.
        year: A year before the lead is its edition.
        clause: The number is always followed by a clause.
        short: Its clauses are cited by the number alone ("K 1.36").
        dotted: A decimal after the number is its clause ("29 CFR 1910.23").
    """

    name: str
    first: tuple[str, ...]
    core: re.Pattern[str]
    item: re.Pattern[str]
    plural: re.Pattern[str] | None
    edition: re.Pattern[str]
    form: str = "plain"
    separator: str = " "
    year: bool = False
    clause: bool = False
    dotted: bool = False
    short: bool = False
    alias: Mapping[str, str] = field(default_factory=dict)

    def renamed(self, lead: str) -> str:
        """The first part of the key for a lead that is written in several ways, else the lead as it is."""
        return self.alias.get(lead) or self.alias.get(_sightless(lead).upper(), lead)


@dataclass(frozen=True, slots=True)
class Notation:
    """All compiled patterns of `references.toml`; its comments say what each is for.

    Attributes:
        by_word: The families whose lead may begin with a word, by that word as `families_of` folds it.
        anywhere: The families that have no first word.
        unlisted: Numbers of no family; `places` are words of which they are no documents.
        title: A title, as the group `title`; `edition_word` matches an edition that is named as one.
        loose_before, loose_after: Words at an edition by which it binds nobody to itself: "or later", "not to be used".
        words: Clause words: pattern of word and number (groups `lead`, `number`) with the kept word.
        forms: Number-first forms of clause addresses, with the kept word.
        hyphened: A clause number with hyphens, where a range is out of the question.
        clause_before: A clause named before its document, anchored at the document.
    """

    families: tuple[Family, ...]
    by_word: Mapping[str, tuple[Family, ...]]
    anywhere: tuple[Family, ...]
    edition_leading: re.Pattern[str]
    edition_year: re.Pattern[str]
    edition_trailing: re.Pattern[str]
    edition_bare: re.Pattern[str]
    edition_noise: re.Pattern[str]
    edition_month: re.Pattern[str]
    edition_next: re.Pattern[str]
    edition_word: re.Pattern[str]
    unlisted: re.Pattern[str]
    places: frozenset[str]
    title: re.Pattern[str]
    ordinals: Mapping[str, str]
    loose_before: re.Pattern[str]
    loose_after: re.Pattern[str]
    separator: re.Pattern[str]
    words: ClausePatterns
    forms: ClausePatterns
    clause_before: re.Pattern[str]
    clause_number: re.Pattern[str]
    hyphened: re.Pattern[str]

    def families_of(self, word: str) -> tuple[Family, ...]:
        """The families whose lead may begin with this word."""
        return self.by_word.get(_sightless(word), ())


def find_cores(text: str) -> list[tuple[Family, re.Match[str]]]:
    """Every lead with its number, from left to right, the longest first where several start together."""
    table = notation()
    found = [(family, core) for family in table.anywhere for core in family.core.finditer(text)]
    for word in _WORD.finditer(text):
        families = table.families_of(word[0])
        if families:
            found.extend(cores_at(text, word.start(), families))
    found.sort(key=lambda pair: (pair[1].start(), -pair[1].end()))
    return found


def cores_at(text: str, start: int, families: tuple[Family, ...]) -> Iterator[tuple[Family, re.Match[str]]]:
    """The cores of some families that begin at one place."""
    for family in families:
        core = family.core.match(text, start)
        if core is not None:
            yield family, core


def _flagged(pattern: str, case: bool) -> str:
    return f"(?:{pattern})" if case else f"(?i:{pattern})"


def _family(row: Mapping[str, Any], trailing: str) -> Family:
    case = bool(row.get("case"))
    lead = _flagged(_either_script(expand(row["lead"])), case)
    number = _flagged(expand(row["number"]), case or bool(row.get("case_number")))
    end = expand(row.get("end", _END))
    without = f"(?!{expand(row['without'])})" if "without" in row else ""
    editions = [_flagged(expand(row["edition"]), case=False)] if "edition" in row else []
    return Family(
        name=row["name"],
        first=tuple(_sightless(word) for word in row.get("first", ())),
        core=re.compile(f"{_START}{without}(?P<lead>{lead})(?P<number>{number}){end}"),
        item=re.compile(f"(?P<number>{number}){end}"),
        plural=re.compile(_flagged(expand(row["plural"]), case=False)) if "plural" in row else None,
        edition=re.compile("|".join([*editions, trailing])),
        form=row.get("form", "plain"),
        separator=row.get("separator", " "),
        year=bool(row.get("year")),
        clause=bool(row.get("clause")),
        dotted=bool(row.get("dotted")),
        short=bool(row.get("short")),
        alias=row.get("alias", {}),
    )


def _index(families: tuple[Family, ...]) -> Mapping[str, tuple[Family, ...]]:
    by_word: defaultdict[str, list[Family]] = defaultdict(list)
    for family in families:
        for word in family.first:
            by_word[word].append(family)
    return {word: tuple(members) for word, members in by_word.items()}


def _clause_words(rows: Mapping[str, Any], number: str) -> ClausePatterns:
    return tuple(
        (re.compile(rf"{_START}{_lead(rows, expand(row['lead']))}\s{{0,12}}(?P<number>{number})"), row.get("keep"))
        for row in rows["word"]
    )


def _lead(rows: Mapping[str, Any], word: str) -> str:
    """A clause word as the group `lead`; the group `many` matched where it is a plural."""
    plural = _flagged(expand(rows["plural"]), case=False)
    return rf"(?=(?P<many>{plural})?)(?P<lead>{_flagged(word, case=False)})"


def _worded_number(rows: Mapping[str, Any], separator: str) -> str:
    """The number after a clause word, whole where it has hyphens and is no range."""
    listed = expand(rows["hyphened_list"].replace("<list>", separator))
    return rf"(?:(?(many){listed}|{expand(rows['hyphened'])})|{expand(rows['number'])})"


def _clause_forms(rows: Mapping[str, Any]) -> ClausePatterns:
    return tuple(
        (
            re.compile(_flagged(expand(row["pattern"]), bool(row.get("case")))),
            row.get("keep"),
        )
        for row in rows["form"]
    )


def _before(rows: Mapping[str, Any], number: str) -> re.Pattern[str]:
    word = "|".join(expand(row["lead"]) for row in rows["word"])
    bare = rf"{_START}(?:\d{{1,4}}(?:\.\d{{1,4}})+(?:\([a-z0-9]{{1,4}}\))*|[A-Z]{{2}}-\d{{1,2}}(?:\s?\(\d{{1,2}}\))*)"
    of = expand(rows["of"])
    return re.compile(
        rf"(?:{_START}{_lead(rows, word)}\s{{0,12}}(?P<number>{number})(?:{of})"
        rf"|(?P<bare>{bare})(?i:\s{{1,12}}(?:of|in)\s{{1,12}}(?:the\s{{1,12}})?)$)"
    )


def _title(nouns: Sequence[str]) -> re.Pattern[str]:
    """Words in capitals, with one that names a kind of document: "AASHTO LRFD Bridge Design Specifications"."""
    word, link = r"[A-Z][\w&’'-]*(?:\.\w+)*", r"(?:\s(?:of|and|for|the|on|in|to|&)){0,2}\s"
    noun = f"(?:{'|'.join(nouns)})"
    title = rf"(?:(?:{word}{link}){{1,8}}{noun}(?:{link}{word}){{0,6}}|{noun}(?:{link}{word}){{2,6}})"
    return re.compile(rf"(?<![\w-])(?:The\s)?(?P<title>{title})(?![\w-])")


@cache
def notation() -> Notation:
    """The compiled notation; reads `references.toml` beside this file on first use."""
    data = tomllib.loads(Path(__file__).with_name("references.toml").read_text(encoding="utf-8"))
    edition, clause = data["edition"], data["clause"]
    trailing = _flagged(f"{expand(edition['trailing'])}|{expand(edition['any']['first'])}", case=False)
    families = tuple(_family(row, trailing) for row in data["family"])
    worded = _worded_number(clause, data["list"]["separator"])
    return Notation(
        families=families,
        by_word=_index(families),
        anywhere=tuple(family for family in families if not family.first),
        edition_leading=re.compile(_flagged(expand(edition["leading"]), case=False)),
        edition_year=re.compile(_flagged(expand(edition["year"]), case=False)),
        edition_trailing=re.compile(trailing),
        edition_bare=re.compile(_flagged(expand(edition["bare"]), case=False)),
        edition_noise=re.compile(edition["noise"]),
        edition_next=re.compile(_flagged(expand(edition["any"]["next"]), case=False)),
        edition_month=re.compile(_flagged(expand(edition["month"]["behind"]), case=False)),
        edition_word=re.compile(_flagged(expand(edition["word"]), case=False)),
        unlisted=re.compile(f"(?<![A-Za-z0-9]){data['unlisted']['number']}{_END}"),
        places=frozenset(data["unlisted"]["places"]),
        title=_title(data["unlisted"]["nouns"]),
        ordinals=edition["ordinals"],
        loose_before=re.compile(_flagged(expand(edition["loose"]["before"]), case=False)),
        loose_after=re.compile(_flagged(expand(edition["loose"]["after"]), case=False)),
        separator=re.compile(expand(data["list"]["separator"])),
        words=_clause_words(clause, worded),
        forms=_clause_forms(clause),
        clause_before=_before(clause, worded),
        clause_number=re.compile(expand(clause["number"])),
        hyphened=re.compile(expand(clause["hyphened"])),
    )

"""Clause addresses in running text: "section 14.9", "§ 903.2.1", "Table 1.3", "пункт 4.2", "第4.2条"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph.model import Span
from graph.notation import DASHES, cores_at, notation

_DASH = str.maketrans(dict.fromkeys(DASHES, "-"))
_SPACES = re.compile(r"[\s_\u00a0]+")
_GAP = re.compile(r"(?:\]|[’']s|ning|нинг)?,?[^\S\n]{0,12}\n?[^\S\n]{0,12}\(?")
_DIGIT = re.compile(r"\d")
_LETTER_NUMBER = re.compile(r"\b[A-Z]\b")


def clause_path(printed: str) -> str:
    """The address of a clause from its printed number: "Section 3." is "3", "table 1.3" is "Table 1.3"."""
    text = printed.strip()
    for pattern, keep in notation().words:
        match = pattern.match(text)
        if match:
            return _path(match, keep)
    path = _fold(text.strip(".:;§ "))
    return f"{path})" if path.count("(") > path.count(")") else path


def _path(match: re.Match[str], keep: str | None) -> str:
    number = match["number"] if "number" in match.re.groupindex else match[1]
    path = _fold(number)
    return f"{keep} {path}" if keep else path


def _fold(text: str) -> str:
    return _SPACES.sub("", text.translate(_DASH))


def find_clauses(text: str) -> list[tuple[Span, str]]:
    """The clause addresses that a text names, left to right, without overlaps.

    The second item is the path as `graph.model.Clause.path` writes it: "14.9", "1.36(a)",
    "Table 1.3", "Appendix A". "Sections 3.1 and 3.2" gives both. What names a document
    ("Section 08 11 13") is no clause.
    """
    found: list[tuple[Span, str]] = []
    for pattern, keep in (*notation().words, *notation().forms):
        for match in pattern.finditer(text):
            if _names_document(text, match):
                continue
            found.append((Span(*match.span()), _path(match, keep)))
            if "lead" in pattern.groupindex:
                found.extend(_further_items(text, match, keep))
    found.sort(key=lambda item: (item[0].start, -item[0].end))
    kept: list[tuple[Span, str]] = []
    for item in found:
        if not kept or item[0].start >= kept[-1][0].end:
            kept.append(item)
    return kept


def _names_document(text: str, match: re.Match[str]) -> bool:
    if "lead" not in match.re.groupindex:
        return False
    families = notation().families_of(match["lead"])
    return any(True for _ in cores_at(text, match.start(), families))


def _further_items(text: str, first: re.Match[str], keep: str | None) -> Iterator[tuple[Span, str]]:
    """The further items after a plural word or a doubled sign: "sections 3.1, 3.2 and 3.3"."""
    if not first["many"]:
        return
    end = first.end()
    while gap := notation().separator.match(text, end):
        hyphened = notation().hyphened.match(text, gap.end()) if first["stem"] else None
        item = hyphened or notation().clause_number.match(text, gap.end())
        if item is None:
            return
        end = item.end()
        path = _fold(item[0])
        yield Span(*item.span()), f"{keep} {path}" if keep else path


def clause_after(text: str, end: int, bare: bool) -> tuple[str | None, int]:
    """The clause written right after a document that ends at `end`, and where it ends.

    Args:
        bare: Whether a dotted number needs no word before it ("ADA Standards 405.2").
    """
    gap = _GAP.match(text, end)
    at = gap.end() if gap else end
    for pattern, keep in (*notation().words, *notation().forms):
        match = pattern.match(text, at)
        if match:
            return _path(match, keep), match.end()
    match = notation().clause_number.match(text, at) if bare else None
    if match and "." in match[0]:
        return _fold(match[0]), match.end()
    return None, end


def clause_before(text: str, start: int, floor: int) -> tuple[str | None, int]:
    """The clause written before a document that starts at `start` ("clause 4.2 of …"), and its start."""
    is_possible = _DIGIT.search(text, floor, start) or _LETTER_NUMBER.search(text, floor, start)
    match = notation().clause_before.search(text, floor, start) if is_possible else None
    if match is None:
        return None, start
    if match["bare"]:
        return _fold(match["bare"]), match.start()
    return clause_path(f"{match['lead']} {match['number']}"), match.start()

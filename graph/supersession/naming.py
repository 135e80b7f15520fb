"""Documents and clauses as acts of amendment name them, beyond numbered references.

A code is named by its title ("the Example Municipal Code"), a policy by its kind and sign ("Policy
HR-14"); clauses come in ranges ("Sections 3 through 5", "§§ 12-1 – 12-6").
"""

from __future__ import annotations

import re
from dataclasses import replace

from graph.addresses import clause_after
from graph.model import Span
from graph.references import Reference, find_clauses, find_references, normalise_number
from graph.supersession.patterns import patterns
from graph.supersession.ranges import with_ranges

_RANGE = re.compile(
    r"\s*(?:through|thru|to|–|—|-)\s*(?:sections?\s+|§+\s*)?(?P<end>\d{1,4}(?:[.-]\d{1,4})*)(?![\w.]*\d)", re.IGNORECASE
)
_PLURAL = re.compile(r"^(?:\w+s\b|§§)", re.IGNORECASE)
_LISTED = re.compile(r"[\s,;&]*(?:and|or)?\s*", re.IGNORECASE)
_WITHIN = re.compile(r"\s*,?\s*(?:of|in|on)\s+(?:the\s+)?", re.IGNORECASE)
_INNER = re.compile(
    r"\s*(?:sub\W?)?(?:paragraphs?|para|items?|sub-?sections?|sub-?clauses?|points?|letters?|пункт|подпункт|п)\b",
    re.IGNORECASE,
)
_INSIDE = re.compile(
    r"\s*,?\s*(?:(?:omit|delete|strike(?:\s+out)?|repeal|remove|revise|amend|replace|for)\s+(?:the\s+)?)?",
    re.IGNORECASE,
)
_BRACKETED = re.compile(r"\([A-Za-z0-9]{1,4}\)")
_ITEMS = re.compile(
    r"\b(?:sub\W?)?(?:paragraph|para|item|section|clause|point|letter)s?\s+"
    r"(?P<items>\([A-Za-z0-9]{1,4}\)(?:\s*(?:,|and|or|&|,\s*and)\s*\([A-Za-z0-9]{1,4}\))*)",
    re.IGNORECASE,
)
_ONE = re.compile(r"\(?(?:[A-Za-z]|\d{1,2}|[ivx]{1,4})\)?(?:,\(\w{1,4}\))*")
_LONGEST_RANGE = 60
_KINDS = ("instrument", "typed", "numbered", "coded", "titled", "placed")
_ISSUED = re.compile(r"(?:notice|bulletin|circular|instruction|directive|advisory)s?\b", re.IGNORECASE)
_SERIES = re.compile(
    r"(?<![\w’'-])(?:(?!(?:Th|An?y?\b|All|Each|Both|No|See|In|On|By|And|Of|To|As|Under|With|From|Whereas|Cancel|Replac|Supersed|"
    r"Withdr|Revok|Repeal|Rescind|Delet|Amend|Our|New|Old|Former|Previous|Earlier)[a-z]*\b)[A-Z][a-z]{2,}\s){1,2}\Z"
)
"""One or two words in capitals that name a series, and none that a sentence may begin with."""


def documents(words: str, *, coded: bool = False) -> list[Reference]:
    """The documents that a sentence names, by number, by kind and sign, or by title, left to right.

    A clause written before "of" and the document is part of the reference.

    Args:
        coded: Also by a sign of letters and figures alone ("POL-009"), which may be something else as well.
    """
    found = find_references(words)
    for kind in _KINDS if coded else (kind for kind in _KINDS if kind != "coded"):
        for match in patterns().named[kind].finditer(words):
            span = Span(match.start("name"), match.end("name"))
            if not any(span.overlaps(other.span) for other in found):
                name = _of_name(span, match["name"])
                found.append(_with_clause_behind(words, name) if kind == "coded" else name)
    named = sorted(with_ranges(words, _in_series(words, found)), key=lambda r: r.span)
    meant = [r for r in named if not _is_role(r) and not _is_number_of_another(words, r, named)]
    return [_with_clauses(words, reference) for reference in meant]


def _is_number_of_another(words: str, reference: Reference, named: list[Reference]) -> bool:
    """ "Example Order 2009 (S.R. 2009/131)" is one document: its title, and its number in brackets."""
    opened = words[: reference.span.start].rstrip().removesuffix("(").rstrip()
    is_bracketed = words[reference.span.end :].startswith(")") and len(opened) < len(
        words[: reference.span.start].rstrip()
    )
    is_issued = patterns().named["issued"].match(reference.key) is not None
    return is_bracketed and is_issued and any(other.span.end == len(opened) for other in named)


def _is_role(reference: Reference) -> bool:
    """ "The principal Regulations" and "these Regulations" name no document by themselves."""
    return patterns().named["role"].fullmatch(reference.text) is not None


def _in_series(words: str, found: list[Reference]) -> list[Reference]:
    """The references with the name of their series before them: "Marine" in "Marine Bulletin 7/2012"."""
    named: list[Reference] = []
    for reference in found:
        lead = _SERIES.search(words, 0, reference.span.start) if _ISSUED.match(reference.text) else None
        span = Span(lead.start(), reference.span.end) if lead else reference.span
        named.append(replace(reference, span=span, text=words[span.start : span.end]))
    return named


def _of_name(span: Span, words: str) -> Reference:
    """A document of that name, without the words before it that are no part of it."""
    lead = patterns().named["untitled"].match(words)
    start = lead.end() if lead and lead.end() < len(words) else 0
    name = " ".join(words[start:].split())
    return Reference(Span(span.start + start, span.end), name, normalise_number(name), None, None)


def _with_clause_behind(words: str, reference: Reference) -> Reference:
    """A sign with the clause that is written right after it: "DH-100, clause 2.3"."""
    clause, end = clause_after(words, reference.span.end, bare=False)
    span = Span(reference.span.start, end)
    return replace(reference, span=span, text=words[span.start : span.end], clause=clause)


def clauses(words: str) -> list[tuple[Span, str]]:
    """The clauses that a sentence names; ranges in full, an item with the clause that it is in as one."""
    found: list[tuple[Span, str]] = []
    for span, path in _all_named(words):
        if found and span.start < found[-1][0].end:
            continue
        for item in _read_on(words, span, path):
            joined = _joined(words, found[-1], item) if found else None
            found[-1 if joined else len(found) :] = [joined or item]
    return [place for item in found for place in _each(item)]


def _all_named(words: str) -> list[tuple[Span, str]]:
    """Clauses, and items that are named by letters in brackets alone: "(b),(c)" of "items (b) and (c)"."""
    items = [(Span(*match.span()), ",".join(_BRACKETED.findall(match["items"]))) for match in _ITEMS.finditer(words)]
    return sorted([*items, *find_clauses(words)], key=lambda named: (named[0].start, -named[0].end))


def _each(named: tuple[Span, str]) -> list[tuple[Span, str]]:
    """One place for each of the items that share a word."""
    span, path = named
    outer, *items = re.split(r"(?=\([^,]*\)(?:,\(|$))", path, maxsplit=1)
    return [(span, outer + item) for item in items[0].split(",")] if items and "," in items[0] else [named]


def _joined(words: str, first: tuple[Span, str], second: tuple[Span, str]) -> tuple[Span, str] | None:
    """ "Article 2.2, paragraph B" and "item B of clause 2.2" as the one place that they are."""
    gap, both = words[first[0].end : second[0].start], Span(first[0].start, second[0].end)
    if _WITHIN.fullmatch(gap) and _is_item(words, first):
        return both, _nested(words[first[0].start : first[0].end], first[1], second[1])
    if _INSIDE.fullmatch(gap) and _is_item(words, second) and not _is_item(words, first):
        return both, _nested(words[second[0].start : second[0].end], second[1], first[1])
    return None


def _is_item(words: str, named: tuple[Span, str]) -> bool:
    """Whether a clause is named as a part of another: by its word, and by one letter or figure."""
    span, path = named
    return _INNER.match(words[span.start : span.end]) is not None and _ONE.fullmatch(path) is not None


def _read_on(words: str, span: Span, path: str) -> list[tuple[Span, str]]:
    """A clause address with what `find_clauses` leaves behind it."""
    is_plural = _PLURAL.match(words[span.start : span.end]) is not None
    until = _RANGE.match(words, span.end)
    steps = _steps(path, until["end"]) if until and is_plural else []
    return [(span, path), *((Span(span.start, until.end()), step) for step in steps)] if until else [(span, path)]


def _steps(first: str, last: str) -> list[str]:
    """The clauses after `first` up to `last`, where they differ in their last figure only."""
    mark = "-" if "-" in first else "."
    stem, _, start = first.rpartition(mark)
    other, _, end = last.rpartition(mark)
    if stem != other or not start.isdigit() or not end.isdigit() or not 0 < int(end) - int(start) <= _LONGEST_RANGE:
        return [last]
    lead = f"{stem}{mark}" if stem else ""
    return [f"{lead}{number}" for number in range(int(start) + 1, int(end) + 1)]


def _with_clauses(words: str, reference: Reference) -> Reference:
    """The reference with the one clause before "of" that it lacks; several are left to the caller."""
    paths = clauses_of(words, reference)
    return replace(reference, clause=paths[0]) if reference.clause is None and len(paths) == 1 else reference


def clauses_of(words: str, reference: Reference) -> tuple[str, ...]:
    """The clauses of a document that a sentence names right before it or with it, in their order."""
    before = words[: reference.span.start]
    joint = patterns().named["joint"].search(before)
    if reference.clause is None and joint is None:
        return ()
    within = [named for named in clauses(words) if reference.clause and named[0].overlaps(reference.span)]
    named = [path for _, path in within if not reference.key.endswith(path.upper())] or (
        [reference.clause] if reference.clause else []
    )
    start = min((span.start for span, _ in within), default=len(before))
    position = min(start, joint.start() if joint else start)
    for span, paths in reversed([item for item in _by_place(clauses(before)) if item[0].end <= start]):
        gap = before[span.end : position]
        if named and _WITHIN.fullmatch(gap):
            named[:1] = [_nested(before[span.start : span.end], path, named[0]) for path in paths]
        elif _LISTED.fullmatch(gap):
            named[:0] = paths
        else:
            break
        position = min(position, span.start)
    return tuple(dict.fromkeys(named))


def _by_place(named: list[tuple[Span, str]]) -> list[tuple[Span, list[str]]]:
    """The clauses that share their words, together."""
    found: dict[Span, list[str]] = {}
    for span, path in named:
        found.setdefault(span, []).append(path)
    return list(found.items())


def _nested(printed: str, path: str, outer: str) -> str:
    """ "Paragraph 4 of Article 12" is 12(4); a section of a chapter has a number of its own."""
    if not _INNER.match(printed):
        return path
    return outer + (path if path.startswith("(") else f"({path})")

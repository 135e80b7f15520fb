"""Documents and clauses as acts of amendment name them, beyond numbered references.

A code is named by its title ("the Example Municipal Code"), a policy by its kind and sign ("Policy
HR-14"); clauses come in ranges ("Sections 3 through 5", "§§ 12-1 – 12-6").
"""

from __future__ import annotations

import re
from dataclasses import replace

from graph.model import Span
from graph.references import Reference, find_clauses, find_references, normalise_number
from graph.supersession.patterns import patterns

_RANGE = re.compile(
    r"\s*(?:through|thru|to|–|—|-)\s*(?:sections?\s+|§+\s*)?(?P<end>\d{1,4}(?:[.-]\d{1,4})*)(?![\w.]*\d)", re.IGNORECASE
)
_PLURAL = re.compile(r"^(?:\w+s\b|§§)", re.IGNORECASE)
_LISTED = re.compile(r"[\s,;&]*(?:and|or)?\s*", re.IGNORECASE)
_WITHIN = re.compile(r"\s*,?\s*(?:of|in)\s+(?:the\s+)?", re.IGNORECASE)
_INNER = re.compile(
    r"\s*(?:sub\W?)?(?:paragraphs?|para|items?|sub-?sections?|sub-?clauses?|points?|letters?|пункт|подпункт|п)\b",
    re.IGNORECASE,
)
_LONGEST_RANGE = 60


def documents(words: str) -> list[Reference]:
    """The documents that a sentence names, by number, by kind and sign, or by title, left to right.

    A clause written before "of" and the document is part of the reference.
    """
    found = find_references(words)
    for pattern in (patterns().named[kind] for kind in ("typed", "numbered", "titled")):
        for match in pattern.finditer(words):
            span = Span(match.start("name"), match.end("name"))
            if not any(span.overlaps(other.span) for other in found):
                name = " ".join(match["name"].split())
                found.append(Reference(span, name, normalise_number(name), None, None))
    return [_with_clauses(words, reference) for reference in sorted(found, key=lambda r: r.span)]


def clauses(words: str) -> list[tuple[Span, str]]:
    """The clauses that a sentence names; ranges in full."""
    found: list[tuple[Span, str]] = []
    for span, path in find_clauses(words):
        if found and span.start < found[-1][0].end:
            continue
        found += _read_on(words, span, path)
    return found


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
    named = [reference.clause] if reference.clause else []
    position = joint.start() if joint else len(before)
    for span, path in reversed(clauses(before)):
        gap = before[span.end : position]
        if named and _WITHIN.fullmatch(gap):
            named[0] = _nested(before[span.start : span.end], path, named[0])
        elif _LISTED.fullmatch(gap):
            named.insert(0, path)
        else:
            break
        position = min(position, span.start)
    return tuple(dict.fromkeys(named))


def _nested(printed: str, path: str, outer: str) -> str:
    """ "Paragraph 4 of Article 12" is 12(4); a section of a chapter has a number of its own."""
    if not _INNER.match(printed):
        return path
    return outer + (path if path.startswith("(") else f"({path})")

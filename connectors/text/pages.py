"""Printed pages inside a text file: form feeds, and the running heads and feet around them.

A running head or foot is known by repetition at the edge of pages, figures not regarded; a line
that holds a page number in a form people print ("[Page 7]", "Page 7 of 12", "- 7 -") is one anyway.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

_EDGE_LINES = 3
_PAGE_NUMBER = re.compile(
    r"(?:^|\s)\[?page\s+[\divxlc]+(?:\s+of\s+\d+)?\]?\s*$|^\s*\[page\s+[\divxlc]+\]|^\s*[-–]\s*\d{1,4}\s*[-–]\s*$"
    r"|^\s*\[?\d{1,4}\]?\s*$",
    re.IGNORECASE,
)
_PRINTED_FOOT = re.compile(r"\[page\s+[\divxlc]+\]\s*$", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]{3}")
_DIGITS = re.compile(r"\d+")
_BLANKS = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Unpaged:
    """Lines of a text without its page furniture, and the furniture."""

    lines: list[str]
    furniture: tuple[str, ...]


def unpage(text: str) -> Unpaged:
    """The lines of a text in one run, page breaks closed and running heads and feet taken out.

    A text of one page is given as it stands.
    """
    pages = _split(text)
    if len(pages) == 1:
        return Unpaged(pages[0], ())
    heads = _repeated([_edge(page) for page in pages])
    feet = _repeated([_edge(page[::-1]) for page in pages])
    furniture: list[str] = []
    lines: list[str] = []
    for number, page in enumerate(pages):
        body = _trim(page, heads if number else frozenset(), furniture)
        body = _trim(body[::-1], feet, furniture)[::-1]
        _join(lines, body)
    return Unpaged(lines, tuple(dict.fromkeys(furniture)))


def _split(text: str) -> list[list[str]]:
    """Pages as lists of lines: by form feed, or after printed page numbers where there is none."""
    if "\f" in text:
        return [page.split("\n") for page in text.split("\f") if page.strip()] or [[]]
    pages: list[list[str]] = [[]]
    for line in text.split("\n"):
        pages[-1].append(line)
        if _PRINTED_FOOT.search(line):
            pages.append([])
    return [page for page in pages if any(line.strip() for line in page)] or [[]]


def _key(line: str) -> str:
    return _BLANKS.sub(" ", _DIGITS.sub("#", line)).strip()


def _edge(page: list[str]) -> list[str]:
    """The keys of the first few lines that are not blank."""
    return [_key(line) for line in page if line.strip()][:_EDGE_LINES]


def _repeated(edges: list[list[str]]) -> frozenset[str]:
    """Keys seen at the edge of at least two pages and of a tenth of them."""
    counts = Counter(key for edge in edges for key in set(edge) if _WORDS.search(key))
    least = max(2, len(edges) // 10)
    return frozenset(key for key, count in counts.items() if count >= least)


def _trim(page: list[str], repeated: frozenset[str], furniture: list[str]) -> list[str]:
    """The page without the furniture at its start: lines from the edge on as long as they repeat."""
    taken = 0
    for position, line in enumerate(page):
        if not line.strip():
            continue
        if taken < _EDGE_LINES and (_key(line) in repeated or _PAGE_NUMBER.search(line)):
            furniture.append(_BLANKS.sub(" ", line).strip())
            taken += 1
            continue
        return page[position:]
    return []


def _join(lines: list[str], page: list[str]) -> None:
    """Append a page; a sentence that runs over the break goes on without a gap."""
    while page and not page[0].strip():
        page = page[1:]
    while page and not page[-1].strip():
        page = page[:-1]
    if not page:
        return
    if lines and not _runs_on(lines[-1], page[0]):
        lines.append("")
    lines.extend(page)


def _runs_on(last: str, first: str) -> bool:
    """Whether a paragraph goes on over a page break: no end of sentence, small letter, same indent."""
    end = last.rstrip()
    start = first.lstrip()
    same_indent = len(first) - len(start) == len(last) - len(last.lstrip())
    return bool(end) and end[-1] not in ".:;?!" and start[:1].islower() and same_indent and len(end) > 40

"""Which line of the front matter is the title."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from connectors.metadata.words import is_designation, is_label_line, status_of, words
from graph.dates import find_dates

_LONGEST_TITLE_CHARS = 200
_MOST_LINES = 4
_PERSON = re.compile(r"^(?:[A-Z]\.\s?-?){1,3}\s*(?:van |de |von )?[A-Z][\w'’-]+(?:, Eds?\.)?$")
_DASHES = " \t-–—:|."


@dataclass(frozen=True, slots=True)
class FrontGroup:
    """Lines of the front matter that stand together.

    Attributes:
        columned: Printed in two columns, as the head of a memo; no title stands there.
    """

    lines: tuple[str, ...]
    columned: bool = False


def choose_title(groups: Sequence[FrontGroup]) -> tuple[int, int, str] | None:
    """The title among groups of front lines.

    It is the rest of the designation's own line, or the first lines, after the designation where
    there is one, that are neither field, date, edition, status, person nor a stock phrase.

    Returns:
        Group, line within the group, and the title (its lines joined by a blank), or None.
    """
    flat = [(g, n, line) for g, group in enumerate(groups) for n, line in enumerate(group.lines)]
    marked = next((i for i, (_, _, line) in enumerate(flat) if is_designation(line) or _is_numbered(line)), None)
    if marked is not None:
        rest = _after_designation(flat[marked][2])
        if rest:
            return flat[marked][0], flat[marked][1], rest
    order = [*flat[(marked or -1) + 1 :], *flat[: marked or 0]]
    for g, n, line in order:
        if not groups[g].columned and _may_be_title(line):
            return g, n, _whole(groups[g].lines[n:])
    return None


def _is_numbered(line: str) -> bool:
    """Whether the line is a field that states the document's number."""
    label = line.split(":")[0].strip().casefold() if ":" in line else ""
    known = words().labels.get(label)
    return known is not None and known.field == "number"


def _after_designation(line: str) -> str | None:
    for phrase in words().designations:
        match = phrase.pattern.search(line.strip())
        if match:
            rest = line.strip()[match.end() :].lstrip(_DASHES).strip()
            return rest if _may_be_title(rest) else None
    return None


def _may_be_title(line: str) -> bool:
    text = line.strip()
    if not 3 < len(text) <= _LONGEST_TITLE_CHARS or not re.search(r"[^\W\d_]{2}", text):
        return False
    if is_label_line(text) or is_designation(text) or _PERSON.match(text) or find_dates(text):
        return False
    if any(phrase.pattern.search(text) for phrase in words().editions) or text[-1] in ".;,":
        return False
    folded = text.casefold()
    if folded in words().status or (len(folded.split()) < 5 and status_of(folded)):
        return False
    return not any(folded.startswith(stock) for stock in words().not_titles)


def _whole(lines: Sequence[str]) -> str:
    kept: list[str] = []
    for line in lines[:_MOST_LINES]:
        if kept and not _may_be_title(line):
            break
        kept.append(" ".join(line.split()))
    return " ".join(kept)

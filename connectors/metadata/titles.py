"""Which line of the front matter is the title."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from connectors.metadata.words import designation, is_designation, is_label_line, starts_with_number, status_of, words
from graph.dates import find_dates

_LONGEST_TITLE_CHARS = 200
_MOST_LINES = 4
_NEAR_LINES = 3
_HEAD_LINES = 3
_MOST_NAME_WORDS = 6
_FEWEST_NAME_WORDS = 3
_PERSON = re.compile(r"^(?:[A-Z]\.\s?-?){1,3}\s*(?:van |de |von )?[A-Z][\w'’-]+(?:, Eds?\.)?$")
_OPEN_ENDS = frozenset({"of", "the", "for", "and", "in", "to", "with", "on", "a", "an", "or", "by"})
_DASHES = " \t-–—:|."


_Placed = tuple[int, int, str]


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
    there is one, that are neither field, date, edition, status, person nor a stock phrase; the name
    of a body only where nothing else is.

    Returns:
        Group, line within the group, and the title (its lines joined by a blank), or None.
    """
    flat = [(g, n, line) for g, group in enumerate(groups) for n, line in enumerate(group.lines)]
    labelled = next((i for i, (_, _, line) in enumerate(flat) if _is_numbered(line)), None)
    marked = labelled
    if marked is None:
        marked = next((i for i, (_, _, line) in enumerate(flat) if is_designation(line)), None)
    if marked is not None and labelled is None and (rest := _after_designation(flat[marked][2])):
        return flat[marked][0], flat[marked][1], rest
    letterhead: _Placed | None = None
    under = _under_a_house(flat) if marked is None else None
    for g, n, line in [*([under] if under else []), *_by_nearness(flat, marked)]:
        goes_on = n + 1 < len(groups[g].lines)
        if not groups[g].columned and may_be_title(line, labelled is not None, goes_on):
            found = g, n, _whole(groups, g, n)
            if not _is_letterhead(line, flat):
                return found
            letterhead = letterhead or found
    return letterhead


def _is_letterhead(line: str, lines: list[_Placed]) -> bool:
    """Whether one of the first lines is the short name of a body."""
    name = line.strip()
    first = any(name == other.strip() for _, _, other in lines[:_HEAD_LINES])
    return first and len(name.split()) <= _MOST_NAME_WORDS and words().letterheads.search(name) is not None


def _under_a_house(lines: list[_Placed]) -> _Placed | None:
    """The second line where it is written like the first and ends as titles of house documents do."""
    if len(lines) < 2:
        return None
    first, second = lines[0][2].strip(), lines[1][2].strip()
    ends = words().house_titles
    return lines[1] if first.isupper() and second.isupper() and ends.search(second) and not ends.search(first) else None


def _by_nearness(lines: list[_Placed], marked: int | None) -> list[_Placed]:
    """Lines in the order in which they are likely to be the title: soon after the number, just
    before it, later, earlier."""
    if marked is None:
        return lines
    before, after = lines[:marked][::-1], lines[marked + 1 :]
    return [*after[:_NEAR_LINES], *before[:1], *after[_NEAR_LINES:], *before[1:]]


def _is_numbered(line: str) -> bool:
    """Whether the line is a field that states the document's number."""
    label = line.split(":")[0].strip().casefold() if ":" in line else ""
    known = words().labels.get(label)
    return known is not None and known.field == "number"


def _after_designation(line: str) -> str | None:
    found = designation(line)
    if found is None:
        return None
    rest = line.strip()[found[1].end() :].lstrip(_DASHES).strip()
    return rest if may_be_title(rest) else None


def may_be_title(line: str, numbered: bool = False, goes_on: bool = False) -> bool:
    """Whether a line can be (the start of) a title.

    Args:
        numbered: The document's number stands elsewhere, so that a title may name another one.
        goes_on: Another line follows in the group, so that this one may end with a comma.
    """
    text = line.strip()
    if not 3 < len(text) <= _LONGEST_TITLE_CHARS or not re.search(r"[^\W\d_]{2}", text):
        return False
    if is_label_line(text) or _PERSON.match(text) or find_dates(text) or (starts_with_number(text) and not numbered):
        return False
    if re.search(r"[.?!] +[A-Z]|://", text):
        return False
    if (
        _is_mark(text, numbered)
        or text.rstrip("\"”»’'")[-1:] in (".;" if goes_on else ".;:,")
        or text[0] in "[<"
        or text.split()[0].islower()
    ):
        return False
    folded = text.casefold()
    bodies = any(body in folded for body in words().bodies)
    return not bodies and not any(folded.startswith(stock) for stock in words().not_titles)


def _is_named_edition(rest: str) -> bool:
    """Whether what a line says beside an edition is a name: "State Building Code" before ", 2018 edition"."""
    named = re.findall(r"[^\W\d_][\w’'-]*", rest)
    return len(named) >= _FEWEST_NAME_WORDS and all(word[0].isupper() or word in _OPEN_ENDS for word in named)


def _is_mark(text: str, numbered: bool) -> bool:
    """Whether the line tells the edition or status rather than a name."""
    folded = text.casefold()
    for phrase in words().editions:
        match = phrase.pattern.search(text)
        if match and len(match.group()) * 2 > len(text):
            return True
        if match and not numbered and not _is_named_edition(text.replace(match.group(), "")):
            return True
    return folded in words().status or (len(folded.split()) < 5 and status_of(folded) is not None)


def _whole(groups: Sequence[FrontGroup], group: int, line: int) -> str:
    """The title from its first line on, over a line break that cannot end it."""
    kept: list[str] = []
    for words_of_line in groups[group].lines[line : line + _MOST_LINES]:
        if kept and not may_be_title(words_of_line):
            break
        kept.append(" ".join(words_of_line.split()))
    unfinished = kept[-1].casefold().rpartition(" ")[2] in _OPEN_ENDS
    if unfinished and group + 1 < len(groups) and len(kept) < _MOST_LINES:
        return " ".join([*kept, _whole(groups, group + 1, 0)])
    return " ".join(kept)

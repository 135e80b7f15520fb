"""Numbered headings that stand directly over their text, without a blank line between.

"2.1 SEALANT" over "A. Sealant shall be …" in a specification, "8.12.030 Grass and weeds." over its section in a
code. Each is cut off as a group by itself, and so is a heading above it ("PART 2 - PRODUCTS").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from connectors.text.layout import Group, is_caption
from connectors.text.numbering import read_marker, read_number
from graph.sentences import ends_sentence, has_verb

_LONGEST_TITLE = 80
_NOTE = re.compile(r"(?<=[.!?;”\"])\s*\((?=[^()]*\d)[^()]{4,160}\)\s*$")
"""A source note after a sentence: "(Ord. 988 § 3, 1997)"."""
_MOST_WORDS = 10


def without_note(line: str) -> str:
    """A line without the note on its source that stands after its sentence."""
    return _NOTE.sub("", line)


def is_clause_title(line: str) -> bool:
    """Whether a line is a number of a clause with a short title; a stop may end it: "14-2. Permit required."."""
    numbered = read_number(line.strip())
    if numbered is None or not numbered.certain or len(line.strip()) > _LONGEST_TITLE:
        return False
    title = numbered.title.strip(" -–—")
    short = 0 < len(title.split()) <= _MOST_WORDS and not title[0].islower() and not title[0].isdigit()
    return short and title[-1] not in ",;:" and not has_verb(title) and not _runs_on(title)


def _runs_on(title: str) -> bool:
    """Whether a title holds the end of one sentence and the beginning of another."""
    return re.search(r"[.;]\s+\S", title) is not None


def outlined(groups: Iterable[Group]) -> Iterator[Group]:
    """The groups, with titles of clauses and captions that stand directly over text as groups by themselves."""
    for group in groups:
        start = 0
        for position in range(len(group.lines)):
            if _heads(group.lines, position) or _captions(group.lines, position):
                yield from _some(group.lines[start:position])
                yield Group(group.lines[position : position + 1])
                start = position + 1
        yield from _some(group.lines[start:])


def _some(lines: Sequence[str]) -> Iterator[Group]:
    if lines:
        yield Group(tuple(lines))


def _heads(lines: Sequence[str], position: int) -> bool:
    """Whether a title of a clause stands here: over text or over another title, not in a list of titles."""
    if not is_clause_title(lines[position]) or not _may_follow(lines, position):
        return False
    after = lines[position + 1].strip() if position + 1 < len(lines) else ""
    if not after:
        return position > 0 and not _is_listed(lines, position - 1)
    if is_clause_title(after):
        return _is_above(lines[position], after)
    return read_marker(after) is not None or not after[0].islower()


def _captions(lines: Sequence[str], position: int) -> bool:
    """Whether the caption of a table stands here, over its rows: "Table 1 - Endurance"."""
    if position + 1 == len(lines) or not is_caption(lines[position].strip()):
        return False
    return position == 0 or read_number(lines[position - 1].strip()) is not None or _may_follow(lines, position)


def _may_follow(lines: Sequence[str], position: int) -> bool:
    """Whether the line before ends a sentence or is a title itself, so that this one goes on with nothing."""
    if position == 0:
        return True
    before = without_note(lines[position - 1])
    return ends_sentence(before) or is_clause_title(before)


def _is_listed(lines: Sequence[str], position: int) -> bool:
    return is_clause_title(lines[position]) and not _is_above(lines[position], lines[position + 1])


def _is_above(line: str, after: str) -> bool:
    """Whether the clause of one title holds that of the next: "PART 2" or "2" over "2.1"."""
    one, other = read_number(line.strip()), read_number(after.strip())
    return one is not None and other is not None and one.depth < other.depth

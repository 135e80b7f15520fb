"""What the layout of lines says: groups, indents, wrapped prose or set-off code, joined lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_ART = re.compile(
    r"\S {3,}\S|[-=_+|#*~.]{4,}|^\s*[+|]|[{}\\]\s*$|[=(\[].*;\s*$|^\s*[\w-]+\s+=/?\s|[┌┐└┘│─├┤╔═║]|^\s*[<>$%#]\s"
)
_UNSPACED = re.compile(r"\s*[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
"""The first letter of writing that may be broken behind any of its letters."""
_NARROW = 56
"""Columns under which prose is seldom wrapped."""
_SYMBOLS = re.compile(r"[^\w\s.,;:'\"()’“”，。；：、！？（）《》〈〉「」『』【】-]")
_LEADER = re.compile(r"(?:\.\s?){3,}\s*[\divxlc]*\s*$|\s{3,}\d{1,4}\s*$")
_LIKELY_WORD = re.compile(r"[^\W\d_]{2,}")
_CAPTION = re.compile(
    r"^(?:figure|fig\.|table|exhibit|рис(?:унок|\.)|таблица|rasm|jadval|图|表)\s*[\dA-Z][\w.-]*(?:\s*[:.–—-].*)?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Group:
    """Lines between two blank lines, tabs expanded, right ends trimmed."""

    lines: tuple[str, ...]

    @property
    def indent(self) -> int:
        """The smallest indent of its lines, in columns."""
        return min(indent_of(line) for line in self.lines)


def indent_of(line: str) -> int:
    """Columns of blanks in front of a line."""
    return len(line) - len(line.lstrip())


def group_lines(lines: Iterable[str]) -> list[Group]:
    """The lines in groups, cut at blank lines."""
    groups: list[Group] = []
    current: list[str] = []
    for line in [*lines, ""]:
        stripped = line.expandtabs(8).rstrip()
        if stripped:
            current.append(stripped)
        elif current:
            groups.append(Group(tuple(current)))
            current = []
    return groups


@dataclass(frozen=True, slots=True)
class Measures:
    """Of a whole text: the indent of its body and the width at which its prose is wrapped."""

    body_indent: int
    width: int


def measure(groups: Sequence[Group]) -> Measures:
    """Body indent: the commonest among lines of groups of two lines and more. Width: 90th percentile."""
    indents: Counter[int] = Counter()
    lengths: list[int] = []
    for group in groups:
        if len(group.lines) > 1:
            indents[group.indent] += len(group.lines)
            lengths += [len(line) for line in group.lines[:-1]]
    body = min(indents, key=lambda indent: (-indents[indent], indent)) if indents else 0
    lengths.sort()
    return Measures(body, lengths[int(len(lengths) * 0.9)] if lengths else 72)


def is_filled(lines: Sequence[str], width: int) -> bool:
    """Whether the lines are wrapped prose: at most few breaks come before the next word would not fit.

    Three lines and more that are all short and mostly begin with a capital are lines of a list, however even they are.
    """
    begun = [line.lstrip()[:1] for line in lines[1:]]
    if width < _NARROW and len(begun) > 1 and 2 * sum(first.isupper() or first in "[@" for first in begun) > len(begun):
        return False
    early = 0
    for line, after in zip(lines, lines[1:], strict=False):
        first = 1 if _UNSPACED.match(after) else 1 + len(after.split(maxsplit=1)[0])
        early += len(line) + first <= width - 6
    return early <= (len(lines) - 1) * 0.4


def is_art(lines: Sequence[str]) -> bool:
    """Whether most lines look drawn or written for a machine: tables, diagrams, grammar, code."""
    marked = sum(1 for line in lines if _looks_drawn(line))
    return marked * 2 >= len(lines)


def _looks_drawn(line: str) -> bool:
    body = line.strip()
    if _ART.search(line):
        return True
    return len(_SYMBOLS.findall(body)) > 0.12 * len(body)


def is_contents(lines: Sequence[str]) -> bool:
    """Whether most lines end like a table of contents: leaders or a page number in a column."""
    led = sum(1 for line in lines if _LEADER.search(line) and _LIKELY_WORD.search(line))
    dotted = sum(1 for line in lines if ". ." in line or "..." in line)
    return led * 5 >= len(lines) * 3 and dotted * 2 >= led > 0


def is_caption(text: str) -> bool:
    """Whether a short line names a figure or table: "Figure 3", "Table 2: Rates"."""
    return len(text) < 150 and _CAPTION.match(text) is not None and text[-1] not in ".;,"


def is_words(line: str) -> bool:
    """Whether a line holds at least one word of letters."""
    return _LIKELY_WORD.search(line) is not None


def join_lines(lines: Iterable[str]) -> str:
    """Wrapped lines as one, runs of blanks as one; a hyphen at a line's end stays, without a gap."""
    text = ""
    for line in lines:
        body = " ".join(line.split())
        hyphen = len(text) > 1 and text[-1] == "-" and text[-2].isalnum()
        text += body if hyphen or not text else " " + body
    return text

"""Front matter of plain texts: the lines before the body, in reading order.

Two columns are read one after the other and wrapped fields are joined, so that the header block
reads "Label: value", one per line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from connectors.metadata.titles import FrontGroup, choose_title
from connectors.metadata.words import is_designation, is_label_line, is_opening
from connectors.text.body import body_start
from connectors.text.layout import Group, indent_of, is_contents, is_filled
from connectors.text.numbering import read_number
from graph.model import Span

_FARTHEST_GROUP = 14
_COLUMNS = re.compile(r"^(?P<left>\s{0,12}\S.*?)\s{3,}(?P<right>\S.*)$")
_RIGHT_FROM = 30
_CENTRED_FROM = 12


@dataclass(frozen=True, slots=True)
class Front:
    """Front matter: its groups in reading order, and the groups of the text that come after it."""

    groups: tuple[FrontGroup, ...]
    body: tuple[Group, ...]

    @property
    def text(self) -> str:
        """The header block: a line each, groups set apart by a blank line."""
        return "\n\n".join("\n".join(group.lines) for group in self.groups)

    def title(self) -> tuple[Span, str] | None:
        """Where the title starts and ends in `text`, and its words."""
        chosen = choose_title(self.groups)
        if chosen is None:
            return None
        group, line, title = chosen
        before = sum(len("\n".join(g.lines)) + 2 for g in self.groups[:group])
        before += sum(len(words) + 1 for words in self.groups[group].lines[:line])
        found = re.compile(r"\s+".join(map(re.escape, title.split()))).search(self.text, before)
        return (Span(*found.span()), title) if found else None


def read_front(groups: Sequence[Group]) -> Front | None:
    """The front matter of a text, or None where it has none.

    It ends before the first heading of the body, table of contents, sentence, numbered clause, list
    or wrapped paragraph, and is front matter only if some line of it is a known field or a
    document's designation.
    """
    taken: list[Group] = []
    body = list(groups)
    while body and len(taken) < _FARTHEST_GROUP and not _is_body(body[0]):
        group = body.pop(0)
        start = len(group.lines) if _has_columns(group) else body_start(group.lines)
        if start:
            taken.append(Group(group.lines[:start]))
        if start < len(group.lines):
            body.insert(0, Group(group.lines[start:]))
            break
    front = tuple(FrontGroup(tuple(_reading_order(group)), _has_columns(group)) for group in taken)
    known = any(is_label_line(line) or is_designation(line) for group in front for line in group.lines)
    return Front(front, tuple(body)) if known else None


def _is_body(group: Group) -> bool:
    first = group.lines[0].strip()
    if any(is_label_line(line) for line in group.lines) or is_designation(first):
        return False
    if is_opening(first) or is_contents(group.lines):
        return True
    numbered = read_number(first)
    if numbered and len(group.lines) == 1 and indent_of(group.lines[0]) < _CENTRED_FROM:
        return True
    return _is_wrapped(group) and not _has_columns(group)


def _is_wrapped(group: Group) -> bool:
    """Whether the group is a paragraph: lines filled to their width, the second and later at one indent."""
    width = max(len(line) for line in group.lines)
    indents = {indent_of(line) for line in group.lines[1:]}
    return len(group.lines) > 2 and width > 50 and len(indents) == 1 and is_filled(group.lines, width)


def _has_columns(group: Group) -> bool:
    return len(group.lines) > 1 and any(_COLUMNS.match(line) for line in group.lines)


def _reading_order(group: Group) -> list[str]:
    """The lines of a group, left column first; lines that go on with a field joined to it."""
    left: list[str] = []
    right: list[str] = []
    for line in group.lines:
        columns = _COLUMNS.match(line)
        if columns:
            _append(left, columns["left"])
            right.append(columns["right"])
        elif right and indent_of(line) >= _RIGHT_FROM:
            right.append(line.strip())
        else:
            _append(left, line)
    return [" ".join(line.split()) for line in left + right]


def _append(left: list[str], line: str) -> None:
    """Add a line of the left column, or join it to the field that it goes on with."""
    goes_on = left and indent_of(line) > indent_of(left[-1]) and is_label_line(left[-1])
    if goes_on and not is_label_line(line):
        left[-1] = f"{left[-1].rstrip()} {line.strip()}"
    else:
        left.append(line)


def field_lines(text: str) -> str:
    """A paragraph that consists of known fields, one a line; "" where it does not."""
    lines = [line.strip() for line in text.split("\n")]
    return "\n".join(lines) if all(is_label_line(line) for line in lines) else ""


def split_head(text: str) -> tuple[str, str]:
    """The head of a paragraph, one line each, and the rest of it; the head is "" where it has none.

    A paragraph is head as a whole where all lines are known fields, and up to its body where some
    are or one is a document's designation.
    """
    if fields := field_lines(text):
        return fields, ""
    lines = [line.strip() for line in text.split("\n")]
    end = body_start(lines)
    known = any(is_label_line(line) or is_designation(line) for line in lines[:end])
    return ("\n".join(lines[:end]), "\n".join(lines[end:])) if known and 0 < end < len(lines) else ("", text)

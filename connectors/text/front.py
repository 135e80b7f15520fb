"""Front matter of plain texts: the lines before the body, in reading order.

Two columns are read one after the other and wrapped fields are joined, so that the header block
reads "Label: value", one per line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from connectors.metadata.words import is_designation, is_label_line, is_opening
from connectors.text.layout import Group, indent_of, is_contents, is_filled
from connectors.text.numbering import read_number

_FARTHEST_GROUP = 14
_COLUMNS = re.compile(r"^(?P<left>\s{0,12}\S.*?)\s{3,}(?P<right>\S.*)$")
_RIGHT_FROM = 30


def read_front(groups: Sequence[Group]) -> tuple[str, int]:
    """The text of the header block and how many groups it takes; ("", 0) where there is none.

    Front matter ends before the first heading of the body, table of contents or wrapped paragraph.
    It is front matter only if some line of it is a known field or a document's designation.
    """
    taken = 0
    for group in groups[:_FARTHEST_GROUP]:
        if _is_body(group):
            break
        taken += 1
    lines = [line for group in groups[:taken] for line in _reading_order(group)]
    known = any(is_label_line(line) or is_designation(line) for line in lines)
    return ("\n".join(lines), taken) if known else ("", 0)


def _is_body(group: Group) -> bool:
    first = group.lines[0].strip()
    if is_label_line(first) or is_designation(first):
        return False
    if is_opening(first) or is_contents(group.lines):
        return True
    numbered = read_number(first)
    if numbered and len(group.lines) == 1 and indent_of(group.lines[0]) < 12:
        return True
    return (
        len(group.lines) > 2
        and is_filled(group.lines, max(len(line) for line in group.lines))
        and not _has_columns(group)
    )


def _has_columns(group: Group) -> bool:
    return sum(1 for line in group.lines if _COLUMNS.match(line)) * 3 >= len(
        group.lines
    )


def _reading_order(group: Group) -> list[str]:
    """The lines of a group, left column first; lines that go on with a field joined to it."""
    left: list[str] = []
    right: list[str] = []
    for line in group.lines:
        columns = _COLUMNS.match(line)
        if columns:
            _append(left, columns["left"])
            right.append(columns["right"])
        elif (
            indent_of(line) >= _RIGHT_FROM
            and left
            and len(group.lines) > 2
            and _has_columns(group)
        ):
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

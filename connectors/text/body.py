"""Where the body begins among the lines of a document's head."""

from __future__ import annotations

import re
from collections.abc import Sequence

from connectors.metadata.words import is_designation, is_label_line
from connectors.text.layout import join_lines
from connectors.text.numbering import clause_number, read_marker, read_number
from connectors.text.outline import is_clause_title, without_note
from graph.sentences import ends_sentence, has_verb, is_sentence

_LONGEST_TITLE = 60


def body_start(lines: Sequence[str]) -> int:
    """The first line that is body: a sentence, a numbered clause or a list item; `len(lines)` if none is.

    The heading directly above a sentence goes with it. A sentence with a labelled field right
    below is part of the head.
    """
    for position in range(len(lines)):
        end = _sentence_end(lines, position)
        if end is None and not starts_clause(lines[position:]) and not _starts_list(lines[position:]):
            continue
        if (
            end is not None
            and end < len(lines)
            and is_label_line(lines[end])
            and not read_marker(lines[position].strip())
        ):
            continue
        return _with_heading(lines, position)
    return len(lines)


def starts_clause(lines: Sequence[str]) -> bool:
    """Whether the first line is a short numbered heading that text or a sub-clause follows directly."""
    if len(lines) < 2:
        return False
    first, second = lines[0].strip(), lines[1].strip()
    numbered = read_number(first)
    if numbered is None or len(first) > _LONGEST_TITLE or not _may_head(numbered.title):
        return False
    if not (numbered.certain or numbered.number.isdigit()):
        return False
    if not numbered.certain and numbered.title[-1:] in tuple(".;,:。；，："):
        return False
    if is_clause_title(first) and is_clause_title(second):
        return numbered.depth < 2 and starts_clause(lines[1:])
    below = read_number(second)
    if below is not None and below.number.startswith(f"{numbered.number}."):
        return True
    follows = below is None or read_marker(second) is not None
    return follows and _may_head(second, verb=True) and ends_sentence(without_note(lines[-1]))


def follows_clause(first: str, line: str) -> bool:
    """Whether a line begins the clause whose number comes next after that of another line: "2.2" after "2.1"."""
    numbers = [clause_number(one.strip()) for one in (first, line)]
    if None in numbers:
        return False
    one, other = (re.split(r"[.-]", str(number)) for number in numbers)
    are_counted = len(one) > 1 and one[-1].isdigit() and other[-1].isdigit()
    return are_counted and one[:-1] == other[:-1] and int(other[-1]) == int(one[-1]) + 1


def opens_clause(before: str, line: str) -> bool:
    """Whether a line begins a numbered clause after a line that ended a sentence.

    A word such as "Section" needs a stop or a colon after its number, else it is a reference.
    """
    body = line.strip()
    number = clause_number(body)
    if number is None or not ends_sentence(before):
        return False
    return not number[0].isalpha() or (number[0].isupper() and body[len(number) : len(number) + 1] in (".", ":"))


def _may_head(title: str, verb: bool = False) -> bool:
    first = title[:1]
    return bool(first) and not first.islower() and not first.isdigit() and (verb or not has_verb(title))


def _sentence_end(lines: Sequence[str], start: int) -> int | None:
    """Where the sentence that begins at a line ends, over wrapped lines; None where none begins."""
    for position in range(start, len(lines)):
        if is_label_line(lines[position]) or (position > start and read_marker(lines[position].strip())):
            return None
        if ends_sentence(without_note(lines[position])):
            return position + 1 if _is_statement([*lines[start:position], without_note(lines[position])]) else None
        if not _runs_over(lines[position], lines[position + 1 : position + 2]):
            return None
    return None


def _is_statement(lines: Sequence[str]) -> bool:
    text = join_lines(lines)
    return is_sentence(text) and (len(lines) > 1 or not is_designation(text) or has_verb(text))


def _runs_over(line: str, after: Sequence[str]) -> bool:
    """Whether a line is wrapped: the next begins in lower case or with a figure, or this one is long."""
    return bool(after) and (after[0].strip()[:1].islower() or len(line.strip()) > _LONGEST_TITLE)


def _starts_list(lines: Sequence[str]) -> bool:
    """Whether two lines with labels of a list begin here."""
    marks = [read_marker(line.strip()) for line in lines[:2]]
    labels = [mark.label for mark in marks if mark and mark.label]
    return len(labels) == 2 and labels[0] in ("1", "a", "A", "i")


def _with_heading(lines: Sequence[str], position: int) -> int:
    """Step back over the numbered heading, or the name of another document, that stands directly above."""
    if position == 0:
        return 0
    above = lines[position - 1].strip()
    numbered = read_number(above)
    if numbered is not None and (numbered.certain or numbered.number.isdigit()) and not is_label_line(above):
        return position - 1
    second = is_designation(above) and any(is_designation(line) for line in lines[: position - 1])
    return position - 1 if second else position

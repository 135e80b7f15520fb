"""Plain text: page furniture, front matter, headings, lists, tables of contents, code.

Prose and list items come out with their lines joined; what is drawn or indented on purpose keeps
its lines.
"""

from __future__ import annotations

from collections.abc import Sequence

from connectors.protocol import ParsedDocument, Statement
from connectors.text.aligned import read_aligned
from connectors.text.body import follows_clause, opens_clause, starts_clause
from connectors.text.builder import TextBuilder, normalise
from connectors.text.charset import decode
from connectors.text.front import read_front
from connectors.text.grids import read_grid
from connectors.text.layout import (
    Group,
    Measures,
    group_lines,
    indent_of,
    is_art,
    is_caption,
    is_contents,
    is_filled,
    is_words,
    join_lines,
    measure,
)
from connectors.text.numbering import clause_number, read_marker, read_number
from connectors.text.outline import is_clause_title, outlined, without_note
from connectors.text.pages import unpage
from graph.model import Span
from graph.sentences import ends_sentence
from graph.vocabulary import ClaimField, Ground

_LONGEST_HEADING = 120
_CONTENTS_TITLES = frozenset(
    {
        "table of contents",
        "contents",
        "оглавление",
        "содержание",
        "mundarija",
        "目录",
        "目次",
    }
)


def parse_text(data: bytes, name: str) -> ParsedDocument:
    """A plain text file, with or without printed pages."""
    raw, warnings = decode(data)
    builder = TextBuilder()
    builder.warnings += warnings
    return builder.document("text/plain", write_text(builder, _with_page_breaks(raw)))


def _with_page_breaks(raw: str) -> str:
    """Normalised text that keeps form feeds, and takes back what was typed over with backspaces."""
    while "\b" in raw:
        position = raw.index("\b")
        raw = raw[: max(position - 1, 0)] + raw[position + 1 :]
    return "\f".join(normalise(page) for page in raw.split("\f"))


def write_text(builder: TextBuilder, text: str) -> list[Statement]:
    """Write the blocks of a plain text; gives the title that the front matter's layout shows."""
    groups = group_lines(unpage(text).lines)
    front = read_front(groups)
    statements: list[Statement] = []
    if front:
        span = builder.add(front.text, "header")
        title = front.title()
        if span and title:
            where, words = title
            place = Span(span.start + where.start, min(span.start + where.end, span.end))
            statements.append(Statement(ClaimField.TITLE, words, Ground.HEADER, 0.8, place))
    _Scanner(builder, groups).write(front.body if front else groups)
    return statements


class _Scanner:
    """Decides for each group what it is, knowing the text's measures and its table of contents."""

    def __init__(self, builder: TextBuilder, groups: Sequence[Group]) -> None:
        self._builder = builder
        self._measures: Measures = measure(groups)
        self._contents: dict[str, str] = {}
        self._in_contents = False
        self._indents: list[int] = []
        self._code: list[str] = []

    def write(self, groups: Sequence[Group]) -> None:
        for group in outlined(groups):
            self._group(group)
        self._flush_code()

    def _group(self, group: Group) -> None:
        grid = read_grid(group.lines)
        if grid is not None:
            self._flush_code()
            self._builder.table(*grid)
        elif self._is_contents(group):
            self._flush_code()
            self._write_contents(group)
        elif self._is_code(group):
            self._code += ([""] if self._code else []) + list(group.lines)
        elif not all(_is_rule(line) for line in group.lines):
            self._flush_code()
            rows = read_aligned(group.lines)
            if rows is not None:
                self._builder.table(rows)
            else:
                self._prose(group)

    def _flush_code(self) -> None:
        if self._code:
            indent = min(indent_of(line) for line in self._code if line)
            self._builder.add("\n".join(line[indent:] for line in self._code), "code")
            self._code = []

    def _is_contents(self, group: Group) -> bool:
        if is_contents(group.lines):
            return True
        if not self._in_contents:
            return False
        first = read_number(group.lines[0].strip())
        again = first is not None and first.number in self._contents
        long = len(group.lines) > 2 and is_filled(group.lines, self._measures.width) and first is None
        self._in_contents = not (again or long or (group.indent == 0 and first is None))
        return self._in_contents

    def _write_contents(self, group: Group) -> None:
        self._in_contents = True
        for line in group.lines:
            entry = read_number(line.strip())
            if entry:
                self._contents.setdefault(entry.number, _title_key(entry.title))
            self._builder.add(line.strip(), "toc")

    def _is_code(self, group: Group) -> bool:
        if _is_underlined(group.lines) or (read_marker(group.lines[0].strip()) and not self._code):
            return False
        deeper = group.indent > self._measures.body_indent
        if len(group.lines) == 1:
            return deeper and read_number(group.lines[0].strip()) is None and is_art(group.lines)
        if is_art(group.lines):
            return deeper or not is_filled(group.lines, self._measures.width)
        return (
            deeper
            and len(group.lines) > 2
            and not is_filled(group.lines, self._measures.width)
            and not self._is_list(group)
        )

    def _is_list(self, group: Group) -> bool:
        return sum(1 for line in group.lines if read_marker(line.strip())) > 1

    def _prose(self, group: Group) -> None:
        heading = self._heading_lines(group)
        if heading:
            self._write_heading(group.lines[:heading])
        if heading < len(group.lines):
            self._paragraphs(group.lines[heading:])

    def _write_heading(self, lines: Sequence[str]) -> None:
        title = join_lines(line for line in lines if not _is_rule(line))
        numbered = read_number(title)
        self._in_contents = title.casefold().strip(" .:") in _CONTENTS_TITLES
        self._indents = []
        kind = "toc" if self._in_contents else "heading"
        self._builder.add(
            title,
            kind,
            numbered.depth if numbered else 1,
            numbered.number if numbered else None,
        )

    def _heading_lines(self, group: Group) -> int:
        """How many lines at the start of a group are a heading."""
        lines = group.lines
        if _is_underlined(lines):
            return 2
        if len(lines) > 2 and _is_rule(lines[0]) and _is_rule(lines[2]):
            return 3
        if starts_clause(lines):
            return 1
        if len(lines) <= 2 and len(join_lines(lines)) <= _LONGEST_HEADING and self._is_heading(lines):
            return len(lines)
        return 1 if len(lines) > 1 and self._known(lines[0].strip()) else 0

    def _known(self, line: str) -> bool:
        """Whether the table of contents lists this number with this title."""
        numbered = read_number(line)
        return bool(numbered and self._contents.get(numbered.number, "\0") == _title_key(numbered.title))

    def _is_heading(self, lines: Sequence[str]) -> bool:
        title = join_lines(lines)
        numbered = read_number(title)
        if numbered is None:
            return len(lines) == 1 and self._is_unnumbered_heading(lines[0])
        if self._known(title) or self._known(lines[0].strip()):
            return True
        if len(lines) == 1 and is_clause_title(title):
            return True
        ends_open = without_note(numbered.title)[-1:] in tuple(".;,:。；，：")
        if ends_open or not _starts_title(numbered.title) or any(read_marker(line.strip()) for line in lines[1:]):
            return False
        return numbered.certain or (indent_of(lines[0]) == 0 and not self._contents)

    def _is_unnumbered_heading(self, line: str) -> bool:
        title = line.strip()
        if title[-1] in ".,;:?!" or len(title) > 70 or read_marker(title) or not _starts_title(title):
            return False
        outdented = indent_of(line) < self._measures.body_indent
        return outdented or (title.isupper() and len(title) > 3 and title.count(" ") < 10)

    def _paragraphs(self, lines: Sequence[str]) -> None:
        """Write a group that is prose: paragraphs, and list items where lines start with marks."""
        start = 0
        for position in range(1, len(lines) + 1):
            if position == len(lines) or self._starts_item(lines, start, position):
                self._piece(lines[start:position])
                start = position

    def _starts_item(self, lines: Sequence[str], start: int, position: int) -> bool:
        if read_marker(lines[position].strip()) is None:
            return opens_clause(lines[position - 1], lines[position]) or follows_clause(lines[start], lines[position])
        opened = read_marker(lines[start].strip())
        if opened is None:
            return lines[position - 1].rstrip().endswith(":") or indent_of(lines[position]) > indent_of(lines[start])
        aligned = indent_of(lines[position]) == indent_of(lines[start]) + opened.width
        return not aligned or ends_sentence(without_note(lines[position - 1]))

    def _piece(self, lines: Sequence[str]) -> None:
        marker = read_marker(lines[0].strip())
        keep = not is_filled(lines, self._measures.width) and marker is None
        text = "\n".join(" ".join(line.split()) for line in lines) if keep else join_lines(lines)
        if marker is None:
            kind = "caption" if is_caption(text) else "paragraph"
            self._builder.add(text, kind, 0, clause_number(text))
        else:
            self._builder.add(text, "list_item", self._nesting(indent_of(lines[0])), marker.label)

    def _nesting(self, indent: int) -> int:
        while self._indents and self._indents[-1] > indent:
            self._indents.pop()
        if not self._indents or self._indents[-1] < indent:
            self._indents.append(indent)
        return len(self._indents)


def _title_key(title: str) -> str:
    """A title without case, leaders and page number, to compare a heading with its entry."""
    kept = title.split("...")[0].split(". .")[0].split("   ")[0]
    return " ".join(kept.casefold().split()).rstrip(" .")


def _is_rule(line: str) -> bool:
    body = line.strip()
    return len(body) >= 3 and len(set(body)) == 1 and body[0] in "=-~^*#_\"'`+"


def _is_underlined(lines: Sequence[str]) -> bool:
    return len(lines) > 1 and _is_rule(lines[1]) and not _is_rule(lines[0]) and is_words(lines[0])


def _starts_title(title: str) -> bool:
    first = title.lstrip("\"'“‘(<*`")[:1]
    return bool(first) and not first.islower()

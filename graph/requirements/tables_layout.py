"""Which columns of a table say what a row is of, which say when it holds, and which hold what is demanded."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graph.quantities.classes import find_classes
from graph.requirements.tables_cells import Content, read_cell
from graph.requirements.tables_grid import Entry, Grid, Line
from graph.requirements.tables_titles import Reader, Title, read_title
from graph.spans import Span
from graph.vocabulary import Comparator

_MARK = re.compile(r"(?=[\w./-]*\d)[^\W\d_]{0,6}[-./–]?\d[\w./-]*|[A-Z]{1,3}")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_MOST_NAME_WORDS = 6
_CURRENCY = re.compile(r"[€$£¥₽]|\b(?:EUR|USD|GBP|UZS|RUB|CNY)\b")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of values.

    Attributes:
        heads: Its heads taken apart, outer first; () where the table has none.
        named: Its words are demanded as they stand, as a finish is.
    """

    at: int
    heads: tuple[Title, ...]
    named: bool = False

    @property
    def is_measured(self) -> bool:
        """Whether its heads name a unit."""
        return any(head.unit is not None for head in self.heads)


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of a table by what they hold.

    Attributes:
        subject: Column whose labels are things; None where they are all conditions.
        labels: Columns whose entries identify a row, the subject's among them.
        values: Columns of demands; unit: column of their units.
    """

    subject: int | None
    labels: tuple[int, ...]
    values: tuple[Column, ...]
    unit: int | None


def layout(reader: Reader, grid: Grid) -> Layout | None:
    """The layout; None for a table that registers or reports, or that holds no values."""
    names = [" ".join(head.words for head in heads) for heads in grid.heads]
    titles = [tuple(read_title(reader, head) for head in heads) for heads in grid.heads]
    if any(_is_mute(reader, titles[at], name) for at, name in enumerate(names)):
        return None
    if not any(names) and grid.width > 2:
        return None
    unit = next((at for at, name in enumerate(names) if reader.words.unit.match(name)), None)
    open_ones = [at for at in range(1, grid.width) if at != unit and not _is_ignored(reader, titles[at], names[at])]
    contents = {
        at: [read_cell(one.words, _is_measured(titles[at], unit)) for one in grid.column(at)] for at in open_ones
    }
    columns = [column for at in open_ones if (column := _column(reader, at, titles[at], contents[at])) is not None]
    labels = _labels(reader, grid, names, columns, contents)
    values = tuple(column for column in columns if column.at not in labels)
    if not values or _is_form(contents):
        return None
    return Layout(_subject(reader, grid, names, labels, titles), labels, values, unit)


def _is_mute(reader: Reader, titles: Sequence[Title], name: str) -> bool:
    plain = titles[-1].words if titles else ""
    return (
        reader.words.mute_head.match(name) is not None
        or reader.words.mute_head.match(plain) is not None
        or _CURRENCY.search(name) is not None
    )


def _is_ignored(reader: Reader, titles: Sequence[Title], name: str) -> bool:
    """Whether a head, with its unit or without, is of remarks and the like."""
    return any(reader.words.ignored.match(words) for words in (name, *(title.words for title in titles[-1:])))


def _is_measured(titles: Sequence[Title], unit: int | None) -> bool:
    return unit is not None or any(title.unit is not None for title in titles)


def _is_form(contents: dict[int, list[Content]]) -> bool:
    """Whether two columns offer "Yes" and "No" to be ticked."""
    kinds = []
    for cells in contents.values():
        held = {one.comparator for cell in cells for one in cell.held if one.answer}
        kinds.append(held if len(held) == 1 and all(cell.held or cell.blank for cell in cells) else set())
    return {Comparator.PRESENT} in kinds and {Comparator.ABSENT} in kinds


def _column(reader: Reader, at: int, titles: tuple[Title, ...], contents: Sequence[Content]) -> Column | None:
    """The column if most of its cells are values, or if its head names words that are demanded."""
    filled = [content for content in contents if not content.blank]
    words = sum(content.is_words for content in filled)
    if not filled:
        return None
    if titles and reader.words.named.match(titles[-1].entry.words):
        return Column(at, titles, named=True)
    return Column(at, titles) if 2 * words <= len(filled) else None


def _labels(
    reader: Reader, grid: Grid, names: Sequence[str], columns: Sequence[Column], contents: dict[int, list[Content]]
) -> tuple[int, ...]:
    """The first column, words before the values, words that say where, and what else tells rows apart."""
    first = next((column.at for column in columns if not column.named), grid.width)
    valued = {column.at for column in columns}
    labels = [0]
    for at in contents:
        limiting = reader.words.limiting.match(names[at]) is not None
        if (
            at not in valued
            and (at < first or limiting or not _are_apart(grid, labels))
            or at in valued
            and not _are_apart(grid, labels)
            and _is_banded(contents[at])
            and at != max(valued)
        ):
            labels.append(at)
    return tuple(labels)


def _is_worded(contents: Sequence[Content]) -> bool:
    """Whether hardly any cell holds a value."""
    return sum(bool(content.held) for content in contents) * 5 <= len(contents)


def _are_apart(grid: Grid, labels: Sequence[int]) -> bool:
    """Whether no two lines have the same labels; a label that stands once for several lines is theirs."""
    seen = [tuple(entry.words if (entry := line.entries[at]) else None for at in labels) for line in grid.lines]
    return len(set(seen)) == len(seen) and not any(key[0] is None for key in seen)


def _is_banded(contents: Sequence[Content]) -> bool:
    """Whether the cells are bands such as "15 - 28" and "over 54"."""
    held = [one for content in contents for one in content.held]
    return len(held) > 1 and sum(one.comparator not in (None, Comparator.EQUAL) for one in held) * 5 >= len(held) * 3


def _subject(
    reader: Reader, grid: Grid, names: Sequence[str], labels: Sequence[int], titles: Sequence[Sequence[Title]]
) -> int | None:
    """The column of things: of marks, else the first that is of no places and conditions; never one of values."""
    things = [
        at for at in labels if not is_key(reader, grid.column(at), titles[at]) or _are_properties(reader, grid, at)
    ]
    plain = [at for at in things if reader.words.limiting.match(names[at]) is None]
    marked = [at for at in plain if are_marks(reader, grid, at)]
    return next(iter([*marked, *plain, *things]), None)


def _are_properties(reader: Reader, grid: Grid, at: int) -> bool:
    entries = [read_title(reader, one) for one in grid.column(at)]
    return sum(bool(one.property.words and one.unit) for one in entries) * 2 >= len(entries)


def is_key(reader: Reader, entries: Sequence[Entry], titles: Sequence[Title]) -> bool:
    """Whether entries are values of what their head names: "Number of bedrooms" over 1, 2, 3."""
    measured = any(title.property.words or title.unit for title in titles)
    plain = sum(
        _LETTERS.search(one.words) is None or bool(find_classes(one.words, Span(0, len(one.words)))) for one in entries
    )
    marked = bool(titles) and reader.words.marks.search(titles[-1].entry.words) is not None
    return not marked and (measured or plain * 2 > len(entries)) and not is_marked(entries)


def are_marks(reader: Reader, grid: Grid, at: int) -> bool:
    """Whether a column holds marks of single things, as its head or its entries say."""
    said = bool(grid.heads[at]) and reader.words.marks.search(grid.heads[at][-1].words) is not None
    return said or is_marked(grid.column(at))


def is_marked(entries: Sequence[Entry]) -> bool:
    """Whether most entries are marks of single things: "D-201", "P1"."""
    marks = sum(_MARK.fullmatch(one.words) is not None and not one.words.isdigit() for one in entries)
    return bool(entries) and marks * 2 > len(entries)


def carried(line: Sequence[Line], labels: Sequence[int]) -> Iterator[dict[int, Entry]]:
    """For each line the entries of its labels; one that stands once for several lines is carried down."""
    held: dict[int, Entry] = {}
    section: Entry | None = None
    for one in line:
        if one.section != section:
            held, section = {}, one.section
        for place, at in enumerate(labels):
            entry = one.entries[at]
            if entry is not None and entry != held.get(at):
                held = {key: kept for key, kept in held.items() if key in labels[:place]} | {at: entry}
        yield dict(held)

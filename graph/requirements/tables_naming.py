"""Subject, property and conditions of a cell: from its heads, the row's labels, the caption and the headings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from graph.demands import Condition, Quantity
from graph.requirements.draft import Phrase
from graph.requirements.tables_cells import read_cell
from graph.requirements.tables_context import Context
from graph.requirements.tables_grid import Entry, Grid
from graph.requirements.tables_layout import Column, Layout, are_marks
from graph.requirements.tables_titles import Reader, Title, read_title
from graph.requirements.terms import content
from graph.spans import Span
from graph.vocabulary import Comparator

_ABBREVIATION = re.compile(r"[A-Z][\w.]{0,5}")
_FORMULA = re.compile(r"[=<>{}\\|]")
_MOST_NAME_WORDS = 16
VALUE = "value"
"""Property of a thing of which only a value is stated, as prose calls it."""
_LETTERS = re.compile(r"[^\W\d_]{3}")


@dataclass(frozen=True, slots=True)
class Named:
    """What a cell's value is of.

    Attributes:
        titles: Whose comparators and units hold for it, the nearest first.
        caption: The caption's hold, too.
        is_label: The row's label names the property, so that the row is of no thing.
        guessed: That the head is a property, only its cells tell.
        borrowed: The subject comes from the caption or a head ("title"), from a heading ("heading"), or neither ("").
    """

    subject: Phrase
    property: Phrase
    conditions: tuple[Condition, ...]
    titles: tuple[Title, ...]
    caption: bool
    is_label: bool
    borrowed: str = ""
    guessed: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table while it is read."""

    reader: Reader
    grid: Grid
    layout: Layout
    context: Context


def name(table: Table, column: Column, labels: Mapping[int, Entry], section: Entry | None) -> Named | None:
    """Names what a column's value in a row is of; None where no words say it."""
    label = _label(table, labels)
    used = _property_of(table, column, label)
    if used is None:
        return None
    source, named = used
    subject, borrowed = _subject(table, source, label)
    if not subject.words and source is label:
        subject, named, borrowed = named, Phrase(VALUE), "heading"
    if not _is_name(table, subject) or not _is_name(table, named):
        return None
    limits = _limits(table, column, labels, (source, label))
    if section is not None:
        limits.append(Condition(section.words, section.span))
    caption = table.context.caption
    for title in (source, label, caption):
        if title is None or title.purpose is None:
            continue
        purpose = title.purpose
        if title is not caption or not content(purpose.words) & content(f"{subject.words} {named.words}"):
            limits.append(Condition(purpose.words, purpose.span))
        subject, named = _without(subject, purpose), _without(named, purpose)
    heads = [head for head in reversed(column.heads) if not _is_value(head)]
    titles = (*heads, *([label] if label is not None else []))
    shared = caption is not None and (source is caption or bool(content(caption.words) & content(named.words)))
    is_label = source is label
    guessed = source in column.heads and not (source.property.words or column.is_measured or column.named)
    return Named(subject, named, tuple(dict.fromkeys(limits)), titles, shared or is_label, is_label, borrowed, guessed)


def _is_name(table: Table, words: Phrase) -> bool:
    """Whether words can name a thing or a property: they are no formula, no reference and no sentence."""
    plain = words.words
    return (
        _LETTERS.search(plain) is not None
        and _FORMULA.search(plain) is None
        and len(plain.split()) <= _MOST_NAME_WORDS
        and table.reader.rules.reference.match(plain) is None
    )


def _limits(
    table: Table, column: Column, labels: Mapping[int, Entry], named: tuple[Title, Title | None]
) -> list[Condition]:
    """What heads, labels and their brackets limit a cell to."""
    source, label = named
    others = [head for head in column.heads if head is not source and not _is_generic(table.reader, head)]
    return [
        *_of_heads(table, others),
        *_of_labels(table, labels, None if source is label else label),
        *_brackets(table.reader, [one for one in (label, source) if one is not None]),
    ]


def _label(table: Table, labels: Mapping[int, Entry]) -> Title | None:
    """The row's thing, or what it is a property of, taken apart."""
    at = table.layout.subject
    if at is None or at not in labels:
        return None
    return read_title(table.reader, labels[at])


def _is_generic(reader: Reader, head: Title) -> bool:
    return not head.words or reader.words.generic.match(head.words) is not None


def _property_of(table: Table, column: Column, label: Title | None) -> tuple[Title, Phrase] | None:
    """What names the property, and its name: a head, the label, or the caption."""
    heads = [head for head in reversed(column.heads) if not _is_generic(table.reader, head)]
    titled = [] if any(map(_is_value, heads)) else heads
    for head in titled:
        if head.property.words:
            return head, head.property if label is None else _whole(head)
    if label is not None and _lists_properties(table) and not _are_measured(titled):
        return label, _property(label)
    caption = table.context.caption
    by_caption = caption if caption is not None and _names_property(table, caption) else None
    if titled and column.is_measured and not (by_caption and by_caption.comparator):
        measured = next((head for head in titled if head.unit is not None), titled[0])
        return measured, Phrase(measured.words)
    return _weaker(table, column, (heads[0] if heads else None, label, by_caption))


def _weaker(
    table: Table, column: Column, titles: tuple[Title | None, Title | None, Title | None]
) -> tuple[Title, Phrase] | None:
    """The property where no head is plainly one: the label's, the caption's, or at last what the cells make one."""
    head, label, caption = titles
    if head is not None and column.named:
        return head, Phrase(head.words)
    if label is not None and (label.property.words or label.unit or label.comparator):
        return label, _property(label)
    if caption is not None:
        return caption, _property(caption)
    if head is None:
        return (label, Phrase(label.words)) if label is not None and _LETTERS.search(label.words) else None
    return (head, Phrase(head.words)) if label is not None and _is_bound(table, column) else None


def _property(title: Title) -> Phrase:
    return title.property if title.property.words else Phrase(title.words)


def _are_measured(heads: Sequence[Title]) -> bool:
    """Whether a head names a unit, so that it is what the cells measure."""
    return any(head.unit is not None for head in heads)


def _lists_properties(table: Table) -> bool:
    """Whether the rows' labels are names of properties, as their head says."""
    at = table.layout.subject
    heads = table.grid.heads[at] if at is not None else ()
    return bool(heads) and table.reader.words.listing.match(heads[-1].words) is not None


def _names_property(table: Table, caption: Title) -> bool:
    """Whether a caption says what all values are of, and not only that they are limits."""
    named = caption.property.words
    if not named:
        return caption.comparator is not None and caption.unit is not None and bool(caption.words)
    return " and " not in named and table.reader.words.generic.match(named.split()[-1]) is None


def _is_value(head: Title) -> bool:
    """Whether a head is itself a value: "≤ 5 m", "C30/37", "3"."""
    if head.property.words:
        return False
    return bool(read_cell(head.entry.words, False).held) or _LETTERS.search(head.entry.words) is None


def _is_bound(table: Table, column: Column) -> bool:
    """Whether head or cells of a column bind it, so that the head has to be what they bind."""
    cells = [read_cell(one.words, False) for one in table.grid.column(column.at)]
    caption = table.context.caption
    if table.context.comparator is not None or (caption is not None and caption.comparator is not None):
        return True
    return any(head.comparator for head in column.heads) or any(one.comparator for cell in cells for one in cell.held)


def _whole(head: Title) -> Phrase:
    return head.property if head.words == head.property.words else Phrase(head.words)


def _subject(table: Table, source: Title, label: Title | None) -> tuple[Phrase, str]:
    """The row's thing; else that of the title that names the property, of the caption, the lead-in, a heading."""
    if label is not None and source is not label:
        return _thing(table, label), ""
    named = [source] if source.property.words else []
    for title in (*named, *([table.context.caption] if table.context.caption is not None else [])):
        if _LETTERS.search(title.thing.words):
            return title.thing, "" if title is label else "title"
    lead = table.context.frame.subject
    if lead.words:
        return lead, "title"
    return table.context.heading, "heading"


def _thing(table: Table, label: Title) -> Phrase:
    """ "Door D-201": a mark with the noun of its column's head before it."""
    at = table.layout.subject
    assert at is not None
    if not table.grid.heads[at] or not are_marks(table.reader, table.grid, at):
        return Phrase(label.words, label.thing.span if label.thing.words == label.words else None)
    noun = table.reader.words.marks.sub("", table.grid.heads[at][-1].words).strip() or _scheduled(table)
    return Phrase(f"{noun} {label.entry.words}".strip())


def _scheduled(table: Table) -> str:
    """ "Window" of a "Window schedule"."""
    caption = table.context.caption
    for words in (caption.words if caption is not None else "", table.context.heading.words):
        if match := table.reader.words.schedule.search(words):
            return match[str(match.lastgroup)]
    return ""


def _without(words: Phrase, purpose: Entry) -> Phrase:
    """The phrase up to what limits it."""
    if not words.words.endswith(purpose.words) or words.words == purpose.words:
        return words
    bare = words.words[: -len(purpose.words)].rstrip(" ,")
    span = words.span and Span(words.span.start, min(words.span.end, max(words.span.start, purpose.span.start - 1)))
    return Phrase(bare, span)


def _of_heads(table: Table, heads: Sequence[Title]) -> Iterator[Condition]:
    """Heads that are no property: values with the head above them or the labels' head, or words."""
    above: Title | None = None
    first = table.grid.heads[0]
    for place, head in enumerate(heads):
        below = heads[place + 1] if place + 1 < len(heads) else None
        if below is not None and _is_value(below) and not _is_value(head):
            above = head
            continue
        over = above or (read_title(table.reader, first[-1]) if first and _is_value(head) else None)
        yield from conditions(over, head.entry, head.words)
        if head.bracket is not None and head.unit is None:
            above = None


def _of_labels(table: Table, labels: Mapping[int, Entry], label: Title | None) -> Iterator[Condition]:
    for at, entry in labels.items():
        if at == table.layout.subject and label is None:
            continue
        if label is None or entry != label.entry:
            heads = table.grid.heads[at]
            yield from conditions(read_title(table.reader, heads[-1]) if heads else None, entry)


def conditions(head: Title | None, entry: Entry, words: str = "") -> Iterator[Condition]:
    """The conditions that an entry states under its head: comparisons where it holds values, else its words."""
    held = read_cell(entry.words, head is not None and head.unit is not None).held
    short = re.search(r"\d", entry.words) is not None or len(entry.words.split()) == 1
    text = f"{head.words} {entry.words}" if head is not None and short else words or entry.words
    if head is None or not held or any(one.qualifier or not one.values for one in held):
        yield Condition(text, entry.span)
        return
    for one in held:
        values = tuple(measured(moved(value, entry.span.start), head.unit) for value in one.values)
        yield Condition(text, entry.span, False, head.words, one.comparator or Comparator.EQUAL, values)


def moved(value: Quantity, by: int) -> Quantity:
    """A value of a cell at its place in the whole text."""
    unit = value.unit_span
    place = Span(unit.start + by, unit.end + by) if unit else None
    return replace(value, span=Span(value.span.start + by, value.span.end + by), unit_span=place)


def measured(value: Quantity, unit: Entry | None) -> Quantity:
    """The value with the unit of its head; classes and ratios have none."""
    if value.magnitude is None or value.unit is not None or unit is None:
        return value
    return replace(value, unit=unit.words, unit_span=unit.span)


def _brackets(reader: Reader, titles: Sequence[Title]) -> Iterator[Condition]:
    for title in titles:
        if title.bracket is not None and not _ABBREVIATION.fullmatch(title.bracket.words):
            yield Condition(title.bracket.words, title.bracket.span)

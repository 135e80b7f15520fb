"""Requirements in tables: heads, labels and captions become subject, property, unit, comparator and conditions.

A table that reports, registers or lists demands nothing. What its heads do not say plainly is left out or is
given a low confidence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from graph.demands import Condition, Quantity
from graph.requirements.conditions import scope_of
from graph.requirements.draft import NOTHING, Draft
from graph.requirements.frames import Frame
from graph.requirements.patterns import grammar
from graph.requirements.prose import read_statement
from graph.requirements.tables_cells import Held, read_cell
from graph.requirements.tables_context import Context, Surroundings, Told
from graph.requirements.tables_grid import Entry, Grid, Line, read_grid
from graph.requirements.tables_layout import Column, are_marks, carried, layout
from graph.requirements.tables_naming import VALUE, Named, Table, measured, moved, name
from graph.requirements.tables_titles import Reader
from graph.requirements.tables_words import table_words
from graph.spans import Span
from graph.supersession.view import DocumentView
from graph.vocabulary import Comparator, Modality

_PRESENCE = frozenset({Comparator.PRESENT, Comparator.ABSENT})
_NEGATIVE = {Modality.SHOULD: Modality.SHOULD_NOT}
_LEAST_SENTENCE_WORDS = 5
_MOST_NAME_WORDS = 6
_UNCOUNTED = frozenset({"number", "ratio", "factor", "count", "coefficient", "version", "index", "class", "activity"})


def read(view: DocumentView, language: str = "en") -> Iterator[Draft]:
    """The demands of a document's tables, cell by cell."""
    if not any(block.kind == "table" for block in view.blocks):
        return
    reader = Reader(view.text, grammar(language), table_words())
    surroundings = Surroundings(view, reader)
    for at, block in enumerate(view.blocks):
        if block.kind != "table" or not block.cells:
            continue
        grid = read_grid(view.text, block)
        context = surroundings.context(at) if grid is not None else None
        if grid is not None and context is not None:
            yield from _of_table(view, reader, grid, context)


def _of_table(view: DocumentView, reader: Reader, grid: Grid, context: Context) -> Iterator[Draft]:
    found = layout(reader, grid) if context.told is not Told.REPORT else None
    if found is not None:
        table = Table(reader, grid, found, context)
        told = max(context.told, Told.TITLE if _is_told(table) else Told.NOTHING)
        for line, labels in zip(grid.lines, carried(grid.lines, found.labels), strict=True):
            if not any(reader.words.total.match(one.words) for one in labels.values()):
                yield from _of_line(table, line, labels, told)
    yield from _of_sentences(view, reader, grid, context)


def _is_told(table: Table) -> bool:
    """Whether a head binds its column or says that it holds limits, so that the table as a whole demands."""
    heads = [head for column in table.layout.values for head in column.heads]
    return any(head.comparator or table.reader.words.binding.search(head.entry.words) for head in heads)


@dataclass(frozen=True, slots=True)
class _Place:
    """A cell with what holds for its row."""

    entry: Entry
    unit: Entry | None
    told: Told


def _of_line(table: Table, line: Line, labels: Mapping[int, Entry], told: Told) -> Iterator[Draft]:
    unit = line.entries[table.layout.unit] if table.layout.unit is not None else None
    for column in table.layout.values:
        entry = line.entries[column.at]
        named = name(table, column, labels, line.section) if entry is not None else None
        if entry is not None and named is not None:
            yield from _of_cell(table, column, _Place(entry, unit, told), named)


def _of_cell(table: Table, column: Column, place: _Place, named: Named) -> Iterator[Draft]:
    within = place.unit is not None or any(title.unit is not None for title in named.titles)
    cell = read_cell(place.entry.words, within)
    if column.named and cell.is_words:
        words = place.entry
        if place.told >= Told.TITLE and len(words.words.split()) <= _MOST_NAME_WORDS:
            yield _draft(table, place, named, Held(None, (Quantity(words.words, None, None, words.span),)), 0.05, 0)
        return
    for held in cell.held:
        if held.comparator in _PRESENCE:
            if draft := _presence(table, place, named, held):
                yield draft
            continue
        draft = _draft(table, place, named, held, 0.1 if len(cell.held) > 1 else 0.0, place.entry.span.start)
        if draft.comparator is not Comparator.EQUAL or (table.context.plain and _is_demanded(place, named, draft)):
            yield draft


def _is_demanded(place: _Place, named: Named, draft: Draft) -> bool:
    """Whether a value that nothing binds is demanded: a sentence says so, or a title or norm does of a measure."""
    if place.told is Told.SENTENCE:
        return True
    measure = all(value.unit is not None or value.magnitude is None for value in draft.values)
    return place.told > Told.NOTHING and (measure or _is_uncounted(named))


def _presence(table: Table, place: _Place, named: Named, held: Held) -> Draft | None:
    """Something that has to be there, or must not."""
    schedule = table.grid.width == 2 or any(are_marks(table.reader, table.grid, at) for at in table.layout.labels)
    if held.answer and not (place.told is Told.SENTENCE or (schedule and place.told > Told.NOTHING)):
        return None
    strength = table.context.frame.modality
    demanded = strength if strength in (Modality.SHALL, Modality.SHOULD) else Modality.SHALL
    absent = held.comparator is Comparator.ABSENT
    return Draft(
        span=place.entry.span,
        subject=named.property if named.is_label and named.property.words != VALUE else named.subject,
        property=NOTHING if named.is_label else named.property,
        comparator=Comparator.ABSENT if absent else Comparator.PRESENT,
        values=(),
        modality=_NEGATIVE.get(demanded, Modality.SHALL_NOT) if absent else demanded,
        confidence=0.8 if held.answer or named.borrowed == "heading" else 0.9,
        method="table",
        conditions=named.conditions,
        scope=_scope(table, named),
    )


def _draft(table: Table, place: _Place, named: Named, held: Held, doubt: float, shift: int) -> Draft:
    comparator, source = _comparator(table, place, named, held)
    values = tuple(_with_unit(table, place, named, moved(value, shift)) for value in held.values)
    tolerance = held.tolerance and tuple(_with_unit(table, place, named, moved(one, shift)) for one in held.tolerance)
    limits = named.conditions
    if held.qualifier is not None:
        span = Span(held.qualifier.start + shift, held.qualifier.end + shift)
        limits = (*limits, Condition(table.reader.text[span.start : span.end], span))
        doubt += 0.06
    return Draft(
        span=place.entry.span,
        subject=named.subject,
        property=named.property,
        comparator=comparator,
        values=values,
        modality=table.context.frame.modality or Modality.STATES,
        confidence=_confidence(table, place, named, values, doubt + source),
        method="table",
        tolerance=(tolerance[0], tolerance[1]) if tolerance else None,
        conditions=limits,
        scope=_scope(table, named),
    )


def _comparator(table: Table, place: _Place, named: Named, held: Held) -> tuple[Comparator, float]:
    """The comparator of the cell, its head, its label, the caption, or the sentence that names the table; and doubt."""
    if held.comparator is not None:
        return held.comparator, 0.0
    for title in named.titles:
        if title.comparator is not None:
            return title.comparator, 0.0
    caption = table.context.caption
    if named.caption and caption is not None and caption.comparator is not None:
        return caption.comparator, 0.02
    if table.context.comparator is not None:
        return table.context.comparator, 0.04
    return Comparator.EQUAL, 0.05 if place.told is Told.SENTENCE else 0.15


def _with_unit(table: Table, place: _Place, named: Named, value: Quantity) -> Quantity:
    heads = [title.unit for title in named.titles if title.unit is not None]
    known = [*([place.unit] if place.unit is not None else []), *heads]
    if table.context.unit is not None and not _is_uncounted(named):
        known.append(table.context.unit)
    return measured(value, known[0] if known else None)


def _is_uncounted(named: Named) -> bool:
    return bool(_UNCOUNTED & set(named.property.words.casefold().split()))


def _confidence(table: Table, place: _Place, named: Named, values: tuple[Quantity, ...], doubt: float) -> float:
    sure = 0.97 - doubt
    if any(value.unit is None and value.magnitude is not None for value in values) and not _is_uncounted(named):
        sure -= 0.2
    sure -= {"": 0.0, "title": 0.03, "heading": 0.1}[named.borrowed]
    if place.told <= Told.NOTHING:
        sure -= 0.15
    if named.guessed:
        sure -= 0.1 if any(title.comparator for title in named.titles) else 0.3
    return round(max(sure, 0.3), 2)


def _scope(table: Table, named: Named) -> tuple[tuple[str, str], ...]:
    own = scope_of([named.subject.words, *[one.text for one in named.conditions]], table.reader.rules)
    held = {dimension for dimension, _ in own}
    return (*own, *[pair for pair in table.context.frame.scope if pair[0] not in held])


def _of_sentences(view: DocumentView, reader: Reader, grid: Grid, context: Context) -> Iterator[Draft]:
    """Sentences in cells that demand: "The pump shall deliver at least 5 l/s" beside its number."""
    for line in grid.lines:
        for entry in line.entries:
            if entry is None or len(entry.words.split()) < _LEAST_SENTENCE_WORDS:
                continue
            if reader.rules.demands.search(reader.text, entry.span.start, entry.span.end):
                yield from read_statement(reader.text, entry.span, Frame(topic=context.heading), reader.rules)

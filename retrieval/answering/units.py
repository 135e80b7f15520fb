"""Units of evidence: the smallest pieces that read as an answer and can be quoted whole.

A sentence of running text, an item of a list together with its lead-in, or a row of a table together
with its column heads. A unit's quote is always a stretch of the source's own characters.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace

from graph.model import Cell, Passage, Span
from retrieval.chunking.asked import IN_REPLY_TO
from retrieval.chunking.sentences import sentences

_LABEL = re.compile(r"^\s*(?:\(?(?:[a-z]{1,2}|[ivx]+|\d{1,3})[.)]|\[\d{1,3}\]|[•\-–*o])\s+", re.I)
_CLAUSE_NUMBER = re.compile(r"^\s*\d{1,3}(?:\.\d{1,3})+\.?\s+(?=[A-Z])")
_FIGURE = re.compile(r"[\d.,±≥≤<>~\s]+")
_FIRST_VALUE = re.compile(r"\d")
_BETWEEN_ROWS = 8
"""Most characters between two rows that stand one below the other."""
_LEADS = (":", "\uff1a", "—", "following", "following.")


@dataclass(frozen=True, slots=True)
class Unit:
    """A quotable piece of a passage.

    Attributes:
        span: In the source's normalised text.
        text: The characters of `span`.
        lead: What introduces it: a list's lead-in, the speaker of a turn, a quoted question; "" if nothing does.
        column_heads: For a table row, the head of each cell, in the order of `cells`.
        cells: For a table row, its cells' texts.
    """

    passage_id: str
    source_id: str
    span: Span
    text: str
    lead: str = ""
    column_heads: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()

    @property
    def is_row(self) -> bool:
        """Whether it is a row of a table."""
        return bool(self.cells)


def units_of(passage: Passage) -> list[Unit]:
    """The units of a passage in reading order."""
    if passage.cells:
        return _rows(passage)
    units: list[Unit] = []
    leads: list[tuple[str, str]] = []
    led = False
    for sentence in sentences(passage.text):
        span = sentence if units else _without_heading(passage, sentence)
        text = passage.text[span.start : span.end]
        style = _style(text)
        while leads and ((style and leads[-1][0] == style) or not (style or led)):
            leads.pop()
        before = _speaker(passage, span) or (_asked(passage) if not units else ())
        units.append(_unit(passage, span, " ".join((*before, *(lead for _, lead in leads)))))
        led = text.rstrip().endswith(_LEADS)
        if led:
            leads.append((style, " ".join(without_label(text).split())))
    return units


def _without_heading(passage: Passage, span: Span) -> Span:
    """The first sentence of a passage without the heading that stands before it in the same run of text."""
    heading = passage.context.partition("\n")[0].rsplit(" > ", 1)[-1].split()
    text = passage.text[span.start : span.end]
    found = re.match(r"\s+".join(map(re.escape, heading)), text) if heading else None
    rest = text[found.end() :] if found else ""
    is_apart = "\n" in rest[: len(rest) - len(rest.lstrip())] or heading[0][:1].isdigit()
    if not (is_apart and len(heading) > 1 and re.match(r"\s+[A-Z]\S*(?:\s+\S+){2}", rest)):
        return span
    return Span(span.end - len(rest.lstrip()), span.end)


def _speaker(passage: Passage, span: Span) -> tuple[str, ...]:
    """Who says a sentence, as its lead-in; nothing where nobody is named."""
    start = passage.span.start + span.start
    turn = passage.turn_at(Span(start, start))
    return (f"{turn.speaker}:",) if turn and turn.speaker else ()


def _asked(passage: Passage) -> tuple[str, ...]:
    """What a passage answers, as the lead-in of its first sentence; nothing where it answers nothing."""
    question = passage.context.partition(IN_REPLY_TO)[2]
    return (f"“{question}” —",) if question else ()


def is_item(text: str) -> bool:
    """Whether a text begins with the label of a list item."""
    return _LABEL.match(text) is not None


def _style(text: str) -> str:
    """How a list item is labelled: items of one list are labelled alike; "" for running text."""
    found = _LABEL.match(text)
    if not found:
        return ""
    label = found.group().strip()
    return "figure" if label.strip("().[]").isdigit() else "letter" if label.strip("().").isalpha() else label


def _unit(passage: Passage, span: Span, lead: str) -> Unit:
    absolute = Span(passage.span.start + span.start, passage.span.start + span.end)
    return Unit(passage.id, passage.source_id, absolute, passage.text[span.start : span.end], lead)


def _rows(passage: Passage) -> list[Unit]:
    rows: dict[int, list[Cell]] = defaultdict(list)
    for cell in passage.cells:
        rows[cell.row].append(cell)
    top = _head_rows(passage, rows)
    heads = _heads(passage, rows, top)
    units: list[Unit] = []
    for number in sorted(rows):
        cells = sorted(rows[number], key=lambda cell: cell.column)
        inside = [cell for cell in cells if passage.span.covers(cell.span)]
        filled = [cell for cell in inside if _slice(passage, cell.span).strip()]
        if not filled or number in top:
            continue
        row = _row(passage, inside, heads)
        if units and _goes_on(units[-1], row):
            units[-1] = _joined(passage, units[-1], row)
        elif len(filled) == 1:
            units += _running_text(passage, filled[0].span)
        else:
            units.append(row)
    return units + _around_table(passage)


def _row(passage: Passage, cells: list[Cell], heads: dict[int, str]) -> Unit:
    span = Span(cells[0].span.start, cells[-1].span.end)
    return Unit(
        passage.id,
        passage.source_id,
        span,
        _slice(passage, span),
        column_heads=tuple(heads.get(cell.column, "") for cell in cells),
        cells=tuple(" ".join(_slice(passage, cell.span).split()) for cell in cells),
    )


def _goes_on(above: Unit, row: Unit) -> bool:
    """Whether a row has values and no label of its own, so that the label above stands beside both rows: what it
    names was printed over several lines, and which line a value is of cannot be told from one of them."""
    if len(above.cells) != len(row.cells) or row.span.start - above.span.end > _BETWEEN_ROWS:
        return False
    first = next(at for at, cell in enumerate(row.cells) if cell)
    values = _FIRST_VALUE.search(row.cells[first]) and _FIRST_VALUE.search(above.cells[first])
    return bool(values) and any(above.cells[:first])


def _joined(passage: Passage, above: Unit, row: Unit) -> Unit:
    span = Span(above.span.start, row.span.end)
    cells = tuple("; ".join(filter(None, pair)) for pair in zip(above.cells, row.cells, strict=True))
    return replace(above, span=span, text=_slice(passage, span), cells=cells)


def _running_text(passage: Passage, span: Span) -> list[Unit]:
    """The sentences of a cell that stretches over a whole row, such as the notes below a schedule."""
    text = _slice(passage, span)
    found = [Span(span.start + s.start, span.start + s.end) for s in sentences(text)]
    return [Unit(passage.id, passage.source_id, s, _slice(passage, s)) for s in found]


def _around_table(passage: Passage) -> list[Unit]:
    """Captions and notes that stand in a table's passage outside its cells."""
    inside = [cell.span for cell in passage.cells if passage.span.covers(cell.span)]
    if not inside:
        return []
    first, last = min(s.start for s in inside), max(s.end for s in inside)
    start = passage.span.start
    units = []
    for low, high in ((start, first), (last, passage.span.end)):
        text = passage.text[low - start : high - start]
        for span in sentences(text):
            if len(text[span.start : span.end].split()) > 3:
                absolute = Span(low + span.start, low + span.end)
                units.append(Unit(passage.id, passage.source_id, absolute, text[span.start : span.end]))
    return units


def _slice(passage: Passage, span: Span) -> str:
    return passage.text[span.start - passage.span.start : span.end - passage.span.start]


def _head_rows(passage: Passage, rows: dict[int, list[Cell]]) -> set[int]:
    """The first rows in which every cell is a header and none is a bare figure."""
    found: set[int] = set()
    for number in sorted(rows):
        figures = any(_FIGURE.fullmatch(_slice(passage, c.span).strip()) for c in rows[number])
        if not all(cell.header for cell in rows[number]) or (figures and found):
            break
        found.add(number)
    return found


def _heads(passage: Passage, rows: dict[int, list[Cell]], top: set[int]) -> dict[int, str]:
    """Each column's head: the texts of its header cells from top to bottom."""
    heads: dict[int, list[str]] = defaultdict(list)
    for number in sorted(top):
        for cell in rows[number]:
            text = " ".join(_slice(passage, cell.span).split())
            if text and text not in heads[cell.column]:
                heads[cell.column].append(text)
    return {column: " ".join(texts) for column, texts in heads.items()}


def read_row(unit: Unit, wanted: int | None) -> str:
    """A table row as a sentence: its label, then the head and value of the wanted column, or of all."""
    pairs = list(zip(unit.column_heads, unit.cells, strict=True))
    label, rest = pairs[0], pairs[1:]
    if not label[1] and rest:
        label, rest = rest[0], rest[1:]
    if wanted is not None and wanted > 0:
        rest = [pairs[wanted]]
    values = "; ".join(f"{head}: {value}" if head else value for head, value in rest if value)
    return f"{label[1]} — {values}" if values else label[1]


def without_label(text: str) -> str:
    """A list item or numbered paragraph without its printed label."""
    return _CLAUSE_NUMBER.sub("", _LABEL.sub("", text, count=1), count=1)

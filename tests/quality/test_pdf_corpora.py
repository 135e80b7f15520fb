"""The PDFs that nobody here wrote: every one accounted for, boxes on the ink, tables and order right."""

from __future__ import annotations

import os
import random
import re
from functools import cache
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

from connectors.pdf import parse_pdf
from connectors.pdf.geometry import to_display
from connectors.protocol import ParsedDocument
from graph.errors import SkipRecord
from graph.model import Box, Page

SHARED = Path(os.environ.get("PREVAIL_SHARED_DATA", Path(__file__).resolve().parents[3] / "shared" / "data"))
FOLDERS = ("pdf/pdfplumber", "regulations/england", "supersession/rfc/pdf", "drawings/olimex")
SKIPPED = {"empty.pdf": "empty", "password-example.pdf": "encrypted"}
PAGES_LOOKED_AT, WORDS_LOOKED_AT = 5, 25
LEAST_INK = 0.995
CONTRAST = 12


def _files() -> list[Path]:
    return [path for folder in FOLDERS for path in sorted((SHARED / folder).glob("*.pdf"))]


@cache
def _parsed(path: Path) -> ParsedDocument | SkipRecord:
    try:
        return parse_pdf(path.read_bytes(), path.name)
    except SkipRecord as skipped:
        return skipped


def _regulation(letter: str) -> ParsedDocument:
    found = _parsed(SHARED / "regulations" / "england" / f"Approved_Document_{letter}.pdf")
    assert isinstance(found, ParsedDocument)
    return found


def test_every_pdf_is_parsed_or_skipped_with_the_right_reason() -> None:
    """Sixty-odd files; one is empty and one needs a password."""
    outcomes = {path.name: _parsed(path) for path in _files()}
    assert len(outcomes) > 50
    assert {name: o.reason for name, o in outcomes.items() if isinstance(o, SkipRecord)} == SKIPPED


def test_boxes_spans_and_blocks_are_consistent_everywhere() -> None:
    """One row of boxes per character, pages one after the other, blocks in order, cells inside their table."""
    for path in _files():
        document = _parsed(path)
        if isinstance(document, SkipRecord):
            continue
        position = 0
        for page in document.pages:
            assert page.span.start == position, path.name
            assert len(document.char_boxes[page.number]) == len(page.span), path.name
            position = page.span.end
        assert position == len(document.text), path.name
        edges = [0, *(edge for block in document.blocks for edge in (block.span.start, block.span.end))]
        assert edges == sorted(edges), path.name
        assert all(b.span.covers(cell.span) for b in document.blocks for cell in b.cells), path.name


def test_words_have_ink_under_their_boxes() -> None:
    """Random words of random pages, drawn by pdfium; at least 99.5 % of them stand where they are said to."""
    chance = random.Random(20)
    seen = hit = 0
    for path in _files():
        document = _parsed(path)
        if isinstance(document, SkipRecord):
            continue
        source = pypdfium2.PdfDocument(path.read_bytes())
        for page in chance.sample(document.pages, min(len(document.pages), PAGES_LOOKED_AT)):
            text = document.text[page.span.start : page.span.end]
            words = list(re.finditer(r"\w{3,}", text))
            picture = source[page.number - 1].render(scale=2, grayscale=True).to_numpy() if words else None
            for word in chance.sample(words, min(len(words), WORDS_LOOKED_AT)):
                seen += 1
                hit += _is_on_ink(document.char_boxes[page.number][word.start() : word.end()], page, picture)
        source.close()
    assert seen > 2_000
    assert hit / seen >= LEAST_INK, f"{seen - hit} of {seen} words are not where their boxes are"


def _is_on_ink(boxes: NDArray[np.float32], page: Page, picture: NDArray[np.uint8] | None) -> bool:
    assert picture is not None
    dark = 0
    for box in boxes:
        if not np.isnan(box[0]):
            left, top, width, height = to_display(Box(*map(float, box)), page, 2)
            part = picture[max(int(top), 0) : int(top + height) + 1, max(int(left), 0) : int(left + width) + 1]
            dark += bool(part.size) and int(part.max()) - int(part.min()) >= CONTRAST
    return dark >= 0.66 * len(boxes)


@pytest.mark.parametrize(
    ("letter", "row"),
    [
        ("K", "Private stair¹, ² | 150 | 220 | 220 | 300"),
        ("K", "General access stair³ | 150 | 170 | 250 | 400"),
        ("F_V1", "Bathroom | 15"),
        ("F_V1", "Sanitary accommodation | 6 | "),
        ("F_V1", "3 | 31"),
        ("G", "Basin taps | 6 l/min"),
        ("M_vol_1", "Minimum storage area (m²) | 1.5 | 2.0 | 2.5 | 3.0 | 3.5 | 4.0"),
    ],
)
def test_rows_of_printed_tables_are_rows(letter: str, row: str) -> None:
    """Seen with the eye on the page, found in the text."""
    document = _regulation(letter)
    tables = [document.text[b.span.start : b.span.end].splitlines() for b in document.blocks if b.kind == "table"]
    assert any(row in table for table in tables)


@pytest.mark.parametrize("letter", ["D", "F_V1", "F_V2", "G", "K", "M_vol_1", "M_vol_2", "Q"])
def test_watermarks_and_running_feet_are_not_in_the_text(letter: str) -> None:
    """The mark on every page, and the foot, are furniture."""
    document = _regulation(letter)
    assert "ONLINE VERSION" not in document.text
    marked = ["ONLINEVERSION" in "".join(page.furniture).replace(" ", "") for page in document.pages]
    assert sum(marked) >= 0.8 * len(document.pages)


def test_a_column_is_read_to_its_end_before_the_next_begins() -> None:
    """The requirements of Part G stand in two columns; sentences go on within theirs."""
    text = _regulation("G").text
    assert "The water used by sanitary appliances and relevant white goods in a new dwelling should be" in text
    assert "calculated using the manufacturer’s declared value for water consumption" in text


def test_a_drawing_states_the_revision_of_its_title_block_not_of_its_file_name() -> None:
    """The file called Rev D says Rev C."""
    document = _parsed(SHARED / "drawings" / "olimex" / "REV-D__ESP32-EVB_Rev_D.pdf")
    assert isinstance(document, ParsedDocument)
    assert [s.value for s in document.statements if s.field.value == "version"] == ["C"]

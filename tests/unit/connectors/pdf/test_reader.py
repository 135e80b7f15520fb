"""What comes out of whole PDFs."""

from __future__ import annotations

import re

import numpy as np
import pypdfium2
import pytest
from reportlab.pdfgen.canvas import Canvas

from connectors.pdf import parse_pdf
from connectors.pdf.geometry import to_display
from connectors.protocol import ParsedDocument
from graph.errors import SkipRecord
from graph.model import Box
from tests.unit.connectors.pdf.papers import PROSE, blocks, paper, read, turned, write

OPEN_SENTENCE = ("The width of the ramp is measured between the", "handrails and not between the walls, so that the")
REST_OF_IT = ("clear width is what a person on the ramp can use.", "It is stated in millimetres.")


def _plain(canvas: Canvas) -> None:
    write(canvas, 72, 700, PROSE)


def _ink_share(data: bytes, document: ParsedDocument) -> float:
    """The share of words whose characters have ink in their boxes when the page is drawn."""
    words = with_ink = 0
    source = pypdfium2.PdfDocument(data)
    for page in document.pages:
        picture = source[page.number - 1].render(scale=3, grayscale=True).to_numpy()
        text = document.text[page.span.start : page.span.end]
        for word in re.finditer(r"\w{3,}", text):
            words += 1
            boxes = document.char_boxes[page.number][word.start() : word.end()]
            with_ink += all(_has_ink(picture, to_display(Box(*map(float, box)), page, 3)) for box in boxes)
    source.close()
    return with_ink / words


def _has_ink(picture: np.ndarray, place: tuple[float, float, float, float]) -> bool:
    left, top, width, height = place
    part = picture[max(int(top), 0) : int(top + height) + 1, max(int(left), 0) : int(left + width) + 1]
    return bool(part.size) and int(part.min()) < 128


def test_lines_of_one_paragraph_become_running_text() -> None:
    """Six lines with even leading are one block."""
    assert blocks(read(_plain), "paragraph") == [" ".join(PROSE)]


def test_every_character_of_a_page_has_a_row_of_boxes() -> None:
    """Printed characters have boxes, blanks between lines have none."""
    document = read(_plain, _plain)
    assert [page.number for page in document.pages] == [1, 2]
    assert document.pages[0].span.end == document.pages[1].span.start
    for page in document.pages:
        boxes = document.char_boxes[page.number]
        text = document.text[page.span.start : page.span.end]
        assert boxes.shape == (len(text), 4)
        known = ~np.isnan(boxes[:, 0])
        assert all(known[at] for at, char in enumerate(text) if not char.isspace())


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_boxes_stand_on_the_ink_of_turned_and_cropped_pages(rotation: int) -> None:
    """Drawn by pdfium, each word of three letters and more is black under its boxes."""

    def draw(canvas: Canvas) -> None:
        write(canvas, 72, 700, PROSE)
        write(canvas, 72, 100, ["Off the page"])

    data = turned(paper(draw), 0, (0, 400, 595, 842))
    document = parse_pdf(data, "cropped.pdf")
    assert "Off the page" not in document.text
    assert document.warnings == ("page 1 holds text outside the displayed area",)


def test_a_word_broken_at_the_line_end_is_mended_where_it_stands_whole_elsewhere() -> None:
    """ "ventila-tion" is mended, "fire-resisting" keeps its hyphen."""
    lines = [
        "Good ventilation of the lobby matters as much as the ventila-",
        "tion of the stair, and both need doors that are of fire-",
        "resisting construction throughout the whole of the building.",
    ]
    text = read(lambda canvas: write(canvas, 72, 700, lines)).text
    assert "as the ventilation of the stair" in text
    assert "of fire-resisting construction" in text


def test_a_sentence_goes_on_over_the_page_break() -> None:
    """One block spans both pages; each page keeps its own characters."""

    def first(canvas: Canvas) -> None:
        write(
            canvas,
            72,
            200,
            ["The width of the ramp is measured between the", "handrails and not between the walls, so that the"],
        )

    def second(canvas: Canvas) -> None:
        write(canvas, 72, 700, REST_OF_IT)

    document = read(first, second)
    assert "so that the clear width" in blocks(document, "paragraph")[0]
    assert document.text[document.pages[1].span.start :].startswith("clear width")


def test_clauses_lists_and_captions_are_told_apart() -> None:
    """Numbers are kept as printed, without the punctuation of list labels."""

    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica-Bold", 18)
        canvas.drawString(72, 780, "Section 2: Ramps")
        canvas.setFont("Helvetica", 10)
        canvas.drawString(72, 740, "2.1")
        write(canvas, 110, 740, ["A ramp should comply with both of the", "following:"])
        canvas.drawString(110, 710, "a. its gradient is no steeper than 1:12; and")
        canvas.drawString(130, 694, "(i) no flight rises by more than 500 mm;")
        canvas.drawString(110, 678, "b. its surface is firm.")
        canvas.drawString(72, 650, "Table 4 Gradients of ramps")

    found = [(block.kind, block.level, block.number) for block in read(draw).blocks]
    assert found == [
        ("heading", 1, "Section 2"),
        ("paragraph", 0, "2.1"),
        ("list_item", 1, "a"),
        ("list_item", 2, "i"),
        ("list_item", 1, "b"),
        ("caption", 0, "Table 4"),
    ]


def test_a_table_of_contents_is_one_block() -> None:
    """Entries with leaders and page numbers are no paragraphs."""

    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica-Bold", 16)
        canvas.drawString(72, 780, "Contents")
        canvas.setFont("Helvetica", 10)
        for at, title in enumerate(["Scope", "Terms", "Ramps", "Stairs", "Lifts"]):
            canvas.drawString(72, 750 - 14 * at, f"{title} {'.' * 60} {at * 3 + 1}")

    document = read(draw)
    assert [block.kind for block in document.blocks] == ["heading", "toc"]
    assert len(blocks(document, "toc")[0].splitlines()) == 5


def test_an_empty_password_opens_and_a_real_one_is_reported() -> None:
    """Printing restrictions do not keep a reader from reading."""
    assert parse_pdf(paper(_plain, password=""), "open.pdf").text == " ".join(PROSE)
    with pytest.raises(SkipRecord) as caught:
        parse_pdf(paper(_plain, password="secret"), "shut.pdf")
    assert (caught.value.reason, caught.value.detail) == ("encrypted", "shut.pdf opens only with a password")


@pytest.mark.parametrize(
    ("data", "reason"), [(b"", "empty"), (b"not a pdf", "damaged"), (paper(_plain)[:60], "damaged")]
)
def test_what_is_no_pdf_is_skipped_with_its_reason(data: bytes, reason: str) -> None:
    """Nothing, something else, and the beginning of a PDF."""
    with pytest.raises(SkipRecord) as caught:
        parse_pdf(data, "odd.pdf")
    assert caught.value.reason == reason


def test_a_page_of_lines_and_an_empty_page_have_no_text_layer() -> None:
    """Both are stored, with a warning; only one of them is a drawing."""
    document = read(lambda canvas: canvas.line(50, 50, 500, 700), lambda canvas: None)
    assert [page.text_layer for page in document.pages] == ["vector", "none"]
    assert document.warnings == ("page 1 has no text layer", "page 2 has no text layer")
    assert document.text == ""

"""PDF bytes to a parsed document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from connectors.pdf.compose import Composer, Vocabulary
from connectors.pdf.furniture import furniture
from connectors.pdf.layout import PageLayout, PageText, page_text
from connectors.pdf.paragraphs import Paragraph
from connectors.pdf.pdfium import opened, read_page
from connectors.pdf.structure import Classifier, Draft, body_size, with_levels
from connectors.pdf.tables import Grid
from connectors.protocol import ParsedDocument
from graph.errors import SkipRecord
from graph.model import Page, Span

MEDIA_TYPE = "application/pdf"
_SCAN_SHARE = 0.5


def parse_pdf(data: bytes, name: str) -> ParsedDocument:
    """Reads a PDF: text in reading order, a box for every character, tables, headings, claims.

    Not safe in several threads at once; `connectors.sandbox` runs it in worker processes.

    Raises:
        SkipRecord: `empty`, `encrypted` or `damaged`.
    """
    with opened(data, name) as document:
        texts, warnings = [], []
        for number in range(1, len(document) + 1):
            try:
                texts.append(page_text(read_page(document, number, name)))
            except SkipRecord as error:
                warnings.append(error.detail)
    return _parsed(texts, warnings)


def _parsed(texts: Sequence[PageText], warnings: list[str]) -> ParsedDocument:
    chosen = furniture([text.outline() for text in texts])
    kept = [_split(text, picks) for text, picks in zip(texts, chosen, strict=True)]
    pieces = [piece for body, _ in kept for piece in body]
    composer = Composer(Vocabulary(pieces))
    for item in _drafts(texts, [body for body, _ in kept], body_size(pieces)):
        composer.write(item)
    composer.builder.turn_to(len(texts))
    normalised = composer.builder.finish()
    boxes = composer.builder.page_boxes
    spans = composer.builder.page_spans
    pages = tuple(
        _page(text, spans.get(text.raw.number, Span(len(normalised), len(normalised))), feet)
        for text, (_, feet) in zip(texts, kept, strict=True)
    )
    for text in texts:
        warnings.extend(_page_warnings(text))
    return ParsedDocument(normalised, MEDIA_TYPE, tuple(composer.blocks), (), pages, boxes, tuple(warnings))


def _split(text: PageText, picks: frozenset[int]) -> tuple[list, tuple[str, ...]]:
    body = [piece for at, piece in enumerate(text.pieces) if at not in picks]
    feet = tuple(piece.text for at, piece in enumerate(text.pieces) if at in picks)
    return body, feet


def _drafts(texts, bodies, body):
    classifier = Classifier(body)
    found: list[Draft | Grid] = []
    after = False
    for text, pieces in zip(texts, bodies, strict=True):
        layout = PageLayout(text, pieces)
        for item in layout.items(after):
            found.append(classifier.draft(item) if isinstance(item, Paragraph) else item)
        after = layout.has_contents
    return found


def _page(text: PageText, span: Span, feet: tuple[str, ...]) -> Page:
    raw = text.raw
    if len(text.sight.glyphs):
        layer = "ocr" if text.sight.is_recognised else "native"
    else:
        layer = "vector" if raw.has_drawing and raw.picture_share < _SCAN_SHARE else "none"
    return Page(raw.number, span, raw.media, raw.crop, raw.rotation, layer, feet)


def _page_warnings(text: PageText) -> list[str]:
    found = []
    if text.sight.outside:
        found.append(f"page {text.raw.number} holds text outside the displayed area")
    if text.sight.hidden:
        found.append(f"page {text.raw.number} holds hidden text")
    if not len(text.sight.glyphs):
        found.append(f"page {text.raw.number} has no text layer")
    return found

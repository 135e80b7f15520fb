"""PDF bytes to a parsed document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pypdfium2

from connectors.pdf.compose import Composer, Vocabulary
from connectors.pdf.drawings import is_drawing
from connectors.pdf.furniture import furniture, zone_marks
from connectors.pdf.layout import Item, PageLayout, PageText, page_text, recognised_text
from connectors.pdf.ocr import Recogniser
from connectors.pdf.paragraphs import Paragraph
from connectors.pdf.pdfium import SCAN_SHARE, draw, opened, properties, read_page
from connectors.pdf.segments import Segment
from connectors.pdf.statements import block_statements, property_statements, title_statement
from connectors.pdf.structure import Classifier, Draft, body_size, joined_across, with_levels
from connectors.pdf.tables import Grid
from connectors.pdf.titleblock import TitleBlock
from connectors.protocol import ParsedDocument, Statement
from graph.errors import SkipRecord
from graph.model import Block, Page, Span

MEDIA_TYPE = "application/pdf"
_MOST_PAGES = 20_000
_EXPLODED_OBJECTS = 400
"""A page of lines with so many objects may hold text drawn as lines."""


def parse_pdf(data: bytes, name: str) -> ParsedDocument:
    """Reads a PDF: text in reading order, a box for every character, tables, headings, claims.

    Pages that cannot be read are named in the warnings; the others are read all the same. Not
    safe in several threads at once: `connectors.sandbox` runs it in worker processes.

    Raises:
        SkipRecord: `empty`, `encrypted` or `damaged`.
    """
    warnings: list[str] = []
    with opened(data, name) as document:
        texts = []
        count = min(len(document), _MOST_PAGES)
        if count < len(document):
            warnings.append(f"only the first {count} of {len(document)} pages are read")
        recogniser = Recogniser()
        for number in range(1, count + 1):
            try:
                text = page_text(read_page(document, number, name))
            except SkipRecord as error:
                warnings.append(error.detail)
                continue
            texts.append(_recognised(document, text, recogniser) if _is_picture(text) else text)
        return _Reading(texts, warnings).document(properties(document))


def _is_picture(text: PageText) -> bool:
    """Whether the page has something to see and nothing to read."""
    raw = text.raw
    return not len(text.sight.glyphs) and (raw.picture_share >= SCAN_SHARE or raw.objects >= _EXPLODED_OBJECTS)


def _recognised(document: pypdfium2.PdfDocument, text: PageText, recogniser: Recogniser) -> PageText:
    """The page with the characters that the recogniser sees on it; as it was where it sees none."""
    raw = text.raw
    frame = Page(raw.number, Span(0, 0), raw.media, raw.crop, raw.rotation, "ocr")
    scale = recogniser.scale(frame)
    if scale is None:
        return text
    glyphs = recogniser.glyphs(draw(document, raw.number, scale), frame, scale)
    return recognised_text(raw, glyphs) if len(glyphs) else text


class _Reading:
    """The pages of one document on their way to its text."""

    def __init__(self, texts: Sequence[PageText], warnings: list[str]) -> None:
        self.texts = texts
        self.warnings = warnings
        outlines = [text.outline() for text in texts]
        chosen = [
            picks | zone_marks(outline) if is_drawing(text.raw, text.pieces) else picks
            for text, outline, picks in zip(texts, outlines, furniture(outlines), strict=True)
        ]
        self.bodies = [_only(text, picks, False) for text, picks in zip(texts, chosen, strict=True)]
        self.feet = [_only(text, picks, True) for text, picks in zip(texts, chosen, strict=True)]
        self.pieces = [piece for body in self.bodies for piece in body]
        self.body_size = body_size(self.pieces)
        self.blocks_on: dict[int, TitleBlock] = {}

    def document(self, file_properties: Mapping[str, str]) -> ParsedDocument:
        composer = Composer(Vocabulary(self.pieces))
        for item in self._drafts():
            composer.write(item)
        for text in self.texts:
            composer.builder.turn_to(text.raw.number)
        normalised = composer.builder.finish()
        spans = composer.builder.page_spans
        pages = tuple(self._page(at, spans[text.raw.number]) for at, text in enumerate(self.texts))
        return ParsedDocument(
            normalised,
            MEDIA_TYPE,
            tuple(composer.blocks),
            tuple(self._statements(normalised, composer.blocks, pages, file_properties)),
            pages,
            {page.number: composer.builder.page_boxes[page.number] for page in pages},
            (*self.warnings, *(warning for text in self.texts for warning in _page_warnings(text))),
        )

    def _drafts(self) -> list[Draft | Grid]:
        classifier = Classifier(self.body_size)
        found: list[Draft | Grid] = []
        after = False
        for text, pieces in zip(self.texts, self.bodies, strict=True):
            layout = PageLayout(text, pieces)
            found.extend(_classified(item, classifier) for item in layout.items(after))
            after = layout.has_contents
            if layout.block is not None:
                self.blocks_on[text.raw.number] = layout.block
        return with_levels(joined_across(found))

    def _page(self, at: int, span: Span) -> Page:
        raw = self.texts[at].raw
        feet = tuple(piece.text for piece in self.feet[at])
        return Page(raw.number, span, raw.media, raw.crop, raw.rotation, _text_layer(self.texts[at]), feet)

    def _statements(
        self, text: str, blocks: Sequence[Block], pages: Sequence[Page], file_properties: Mapping[str, str]
    ) -> Iterator[Statement]:
        for page in pages:
            block = self.blocks_on.get(page.number)
            header = next((b for b in blocks if b.kind == "header" and page.span.covers(b.span)), None)
            if block is not None and header is not None:
                yield from block_statements(block, text, header.span)
        if pages and pages[0].number not in self.blocks_on:
            title = title_statement(self.bodies[0], self.body_size, text[: pages[0].span.end])
            if title is not None:
                yield title
        yield from property_statements(file_properties)


def _classified(item: Item, classifier: Classifier) -> Draft | Grid:
    return classifier.draft(item) if isinstance(item, Paragraph) else item


def _only(text: PageText, picks: frozenset[int], picked: bool) -> list[Segment]:
    return [piece for at, piece in enumerate(text.pieces) if (at in picks) == picked]


def _text_layer(text: PageText) -> str:
    if len(text.sight.glyphs):
        return "ocr" if text.sight.is_recognised else "native"
    return "vector" if text.raw.has_drawing and text.raw.picture_share < SCAN_SHARE else "none"


def _page_warnings(text: PageText) -> Iterator[str]:
    number = text.raw.number
    if text.sight.outside:
        yield f"page {number} holds text outside the displayed area"
    if text.sight.hidden:
        yield f"page {number} holds hidden text"
    if not len(text.sight.glyphs):
        yield f"page {number} has no text layer"

"""Citations: a quote, checked against the stored text, and everything a reader needs to find it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graph.errors import OurBug
from graph.model import Box, Page, Passage, Source, Span
from graph.time import Moment
from retrieval.answering.model import Citation, Quote
from retrieval.corpus import Corpus


class QuoteDiffers(OurBug):
    """A quote is not what the stored text says at its span."""


def cite(corpus: Corpus, moment: Moment, passage: Passage, span: Span, n: int) -> Citation:
    """The citation of a span of a passage's source.

    Raises:
        QuoteDiffers: The passage's text and the stored text disagree.
    """
    source = corpus.source(passage.source_id, moment.known_at)
    description = corpus.description(source.id, moment.known_at)
    text = corpus.text(source.id, span)
    _check(passage, span, text)
    page = page_of(source, span)
    clause = corpus.clause_of(passage)
    turn = passage.turn_at(span)
    return Citation(
        n=n,
        source_id=source.id,
        passage_id=passage.id,
        work=description.number or description.title or source.remote_id,
        title=description.title,
        version=description.version,
        kind=description.kind,
        authority=description.authority,
        date=description.date.words if description.date else None,
        clause=clause.label if clause else None,
        page=page.number if page else None,
        boxes=tuple(_boxes(corpus, source, page, span)) if page else (),
        start_s=turn.start_s if turn else passage.start_s,
        end_s=turn.end_s if turn else passage.end_s,
        speaker=turn.speaker if turn else passage.speaker,
        quote=Quote(source.id, span, text),
        signal=corpus.verdict(passage, moment, span).signal,
        uri=source.uri,
        copies=next((len(every) for every in corpus.copies(moment).values() if source.id in every), 1),
    )


def _check(passage: Passage, span: Span, text: str) -> None:
    if passage.span.covers(span):
        own = passage.text[span.start - passage.span.start : span.end - passage.span.start]
        if own != text:
            raise QuoteDiffers(f"passage {passage.id} says {own[:80]!r} where the source says {text[:80]!r}")


def page_of(source: Source, span: Span) -> Page | None:
    """The page on which a span starts."""
    for page in source.pages:
        if page.span.start <= span.start < page.span.end:
            return page
    return None


def _boxes(corpus: Corpus, source: Source, page: Page, span: Span) -> list[Box]:
    with corpus.store.read() as reader:
        boxes = reader.char_boxes(source.id, page.number)
    low = span.start - page.span.start
    high = min(span.end, page.span.end) - page.span.start
    return merge_lines(boxes[low:high])


def merge_lines(boxes: NDArray[np.float32]) -> list[Box]:
    """One rectangle for each run of characters on one line, in reading order.

    Args:
        boxes: `float32[n, 4]`, x0 y0 x1 y1; rows of NaN are characters that are not on the page.
    """
    lines: list[list[float]] = []
    for x0, y0, x1, y1 in boxes[~np.isnan(boxes).any(axis=1)].tolist():
        if lines and _same_line(lines[-1], (x0, y0, x1, y1)):
            last = lines[-1]
            lines[-1] = [min(last[0], x0), min(last[1], y0), max(last[2], x1), max(last[3], y1)]
        else:
            lines.append([x0, y0, x1, y1])
    return [Box(*line) for line in lines]


def _same_line(line: list[float], box: tuple[float, float, float, float]) -> bool:
    """Whether a character continues a line: they share most of the lower one's height, or its width
    where text runs upwards, and it does not start far away."""
    height = min(line[3] - line[1], box[3] - box[1])
    overlap = min(line[3], box[3]) - max(line[1], box[1])
    gap = box[0] - line[2]
    beside = overlap > 0.5 * height and -1.0 * height < gap < 4.0 * max(height, 1.0)
    width = min(line[2] - line[0], box[2] - box[0])
    across = min(line[2], box[2]) - max(line[0], box[0])
    upright_gap = max(box[1] - line[3], line[1] - box[3])
    stacked = across > 0.8 * width and upright_gap < 0.6 * max(width, 1.0) and (line[3] - line[1]) > (line[2] - line[0])
    return beside or stacked

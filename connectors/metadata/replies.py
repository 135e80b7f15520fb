"""Whether a question was answered: requests for information bind by their answer alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from connectors.metadata.words import words
from connectors.protocol import Statement
from graph.model import Span
from graph.vocabulary import ClaimField, Ground, SourceKind, Status


def reply_statements(text: str, stated: Sequence[Statement]) -> Iterator[Statement]:
    """STATUS draft of a request for information whose last heading for an answer has none below it."""
    if not any(s.field is ClaimField.KIND and s.value == SourceKind.RFI for s in stated):
        return
    headings = list(words().replies.heading.finditer(text))
    if headings and words().replies.empty.match(text, headings[-1].end()):
        span = Span(headings[-1].start(), len(text.rstrip()))
        said = " ".join(text[span.start : span.end].split())
        yield Statement(ClaimField.STATUS, Status.DRAFT, Ground.BODY, 0.8, span, note=said)

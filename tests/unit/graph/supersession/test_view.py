"""What of a header detectors may look at."""

from __future__ import annotations

from graph.identity import work_id
from graph.supersession.detect import detect
from graph.vocabulary import EdgeType
from tests.fakes.pages import page

HEADER = (
    "HARBOUR TRUST\nNotice HT-N-8\nSubject: This notice supersedes RFC 2616.\nDate: 2024-08-01\n"
    "This notice supersedes RFC 7230\nfrom 1 September 2024.\n\nRail guards"
)


def test_sentences_in_a_header_are_statements_and_fields_are_not() -> None:
    """A wrapped sentence is one statement; names, titles and labelled fields are none."""
    view = page(("header", HEADER), number="HT-N-8")
    statements = [view.text[block.span.start : block.span.end] for block in view.statements()]
    assert statements == ["This notice supersedes RFC 7230\nfrom 1 September 2024."]


def test_a_statement_in_a_header_is_detected() -> None:
    """It names what the document replaces."""
    view = page(("header", HEADER), number="HT-N-8")
    replaced = [edge.dst for edge in detect(view) if edge.type is EdgeType.SUPERSEDES]
    assert replaced == [work_id("p", "RFC 7230")]

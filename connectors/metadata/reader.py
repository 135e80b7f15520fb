"""Reading a document's own words for statements about itself."""

from __future__ import annotations

from connectors.protocol import ParsedDocument, Statement


def read_statements(document: ParsedDocument) -> tuple[Statement, ...]:
    """What the document says about itself, in the order of its text."""
    return ()

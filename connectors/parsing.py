"""From the bytes of one item to a parsed document: what format it is, and which parser reads it.

Runs inside a worker process. The format is decided by what the bytes are, then by the file name's
extension; the document's statements about itself (`connectors.metadata`) join those of its parser.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module

from connectors.formats import Format, sniff
from connectors.metadata.reader import read_statements
from connectors.protocol import ParsedDocument
from graph.errors import SkipRecord

LONGEST_TEXT_CHARS = 50_000_000

Parser = Callable[[bytes, str], ParsedDocument]

# Module and function by format; imported when first used, so that reading a text file does not
# load the PDF library.
_PARSERS: dict[Format, tuple[str, str]] = {
    Format.TEXT: ("connectors.text.plain", "parse_text"),
    Format.MARKDOWN: ("connectors.text.markdown", "parse_markdown"),
    Format.RESTRUCTURED: ("connectors.text.restructured", "parse_restructured"),
    Format.DELIMITED: ("connectors.text.delimited", "parse_delimited"),
    Format.JSON: ("connectors.markup.json_records", "parse_json"),
    Format.HTML: ("connectors.markup.html", "parse_html"),
    Format.XML: ("connectors.markup.xml", "parse_xml"),
    Format.DOCX: ("connectors.office.docx", "parse_docx"),
    Format.PDF: ("connectors.pdf", "parse_pdf"),
    Format.MESSAGE: ("connectors.mail.message", "parse_message"),
    Format.VTT: ("connectors.transcripts.captions", "parse_captions"),
    Format.SRT: ("connectors.transcripts.captions", "parse_captions"),
}


def parse(data: bytes, name: str) -> ParsedDocument:
    """Read one item.

    Args:
        name: File name; its extension decides between formats that look alike.

    Raises:
        SkipRecord: `empty`, `unsupported type`, `too large`, `bomb`, or whatever its parser says.
    """
    if not data:
        raise SkipRecord("empty", f"{name} has no bytes")
    document = _parser(sniff(data, name))(data, name)
    if len(document.text) > LONGEST_TEXT_CHARS:
        raise SkipRecord(
            "too large",
            f"{name} holds {len(document.text)} characters; the limit is {LONGEST_TEXT_CHARS}",
        )
    return replace(document, statements=document.statements + read_statements(document))


def _parser(kind: Format) -> Parser:
    module, function = _PARSERS[kind]
    parser: Parser = getattr(import_module(module), function)
    return parser

"""From the bytes of one item to a parsed document: what format it is, and which parser reads it.

Runs inside a worker process. The format is decided by what the bytes are, then by the file name's
extension; the document's statements about itself (`connectors.metadata`) join those of its parser.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module

from connectors.formats import Format, sniff
from connectors.metadata.reader import read_statements
from connectors.protocol import ParsedDocument
from connectors.transcripts.told import parse_told, told_again
from graph.errors import SkipRecord

LONGEST_TEXT_CHARS = 50_000_000
MOST_CONTROLS = 0.02
"""Share of control characters above which bytes are no text; of random bytes it is a tenth."""

_SAMPLE_BYTES = 64_000
_CONTROLS = bytes({*range(9), *range(14, 27), *range(28, 32), 127})
_WRITTEN = {Format.TEXT, Format.MARKDOWN, Format.RESTRUCTURED, Format.DELIMITED, Format.HTML}
_TOLD = frozenset({Format.TEXT, Format.MARKDOWN})
_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)

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
    Format.MBOX: ("connectors.mail.mbox", "parse_mbox"),
    Format.OUTLOOK: ("connectors.mail.outlook", "parse_outlook"),
    Format.PST: ("connectors.mail.pst", "parse_pst"),
    Format.TNEF: ("connectors.mail.tnef", "parse_tnef"),
    Format.RTF: ("connectors.mail.rtf", "parse_rtf"),
    Format.VTT: ("connectors.transcripts.captions", "parse_captions"),
    Format.ZIP: ("connectors.office.zipped", "parse_zip"),
    Format.SRT: ("connectors.transcripts.captions", "parse_captions"),
}


def parse(data: bytes, name: str) -> ParsedDocument:
    """Read one item.

    Args:
        name: File name; its extension decides between formats that look alike.

    Raises:
        SkipRecord: `empty`, `unsupported type`, `not text`, `too large`, `bomb`, or whatever its
            parser says.
    """
    if not data:
        raise SkipRecord("empty", f"{name} has no bytes")
    kind = sniff(data, name)
    if kind in _WRITTEN and _is_binary(data):
        raise SkipRecord("not text", f"{name} holds binary data, not the text that its name promises")
    document = _read(kind, data, name)
    if len(document.text) > LONGEST_TEXT_CHARS:
        raise SkipRecord(
            "too large",
            f"{name} holds {len(document.text)} characters; the limit is {LONGEST_TEXT_CHARS}",
        )
    return replace(document, statements=document.statements + read_statements(document))


def _read(kind: Format, data: bytes, name: str) -> ParsedDocument:
    """The document, as a transcript where its text is one."""
    told = parse_told(data, name, kind) if kind in _TOLD else None
    document = told or _parser(kind)(data, name)
    return told_again(document, name) if kind is Format.DOCX else document


def _is_binary(data: bytes) -> bool:
    sample = data[:_SAMPLE_BYTES]
    controls = len(sample) - len(sample.translate(None, _CONTROLS))
    return not sample.startswith(_WIDE) and controls > MOST_CONTROLS * len(sample)


def _parser(kind: Format) -> Parser:
    module, function = _PARSERS[kind]
    parser: Parser = getattr(import_module(module), function)
    return parser

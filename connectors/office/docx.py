"""Word documents (.docx): paragraphs and tables in order, with drawn numbers and without deletions.

Text is gathered from the XML rather than from python-docx's `paragraph.text`, which leaves out
inserted and linked text and cannot tell hidden text.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any
from zipfile import BadZipFile
from zlib import error as ZlibError

from docx import Document
from docx.document import Document as DocumentObject
from docx.opc.exceptions import OpcError
from docx.oxml.exceptions import InvalidXmlError
from docx.oxml.ns import qn
from lxml.etree import (  # type: ignore[import-untyped]  # ships no types
    LxmlError,
    XMLParser,
    fromstring,
)

from connectors.metadata.fields import field_statements
from connectors.metadata.front_page import designation_statements, edition_statements
from connectors.metadata.zones import Line
from connectors.office.archive import check_archive
from connectors.office.numbering import Drawn, Numbering
from connectors.office.styles import Styles
from connectors.protocol import ParsedDocument, Statement
from connectors.text.builder import TextBuilder, one_line
from connectors.text.front import field_lines
from connectors.text.numbering import clause_number, read_marker, read_number
from connectors.text.spans import Spanning, placed
from graph.errors import SkipRecord
from graph.vocabulary import ClaimField, Ground

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_DAMAGES = (
    OpcError,
    InvalidXmlError,
    LxmlError,
    BadZipFile,
    ZlibError,
    EOFError,
    KeyError,
    ValueError,
    OSError,
    AttributeError,
    TypeError,
    IndexError,
    RecursionError,
    NotImplementedError,
)
_OLE = b"\xd0\xcf\x11\xe0"
_LEFT_OUT = frozenset(
    {
        qn("w:del"),
        qn("w:moveFrom"),
        "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback",
        qn("w:pPr"),
        qn("w:instrText"),
        qn("w:delText"),
        qn("w:fldData"),
    }
)
_TOC_STYLE = re.compile(r"^toc\b|^table of figures", re.IGNORECASE)


def parse_docx(data: bytes, name: str) -> ParsedDocument:
    """A Word document; its headers and footers are furniture, read only for what they state.

    Raises:
        SkipRecord: `encrypted`, `bomb`, or `damaged` where it cannot be opened.
    """
    if data.startswith(_OLE):
        raise SkipRecord("encrypted", f"{name} is protected by a password, or an old .doc file")
    check_archive(data, name)
    try:
        document = Document(io.BytesIO(data))
        writer = _Writer(document)
        writer.write()
        statements = [*_running_statements(document), *_property_statements(document)]
    except _DAMAGES as error:
        raise SkipRecord("damaged", f"{name} is not a readable Word document: {error}") from error
    return writer.builder.document(MEDIA_TYPE, statements)


class _Writer:
    """Walks the body in order."""

    def __init__(self, document: DocumentObject) -> None:
        self.builder = TextBuilder()
        self._document = document
        self._styles = Styles(document.styles.element)
        self._numbering = Numbering(_numbering_root(document))
        self._hidden = 0

    def write(self) -> None:
        """Write all blocks: the body, then foot- and endnotes."""
        self._children(self._document.element.body)
        for words in _notes(self._document):
            self.builder.add(words)
        if self._hidden:
            self.builder.warnings.append(f"{self._hidden} pieces of hidden text were left out")

    def _children(self, parent: Any) -> None:
        for element in parent:
            if element.tag == qn("w:p"):
                self._paragraph(element)
            elif element.tag == qn("w:tbl"):
                self._table(element)
            elif element.tag in (qn("w:sdt"), qn("w:sdtContent"), qn("w:ins"), qn("w:customXml"), qn("w:moveTo")):
                self._children(element)

    def _paragraph(self, element: Any) -> None:
        text = self._text(element)
        words = one_line(text)
        style = self._styles.of(element)
        drawn = self._drawn(style.num_id, style.num_level) if words else None
        if not words:
            return
        if _TOC_STYLE.match(style.name):
            self.builder.add(words, "toc")
        elif style.outline is not None:
            self._heading(words, style.outline, drawn)
        elif drawn is not None:
            self._item(words, drawn)
        elif fields := field_lines(text.replace("\t", " ").strip("\n")):
            self.builder.add(fields, "header")
        else:
            self._plain(text)

    def _drawn(self, num_id: str | None, level: int) -> Drawn | None:
        return self._numbering.draw(num_id, level) if num_id else None

    def _heading(self, words: str, outline: int, drawn: Drawn | None) -> None:
        text = f"{drawn.shown} {words}" if drawn and drawn.label else words
        numbered = read_number(text)
        number = drawn.label if drawn and drawn.label else numbered.number if numbered else None
        self.builder.add(text, "heading", outline, number)

    def _item(self, words: str, drawn: Drawn) -> None:
        """A numbered paragraph: a clause where its number has parts ("2.3"), else a list item."""
        kind = "paragraph" if drawn.label and "." in drawn.label else "list_item"
        self.builder.add(f"{drawn.shown} {words}", kind, drawn.level if kind == "list_item" else 0, drawn.label)

    def _plain(self, text: str) -> None:
        """A paragraph without style: its typed number tells a heading, clause or list item."""
        words = one_line(text)
        numbered = read_number(words)
        marker = read_marker(words)
        if numbered and numbered.certain and len(words) < 100 and words[-1] not in ".;:,":
            self.builder.add(words, "heading", numbered.depth, numbered.number)
        elif number := clause_number(words):
            self.builder.add(words, "paragraph", 0, number)
        elif marker:
            self.builder.add(words, "list_item", 1, marker.label)
        else:
            self.builder.add("\n".join(line for part in text.split("\n") if (line := one_line(part))))

    def _table(self, element: Any) -> None:
        rows: list[list[str]] = []
        header = 0
        for row in element.iterchildren(qn("w:tr")):
            if row.find(f"{qn('w:trPr')}/{qn('w:del')}") is not None:
                continue
            cells = [
                Spanning(self._cell(cell), _columns(cell)) for cell in row.iter(qn("w:tc")) if _row_of(cell) is row
            ]
            header += row.find(f"{qn('w:trPr')}/{qn('w:tblHeader')}") is not None
            rows += placed([cells])
        if len(rows) == 1 and not any(rows[0][1:]):
            self.builder.add(rows[0][0])
            return
        self.builder.table(rows, header or int(len(rows) > 1 and not _is_form(rows)))

    def _cell(self, cell: Any) -> str:
        merged = cell.find(f"{qn('w:tcPr')}/{qn('w:vMerge')}")
        if merged is not None and merged.get(qn("w:val")) != "restart":
            return ""
        return " ".join(self._text(paragraph) for paragraph in cell.iter(qn("w:p")))

    def _text(self, element: Any) -> str:
        return "".join(self._pieces(element))

    def _pieces(self, element: Any) -> Iterator[str]:
        for child in element:
            tag = child.tag
            if tag in _LEFT_OUT:
                continue
            if tag == qn("w:t"):
                yield child.text or ""
            elif tag in (qn("w:tab"), qn("w:ptab")):
                yield "\t"
            elif tag in (qn("w:br"), qn("w:cr")):
                yield "\n"
            elif tag == qn("w:noBreakHyphen"):
                yield "-"
            elif tag == qn("w:r") and _is_on(child.find(f"{qn('w:rPr')}/{qn('w:vanish')}")):
                self._hidden += bool("".join(child.itertext()).strip())
            else:
                yield from self._pieces(child)


def _is_on(flag: Any | None) -> bool:
    return flag is not None and flag.get(qn("w:val")) not in ("0", "false", "off")


def _columns(cell: Any) -> int:
    spanned = cell.find(f"{qn('w:tcPr')}/{qn('w:gridSpan')}")
    width = spanned.get(qn("w:val")) if spanned is not None else None
    return int(width) if width and width.isdecimal() else 1


def _row_of(cell: Any) -> Any:
    parent = cell.getparent()
    while parent is not None and parent.tag != qn("w:tr"):
        parent = parent.getparent()
    return parent


def _is_form(rows: list[list[str]]) -> bool:
    """Whether a table is labels beside values, so that its first row is no header."""
    return all(len(row) == 2 and row[0].strip().endswith(":") for row in rows)


def _numbering_root(document: DocumentObject) -> Any | None:
    try:
        return document.part.numbering_part.element
    except (KeyError, NotImplementedError):
        return None


def _notes(document: DocumentObject) -> Iterator[str]:
    """Foot- and endnotes, each with its number."""
    for relation in document.part.rels.values():
        if relation.reltype.endswith(("/footnotes", "/endnotes")):
            root = fromstring(relation.target_part.blob, XMLParser(resolve_entities=False, no_network=True))
            for note in root:
                words = one_line("".join(text.text or "" for text in note.iter(qn("w:t"))))
                if words and note.get(qn("w:type")) is None:
                    yield f"Note {note.get(qn('w:id'))}: {words}"


def _running_statements(document: DocumentObject) -> Iterator[Statement]:
    """What headers and footers state; their lines are no part of the text, so without spans."""
    lines: dict[str, None] = {}
    for section in document.sections:
        for part in (section.header, section.first_page_header, section.footer, section.first_page_footer):
            if not part.is_linked_to_previous:
                for text in (paragraph.text for paragraph in part.paragraphs):
                    lines.update({words: None for piece in re.split(r"\t+|\s{3,}", text) if (words := one_line(piece))})
                lines.update(
                    {one_line(cell.text): None for table in part.tables for row in table.rows for cell in row.cells}
                )
    for words in lines:
        line = Line(words, 0, Ground.RUNNING_HEAD)
        found = list(field_statements(line)) or [*designation_statements(line), *edition_statements(line)]
        for statement in found:
            yield Statement(statement.field, statement.value, Ground.RUNNING_HEAD, 0.6, None, statement.date, words)


def _property_statements(document: DocumentObject) -> Iterator[Statement]:
    """Core properties: what the file says, which may be left over from another document."""
    try:
        properties = document.core_properties
    except AttributeError:  # a part of that name that holds something else
        return
    for field, value in ((ClaimField.TITLE, properties.title), (ClaimField.AUTHOR, properties.author)):
        if value and one_line(value) and one_line(value).casefold() != "python-docx":
            yield Statement(field, one_line(value), Ground.FILE_PROPERTIES, 0.3)

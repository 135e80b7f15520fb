"""Word documents: made with python-docx, read back."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest
from docx import Document
from docx.document import Document as DocumentObject
from docx.oxml import OxmlElement
from docx.oxml.ns import qn

from connectors.office.docx import parse_docx
from connectors.protocol import ParsedDocument
from graph.errors import SkipRecord
from graph.vocabulary import ClaimField, Ground


def _parse(document: DocumentObject) -> ParsedDocument:
    stream = io.BytesIO()
    document.save(stream)
    return parse_docx(stream.getvalue(), "a.docx")


def _blocks(parsed: ParsedDocument) -> list[tuple[str, int, str | None, str]]:
    return [(b.kind, b.level, b.number, parsed.text[b.span.start : b.span.end]) for b in parsed.blocks]


def _run(text: str, tag: str = "w:t") -> Any:
    run, words = OxmlElement("w:r"), OxmlElement(tag)
    words.text = text
    run.append(words)
    return run


def test_headings_clauses_lists_and_tables_in_their_order() -> None:
    """Drawn numbers are part of the text, typed ones too."""
    document = Document()
    document.add_heading("PART 1 GENERAL", 1)
    document.add_paragraph("1.1.1 Frames shall be 1.5 mm steel.")
    for words in ("First", "Second"):
        document.add_paragraph(words, style="List Number")
    document.add_paragraph("Loose", style="List Bullet")
    table = document.add_table(2, 2)
    for cell, words in zip(table._cells, ["Door", "Rating", "D2", "90 min"], strict=True):
        cell.text = words
    assert _blocks(_parse(document)) == [
        ("heading", 1, "PART 1", "PART 1 GENERAL"),
        ("paragraph", 0, "1.1.1", "1.1.1 Frames shall be 1.5 mm steel."),
        ("list_item", 1, "1", "1. First"),
        ("list_item", 1, "2", "2. Second"),
        ("list_item", 1, None, "• Loose"),
        ("table", 0, None, "Door | Rating\nD2 | 90 min"),
    ]


def test_deletions_are_gone_and_insertions_stay() -> None:
    """As if all changes were accepted."""
    document = Document()
    paragraph = document.add_paragraph("Fire rating ")
    deleted, inserted = OxmlElement("w:del"), OxmlElement("w:ins")
    deleted.append(_run("60", "w:delText"))
    inserted.append(_run("90"))
    paragraph._p.extend([deleted, inserted])
    paragraph.add_run(" min")
    assert _parse(document).text == "Fire rating 90 min"


def test_hidden_text_is_left_out_and_reported() -> None:
    """What no reader sees is no evidence."""
    document = Document()
    paragraph = document.add_paragraph("Seen.")
    paragraph.add_run(" obey").font.hidden = True
    parsed = _parse(document)
    assert parsed.text == "Seen."
    assert parsed.warnings == ("1 pieces of hidden text were left out",)


def test_a_running_head_states_what_the_text_need_not() -> None:
    """It is no text, so the statement has no span but its words as a note."""
    document = Document()
    document.sections[0].header.paragraphs[0].text = "Section 08 11 13\tRevision B"
    document.add_paragraph("Words.")
    parsed = _parse(document)
    assert parsed.text == "Words."
    heads = [(s.field, s.value, s.span) for s in parsed.statements if s.ground is Ground.RUNNING_HEAD]
    assert (ClaimField.NUMBER, "Section 08 11 13", None) in heads
    assert (ClaimField.VERSION, "Revision B", None) in heads


def test_core_properties_are_weak_statements_of_the_file() -> None:
    """Title and author; never the time of saving."""
    document = Document()
    document.core_properties.title = "Doors"
    document.core_properties.author = "Ada Example"
    document.add_paragraph("Words.")
    stated = [(s.field, s.value) for s in _parse(document).statements if s.ground is Ground.FILE_PROPERTIES]
    assert stated == [(ClaimField.TITLE, "Doors"), (ClaimField.AUTHOR, "Ada Example")]


def test_a_merged_cell_says_its_words_once() -> None:
    """Rows below a cell merged downwards are empty there."""
    document = Document()
    table = document.add_table(2, 2)
    table.cell(0, 0).merge(table.cell(1, 0)).text = "Stair"
    table.cell(0, 1).text = "a"
    table.cell(1, 1).text = "b"
    assert _parse(document).text == "Stair | a\n | b"


def test_a_contents_list_is_no_passage() -> None:
    """By the style that word processors give it."""
    document = Document()
    style = document.styles.add_style("TOC 1", 1)
    document.add_paragraph("1 General\t3", style=style)
    document.add_paragraph("Words.")
    assert [kind for kind, *_ in _blocks(_parse(document))] == ["toc", "paragraph"]


def test_outline_levels_make_headings_of_any_style() -> None:
    """A style that is based on none of the known ones."""
    document = Document()
    paragraph = document.add_paragraph("2 Guards")
    level = OxmlElement("w:outlineLvl")
    level.set(qn("w:val"), "1")
    paragraph._p.get_or_add_pPr().append(level)
    assert _blocks(_parse(document)) == [("heading", 2, "2", "2 Guards")]


def _zip(size: int) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b"0" * size)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"not a zip file", "damaged"),
        (_zip(100), "damaged"),
        (_zip(20_000_000), "bomb"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "encrypted"),
    ],
)
def test_what_cannot_be_read_is_refused_for_its_reason(data: bytes, reason: str) -> None:
    """Before anything is unpacked."""
    with pytest.raises(SkipRecord) as caught:
        parse_docx(data, "a.docx")
    assert caught.value.reason == reason


def test_a_part_that_cannot_be_unpacked_is_damage() -> None:
    """The archive opens, the bytes of the document in it are broken."""
    document = Document()
    document.add_paragraph("Fire door. " * 400)
    stream = io.BytesIO()
    document.save(stream)
    data = bytearray(stream.getvalue())
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        part = archive.getinfo("word/document.xml")
    start = part.header_offset + 30 + len(part.filename) + len(part.extra)
    data[start + 2 : start + 40] = bytes(38)
    with pytest.raises(SkipRecord) as caught:
        parse_docx(bytes(data), "a.docx")
    assert caught.value.reason == "damaged"

"""Which format some bytes are in: by signature first, by the name's extension second."""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from enum import StrEnum
from pathlib import PurePosixPath

from graph.errors import SkipRecord


class Format(StrEnum):
    """Formats that can be read, by the media type they are reported with."""

    TEXT = "text/plain"
    MARKDOWN = "text/markdown"
    RESTRUCTURED = "text/x-rst"
    DELIMITED = "text/csv"
    JSON = "application/json"
    HTML = "text/html"
    XML = "application/xml"
    DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    PDF = "application/pdf"
    MESSAGE = "message/rfc822"
    MBOX = "application/mbox"
    OUTLOOK = "application/vnd.ms-outlook"
    PST = "application/vnd.ms-outlook-pst"
    TNEF = "application/vnd.ms-tnef"
    RTF = "application/rtf"
    VTT = "text/vtt"
    SRT = "application/x-subrip"
    ZIP = "application/zip"


EXTENSIONS: dict[str, Format] = {
    ".txt": Format.TEXT,
    ".text": Format.TEXT,
    ".log": Format.TEXT,
    ".md": Format.MARKDOWN,
    ".markdown": Format.MARKDOWN,
    ".rst": Format.RESTRUCTURED,
    ".csv": Format.DELIMITED,
    ".tsv": Format.DELIMITED,
    ".json": Format.JSON,
    ".jsonl": Format.JSON,
    ".ndjson": Format.JSON,
    ".html": Format.HTML,
    ".htm": Format.HTML,
    ".xhtml": Format.HTML,
    ".xml": Format.XML,
    ".docx": Format.DOCX,
    ".pdf": Format.PDF,
    ".eml": Format.MESSAGE,
    ".emlx": Format.MESSAGE,
    ".mbox": Format.MBOX,
    ".mbx": Format.MBOX,
    ".msg": Format.OUTLOOK,
    ".pst": Format.PST,
    ".ost": Format.PST,
    ".tnef": Format.TNEF,
    ".rtf": Format.RTF,
    ".vtt": Format.VTT,
    ".srt": Format.SRT,
    ".zip": Format.ZIP,
}
"""Formats by file name extension, in lower case."""

_SNIFFED_BYTES = 2048
_PDF_HEADER_WITHIN = 1024
_TIMED = re.compile(rb"(?P<number>\d{1,7}[ \t]*\r?\n)?-?\d[\d:.,-]{4,16}[ \t]*-->")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# Signatures of things that cannot be read, and what they are.
_FOREIGN = (
    (b"MZ", "a Windows program"),
    (b"\x7fELF", "a program"),
    (b"\xca\xfe\xba\xbe", "a program"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"II*\x00", "a picture"),
    (b"MM\x00*", "a picture"),
    (b"\x1f\x8b", "a compressed file"),
    (b"BZh", "a compressed file"),
    (b"7z\xbc\xaf", "an archive"),
    (b"Rar!", "an archive"),
    (_OLE, "an OLE file"),
    (b"SQLite format 3", "a database"),
    (b"AC10", "an AutoCAD drawing"),
)
# What to do about files of office programs that cannot be read, by extension.
_AS_DOCX = "save it as .docx or PDF and ingest that"
_AS_CSV = "save its sheets as .csv, or print it to PDF, and ingest that"
_AS_PDF = "print it to PDF and ingest that"
_OFFICE = {
    ".doc": ("an old Word file", _AS_DOCX),
    ".dot": ("an old Word file", _AS_DOCX),
    ".docm": ("a Word file with macros", _AS_DOCX),
    ".odt": ("an OpenDocument text", _AS_DOCX),
    ".xls": ("an old Excel workbook", _AS_CSV),
    ".xlsx": ("an Excel workbook", _AS_CSV),
    ".xlsm": ("an Excel workbook", _AS_CSV),
    ".xlsb": ("an Excel workbook", _AS_CSV),
    ".ods": ("an OpenDocument table", _AS_CSV),
    ".ppt": ("a PowerPoint file", _AS_PDF),
    ".pptx": ("a PowerPoint file", _AS_PDF),
    ".odp": ("an OpenDocument presentation", _AS_PDF),
    ".mpp": ("a Microsoft Project plan", _AS_PDF),
    ".vsd": ("a Visio drawing", _AS_PDF),
    ".vsdx": ("a Visio drawing", _AS_PDF),
    ".pub": ("a Publisher file", _AS_PDF),
}
_ZIP_HEADS = (b"PK\x03\x04", b"PK\x05\x06")
_IN_OFFICE_FILES = (b"[Content_Types].xml", b"mimetypeapplication/", b"_rels/.rels")
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\x00", b"MM\x00*", b"BM", b"\xd7\xcd\xc6\x9a", b"<svg")
_PST = b"!BDN"
_TNEF = b"\x78\x9f\x3e\x22"
_MBOX = re.compile(rb"From (?=-|[^\s@]+@|\S[^\r\n]*\d{4})[^\r\n]*\r?\n(?=>?From |[!-9;-~]{1,76}[ \t]*:)")
# A file without a known extension is a message where it begins with header lines and has three of these.
_MAIL_HEADERS = 3
_HEADER_LINE = re.compile(rb"[A-Za-z][A-Za-z0-9-]{1,60}:[ \t\r\n]")
_MAIL_HEADER = re.compile(
    rb"^(from|to|date|subject|message-id|received|return-path|mime-version|content-type|delivered-to):", re.MULTILINE
)


def extension(name: str) -> str:
    """The extension of a file name, in lower case, with its dot."""
    return PurePosixPath(name.replace("\\", "/")).suffix.lower()


def sniff(data: bytes, name: str) -> Format:
    """The format of some bytes.

    Args:
        data: At least the first two kilobytes.

    Raises:
        SkipRecord: `unsupported type`, where neither signature nor extension is of a known format.
    """
    head = data[:_SNIFFED_BYTES]
    signed = _by_signature(head, name)
    if signed is not None:
        return signed
    by_name = EXTENSIONS.get(extension(name))
    if by_name is None and not extension(name) and _reads_as_text(head):
        return Format.TEXT
    if by_name is None:
        known = ", ".join(sorted(EXTENSIONS))
        raise SkipRecord("unsupported type", f"{name} has none of the known extensions: {known}")
    return by_name


def is_picture(data: bytes) -> bool:
    """Whether some bytes are a picture, by their signature."""
    return data.startswith(_PICTURES) or data[8:12] == b"WEBP" or data[40:44] == b" EMF"


def _reads_as_text(head: bytes) -> bool:
    """Whether the bytes are UTF-8 without control characters, the last one perhaps cut off."""
    try:
        text = getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return not any(ord(sign) < 32 and sign not in "\t\n\r\f" for sign in text)


def _by_signature(head: bytes, name: str) -> Format | None:
    at = head.find(b"%PDF-", 0, _PDF_HEADER_WITHIN)
    if at == 0 or (at > 0 and EXTENSIONS.get(extension(name)) is None):
        return Format.PDF
    if head.startswith(_ZIP_HEADS):
        return _zipped(head, name)
    if (mail := _mail_by_signature(head, name)) is not None:
        return mail
    for signature, what in _FOREIGN:
        if head.startswith(signature) and (len(signature) > 2 or b"\0" in head):
            raise SkipRecord("unsupported type", _told(name, what))
    return _text_by_signature(head.removeprefix(b"\xef\xbb\xbf").lstrip())


def _text_by_signature(text: bytes) -> Format | None:
    if text.startswith(b"WEBVTT"):
        return Format.VTT
    timed = _TIMED.match(text)
    if timed:
        return Format.SRT if timed["number"] else Format.VTT
    if text[:14].lower().startswith((b"<!doctype html", b"<html")):
        return Format.HTML
    return None


def _mail_by_signature(head: bytes, name: str) -> Format | None:
    """The kind of mail that the bytes show, whatever the name says."""
    by_name = EXTENSIONS.get(extension(name))
    if head.startswith(_PST):
        return Format.PST
    if head.startswith(_TNEF):
        return Format.TNEF
    if head.startswith(b"{\\rtf"):
        return Format.RTF
    if head.startswith(_OLE) and by_name is Format.OUTLOOK:
        return Format.OUTLOOK
    if head.startswith(b"From ") and by_name is not Format.MESSAGE and _MBOX.match(head):
        return Format.MBOX
    if by_name is None and _HEADER_LINE.match(head) and len(set(_MAIL_HEADER.findall(head.lower()))) >= _MAIL_HEADERS:
        return Format.MESSAGE
    return None


def _zipped(head: bytes, name: str) -> Format:
    """A Word file by its name; an archive, unless its name or what comes first in it is of an office file."""
    kind = extension(name)
    if EXTENSIONS.get(kind) is Format.DOCX:
        return Format.DOCX
    if any(first in head for first in _IN_OFFICE_FILES) and kind == ".doc":
        return Format.DOCX
    is_office = kind in _OFFICE or any(first in head for first in _IN_OFFICE_FILES)
    if is_office or EXTENSIONS.get(kind, Format.ZIP) is not Format.ZIP:
        what = "an office file that is not .docx" if is_office else "a ZIP archive, not what its name says"
        raise SkipRecord("unsupported type", _told(name, what))
    return Format.ZIP


def _told(name: str, what: str) -> str:
    """Why a file is not read, and what to do where that is known."""
    named, advice = _OFFICE.get(extension(name), (what, ""))
    return f"{name} is {named}: {advice}" if advice else f"{name} is {what}"

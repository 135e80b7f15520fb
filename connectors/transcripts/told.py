"""Transcripts in files whose names do not say so: text, Markdown and Word documents that record speech."""

from __future__ import annotations

import json
from dataclasses import replace

from connectors.protocol import ParsedDocument
from connectors.text.builder import normalise
from connectors.text.charset import decode
from connectors.transcripts.entries import read_record
from connectors.transcripts.heads import read_heads
from connectors.transcripts.said import Record, transcript
from graph.vocabulary import ClaimField

_SURE = 0.85


def parse_told(data: bytes, name: str, media_type: str) -> ParsedDocument | None:
    """The transcript that some text is: turns that begin with names and times, or records in JSON; else None."""
    raw, warnings = decode(data)
    text = normalise(raw)
    record = _of_json(text) or read_heads(text, name)
    return transcript(replace(record, warnings=record.warnings + warnings), media_type, _SURE) if record else None


def _of_json(text: str) -> Record | None:
    if not text.lstrip().startswith(("{", "[{")):
        return None
    try:
        found = read_record(json.loads(text))
    except (ValueError, RecursionError):
        return None
    return found[0] if found else None


def told_again(document: ParsedDocument, name: str) -> ParsedDocument:
    """A document as a transcript where its text is one, as Teams writes them into Word; else as it is."""
    record = read_heads(document.text, name)
    if record is None:
        return document
    retold = transcript(replace(record, warnings=document.warnings), document.media_type, _SURE)
    kept = tuple(one for one in document.statements if one.span is None and one.field is not ClaimField.KIND)
    return replace(retold, statements=(*retold.statements, *kept))

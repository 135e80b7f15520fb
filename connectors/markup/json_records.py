"""JSON and JSON lines: transcripts as turns, lists of records as clauses or tables, else a tree."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from connectors.mail.graph_json import find_messages, write_messages
from connectors.protocol import ParsedDocument
from connectors.text.builder import TextBuilder, one_line
from connectors.text.charset import decode
from connectors.text.records import write_records
from connectors.transcripts.entries import is_empty_record, read_record
from connectors.transcripts.said import Record, transcript
from graph.errors import SkipRecord

_DEEPEST = 60


def parse_json(data: bytes, name: str) -> ParsedDocument:
    """A JSON value, or one a line.

    Raises:
        SkipRecord: `damaged` where it is neither, `empty` where it is a transcript that holds no words.
    """
    raw, warnings = decode(data)
    value = _load(raw, name)
    messages = find_messages(value)
    if messages is not None:
        return write_messages(value, messages, name)
    found = read_record(value)
    if found is not None:
        return _transcript(*found, warnings)
    if is_empty_record(value):
        raise SkipRecord("empty", f"{name} is a transcript without words; they may be written only later")
    builder = TextBuilder()
    builder.warnings += warnings
    _write(builder, value, 1)
    return builder.document("application/json")


def _transcript(record: Record, left: tuple[str, ...], warnings: tuple[str, ...]) -> ParsedDocument:
    """The turns of a transcript; what stands beside them is annotation and is left out."""
    if left:
        warnings += (f"not part of the transcript and left out: {', '.join(left)}",)
    return transcript(replace(record, warnings=record.warnings + warnings), "application/json", 0.9)


def _load(raw: str, name: str) -> Any:
    try:
        if not name.lower().endswith(("l", ".ndjson")):
            return json.loads(raw)
        return [json.loads(line) for line in raw.splitlines() if line.strip()]
    except (ValueError, RecursionError) as error:
        raise SkipRecord("damaged", f"{name} is not readable JSON: {error}") from error


def _spoken(name: str) -> str:
    return name.replace("_", " ").replace("-", " ")


def _write(builder: TextBuilder, value: Any, depth: int) -> None:
    if depth > _DEEPEST:
        builder.add(one_line(json.dumps(value, ensure_ascii=False)))
    elif isinstance(value, dict):
        _write_object(builder, value, depth)
    elif isinstance(value, list) and value and all(_is_flat(entry) for entry in value):
        header = list(dict.fromkeys(key for entry in value for key in entry))
        write_records(builder, header, [[_cell(entry.get(key)) for key in header] for entry in value])
    elif isinstance(value, list):
        for entry in value:
            _write(builder, entry, depth)
    else:
        builder.add(_cell(value))


def _write_object(builder: TextBuilder, value: dict[str, Any], depth: int) -> None:
    lines = [
        f"{_spoken(key)}: {_cell(part)}"
        for key, part in value.items()
        if not isinstance(part, dict | list) and part is not None
    ]
    builder.add("\n".join(lines))
    for key, part in value.items():
        if isinstance(part, dict | list) and part:
            builder.add(_spoken(key), "heading", min(depth, 6))
            _write(builder, part, depth + 1)


def _is_flat(value: Any) -> bool:
    return isinstance(value, dict) and bool(value) and not any(isinstance(part, dict) for part in value.values())


def _cell(value: Any) -> str:
    return ", ".join(_leaves(value))


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for entry in value:
            yield from _leaves(entry)
    elif isinstance(value, dict):
        yield one_line(json.dumps(value, ensure_ascii=False))
    elif value is not None:
        yield one_line(str(value).lower() if isinstance(value, bool) else str(value))

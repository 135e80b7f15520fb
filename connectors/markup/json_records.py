"""JSON and JSON lines: transcripts as turns, lists of records as clauses or tables, else a tree."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from connectors.protocol import ParsedDocument, Statement
from connectors.text.builder import TextBuilder, one_line
from connectors.text.charset import decode
from connectors.text.records import write_records
from connectors.transcripts.turns import Turn, read_turns, write_turns
from graph.errors import SkipRecord
from graph.vocabulary import ClaimField, Ground, SourceKind

_DEEPEST = 60


def parse_json(data: bytes, name: str) -> ParsedDocument:
    """A JSON value, or one a line.

    Raises:
        SkipRecord: `damaged` where it is neither.
    """
    raw, warnings = decode(data)
    value = _load(raw, name)
    builder = TextBuilder()
    builder.warnings += warnings
    turns = _find_turns(value)
    if turns is not None:
        statements = _write_transcript(builder, value, *turns)
        return builder.document("application/json", statements)
    _write(builder, value, 1)
    return builder.document("application/json")


def _load(raw: str, name: str) -> Any:
    try:
        if not name.lower().endswith(("l", ".ndjson")):
            return json.loads(raw)
        return [json.loads(line) for line in raw.splitlines() if line.strip()]
    except (ValueError, RecursionError) as error:
        raise SkipRecord("damaged", f"{name} is not readable JSON: {error}") from error


def _find_turns(value: Any) -> tuple[str | None, tuple[Turn, ...]] | None:
    """The turns of a transcript, and the key that they stand under; None where there are none."""
    if isinstance(value, list):
        turns = read_turns(value)
        return (None, turns) if turns else None
    if isinstance(value, dict):
        for key, part in value.items():
            turns = read_turns(part) if isinstance(part, list) else ()
            if turns:
                return key, turns
    return None


def _write_transcript(builder: TextBuilder, value: Any, key: str | None, turns: tuple[Turn, ...]) -> list[Statement]:
    """Single values as the header, then the turns; other parts are annotations and are left out."""
    parts = value if isinstance(value, dict) else {}
    singles = {
        name: part for name, part in parts.items() if isinstance(part, str | int | float) and not isinstance(part, bool)
    }
    builder.add(
        "\n".join(f"{_spoken(name).capitalize()}: {one_line(str(part))}" for name, part in singles.items()), "header"
    )
    left = [name for name in parts if name != key and name not in singles]
    if left:
        builder.warnings.append(f"not part of the transcript and left out: {', '.join(left)}")
    write_turns(builder, turns)
    return [Statement(ClaimField.KIND, SourceKind.TRANSCRIPT, Ground.FILE_PROPERTIES, 0.9)]


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

"""`prevail.toml`: what somebody says of the files in a folder.

```toml
[defaults]                       # all files in this folder and below
project = "Harbour Lane"
authority = "specification"

[[files]]                        # later entries win over earlier ones, field by field
match = "specs/*.pdf"            # a path below this folder, or a pattern: * ? [..] **
number = "Section 08 11 13"
title = "Hollow metal doors"
version = "B"                    # revision or edition
date = "2025-03-03"              # of issue; also effective_from, effective_to
status = "issued"
kind = "specification"
author = "Ada Example"
alias = ["Door spec"]
```
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from connectors.metadata.words import status_of
from connectors.protocol import Statement
from graph.dates import parse_date
from graph.errors import FixSetup
from graph.vocabulary import AuthorityClass, ClaimField, Ground, SourceKind

MANIFEST_NAME = "prevail.toml"
_FIELDS = {field.value: field for field in ClaimField}
_DATES = frozenset({ClaimField.DATE, ClaimField.EFFECTIVE_FROM, ClaimField.EFFECTIVE_TO})

Stated = dict[ClaimField, tuple[Statement, ...]]


@dataclass(frozen=True, slots=True)
class Entry:
    """What is said of the files that a pattern matches."""

    match: str
    stated: Stated


@dataclass(frozen=True, slots=True)
class Manifest:
    """A folder's manifest, its entries from weak to strong."""

    folder: Path
    entries: tuple[Entry, ...]

    def about(self, path: Path) -> Stated:
        """What the manifest says of a file below its folder, by field."""
        below = path.relative_to(self.folder).as_posix()
        stated: Stated = {}
        for entry in self.entries:
            if fnmatchcase(below, entry.match) or ("/" not in entry.match and fnmatchcase(path.name, entry.match)):
                stated |= entry.stated
        return stated


def read_manifest(path: Path) -> Manifest:
    """Read a manifest.

    Raises:
        FixSetup: It is no TOML, or holds a table, field or value that is not known; with the line.
    """
    try:
        text = path.read_text("utf-8")
        data = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise FixSetup(f"{path} cannot be read: {error}") from error
    reader = _Reader(path, text)
    reader.only(data, ("defaults", "files"))
    files = data.get("files", [])
    if not isinstance(files, list) or not isinstance(data.get("defaults", {}), dict):
        raise reader.wrong("files", "write [defaults] once, and [[files]] for each entry")
    entries = [Entry("*", reader.stated(data.get("defaults", {})))]
    for table in files:
        if not isinstance(table.get("match"), str):
            raise reader.wrong("files", 'each [[files]] entry needs match = "…"')
        entries.append(
            Entry(table["match"], reader.stated({key: value for key, value in table.items() if key != "match"}))
        )
    return Manifest(path.parent, tuple(entries))


class _Reader:
    """Turns tables into statements, and mistakes into errors that name the line."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        self._text = text

    def wrong(self, key: str, what: str, value: object = None) -> FixSetup:
        """The error for a key (and value), with the first line that holds it."""
        needles = [f"{key} *=.*{re.escape(str(value))}", rf"\b{re.escape(key)}\b"]
        for needle in needles:
            for number, line in enumerate(self._text.split("\n"), 1):
                if re.search(needle, line):
                    return FixSetup(f"{self._path}, line {number}: {what}")
        return FixSetup(f"{self._path}: {what}")

    def only(self, table: dict[str, Any], known: tuple[str, ...]) -> None:
        """Refuse keys that are not known."""
        for key in table:
            if key not in known:
                raise self.wrong(key, f"{key!r} is not known here; known: {', '.join(known)}")

    def stated(self, table: dict[str, Any]) -> Stated:
        """The statements of one table."""
        self.only(table, tuple(_FIELDS))
        return {_FIELDS[key]: self._field(key, value) for key, value in table.items()}

    def _field(self, key: str, value: object) -> tuple[Statement, ...]:
        values = value if isinstance(value, list) else [value]
        return tuple(self._one(key, _FIELDS[key], one) for one in values)

    def _one(self, key: str, field: ClaimField, value: object) -> Statement:
        words = value.isoformat() if isinstance(value, date) else str(value)
        note = MANIFEST_NAME
        if field in _DATES:
            anchor = parse_date(words)
            if anchor is None:
                raise self.wrong(key, f"{words!r} is no date", words)
            return Statement(field, words, Ground.MANIFEST, 1.0, date=anchor, note=note)
        if field is ClaimField.STATUS:
            status = status_of(words)
            if status is None:
                raise self.wrong(key, f"{words!r} is no known status", words)
            return Statement(field, status, Ground.MANIFEST, 1.0, note=note)
        if field in (ClaimField.KIND, ClaimField.AUTHORITY):
            kind: Callable[[str], str] = SourceKind if field is ClaimField.KIND else AuthorityClass
            return Statement(field, self._word(key, words, kind), Ground.MANIFEST, 1.0, note=note)
        return Statement(field, words, Ground.MANIFEST, 1.0, note=note)

    def _word(self, key: str, words: str, kind: Callable[[str], str]) -> str:
        try:
            return kind(words)
        except ValueError:
            known = ", ".join(SourceKind if key == "kind" else AuthorityClass)
            raise self.wrong(key, f"{words!r} is no known {key}; known: {known}", words) from None

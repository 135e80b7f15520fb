"""Documents that are known by their names: the code of a state, the employer's requirements of a contract."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from connectors.metadata.zones import Line
from connectors.protocol import Statement
from graph.vocabulary import AuthorityClass, ClaimField, SourceKind

_CONFIDENCE = 0.75


@dataclass(frozen=True, slots=True)
class _Name:
    """A form of names, with what such a document is."""

    pattern: re.Pattern[str]
    kind: SourceKind
    authority: AuthorityClass | None


@cache
def _names() -> tuple[_Name, ...]:
    data = tomllib.loads(files("connectors.metadata").joinpath("named.toml").read_text("utf-8"))
    return tuple(
        _Name(
            re.compile(entry["pattern"]),
            SourceKind(entry["kind"]),
            AuthorityClass(entry["authority"]) if "authority" in entry else None,
        )
        for entry in data["names"]
    )


def named_statements(lines: Sequence[Line]) -> Iterator[Statement]:
    """NUMBER, VERSION, KIND and AUTHORITY of the first line that is such a name and nothing else."""
    for line in lines:
        for name in _names() if line.label is None else ():
            match = name.pattern.match(line.text.strip())
            if match:
                yield from _of(name, match, line)
                return


def _of(name: _Name, match: re.Match[str], line: Line) -> Iterator[Statement]:
    span = line.span(0, len(line.text))
    yield Statement(ClaimField.NUMBER, " ".join(match["n"].split()), line.ground, _CONFIDENCE, span)
    groups = match.groupdict()
    year = groups.get("before") or groups.get("after")
    if year:
        yield Statement(ClaimField.VERSION, f"{year} edition", line.ground, _CONFIDENCE, span)
    yield Statement(ClaimField.KIND, name.kind, line.ground, _CONFIDENCE, span)
    if name.authority:
        yield Statement(ClaimField.AUTHORITY, name.authority, line.ground, _CONFIDENCE, span)

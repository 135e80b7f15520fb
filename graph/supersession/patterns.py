"""The patterns of `patterns.toml`, compiled once."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from graph.vocabulary import EdgeType, Status

Pattern = re.Pattern[str]


@dataclass(frozen=True, slots=True)
class HeaderField:
    """A header field that states a relation; `inverse` if the document itself is displaced."""

    kind: EdgeType
    labels: Pattern
    inverse: bool


@dataclass(frozen=True, slots=True)
class Verb:
    """The verbs of one relation; see `patterns.toml` for the places of subject and object."""

    kind: EdgeType
    active: Pattern
    passive: Pattern
    after: Pattern


@dataclass(frozen=True, slots=True)
class Patterns:
    """Everything in `patterns.toml`; its comments say what each is for."""

    header: tuple[HeaderField, ...]
    own: Pattern
    itself: Pattern
    named: Mapping[str, Pattern]
    verbs: tuple[Verb, ...]
    sentence: Mapping[str, Pattern]
    amendment: Mapping[str, Pattern]
    correction: Mapping[str, Pattern]
    listing: Mapping[str, Pattern]
    stamp: Mapping[str, Pattern]
    withdrawn: Mapping[str, Pattern]
    longest_withdrawn: int
    transition: Mapping[str, Pattern]
    terms: Mapping[str, Pattern]
    columns: Mapping[str, Pattern]
    relations: Mapping[str, Pattern]
    register_status: Mapping[Status, Pattern]
    log_entry: Pattern
    log_status: Mapping[Status, Pattern]
    reliance: Pattern


def _compiled(body: str | Iterable[str]) -> Pattern:
    parts = [body] if isinstance(body, str) else list(body)
    return re.compile("|".join(f"(?:{part})" for part in parts), re.IGNORECASE | re.DOTALL)


def _table(entries: Mapping[str, Any]) -> dict[str, Pattern]:
    return {name: _compiled(body) for name, body in entries.items() if isinstance(body, str | list)}


def _statuses(entries: Mapping[str, str]) -> dict[Status, Pattern]:
    return {Status(name): _compiled(body) for name, body in entries.items()}


@cache
def patterns() -> Patterns:
    """The compiled patterns; reads the data file on first use."""
    data = tomllib.loads(files("graph.supersession").joinpath("patterns.toml").read_text("utf-8"))
    header = tuple(
        HeaderField(EdgeType(row["kind"]), _compiled(row["labels"]), bool(row.get("inverse"))) for row in data["header"]
    )
    verbs = tuple(
        Verb(EdgeType(row["kind"]), *(_compiled(row.get(form, "(?!)")) for form in ("active", "passive", "after")))
        for row in data["verb"]
    )
    log, register = data["changelog"], data["register"]
    return Patterns(
        header=header,
        own=_compiled(data["own"]["subjects"]),
        itself=_compiled(data["own"]["itself"]),
        named=_table(data["named"]),
        verbs=verbs,
        sentence=_table(data["sentence"]),
        amendment=_table(data["amendment"]),
        correction=_table(data["correction"]),
        listing=_table(data["listing"]),
        stamp=_table(data["stamp"]),
        withdrawn=_table(data["withdrawn"]),
        longest_withdrawn=int(data["withdrawn"]["longest"]),
        transition=_table(data["transition"]),
        terms=_table(data["terms"]),
        columns={name: _compiled(body) for name, body in register["columns"].items()},
        relations=_table(register["relations"]),
        register_status=_statuses(register["status"]),
        log_entry=re.compile(log["entry"], re.IGNORECASE),
        log_status=_statuses(log["status"]),
        reliance=_compiled(data["reliance"]["before"]),
    )

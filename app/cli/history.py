"""`prevail history`: the versions of a work as a timeline, and what decided each step."""

from __future__ import annotations

import textwrap
from typing import Any

import click

from app.cli.console import print_found
from app.cli.options import Common, common
from app.cli.outcome import indented
from app.cli.session import reading
from app.wording import standing

Json = dict[str, Any]

SHOWN = 20
"""Clauses out of force, and edges, that are listed of a version; `--json` has all of them."""

EFFECTS = ("displaces", "contested", "displaces nothing")
"""What an edge does, in the order in which edges are listed."""


@click.command("history")
@click.argument("work")
@common
def command(options: Common, work: str) -> None:
    """List the versions of WORK, oldest first: when each was in force, and what displaced it."""
    from app.use_cases.history import history

    with reading(options) as services:
        found = history(services, work, options.viewpoint())
    print_found(found, history_lines, as_json=options.as_json)


def history_lines(found: Json, width: int) -> list[str]:
    """A work's name, then each version with its interval, reason, clauses, edges and conditions."""
    lines = [" · ".join(dict.fromkeys(str(part) for part in (found["work"], found["title"]) if part))]
    for version in found["versions"]:
        lines += ["", *_version(version, width)]
    if found["needs"]:
        lines += ["", *textwrap.wrap(f"to say which applies, this has to be known: {'; '.join(found['needs'])}", width)]
    return lines


def _version(version: Json, width: int) -> list[str]:
    name = version["version"] or version["date"] or version["path"]
    lines = textwrap.wrap(f"{name}: {standing(version)}, {_interval(version)}", width)
    lines += indented(version["reason"], width)
    lines += _clauses(version["clauses"], width)
    lines += _edges(version["edges"], width)
    for disagreement in version["disagreements"]:
        lines += indented(f"disagreement: {disagreement}", width)
    return lines


def _edges(edges: list[Json], width: int) -> list[str]:
    """What is said of a version, that which displaces first: who let it take effect, on which grounds."""
    said: dict[str, list[Json]] = {}
    for edge in sorted(edges, key=lambda edge: EFFECTS.index(edge["effect"])):
        who = f" by {edge['by']}" if edge["by"] else ""
        said.setdefault(f"{edge['state']}{who}, {edge['effect']}: {edge['says']}", []).append(edge)
    lines: list[str] = []
    for sentence, same in list(said.items())[:SHOWN]:
        grounds = ", ".join(f"{edge['method']} {edge['id'][:12]}" for edge in same)
        lines += indented(f"{sentence} ({grounds})", width)
    return lines + (indented(f"… and {len(said) - SHOWN} more", width) if len(said) > SHOWN else [])


def _interval(version: Json) -> str:
    """When it was in force: `to` is the first day on which it no longer was."""
    begins, ends = version["from"], version["to"]
    since = f"from {begins['date']} ({begins['ground']})" if begins else "from an unknown date"
    if ends is None:
        return since
    return f"{since} to {ends['date'] or 'an unknown date'} ({ends['decided_by']})"


def _clauses(clauses: Json, width: int) -> list[str]:
    out = [item for item in clauses["items"] or () if not item["is_in_force"]]
    if not out:
        return []
    lines = indented(f"{clauses['in_force']} of {clauses['total']} clauses are in force; these are not:", width)
    for item in out[:SHOWN]:
        into = ", ".join(later["name"] for later in item["replaced_by"])
        lines += indented(f"{item['path']}: {item['signal']}" + (f", now {into}" if into else ""), width)
    return lines + indented(f"… and {len(out) - SHOWN} more", width) if len(out) > SHOWN else lines

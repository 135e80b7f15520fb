"""`prevail governs`: what is in force for a document number, clause or subject, and why."""

from __future__ import annotations

import textwrap
from typing import Any

import click

from app.cli.console import print_found
from app.cli.options import Common, common
from app.cli.outcome import INDENT, indented, place
from app.cli.session import reading
from app.wording import standing

Json = dict[str, Any]

SHOWN = 5
"""Successors, and quotes, that are listed of one match; `--json` has all of them."""


@click.command("governs")
@click.argument("identifier")
@common
def command(options: Common, identifier: str) -> None:
    """Say what is in force for IDENTIFIER: a document number, clause, requirement or subject."""
    from app.use_cases.governs import governs

    with reading(options) as services:
        found = governs(services, identifier, options.viewpoint())
    print_found(found, found_lines, as_json=options.as_json)


def found_lines(found: Json, width: int) -> list[str]:
    """What an identifier was read as, every match, and what has to be known to choose among them."""
    lines = []
    if found["read_as"]:
        lines += [*textwrap.wrap(f"{found['query']!r} was read as {', '.join(found['read_as'])}", width), ""]
    for match in found["matches"]:
        lines += [*match_lines(match, width), ""]
    if found["needs"]:
        lines += textwrap.wrap(f"to say which applies, this has to be known: {'; '.join(found['needs'])}", width)
    return lines


def match_lines(match: Json, width: int) -> list[str]:
    """One match: its name, signal and reason, what replaced it, the chain and the evidence."""
    parts = (match.get(key) for key in ("work", "version", "clause", "title", "date"))
    name = " · ".join(dict.fromkeys(part for part in parts if part))
    lines = textwrap.wrap(f"{name}: {standing(match)}", width)
    lines += indented(match["reason"], width)
    lines += indented(f"ranks as {match['authority']}, {match['ranked']}", width) if match["ranked"] else []
    lines += _some([indented(text, width) for text in dict.fromkeys(map(_replaced, match["replaced_by"]))])
    contenders = ", ".join(other["name"] for other in match["contested_with"])
    if contenders:
        lines += indented(f"nothing decides between this and {contenders}: see `prevail proposals`", width)
    lines += _chain(match.get("chain") or [], width)
    quoted = [f"{place(evidence)}: “{' '.join(str(evidence['quote']).split())}”" for evidence in match["evidence"]]
    return lines + _some([indented(text, width) for text in quoted])


def _some(entries: list[list[str]]) -> list[str]:
    """The first entries, and how many more there are."""
    lines = [line for entry in entries[:SHOWN] for line in entry]
    return lines + ([f"{INDENT}… and {len(entries) - SHOWN} more"] if len(entries) > SHOWN else [])


def _replaced(later: Json) -> str:
    since = f" since {later['since']}" if later["since"] else ""
    return f"replaced by {later['name']}{since}"


def _chain(chain: list[Any], width: int) -> list[str]:
    if len(chain) < 2:
        return []
    return indented("versions: " + " → ".join(_link(link) for link in chain), width)


def _link(link: Any) -> str:
    if not isinstance(link, dict):
        return str(link)
    parts = [link.get("work"), link.get("version"), link.get("date") and f"({link['date']})", standing(link)]
    return " ".join(str(part) for part in parts if part)

"""`prevail governs`: what is in force for a document number, clause or subject, and why."""

from __future__ import annotations

import textwrap
from typing import Any

import click

from app.cli.console import print_json, print_text, text_width
from app.cli.options import Common, common
from app.cli.outcome import INDENT, place
from app.cli.session import reading

Json = dict[str, Any]


@click.command("governs")
@click.argument("identifier")
@common
def command(options: Common, identifier: str) -> None:
    """Say what is in force for IDENTIFIER: a document number, clause, requirement or subject."""
    from app.use_cases.governs import governs

    with reading(options) as services:
        found = governs(services, identifier, options.viewpoint())
    if options.as_json:
        print_json(found)
        return
    for match in found["matches"]:
        print_text("\n".join(match_lines(match, text_width())) + "\n")


def match_lines(match: Json, width: int) -> list[str]:
    """One match: its name, signal and reason, what replaced it, the chain and the evidence."""
    parts = (match.get(key) for key in ("work", "version", "clause", "title", "date"))
    name = " · ".join(dict.fromkeys(part for part in parts if part))
    lines = textwrap.wrap(f"{name}: {match['signal']}", width)
    lines += _indented(match["reason"], width)
    for later in match.get("replaced_by") or []:
        version = f" {later['version']}" if later.get("version") else ""
        since = f" since {later['since']}" if later.get("since") else ""
        lines += _indented(f"replaced by {later['work']}{version}{since}", width)
    lines += _chain(match.get("chain") or [], width)
    for evidence in match.get("evidence") or []:
        lines += _indented(f"{place(evidence)}: “{' '.join(str(evidence['quote']).split())}”", width)
    return lines


def _chain(chain: list[Any], width: int) -> list[str]:
    if len(chain) < 2:
        return []
    return _indented("versions: " + " → ".join(_link(link) for link in chain), width)


def _link(link: Any) -> str:
    if not isinstance(link, dict):
        return str(link)
    parts = [link.get("work"), link.get("version"), link.get("date") and f"({link['date']})", link.get("signal")]
    return " ".join(str(part) for part in parts if part)


def _indented(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, initial_indent=INDENT, subsequent_indent=INDENT)

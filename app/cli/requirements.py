"""`prevail requirements`: what the texts demand."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

import click

from app.cli.conflict_lines import quoted
from app.cli.console import print_found
from app.cli.files import form_for, out_option, write_out
from app.cli.options import Common, common
from app.cli.outcome import INDENT, indented, place
from app.cli.session import reading

Json = dict[str, Any]


@click.command("requirements")
@click.option("--source", "--work", "source", metavar="NAME", help="Only of this document, version or file.")
@click.option("--subject", metavar="WORDS", help="Only of this thing, as written or as its concept is called.")
@click.option("--property", "prop", metavar="WORDS", help="Only of this property.")
@click.option("--signal", metavar="SIGNAL", help="Only of text with this signal, such as superseded.")
@click.option("--in-force", is_flag=True, help="Only of text that binds.")
@click.option("--modality", metavar="WORD", help="shall, should, may, shall not, should not or states.")
@click.option("--min-confidence", type=click.FloatRange(0, 1), default=0.0, help="Only what was read this surely (0).")
@click.option("--text", metavar="WORDS", help="Only those whose sentence has all these words.")
@click.option("--cursor", metavar="CURSOR", help="Go on where the last page ended.")
@click.option("--limit", type=click.IntRange(1, 1000), default=50, help="Requirements a page (50).")
@click.option("--export", "form", type=click.Choice(("csv", "json", "reqif")), help="All of them, as a file.")
@out_option
@common
def command(options: Common, cursor: str | None, limit: int, form: str | None, out: Path | None, **wanted: Any) -> None:
    """List what the texts demand: subject, property, value, conditions, how surely it was read, and where."""
    from app.use_cases.requirements import FORMS, RequirementFilter, export_requirements, list_requirements

    sieve = RequirementFilter(**wanted)
    with reading(options) as services:
        if form or out:
            body = export_requirements(services, form_for(form, out, FORMS), options.viewpoint(), sieve)
            write_out(body, out)
            return
        page = list_requirements(services, options.viewpoint(), sieve, cursor, limit)
    print_found(page, page_lines, as_json=options.as_json)


def page_lines(page: Json, width: int) -> list[str]:
    """The requirements of a page, how many there are in all, and how to go on."""
    lines = [line for item in page["items"] for line in [*requirement_lines(item, width), ""]]
    lines.append(f"{len(page['items'])} of {page['total']} requirements")
    return lines + ([f"more: --cursor {page['next_cursor']}"] if page["next_cursor"] else [])


def requirement_lines(item: Json, width: int) -> list[str]:
    """A requirement: what it demands and when, how surely it was read, where it stands, its words."""
    named = " · ".join(part for part in (item["subject"], item["property"]) if part)
    lines = textwrap.wrap(f"{named or '(unnamed)'}: {item['says']}", width, subsequent_indent=INDENT)
    lines += [line for condition in item["conditions"] for line in indented(f"if: {condition}", width)]
    scope = "; ".join(f"{dimension} {words}" for dimension, words in item["scope"].items())
    lines += indented(f"where: {scope}", width) if scope else []
    lines += indented(place(item["citation"]), width)
    lines += indented(quoted(item["citation"]), width)
    lines += [] if item["in_force"] else indented(item["reason"], width)
    return [*lines, f"{INDENT}confidence {item['confidence']:.2f}  {item['id']}"]

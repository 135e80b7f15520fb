"""`prevail receipts`: the record of every answer, and which answers no longer stand."""

from __future__ import annotations

import textwrap
from typing import Any

import click

from app.cli.console import print_json, print_table, text_width
from app.cli.options import Common, common
from app.cli.outcome import INDENT
from app.cli.session import reading

Json = dict[str, Any]


@click.group("receipts", invoke_without_command=True)
@common
def command(options: Common) -> None:
    """Show, verify and replay what was answered, and recall what no longer stands."""
    context = click.get_current_context()
    context.obj = options
    if context.invoked_subcommand is None:
        _list(options, None, 50, suspect=False)


_cursor = click.option("--cursor", metavar="CURSOR", help="Go on where the last page ended.")
_limit = click.option("--limit", type=click.IntRange(1, 1000), default=50, help="Receipts a page (50).")


@command.command("list")
@_cursor
@_limit
@common
def list_(options: Common, cursor: str | None, limit: int) -> None:
    """List receipts, the newest first."""
    _list(options, cursor, limit, suspect=False)


@command.command("recall")
@_cursor
@_limit
@common
def recall(options: Common, cursor: str | None, limit: int) -> None:
    """List the answers that rest on text that no longer governs."""
    _list(options, cursor, limit, suspect=True)


def _list(options: Common, cursor: str | None, limit: int, *, suspect: bool) -> None:
    from app.use_cases.recall import list_receipts

    with reading(options) as services:
        page = list_receipts(services, options.viewpoint(), cursor, limit, suspect=suspect)
    if options.as_json:
        print_json(page)
        return
    if suspect:
        for item in page["items"]:
            click.echo("\n".join(suspect_lines(item, text_width())))
        click.echo(f"{page['total']} suspect")
    else:
        rows = [
            (i["id"][:12], i["recorded_at"][:19], i["kind"], "suspect" if i["suspect"] else "", i["question"])
            for i in page["items"]
        ]
        print_table(("id", "recorded", "kind", "", "question"), rows)
    if page["next_cursor"]:
        click.echo(f"more: --cursor {page['next_cursor']}")


@command.command("show")
@click.argument("identifier", metavar="ID")
@common
def show(options: Common, identifier: str) -> None:
    """Show what one receipt keeps."""
    from app.cli.outcome import outcome_lines
    from app.use_cases.recall import show_receipt

    with reading(options) as services:
        found = show_receipt(services, identifier, options.viewpoint())
    if options.as_json:
        print_json(found)
        return
    click.echo(f"{found['id']}\n{found['recorded_at']}  {found['question']}\n")
    click.echo("\n".join(outcome_lines(found["outcome"] | {"timings_ms": {}}, text_width())))
    if found["suspect"]:
        click.echo("\n".join(["", *suspect_lines(found, text_width())]))


@command.command("verify")
@click.argument("identifier", metavar="[ID]", required=False)
@common
def verify(options: Common, identifier: str | None) -> int:
    """Check that no receipt was changed, left out or put in (exit code 1 if one was)."""
    from app.use_cases.recall import verify_receipts

    with reading(options) as services:
        if identifier:
            services.receipts.get(identifier)
        found = verify_receipts(services)
    if options.as_json:
        print_json(found)
    elif found["intact"]:
        click.echo(f"{found['receipts']} receipts, the chain holds")
    else:
        click.echo(f"the chain is broken at {found['broken_at']}")
    return 0 if found["intact"] else 1


@command.command("replay")
@click.argument("identifier", metavar="ID")
@common
def replay_(options: Common, identifier: str) -> int:
    """Ask a stored question again as it was asked then (exit code 1 if the outcome differs)."""
    from app.use_cases.replay import replay

    with reading(options) as services:
        found = replay(services, identifier, options.viewpoint())
    if options.as_json:
        print_json(found)
    elif found["identical"]:
        click.echo(f"identical: {found['question']}")
    else:
        click.echo(f"differs: {found['question']}")
        for difference in found["differences"]:
            click.echo(f"{INDENT}{difference['path']}: {difference['then']!r} then, {difference['now']!r} now")
    return 0 if found["identical"] else 1


def suspect_lines(item: Json, width: int) -> list[str]:
    """A stored answer and what of its evidence no longer holds."""
    lines = textwrap.wrap(f"{item['id'][:12]}  {item['recorded_at'][:19]}  {item['question']}", width)
    for reason in item["reasons"]:
        named = " ".join(part for part in (reason["work"], reason["version"], reason["clause"]) if part)
        text = f"[{reason['n']}] {named}: {reason['signal_then']} → {reason['signal_now']}; {reason['reason']}"
        lines += textwrap.wrap(text, width, initial_indent=INDENT, subsequent_indent=INDENT)
    return lines

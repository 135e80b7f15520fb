"""`prevail receipts`: the record of every answer, and which answers no longer stand."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

import click

from app.cli.console import print_found, table_lines
from app.cli.files import form_for, form_option, out_option, write_out
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
    print_found(page, suspect_page_lines if suspect else page_lines, as_json=options.as_json)


def page_lines(page: Json, _: int) -> list[str]:
    """The receipts of a page as a table, and how to go on."""
    rows = [
        (i["id"][:12], i["recorded_at"][:19], i["kind"], "suspect" if i["suspect"] else "", i["question"])
        for i in page["items"]
    ]
    return [*table_lines(("id", "recorded", "kind", "", "question"), rows), *_more(page)]


def suspect_page_lines(page: Json, width: int) -> list[str]:
    """The suspect answers of a page, each with why, how many there are in all, and how to go on."""
    lines = [line for item in page["items"] for line in suspect_lines(item, width)]
    return [*lines, f"{page['total']} suspect", *_more(page)]


def _more(page: Json) -> list[str]:
    return [f"more: --cursor {page['next_cursor']}"] if page["next_cursor"] else []


@command.command("show")
@click.argument("identifier", metavar="ID")
@common
def show(options: Common, identifier: str) -> None:
    """Show what one receipt keeps."""
    from app.use_cases.recall import show_receipt

    with reading(options) as services:
        found = show_receipt(services, identifier, options.viewpoint())
    print_found(found, receipt_lines, as_json=options.as_json)


def receipt_lines(found: Json, width: int) -> list[str]:
    """A receipt with the outcome that it keeps, and what of its evidence does not hold."""
    from app.cli.outcome import outcome_lines

    lines = [found["id"], f"{found['recorded_at']}  {found['question']}", ""]
    lines += outcome_lines(found["outcome"] | {"timings_ms": {}}, width)
    return lines + (["", *suspect_lines(found, width)] if found["suspect"] else [])


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
    print_found(found, chain_lines, as_json=options.as_json)
    return 0 if found["intact"] else 1


def chain_lines(found: Json, _: int) -> list[str]:
    """Whether the chain of receipts holds."""
    holds = f"{found['receipts']} receipts, the chain holds"
    return [holds if found["intact"] else f"the chain is broken at {found['broken_at']}"]


@command.command("export")
@click.argument("identifier", metavar="ID")
@form_option(("md", "pdf"))
@out_option
@common
def export(options: Common, identifier: str, form: str | None, out: Path | None) -> None:
    """Write a stored answer to hand on: Markdown or a PDF, with every quote and where it stands."""
    from app.use_cases.answer_export import FORMS, export_answer

    form = form_for(form, out, tuple(FORMS))
    with reading(options) as services:
        body = export_answer(services, identifier, form, options.viewpoint())
    write_out(body, out)


@command.command("replay")
@click.argument("identifier", metavar="ID")
@common
def replay_(options: Common, identifier: str) -> int:
    """Ask a stored question again as it was asked then (exit code 1 if the outcome differs)."""
    from app.use_cases.replay import replay

    with reading(options) as services:
        found = replay(services, identifier, options.viewpoint())
    print_found(found, replay_lines, as_json=options.as_json)
    return 0 if found["identical"] else 1


def replay_lines(found: Json, _: int) -> list[str]:
    """Whether a replay came out the same, and every place where it did not."""
    if found["identical"]:
        return [f"identical: {found['question']}"]
    differences = [f"{INDENT}{d['path']}: {d['then']!r} then, {d['now']!r} now" for d in found["differences"]]
    return [f"differs: {found['question']}", *differences]


def suspect_lines(item: Json, width: int) -> list[str]:
    """A stored answer and what of its evidence no longer holds."""
    lines = textwrap.wrap(f"{item['id'][:12]}  {item['recorded_at'][:19]}  {item['question']}", width)
    for reason in item["reasons"]:
        named = " ".join(part for part in (reason["work"], reason["version"], reason["clause"]) if part)
        text = f"[{reason['n']}] {named}: {reason['signal_then']} → {reason['signal_now']}; {reason['reason']}"
        lines += textwrap.wrap(text, width, initial_indent=INDENT, subsequent_indent=INDENT)
    return lines

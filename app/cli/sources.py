"""`prevail sources`: what has been ingested."""

from __future__ import annotations

import click

from app.cli.console import print_json, print_table
from app.cli.options import Common, common
from app.cli.session import reading
from app.wording import standing


@click.command("sources")
@click.option(
    "--limit", default=50, show_default=True, type=click.IntRange(1, 1000), metavar="N", help="Sources on one page."
)
@click.option("--cursor", metavar="CURSOR", help="Go on after this one (next_cursor of the page before).")
@common
def command(options: Common, limit: int, cursor: str | None) -> None:
    """List what has been ingested."""
    from app.use_cases.sources import list_sources

    with reading(options) as services:
        page = list_sources(services, options.viewpoint(), cursor, limit)
    if options.as_json:
        print_json(page)
        return
    columns = ("work", "version", "kind", "status", "date", "signal", "path")
    items = [item | {"signal": standing(item)} for item in page["items"]]
    print_table(columns, [[item[column] for column in columns] for item in items])
    if page["next_cursor"]:
        click.echo(f"more: prevail sources --cursor {page['next_cursor']}")

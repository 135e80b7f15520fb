"""`prevail history`: the versions of a work and what displaced each."""

from __future__ import annotations

import click

from app.cli.console import print_json, print_table
from app.cli.options import Common, common
from app.cli.session import reading


@click.command("history")
@click.argument("work")
@common
def command(options: Common, work: str) -> None:
    """List the versions of WORK, oldest first, and what displaced each."""
    from app.use_cases.sources import history

    with reading(options) as services:
        found = history(services, work, options.as_of, options.known_at)
    if options.as_json:
        print_json(found)
        return
    click.echo(" · ".join(str(part) for part in (found["work"], found["title"]) if part))
    columns = ("version", "date", "status", "signal", "reason")
    print_table(columns, [[version[column] for column in columns] for version in found["versions"]])

"""`prevail index`: the derived search index."""

from __future__ import annotations

import click

from app.cli.console import print_json, progress_bars
from app.cli.options import Common, common
from app.cli.session import reading, writing


@click.group("index")
def command() -> None:
    """Show or rebuild the search index, which is derived from the store."""


@command.command("status")
@common
def status(options: Common) -> None:
    """Show what the index was built from and whether it matches the store."""
    from app.use_cases.index import index_status

    with reading(options) as services:
        _show(options, index_status(services))


@command.command("rebuild")
@common
def rebuild(options: Common) -> None:
    """Build the index anew from the store."""
    from app.use_cases.index import rebuild_index

    with writing(options) as services, progress_bars() as progress:
        report = rebuild_index(services, progress)
    _show(options, report)


def _show(options: Common, report: dict[str, object]) -> None:
    if options.as_json:
        print_json(report)
        return
    width = max(len(name) for name in report)
    for name, value in report.items():
        shown = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
        click.echo(f"{name.replace('_', ' '):<{width}}  {shown}")

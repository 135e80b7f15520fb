"""`prevail restore`: a data directory from a backup."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli.console import print_json, progress_bars
from app.cli.move import show_account
from app.cli.options import Common, common


@click.command("restore")
@click.argument("file", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--replace", is_flag=True, help="Replace what is in the data directory, once the new one is whole.")
@common
def command(options: Common, file: Path, replace: bool) -> None:
    """Check a backup from end to end, then bring back all that is in it.

    It goes into the data directory, or into the database that PREVAIL_GRAPH names, which must be empty.
    """
    from app.use_cases.restore import restore

    settings = options.settings()
    with progress_bars(quiet=options.as_json) as progress:
        report = restore(settings, file, progress, replace=replace)
    if options.as_json:
        print_json(report)
        return
    show_account(report)
    click.echo(f"restored into {report['into']} and compared with {report['file']}: digest {report['digest']}")
    then = report["settings"].get("embedder", settings.embedder)
    if then != settings.embedder:
        click.echo(f"it was used with PREVAIL_EMBEDDER={then}; now it is {settings.embedder}")

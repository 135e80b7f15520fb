"""`prevail backup`: all that Prevail knows in one file."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli.console import print_json, progress_bars
from app.cli.move import show_account
from app.cli.options import Common, common
from app.cli.session import reading


@click.command("backup")
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--replace", is_flag=True, help="Replace an earlier file of that name.")
@common
def command(options: Common, file: Path, replace: bool) -> None:
    """Write all that Prevail knows into one file: originals, graph with its history, decisions, receipts.

    Others may go on asking and ingesting meanwhile. `prevail restore FILE` brings it back.
    """
    from app.use_cases.backup import backup

    with reading(options) as services, progress_bars(quiet=options.as_json) as progress:
        report = backup(services, file, progress, replace=replace)
    if options.as_json:
        print_json(report)
        return
    show_account(report)
    click.echo(f"{report['file']}: {report['size_bytes'] / 1e6:.1f} MB, digest {report['digest']}")

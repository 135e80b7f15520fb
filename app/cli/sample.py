"""`prevail sample`: the sample project's documents, to try things out with."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli.console import print_json
from app.cli.options import Common, common


@click.command("sample")
@click.argument("directory", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
@common
def command(options: Common, directory: Path) -> None:
    """Write the sample project's documents into DIR."""
    from app.sample.project import write_sample

    written = write_sample(directory)
    if options.as_json:
        print_json({"directory": str(directory), "files": [str(path) for path in written]})
        return
    click.echo(f"{len(written)} documents of the sample project in {directory}")
    click.echo(f"next: prevail ingest {directory}")

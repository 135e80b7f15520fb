"""`prevail stats`: every figure of the running index, with its definition."""

from __future__ import annotations

import click

from app.cli.console import print_json
from app.cli.options import Common, common
from app.cli.session import reading
from app.wording import figure_text


@click.command("stats")
@click.option("--definitions", is_flag=True, help="Say what each figure means.")
@common
def command(options: Common, definitions: bool) -> None:
    """Show every figure of the running index."""
    from app.use_cases.stats import stats

    with reading(options) as services:
        figures = stats(services, options.viewpoint())
    if options.as_json:
        print_json(figures)
        return
    width = max(len(name) for name in figures)
    for name, figure in figures.items():
        click.echo(f"{name.replace('_', ' '):<{width}}  {figure_text(figure['value'])} {figure['unit'] or ''}".rstrip())
        if definitions:
            click.echo(f"{'':<{width}}  {figure['definition']}")

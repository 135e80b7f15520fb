"""`prevail stats`: every figure of the running index, with its definition."""

from __future__ import annotations

from typing import Any

import click

from app.cli.console import print_json
from app.cli.options import Common, common
from app.cli.session import reading


@click.command("stats")
@click.option("--definitions", is_flag=True, help="Say what each figure means.")
@common
def command(options: Common, definitions: bool) -> None:
    """Show every figure of the running index."""
    from app.use_cases.stats import stats

    with reading(options) as services:
        figures = stats(services)
    if options.as_json:
        print_json(figures)
        return
    width = max(len(name) for name in figures)
    for name, figure in figures.items():
        click.echo(f"{name.replace('_', ' '):<{width}}  {figure_text(figure['value'])} {figure['unit'] or ''}".rstrip())
        if definitions:
            click.echo(f"{'':<{width}}  {figure['definition']}")


def figure_text(value: Any) -> str:
    """A figure for people: thousands separated, tables as `name n, …`, unknown as a dash."""
    match value:
        case None:
            return "–"
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:,}"
        case float():
            return f"{value:,.3f}".rstrip("0").rstrip(".")
        case dict():
            return ", ".join(f"{key} {figure_text(part)}" for key, part in value.items()) or "none"
        case _:
            return str(value)

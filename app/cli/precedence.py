"""`prevail precedence`: the order of authority classes that a project uses."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from app.cli.console import print_json, print_table, text_width
from app.cli.decision import deciding, show_decision
from app.cli.options import Common, common
from app.cli.outcome import INDENT
from app.cli.session import reading

if TYPE_CHECKING:
    from app.use_cases.precedence import OrderChoice
    from app.use_cases.ruling import Voice

Json = dict[str, Any]


@click.group("precedence", invoke_without_command=True)
@common
def command(options: Common) -> None:
    """Show or choose the order of precedence of a project (`--project`), or the general one."""
    context = click.get_current_context()
    context.obj = options
    if context.invoked_subcommand is None:
        _show(options)


@command.command("show")
@common
def show(options: Common) -> None:
    """Show the order in use, who chose it, and the orders before it."""
    _show(options)


def _show(options: Common) -> None:
    from app.use_cases.precedence import show_precedence

    with reading(options) as services:
        found = show_precedence(services, options.project, options.known_at)
    if options.as_json:
        print_json(found)
        return
    click.echo("\n".join(order_lines(found, text_width())))
    if found["history"]:
        click.echo()
        columns = ("name", "recorded_at", "retracted_at", "by", "reason")
        print_table(columns, [[record[column] for column in columns] for record in found["history"]])


@command.command("set")
@click.argument("preset")
@deciding
@common
def set_(options: Common, preset: str, say: Callable[[Common], Voice]) -> None:
    """Choose PRESET from now on; `prevail precedence show` lists the presets."""
    from app.use_cases.precedence import OrderChoice

    _choose(options, OrderChoice(preset=preset), say(options))


@command.command("edit")
@click.argument("order", metavar="ORDER")
@click.option("--name", metavar="NAME", help="What to call this order (own).")
@deciding
@common
def edit(options: Common, order: str, name: str | None, say: Callable[[Common], Voice]) -> None:
    """Choose an order of your own: classes from high to low, such as 'addendum > specification = drawing > mail'.

    `>` separates tiers; classes joined by `=` are complementary: neither prevails.
    """
    from app.use_cases.precedence import OrderChoice

    tiers = [[word.strip() for word in tier.split("=") if word.strip()] for tier in order.split(">")]
    _choose(options, OrderChoice(tiers=[tier for tier in tiers if tier], name=name), say(options))


def _choose(options: Common, choice: OrderChoice, voice: Voice) -> None:
    from app.use_cases.precedence import set_precedence

    with reading(options) as services:
        report = set_precedence(services, options.project, choice, voice)
    show_decision(options, report)


def order_lines(found: Json, width: int) -> list[str]:
    """An order, one tier a line, and where it comes from."""
    owner = f"of {found['project']}" if found["project"] else "in general"
    chosen = f", chosen by {found['by']} on {found['recorded_at'][:10]}" if found["by"] else ""
    lines = [f"order of precedence {owner}: {found['name']}{chosen}"]
    lines += [f"{n:>3}  {' = '.join(tier)}" for n, tier in enumerate(found["tiers"], 1)]
    if found["unlisted"]:
        lines += textwrap.wrap(f"without order: {', '.join(found['unlisted'])}", width, subsequent_indent=INDENT)
    return [*lines, *textwrap.wrap(f"presets: {', '.join(found['presets'])}", width, subsequent_indent=INDENT)]

"""`prevail migrate`: the version of the store's schema, and moving to another store."""

from __future__ import annotations

from typing import Any

import click

from app.cli.console import print_json, print_table, progress_bars
from app.cli.options import Common, common


@click.group("migrate", invoke_without_command=True)
@click.option("--to", "target", metavar="TARGET", help="Move everything to this Neo4j (neo4j://...) or data directory.")
@common
@click.pass_context
def command(context: click.Context, options: Common, target: str | None) -> None:
    """Show or apply the migrations of the store's schema, or move to another store."""
    if context.invoked_subcommand is not None:
        if target is not None:
            raise click.UsageError("--to stands alone, without a command behind it")
        context.obj = options
    elif target is None:
        click.echo(context.get_help())
    else:
        from app.cli.move import move_to

        move_to(options, target)


@command.command("status")
@common
def status(options: Common) -> int:
    """Show which migrations are applied (exit code 1 if there is something to do)."""
    from app.use_cases.migrate import schema_status

    report = schema_status(options.settings())
    if options.as_json:
        print_json(report)
    else:
        show_status(report)
    return 0 if report["up_to_date"] else 1


@command.command("up")
@common
def up(options: Common) -> None:
    """Apply what is not applied, wait until all indexes are online, and say what was done."""
    from app.use_cases.migrate import schema_up

    with progress_bars(quiet=options.as_json) as progress:
        report = schema_up(options.settings(), progress)
    if options.as_json:
        print_json(report)
        return
    for done, names in (("applied", "applied"), ("made again", "repaired"), ("left for a newer server", "waiting")):
        for name in report[names]:
            click.echo(f"{done}  {name}")
    click.echo(_summary(report))


def show_status(report: dict[str, Any]) -> None:
    """Prints the migrations as a table, where there are files of them, and what to do."""
    if rows := report.get("migrations"):
        words = {True: "ok", False: "CHANGED", None: None}
        print_table(
            ("version", "name", "state", "applied at", "checksum"),
            [(row["version"], row["name"], row["state"], row["applied_at"], words[row["checksum_ok"]]) for row in rows],
            numeric=frozenset({0}),
        )
        click.echo()
    for name in report.get("missing", ()):
        click.echo(f"{name} was dropped by somebody: `prevail migrate up` makes it again")
    click.echo(_summary(report))


def _summary(report: dict[str, Any]) -> str:
    place = " at ".join(part for part in (report.get("server"), report["where"]) if part)
    state = "nothing to do" if report["up_to_date"] else report.get("fault") or "run `prevail migrate up`"
    return f"{place}: version {report['version']} of {report['needed']}, {state}"

"""`prevail migrate --to`: from one store to another."""

from __future__ import annotations

import shlex
from typing import Any

import click

from app.cli.console import print_json, print_table, progress_bars
from app.cli.options import Common
from app.cli.session import reading


def move_to(options: Common, target: str) -> None:
    """Carries everything to another store and prints the comparison; run again, it goes on where it stopped."""
    from app.use_cases.move import move

    with reading(options) as services, progress_bars(quiet=options.as_json) as progress:
        report = move(services, target, progress)
    if options.as_json:
        print_json(report)
        return
    show_account(report, {"there": report["records"]})
    click.echo(f"{report['to']} holds what {report['from']} holds: digest {report['digest']}")
    click.echo("; ".join(_next_steps(report)))


def _next_steps(report: dict[str, Any]) -> list[str]:
    """What the user does now."""
    target = shlex.quote(report["to"])
    use = f"set PREVAIL_GRAPH={target}" if "://" in target else f"use it with --data {target}"
    return [f"next: {use}", *([] if report["indexed"] else ["run `prevail index rebuild`"])]


def show_account(report: dict[str, Any], others: dict[str, dict[str, int]] | None = None) -> None:
    """Prints how many records of each kind there are, ended ones included, beside what was compared with it."""
    columns = {"records": report["records"], **(others or {})}
    rows = [[sort, *(column.get(sort, 0) for column in columns.values())] for sort in report["records"]]
    print_table(["", *columns], rows, numeric=frozenset(range(1, len(columns) + 1)))

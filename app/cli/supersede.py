"""`prevail supersede`: a person says that one document takes another out of force."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING

import click

from app.cli.decision import deciding, override, show_decision
from app.cli.options import Common, Day, common
from app.cli.session import reading

if TYPE_CHECKING:
    from app.use_cases.ruling import Voice


@click.command("supersede")
@click.argument("documents", nargs=2, metavar="NEW OLD")
@click.option("--scope", "scopes", multiple=True, metavar="CLAUSES", help="Only these clauses of OLD: 2.3,2.4(a).")
@click.option("--effective", type=Day(), metavar="DATE", help="First day (that of NEW).")
@click.option("--withdraw", is_flag=True, help="OLD ends by NEW, and nothing takes its place.")
@override
@deciding
@common
def command(
    options: Common,
    documents: tuple[str, str],
    scopes: tuple[str, ...],
    effective: date | None,
    withdraw: bool,
    say: Callable[[Common], Voice],
) -> None:
    """Decide that NEW takes OLD out of force, and show what that changes.

    NEW and OLD are document numbers with their revision or edition, file names or source ids.
    """
    from app.use_cases.supersede import SupersedeRequest, supersede

    clauses = tuple(clause.strip() for scope in scopes for clause in scope.split(",") if clause.strip())
    request = SupersedeRequest(*documents, clauses, effective, withdraw, options.project)
    with reading(options) as services:
        report = supersede(services, request, say(options))
    show_decision(options, report)

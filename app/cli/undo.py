"""`prevail undo`: takes back what a person decided."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from app.cli.decision import deciding, show_decision
from app.cli.options import Common, common
from app.cli.session import reading

if TYPE_CHECKING:
    from app.use_cases.ruling import Voice


@click.command("undo")
@click.argument("identifier", metavar="EDGE_RULING_OR_STEP")
@deciding
@common
def command(options: Common, identifier: str, say: Callable[[Common], Voice]) -> None:
    """Take back a ruling, the last ruling on an edge, or a step of a register, so that all stands as before."""
    from app.use_cases.undo import undo

    with reading(options) as services:
        report = undo(services, identifier, say(options))
    show_decision(options, report)

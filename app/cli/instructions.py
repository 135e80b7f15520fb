"""`prevail instructions`: what messages may have instructed, and a person's word on it."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from app.cli.console import print_found
from app.cli.decision import deciding, show_decision
from app.cli.options import Common, common
from app.cli.outcome import INDENT, indented, place
from app.cli.proposals import ruling_lines
from app.cli.session import reading

if TYPE_CHECKING:
    from app.use_cases.instructing import Verdict
    from app.use_cases.ruling import Voice

Json = dict[str, Any]
STATES = ("proposed", "affirmed", "rejected", "all")
KINDS = ("instruction", "answer", "approval", "rejection", "variation")
CLASSES = ("contract-modification", "rfi-response", "submittal")


@click.group("instructions", invoke_without_command=True)
@common
def command(options: Common) -> None:
    """Show what messages may have instructed; none binds more than mail until somebody affirms it."""
    context = click.get_current_context()
    context.obj = options
    if context.invoked_subcommand is None:
        _list(options, "proposed", None, None, 50)


@command.command("list")
@click.option("--state", type=click.Choice(STATES), default="proposed", help="Only in this state (proposed).")
@click.option("--kind", type=click.Choice(KINDS), help="Only of this kind.")
@click.option("--cursor", metavar="CURSOR", help="Go on where the last page ended.")
@click.option("--limit", type=click.IntRange(1, 1000), default=50, help="Instructions a page (50).")
@common
def list_(options: Common, state: str, kind: str | None, cursor: str | None, limit: int) -> None:
    """List candidate instructions with their words, those of the latest messages first."""
    _list(options, state, kind, cursor, limit)


def _list(options: Common, state: str, kind: str | None, cursor: str | None, limit: int) -> None:
    from app.use_cases.instructions import Asked, list_instructions

    with reading(options) as services:
        page = list_instructions(services, options.viewpoint(), Asked(state, kind), cursor, limit)
    print_found(page, page_lines, as_json=options.as_json)


@command.command("show")
@click.argument("identifier", metavar="ID")
@common
def show(options: Common, identifier: str) -> None:
    """Show one candidate, what its message proposes to displace, and what was decided."""
    from app.use_cases.instructions import show_instruction

    with reading(options) as services:
        found = show_instruction(services, identifier, options.viewpoint())
    print_found(found, detail_lines, as_json=options.as_json)


@command.command("affirm")
@click.argument("identifier", metavar="ID")
@click.option("--role", metavar="ROLE", help="In which role its author wrote it.")
@click.option("--authority", type=click.Choice(CLASSES), help="The class that the message gets (as proposed).")
@deciding
@common
def affirm(
    options: Common, identifier: str, role: str | None, authority: str | None, say: Callable[[Common], Voice]
) -> None:
    """Say that a message instructs: it gets a class of authority, for the --reason given."""
    from app.use_cases.instructing import Verdict
    from graph.vocabulary import EdgeState

    _judge(options, identifier, Verdict(EdgeState.AFFIRMED, authority, role), say)


@command.command("reject")
@click.argument("identifier", metavar="ID")
@deciding
@common
def reject(options: Common, identifier: str, say: Callable[[Common], Voice]) -> None:
    """Say that a message does not instruct: it stays mail."""
    from app.use_cases.instructing import Verdict
    from graph.vocabulary import EdgeState

    _judge(options, identifier, Verdict(EdgeState.REJECTED), say)


def _judge(options: Common, identifier: str, verdict: Verdict, say: Callable[[Common], Voice]) -> None:
    from app.use_cases.instructing import judge_instruction

    with reading(options) as services:
        report = judge_instruction(services, identifier, verdict, say(options))
    show_decision(options, report)


def page_lines(page: Json, width: int) -> list[str]:
    """Candidates, how to decide, and how to go on."""
    lines = [line for item in page["items"] for line in instruction_lines(item, width)]
    lines += ["", f"{len(page['items'])} of {page['total']} instructions"]
    if any(item["state"] == "proposed" for item in page["items"]):
        lines.append("prevail instructions affirm ID --reason TEXT | prevail instructions reject ID")
    return lines + ([f"more: --cursor '{page['next_cursor']}'"] if page["next_cursor"] else [])


def instruction_lines(item: Json, width: int) -> list[str]:
    """A candidate: its kind and state, its words, where they stand, and who wrote them."""
    by = f" by {item['by']}" if item["by"] else ""
    why = f": {item['reason']}" if item["by"] and item["reason"] else ""
    ranks = "" if item["state"] == "proposed" else f", the message ranks as {item['class_now']}"
    lines = textwrap.wrap(f"{item['id'][:12]}  {item['kind']}, {item['state']}{by}{why}{ranks}", width)
    lines += indented(f"“{' '.join(item['citation']['quote'].split())}”", width)
    lines += indented(" · ".join(filter(None, (item["author"], place(item["citation"])))), width)
    if item["state"] == "proposed":
        lines += indented(f"affirmed, the message would rank as {item['authority']}", width)
    return lines


def detail_lines(item: Json, width: int) -> list[str]:
    """A candidate with what its message proposes, and the rulings on it."""
    lines = instruction_lines(item, width)
    for edge in item["proposals"]:
        lines += textwrap.wrap(f"{INDENT}proposes: {edge['says']} ({edge['id'][:12]})", width)
    return [*lines, "", *ruling_lines(item["rulings"])] if item["rulings"] else lines

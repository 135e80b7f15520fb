"""`prevail proposals`: edges that wait for a person, and the person's verdict on them."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from app.cli.console import print_found, table_lines
from app.cli.decision import deciding, impact_lines, override, show_decision
from app.cli.options import Common, common
from app.cli.outcome import INDENT, indented
from app.cli.session import reading

if TYPE_CHECKING:
    from app.use_cases.ruling import Voice

Json = dict[str, Any]
STATES = ("proposed", "certified", "affirmed", "rejected", "all")


@click.group("proposals", invoke_without_command=True)
@common
def command(options: Common) -> None:
    """Show and judge what documents say of one another and no rule certifies."""
    context = click.get_current_context()
    context.obj = options
    if context.invoked_subcommand is None:
        _list(options, "proposed", None, 50)


@command.command("list")
@click.option("--state", type=click.Choice(STATES), default="proposed", help="Edges in this state (proposed).")
@click.option("--cursor", metavar="CURSOR", help="Go on where the last page ended.")
@click.option("--limit", type=click.IntRange(1, 1000), default=50, help="Edges a page (50).")
@common
def list_(options: Common, state: str, cursor: str | None, limit: int) -> None:
    """List proposals with their words, grounds, and what affirming them would change."""
    _list(options, state, cursor, limit)


def _list(options: Common, state: str, cursor: str | None, limit: int) -> None:
    from app.use_cases.proposals import list_proposals

    with reading(options) as services:
        page = list_proposals(services, options.viewpoint(), state, cursor, limit)
    print_found(page | {"state": state}, page_lines, as_json=options.as_json)


def page_lines(page: Json, width: int) -> list[str]:
    """The edges of a page, how many there are in all, and how to go on."""
    lines = [line for item in page["items"] for line in [*proposal_lines(item, width), ""]]
    state = page["state"]
    waiting = {"proposed": "that wait for a person", "all": "in all"}.get(state, f"in state {state}")
    lines.append(f"{len(page['items'])} of {page['total']} edges {waiting}")
    return lines + ([f"more: --cursor {page['next_cursor']}"] if page["next_cursor"] else [])


@command.command("show")
@click.argument("identifier", metavar="ID")
@common
def show(options: Common, identifier: str) -> None:
    """Show one edge and what was decided about it."""
    from app.use_cases.proposals import proposal

    with reading(options) as services:
        found = proposal(services, identifier, options.viewpoint())
    print_found(
        found,
        lambda one, width: [*proposal_lines(one, width), "", *ruling_lines(one["rulings"])],
        as_json=options.as_json,
    )


@command.command("affirm")
@click.argument("identifier", metavar="ID")
@override
@deciding
@common
def affirm(options: Common, identifier: str, say: Callable[[Common], Voice]) -> None:
    """Let an edge take effect."""
    from app.use_cases.proposals import judge
    from graph.vocabulary import EdgeState

    with reading(options) as services:
        report = judge(services, identifier, EdgeState.AFFIRMED, say(options))
    show_decision(options, report)


@command.command("reject")
@click.argument("identifier", metavar="ID")
@deciding
@common
def reject(options: Common, identifier: str, say: Callable[[Common], Voice]) -> None:
    """Deny an edge its effect, also one that a rule certified."""
    from app.use_cases.proposals import judge
    from graph.vocabulary import EdgeState

    with reading(options) as services:
        report = judge(services, identifier, EdgeState.REJECTED, say(options))
    show_decision(options, report)


@command.command("log")
@common
def log(options: Common) -> None:
    """List all rulings ever made, those that were taken back among them."""
    from app.use_cases.undo import log_of

    with reading(options) as services:
        rulings = log_of(services, options.viewpoint())
    log: Json = {"items": rulings, "next_cursor": None}
    print_found(log, lambda found, _: ruling_lines(found["items"]), as_json=options.as_json)


def ruling_lines(rulings: list[Json]) -> list[str]:
    """Rulings as a table."""
    columns = ("id", "recorded_at", "act", "subject", "by", "reason", "undone_by")
    return table_lines(columns, [[ruling[column] for column in columns] for ruling in rulings])


def proposal_lines(item: Json, width: int) -> list[str]:
    """An edge: what it says, its ground and words, what judging it would change."""
    parts = [
        f"{item['state']}, contested" if item["contested"] else item["state"],
        item["method"],
        f"confidence {item['confidence']:.2f}",
        item["effective_from"] and f"effective {item['effective_from']}",
        item["condition"],
    ]
    lines = textwrap.wrap(f"{item['id']}  {item['says']}", width, subsequent_indent=INDENT)
    lines += indented(" · ".join(part for part in parts if part), width)
    lines += indented(item["reason"], width)
    evidence = item["evidence"]
    if evidence:
        page = f", page {evidence['page']}" if evidence["page"] else ""
        lines += indented(f"{evidence['name']}{page}: “{' '.join(evidence['quote'].split())}”", width)
    verb = {"affirmed": "affirming", "rejected": "rejecting"}[item["impact_of"]]
    if item["impact"] is None:
        return [*lines, f"{INDENT}`prevail proposals show {item['id'][:12]}` says what {verb} it changes"]
    impact = impact_lines(item["impact"], width - len(INDENT), f"{verb} it ")
    return [*lines, *(INDENT + line for line in impact)]

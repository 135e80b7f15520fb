"""`prevail conflicts`: the register of what the texts in force say against each other."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.cli.conflict_lines import conflict_lines, page_lines, replayed_lines, taken_lines
from app.cli.console import print_found
from app.cli.decision import deciding, override
from app.cli.files import form_for, form_option, out_option, write_out
from app.cli.options import Common, Day, common
from app.cli.session import reading

if TYPE_CHECKING:
    from app.use_cases.conflicts import ConflictFilter
    from app.use_cases.ruling import Voice

Json = dict[str, Any]
Say = Callable[[Common], "Voice"]

STATES = ("open", "acknowledged", "assigned", "resolved", "withdrawn", "to decide")
CLASSES = (
    "contradiction", "modality clash", "edition clash", "metadata clash", "difference", "tolerance overlap",
    "different scope", "duplicate", "update",
)  # fmt: skip


def sifted(command: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a command the options that say which conflicts are wanted; they reach it as `sift`."""

    @wraps(command)
    def with_filter(states: Any, classes: Any, every: bool, owner: str | None, **rest: Any) -> Any:
        asked = {name: rest.pop(name) for name in ("overdue", "source", "text", "possible")}

        def sift() -> ConflictFilter:
            from app.use_cases.conflicts import ConflictFilter

            return ConflictFilter(states, classes, every, owner, **asked)

        return command(sift=sift, **rest)

    for option in reversed(_SIEVE):
        with_filter = option(with_filter)
    return with_filter


_SIEVE = (
    click.option("--state", "states", multiple=True, type=click.Choice(STATES), help="Only in this state."),
    click.option("--class", "classes", multiple=True, type=click.Choice(CLASSES), help="Only of this class."),
    click.option("--all", "every", is_flag=True, help="Also what needs no decision: differences, duplicates, …"),
    click.option(
        "--possible", is_flag=True, help="Also what clashes if both texts apply at once, which nobody has said."
    ),
    click.option("--owner", metavar="WHO", help="Only this owner's."),
    click.option("--overdue", is_flag=True, help="Only those whose day has passed."),
    click.option("--source", "--work", "source", metavar="NAME", help="Only with a side in this document or file."),
    click.option("--text", metavar="WORDS", help="Only those about all these words."),
)


@click.group("conflicts", invoke_without_command=True)
@sifted
@common
def command(options: Common, sift: Callable[[], ConflictFilter]) -> None:
    """Show the register of conflicts, and decide them.

    Without a further command, those that somebody has to decide, and what was decided.
    """
    context = click.get_current_context()
    context.obj = options
    if context.invoked_subcommand is None:
        _list(options, sift(), None, 50)
    elif sift() != sift().__class__():
        raise click.UsageError("what is wanted stands after `list` or `export`")


@command.command("list")
@click.option("--cursor", metavar="CURSOR", help="Go on where the last page ended.")
@click.option("--limit", type=click.IntRange(1, 1000), default=50, help="Conflicts a page (50).")
@sifted
@common
def list_(options: Common, sift: Callable[[], ConflictFilter], cursor: str | None, limit: int) -> None:
    """List conflicts, those to decide first."""
    _list(options, sift(), cursor, limit)


def _list(options: Common, wanted: ConflictFilter, cursor: str | None, limit: int) -> None:
    from app.use_cases.conflicts import list_conflicts

    with reading(options) as services:
        page = list_conflicts(services, options.viewpoint(), wanted, cursor, limit)
    print_found(page, page_lines, as_json=options.as_json)


@command.command("show")
@click.argument("identifier", metavar="ID")
@click.option("--rfi", is_flag=True, help="Only the draft of a request for information, to copy.")
@common
def show(options: Common, identifier: str, rfi: bool) -> None:
    """Show both sides with their words, the history, what was decided before, and a draft RFI."""
    from app.use_cases.conflicts import show_conflict

    with reading(options) as services:
        found = show_conflict(services, identifier, options.viewpoint())
    if rfi and not options.as_json:
        click.echo(found.get("rfi") or "there is nothing to ask about")
        return
    print_found(found, conflict_lines, as_json=options.as_json)


def _take(options: Common, identifier: str, say: Say, **wish: Any) -> None:
    """Takes one step and shows it."""
    from app.use_cases.register_steps import Wish, act_on

    with reading(options) as services:
        report = act_on(services, identifier, Wish(**wish), say(options), options.viewpoint())
    print_found(report, taken_lines, as_json=options.as_json)


@command.command("acknowledge")
@click.argument("identifier", metavar="ID")
@deciding
@common
def acknowledge(options: Common, identifier: str, say: Say) -> None:
    """Say that it is known."""
    _take(options, identifier, say, act="acknowledge")


@command.command("assign")
@click.argument("identifier", metavar="ID")
@click.option("--owner", required=True, metavar="WHO", help="Who has to settle it.")
@click.option("--due", type=Day(), metavar="DATE", help="By when.")
@deciding
@common
def assign(options: Common, identifier: str, owner: str, due: date | None, say: Say) -> None:
    """Give it an owner and a day."""
    _take(options, identifier, say, act="assign", owner=owner, due=due)


@command.command("comment")
@click.argument("identifier", metavar="ID")
@deciding
@common
def comment(options: Common, identifier: str, say: Say) -> None:
    """Add a remark, given with --reason; nothing else changes."""
    _take(options, identifier, say, act="comment")


@command.command("withdraw")
@click.argument("identifier", metavar="ID")
@deciding
@common
def withdraw(options: Common, identifier: str, say: Say) -> None:
    """Say that it is no conflict; it stays so until a side says another value."""
    _take(options, identifier, say, act="withdraw")


@command.command("reopen")
@click.argument("identifier", metavar="ID")
@deciding
@common
def reopen(options: Common, identifier: str, say: Say) -> None:
    """Open a settled one again."""
    _take(options, identifier, say, act="reopen")


@command.command("resolve")
@click.argument("identifier", metavar="ID")
@click.option("--close-one", metavar="SIDE", help="This side stays; the other goes out of force.")
@click.option("--reject-one", metavar="SIDE", help="This side is wrong and goes out of force.")
@click.option("--re-date", metavar="SIDE", help="This side takes the other's place, from --effective on.")
@click.option("--precedence-rule", metavar="SIDE", help="The class of this side's text comes first from now on.")
@click.option("--keep-both", is_flag=True, help="Both hold, each where --scope says.")
@click.option("--scope", metavar="TEXT", help="Where each side holds.")
@click.option("--effective", type=Day(), metavar="DATE", help="From when the re-dated side holds.")
@override
@deciding
@common
def resolve(
    options: Common, identifier: str, say: Say, scope: str | None, effective: date | None, **ways: str | bool | None
) -> None:
    """Decide it in one of five ways.

    SIDE is the number of a side as `show` numbers them. The edge, or the order of precedence, that carries the decision
    out is made with it; `prevail undo STEP` takes both back.
    """
    chosen = {name: side for name, side in ways.items() if side}
    if len(chosen) != 1:
        known = ", ".join(f"--{name.replace('_', '-')}" for name in ways)
        raise click.UsageError(f"decide it in exactly one way: {known}")
    ((act, side),) = chosen.items()
    _take(options, identifier, say, act=act, side=None if side is True else side, scope=scope, due=effective)


@command.command("export")
@form_option(("csv", "json", "pdf"))
@out_option
@sifted
@common
def export(options: Common, sift: Callable[[], ConflictFilter], form: str | None, out: Path | None) -> None:
    """Write the register with its whole history: a table, JSON, or a report to print."""
    from app.use_cases.register_export import FORMS, export_register

    form = form_for(form, out, FORMS)
    with reading(options) as services:
        body = export_register(services, form, options.viewpoint(), sift())
    write_out(body, out)


@command.command("replay")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@common
def replay(options: Common, file: Path) -> None:
    """Take the history of an exported register step by step, and compare the states with those of the register."""
    from app.use_cases.register_export import replayed

    with reading(options) as services:
        found = replayed(services, file.read_bytes(), options.viewpoint())
    print_found(found, replayed_lines, as_json=options.as_json)

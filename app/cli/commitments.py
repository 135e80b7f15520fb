"""`prevail commitments`: who promised what by when, what was decided, and what people did about it."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING, Any

import click

from app.cli.console import print_found
from app.cli.decision import deciding
from app.cli.options import Common, Day, common
from app.cli.outcome import INDENT, indented, place
from app.cli.session import reading
from app.wording import timecode

if TYPE_CHECKING:
    from app.use_cases.ruling import Voice

Json = dict[str, Any]
Say = Callable[[Common], "Voice"]

STATES = ("overdue", "suspect", "open", "done", "cancelled")
UNSETTLED = ("motion", "proposal", "topic")
KINDS = ("commitment", "decision", *UNSETTLED)

_SIEVE = (
    click.option("--owner", metavar="WHO", help="Only of whose owner or promiser has these words in the name."),
    click.option("--state", "states", multiple=True, type=click.Choice(STATES), help="Only in this state."),
    click.option("--due-before", type=Day(), metavar="DATE", help="Only those whose last day comes before this one."),
    click.option("--kind", type=click.Choice(KINDS), help="Only these; without it promises and decisions, which bind."),
    click.option("--source", "--work", "source", metavar="NAME", help="Only of this message, meeting or file."),
    click.option("--text", metavar="WORDS", help="Only those that have all these words."),
    click.option(
        "--min-confidence", type=click.FloatRange(0, 1), default=0.0, help="Only what was read this surely (0)."
    ),
    click.option("--all", "every", is_flag=True, help="Also of versions that are no longer in force."),
    click.option("--cursor", metavar="CURSOR", help="Go on where the last page ended."),
    click.option("--limit", type=click.IntRange(1, 1000), default=50, help="Commitments a page (50)."),
)


def _sifted(command: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a command the options that say which commitments are wanted."""
    for option in reversed(_SIEVE):
        command = option(command)
    return command


@click.group("commitments", invoke_without_command=True)
@_sifted
@common
def command(options: Common, **wanted: Any) -> None:
    """List what was promised and decided in mail, talk and minutes, what is overdue first."""
    context = click.get_current_context()
    context.obj = options
    if context.invoked_subcommand is None:
        _list(options, **wanted)


@command.command("list")
@_sifted
@common
def list_(options: Common, **wanted: Any) -> None:
    """List them; the same as without a further command."""
    _list(options, **wanted)


def _list(options: Common, cursor: str | None, limit: int, states: tuple[str, ...], **wanted: Any) -> None:
    from app.use_cases.commitments import CommitmentFilter, list_commitments

    sieve = CommitmentFilter(states=tuple(states), **wanted)
    with reading(options) as services:
        page = list_commitments(services, options.viewpoint(), sieve, cursor, limit)
    print_found(page, page_lines, as_json=options.as_json)


@command.command("show")
@click.argument("identifier", metavar="ID")
@common
def show(options: Common, identifier: str) -> None:
    """Show one with its words, what it relies on, and what was done about it."""
    from app.use_cases.commitments import show_commitment

    with reading(options) as services:
        found = show_commitment(services, identifier, options.viewpoint())
    print_found(found, shown_lines, as_json=options.as_json)


def _take(options: Common, identifier: str, say: Say, **wish: Any) -> None:
    """Takes one step and shows it."""
    from app.use_cases.commitment_steps import Wish, act_on_commitment

    with reading(options) as services:
        report = act_on_commitment(services, identifier, Wish(**wish), say(options), options.viewpoint())
    print_found(report, taken_lines, as_json=options.as_json)


@command.command("done")
@click.argument("identifier", metavar="ID")
@deciding
@common
def done(options: Common, identifier: str, say: Say) -> None:
    """Say that it is done."""
    _take(options, identifier, say, act="done")


@command.command("cancel")
@click.argument("identifier", metavar="ID")
@click.option("--replaced-by", metavar="ID", help="The later decision that takes its place.")
@deciding
@common
def cancel(options: Common, identifier: str, replaced_by: str | None, say: Say) -> None:
    """Say that it need not be done any more, or that a decision no longer stands."""
    _take(options, identifier, say, act="cancel", replaced_by=replaced_by)


@command.command("assign")
@click.argument("identifier", metavar="ID")
@click.option("--owner", required=True, metavar="WHO", help="Who has it now.")
@click.option("--due", type=Day(), metavar="DATE", help="By when.")
@deciding
@common
def assign(options: Common, identifier: str, owner: str, due: date | None, say: Say) -> None:
    """Give it to somebody, and a day."""
    _take(options, identifier, say, act="assign", owner=owner, due=due)


@command.command("reopen")
@click.argument("identifier", metavar="ID")
@deciding
@common
def reopen(options: Common, identifier: str, say: Say) -> None:
    """Say that it is neither done nor cancelled after all."""
    _take(options, identifier, say, act="reopen")


@command.command("comment")
@click.argument("identifier", metavar="ID")
@deciding
@common
def comment(options: Common, identifier: str, say: Say) -> None:
    """Add a remark, given with --reason; nothing else changes."""
    _take(options, identifier, say, act="comment")


def page_lines(page: Json, width: int) -> list[str]:
    """The commitments of a page under their states, how many there are in all, and how to go on."""
    lines: list[str] = []
    for state in STATES:
        items = [item for item in page["items"] if item["state"] == state]
        if items:
            lines += [] if page["kind"] in UNSETTLED else [f"{state.upper()} ({page['by_state'][state]})", ""]
            lines += [line for item in items for line in [*item_lines(item, width), ""]]
    what = f"{page['kind']}s" if page["kind"] else "commitments and decisions"
    lines.append(f"{len(page['items'])} of {page['total']} {what}, as of {page['as_of']}")
    return lines + ([f"more: --cursor {page['next_cursor']}"] if page["next_cursor"] else [])


def item_lines(item: Json, width: int) -> list[str]:
    """A commitment: whose, by when, its words, where they stand, and what speaks against it."""
    whose = item["owner"] or ("nobody named" if item["kind"] == "commitment" else "")
    head = " · ".join(part for part in (item["kind"], whose, item["outcome"], _due_text(item)) if part)
    lines = textwrap.wrap(head, width, subsequent_indent=INDENT)
    quote = " ".join(item["citation"]["quote"].split())
    lines += indented(f"“{quote}”", width)
    if item["what"] not in quote:
        lines += indented(f"on “{item['what']}”", width)
    lines += indented(place(item["citation"]), width)
    for one in item["relies_on"]:
        if one["is_lost"]:
            lines += indented(f"relies on {one['name']}, no longer in force: {one['reason']}", width)
    lines += _replaced_lines(item, width)
    lines += [line for step in item["steps"] for line in indented(_step_text(step), width)]
    return [*lines, f"{INDENT}confidence {item['confidence']:.2f}  {item['id']}"]


def _step_text(step: Json) -> str:
    """What was done with a motion, by whom and when."""
    return " · ".join(part for part in (step["act"], step["speaker"], timecode(step["start_s"])) if part)


def _due_text(item: Json) -> str:
    """By when, in days and in the words that say it."""
    words = None if item["due_is_set"] else item["due_text"]
    due, first = item["due"], item["due_from"]
    if due is None:
        return f"“{words}”, day unknown" if words else ""
    day = f"due {due}" if first in (None, due) else f"due {first} to {due}"
    late = ", late" if item["is_late"] and item["state"] != "overdue" else ""
    return f"{day} (“{words}”){late}" if words and words != due else f"{day}{late}"


def _replaced_lines(item: Json, width: int) -> list[str]:
    later = item["replaced_by"]
    if later is None:
        return []
    says = "replaced by" if later["state"] == "affirmed" else "perhaps replaced by"
    when = later["citation"]["date"] or timecode(later["citation"]["start_s"]) or ""
    lines = indented(f"{says} {later['id'][:12]} ({when}): “{later['what']}”", width)
    if later["state"] == "proposed":
        lines += indented(
            f"to say so: prevail commitments cancel {item['id'][:12]} --replaced-by {later['id'][:12]}", width
        )
    return lines


def shown_lines(item: Json, width: int) -> list[str]:
    """A commitment in full: also what it relies on that still holds, and its history."""
    lines = [item["state"].upper(), *item_lines(item, width)]
    holding = [one for one in item["relies_on"] if not one["is_lost"]]
    for one in holding:
        stands = f"{one['signal']}: {one['reason']}" if one["signal"] else "not held here, or not known which version"
        lines += indented(f"relies on {one['name']} ({stands})", width)
    for one in item["perhaps_done"]:
        lines += indented(f"perhaps done: “{' '.join(one['quote'].split())}” {place(one)}", width)
    for step in item["history"]:
        told = [step["act"], f"by {step['by']}", step["owner"] and f"to {step['owner']}", step["due"], step["reason"]]
        lines += indented(
            f"{step['recorded_at'][:16]} {' · '.join(part for part in told if part)}  {step['id']}", width
        )
    return lines


def taken_lines(report: Json, width: int) -> list[str]:
    """A step, what it changes, and how to take it back."""
    lines = textwrap.wrap(report["says"], width, subsequent_indent=INDENT)
    before, after = report["state_before"], report["state"]
    lines.append(f"it is {after}" if before == after else f"it was {before} and is {after}")
    if report["dry_run"]:
        return [*lines, "dry run: nothing was changed"]
    return [*lines, f"to take it back: prevail undo {report['step_id']}"]

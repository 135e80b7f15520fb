"""The options of whoever decides something, and a decision as lines of text."""

from __future__ import annotations

import os
import pwd
import textwrap
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from app.cli.console import print_found
from app.cli.options import Common
from app.cli.outcome import INDENT, indented
from app.errors import InvalidInput

if TYPE_CHECKING:
    from app.use_cases.ruling import Voice

Json = dict[str, Any]
SHOWN = 12
"""Changed sources and stored answers that are listed in full; `--json` has all of them."""


def deciding(command: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a command the options of a decision; they reach it as `say`, from common options to `Voice`."""

    @wraps(command)
    def with_voice(by: str | None, reason: str | None, dry_run: bool, override: bool = False, **rest: Any) -> Any:
        def say(options: Common) -> Voice:
            from app.use_cases.ruling import Voice

            return Voice(by or login_name(), reason, override, dry_run, options.reader, options.as_of)

        return command(say=say, **rest)

    for option in reversed(_OPTIONS):
        with_voice = option(with_voice)
    return with_voice


_OPTIONS = (
    click.option("--by", metavar="WHO", help="Who decides it (whoever is logged in)."),
    click.option("--reason", metavar="TEXT", help="Why."),
    click.option("--dry-run", is_flag=True, help="Only show what it would change."),
)

override = click.option("--override", is_flag=True, help="Even if it breaks the order of precedence; needs a reason.")
"""The option with which a person goes against the order of precedence."""


def login_name() -> str:
    """Name of the user who runs this process.

    Raises:
        InvalidInput: The system does not know it.
    """
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        raise InvalidInput("the system does not know who you are; say it with --by") from None


def show_decision(options: Common, report: Json) -> None:
    """Writes a decision: what it says, what it changes, and how to take it back."""
    print_found(report, decision_lines, as_json=options.as_json)


def decision_lines(report: Json, width: int) -> list[str]:
    """A decision, what it changes, and how to take it back."""
    lines = textwrap.wrap(_headline(report), width)
    lines += impact_lines(report["impact"], width)
    if report["dry_run"]:
        lines.append("dry run: nothing was changed")
    elif not report["changed"]:
        lines.append("this was so already: nothing was changed")
    elif report.get("ruling_id") and report["act"] != "undo":
        lines.append(f"to take it back: prevail undo {report['ruling_id']}")
    return lines


def _headline(report: Json) -> str:
    edge = report.get("edge")
    said = edge["says"] if edge else report.get("says", "")
    if report["act"] == "undo":
        return f"undone ({report['undone']}): {said}"
    state = f"{edge['state']} by {edge['by']}: " if edge and edge.get("by") else ""
    since = f", effective {edge['effective_from']}" if edge and edge.get("effective_from") else ""
    name = f" ({edge['id']})" if edge else ""
    return f"{state}{said}{since}{name}"


def impact_lines(impact: Json, width: int, said: str = "") -> list[str]:
    """What a decision changes, in figures and by name.

    Args:
        said: What stands before it in the first line.
    """
    figures = ", ".join(
        f"{count} {noun if count == 1 else plural}"
        for count, noun, plural in (
            (len(impact["sources"]), "source", "sources"),
            (impact["clauses"], "clause", "clauses"),
            (impact["passages"], "passage", "passages"),
            (impact["requirements"], "requirement", "requirements"),
            (impact["commitments"], "commitment", "commitments"),
            (len(impact["stored_answers"]), "stored answer", "stored answers"),
        )
    )
    lines = textwrap.wrap(f"{said}changes on {impact['as_of']}: {figures}", width, subsequent_indent=INDENT)
    names = [change["name"] for change in impact["sources"]]
    for change in impact["sources"][:SHOWN]:
        path = f" ({change['path']})" if names.count(change["name"]) > 1 else ""
        lines += indented(f"{change['name']}{path}: {change['from']} → {change['to']}", width)
    for answer in impact["stored_answers"][:SHOWN]:
        lines += indented(f"answer {answer['receipt_id'][:12]} would be suspect: {answer['question']}", width)
    hidden = sum(max(0, len(impact[key]) - SHOWN) for key in ("sources", "stored_answers"))
    return [*lines, f"{INDENT}… and {hidden} more"] if hidden else lines

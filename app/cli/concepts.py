"""`prevail concepts`: which words mean one thing."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from app.cli.console import print_found
from app.cli.decision import deciding
from app.cli.options import Common, common
from app.cli.outcome import INDENT, indented
from app.cli.session import reading

if TYPE_CHECKING:
    from app.use_cases.ruling import Voice

Json = dict[str, Any]
ROLES = ("subject", "property")
SHOWN = 12
"""Conflicts that are listed in full; `--json` has all of them."""


@click.group("concepts", invoke_without_command=True)
@common
def command(options: Common) -> None:
    """Show and edit which words mean one thing, so that requirements meet that say them."""
    context = click.get_current_context()
    context.obj = options
    if context.invoked_subcommand is None:
        _list(options, None, None, None, 50)


@command.command("list")
@click.option("--role", type=click.Choice(ROLES), help="Only things (subject) or only their properties.")
@click.option("--text", metavar="WORDS", help="Only concepts with a term that has these words.")
@click.option("--cursor", metavar="CURSOR", help="Go on where the last page ended.")
@click.option("--limit", type=click.IntRange(1, 1000), default=50, help="Concepts a page (50).")
@common
def list_(options: Common, role: str | None, text: str | None, cursor: str | None, limit: int) -> None:
    """List concepts with their terms, who says so, and how many requirements use them."""
    _list(options, role, text, cursor, limit)


def _list(options: Common, role: str | None, text: str | None, cursor: str | None, limit: int) -> None:
    from app.use_cases.concepts import list_concepts

    with reading(options) as services:
        page = list_concepts(services, options.viewpoint(), role, text, cursor, limit)
    print_found(page, page_lines, as_json=options.as_json)


@command.command("propose")
@click.option("--by-meaning", is_flag=True, help="By nearness of vectors instead of spelling.")
@click.option("--limit", type=click.IntRange(1, 1000), default=50, help="Proposals that are shown (50).")
@common
def propose(options: Common, by_meaning: bool, limit: int) -> None:
    """List terms that may mean the same; nothing is joined until somebody accepts it."""
    from app.use_cases.concepts import propose_concepts

    with reading(options) as services:
        found = propose_concepts(services, options.viewpoint(), by_meaning=by_meaning, limit=limit)
    print_found(found, proposal_lines, as_json=options.as_json)


@command.command("accept")
@click.argument("role", type=click.Choice(ROLES))
@click.argument("term")
@click.argument("concept")
@deciding
@common
def accept(options: Common, role: str, term: str, concept: str, say: Callable[[Common], Voice]) -> None:
    """Say that TERM means CONCEPT: in the project of --project, else everywhere."""
    _say(options, (role, term, concept), say, accepted=True)


@command.command("refuse")
@click.argument("role", type=click.Choice(ROLES))
@click.argument("term")
@click.argument("concept")
@deciding
@common
def refuse(options: Common, role: str, term: str, concept: str, say: Callable[[Common], Voice]) -> None:
    """Say that TERM does not mean CONCEPT, also where the shipped table says so."""
    _say(options, (role, term, concept), say, accepted=False)


def _say(options: Common, words: tuple[str, str, str], say: Callable[[Common], Voice], *, accepted: bool) -> None:
    from app.use_cases.concepts import Wording, say_concept

    wording = Wording(*words, accepted, options.project or "")
    with reading(options) as services:
        report = say_concept(services, wording, say(options), options.viewpoint())
    print_found(report, said_lines, as_json=options.as_json)


@command.command("export")
@common
def export(options: Common) -> None:
    """Write every term with its concept as CSV on stdout."""
    from app.use_cases.concepts import export_concepts

    with reading(options) as services:
        click.echo(export_concepts(services, options.viewpoint()), nl=False)


def page_lines(page: Json, width: int) -> list[str]:
    """Concepts with their terms, what was refused, and how to go on."""
    lines = [line for item in page["items"] for line in _concept(item, width)]
    for link in page["refused"]:
        lines += textwrap.wrap(f"{link['role']}: {link['term']} is not {link['concept']} (by {link['by']})", width)
    lines += ["", f"{len(page['items'])} of {page['total']} concepts"]
    return lines + ([f"more: --cursor '{page['next_cursor']}'"] if page["next_cursor"] else [])


def _concept(item: Json, width: int) -> list[str]:
    count = item["requirements"]
    used = f"  ({count} requirement{'' if count == 1 else 's'})" if count else ""
    lines = textwrap.wrap(f"{item['role']}: {item['concept']}{used}", width)
    terms = [t["term"] if t["by"] == "table" else f"{t['term']} [by {t['by']}, {t['id'][:12]}]" for t in item["terms"]]
    return lines + (indented(", ".join(terms), width) if terms else [])


def proposal_lines(found: Json, width: int) -> list[str]:
    """Proposals with how to accept each."""
    lines = []
    for one in found["items"]:
        used = f"{one['requirements']} requirement{'' if one['requirements'] == 1 else 's'}"
        head = f"{one['likeness']:.2f}  {one['role']}: {one['term']} = {one['concept']}?  ({used})"
        lines += textwrap.wrap(head, width)
        lines += indented(f"as in: {one['example']}", width)
    lines.append(f"{len(found['items'])} of {found['total']} proposals")
    return [*lines, "prevail concepts accept|refuse ROLE TERM CONCEPT"] if found["items"] else lines


def said_lines(report: Json, width: int) -> list[str]:
    """What was said of a term, what it changes, and how to take it back."""
    lines = textwrap.wrap(report["says"], width)
    if not report["changed"]:
        return [*lines, "this was so already: nothing was changed"]
    count = report["requirements"]
    lines.append(f"changes what {count} requirement{' is' if count == 1 else 's are'} about")
    for key, words in (("new", "new"), ("gone", "no more found"), ("changed", "of another class")):
        found = report[f"conflicts_{key}"]
        lines += [f"{INDENT}{words}: {one['class']} {one['id']}" for one in found[:SHOWN]]
        lines += [f"{INDENT}… and {len(found) - SHOWN} more"] if len(found) > SHOWN else []
    if report["dry_run"]:
        return [*lines, "dry run: nothing was changed"]
    return [*lines, f"to take it back: prevail undo {report['link_id']}"]

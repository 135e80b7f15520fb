"""`prevail people`: who writes and meets, by mail address, and which addresses are one person's."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from app.cli.console import print_found
from app.cli.decision import deciding
from app.cli.options import Common, common
from app.cli.outcome import indented
from app.cli.session import reading

if TYPE_CHECKING:
    from app.use_cases.people import Identity
    from app.use_cases.ruling import Voice

Json = dict[str, Any]


@click.group("people", invoke_without_command=True)
@common
def command(options: Common) -> None:
    """Show who writes and meets, and say which addresses are one person's; a name alone never does."""
    context = click.get_current_context()
    context.obj = options
    if context.invoked_subcommand is None:
        _list(options, None, None, 50)


@command.command("list")
@click.option("--text", metavar="WORDS", help="Only people whose address or name has these words.")
@click.option("--cursor", metavar="CURSOR", help="Go on where the last page ended.")
@click.option("--limit", type=click.IntRange(1, 1000), default=50, help="People a page (50).")
@common
def list_(options: Common, text: str | None, cursor: str | None, limit: int) -> None:
    """List people with their addresses, the names they use, and how often they wrote."""
    _list(options, text, cursor, limit)


def _list(options: Common, text: str | None, cursor: str | None, limit: int) -> None:
    from app.use_cases.people import list_people

    with reading(options) as services:
        page = list_people(services, options.viewpoint(), text, cursor, limit)
    print_found(page, page_lines, as_json=options.as_json)


@command.command("show")
@click.argument("name", metavar="ADDRESS_OR_ID")
@common
def show(options: Common, name: str) -> None:
    """Show one person, with who said what of them."""
    from app.use_cases.people import show_person

    with reading(options) as services:
        found = show_person(services, name, options.viewpoint())
    print_found(found, person_lines, as_json=options.as_json)


@command.command("propose")
@common
def propose(options: Common) -> None:
    """List people who use one name from several addresses; nobody is joined until somebody says so."""
    from app.use_cases.people import propose_people

    with reading(options) as services:
        found = propose_people(services, options.viewpoint())
    print_found(found, proposal_lines, as_json=options.as_json)


@command.command("merge")
@click.argument("one", metavar="ADDRESS_OR_ID")
@click.argument("other", metavar="ADDRESS_OR_ID")
@deciding
@common
def merge(options: Common, one: str, other: str, say: Callable[[Common], Voice]) -> None:
    """Say that two addresses are one person's."""
    from app.use_cases.people import Identity

    _say(options, Identity(one, other), say)


@command.command("split")
@click.argument("one", metavar="ADDRESS_OR_ID")
@click.argument("other", metavar="ADDRESS_OR_ID")
@deciding
@common
def split(options: Common, one: str, other: str, say: Callable[[Common], Voice]) -> None:
    """Say that two addresses are two people's, whatever their names."""
    from app.use_cases.people import Identity

    _say(options, Identity(one, other, same=False), say)


@command.command("speaker")
@click.argument("source", metavar="SOURCE")
@click.argument("label")
@click.argument("address")
@deciding
@common
def speaker(options: Common, source: str, label: str, address: str, say: Callable[[Common], Voice]) -> None:
    """Say who spoke as LABEL in the recording SOURCE; in another one it is anybody again."""
    from app.use_cases.naming import document_named
    from app.use_cases.people import Identity
    from app.use_cases.viewpoint import view

    with reading(options) as services:
        governing = view(services, options.viewpoint())
        named = document_named(governing, source, options.project, options.reader)
    _say(options, Identity(label, address, source_id=named), say)


@command.command("undo")
@click.argument("identifier", metavar="ID")
@deciding
@common
def undo(options: Common, identifier: str, say: Callable[[Common], Voice]) -> None:
    """Take back what was said of two people."""
    from app.cli.decision import show_decision
    from app.use_cases.people_undo import take_back_person_link

    with reading(options) as services:
        report = take_back_person_link(services, identifier, say(options))
    show_decision(options, report)


def _say(options: Common, said: Identity, say: Callable[[Common], Voice]) -> None:
    from app.use_cases.people import say_identity

    with reading(options) as services:
        report = say_identity(services, said, say(options), options.viewpoint())
    print_found(report, said_lines, as_json=options.as_json)


def page_lines(page: Json, width: int) -> list[str]:
    """People, and how to go on."""
    lines = [line for person in page["items"] for line in person_lines(person, width)]
    lines += ["", f"{len(page['items'])} of {page['total']} people"]
    return lines + ([f"more: --cursor '{page['next_cursor']}'"] if page["next_cursor"] else [])


def person_lines(person: Json, width: int) -> list[str]:
    """A person: addresses, names, how often they wrote; who said what of them."""
    names = ", ".join(f"{name['name']} ({name['messages']})" for name in person["names"])
    lines = textwrap.wrap(f"{', '.join(person['addresses'])}  {person['id'][:12]}", width, break_on_hyphens=False)
    counts = ((person["sent"], "sent"), (person["received"], "received"), (person["attended"], "attended"))
    used = ", ".join(f"{count} {word}" for count, word in counts if count)
    lines += indented(" · ".join(filter(None, (names, used))), width)
    for said in person["said"]:
        lines += indented(_said(said), width)
    for spoken in person.get("speaks_as", ()):
        lines += indented(
            f"speaks as {spoken['one']!r} in {spoken['source']} (by {spoken['by']}, {spoken['id']})", width
        )
    return lines


def _said(said: Json) -> str:
    what = "one person" if said["same"] else "two people"
    why = f": {said['reason']}" if said["reason"] else ""
    return f"{said['one']} and {said['other']} are {what} (by {said['by']}, {said['id'][:12]}){why}"


def proposal_lines(found: Json, width: int) -> list[str]:
    """Names that several people use, with how to decide."""
    lines = []
    for one in found["items"]:
        lines += textwrap.wrap(f"{one['name']}: one person?", width)
        for person in one["people"]:
            lines += indented(f"{', '.join(person['addresses'])} ({person['sent']} sent)", width)
    lines.append(f"{found['total']} proposal{'' if found['total'] == 1 else 's'}")
    return [*lines, "prevail people merge|split ADDRESS ADDRESS"] if found["items"] else lines


def said_lines(report: Json, width: int) -> list[str]:
    """What was said of two people, and how to take it back."""
    lines = textwrap.wrap(report["says"], width)
    if not report["changed"]:
        return [*lines, "this was so already: nothing was changed"]
    if len(report["addresses"]) > 2:
        lines += textwrap.wrap(f"one person then has: {', '.join(report['addresses'])}", width)
    if report["dry_run"]:
        return [*lines, "dry run: nothing was changed"]
    return [*lines, f"to take it back: prevail undo {report['link_id']}"]

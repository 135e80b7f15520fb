"""`prevail thread`: a message among those that it answers and that answer it."""

from __future__ import annotations

import textwrap
from typing import Any

import click

from app.cli.console import print_found
from app.cli.options import Common, common
from app.cli.session import reading

Json = dict[str, Any]

STEP = "  "
DEEPEST = 12
"""Steps that are indented; deeper ones stand below one another."""

HELD_BY = {
    "alone": "a message alone",
    "references": "held together by what the messages refer to",
    "thread index": "held together by the conversation index of the messages",
    "conversation": "held together by the conversation that their mailbox names",
}


@click.command("thread")
@click.argument("name", metavar="SOURCE_OR_MESSAGE_ID")
@common
def command(options: Common, name: str) -> None:
    """Print the thread of a message as a tree, with what is missing and where copies lie."""
    from app.use_cases.threads import message_named, thread_of

    with reading(options) as services:
        at = options.viewpoint()
        found = thread_of(services, message_named(services, name, at), at)
    print_found(found, thread_lines, as_json=options.as_json)


def thread_lines(found: Json, width: int) -> list[str]:
    """The subject, what holds the thread together, and one line or more for each message."""
    missing = sum(message["missing"] for message in found["messages"])
    held = len(found["messages"]) - missing
    count = f"{held} message{'' if held == 1 else 's'}" + (f", {missing} not held" if missing else "")
    head = f"{found['subject'] or '(no subject)'} · {count}, {HELD_BY[found['basis']]}"
    lines = textwrap.wrap(head, width, break_on_hyphens=False)
    for message in found["messages"]:
        lines += _message(message, found["subject"], width)
    return lines


def _message(message: Json, subject: str | None, width: int) -> list[str]:
    indent = STEP * min(message["depth"], DEEPEST)
    mark = "▸ " if message["here"] else "· "
    if message["missing"]:
        return textwrap.wrap(f"{indent}{mark}(not held) {message['message_id']}", width, break_on_hyphens=False)
    own = message["title"] if _bare(message["title"]) != _bare(subject) else None
    parts = [message["date"], message["author"], own, message["source_id"][:12]]
    after = indent + " " * len(mark)
    lines = textwrap.wrap(f"{indent}{mark}{' · '.join(filter(None, parts))}", width, subsequent_indent=after)
    notes = [f"attached: {one['title']}" for one in message["attachments"]]
    if len(message["copies"]) > 1:
        notes.append(f"{len(message['copies'])} copies: {', '.join(one['remote_id'] for one in message['copies'])}")
    if message["same_id"]:
        others = ", ".join(one["remote_id"] for one in message["same_id"])
        notes.append(f"the same message id stands on other words in {others}")
    for note in notes:
        lines += textwrap.wrap(note, width, initial_indent=after, subsequent_indent=after + STEP)
    return lines


def _bare(subject: str | None) -> str:
    """A subject without the marks of replies; only for what is shown twice."""
    words = (subject or "").strip()
    while words[:4].rstrip().casefold().rstrip(":") in ("re", "fw", "fwd", "aw", "wg", "ha") and ":" in words:
        words = words.partition(":")[2].strip()
    return words.casefold()

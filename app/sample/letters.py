"""The mail thread and the meeting of the sample project, as a mail client and a recorder save them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from app.sample import facts
from app.sample.templates import Line, lines

_SUBJECT = "Clearance under the stair doors"
_PARTIES = {
    "architect": facts.ARCHITECT,
    "contractor": facts.CONTRACTOR,
    "supplier": facts.SUPPLIER,
    "client": facts.CLIENT,
}
_WIDTH = 72


@dataclass(frozen=True, slots=True)
class Letter:
    """One message of the thread before it becomes mail."""

    sender: facts.Party
    to: tuple[facts.Party, ...]
    sent: datetime
    body: str


def thread() -> Iterator[tuple[str, bytes]]:
    """Yield file name and bytes of each message, oldest first; each quotes all before it."""
    earlier: list[EmailMessage] = []
    quoted = ""
    for number, letter in enumerate(_letters(), start=1):
        body = letter.body + quoted
        message = _message(number, letter, body, earlier)
        yield f"{letter.sent:%Y-%m-%d} {_SUBJECT} {number}.eml", message.as_bytes(policy=SMTP)
        earlier.append(message)
        quoted = _quote(letter, body)


def meeting() -> str:
    """Return the recording of the meeting as WebVTT with one voice a cue."""
    cues = (f"{when}\n<v {party.name}>{body}\n" for when, party, body in _turns())
    note = f"NOTE\n{facts.MEETING}, {facts.PROJECT}\nDate: {facts.in_words(facts.MEETING_DATE)}\n"
    return "\n".join((f"WEBVTT - {facts.MEETING}\n", note, *cues))


def _turns() -> Iterator[tuple[str, facts.Party, str]]:
    for mark, body in _entries(lines("meeting")):
        when, who = mark.split(" | ")
        yield when.replace(" > ", " --> "), _PARTIES[who], body


def _letters() -> Iterator[Letter]:
    for mark, body in _entries(lines("mail")):
        people, when = mark.split(" | ")
        sender, to = people.split(" > ")
        sent = datetime.strptime(when, "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
        paragraphs = (textwrap.fill(line, _WIDTH) for line in body.split("\n"))
        yield Letter(_PARTIES[sender], tuple(_PARTIES[name] for name in to.split("; ")), sent, "\n".join(paragraphs))


def _entries(text: Iterator[Line]) -> Iterator[tuple[str, str]]:
    mark, body = "", list[str]()
    for line in text:
        if line.kind == "entry":
            if mark:
                yield mark, "\n".join(body)
            mark, body = line.text, []
        else:
            body.append(line.text)
    yield mark, "\n".join(body)


def _quote(letter: Letter, body: str) -> str:
    day = f"{facts.in_words(letter.sent.date())} at {letter.sent:%H:%M}"
    quoted = (f">{line}" if line.startswith(">") else f"> {line}".rstrip() for line in body.splitlines())
    return "\n".join((f"\n\nOn {day}, {letter.sender.name} <{letter.sender.address}> wrote:", *quoted))


def _message(number: int, letter: Letter, body: str, earlier: list[EmailMessage]) -> EmailMessage:
    message = EmailMessage()
    message["From"] = _address(letter.sender)
    message["To"] = _address(letter.to[0])
    if letter.to[1:]:
        message["Cc"] = ", ".join(_address(party) for party in letter.to[1:])
    message["Subject"] = f"Re: {_SUBJECT}" if earlier else _SUBJECT
    message["Date"] = format_datetime(letter.sent)
    message["Message-ID"] = f"<hll-doors-{number}@{letter.sender.address.partition('@')[2]}>"
    if earlier:
        message["In-Reply-To"] = earlier[-1]["Message-ID"]
        message["References"] = " ".join(str(one["Message-ID"]) for one in earlier)
    message.set_content(body + "\n")
    return message


def _address(party: facts.Party) -> str:
    return f"{party.name} <{party.address}>"

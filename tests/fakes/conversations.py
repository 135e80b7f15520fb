"""Messages, transcripts and minutes made up from a few lines, read as at ingest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from email.utils import format_datetime

from app.use_cases.reading import Arrival, read_item
from graph.model import Commitment
from graph.vocabulary import SETTLED

RECORDED = datetime(2026, 1, 1, tzinfo=UTC)
WEDNESDAY = date(2025, 3, 12)


@dataclass(frozen=True, slots=True)
class Heard:
    """A conversation's text and what was read in it: what settles something, and all else that a meeting did."""

    text: str
    found: tuple[Commitment, ...]
    points: tuple[Commitment, ...] = ()

    def of(self, kind: str) -> list[Commitment]:
        """What was found of a kind."""
        return [one for one in (*self.found, *self.points) if one.kind == kind]

    def quotes(self, kind: str | None = None) -> list[str]:
        """The words of what was found, white space folded."""
        some = self.of(kind) if kind else self.found
        return [" ".join(self.text[one.span.start : one.span.end].split()) for one in some]

    @property
    def only(self) -> Commitment:
        """The one thing that was found."""
        (one,) = self.found
        return one


def read(data: bytes, name: str) -> Heard:
    """A file as ingest reads it."""
    arrival = Arrival("files", name, f"file:{name}", name, "", ("*",), (), RECORDED)
    prepared = read_item(data, arrival).sources[0]
    settled = tuple(one for one in prepared.commitments if one.kind in SETTLED)
    return Heard(prepared.text, settled, tuple(one for one in prepared.commitments if one.kind not in SETTLED))


def mail_bytes(body: str, sent: date | None = WEDNESDAY, subject: str = "A matter", author: str = "Ann Reed") -> bytes:
    """A message of somebody to Bob Lane."""
    address = f"{author.split()[0].lower()}@example.org"
    head = [f"From: {author} <{address}>", "To: Bob Lane <bob@example.org>", f"Subject: {subject}"]
    if sent:
        head.append(f"Date: {format_datetime(datetime(sent.year, sent.month, sent.day, 9, tzinfo=UTC))}")
    head += ["MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"]
    return ("\n".join(head) + "\n\n" + body + "\n").encode()


def mail(body: str, sent: date | None = WEDNESDAY) -> Heard:
    """What is read in a message."""
    return read(mail_bytes(body, sent), "message.eml")


def captions(turns: Sequence[tuple[str, str]], held: date | None = WEDNESDAY) -> bytes:
    """Captions of turns of ten seconds each."""
    head = f"WEBVTT\n\nNOTE Date: {held}\n\n" if held else "WEBVTT\n\n"
    cues = (
        f"00:{at // 6:02}:{at % 6}0.000 --> 00:{at // 6:02}:{at % 6}9.000\n<v {name}>{said}\n\n"
        for at, (name, said) in enumerate(turns)
    )
    return (head + "".join(cues)).encode()


def talk(*turns: tuple[str, str], held: date | None = WEDNESDAY) -> Heard:
    """What is read in a transcript."""
    name = f"{held} call.vtt" if held else "call.vtt"
    return read(captions(turns, held), name)


def minutes(*lines: str) -> Heard:
    """What is read in the minutes of a meeting."""
    text = "\n\n".join(("Minutes of site meeting no. 3", f"Date: {WEDNESDAY}", *lines))
    return read(text.encode(), "minutes-3.txt")

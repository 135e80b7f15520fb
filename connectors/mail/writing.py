"""A letter written as a parsed document: header block, new and quoted words, what its header states.

Every mail format goes through here, so that all of them read the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from connectors.mail.headers import addresses, header, message_ids, sent_at, spoken
from connectors.mail.letter import Headers, Letter
from connectors.mail.words import write_words
from connectors.protocol import ParsedDocument, Statement
from connectors.text.builder import TextBuilder
from graph.errors import SkipRecord
from graph.model import Span
from graph.thread_index import read_thread_index
from graph.vocabulary import ClaimField, Ground, SourceKind

MOST_RECIPIENTS = 1_000
"""How many addresses of one header line are stated each by itself."""

_SHOWN = (
    ("From", "From"),
    ("To", "To"),
    ("Cc", "Cc"),
    ("Date", "Date"),
    ("Subject", "Subject"),
    ("Start", "X-Start"),
    ("End", "X-End"),
)


def write_letter(letter: Letter, name: str, media_type: str = "message/rfc822") -> ParsedDocument:
    """The letter as a document; lines that are quoted are marked as such.

    Raises:
        SkipRecord: `damaged` where it has neither headers nor words nor attachments.
    """
    builder = TextBuilder()
    builder.warnings += dict.fromkeys(letter.warnings)
    statements = list(_write_header(builder, letter.headers))
    write_words(builder, letter)
    if not builder.blocks and not letter.attachments:
        raise SkipRecord("damaged", f"{name} holds neither headers nor words")
    return replace(builder.document(media_type, statements), attachments=tuple(letter.attachments))


def _write_header(builder: TextBuilder, lines: Headers) -> Iterator[Statement]:
    """The header block, and what it states; spans point at the values in it."""
    shown_lines: dict[str, str] = {}
    for shown, name in _SHOWN:
        if name in ("From", "To", "Cc"):
            value = ", ".join(spoken(pair) for pair in addresses(lines, name))
        else:
            value = header(lines, name) or ""
        if value:
            shown_lines[name] = f"{shown}: {value}"
    written = builder.add("\n".join(shown_lines.values()), "header")
    text = builder.text
    yield Statement(ClaimField.KIND, SourceKind.MAIL, Ground.HEADER)
    for field, name, value in _people(lines):
        yield Statement(field, value, Ground.HEADER, 1.0, _find(text, value, written), note=name)
    subject = header(lines, "Subject")
    if subject:
        yield Statement(ClaimField.TITLE, subject, Ground.HEADER, 1.0, _find(text, subject, written))
    sent = sent_at(lines)
    if sent:
        words, instant, anchor = sent
        note = instant.isoformat() if instant else None
        yield Statement(ClaimField.DATE, words, Ground.HEADER, 1.0, _find(text, words, written), anchor, note)
    yield from _thread(lines)


def _people(lines: Headers) -> Iterator[tuple[ClaimField, str, str]]:
    for pair in addresses(lines, "From") or addresses(lines, "Sender"):
        yield ClaimField.AUTHOR, "From", spoken(pair)
    for name in ("To", "Cc", "Bcc"):
        for pair in addresses(lines, name)[:MOST_RECIPIENTS]:
            yield ClaimField.RECIPIENT, name, spoken(pair)


def _thread(lines: Headers) -> Iterator[Statement]:
    """Message ids: its own, the one it answers, and in one statement those of its thread from the oldest on."""
    for field, name in ((ClaimField.MESSAGE_ID, "Message-ID"), (ClaimField.IN_REPLY_TO, "In-Reply-To")):
        for value in message_ids(lines, name):
            yield Statement(field, value, Ground.HEADER)
    references = message_ids(lines, "References")
    if references:
        yield Statement(ClaimField.REFERENCES, " ".join(references), Ground.HEADER)
    index = read_thread_index(header(lines, "Thread-Index"))
    if index is not None:
        yield Statement(ClaimField.THREAD_INDEX, index.place.hex(), Ground.HEADER)
    conversation = header(lines, "X-Conversation-Id")
    if conversation:
        yield Statement(ClaimField.CONVERSATION, conversation, Ground.HEADER)


def _find(text: str, value: str, within: Span | None) -> Span | None:
    at = text.find(value, within.start, within.end) if within else -1
    return Span(at, at + len(value)) if at >= 0 else None

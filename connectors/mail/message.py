"""Mail messages in MIME form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from email import message_from_bytes
from email.errors import MessageError
from email.message import Message
from email.policy import compat32

from connectors.mail.bodies import read_content
from connectors.mail.headers import addresses, header, message_ids, sent_at, spoken
from connectors.mail.quoting import Stretch, split_stretches
from connectors.protocol import ParsedDocument, Statement
from connectors.text.builder import TextBuilder, normalise, one_line
from connectors.text.layout import group_lines, is_filled, join_lines
from connectors.text.numbering import read_marker
from graph.errors import SkipRecord
from graph.model import Span
from graph.vocabulary import ClaimField, Ground, SourceKind

_SHOWN = (("From", "From"), ("To", "To"), ("Cc", "Cc"), ("Date", "Date"), ("Subject", "Subject"))


def parse_message(data: bytes, name: str) -> ParsedDocument:
    """A message: its header lines, its words (quoted ones marked as such), its attachments.

    Raises:
        SkipRecord: `damaged` where it has neither headers nor words.
    """
    try:
        message = message_from_bytes(data, policy=compat32)
        content = read_content(message)
    except (MessageError, ValueError, LookupError, RecursionError) as error:
        raise SkipRecord("damaged", f"{name} is not a readable message: {error}") from error
    builder = TextBuilder()
    builder.warnings += dict.fromkeys(content.warnings)
    statements = list(_write_header(builder, message))
    for stretch in split_stretches(normalise(content.body()).split("\n")):
        _write(builder, stretch)
    if not builder.blocks and not content.attachments:
        raise SkipRecord("damaged", f"{name} holds neither headers nor words")
    parsed = builder.document("message/rfc822", statements)
    return ParsedDocument(
        parsed.text,
        parsed.media_type,
        parsed.blocks,
        parsed.statements,
        warnings=parsed.warnings,
        attachments=tuple(content.attachments),
    )


def _write_header(builder: TextBuilder, message: Message) -> Iterator[Statement]:
    """The header block, and what it states; spans point at the values in it."""
    lines: dict[str, str] = {}
    for shown, name in _SHOWN:
        if name in ("From", "To", "Cc"):
            value = ", ".join(spoken(pair) for pair in addresses(message, name))
        else:
            value = header(message, name) or ""
        if value:
            lines[name] = f"{shown}: {value}"
    written = builder.add("\n".join(lines.values()), "header")
    text = builder.text
    yield Statement(ClaimField.KIND, SourceKind.MAIL, Ground.HEADER)
    for field, name, value in _people(message):
        yield Statement(field, value, Ground.HEADER, 1.0, _find(text, value, written), note=name)
    subject = header(message, "Subject")
    if subject:
        yield Statement(ClaimField.TITLE, subject, Ground.HEADER, 1.0, _find(text, subject, written))
    sent = sent_at(message)
    if sent:
        words, instant, anchor = sent
        note = instant.isoformat() if instant else None
        yield Statement(ClaimField.DATE, words, Ground.HEADER, 1.0, _find(text, words, written), anchor, note)
    yield from _thread(message)


def _people(message: Message) -> Iterator[tuple[ClaimField, str, str]]:
    for pair in addresses(message, "From") or addresses(message, "Sender"):
        yield ClaimField.AUTHOR, "From", spoken(pair)
    for name in ("To", "Cc"):
        for pair in addresses(message, name):
            yield ClaimField.RECIPIENT, name, spoken(pair)


def _thread(message: Message) -> Iterator[Statement]:
    """Message ids: its own, the one it answers, those of its thread from the oldest on, with their places."""
    for field, name in (
        (ClaimField.MESSAGE_ID, "Message-ID"),
        (ClaimField.IN_REPLY_TO, "In-Reply-To"),
        (ClaimField.REFERENCES, "References"),
    ):
        for place, value in enumerate(message_ids(message, name), start=1):
            yield Statement(field, value, Ground.HEADER, note=str(place) if field is ClaimField.REFERENCES else None)


def _find(text: str, value: str, within: Span | None) -> Span | None:
    at = text.find(value, within.start, within.end) if within else -1
    return Span(at, at + len(value)) if at >= 0 else None


def _write(builder: TextBuilder, stretch: Stretch) -> None:
    """Write one stretch: new words as paragraphs and list items, the rest as it stands."""
    if stretch.kind != "paragraph":
        lines = [one_line(line) for line in stretch.lines]
        builder.add("\n".join(lines).strip("\n"), stretch.kind)
        return
    width = max(len(line) for line in stretch.lines)
    for group in group_lines(stretch.lines):
        _group(builder, group.lines, width)


def _group(builder: TextBuilder, lines: Sequence[str], width: int) -> None:
    start = 0
    for position in range(1, len(lines) + 1):
        if position < len(lines) and read_marker(lines[position].strip()) is None:
            continue
        piece = lines[start:position]
        marker = read_marker(piece[0].strip())
        wrapped = is_filled(piece, min(width, 78)) and len(piece) > 1
        text = join_lines(piece) if wrapped or marker else "\n".join(one_line(line) for line in piece)
        builder.add(text, "list_item" if marker else "paragraph", int(bool(marker)), marker.label if marker else None)
        start = position

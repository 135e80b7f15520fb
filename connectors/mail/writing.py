"""A letter written as a parsed document: header block, new and quoted words, what its header states.

Every mail format goes through here, so that all of them read the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from connectors.mail.headers import addresses, header, message_ids, sent_at, spoken
from connectors.mail.html_text import html_lines
from connectors.mail.letter import Headers, Letter
from connectors.mail.quoting import Stretch, split_stretches
from connectors.protocol import ParsedDocument, Statement
from connectors.text.builder import TextBuilder, normalise, one_line
from connectors.text.layout import group_lines, is_filled, join_lines
from connectors.text.numbering import read_marker
from graph.errors import SkipRecord
from graph.model import Span
from graph.vocabulary import ClaimField, Ground, SourceKind

_SHOWN = (("From", "From"), ("To", "To"), ("Cc", "Cc"), ("Date", "Date"), ("Subject", "Subject"))


def write_letter(letter: Letter, name: str, media_type: str = "message/rfc822") -> ParsedDocument:
    """The letter as a document; lines that are quoted are marked as such.

    Raises:
        SkipRecord: `damaged` where it has neither headers nor words nor attachments.
    """
    builder = TextBuilder()
    builder.warnings += dict.fromkeys(letter.warnings)
    statements = list(_write_header(builder, letter.headers))
    for stretch in split_stretches(normalise(_body(letter)).split("\n")):
        _write(builder, stretch)
    if not builder.blocks and not letter.attachments:
        raise SkipRecord("damaged", f"{name} holds neither headers nor words")
    return replace(builder.document(media_type, statements), attachments=tuple(letter.attachments))


def _body(letter: Letter) -> str:
    """The plain text where there is one, else the HTML as lines with "> " before what is quoted."""
    plain = "\n\n".join(text for text in letter.plain if text.strip())
    return plain or "\n\n".join(html_lines(text) for text in letter.html)


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
    for name in ("To", "Cc"):
        for pair in addresses(lines, name):
            yield ClaimField.RECIPIENT, name, spoken(pair)


def _thread(lines: Headers) -> Iterator[Statement]:
    """Message ids: its own, the one it answers, those of its thread from the oldest on, with their places."""
    for field, name in (
        (ClaimField.MESSAGE_ID, "Message-ID"),
        (ClaimField.IN_REPLY_TO, "In-Reply-To"),
        (ClaimField.REFERENCES, "References"),
    ):
        for place, value in enumerate(message_ids(lines, name), start=1):
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

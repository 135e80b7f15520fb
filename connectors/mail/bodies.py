"""The words of a MIME message and what came with it, found among its parts."""

from __future__ import annotations

import mimetypes
from email.message import Message
from email.policy import compat32

from connectors.mail.headers import header
from connectors.mail.letter import Letter, safe_name
from connectors.protocol import Attachment
from connectors.text.charset import decode

_DEEPEST = 60
_FAITHFUL = compat32.clone(mangle_from_=False)


def read_letter(message: Message) -> Letter:
    """Go through the parts of a message."""
    letter = Letter(header_lines(message))
    _visit(message, letter, 0)
    return letter


def header_lines(part: Message) -> list[tuple[str, str]]:
    """The header lines of a part, raw."""
    return [(name, str(value)) for name, value in part.raw_items()]


def _visit(part: Message, letter: Letter, depth: int) -> None:
    kind = part.get_content_type()
    children = part.get_payload()
    if depth > _DEEPEST:
        letter.warnings.append("parts nested too deep were left out")
    elif kind == "message/rfc822":
        _nested(part, letter)
    elif isinstance(children, list):
        for child in children:
            if isinstance(child, Message):
                _visit(child, letter, depth + 1)
    elif _is_words(part, kind):
        text, warnings = decode(_payload(part), part.get_content_charset())
        (letter.html if kind == "text/html" else letter.plain).append(text)
        letter.warnings += warnings
    elif payload := _payload(part):
        letter.attachments.append(_attachment(part, payload, len(letter.attachments) + 1))


def _is_words(part: Message, kind: str) -> bool:
    """Whether a part holds words of the message; a multipart without parts is taken for plain text."""
    return (kind in ("text/plain", "text/html") or part.get_content_maintype() == "multipart") and not _is_attached(
        part
    )


def _nested(part: Message, letter: Letter) -> None:
    """A message inside the message is an attachment of its own."""
    children = part.get_payload()
    inner = children[0] if isinstance(children, list) and children else None
    if isinstance(inner, Message):
        subject = header(header_lines(inner), "Subject") or f"message-{len(letter.attachments) + 1}"
        letter.attachments.append(Attachment(f"{safe_name(subject)}.eml", inner.as_bytes(policy=_FAITHFUL)))


def _is_attached(part: Message) -> bool:
    return _disposition(part) == "attachment" or _filename(part) is not None


def _disposition(part: Message) -> str:
    words = header(header_lines(part), "Content-Disposition") or ""
    return words.partition(";")[0].strip().casefold()


def _payload(part: Message) -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _attachment(part: Message, payload: bytes, number: int) -> Attachment:
    content_id = (header(header_lines(part), "Content-ID") or "").strip("<> ") or None
    disposition = _disposition(part)
    inline = disposition == "inline" or (content_id is not None and disposition != "attachment")
    return Attachment(_attachment_name(part, number), payload, content_id, inline)


def _filename(part: Message) -> str | None:
    try:
        name = part.get_filename()
    except (LookupError, ValueError, TypeError, IndexError):
        return None
    return name or None


def _attachment_name(part: Message, number: int) -> str:
    """A part's file name without anything that is a path; made up from its type where it has none."""
    name = _filename(part)
    if name:
        return safe_name(name)
    suffix = mimetypes.guess_extension(part.get_content_type()) or ".bin"
    return f"attachment-{number}{suffix}"

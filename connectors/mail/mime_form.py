"""A letter in MIME form: how a message is kept that never was a file of its own."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from email.base64mime import body_encode
from email.header import Header

from connectors.mail.letter import Letter
from connectors.protocol import Attachment
from connectors.text.builder import one_line

_LONGEST_LINE = 76


def mime_form(letter: Letter) -> bytes:
    """The letter as an `.eml`; the same letter always gives the same bytes."""
    head = "".join(f"{_clean(name)}: {_encoded(value)}\n" for name, value in letter.headers)
    parts = list(_parts(letter))
    boundary = f"=_{hashlib.sha256(''.join([head, *parts]).encode()).hexdigest()[:32]}"
    opening = f'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="{boundary}"\n'
    body = "".join(f"\n--{boundary}\n{part}" for part in parts)
    return f"{head}{opening}{body}\n--{boundary}--\n".encode()


def _parts(letter: Letter) -> Iterator[str]:
    for kind, words in [("plain", text) for text in letter.plain] + [("html", text) for text in letter.html]:
        yield f'Content-Type: text/{kind}; charset="utf-8"\n{_base64(words.encode("utf-8", "replace"))}'
    for attachment in letter.attachments:
        yield f"{_attachment_head(attachment)}{_base64(attachment.data)}"


def _attachment_head(attachment: Attachment) -> str:
    name = _encoded(attachment.name.replace('"', "'")).replace("\n", "")
    disposition = "inline" if attachment.inline else "attachment"
    content_id = f"Content-ID: <{one_line(attachment.content_id)}>\n" if attachment.content_id else ""
    return (
        f'Content-Type: application/octet-stream\nContent-Disposition: {disposition}; filename="{name}"\n{content_id}'
    )


def _base64(data: bytes) -> str:
    return f"Content-Transfer-Encoding: base64\n\n{body_encode(data, _LONGEST_LINE)}"


def _clean(name: str) -> str:
    return "".join(sign for sign in name if "!" <= sign <= "~" and sign != ":") or "X"


def _encoded(value: str) -> str:
    """A header value on lines of its own, in encoded words where it is not ASCII."""
    line = one_line(value.encode("utf-8", "surrogateescape").decode("utf-8", "replace"))
    return line if line.isascii() else Header(line, "utf-8").encode()

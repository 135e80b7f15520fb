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
    attached = [f"{_attachment_head(attachment)}{_base64(attachment.data)}" for attachment in letter.attachments]
    return f"{head}MIME-Version: 1.0\n{_multipart('mixed', [*_words(letter), *attached])}".encode()


def _words(letter: Letter) -> Iterator[str]:
    """The bodies in one part, for they say the same."""
    kinds = [("plain", text) for text in letter.plain] + [("html", text) for text in letter.html]
    if kinds:
        parts = [f'Content-Type: text/{kind}; charset="utf-8"\n{_base64(_utf8(text))}' for kind, text in kinds]
        yield _multipart("alternative", parts)


def _multipart(kind: str, parts: list[str]) -> str:
    boundary = f"=_{hashlib.sha256(''.join([kind, *parts]).encode()).hexdigest()[:32]}"
    opened = "".join(f"\n--{boundary}\n{part}" for part in parts)
    return f'Content-Type: multipart/{kind}; boundary="{boundary}"\n{opened}\n--{boundary}--\n'


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "replace")


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

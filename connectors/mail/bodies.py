"""The words of a message and what came with it, found among its MIME parts."""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import Message

from selectolax.lexbor import LexborHTMLParser, LexborNode

from connectors.mail.headers import header
from connectors.markup.hidden import is_hidden
from connectors.text.charset import decode

_UNSAFE = re.compile(r"[\x00-\x1f\x7f/\\:*?\"<>|]+")
_LONGEST_NAME = 180
_DEEPEST = 60
_UNREAD = frozenset({"script", "style", "head", "noscript", "template", "title"})
_BREAKING = frozenset(
    {
        "p",
        "div",
        "li",
        "tr",
        "table",
        "ul",
        "ol",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "pre",
        "hr",
        "blockquote",
        "section",
        "article",
        "dl",
        "dt",
        "dd",
    }
)
_QUOTING = re.compile(
    r"gmail_quote|yahoo_quoted|moz-cite|OutlookMessageHeader|divRplyFwdMsg|appendonsend|protonmail_quote", re.IGNORECASE
)


@dataclass(slots=True)
class Content:
    """Texts and attachments of a message, as they stand in it."""

    plain: list[str] = field(default_factory=list)
    html: list[str] = field(default_factory=list)
    attachments: list[tuple[str, bytes]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def body(self) -> str:
        """The plain text where there is one, else the HTML as lines with "> " before what is quoted."""
        plain = "\n\n".join(text for text in self.plain if text.strip())
        return plain or "\n\n".join(html_lines(text) for text in self.html)


def read_content(message: Message) -> Content:
    """Go through the parts of a message."""
    content = Content()
    _visit(message, content, 0)
    return content


def _visit(part: Message, content: Content, depth: int) -> None:
    kind = part.get_content_type()
    children = part.get_payload()
    if depth > _DEEPEST:
        content.warnings.append("parts nested too deep were left out")
    elif kind == "message/rfc822":
        _nested(part, content)
    elif isinstance(children, list):
        for child in children:
            if isinstance(child, Message):
                _visit(child, content, depth + 1)
    elif _is_words(part, kind):
        text, warnings = decode(_payload(part), part.get_content_charset())
        (content.html if kind == "text/html" else content.plain).append(text)
        content.warnings += warnings
    elif payload := _payload(part):
        content.attachments.append((attachment_name(part, len(content.attachments) + 1), payload))


def _is_words(part: Message, kind: str) -> bool:
    """Whether a part holds words of the message; a multipart without parts is taken for plain text."""
    return (kind in ("text/plain", "text/html") or part.get_content_maintype() == "multipart") and not _is_attached(
        part
    )


def _nested(part: Message, content: Content) -> None:
    """A message inside the message is an attachment of its own."""
    children = part.get_payload()
    inner = children[0] if isinstance(children, list) and children else None
    if isinstance(inner, Message):
        subject = header(inner, "Subject") or f"message-{len(content.attachments) + 1}"
        content.attachments.append((f"{safe_name(subject)}.eml", inner.as_bytes()))


def _is_attached(part: Message) -> bool:
    disposition = header(part, "Content-Disposition") or ""
    return disposition.casefold().startswith("attachment") or _filename(part) is not None


def _payload(part: Message) -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _filename(part: Message) -> str | None:
    try:
        name = part.get_filename()
    except (LookupError, ValueError, TypeError, IndexError):
        return None
    return name or None


def attachment_name(part: Message, number: int) -> str:
    """A part's file name without anything that is a path; made up from its type where it has none."""
    name = _filename(part)
    if name:
        return safe_name(name)
    suffix = mimetypes.guess_extension(part.get_content_type()) or ".bin"
    return f"attachment-{number}{suffix}"


def safe_name(name: str) -> str:
    """The last part of a name, without characters that mean something to a file system."""
    last = re.split(r"[/\\]", name)[-1] or name
    return _UNSAFE.sub("_", last).strip(" .")[:_LONGEST_NAME] or "attachment"


def html_lines(html: str) -> str:
    """HTML as lines of text; lines of block quotations and known quoting blocks start with "> "."""
    body = LexborHTMLParser(html).body
    return "" if body is None else "\n".join(_tidy("".join(_pieces(body, "", 0))))


def _pieces(node: LexborNode, prefix: str, depth: int) -> Iterator[str]:
    for child in node.iter(include_text=True):
        tag = child.tag or ""
        if tag == "-text":
            yield re.sub(r"\s+", " ", child.text_content or "")
        elif tag in _UNREAD or is_hidden(child):
            continue
        elif tag in ("br", "hr"):
            yield f"\n{prefix}"
        elif depth > _DEEPEST:
            yield f" {child.text(separator=' ')} "
        else:
            yield from _element(child, tag, prefix, depth)


def _element(node: LexborNode, tag: str, prefix: str, depth: int) -> Iterator[str]:
    marks = f"{node.attributes.get('class') or ''} {node.attributes.get('id') or ''}"
    inner = prefix + "> " if tag == "blockquote" or _QUOTING.search(marks) else prefix
    breaking = tag in _BREAKING
    yield f"\n{inner}" if breaking else " | " if tag in ("td", "th") and node.prev is not None else ""
    yield from _pieces(node, inner, depth + 1)
    yield f"\n{prefix}" if breaking else ""
    if tag in ("p", "table", "blockquote"):
        yield f"\n{prefix}"


def _tidy(text: str) -> Iterator[str]:
    """Lines without blanks at their ends and with at most one empty line between two others."""
    empty = True
    for line in text.replace("\u00a0", " ").split("\n"):
        stripped = line.strip()
        bare = not stripped.strip("> |")
        if bare and empty:
            continue
        empty = bare
        yield stripped if not bare else ""

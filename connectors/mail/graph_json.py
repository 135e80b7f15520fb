"""Messages as Microsoft Graph gives them: one `message` object, or a list of them, in JSON.

Any field may be absent or null (`$select`, delta pages, drafts). What a letter does not hold stays in
the stored bytes: ids, flags, categories, links.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Any

from connectors.mail.letter import Letter, safe_name
from connectors.mail.writing import write_letter
from connectors.protocol import Attachment, ParsedDocument, Statement
from connectors.text.builder import TextBuilder, one_line
from graph.vocabulary import ClaimField, Ground

MEDIA_TYPE = "application/json"

_Json = Mapping[str, Any]
_TYPES = (".message", ".eventmessage", ".eventmessagerequest", ".eventmessageresponse", ".calendarsharingmessage")
_PEOPLE = (("From", "from"), ("Sender", "sender"), ("To", "toRecipients"), ("Cc", "ccRecipients"))
_MORE_PEOPLE = (("Bcc", "bccRecipients"), ("Reply-To", "replyTo"))
_OF_MESSAGES = frozenset(
    {"toRecipients", "internetMessageId", "receivedDateTime", "sentDateTime", "uniqueBody", "bodyPreview"}
)
_DATES = ("sentDateTime", "receivedDateTime", "createdDateTime")
_DIGEST_CHARS = 8


def find_messages(value: Any) -> list[_Json] | None:
    """The messages of a JSON value, as a page of Graph or an export lists them; None where it is something else."""
    held = value.get("value") if isinstance(value, Mapping) and isinstance(value.get("value"), list) else value
    entries = held if isinstance(held, list) else [held]
    known = [entry for entry in entries if isinstance(entry, Mapping) and "@removed" not in entry]
    return known if known and all(is_message(entry) for entry in known) else None


def is_message(value: Any) -> bool:
    """Whether a JSON value is a message: it says so, or has a subject and enough of what messages have."""
    if not isinstance(value, Mapping):
        return False
    stated = value.get("@odata.type")
    if isinstance(stated, str):
        return stated.casefold().endswith(_TYPES)
    shaped = [("body", "content"), ("body", "contentType"), ("from", "emailAddress"), ("sender", "emailAddress")]
    marks = {key for key, part in shaped if isinstance(value.get(key), Mapping) and part in value[key]}
    return "subject" in value and len(marks | (_OF_MESSAGES & value.keys())) >= 2


def write_messages(value: Any, messages: Sequence[_Json], name: str) -> ParsedDocument:
    """One message as a mail; several as a list whose messages are attached to it.

    Raises:
        SkipRecord: `damaged` where a message holds nothing.
    """
    if len(messages) == 1 and (value is messages[0] or value == [messages[0]]):
        return write_message(messages[0], name)
    builder = TextBuilder()
    builder.add("\n".join(_entry(message) for message in messages), "toc")
    builder.warnings += _unread(value)
    attached = tuple(Attachment(_file_name(message), _bytes(message)) for message in messages)
    return replace(builder.document(MEDIA_TYPE), attachments=attached)


def _entry(message: _Json) -> str:
    return one_line(f"{_date(message) or ''} {_text(message, 'subject') or 'no subject'}")


def _unread(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        if value.get("@odata.nextLink"):
            yield "the list goes on at another address, which was not followed"
        removed = sum(1 for entry in value["value"] if isinstance(entry, Mapping) and "@removed" in entry)
        if removed:
            yield f"{removed} entries only say that a message was removed"


def write_message(message: _Json, name: str) -> ParsedDocument:
    """A message as a mail; a draft says that it is one.

    Raises:
        SkipRecord: `damaged` where it holds neither headers nor words nor attachments.
    """
    document = write_letter(letter_of(message), name, MEDIA_TYPE)
    if message.get("isDraft") is True:
        draft = Statement(ClaimField.STATUS, "draft", Ground.FILE_PROPERTIES, note="isDraft")
        document = replace(document, statements=(*document.statements, draft))
    return document


def letter_of(message: _Json) -> Letter:
    """The letter that a message is."""
    letter = Letter(list(_headers(message)))
    _take_bodies(message, letter)
    attachments = message.get("attachments")
    for attached in attachments if isinstance(attachments, list) else []:
        if isinstance(attached, Mapping):
            _attach(attached, letter)
    if not isinstance(attachments, list) and message.get("hasAttachments") is True:
        letter.warnings.append("the message has attachments that are not in this file")
    return letter


def _headers(message: _Json) -> Iterator[tuple[str, str]]:
    """The fields of the message as header lines, then those of its own header that no field holds."""
    own = list(_own_headers(message))
    written = [(name, value) for name, value in _fields(message) if value]
    known = {name.casefold() for name, _ in written}
    if sent := next((value for name, value in own if name.casefold() == "date"), None):
        written = [(name, sent if name == "Date" else value) for name, value in written]
    yield from written
    yield from ((name, value) for name, value in own if name.casefold() not in known)


def _fields(message: _Json) -> Iterator[tuple[str, str]]:
    for name, key in (*_PEOPLE, *_MORE_PEOPLE):
        yield name, ", ".join(_people(message.get(key)))
    yield "Date", _date(message) or ""
    yield "Subject", _text(message, "subject") or ""
    yield "Message-ID", _text(message, "internetMessageId") or ""
    yield "Thread-Index", _text(message, "conversationIndex") or ""
    yield "X-Conversation-Id", _text(message, "conversationId") or ""
    for name, key in (("X-Start", "startDateTime"), ("X-End", "endDateTime")):
        at = message.get(key)
        yield name, (_date(at, ("dateTime",)) or "") if isinstance(at, Mapping) else ""


def _own_headers(message: _Json) -> Iterator[tuple[str, str]]:
    held = message.get("internetMessageHeaders")
    for line in held if isinstance(held, list) else []:
        if isinstance(line, Mapping) and _text(line, "name"):
            yield _text(line, "name") or "", _text(line, "value") or ""


def _people(value: Any) -> Iterator[str]:
    for entry in value if isinstance(value, list) else [value]:
        told = entry.get("emailAddress") if isinstance(entry, Mapping) else None
        if isinstance(told, Mapping):
            name, address = (one_line(_text(told, key) or "") for key in ("name", "address"))
            name = "" if name.casefold() == address.casefold() else name.replace("\\", "").replace('"', "'")
            yield f'"{name}" <{address}>' if name and address else address or name


def _date(value: _Json, keys: Sequence[str] = _DATES) -> str | None:
    """The first date that some fields hold, as a header writes it; the year 1 stands for none."""
    for key in keys:
        try:
            at = datetime.fromisoformat((_text(value, key) or "").strip())
        except ValueError:
            continue
        if at.year > 1:
            return format_datetime(at if at.tzinfo else at.replace(tzinfo=UTC))
    return None


def _text(value: _Json, key: str) -> str | None:
    held = value.get(key)
    return held if isinstance(held, str) and held else None


def _take_bodies(message: _Json, letter: Letter) -> None:
    for words, is_html in _bodies(message.get("body")):
        (letter.html if is_html else letter.plain).append(words)
    for words, is_html in _bodies(message.get("uniqueBody")):
        if letter.html or letter.plain:
            letter.unique = Letter(html=[words]) if is_html else Letter(plain=[words])
        else:
            (letter.html if is_html else letter.plain).append(words)
            letter.warnings.append("only what is new in the message is in this file")
    preview = _text(message, "bodyPreview")
    if preview and not (letter.html or letter.plain):
        letter.plain.append(preview)
        if message.get("body") is None:
            letter.warnings.append("only the beginning of the message is in this file")


def _bodies(value: Any) -> Iterator[tuple[str, bool]]:
    content = _text(value, "content") if isinstance(value, Mapping) else None
    if content and content.strip():
        stated = (_text(value, "contentType") or "").casefold()
        yield content, stated == "html" or (not stated and content.lstrip()[:1] == "<")


def _attach(attached: _Json, letter: Letter) -> None:
    """A file, a message or other item inside the message, or a link to a file elsewhere, which is told."""
    kind = (_text(attached, "@odata.type") or "").rpartition(".")[2].casefold()
    name = _text(attached, "name") or f"attachment-{len(letter.attachments) + 1}"
    item, data = attached.get("item"), _decoded(_text(attached, "contentBytes"))
    if isinstance(item, Mapping):
        letter.attachments.append(Attachment(f"{safe_name(_text(item, 'subject') or name)}.json", _bytes(item)))
    elif data is not None:
        content_id = (_text(attached, "contentId") or "").strip("<>") or None
        letter.attachments.append(Attachment(safe_name(name), data, content_id, attached.get("isInline") is True))
    elif kind == "referenceattachment" or _text(attached, "sourceUrl"):
        place = _text(attached, "sourceUrl")
        letter.warnings.append(
            f"the attachment {name} is only a link to a file elsewhere{f': {place}' if place else ''}"
        )
    else:
        letter.warnings.append(f"the attachment {name} is not in this file")


def _decoded(words: str | None) -> bytes | None:
    if words is None:
        return None
    try:
        return base64.b64decode("".join(words.split()), altchars=b"-_" if set("-_") & set(words) else None)
    except (binascii.Error, ValueError):
        return None


def _bytes(item: _Json) -> bytes:
    return json.dumps(item, ensure_ascii=False, sort_keys=True).encode("utf-8", "replace")


def _file_name(message: _Json) -> str:
    """The subject, and what tells messages of one subject apart."""
    digest = hashlib.sha256(_bytes(message)).hexdigest()[:_DIGEST_CHARS]
    return f"{safe_name(_text(message, 'subject') or 'message')[:100]} {digest}.json"

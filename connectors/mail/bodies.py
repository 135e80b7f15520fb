"""The words of a MIME message and what came with it, found among its parts."""

from __future__ import annotations

import mimetypes
from collections.abc import Callable, Mapping
from email import message_from_bytes
from email.message import Message
from email.policy import compat32

from connectors.mail.calendar import calendar_lines
from connectors.mail.headers import header
from connectors.mail.html_charset import decode_html
from connectors.mail.letter import Letter, name_of_title, safe_name
from connectors.mail.rtf import read_rtf
from connectors.mail.smime import ENCRYPTED, NOT_VERIFIED, open_envelope
from connectors.mail.tnef import SIGNATURE, open_tnef
from connectors.protocol import Attachment
from connectors.text.charset import decode
from graph.errors import SkipRecord

MOST_PARTS = 2_000
DEEPEST_PARTS = 60
_FAITHFUL = compat32.clone(mangle_from_=False)
_SIGNATURES = frozenset({"application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature"})
_WORDS = frozenset({"text/plain", "text/html", "text/calendar", "text/rtf", "application/rtf"})
_PGP = "-----BEGIN PGP MESSAGE-----"


def read_letter(message: Message) -> Letter:
    """Go through the parts of a message.

    Raises:
        SkipRecord: `bomb` where it has more parts, or parts deeper inside one another, than any sender makes.
    """
    letter = Letter(header_lines(message))
    _Reader(letter).visit(message, 0)
    letter.warnings += [warning for further in letter.further for warning in further.warnings]
    return letter


def header_lines(part: Message) -> list[tuple[str, str]]:
    """The header lines of a part, raw."""
    return [(name, str(value)) for name, value in part.raw_items()]


class _Reader:
    """Fills one letter from the parts of a message."""

    def __init__(self, letter: Letter) -> None:
        self._letter = letter
        self._words_of = letter
        self._alternatives = 0
        self._parts = 0
        self._by_kind: Mapping[str, Callable[[Message, int], None]] = {
            "message/rfc822": self._nested,
            "message/global": self._nested,
            "message/delivery-status": self._status,
            "multipart/alternative": self._alternative,
            "multipart/signed": self._signed,
            "multipart/encrypted": self._encrypted,
            "application/ms-tnef": self._tnef,
            "application/vnd.ms-tnef": self._tnef,
            "application/pkcs7-mime": self._envelope,
            "application/x-pkcs7-mime": self._envelope,
        }

    def visit(self, part: Message, depth: int) -> None:
        """Read one part and those inside it."""
        self._parts += 1
        if self._parts > MOST_PARTS:
            raise SkipRecord("bomb", f"the message has more than {MOST_PARTS} parts")
        if depth > DEEPEST_PARTS:
            raise SkipRecord("bomb", f"the message has parts more than {DEEPEST_PARTS} deep inside one another")
        kind = part.get_content_type()
        if kind in self._by_kind:
            self._by_kind[kind](part, depth)
        elif part.is_multipart():
            self._inside(part, depth)
        else:
            self._leaf(part, kind, depth)

    def _inside(self, part: Message, depth: int) -> None:
        for child in _children(part):
            self.visit(child, depth + 1)

    def _alternative(self, part: Message, depth: int) -> None:
        """Parts that say the same in several forms."""
        self._begin()
        self._alternatives += 1
        self._inside(part, depth)
        self._alternatives -= 1

    def _begin(self) -> None:
        """Take the words that follow for others than those before, unless they are the same in another form."""
        if not self._alternatives and _has_words(self._words_of):
            self._words_of = Letter()
            self._letter.further.append(self._words_of)

    def _leaf(self, part: Message, kind: str, depth: int) -> None:
        payload = _payload(part)
        if payload.startswith(SIGNATURE):
            self._tnef(part, depth)
        elif (_filename(part) or "").lower().endswith(".p7m"):
            self._envelope(part, depth)
        elif _is_words(part, kind):
            self._words(part, kind, payload)
        elif payload or _filename(part):
            self._attach(part, payload)

    def _words(self, part: Message, kind: str, payload: bytes) -> None:
        self._begin()
        letter, charset = self._words_of, _charset(part)
        if kind == "text/html":
            letter.html.append(decode_html(payload, charset, letter.warnings))
        elif kind.endswith("/rtf"):
            read_rtf(payload, None, letter)
        else:
            text, warnings = decode(payload, charset)
            if kind == "text/calendar":
                text = calendar_lines(text, described=not _has_words(self._letter))
            elif _PGP in text:
                warnings = (*warnings, ENCRYPTED)
            letter.plain.append(text)
            letter.warnings += warnings

    def _attach(self, part: Message, payload: bytes) -> None:
        self._letter.attachments.append(_attachment(part, payload, len(self._letter.attachments) + 1))

    def _nested(self, part: Message, depth: int) -> None:
        """A message inside the message is an attachment of its own."""
        letter = self._letter
        inner = next(iter(_children(part)), None)
        if inner is None:
            self._attach(part, _payload(part))
            return
        subject = header(header_lines(inner), "Subject") or f"message-{len(letter.attachments) + 1}"
        letter.attachments.append(Attachment(f"{name_of_title(subject)}.eml", _as_bytes(inner)))

    def _status(self, part: Message, depth: int) -> None:
        """A report on delivery: its fields as lines."""
        self._begin()
        groups = ("\n".join(f"{name}: {value}" for name, value in header_lines(child)) for child in _children(part))
        self._words_of.plain.append("\n\n".join(groups))

    def _signed(self, part: Message, depth: int) -> None:
        for child in _children(part):
            if child.get_content_type() not in _SIGNATURES:
                self.visit(child, depth + 1)
        self._letter.warnings.append(NOT_VERIFIED)

    def _encrypted(self, part: Message, depth: int) -> None:
        self._letter.warnings.append(ENCRYPTED)

    def _envelope(self, part: Message, depth: int) -> None:
        inner, said = open_envelope(_payload(part))
        self._letter.warnings.append(said)
        if inner is not None:
            self.visit(message_from_bytes(inner, policy=compat32), depth + 1)
        elif said != ENCRYPTED:
            self._attach(part, _payload(part))

    def _tnef(self, part: Message, depth: int) -> None:
        """Its words where the message has none of its own, and all its attachments."""
        letter, payload = self._letter, _payload(part)
        try:
            inner = open_tnef(payload, "winmail.dat")
        except SkipRecord as error:
            letter.warnings.append(f"{error.reason}: {error.detail}")
            self._attach(part, payload)
            return
        if not _has_words(letter):
            letter.plain, letter.html = inner.plain, inner.html
        known = {name.casefold() for name, _ in letter.headers}
        letter.headers += [line for line in inner.headers if line[0].casefold() not in known]
        letter.attachments += inner.attachments
        letter.warnings += inner.warnings


def _has_words(letter: Letter) -> bool:
    return any(text.strip() for text in letter.plain + letter.html)


def _children(part: Message) -> list[Message]:
    payload = part.get_payload()
    return [child for child in payload if isinstance(child, Message)] if isinstance(payload, list) else []


def _is_words(part: Message, kind: str) -> bool:
    """Whether a part holds words of the message; a multipart without parts is taken for plain text."""
    return (kind in _WORDS or part.get_content_maintype() == "multipart") and not _is_attached(part)


def _as_bytes(message: Message) -> bytes:
    try:
        return message.as_bytes(policy=_FAITHFUL)
    except (ValueError, LookupError, TypeError, AttributeError):  # header bytes that the library cannot write again
        return message.as_string(policy=_FAITHFUL).encode("utf-8", "surrogateescape")


def _is_attached(part: Message) -> bool:
    return _disposition(part) == "attachment" or _filename(part) is not None


def _disposition(part: Message) -> str:
    words = header(header_lines(part), "Content-Disposition") or ""
    return words.partition(";")[0].strip().casefold()


def _charset(part: Message) -> str | None:
    try:
        return part.get_content_charset()
    except (LookupError, ValueError, TypeError, AttributeError):
        return None


def _payload(part: Message) -> bytes:
    try:
        payload = part.get_payload(decode=True)
    except (LookupError, ValueError, TypeError, AttributeError):
        payload = None
    return payload if isinstance(payload, bytes) else b""


def _attachment(part: Message, payload: bytes, number: int) -> Attachment:
    content_id = (header(header_lines(part), "Content-ID") or "").strip("<> ") or None
    disposition = _disposition(part)
    inline = disposition == "inline" or (content_id is not None and disposition != "attachment")
    return Attachment(_attachment_name(part, number), payload, content_id, inline)


def _filename(part: Message) -> str | None:
    try:
        name = part.get_filename()
    except (LookupError, ValueError, TypeError, IndexError, AttributeError):
        return None
    return _decoded_name(name) if name else None


def _decoded_name(name: str) -> str:
    """A file name in encoded words, which many senders write though no standard has them there."""
    return header([("name", name)], "name") or name


def _attachment_name(part: Message, number: int) -> str:
    """A part's file name without anything that is a path; made up from its type where it has none."""
    name = _filename(part)
    if name:
        return safe_name(name)
    suffix = mimetypes.guess_extension(part.get_content_type()) or ".bin"
    return f"attachment-{number}{suffix}"

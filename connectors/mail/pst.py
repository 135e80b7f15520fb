"""Outlook data files (`.pst`, `.ost`), read by libpff a few messages at a time.

The library is C, so a file is only ever opened in a worker process: once to count the messages of
its folders (`survey`), then for one portion after the other (`read_portion`).
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pypff

from connectors.mail.headers import header
from connectors.mail.letter import name_of_title, safe_name
from connectors.mail.mapi import (
    ATTACH_METHOD,
    INTERNET_CODEPAGE,
    MESSAGE_CODEPAGE,
    Enclosure,
    Entry,
    Value,
    codec,
    read_value,
    to_letter,
)
from connectors.mail.members import Named, checked_members
from connectors.mail.mime_form import mime_form
from connectors.protocol import Attachment, Item, Members, ParsedDocument, Runner
from connectors.text.builder import TextBuilder, one_line
from graph.errors import SkipRecord

MEDIA_TYPE = "application/vnd.ms-outlook-pst"
SIGNATURE = b"!BDN"
LARGEST_MESSAGE_BYTES = 200_000_000
MOST_INSIDE = 1_000
"""How many messages of a data file are read that is itself inside something."""

_PORTION_MESSAGES = 50
_PORTION_BYTES = 32_000_000
_DEEPEST_FOLDERS = 60
_DEEPEST_MESSAGES = 8
_MOST_FOLDERS = 100_000
_LOST = (-1,)
"""Steps to what was deleted from its folder and not yet wiped out; no folder leads there."""


@dataclass(frozen=True, slots=True)
class Place:
    """A folder: the numbers of the folders that lead to it, its path in words, how many messages it has."""

    steps: tuple[int, ...]
    path: str
    count: int


@dataclass(frozen=True, slots=True)
class Portion:
    """Some messages of one folder, from `first` on, at most `most` of them."""

    file: str
    name: str
    place: Place
    first: int
    most: int = _PORTION_MESSAGES


@dataclass(frozen=True, slots=True)
class Survey:
    """What to look into: the path of a file, and the name to call it."""

    file: str
    name: str


def pst_members(path: Path, box: Item, run: Runner) -> Members:
    """The messages of a data file, those of one folder after the other.

    Raises:
        SkipRecord: `damaged`, or why the worker could not open it.
    """
    places = run(survey, b"", Survey(str(path), box.name))
    named = (message for place in places for message in _messages(Portion(str(path), box.name, place, 0), run))
    return Members(sum(place.count for place in places), checked_members(box, named))


def _messages(portion: Portion, run: Runner) -> Iterator[Named]:
    """All messages of a folder; where a portion fails, each of its messages is tried alone."""
    if portion.place.steps == _LOST:
        yield from (_deleted(portion, number) for number in range(1, portion.place.count + 1))
        return
    first = 0
    while first < portion.place.count:
        try:
            found = run(read_portion, b"", replace(portion, first=first))
        except SkipRecord:
            alone = range(first, min(first + portion.most, portion.place.count))
            found = tuple(_alone(replace(portion, first=number, most=1), run) for number in alone)
        yield from found
        first += len(found)


def _deleted(portion: Portion, number: int) -> Named:
    told = f"item {number} of {portion.place.count} that no folder of {portion.name} holds any more: it was deleted"
    return Named(portion.place.path, f"deleted item {number}", SkipRecord("deleted", told))


def _alone(portion: Portion, run: Runner) -> Named:
    try:
        return run(read_portion, b"", portion)[0]
    except SkipRecord as error:
        return Named(portion.place.path, f"message {portion.first + 1} of {portion.place.path}", error)


def survey(data: bytes, asked: Survey) -> tuple[Place, ...]:
    """The folders of a data file that hold messages. Runs in a worker.

    Raises:
        SkipRecord: `damaged`.
    """
    try:
        return tuple(_places(_opened(data, asked.file)))
    except Exception as error:  # the library raises whatever a damaged file makes of it
        raise SkipRecord("damaged", f"{asked.name} is not a readable Outlook data file: {_words(error)}") from error


def read_portion(data: bytes, portion: Portion) -> tuple[Named, ...]:
    """Messages of a folder in MIME form, at least one. Runs in a worker.

    Raises:
        SkipRecord: `damaged` where not even the folder can be reached.
    """
    try:
        file = _opened(data, portion.file)
        folder = file.get_root_folder()
        for step in portion.place.steps:
            folder = folder.get_sub_folder(step)
        charset = _text(file.ascii_codepage)
    except Exception as error:  # the library raises whatever a damaged file makes of it
        raise SkipRecord("damaged", f"{portion.name}: {_words(error)}") from error
    found: list[Named] = []
    size = 0
    for number in range(portion.first, min(portion.first + portion.most, portion.place.count)):
        found.append(_named(folder, number, portion, charset))
        content = found[-1].content
        size += len(content) if isinstance(content, bytes) else 0
        if size > _PORTION_BYTES:
            break
    return tuple(found)


def parse_pst(data: bytes, name: str) -> ParsedDocument:
    """A data file that came inside something: its messages are its attachments.

    Raises:
        SkipRecord: `damaged`.
    """
    places = survey(data, Survey("", name))
    builder = TextBuilder()
    total = sum(place.count for place in places)
    builder.add(f"Outlook data file of {total} messages")
    inside: list[Attachment] = []
    for message in (one for place in places for one in _messages(Portion("", name, place, 0), _in_process(data))):
        if len(inside) == MOST_INSIDE:
            builder.warnings.append(f"only the first {MOST_INSIDE} of {total} messages were read")
            break
        if isinstance(message.content, SkipRecord):
            builder.warnings.append(f"{message.name}: {message.content.detail}")
        else:
            inside.append(Attachment(message.name, message.content))
    return replace(builder.document(MEDIA_TYPE), attachments=tuple(inside))


def _in_process(data: bytes) -> Runner:
    """Runs the reading here: what is parsed is in a worker already."""

    def run(parser: Any, _: bytes, subject: Any) -> Any:
        return parser(data, subject)

    return run


def _opened(data: bytes, path: str) -> Any:
    file = pypff.file()
    if path:
        file.open(path)
    else:
        file.open_file_object(io.BytesIO(data))
    return file


def _places(file: Any) -> Iterator[Place]:
    waiting: list[tuple[Any, tuple[int, ...], str]] = [(file.get_root_folder(), (), "")]
    seen = 0
    while waiting:
        folder, steps, path = waiting.pop()
        seen += 1
        if seen > _MOST_FOLDERS:
            raise ValueError(f"more than {_MOST_FOLDERS} folders")
        if count := _count(folder, "number_of_sub_messages"):
            yield Place(steps, path or "/", count)
        if len(steps) < _DEEPEST_FOLDERS:
            for number in reversed(range(_count(folder, "number_of_sub_folders"))):
                inner = folder.get_sub_folder(number)
                name = safe_name(one_line(_text(inner.name) or f"folder {number + 1}"))
                waiting.append((inner, (*steps, number), f"{path}/{name}".lstrip("/")))
    if lost := _count(file, "number_of_orphan_items"):
        yield Place(_LOST, "deleted", lost)


def _named(folder: Any, number: int, portion: Portion, charset: str | None) -> Named:
    path = portion.place.path
    called = f"message {number + 1} of {path}"
    try:
        letter = to_letter(_entry(folder.get_sub_message(number), charset, 0))
        title = name_of_title(header(letter.headers, "Subject") or f"message {number + 1}")
        return Named(path, f"{title}.eml", mime_form(letter))
    except SkipRecord as error:
        return Named(path, called, error)
    except Exception as error:  # the library raises whatever a damaged file makes of it
        return Named(path, called, SkipRecord("damaged", f"{called}: {_words(error)}"))


def _entry(message: Any, charset: str | None, depth: int) -> Entry:
    properties = _properties(message.record_sets, charset)
    own = codec(properties.get(MESSAGE_CODEPAGE)) or codec(properties.get(INTERNET_CODEPAGE))
    if own and own != charset:
        properties, charset = _properties(message.record_sets, own), own
    entry = Entry(properties)
    recipients = _quietly(message, "recipients")
    if recipients is not None:
        entry.recipients += [_properties([row], charset) for row in recipients.record_sets]
    for number in range(_count(message, "number_of_attachments")):
        entry.enclosures.append(_enclosure(message, number, charset, depth, entry.warnings))
    return entry


def _enclosure(message: Any, number: int, charset: str | None, depth: int, warnings: list[str]) -> Enclosure:
    attachment = message.get_attachment(number)
    properties = _properties(attachment.record_sets, charset)
    try:
        if properties.get(ATTACH_METHOD) == 5 and depth < _DEEPEST_MESSAGES and attachment.number_of_sub_items:
            return Enclosure(properties, item=_entry(attachment.get_sub_item(0), charset, depth + 1))
        size = attachment.size
        if size > LARGEST_MESSAGE_BYTES:
            raise SkipRecord("too large", f"an attachment of {size} bytes; the limit is {LARGEST_MESSAGE_BYTES}")
        return Enclosure(properties, attachment.read_buffer(size) if size else b"")
    except (OSError, ValueError) as error:
        warnings.append(f"attachment {number + 1} could not be read: {_words(error)}")
        return Enclosure(properties, None)


def _properties(record_sets: Any, charset: str | None) -> dict[int, Value]:
    return dict(pair for records in record_sets for pair in _values(records, charset))


def _values(records: Any, charset: str | None) -> Iterator[tuple[int, Value]]:
    for number in range(_count(records, "number_of_entries")):
        try:
            entry = records.get_entry(number)
            identifier, kind, data = entry.entry_type, entry.value_type, entry.data
        except (OSError, ValueError):
            continue
        value = read_value(kind, data, charset) if identifier and kind and data else None
        if value is not None:
            yield identifier, value


def _count(thing: Any, name: str) -> int:
    found = _quietly(thing, name)
    return found if isinstance(found, int) else 0


def _quietly(thing: Any, name: str) -> Any:
    """An attribute that the library may fail to read; None then."""
    try:
        return getattr(thing, name)
    except (OSError, ValueError):
        return None


def _text(value: object) -> str | None:
    return value.decode("ascii", "replace") if isinstance(value, bytes) else str(value) if value else None


def _words(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__

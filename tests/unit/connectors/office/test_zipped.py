"""ZIP archives: their files are read like attachments, and what is made to hurt is refused."""

from __future__ import annotations

import base64
import io
import time
import zipfile
from datetime import UTC, datetime

import pytest

from app.use_cases.reading import Arrival, Reading, read_item
from connectors.formats import Format, sniff
from connectors.office.zipped import DEEPEST, MOST_FILES
from connectors.parsing import parse
from graph.errors import SkipRecord


def _zip(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def _read(data: bytes, name: str) -> Reading:
    return read_item(
        data, Arrival("files", name, f"file:{name}", name, "", ("*",), (), datetime(2026, 1, 1, tzinfo=UTC))
    )


def _reason(data: bytes) -> str:
    with pytest.raises(SkipRecord) as caught:
        parse(data, "a.zip")
    return caught.value.reason


def test_the_files_of_an_archive_come_with_it() -> None:
    """Folders and what systems add are no files; the place of each in the archive is told."""
    data = _zip(
        {"specs/": b"", "specs/door.txt": b"Doors.", "__MACOSX/x": b"x", "b/.DS_Store": b"x", "log.md": b"# Log"}
    )
    parsed = parse(data, "a.zip")
    assert [(one.name, one.data) for one in parsed.attachments] == [("door.txt", b"Doors."), ("log.md", b"# Log")]
    assert parsed.text.split() == ["Archive", "of", "2", "files", "specs/door.txt", "log.md"]


def test_an_archive_that_came_with_a_mail_is_read_file_by_file() -> None:
    """What is in an archive inside the archive too; what cannot be read is told by its place."""
    inner = _zip({"level.txt": b"The level is 4.20 m.", "plan.dwg": b"AC1032\x00"})
    body = f"{_base64(_zip({'inner.zip': inner, 'door.txt': b'The door is 44 mm.'}))}\n"
    head = (
        "From: a@example.com\nSubject: s\nContent-Type: application/zip; name=a.zip\nContent-Transfer-Encoding: base64"
    )
    reading = _read(f"{head}\n\n{body}".encode(), "a.eml")
    assert [one.source.remote_id for one in reading.sources] == [
        "a.eml",
        "a.eml!0/a.zip",
        "a.eml!0/a.zip!0/inner.zip",
        "a.eml!0/a.zip!0/inner.zip!0/level.txt",
        "a.eml!0/a.zip!1/door.txt",
    ]
    assert [(path, error.reason) for path, error in reading.failures] == [
        ("a.eml!0/a.zip!0/inner.zip!1/plan.dwg", "unsupported type")
    ]


def _base64(data: bytes) -> str:
    return base64.encodebytes(data).decode()


def _nested(depth: int) -> bytes:
    data = _zip({"a.txt": b"Yes."})
    for _ in range(depth - 1):
        data = _zip({"a.zip": data})
    return data


@pytest.mark.parametrize(
    "data",
    [
        _zip({"a.txt": bytes(20_000_000)}),
        _zip({f"{number}.txt": b"" for number in range(MOST_FILES + 1)}),
        _nested(DEEPEST + 1),
        _zip({f"{n}.zip": _zip({f"{m}.txt": bytes(400_000) for m in range(12)}) for n in range(50)}),
    ],
)
def test_an_archive_that_never_ends_is_refused_as_a_whole(data: bytes) -> None:
    """Far larger inside, too many files, too deep, or only so together with the archives in it."""
    started = time.perf_counter()
    assert _reason(data) == "bomb"
    assert time.perf_counter() - started < 10


def test_archives_within_the_limits_are_read_at_any_depth_allowed() -> None:
    """As deep as people nest them."""
    assert len(_read(_nested(DEEPEST), "a.zip").sources) == DEEPEST + 1


def test_an_archive_without_anything_to_read_says_why() -> None:
    """Nothing in it, cut off, or locked by a password."""
    assert _reason(_zip({})) == "empty"
    assert _reason(_zip({"a.txt": b"Yes." * 50})[:60]) == "damaged"
    locked = bytearray(_zip({"a.txt": b"Yes."}))
    for signature, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        locked[locked.index(signature) + place] |= 1
    assert _reason(bytes(locked)) == "encrypted"


def test_one_broken_file_of_an_archive_is_told_and_the_others_are_read() -> None:
    """Its check sum is wrong."""
    data = bytearray(_zip({"a.txt": b"Yes.", "b.txt": b"No."}))
    data[data.index(b"PK\x01\x02") + 16] ^= 0xFF
    data[14] ^= 0xFF
    parsed = parse(bytes(data), "a.zip")
    assert [one.name for one in parsed.attachments] == ["b.txt"]
    assert parsed.warnings[0].startswith("a.txt could not be read")


@pytest.mark.parametrize(
    ("name", "data", "advice"),
    [
        ("a.xlsx", _zip({"[Content_Types].xml": b""}), "save its sheets as .csv"),
        ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "save it as .docx"),
        ("a.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "save its sheets as .csv"),
        ("a.ppt", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "print it to PDF"),
    ],
)
def test_files_of_office_programs_that_are_not_read_say_what_to_do(name: str, data: bytes, advice: str) -> None:
    """Known by what the name says where the bytes are of that family."""
    with pytest.raises(SkipRecord, match=advice):
        sniff(data, name)


def test_a_word_file_under_the_old_name_is_read_as_what_it_is() -> None:
    """Programs and people keep the extension when they save anew."""
    assert sniff(b"PK\x03\x04" + b"\x00" * 26 + b"[Content_Types].xml", "a.doc") is Format.DOCX

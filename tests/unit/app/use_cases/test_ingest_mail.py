"""Ingest of mail: boxes as their messages, attachments with their message, an account that adds up."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from app.settings import load_settings
from app.use_cases.ingest import IngestRequest, ingest
from app.wiring import Services, open_services
from graph.model import Source
from graph.progress import silent
from graph.vocabulary import EdgeType
from tests.fakes.inline_pool import InlinePool
from tests.fakes.outlook_files import Item, Part, msg_file

LINE = b"From ada.moss@example.com Mon May  5 09:00:00 2025\n"
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(40)


def _mail(number: int, words: str, *attached: tuple[str, bytes]) -> bytes:
    message = EmailMessage()
    message["From"], message["To"] = "Ada Moss <ada.moss@example.com>", "Bo Reed <bo.reed@example.com>"
    message["Date"], message["Subject"] = f"Mon, 05 May 2025 09:{number:02d}:00 +0000", f"Kiln {number}"
    message["Message-ID"] = f"<{number}@example.com>"
    message.set_content(words)
    for name, data in attached:
        message.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    return message.as_bytes()


def _box(*messages: bytes) -> bytes:
    return b"\n".join(LINE + message for message in messages)


def _ingest(services: Services, folder: Path) -> dict[str, Any]:
    report = ingest(services, IngestRequest((folder,), workers=1), silent).as_json()
    assert report["seen"] == sum(report[name] for name in ("stored", "unchanged", "failed", "skipped"))
    return report


@pytest.fixture
def services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Services]:
    """An empty data directory, and parsing in this process."""
    monkeypatch.setattr("app.use_cases.ingest.ParserPool", InlinePool)
    settings = load_settings({"PREVAIL_DATA": str(tmp_path / "data"), "PREVAIL_EMBEDDER": "hashed"})
    with open_services(settings, write=True) as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder to ingest."""
    (tmp_path / "in").mkdir()
    return tmp_path / "in"


def test_a_box_that_grew_gives_only_what_is_new(services: Services, folder: Path) -> None:
    """And one that lost a message gives nothing."""
    messages = [_mail(number, f"Bay {number} is {number + 10} mm thick.\n") for number in range(1, 5)]
    (folder / "site.mbox").write_bytes(_box(*messages[:3]))
    report = _ingest(services, folder)
    assert (report["seen"], report["stored"]) == (3, 3)
    (folder / "site.mbox").write_bytes(_box(*messages))
    report = _ingest(services, folder)
    assert (report["seen"], report["stored"], report["unchanged"]) == (4, 1, 3)
    (folder / "site.mbox").write_bytes(_box(*messages[1:]))
    report = _ingest(services, folder)
    assert (report["seen"], report["stored"], report["unchanged"]) == (3, 0, 3)


def test_one_bad_message_stops_no_box(services: Services, folder: Path) -> None:
    """It is a failure with a reason among messages that are stored; a repetition is skipped."""
    hurt = b"From: a@example.com\nX: " + b"a" * 2_000_000 + b"\n\nhi\n"
    one, two = _mail(1, "Bay 1 is 11 mm thick.\n"), _mail(2, "Bay 2 is 12 mm thick.\n")
    (folder / "site.mbox").write_bytes(_box(one, hurt, two, one))
    (folder / "broken.pst").write_bytes(b"!BDN" + bytes(3000))
    report = _ingest(services, folder)
    assert (report["seen"], report["stored"], report["failed"], report["skipped"]) == (5, 2, 2, 1)
    assert {failure["reason"] for failure in report["failures"]} == {"bomb", "damaged"}
    [skip] = report["skips"]
    assert (skip["reason"], skip["path"].startswith("in/site.mbox!")) == ("duplicate", True)


def _attached(services: Services) -> set[tuple[str, str]]:
    """What is attached to what, by remote ids without their roots."""
    with services.store.read() as reader:
        ids = {source.id: source.remote_id.removeprefix("in/") for source in reader.find(Source)}
        return {(ids[edge.src], ids[edge.dst]) for edge in reader.edges(types=[EdgeType.ATTACHED_TO])}


def test_what_came_with_a_message_is_attached_to_it(services: Services, folder: Path) -> None:
    """Files, and messages inside messages with theirs; a logo is counted and left out."""
    inner = Item(
        {0x37: "Gauge", 0x1000: "Bay 3 reads 13 mm."}, parts=[Part({0x3707: "log.txt", 0x3701: b"Bay 4: 14 mm"})]
    )
    logo = Part({0x3707: "logo.png", 0x3701: PICTURE, 0x3712: "logo@x", 0x3714: 4})
    (folder / "a.msg").write_bytes(
        msg_file(Item({0x37: "Kiln", 0x1000: "See inside."}, parts=[logo, Part({0x3705: 5}, inner)]))
    )
    report = _ingest(services, folder)
    assert (report["seen"], report["stored"], report["skipped"]) == (4, 3, 1)
    assert [skip["reason"] for skip in report["skips"]] == ["picture"]
    assert _attached(services) == {
        ("a.msg!1/Gauge.eml", "a.msg"),
        ("a.msg!1/Gauge.eml!0/log.txt", "a.msg!1/Gauge.eml"),
    }


def test_a_bomb_in_an_attachment_costs_the_attachment(services: Services, folder: Path) -> None:
    """Nested messages past the limit are told; the message itself is stored."""
    message = _mail(0, "The innermost words.\n")
    for number in range(1, 15):
        body = base64.encodebytes(message).decode()
        message = (
            f"Subject: Level {number}\nMIME-Version: 1.0\nContent-Type: application/octet-stream; name=in.eml\n"
            f"Content-Transfer-Encoding: base64\n\n{body}"
        ).encode()
    (folder / "deep.eml").write_bytes(message)
    report = _ingest(services, folder)
    assert (report["stored"], report["failed"]) == (9, 1)
    assert report["failures"][0]["reason"] == "nested too deep"


def test_progress_counts_messages(services: Services, folder: Path) -> None:
    """A box is as many steps as it has messages, and the last step is the total."""
    (folder / "site.mbox").write_bytes(_box(*(_mail(number, f"Bay {number}.\n") for number in range(1, 6))))
    (folder / "note.txt").write_text("The yard gate is 3 m wide.\n")
    told: list[tuple[int, int | None]] = []

    def progress(stage: str, done: int, total: int | None) -> None:
        if stage == "reading":
            told.append((done, total))

    ingest(services, IngestRequest((folder,), workers=1), progress)
    assert told[0] == (0, 2)
    assert told[-1] == (6, 6)
    assert [done for done, _ in told] == sorted(done for done, _ in told)

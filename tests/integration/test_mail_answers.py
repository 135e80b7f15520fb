"""Mail through the real command line: what stands only in it is found and cited."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.fakes.outlook_files import Item, msg_file
from tests.trials.launcher import Launcher


def _mail(number: int, words: str, *attached: tuple[str, bytes]) -> bytes:
    message = EmailMessage()
    message["From"], message["To"] = "Ada Moss <ada.moss@example.com>", "Bo Reed <bo.reed@example.com>"
    message["Date"], message["Subject"] = f"Mon, 05 May 2025 09:{number:02d}:00 +0000", f"Kiln {number}"
    message["Message-ID"] = f"<{number}@example.com>"
    message.set_content(words)
    for name, data in attached:
        message.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    return message.as_bytes()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder to ingest."""
    (tmp_path / "in").mkdir()
    return tmp_path / "in"


def test_what_stands_only_in_an_outlook_message_is_found_and_cited(
    launcher: Launcher, folder: Path, tmp_path: Path
) -> None:
    """The answer quotes it, and names the sender."""
    item = Item(
        {
            0x37: "Kiln lining",
            0x1000: "The kiln lining is 40 mm thick.",
            0x42: "Ada Moss",
            0x5D02: "ada.moss@example.com",
        }
    )
    (folder / "a.msg").write_bytes(msg_file(item))
    (folder / "b.eml").write_bytes(_mail(2, "The yard is open.\n", ("note.txt", b"The yard gate is 3 m wide.")))
    report = launcher.run("ingest", folder, "--data", tmp_path / "data", "--workers", "1", "--json").json()
    assert (report["stored"], report["failed"]) == (3, 0)
    answer = launcher.run("ask", "How thick is the kiln lining?", "--data", tmp_path / "data", "--json").json()
    assert answer["kind"] == "answer", answer
    assert "40 mm" in answer["answer"]
    assert answer["citations"][0]["title"] == "Kiln lining"

"""Real Outlook data files: every message and every attachment is read, once, and known again."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from connectors.files import FileConnector
from connectors.parsing import parse
from connectors.protocol import Item, ParsedDocument
from connectors.sandbox import ParserPool
from graph.vocabulary import ClaimField
from tests.services.pst import ensure_samples
from tests.trials.launcher import Launcher

FOLDERS = {
    "Top of Personal Folders/lokay-m/MLOKAY (Non-Privileged)": 1,
    "Top of Personal Folders/lokay-m/MLOKAY (Non-Privileged)/TW-Commercial Group": 14,
    "Top of Personal Folders/lokay-m/MLOKAY (Non-Privileged)/Systems": 7,
    "Top of Personal Folders/lokay-m/MLOKAY (Non-Privileged)/Sent Items": 2,
    "Top of Personal Folders/lokay-m/MLOKAY (Non-Privileged)/Personal": 47,
}
COUNTS = {
    "enron.pst": (71, 70),
    "pstextractortest@outlook.com.ost": (183, 34),
    "pstextractortestpdf@outlook.com.ost": (162, 12),
}
"""Messages, appointments included, and attachments; those of the first are in the readme of the package."""


@pytest.fixture(scope="module")
def samples() -> Path:
    """The folder of the data files."""
    return ensure_samples()


@pytest.fixture(scope="module")
def items(samples: Path) -> list[Item]:
    """The messages of the first data file."""
    return _members(samples / "enron.pst")


def _members(path: Path) -> list[Item]:
    [item] = [item for batch in FileConnector([path]).changes(None) for item in batch.upserts]
    assert item.members is not None
    with ParserPool() as pool:
        members = item.members(pool.run)
        found = list(members.items)
    assert len(found) == members.count
    return found


def _read(items: list[Item]) -> list[ParsedDocument]:
    return [parse(item.load(), item.name) for item in items]


def _values(document: ParsedDocument, field: ClaimField) -> list[str]:
    return [statement.value for statement in document.statements if statement.field is field]


@pytest.mark.parametrize("name", sorted(COUNTS))
def test_every_message_and_attachment_of_a_data_file_is_read(samples: Path, name: str) -> None:
    """As many as there are, none of them twice, none of the attachments without its bytes."""
    items = _members(samples / name)
    documents = _read(items)
    attached = [attachment for document in documents for attachment in document.attachments]
    assert (len(documents), len(attached)) == COUNTS[name]
    assert len({item.remote_id for item in items}) == len(items)
    assert all(attachment.data for attachment in attached)
    assert [document.warnings for document in documents if document.warnings] == []


def test_messages_keep_their_folders_and_what_their_headers_say(items: list[Item]) -> None:
    """Folder, people with addresses, day, and the two identities that threads are made of."""
    folders = Counter(item.remote_id.rpartition("!")[2].rpartition("/")[0] for item in items)
    assert folders == FOLDERS
    documents = _read(items)
    for field, count in ((ClaimField.MESSAGE_ID, 71), (ClaimField.THREAD_INDEX, 71), (ClaimField.TITLE, 70)):
        assert sum(bool(_values(document, field)) for document in documents) == count, field
    authors = [author for document in documents for author in _values(document, ClaimField.AUTHOR)]
    assert (len(authors), sum("@" in author for author in authors)) == (71, 57)
    for document in documents:
        sent = next(statement.date for statement in document.statements if statement.field is ClaimField.DATE)
        assert sent is not None
        assert sent.earliest is not None
        assert 2000 <= sent.earliest.year <= 2002


def test_a_data_file_read_again_gives_the_same_bytes(samples: Path, items: list[Item]) -> None:
    """A message is kept in MIME form, and is known again by it."""
    again = _members(samples / "enron.pst")
    assert [(one.remote_id, one.load()) for one in items] == [(one.remote_id, one.load()) for one in again]


def test_the_account_of_a_data_file_adds_up(samples: Path, launcher: Launcher, tmp_path: Path) -> None:
    """Messages and attachments count one by one."""
    report = launcher.run(
        "ingest", samples / "enron.pst", "--data", tmp_path / "data", "--workers", "1", "--json"
    ).json()
    assert report["failed"] == 0
    assert report["seen"] == 71 + 70 == report["stored"] + report["skipped"]
    assert {skip["reason"] for skip in report["skips"]} <= {"unsupported type", "picture"}

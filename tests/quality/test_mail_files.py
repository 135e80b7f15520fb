"""Mail of every format that others collected: each file is read or refused with a known reason."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from connectors.mail import mapi
from connectors.mail.mbox import extents
from connectors.mail.tnef import read_entry
from connectors.parsing import parse
from graph.errors import SkipRecord

MAIL = Path(os.environ.get("PREVAIL_SHARED_DATA", Path(__file__).resolve().parents[3] / "shared" / "data")) / "mail"
TNEF = MAIL / "mimekit" / "tnef"
LISTED_IN_PART = frozenset({"long-filename", "missing-filenames"})
"""Lists that name the body only, though attachments lie in the folder beside them."""

BODIES = frozenset({"body.rtf", "body.html", "body.txt", "message.rtf", "message.html", "message.txt"})
MAIL_NAMES = (".eml", ".msg", ".tnef", ".mbox.txt")


def _outcome(path: Path) -> str:
    try:
        return parse(path.read_bytes(), path.name).media_type
    except SkipRecord as refused:
        return refused.reason


def test_every_file_of_the_mail_folder_is_read_or_refused_by_kind() -> None:
    """What is refused is empty or of a type that is not read; mail itself is read, all of it."""
    outcomes = {path: _outcome(path) for path in sorted(MAIL.rglob("*")) if path.is_file()}
    counts = Counter(outcomes.values())
    print(dict(counts))
    mail = {path.name: outcome for path, outcome in outcomes.items() if path.name.endswith(MAIL_NAMES)}
    assert len(mail) > 100
    assert {name: outcome for name, outcome in mail.items() if "/" not in outcome} == {}
    assert {outcome for outcome in counts if "/" not in outcome} <= {"empty", "unsupported type"}


def _names(entry: mapi.Entry) -> list[str]:
    keys = (mapi.ATTACH_LONG_NAME, 0x3704, 0x3001)
    return [mapi.text(enclosure.properties, *keys) for enclosure in entry.enclosures]


def _listed(path: Path) -> list[str]:
    """The attachments of a TNEF file as the collectors list them, without its bodies."""
    if path.stem in LISTED_IN_PART:
        found = [one.name for one in path.with_suffix("").iterdir()]
    else:
        found = path.with_suffix(".list").read_text("utf-8").splitlines()
    return sorted(name for name in found if name and name not in BODIES)


@pytest.mark.parametrize("path", sorted(TNEF.glob("*.tnef")), ids=lambda path: path.stem)
def test_the_attachments_of_a_tnef_file_are_those_of_its_list(path: Path) -> None:
    """By name and number; a message that is attached is listed twice, once for the words that stand in for it."""
    entry = read_entry(path.read_bytes(), path.name)
    stand_ins = ["Untitled Attachment" for enclosure in entry.enclosures if enclosure.item is not None]
    assert sorted(_names(entry) + stand_ins) == _listed(path)


def test_the_files_of_a_tnef_file_are_byte_for_byte_those_beside_it() -> None:
    """Except where the collectors changed line ends, or cut what only fills up an OLE file."""
    same = 0
    for path in sorted(TNEF.glob("*.tnef")):
        for enclosure in read_entry(path.read_bytes(), path.name).enclosures:
            beside = path.with_suffix("") / mapi.text(enclosure.properties, mapi.ATTACH_LONG_NAME, 0x3704, 0x3001)
            same += beside.is_file() and beside.read_bytes() == enclosure.data
    print(f"{same} attachments are the same")
    assert same >= 20


def test_every_message_of_the_mbox_begins_where_its_list_says() -> None:
    """Some lengths in it are wrong, and some messages hold a mail box themselves."""
    data = (MAIL / "mimekit" / "mbox" / "content-length.mbox.txt").read_bytes()
    for ends, listed in ((b"\n", "unix"), (b"\r\n", "dos")):
        truth = json.loads((MAIL / "mimekit" / "mbox" / f"content-length.{listed}-offsets.json").read_text("utf-8"))
        found = list(extents(data.replace(b"\n", ends)))
        assert [extent.start for extent in found] == [message["beginOffset"] for message in truth]
        assert len(found) == 29

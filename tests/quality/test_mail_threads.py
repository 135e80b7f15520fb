"""Threads of mail that others collected, as a reader of its headers draws them."""

from __future__ import annotations

import os
from pathlib import Path

from connectors.mail.mbox import extents
from connectors.parsing import parse
from tests.fakes.letters import drawn, trees_of

MAIL = Path(os.environ.get("PREVAIL_SHARED_DATA", Path(__file__).resolve().parents[3] / "shared" / "data")) / "mail"

ANSWERS = [
    ["(3352D2BC.94342FC7@netscape.com)", "  33536F24.BBDEA09D@ayce.com"],
    ["(31AEE9BD.59E2@netscape.com)", "  19960603164232.izzy@scr.atm.com"],
    ["(MHTML%96092703403599@SEGATE.SUNET.SE)", "  19960927163654.izzy@scr.atm.com"],
]
"""The three of its messages that answer one, each another, none of which is among them."""


def test_the_mail_box_of_unrelated_messages_stays_unrelated() -> None:
    """Twenty-nine messages, three of which answer others that are missing; two share a subject and no more."""
    data = (MAIL / "mimekit" / "mbox" / "content-length.mbox.txt").read_bytes()
    messages = {str(one.start): data[one.start : one.end] for one in extents(data)}
    trees = trees_of({name: parse(message, f"{name}.eml") for name, message in messages.items()})
    assert len(trees) == 29
    assert sorted(drawn(tree) for tree in trees if len(tree.posts) > 1) == sorted(ANSWERS)

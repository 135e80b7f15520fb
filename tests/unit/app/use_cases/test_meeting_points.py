"""Motions, proposals and topics in the register: listed when asked for, and binding nobody."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from app.cli.commitments import page_lines
from app.use_cases.commitments import CommitmentFilter, list_commitments
from app.use_cases.viewpoint import Viewpoint
from tests.fakes.conversations import captions
from tests.fakes.shelf import Shelf, open_shelf

SAID = [
    ("Chair", "The next item is the canopy."),
    ("Nora Quill", "I propose that we glaze the canopy."),
    ("Ivo Brandt", "I move to approve the zinc roof."),
    ("Chair", "The motion fails for lack of a second."),
    ("Ivo Brandt", "I move to approve the copper roof."),
    ("Nora Quill", "Seconded."),
    ("Chair", "The motion is carried."),
]
AT = Viewpoint("Kiosk", date(2025, 4, 1))


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """One meeting that all may read, and one that only Zed may."""
    with open_shelf(tmp_path_factory.mktemp("points")) as shelf:
        shelf.put("call.vtt", captions(SAID, date(2025, 3, 12)).decode(), "Kiosk")
        shelf.put("secret.vtt", captions(SAID[2:4], date(2025, 3, 13)).decode(), "Kiosk", ("zed",))
        yield shelf


def _page(shelf: Shelf, kind: str | None = None, at: Viewpoint = AT) -> dict[str, Any]:
    return list_commitments(shelf.services, at, CommitmentFilter(kind=kind))


def test_without_a_kind_only_what_settles_something_is_listed(shelf: Shelf) -> None:
    """The decision, with the words of the motion beneath those of the chair."""
    page = _page(shelf)
    assert [(item["kind"], item["what"]) for item in page["items"]] == [("decision", SAID[4][1])]
    lines = "\n".join(page_lines(page, 80))
    assert "“The motion is carried.”\n    on “I move to approve the copper roof.”" in lines
    assert lines.endswith("1 of 1 commitments and decisions, as of 2025-04-01")


def test_motions_are_listed_with_every_step_and_their_outcome(shelf: Shelf) -> None:
    """A carried one is done, a lost one cancelled; each step has its speaker and time."""
    page = _page(shelf, "motion")
    told = {item["what"]: (item["outcome"], item["state"], [s["act"] for s in item["steps"]]) for item in page["items"]}
    assert told == {
        SAID[2][1]: ("failed", "cancelled", ["moved", "failed"]),
        SAID[4][1]: ("carried", "done", ["moved", "seconded", "carried"]),
    }
    lines = "\n".join(page_lines(page, 80))
    assert "motion · Ivo Brandt · failed" in lines
    assert "seconded · Nora Quill · 0:50" in lines
    assert lines.endswith("2 of 2 motions, as of 2025-04-01")


def test_a_motion_of_a_meeting_that_one_may_not_read_is_not_there(shelf: Shelf) -> None:
    """As every derived thing."""
    assert _page(shelf, "motion", Viewpoint("Kiosk", AT.as_of, reader="zed"))["total"] == 3
    assert _page(shelf, "motion", Viewpoint("Kiosk", AT.as_of, reader="ann"))["total"] == 2


@pytest.mark.parametrize(("kind", "what"), [("proposal", SAID[1][1]), ("topic", SAID[0][1])])
def test_proposals_and_topics_have_speaker_and_time(shelf: Shelf, kind: str, what: str) -> None:
    """And a citation with the passage."""
    (item,) = _page(shelf, kind)["items"]
    assert (item["what"], item["citation"]["quote"]) == (what, what)
    assert item["speaker"] == {words: who for who, words in SAID}[what]
    assert item["start_s"] is not None

"""The moment of a meeting: the turn of some words, with its neighbours, for those who may see it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from litestar.testing import TestClient

from app.errors import InvalidInput
from app.main import create_app
from app.settings import load_settings
from app.use_cases.moment import moment_of
from app.use_cases.viewpoint import Viewpoint
from graph.errors import NotFound
from graph.model import Span
from tests.fakes.conversations import captions, mail_bytes
from tests.fakes.shelf import Shelf, open_shelf

SAID = [(f"Speaker {n % 3}", f"Remark number {n} about the doors of the stair.") for n in range(9)]
SAID[4] = ("Ann Reed", "I will send the door schedule by Friday.")
SAID[5] = ("Bo", "Okay.")
LONG = ("Cy Dale", "The stair doors are of oak. " * 90)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """A call that all may read, one that only Zed may, one with a speech, and a mail."""
    with open_shelf(tmp_path_factory.mktemp("moment")) as shelf:
        yield shelf


def _put(shelf: Shelf, name: str, said: list[tuple[str, str]], acl: tuple[str, ...] = ("*",)) -> tuple[str, str]:
    source = shelf.put(name, captions(said, date(2025, 3, 12)).decode(), "Fox Lane School", acl)
    with shelf.services.store.read() as store:
        return source, store.text(source)


def _span(text: str, words: str) -> Span:
    return Span(text.index(words), text.index(words) + len(words))


def test_a_turn_comes_with_three_neighbours_on_either_side(shelf: Shelf) -> None:
    """A word of assent is shown and does not count."""
    source, text = _put(shelf, "call.vtt", SAID)
    found = moment_of(shelf.services, source, _span(text, "door schedule"))
    assert (found["source_id"], found["turn"]["speaker"], found["turn"]["start_s"]) == (source, "Ann Reed", 40.0)
    assert found["turn"]["text"] == SAID[4][1]
    assert found["turn"]["settles"] == ["commitment"]
    assert [turn["text"] for turn in found["before"]] == [words for _, words in SAID[1:4]]
    assert [turn["text"] for turn in found["after"]] == [words for _, words in SAID[5:9]]
    whole = [*found["before"], found["turn"], *found["after"]]
    assert all(text[turn["from"] : turn["to"]] == turn["text"] for turn in whole)


def test_a_long_turn_is_one_moment_however_it_was_cut(shelf: Shelf) -> None:
    """Its passages overlap; the turn stands there once, whole."""
    source, text = _put(shelf, "speech.vtt", [SAID[0], LONG, SAID[1]])
    found = moment_of(shelf.services, source, Span(len(text) // 2, len(text) // 2 + 5))
    assert found["turn"]["text"] == LONG[1].strip()
    assert [turn["text"] for turn in (*found["before"], *found["after"])] == [SAID[0][1], SAID[1][1]]


def test_who_may_not_see_a_meeting_does_not_learn_that_there_is_one(shelf: Shelf) -> None:
    """As for every other source."""
    source, _ = _put(shelf, "secret.vtt", SAID, ("zed",))
    assert moment_of(shelf.services, source, Span(0, 1), Viewpoint(reader="zed"))["turn"]["speaker"] == "Speaker 0"
    for other in (None, "ann"):
        with pytest.raises(NotFound):
            moment_of(shelf.services, source, Span(0, 1), Viewpoint(reader=other))


def test_a_mail_has_no_moment_and_a_text_has_an_end(shelf: Shelf) -> None:
    """Both are told apart from a source that is not there."""
    mail = shelf.put("a.eml", mail_bytes("I will send the levels.").decode(), "Fox Lane School")
    with pytest.raises(NotFound, match="nobody speaks"):
        moment_of(shelf.services, mail, Span(0, 1))
    source, text = _put(shelf, "end.vtt", SAID)
    with pytest.raises(InvalidInput, match="behind its end"):
        moment_of(shelf.services, source, Span(len(text), len(text)))


def test_the_moment_is_served_over_http(tmp_path: Path) -> None:
    """The same object; a place that is no number is refused."""
    with open_shelf(tmp_path) as shelf:
        source, text = _put(shelf, "call.vtt", SAID)
    settings = load_settings({"PREVAIL_DATA": str(tmp_path), "PREVAIL_EMBEDDER": "hashed"})
    with TestClient(create_app(settings), base_url="http://127.0.0.1:8000") as client:
        at = _span(text, "Okay.")
        response = client.get(f"/api/sources/{source}/moment", params={"from": at.start, "to": at.end})
        assert response.status_code == 200, response.text
        assert response.json()["turn"]["speaker"] == "Bo"
        assert client.get(f"/api/sources/{source}/moment", params={"from": -1, "to": 2}).status_code == 400
        assert client.get("/api/sources/s-none/moment", params={"from": 0, "to": 2}).status_code == 404

"""The register of commitments over a small project: use cases, command line, HTTP, access, both time axes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from app.cli.main import run
from app.main import create_app
from app.settings import load_settings
from app.use_cases.commitment_steps import Wish, act_on_commitment
from app.use_cases.commitments import CommitmentFilter, list_commitments, show_commitment
from app.use_cases.ruling import Voice
from app.use_cases.supersede import SupersedeRequest, supersede
from app.use_cases.undo import undo
from app.use_cases.viewpoint import Viewpoint
from graph.errors import NotFound, Refused, UnknownName
from tests.fakes.conversations import captions, mail_bytes
from tests.fakes.shelf import Shelf, open_shelf

PROJECT = "Fox Lane School"
SECTION = (
    "SECTION 08 71 00\nDOOR HARDWARE\nRevision {0}\nDate: {1}\nStatus: Issued\n\n"
    "1.1 General\nClosers shall have a delay of {2} seconds.\n"
)
AT = Viewpoint(PROJECT, date(2025, 4, 1))
LATER = Viewpoint(PROJECT, date(2025, 6, 1))
ADA = Voice("Ada Stone", "agreed on the phone")

Json = dict[str, Any]
Text = tuple[str, str, tuple[str, ...]]

LEVELS = "We will send the levels by 20 May 2025.\n\nIt was agreed that the ramp is timber."
CALL = [("Cy Dale", "I'll send the programme on Monday."), ("Bo", "Okay.")]
TEXTS: list[Text] = [
    ("section-a.txt", SECTION.format("A", "1 February 2025", 5), ("*",)),
    ("section-b.txt", SECTION.format("B", "1 May 2025", 7), ("*",)),
    ("closers.eml", mail_bytes("I will order the closers to Section 08 71 00 by Friday.").decode(), ("*",)),
    ("levels.eml", mail_bytes(LEVELS).decode(), ("*",)),
    (
        "ramp.eml",
        mail_bytes("It was agreed that the ramp is steel instead of timber.", date(2025, 3, 20)).decode(),
        ("*",),
    ),
    ("2025-03-21 call.vtt", captions(CALL, date(2025, 3, 21)).decode(), ("*",)),
    ("secret.eml", mail_bytes("I will pay the bonus by Friday.", author="Zed Pike").decode(), ("zed",)),
]


def fill(shelf: Shelf, texts: list[Text] = TEXTS) -> None:
    """Puts the project's texts on a shelf."""
    for name, text, acl in texts:
        shelf.put(name, text, PROJECT, acl)


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    """The project on a shelf of its own."""
    with open_shelf(tmp_path / "data") as opened:
        fill(opened)
        yield opened


def found(shelf: Shelf, at: Viewpoint = AT, **wanted: Any) -> dict[str, str]:
    """Words and states of what is listed, in its order."""
    page = list_commitments(shelf.services, at, CommitmentFilter(**wanted))
    return {item["citation"]["quote"]: item["state"] for item in page["items"]}


def named(shelf: Shelf, words: str, at: Viewpoint = AT) -> str:
    """Id of the one that has these words."""
    (item,) = list_commitments(shelf.services, at, CommitmentFilter(text=words))["items"]
    return str(item["id"])


def test_what_is_late_comes_first_and_what_is_later_said_is_not_there(shelf: Shelf) -> None:
    """On 1 April two days have passed; the closers' section is still in force."""
    assert found(shelf) == {
        "I will order the closers to Section 08 71 00 by Friday.": "overdue",
        "I'll send the programme on Monday.": "overdue",
        "We will send the levels by 20 May 2025.": "open",
        "It was agreed that the ramp is timber.": "open",
        "It was agreed that the ramp is steel instead of timber.": "open",
    }
    assert list(found(shelf, Viewpoint(PROJECT, date(2025, 3, 12)))) == [
        "I will order the closers to Section 08 71 00 by Friday.",
        "We will send the levels by 20 May 2025.",
        "It was agreed that the ramp is timber.",
    ]


def test_a_promise_is_suspect_once_what_it_relies_on_is_replaced(shelf: Shelf) -> None:
    """Revision B takes the place of A on 1 May; the item says which and why."""
    (item,) = list_commitments(shelf.services, LATER, CommitmentFilter(states=("suspect",)))["items"]
    (lost,) = item["relies_on"]
    assert (lost["is_lost"], lost["signal"]) == (True, "superseded")
    assert "Revision B" in lost["reason"]
    assert found(shelf, LATER, states=("overdue",)).keys() == {
        "I'll send the programme on Monday.",
        "We will send the levels by 20 May 2025.",
    }


def test_a_citation_holds_the_words_the_speaker_and_the_time(shelf: Shelf) -> None:
    """The quote stands in the source at its span."""
    item = show_commitment(shelf.services, named(shelf, "programme"), AT)
    citation = item["citation"]
    with shelf.services.store.read() as store:
        text = store.text(citation["source_id"])
    assert text[slice(*citation["span"])] == citation["quote"]
    assert (citation["speaker"], citation["start_s"], item["due"]) == ("Cy Dale", 0.0, "2025-03-24")


def test_filters_narrow_the_list(shelf: Shelf) -> None:
    """By owner, kind, day, words and file; unknown words are refused with the known ones."""
    assert len(found(shelf, owner="cy dale")) == 1
    assert len(found(shelf, kind="decision")) == 2
    assert len(found(shelf, due_before=date(2025, 3, 20))) == 1
    assert len(found(shelf, source="levels.eml")) == 2
    assert len(found(shelf, text="send levels")) == 1
    with pytest.raises(UnknownName, match="overdue"):
        CommitmentFilter(states=("late",))


def test_pages_follow_one_another(shelf: Shelf) -> None:
    """Every item once, in one order."""
    whole = [item["id"] for item in list_commitments(shelf.services, AT)["items"]]
    pages, cursor = [], None
    while True:
        page = list_commitments(shelf.services, AT, cursor=cursor, limit=2)
        pages += [item["id"] for item in page["items"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert pages == whole


def test_steps_close_assign_and_are_taken_back(shelf: Shelf) -> None:
    """Each undo restores the state before, and the history of what was known stays."""
    services, closers = shelf.services, named(shelf, "closers")
    before = datetime.now(UTC)
    report = act_on_commitment(services, closers, Wish("done"), ADA, AT)
    assert (report["state_before"], report["state"]) == ("overdue", "done")
    with pytest.raises(Refused):
        act_on_commitment(services, closers, Wish("cancel"), ADA, AT)
    assert show_commitment(services, closers, Viewpoint(PROJECT, AT.as_of, before))["state"] == "overdue"
    undo(services, report["step_id"], ADA)
    given = act_on_commitment(services, closers, Wish("assign", "Bo Lund", date(2025, 9, 1)), ADA, AT)
    assert (given["state"], given["owner"], given["due"]) == ("open", "Bo Lund", "2025-09-01")
    assert [step["act"] for step in show_commitment(services, closers, AT)["history"]] == ["assign"]


def test_a_dry_run_changes_nothing(shelf: Shelf) -> None:
    """Reads never write, and a dry run only reads."""
    generation = shelf.services.store.generation()
    closers = named(shelf, "closers")
    report = act_on_commitment(shelf.services, closers, Wish("done"), Voice("Ada", dry_run=True), AT)
    assert (report["state"], report["step_id"]) == ("done", None)
    list_commitments(shelf.services, LATER)
    assert shelf.services.store.generation() == generation


def test_a_later_decision_is_proposed_and_takes_the_place_when_somebody_says_so(shelf: Shelf) -> None:
    """An edge of supersession between the two; undoing the step takes it back; no circle can be closed."""
    timber, steel = named(shelf, "agreed ramp is timber", Viewpoint(PROJECT, date(2025, 3, 12))), named(shelf, "steel")
    proposal = show_commitment(shelf.services, timber, AT)["replaced_by"]
    assert (proposal["id"], proposal["state"]) == (steel, "proposed")
    report = act_on_commitment(shelf.services, timber, Wish("cancel", replaced_by=steel), ADA, AT)
    shown = show_commitment(shelf.services, timber, AT)
    assert (shown["state"], shown["replaced_by"]["state"]) == ("cancelled", "affirmed")
    with pytest.raises(Refused, match="circle"):
        act_on_commitment(shelf.services, steel, Wish("cancel", replaced_by=timber), ADA, AT)
    undo(shelf.services, report["step_id"], ADA)
    shown = show_commitment(shelf.services, timber, AT)
    assert (shown["state"], shown["replaced_by"]["state"]) == ("open", "proposed")


def test_what_was_said_to_be_done_is_shown_and_closes_nothing(shelf: Shelf) -> None:
    """Only words of the same person, later, about the same thing, and not quoted."""
    sent = mail_bytes("I have ordered the closers to Section 08 71 00.\n\n> I have sent the levels.", date(2025, 3, 17))
    shelf.put("done.eml", sent.decode(), PROJECT)
    other = mail_bytes("I have ordered the closers too.", date(2025, 3, 17), author="Zed Pike")
    shelf.put("other.eml", other.decode(), PROJECT)
    item = show_commitment(shelf.services, named(shelf, "closers by friday"), AT)
    assert [one["quote"] for one in item["perhaps_done"]] == ["I have ordered the closers to Section 08 71 00."]
    assert item["state"] == "overdue"
    assert show_commitment(shelf.services, named(shelf, "levels"), AT)["perhaps_done"] == []


def test_what_a_reader_may_not_see_is_not_there(shelf: Shelf) -> None:
    """Neither listed nor counted nor to be acted upon."""
    zed = Viewpoint(PROJECT, AT.as_of, reader="zed")
    hidden = named(shelf, "bonus", zed)
    assert list_commitments(shelf.services, zed)["total"] == list_commitments(shelf.services, AT)["total"] + 1
    with pytest.raises(NotFound):
        show_commitment(shelf.services, hidden, AT)
    with pytest.raises(NotFound):
        act_on_commitment(shelf.services, hidden, Wish("done"), ADA, AT)
    assert list_commitments(shelf.services, Viewpoint("Another project"))["total"] == 0


def test_a_supersession_tells_how_many_promises_it_would_make_suspect(shelf: Shelf) -> None:
    """The closers rely on the section that would go out of force."""
    shelf.put(
        "addendum-1.txt", "ADDENDUM 1\nDate: 10 March 2025\nStatus: Issued\n\nDoor hardware is by others.\n", PROJECT
    )
    request = SupersedeRequest("addendum-1.txt", "section-a.txt", (), date(2025, 3, 25), False, PROJECT)
    report = supersede(shelf.services, request, Voice("Ada Stone", "told", True, dry_run=True, as_of=date(2025, 4, 1)))
    assert report["impact"]["commitments"] == 1


def test_the_order_of_ingest_does_not_matter(tmp_path: Path) -> None:
    """The same ids, states and proposals, and reading again adds nothing."""
    seen = []
    for at, order in enumerate((TEXTS, TEXTS[::-1], [*TEXTS[3:], *TEXTS[:3], *TEXTS])):
        with open_shelf(tmp_path / str(at)) as opened:
            fill(opened, order)
            page = list_commitments(opened.services, LATER)
            seen.append([(i["id"], i["state"], (i["replaced_by"] or {}).get("id")) for i in page["items"]])
    assert all(one == other for one, other in permutations(seen, 2))


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def prevail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command on the project; gives its exit code, stdout and stderr."""
    with open_shelf(tmp_path / "data") as opened:
        fill(opened)
    monkeypatch.setenv("PREVAIL_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PREVAIL_EMBEDDER", "hashed")

    def command(*arguments: str) -> tuple[int, str, str]:
        code = run(arguments)
        said = capsys.readouterr()
        return code, said.out, said.err

    return command


def test_the_command_groups_by_state_and_says_how_to_go_on(prevail: Run) -> None:
    """Overdue first; a step tells how to take it back, and that works."""
    code, out, _ = prevail("commitments", "--as-of", "2025-04-01")
    assert code == 0
    assert out.index("OVERDUE (2)") < out.index("OPEN (3)")
    assert "due 2025-03-14 (“by Friday”)" in out
    page = json.loads(prevail("commitments", "--as-of", "2025-04-01", "--text", "closers", "--json")[1])
    identifier = page["items"][0]["id"]
    code, out, _ = prevail("commitments", "done", identifier[:12], "--by", "Ada Stone", "--as-of", "2025-04-01")
    assert (code, "it was overdue and is done" in out) == (0, True)
    assert prevail(*out.split("to take it back: prevail ")[1].split(), "--by", "Ada Stone")[0] == 0
    assert "OVERDUE" in prevail("commitments", "show", identifier, "--as-of", "2025-04-01")[1]
    code, _, err = prevail("commitments", "comment", identifier, "--by", "Ada Stone")
    assert (code, "give them as the reason" in err) == (1, True)


def test_the_same_goes_over_http(tmp_path: Path) -> None:
    """List, one, an action, a refusal as a problem, a foreign page."""
    with open_shelf(tmp_path / "data") as opened:
        fill(opened)
    settings = load_settings({"PREVAIL_DATA": str(tmp_path / "data"), "PREVAIL_EMBEDDER": "hashed"})
    with TestClient(create_app(settings), base_url="http://127.0.0.1:8000") as client:
        page: Json = client.get(
            "/api/commitments", params={"as_of": "2025-04-01", "state": "overdue", "limit": 1}
        ).json()
        (item,) = page["items"]
        assert page["next_cursor"] == item["id"]
        address = f"/api/commitments/{item['id']}"
        assert client.get(address, params={"as_of": "2025-04-01"}).json() == item | {"perhaps_done": []}
        body = {"act": "done", "by": "Ada Stone", "reason": "sent"}
        assert (
            client.post(f"{address}/actions", json=body, headers={"origin": "http://evil.example"}).status_code == 403
        )
        report = client.post(f"{address}/actions", json=body).json()
        assert report["state"] == "done"
        refused = client.post(f"{address}/actions", json=body)
        assert (refused.status_code, refused.json()["rule"]) == (409, "closed already")
        assert client.post(f"/api/proposals/{report['step_id']}/undo", json={"by": "Ada Stone"}).status_code == 200
        assert client.get(address, params={"as_of": "2025-04-01"}).json()["state"] == "overdue"
        assert client.get("/api/commitments/k-none").status_code == 404

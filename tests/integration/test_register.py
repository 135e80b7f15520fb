"""The register of conflicts through the command line and HTTP: listed, shown, decided each way, undone, exported."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from app.main import create_app
from app.settings import load_settings
from app.use_cases.index import update_index
from graph.conflicts.export import read_csv, replay
from graph.progress import silent
from tests.fakes import jetty
from tests.fakes.commands import Commands
from tests.fakes.jetty import PROJECT
from tests.fakes.shelf import Shelf, open_shelf, reopen_shelf, section

LATER = datetime(2025, 7, 1, 12, tzinfo=UTC)
HANDRAIL = "handrail · height"
POST = "railing post · diameter"


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelf]:
    """The jetty project, in the data directory that commands and server use."""
    monkeypatch.setenv("PREVAIL_EMBEDDER", "hashed")
    monkeypatch.setenv("PREVAIL_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PREVAIL_COMPLIANCE_LEADS", "lea,cleo")
    with open_shelf(tmp_path / "data") as shelf:
        jetty.fill(shelf)
        update_index(shelf.services, silent)
    with reopen_shelf(tmp_path / "data") as shelf:
        yield shelf


@pytest.fixture
def cli(shelf: Shelf, capsys: pytest.CaptureFixture[str]) -> Commands:
    """Runs commands over the project."""
    return Commands(capsys)


@pytest.fixture
def client(shelf: Shelf) -> Iterator[TestClient[Any]]:
    """A server over the same directory."""
    environment = {
        "PREVAIL_DATA": str(shelf.services.settings.data),
        "PREVAIL_EMBEDDER": "hashed",
        "PREVAIL_COMPLIANCE_LEADS": "lea",
    }
    with TestClient(create_app(load_settings(environment)), base_url="http://127.0.0.1") as client:
        yield client


def about(page: Any, slot: str) -> Any:
    """The item of a page that is about a slot."""
    (found,) = [item for item in page["items"] if item["slot"].startswith(slot)]
    return found


def side(item: Any, value: int) -> str:
    """Number of the side that says a value."""
    (found,) = [one["n"] for one in item["sides"] if one["value"] == value]
    return str(found)


def test_the_list_has_what_is_to_decide_and_both_surfaces_say_the_same(cli: Commands, client: TestClient[Any]) -> None:
    """What the order of precedence decides is listed on request only."""
    page = cli("conflicts")
    assert page == client.get("/api/conflicts").json()
    assert [(item["class"], item["state"], item["to_decide"]) for item in page["items"]] == [
        ("contradiction", "open", True)
    ] * 2
    assert (page["total"], page["to_decide"], page["hidden"], page["next_cursor"]) == (2, 2, [], None)
    item = about(page, HANDRAIL)
    assert {one["value"] for one in item["sides"]} == {1000, 1100}
    for one in item["sides"]:
        assert (one["unit"], one["comparator"], one["conditions"]) == ("mm", "=", [])
        assert isinstance(one["scope"], dict)
        assert one["citation"]["quote"] == f"The handrail of the gangway shall be {one['value']} mm high."
        assert one["citation"]["signal"] == "governs"
        assert one["citation"]["clause"].endswith("1.1")
    assert (item["resolution"], item["owner"], item["due"]) == (None, None, None)
    whole = client.get("/api/conflicts", params={"all": "true"}).json()
    assert sorted(one["class"] for one in whole["items"]) == ["contradiction", "contradiction", "update", "update"]
    assert about(whole, "deck board")["rule"] == "default: addendum before specification"


def test_the_list_is_filtered_and_paged(cli: Commands) -> None:
    """By class, state, owner, day, document and words; an unknown word lists the known ones."""
    first = cli("conflicts", "list", "--limit", "1")
    rest = cli("conflicts", "list", "--limit", "1", "--cursor", first["next_cursor"])
    assert (len(first["items"]), len(rest["items"]), rest["next_cursor"]) == (1, 1, None)
    assert first["items"] != rest["items"]
    assert cli("conflicts", "list", "--class", "update")["total"] == 2
    assert cli("conflicts", "list", "--text", "1100 handrail")["total"] == 1
    assert cli("conflicts", "list", "--all", "--source", "list.txt")["total"] == 1
    assert cli("conflicts", "list", "--state", "resolved")["total"] == 0
    item = about(cli("conflicts"), POST)
    cli("conflicts", "assign", item["id"][:10], "--owner", "Bea", "--due", "2025-06-01", "--by", "Ada")
    mine = cli("conflicts", "list", "--owner", "Bea", "--overdue")
    assert [(one["owner"], one["due"], one["overdue"]) for one in mine["items"]] == [("Bea", "2025-06-01", True)]
    assert cli("conflicts", "list", "--overdue", "--as-of", "2025-05-20")["total"] == 0
    assert "after `list`" in cli("conflicts", "--all", "list", code=2)
    assert "--close-one" in cli("conflicts", "resolve", item["id"], code=2)


def test_one_conflict_is_shown_with_both_sides_and_a_letter_that_takes_no_side(cli: Commands) -> None:
    """The words are verbatim, the letter is offered until it is decided."""
    item = about(cli("conflicts"), POST)
    text = cli("conflicts", "show", item["id"], text=True)
    for value in (48, 60):
        assert f"“Railing posts shall have a diameter of {value} mm.”" in text
    beside = next(line for line in text.splitlines() if line.lstrip().startswith("1. "))
    assert re.fullmatch(r"\s+1\. shall = \d+ mm\s+2\. shall = \d+ mm", beside)
    assert "No value meets both" in text
    assert "nobody has done anything about it yet" in text
    letter = cli("conflicts", "show", item["id"], "--rfi", text=True)
    assert letter.startswith("REQUEST FOR INFORMATION (draft, not sent)")
    assert "Neither text is preferred" in letter
    assert "no conflict 'x-none'" in cli("conflicts", "show", "x-none", code=1)


def test_reading_never_writes_nor_does_a_dry_run(shelf: Shelf, cli: Commands, client: TestClient[Any]) -> None:
    """Lists, letters, exports and weighing leave the store as it is."""
    before, item = shelf.services.store.generation(), about(cli("conflicts"), HANDRAIL)
    cli("conflicts", "show", item["id"])
    cli("requirements")
    for form in ("csv", "json", "pdf"):
        assert client.get(f"/api/conflicts/export.{form}").status_code == 200
    report = cli("conflicts", "resolve", item["id"], "--close-one", side(item, 1000), "--dry-run")
    assert (report["step_id"], report["state"], report["class"]) == (None, "resolved", "update")
    assert report["impact"]["requirements"] == 1
    assert shelf.services.store.generation() == before


WAYS = {
    "close-one": ["--close-one", "{1100}"],
    "reject-one": ["--reject-one", "{1000}"],
    "re-date": ["--re-date", "{1100}", "--effective", "2020-01-01"],
    "keep-both": ["--keep-both", "--scope", "1000 below the landing, 1100 above"],
}


@pytest.mark.parametrize("way", WAYS)
def test_each_way_of_deciding_is_carried_out_and_undone_to_the_byte(shelf: Shelf, cli: Commands, way: str) -> None:
    """What was decided stays in the list as what it was, with who and why; undone, all is as before."""
    before, page = shelf.records(), cli("conflicts")
    item = about(page, HANDRAIL)
    filled = [part.replace("{1100}", side(item, 1100)).replace("{1000}", side(item, 1000)) for part in WAYS[way]]
    taken = cli("conflicts", "resolve", item["id"], *filled, "--by", "Ada", "--reason", "site minutes 7")
    after = about(cli("conflicts"), HANDRAIL)
    assert (after["id"], after["class"], after["state"], after["to_decide"]) == (
        item["id"],
        item["class"],
        "resolved",
        False,
    )
    assert (after["resolution"]["by"], after["resolution"]["reason"]) == ("Ada", "site minutes 7")
    assert bool(taken["edge"]) is (way != "keep-both")
    undone = cli("undo", taken["step_id"], "--by", "Bea", "--reason", "too early")
    assert undone["undone"] == way.replace("-", " ").replace("re date", "re-date")
    assert shelf.records() == before
    assert cli("conflicts") == page
    (step,) = cli("conflicts", "show", item["id"])["history"]
    assert (step["undone_by"], step["undone_reason"]) == ("Bea", "too early")
    words = {one["key"]: one["citation"]["quote"] for one in item["sides"]}
    assert step["quote"] == words.get(step["chosen"])


def test_a_decision_changes_what_governs_and_leaves_the_rest_of_the_clause(shelf: Shelf, cli: Commands) -> None:
    """Only the sentence that lost goes: its clause keeps the other demand."""
    item = about(cli("conflicts"), POST)
    cli("conflicts", "resolve", item["id"], "--close-one", side(item, 48), "--by", "Ada")
    clause = cli("governs", "Section 05 52 13 1.2")["matches"][0]
    assert (clause["signal"], clause["replaced_by"][0]["work"]) == ("superseded in part", "Section 06 73 00")
    assert "1.2 “Railing posts shall have a diameter of 60 mm.”: decided by Ada" in clause["reason"]
    stands = {one["says"]: one for one in cli("requirements", "--source", "rails.txt")["items"]}
    gone, kept = stands["shall = 60 mm"], stands["shall ≤ 1500 mm"]
    assert (gone["in_force"], gone["signal"], gone["citation"]["signal"]) == (False, "superseded", "superseded")
    assert (kept["in_force"], kept["signal"], kept["citation"]["signal"]) == (True, "governs", "governs")
    assert "48 mm" in str(shelf.ask("What diameter shall railing posts have?", project=PROJECT)["answer"])
    assert "1500 mm" in str(shelf.ask("How far apart may railing posts be spaced?", project=PROJECT)["answer"])


def test_a_precedence_rule_decides_all_conflicts_of_those_classes_and_is_undone(shelf: Shelf, cli: Commands) -> None:
    """Under an order that says nothing, drawings are put above specifications."""
    cli("precedence", "set", "complementary", "--project", PROJECT, "--by", "Ada")
    before, page = shelf.records(), cli("conflicts")
    item = about(page, "mooring ring")
    assert item["class"] == "contradiction"
    same = about(page, HANDRAIL)
    assert "both sides are specification" in cli("conflicts", "resolve", same["id"], "--precedence-rule", "1", code=1)
    taken = cli("conflicts", "resolve", item["id"], "--precedence-rule", side(item, 100), "--by", "Ada")
    assert (taken["conflicts_changed"], taken["class"]) == (1, "update")
    assert about(cli("conflicts"), "mooring ring")["rule"] == "own: drawing before specification"
    cli("undo", taken["step_id"], "--by", "Ada")
    assert shelf.records() == before
    assert cli("conflicts") == page


def test_over_http_a_conflict_goes_through_its_life(client: TestClient[Any]) -> None:
    """Acknowledged, assigned, commented, withdrawn, reopened; what lacks something is refused as a problem."""
    item = about(client.get("/api/conflicts").json(), HANDRAIL)
    address = f"/api/conflicts/{item['id']}/actions"

    def act(**body: Any) -> Any:
        return client.post(address, json={"by": "Ada"} | body)

    states = [
        act(act="acknowledge").json()["state"],
        act(act="assign", owner="Bea", due="2030-01-31").json()["state"],
        act(act="comment", reason="asked the designer").json()["state"],
        act(act="withdraw", reason="two handrails").json()["state"],
        act(act="reopen").json()["state"],
    ]
    assert states == ["acknowledged", "assigned", "assigned", "withdrawn", "open"]
    shown = client.get(f"/api/conflicts/{item['id']}").json()
    assert [step["act"] for step in shown["history"]] == ["acknowledge", "assign", "comment", "withdraw", "reopen"]
    refused = act(act="keep both")
    assert (refused.status_code, refused.json()["title"], refused.json()["rule"]) == (409, "Refused", "no scope")
    assert refused.headers["content-type"] == "application/problem+json"
    assert act(act="burn").status_code == 400
    assert act(act="close one", side=9).status_code == 404
    assert client.post("/api/conflicts/x-none/actions", json={"act": "comment", "by": "Ada"}).status_code == 404
    taken = act(act="close_one", side=1, reason="agreed").json()
    again = act(act="withdraw")
    assert (again.status_code, again.json()["rule"]) == (409, "settled")
    assert client.post(f"/api/proposals/{taken['step_id']}/undo", json={"by": "Ada"}).status_code == 200
    assert client.get(f"/api/conflicts/{item['id']}").json()["state"] == "open"


def test_undoing_the_edge_takes_its_step_back_too(cli: Commands) -> None:
    """No decision stays in the register whose edge is gone."""
    item = about(cli("conflicts"), HANDRAIL)
    taken = cli("conflicts", "resolve", item["id"], "--close-one", "1", "--by", "Ada")
    assert cli("undo", taken["edge"]["id"], "--by", "Bea")["step_id"] == taken["step_id"]
    assert about(cli("conflicts"), HANDRAIL)["state"] == "open"


def test_every_exported_form_replays_to_the_state_of_the_register(
    cli: Commands, client: TestClient[Any], tmp_path: Path
) -> None:
    """Through files of the command line and through HTTP, with steps that were taken back among them."""
    page = cli("conflicts")
    item, other = about(page, HANDRAIL), about(page, POST)
    cli("conflicts", "assign", item["id"], "--owner", "Bea", "--due", "2030-01-31", "--by", "Ada")
    cli("undo", cli("conflicts", "comment", item["id"], "--reason", "=1+1", "--by", "Ada")["step_id"], "--by", "Ada")
    cli("conflicts", "resolve", other["id"], "--keep-both", "--scope", "Прогон А / 栏杆", "--by", "Ada")
    wanted = {one["id"]: one["state"] for one in cli("conflicts")["items"]}
    assert sorted(wanted.values()) == ["assigned", "resolved"]
    for form in ("csv", "json", "pdf"):
        file = tmp_path / f"register.{form}"
        cli("conflicts", "export", "--out", str(file), text=True)
        replayed = cli("conflicts", "replay", str(file))
        assert replayed["identical"]
        assert {one["id"]: one["state"] for one in replayed["items"]} == wanted
        assert client.get(f"/api/conflicts/export.{form}").status_code == 200
    rows = read_csv(client.get("/api/conflicts/export.csv").text)
    assert {subject: standing.state for subject, standing in replay(rows).items()} == wanted
    body = client.get("/api/conflicts/export.json").json()
    assert replay(body["rows"]) == replay(rows)
    assert [len(one["history"]) for one in body["items"]].count(2) == 1
    assert "no exported register" in cli("conflicts", "replay", __file__, code=1)


def test_the_report_shows_every_script_that_the_texts_are_written_in(cli: Commands, tmp_path: Path) -> None:
    """Cyrillic and Chinese words come out of the PDF as they went in."""
    import pypdfium2

    item = about(cli("conflicts"), POST)
    cli("conflicts", "resolve", item["id"], "--keep-both", "--scope", "Прогон А / 栏杆 ≥ 1", "--by", "Ўткир")
    file = tmp_path / "register.pdf"
    cli("conflicts", "export", "--out", str(file), text=True)
    document = pypdfium2.PdfDocument(file)
    text = "".join(page.get_textpage().get_text_range() for page in document)
    document.close()
    for words in ("Прогон А / 栏杆 ≥ 1", "Ўткир", "Gull Jetty", "railing post · diameter"):
        assert words in text


def test_a_revised_document_meets_the_same_record_again(shelf: Shelf, cli: Commands) -> None:
    """Settled on the same values it stays settled; another value opens it."""
    item = about(cli("conflicts"), HANDRAIL)
    cli("conflicts", "resolve", item["id"], "--keep-both", "--scope", "by flight", "--by", "Ada")
    same = jetty.DECKING.replace("Revision A", "Revision B").replace("11 March", "12 June")
    shelf.put("decking-b.txt", same, PROJECT, recorded_at=LATER)
    stays = about(cli("conflicts"), HANDRAIL)
    assert (stays["id"], stays["state"], stays["reopened"]) == (item["id"], "resolved", False)
    other = same.replace("Revision B", "Revision C").replace("12 June", "13 June").replace("1100 mm", "1200 mm")
    shelf.put("decking-c.txt", other, PROJECT, recorded_at=LATER)
    opened = about(cli("conflicts"), HANDRAIL)
    assert (opened["id"], opened["state"], opened["reopened"]) == (item["id"], "open", True)


def test_what_was_decided_elsewhere_is_offered_and_not_applied(shelf: Shelf, cli: Commands) -> None:
    """The second project's conflict of the same values stays open, with the first as a precedent."""
    for name, text in (("rails-2.txt", jetty.RAILS), ("decking-2.txt", jetty.DECKING)):
        shelf.put(name, text, "Heron Pier")
    item = about(cli("conflicts", "--project", PROJECT), HANDRAIL)
    cli("conflicts", "resolve", item["id"], "--keep-both", "--scope", "by flight", "--by", "Ada")
    other = about(cli("conflicts", "--project", "Heron Pier"), HANDRAIL)
    assert (other["state"], other["id"] == item["id"]) == ("open", False)
    (offer,) = cli("conflicts", "show", other["id"])["precedents"]
    assert (offer["id"], offer["same_values"], offer["resolution"]["scope"]) == (item["id"], True, "by flight")


def test_a_step_is_not_known_before_it_was_taken(cli: Commands) -> None:
    """As known then, the register is as it was; what binds on another day is another question."""
    item = about(cli("conflicts"), HANDRAIL)
    cli("conflicts", "acknowledge", item["id"], "--by", "Ada")
    then = cli("conflicts", "--known-at", "2025-06-01")
    assert about(then, HANDRAIL)["state"] == "open"
    assert about(cli("conflicts"), HANDRAIL)["state"] == "acknowledged"
    assert cli("conflicts", "--as-of", "2025-03-07")["total"] == 1


def test_a_hidden_side_hides_the_conflict_and_a_lead_learns_only_that_there_is_one(
    shelf: Shelf, cli: Commands, client: TestClient[Any]
) -> None:
    """Lists, letters, steps and exports alike; who may see both sides sees all of it."""
    secret = jetty.DECKING.replace("06 73 00", "06 73 99").replace("25 mm", "31 mm").replace("48 mm", "60 mm")
    shelf.put("secret.txt", secret.replace("gangway shall be 1100", "gangway shall be 1777"), PROJECT, ("ann",))
    nobody, ann, lea = (cli("conflicts", *who) for who in ((), ("--reader", "ann"), ("--reader", "lea")))
    assert (nobody["total"], nobody["hidden"]) == (2, [])
    hidden = [one["id"] for one in lea["hidden"]]
    assert lea["items"] == nobody["items"]
    assert sorted(hidden) == sorted({one["id"] for one in ann["items"]} - {one["id"] for one in nobody["items"]})
    assert hidden
    for word in ("1777", "06 73 99", "secret.txt"):
        assert word in str(ann)
        assert word not in str(lea) + str(nobody)
    assert client.get(f"/api/conflicts/{hidden[0]}?reader=lea").json() == {"id": hidden[0], "hidden": True}
    assert client.get(f"/api/conflicts/{hidden[0]}").status_code == 404
    step = {"act": "acknowledge", "by": "Lea", "reader": "lea"}
    assert client.post(f"/api/conflicts/{hidden[0]}/actions", json=step).status_code == 404
    taken = client.post(f"/api/conflicts/{hidden[0]}/actions", json=step | {"reader": "ann"}).json()
    assert hidden[0] not in client.get("/api/conflicts/export.csv").text
    assert hidden[0] in client.get("/api/conflicts/export.csv?reader=ann").text
    assert client.post(f"/api/proposals/{taken['step_id']}/undo", json={"by": "Bob"}).status_code == 404


def test_an_edition_clash_is_shown_with_the_words_that_name_each_edition(shelf: Shelf, cli: Commands) -> None:
    """It is kept with a scope, since no sentence of it has to go."""
    for name, number, edition in (("pipes.txt", "22 11 13", "1997"), ("tanks.txt", "22 12 00", "2006")):
        text = section(number, "Water", "A", "5 May 2025", f"Pipes shall comply with BS 6700:{edition}.")
        shelf.put(name, text, PROJECT)
    (item,) = cli("conflicts", "list", "--class", "edition clash")["items"]
    assert sorted(one["citation"]["quote"] for one in item["sides"]) == ["BS 6700:1997", "BS 6700:2006"]
    assert "which edition applies" in cli("conflicts", "show", item["id"], "--rfi", text=True)
    taken = cli("conflicts", "resolve", item["id"], "--close-one", "1", "--by", "Ada", "--reason", "per letter 4")
    assert (taken["edge"], taken["state"]) == (None, "resolved")
    assert "close one side 1: per letter 4" in cli("conflicts", "show", item["id"], text=True)

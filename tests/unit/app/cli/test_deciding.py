"""The commands by which people decide, on a small project of its own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.cli.decision import login_name
from app.cli.main import run
from graph.time import now_utc
from tests.fakes.quay import PROJECT, SLIP, fill
from tests.fakes.shelf import open_shelf

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def prevail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command on the project; gives its exit code, stdout and stderr."""
    with open_shelf(tmp_path / "data") as shelf:
        fill(shelf)
        shelf.corpus()
    monkeypatch.setenv("PREVAIL_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PREVAIL_EMBEDDER", "hashed")

    def command(*arguments: str) -> tuple[int, str, str]:
        code = run(arguments)
        said = capsys.readouterr()
        return code, said.out, said.err

    return command


def outcome(prevail: Run, *arguments: str) -> dict[str, Any]:
    """The JSON of a command that succeeds."""
    code, out, err = prevail(*arguments, "--json")
    assert code == 0, err
    value: dict[str, Any] = json.loads(out)
    return value


def test_supersede_shows_its_impact_and_how_to_take_it_back(prevail: Run) -> None:
    """First as a dry run, then for real, then undone by what the output says."""
    pair = ("Addendum 3", "Section 09 30 13 Rev B")
    code, out, _ = prevail("supersede", *pair, "--dry-run", "--by", "Ada Stone")
    assert code == 0
    assert "Section 09 30 13 Revision B: governs → superseded" in out
    assert "dry run: nothing was changed" in out
    code, out, _ = prevail("supersede", *pair, "--by", "Ada Stone", "--reason", "agreed on site")
    assert code == 0
    words = out.split("to take it back: prevail ")[1].split()
    assert "decided by Ada Stone (agreed on site)" in prevail("governs", "tiling-b.txt")[1] + prevail(
        "governs", "Section 09 30 13"
    )[1].replace("\n    ", " ")
    code, out, _ = prevail(*words)
    assert code == 0
    assert out.startswith("undone (supersede): Addendum 3 supersedes")
    log = outcome(prevail, "proposals", "log")["items"]
    assert [(row["by"], row["undone_by"]) for row in log] == [("Ada Stone", login_name())]


def test_a_refusal_is_one_sentence_with_the_order_or_the_choices(prevail: Run) -> None:
    """Exit code 1, nothing on stdout."""
    for arguments, words in (
        (("supersede", "mail.eml", "Addendum 3"), "addendum > agreement"),
        (("supersede", "Addendum 3", "Section 09 30 13"), "tiling-a.txt"),
        (("supersede", "tiling-a.txt", "tiling-b.txt"), "later version"),
        (("supersede", "Addendum 3", "Nothing 1"), "no document 'Nothing 1' here"),
        (("undo", "r-0000"), "no ruling in effect 'r-0000' here"),
    ):
        code, out, err = prevail(*arguments)
        assert (code, out) == (1, "")
        assert words in err
        assert err.count("\n") == 1


def test_proposals_are_listed_shown_affirmed_and_rejected(prevail: Run) -> None:
    """With quote, method, confidence and impact."""
    code, out, _ = prevail("proposals")
    assert code == 0
    assert "“This bulletin supersedes Section 09 30 23.”" in out
    assert "declaration · confidence 0.90" in out
    assert "affirming it changes on" in out
    (item,) = outcome(prevail, "proposals")["items"]
    assert outcome(prevail, "proposals", "--project", "Elsewhere")["items"] == []
    assert prevail("proposals", "affirm", item["id"])[0] == 1
    assert prevail("proposals", "affirm", item["id"], "--override", "--reason", "it was issued by hand")[0] == 0
    assert outcome(prevail, "proposals", "list", "--state", "affirmed")["items"][0]["id"] == item["id"]
    code, out, _ = prevail("proposals", "reject", item["id"], "--by", "Olaf Brand")
    assert code == 0
    assert out.startswith("rejected by Olaf Brand: ")
    code, out, _ = prevail("proposals", "show", item["id"])
    assert "Olaf Brand" in out
    assert "it was issued by hand" in out


def test_precedence_is_shown_chosen_and_edited(prevail: Run) -> None:
    """Presets and orders of one's own, with history."""
    project = ("--project", PROJECT)
    assert "  1  statute" in prevail("precedence", *project)[1]
    assert prevail("precedence", "set", "complementary", *project, "--by", "Ada Stone")[0] == 0
    code, out, _ = prevail("precedence", "edit", "addendum > specification = drawing", *project, "--name", "ours")
    assert code == 0
    assert "superseded in part" in out
    shown = outcome(prevail, "precedence", "show", *project)
    assert (shown["name"], shown["tiers"]) == ("ours", [["addendum"], ["specification", "drawing"]])
    assert [record["name"] for record in shown["history"]] == ["complementary", "ours"]
    code, _, err = prevail("precedence", "set", "fidic", *project)
    assert code == 1
    assert "fidic-red-1999" in err


def test_an_edited_order_is_bitemporal(prevail: Run) -> None:
    """The instant before the edit keeps the order, and the verdict, that was known then."""
    before, project = now_utc().isoformat(), ("--project", PROJECT)
    prevail("precedence", "edit", "specification > addendum", *project, "--name", "ours")
    assert outcome(prevail, "precedence", *project)["name"] == "ours"
    assert outcome(prevail, "precedence", *project, "--known-at", before)["name"] == "default"
    signals = [
        outcome(prevail, "governs", "Section 09 30 23", *known)["matches"][0]["signal"]
        for known in ((), ("--known-at", before))
    ]
    assert signals == ["governs, contested", "superseded in part"]


def test_stats_count_edges_by_who_let_them_take_effect(prevail: Run) -> None:
    """Every state is named, also those of no edge."""
    before = outcome(prevail, "stats")["supersession_edges"]["value"]
    assert set(before) == {"proposed", "certified", "affirmed", "rejected"}
    assert before["affirmed"] == 0
    prevail("supersede", "Addendum 3", "tiling-b.txt")
    after = outcome(prevail, "stats")["supersession_edges"]["value"]
    assert after == before | {"affirmed": 1}


def test_receipts_are_listed_recalled_verified_and_replayed(prevail: Run) -> None:
    """The answer is suspect after its evidence was displaced, and replays as it was."""
    answer = outcome(prevail, "ask", SLIP)
    assert answer["kind"] == "answer"
    prevail("supersede", "Addendum 3", "tiling-b.txt")
    code, out, _ = prevail("receipts")
    assert code == 0
    assert "suspect" in out
    code, out, _ = prevail("receipts", "recall")
    assert "governs → superseded" in out
    code, out, _ = prevail("receipts", "show", answer["receipt_id"])
    assert "45 units" in out
    assert prevail("receipts", "verify")[0] == 0
    code, out, _ = prevail("receipts", "replay", answer["receipt_id"])
    assert (code, out) == (0, f"identical: {SLIP}\n")

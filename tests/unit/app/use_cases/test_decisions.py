"""A person's decisions on a small project: weighed, recorded, taken back, and what they do to answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from app.errors import InvalidInput
from app.use_cases.naming import Ambiguous, document_named
from app.use_cases.precedence import OrderChoice, set_precedence, show_precedence
from app.use_cases.proposals import judge, list_proposals, proposal
from app.use_cases.recall import list_receipts, show_receipt, verify_receipts
from app.use_cases.replay import replay
from app.use_cases.ruling import Voice
from app.use_cases.supersede import SupersedeRequest, supersede
from app.use_cases.undo import log_of, undo
from app.use_cases.viewpoint import Viewpoint, view
from graph.errors import NotFound, Refused, UnknownName
from graph.time import now_utc
from graph.vocabulary import EdgeState
from tests.fakes.quay import DOCUMENTS, GROUT, PROJECT, SLIP, fill
from tests.fakes.shelf import Shelf, open_shelf

ADA = Voice("Ada Stone", "agreed on site")
FORCED = replace(ADA, override=True)


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    """The project, read and indexed."""
    with open_shelf(tmp_path / "data") as shelf:
        fill(shelf)
        shelf.corpus()
        yield shelf


def signal(shelf: Shelf, name: str, known_at: datetime | None = None) -> str:
    """Today's signal of the file of that name."""
    governing = view(shelf.services, Viewpoint(known_at=known_at))
    source = next(key for key, one in governing.snapshot.sources.items() if one.remote_id == name)
    return str(governing.of_source(source).signal)


def asked(shelf: Shelf, question: str) -> dict[str, Any]:
    """An answer about today, with its receipt."""
    return shelf.ask(question, as_of=None, project=PROJECT)


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Section 09 30 13 Rev A", "tiling-a.txt"),
        ("section 09 30 13, revision b", "tiling-b.txt"),
        ("tiling-a.txt", "tiling-a.txt"),
        ("tiling-b", "tiling-b.txt"),
        ("Section 09 30 23", "grout.txt"),
        ("Addendum 3", "addendum.txt"),
    ],
)
def test_a_document_is_named_as_people_name_it(shelf: Shelf, name: str, file: str) -> None:
    """By number with its revision, by file name, with or without its extension, or by id."""
    governing = view(shelf.services)
    source = document_named(governing, name)
    assert governing.snapshot.sources[source].remote_id == file
    assert document_named(governing, source[:12]) == source


def test_an_ambiguous_name_lists_the_choices(shelf: Shelf) -> None:
    """A number with two revisions does not say which."""
    with pytest.raises(Ambiguous, match="tiling-a.txt") as ambiguous:
        document_named(view(shelf.services), "Section 09 30 13")
    assert len(ambiguous.value.choices) == 2
    with pytest.raises(NotFound):
        document_named(view(shelf.services), "Section 99 99 99")


def test_a_decision_changes_what_its_dry_run_said(shelf: Shelf) -> None:
    """Dry run and real run give the same impact; only the real one changes anything."""
    answer = asked(shelf, GROUT)
    request = SupersedeRequest("Addendum 3", "Section 09 30 23")
    weighed = supersede(shelf.services, request, replace(ADA, dry_run=True))
    assert signal(shelf, "grout.txt") == "superseded in part"
    assert log_of(shelf.services) == []
    done = supersede(shelf.services, request, ADA)
    assert weighed["impact"] == done["impact"]
    assert signal(shelf, "grout.txt") == "superseded"
    (source,) = done["impact"]["sources"]
    assert (source["from"], source["to"]) == ("superseded in part", "superseded")
    assert done["impact"]["passages"] >= 1
    assert done["impact"]["requirements"] == done["impact"]["commitments"] == 0
    assert (done["edge"]["state"], done["edge"]["by"], done["edge"]["method"]) == ("affirmed", "Ada Stone", "person")
    assert answer["kind"] == "answer"


def test_the_impact_names_the_stored_answers_that_would_fall(shelf: Shelf) -> None:
    """An answer about today that cites what would go out of force; one that does not is not named."""
    first, _ = asked(shelf, SLIP), asked(shelf, GROUT)
    request = SupersedeRequest("Addendum 3", "tiling-b.txt")
    report = supersede(shelf.services, request, replace(ADA, dry_run=True))
    assert [a["receipt_id"] for a in report["impact"]["stored_answers"]] == [first["receipt_id"]]


def test_clauses_are_superseded_one_by_one(shelf: Shelf) -> None:
    """The other clause stays in force; a clause that is not there is refused with those that are."""
    supersede(shelf.services, SupersedeRequest("Bulletin 4", "Section 09 30 23", ("1.2",)), FORCED)
    governing = view(shelf.services)
    grout = document_named(governing, "grout.txt")
    assert governing.of_clause(grout, "1.2").signal == "superseded"
    with pytest.raises(InvalidInput, match=r"no clause 7\.7; it has: .*1\.2"):
        supersede(shelf.services, SupersedeRequest("Bulletin 4", "Section 09 30 23", ("7.7",)), FORCED)


def test_a_decision_takes_effect_on_its_day(shelf: Shelf) -> None:
    """Before that day the old text governs."""
    request = SupersedeRequest("Addendum 3", "tiling-b.txt", effective=date(2025, 3, 1))
    supersede(shelf.services, request, ADA)
    governing = [view(shelf.services, Viewpoint(as_of=day)) for day in (date(2025, 2, 28), date(2025, 3, 1))]
    tiling = document_named(governing[0], "tiling-b.txt")
    assert [one.of_source(tiling).signal for one in governing] == ["governs", "superseded"]


def test_a_withdrawn_document_has_no_successor(shelf: Shelf) -> None:
    """It ends, and nothing takes its place; a document can withdraw itself."""
    supersede(shelf.services, SupersedeRequest("grout.txt", "grout.txt", withdraw=True), ADA)
    governing = view(shelf.services)
    verdict = governing.of_source(document_named(governing, "grout.txt"))
    assert verdict.signal == "withdrawn"
    with pytest.raises(InvalidInput, match="cannot supersede itself"):
        supersede(shelf.services, SupersedeRequest("grout.txt", "grout.txt"), ADA)


def test_a_lower_class_needs_an_override_with_a_reason(shelf: Shelf) -> None:
    """A mail against an addendum."""
    request = SupersedeRequest("mail.eml", "Addendum 3")
    with pytest.raises(Refused, match="ranks below"):
        supersede(shelf.services, request, ADA)
    with pytest.raises(InvalidInput, match="reason"):
        Voice("Ada Stone", override=True)
    supersede(shelf.services, request, FORCED)
    assert signal(shelf, "addendum.txt") == "superseded"


def test_a_proposal_waits_and_is_affirmed_or_rejected(shelf: Shelf) -> None:
    """What a draft says of others has no effect until somebody affirms it, against the rule on drafts."""
    (item,) = list_proposals(shelf.services)["items"]
    assert (item["says"], item["state"]) == ("Bulletin 4 supersedes Section 09 30 23", "proposed")
    assert item["evidence"]["quote"] == "This bulletin supersedes Section 09 30 23."
    assert item["confidence"] > 0
    assert [change["to"] for change in item["impact"]["sources"]] == ["superseded"]
    with pytest.raises(Refused, match="never issued"):
        judge(shelf.services, item["id"], EdgeState.AFFIRMED, ADA)
    judge(shelf.services, item["id"][:10], EdgeState.AFFIRMED, FORCED)
    assert signal(shelf, "grout.txt") == "superseded"
    again = judge(shelf.services, item["id"], EdgeState.AFFIRMED, FORCED)
    assert (again["changed"], again["ruling_id"]) == (False, None)
    judge(shelf.services, item["id"], EdgeState.REJECTED, ADA)
    assert signal(shelf, "grout.txt") == "superseded in part"
    assert list_proposals(shelf.services)["items"] == []
    assert [ruling["act"] for ruling in proposal(shelf.services, item["id"])["rulings"]] == ["affirm", "reject"]


def test_a_certified_edge_can_be_overruled(shelf: Shelf) -> None:
    """Rejecting the addendum's amendment puts the clause back in force, and the answer with it."""
    assert "5 mm" in asked(shelf, GROUT)["answer"]
    (edge,) = (e for e in list_proposals(shelf.services, state="certified")["items"] if e["type"] == "AMENDS")
    report = judge(shelf.services, edge["id"], EdgeState.REJECTED, ADA)
    assert report["impact"]["sources"][0]["to"] == "governs"
    assert signal(shelf, "grout.txt") == "governs"
    assert "3 mm" in str(asked(shelf, GROUT))
    undo(shelf.services, edge["id"], ADA)
    assert signal(shelf, "grout.txt") == "superseded in part"


def test_rulings_are_undone_the_last_one_first(shelf: Shelf) -> None:
    """An earlier ruling on the same edge cannot be taken back from under a later one."""
    (item,) = list_proposals(shelf.services)["items"]
    first = judge(shelf.services, item["id"], EdgeState.AFFIRMED, FORCED)["ruling_id"]
    second = judge(shelf.services, item["id"], EdgeState.REJECTED, ADA)["ruling_id"]
    with pytest.raises(Refused, match="undo that first"):
        undo(shelf.services, first, ADA)
    weighed = undo(shelf.services, second, replace(ADA, dry_run=True))
    assert weighed["impact"]["sources"][0]["to"] == "superseded"
    assert signal(shelf, "grout.txt") == "superseded in part"
    undo(shelf.services, second, Voice("Olaf Brand", "too early"))
    undo(shelf.services, first, ADA)
    assert [item["id"] for item in list_proposals(shelf.services)["items"]] == [item["id"]]
    log = log_of(shelf.services)
    assert [(ruling["act"], ruling["undone_by"]) for ruling in log] == [
        ("affirm", "Ada Stone"), ("reject", "Olaf Brand"),
    ]  # fmt: skip
    with pytest.raises(NotFound):
        undo(shelf.services, item["id"], ADA)


def test_an_order_of_precedence_is_chosen_for_a_project_and_known_since_then(shelf: Shelf) -> None:
    """Under `complementary` the addendum no longer displaces; what was known before keeps the old order."""
    before = now_utc()
    report = set_precedence(shelf.services, PROJECT, OrderChoice("complementary"), ADA)
    assert [(s["name"], s["to"]) for s in report["impact"]["sources"]] == [
        ("Section 09 30 23 Revision A", "governs, contested")
    ]
    assert signal(shelf, "grout.txt") == "governs, contested"
    assert signal(shelf, "grout.txt", known_at=before) == "superseded in part"
    assert show_precedence(shelf.services, PROJECT)["name"] == "complementary"
    assert show_precedence(shelf.services, PROJECT, before)["name"] == "default"
    assert show_precedence(shelf.services, "Elsewhere")["is_own"] is False
    again = set_precedence(shelf.services, PROJECT, OrderChoice("complementary"), ADA)
    assert again["changed"] is False
    undo(shelf.services, report["ruling_id"], ADA)
    assert signal(shelf, "grout.txt") == "superseded in part"
    assert show_precedence(shelf.services, PROJECT)["name"] == "default"


def test_an_order_of_ones_own_replaces_and_is_restored(shelf: Shelf) -> None:
    """Undo goes back to the order before, not to the default."""
    set_precedence(shelf.services, PROJECT, OrderChoice("nec4"), ADA)
    tiers = OrderChoice(tiers=[["specification"], ["addendum"]], name="ours")
    changed = set_precedence(shelf.services, PROJECT, tiers, ADA)
    shown = show_precedence(shelf.services, PROJECT)
    assert (shown["name"], shown["by"], len(shown["history"])) == ("ours", "Ada Stone", 2)
    assert "mail" in shown["unlisted"]
    assert signal(shelf, "grout.txt") == "governs, contested"
    undo(shelf.services, changed["ruling_id"], ADA)
    assert show_precedence(shelf.services, PROJECT)["name"] == "nec4"


@pytest.mark.parametrize(
    "choice", [OrderChoice(), OrderChoice("nec4", [["mail"]]), OrderChoice(tiers=[]), OrderChoice(tiers=[["mail"]] * 2)]
)
def test_a_choice_that_is_none_is_refused(shelf: Shelf, choice: OrderChoice) -> None:
    """Neither or both of preset and tiers, no class, or one twice."""
    with pytest.raises(InvalidInput):
        set_precedence(shelf.services, PROJECT, choice, ADA)
    with pytest.raises(UnknownName):
        set_precedence(shelf.services, PROJECT, OrderChoice("fidic"), ADA)


def test_answers_are_recalled_when_their_evidence_stops_governing(shelf: Shelf) -> None:
    """The answer about today is suspect after the decision, with its reason, and not after its undo."""
    answer, other = asked(shelf, SLIP), asked(shelf, GROUT)
    past = shelf.ask(SLIP, as_of=date(2023, 6, 1), project=PROJECT)
    assert list_receipts(shelf.services, suspect=True)["items"] == []
    done = supersede(shelf.services, SupersedeRequest("Addendum 3", "tiling-b.txt"), ADA)
    (item,) = list_receipts(shelf.services, suspect=True)["items"]
    assert item["id"] == answer["receipt_id"]
    (reason,) = item["reasons"]
    assert (reason["signal_then"], reason["signal_now"]) == ("governs", "superseded")
    assert "decided by Ada Stone" in reason["reason"]
    every = [item["id"] for item in list_receipts(shelf.services)["items"]]
    assert every == [past["receipt_id"], other["receipt_id"], answer["receipt_id"]]
    assert show_receipt(shelf.services, answer["receipt_id"][:9])["suspect"] is True
    undo(shelf.services, done["ruling_id"], ADA)
    assert list_receipts(shelf.services, suspect=True)["items"] == []


def test_a_replay_is_byte_identical_after_later_decisions_and_documents(shelf: Shelf) -> None:
    """What was asked is asked as it was known then, whatever was decided and read since."""
    answer = asked(shelf, SLIP)
    refusal = asked(shelf, "How many helicopters may land on the roof?")
    supersede(shelf.services, SupersedeRequest("Addendum 3", "tiling-b.txt"), ADA)
    set_precedence(shelf.services, PROJECT, OrderChoice("complementary"), ADA)
    text = DOCUMENTS["tiling-b.txt"].replace("Revision B", "Revision C").replace("45 units", "55 units")
    shelf.put("tiling-c.txt", text, PROJECT, recorded_at=now_utc())
    assert "55 units" in asked(shelf, SLIP)["answer"]
    for outcome in (answer, refusal):
        again = replay(shelf.services, outcome["receipt_id"])
        assert again["differences"] == []
        assert again["identical"] is True
    assert verify_receipts(shelf.services) == {"intact": True, "receipts": 3, "broken_at": None}


def test_a_replay_says_what_differs(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the method has changed, the list names the place and both values."""
    answer = asked(shelf, SLIP)
    monkeypatch.setattr("retrieval.answering.answerer.THRESHOLD", 0.5)
    again = replay(shelf.services, answer["receipt_id"])
    assert again["identical"] is False
    assert again["differences"] == [{"path": "threshold", "then": 0.62, "now": 0.5}]


def test_receipts_and_edges_are_hidden_with_their_evidence(tmp_path: Path) -> None:
    """Who may not read a document sees neither answers from it nor what it says of others."""
    with open_shelf(tmp_path / "data") as shelf:
        ids = fill(shelf)
        outcome = asked(shelf, SLIP)
        at = datetime.now(UTC)
        shelf.narrow(ids["tiling-b.txt"], ("ada",), at)
        shelf.narrow(ids["bulletin.txt"], ("ada",), at)
        assert list_proposals(shelf.services)["total"] == 0
        assert list_proposals(shelf.services, Viewpoint(reader="ada"))["total"] == 1
        assert list_receipts(shelf.services)["total"] == 0
        assert list_receipts(shelf.services, Viewpoint(reader="ada"))["total"] == 1
        with pytest.raises(NotFound):
            show_receipt(shelf.services, outcome["receipt_id"])
        with pytest.raises(NotFound):
            document_named(view(shelf.services), "Bulletin 4")

"""The register: states as the fold of steps, what implements a step, undo, export and replay, access."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.conflicts.access import Announced, shown
from graph.conflicts.engine import conflicts
from graph.conflicts.export import COLUMNS, read_csv, replay, rows, write_csv
from graph.conflicts.record import Conflict
from graph.conflicts.register import Standing, as_taken, fold, precedents, register
from graph.conflicts.settlement import Action, plan, raised, settle, step_id, take_back
from graph.decisions import make_ruling
from graph.demands import RegisterStep
from graph.embedded_store import EmbeddedStore
from graph.errors import NotFound, Refused, SkipRecord
from graph.governing import Governing
from graph.model import Clause, PrecedenceOrder, Span
from graph.precedence import DEFAULT, PRESETS
from graph.project_orders import order_id
from graph.requirements.concepts import Concepts
from graph.snapshot import load_snapshot
from graph.time import DateAnchor, Moment
from graph.vocabulary import AuthorityClass as A
from graph.vocabulary import ConflictClass, ConflictState, EdgeType, RegisterAct, RulingAct
from tests.fakes.library import NOON, day
from tests.unit.graph.conflicts.shelf import Shelf

LATER = NOON + timedelta(days=30)


def step(act: RegisterAct, minute: int = 0, subject: str = "x-1", **more: Any) -> RegisterStep:
    """A step of Ana's."""
    at = LATER + timedelta(minutes=minute)
    return replace(RegisterStep(step_id(subject, act, "ana", at), subject, act, "ana", None, at), **more)


class Desk:
    """A store with two specifications that contradict each other, and who decides about them."""

    def __init__(self, path: Path) -> None:
        self.store = EmbeddedStore(path)
        shelf = Shelf()
        self.first, self.second = shelf.document("SPEC 1"), shelf.document("SPEC 2", "drawing")
        plain = [
            shelf.demand(s, "stair", "width", f"shall = {v} mm") for s, v in ((self.first, 900), (self.second, 1000))
        ]
        self.requirements = [replace(one, clause_id=f"c-{one.source_id}") for one in plain]
        clauses = [Clause(f"c-{s}", s, "1.1", "1.1", None, Span(0, 500), None, NOON) for s in (self.first, self.second)]
        with self.store.write() as writer:
            writer.put([*shelf.library.sources, *shelf.library.claims, *clauses])
        self.complement()

    def complement(self) -> None:
        """Makes the order complementary, so that the classes do not decide."""
        order = PRESETS["complementary"]
        with self.store.write() as writer:
            writer.put([PrecedenceOrder(order_id("tower"), "tower", order.name, order.order, "ana", None, NOON)])

    def conflict(self) -> Conflict:
        """The one conflict as it is now."""
        with self.store.read() as reader:
            governing = Governing(load_snapshot(reader), Moment(day("2026-01-01")))
            paths = {f"c-{s}": "1.1" for s in (self.first, self.second)}
            (found,) = conflicts(self.requirements, governing, Concepts(), paths=paths)
        return found

    def act(self, act: RegisterAct, at: datetime = LATER, **more: Any) -> RegisterStep:
        """Takes a step about it."""
        conflict = self.conflict()
        action = replace(Action(act, "ana", "as agreed"), **more)
        with self.store.write() as writer:
            standing = fold(writer.find(RegisterStep), conflict.values)
            planned = plan(writer, load_snapshot(writer), conflict, action, standing, at)
            settle(writer, planned)
        return planned.step

    def undo(self, taken: RegisterStep) -> None:
        """Takes a step back."""
        with self.store.write() as writer:
            take_back(writer, taken, "bo", "a mistake", LATER + timedelta(hours=1))

    def standing(self) -> Standing:
        """Where it stands."""
        with self.store.read() as reader:
            return fold(reader.find(RegisterStep), self.conflict().values)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk with one conflict."""
    made = Desk(tmp_path / "graph.db")
    yield made
    made.store.close()


def test_a_conflict_goes_through_its_life() -> None:
    """Open, acknowledged, with owner, resolved, open again by a person."""
    steps = [
        step(RegisterAct.ACKNOWLEDGE, 1),
        step(RegisterAct.ASSIGN, 2, owner="bo"),
        step(RegisterAct.COMMENT, 3),
        step(RegisterAct.KEEP_BOTH, 4, scope="900 in block A", values="v1"),
        step(RegisterAct.REOPEN, 5),
    ]
    states = [fold(steps[:count]).state for count in range(len(steps) + 1)]
    assert states == [
        ConflictState.OPEN,
        ConflictState.ACKNOWLEDGED,
        ConflictState.ASSIGNED,
        ConflictState.ASSIGNED,
        ConflictState.RESOLVED,
        ConflictState.OPEN,
    ]
    settled = fold(steps[:4])
    assert (settled.owner, settled.resolution, settled.scope) == ("bo", RegisterAct.KEEP_BOTH, "900 in block A")


def test_a_settled_conflict_stays_settled_until_its_values_change() -> None:
    """Met again with the same values it is not reported again; with others it is open."""
    steps = [step(RegisterAct.WITHDRAW, 1, values="v1"), step(RegisterAct.COMMENT, 2)]
    assert fold(steps, "v1").state is ConflictState.WITHDRAWN
    assert fold(steps, "v2").state is ConflictState.OPEN
    assert fold(steps, "v2").reopened


@given(st.permutations([step(act, minute) for minute, act in enumerate(RegisterAct)]))
def test_the_fold_does_not_depend_on_the_order_of_reading(steps: list[RegisterStep]) -> None:
    """Steps are ordered by when they were taken."""
    assert fold(steps) == fold(sorted(steps, key=lambda one: one.recorded_at))


def test_to_close_one_makes_the_edge_on_the_clause_and_undo_takes_both_back(desk: Desk) -> None:
    """The words become out of force and the pair an update of the same id; then the contradiction is open again."""
    before = desk.conflict()
    assert before.kind is ConflictClass.CONTRADICTION
    taken = desk.act(RegisterAct.CLOSE_ONE, chosen=desk.requirements[0].id)
    assert taken.edge_id is not None
    assert (desk.conflict().id, desk.conflict().kind) == (before.id, ConflictClass.UPDATE)
    assert desk.conflict().prevails == desk.requirements[0].id
    assert desk.standing().state is ConflictState.RESOLVED
    desk.undo(taken)
    assert desk.conflict() == before
    assert desk.standing().state is ConflictState.OPEN


def test_to_reject_one_withdraws_its_words(desk: Desk) -> None:
    """The chosen side goes, and what else its clause may say stays."""
    desk.act(RegisterAct.REJECT_ONE, chosen=desk.requirements[0].id)
    assert desk.conflict().prevails == desk.requirements[1].id
    with desk.store.read() as reader:
        (edge,) = reader.edges(types=[EdgeType.WITHDRAWS])
    assert (edge.dst, edge.scope.clauses) == (desk.first, ("1.1, characters 0–100",))


def test_a_clause_that_says_nothing_else_goes_as_a_whole(desk: Desk) -> None:
    """Its number and heading are no words of their own."""
    with desk.store.write() as writer:
        writer.put_text(desk.second, "x" * 200 + "a stair is so wide".ljust(100, "!") + " " * 200)
        writer.replace(Clause(f"c-{desk.second}", desk.second, "1.1", "1.1", "x" * 200, Span(0, 500), None, LATER))
    desk.act(RegisterAct.CLOSE_ONE, chosen=desk.requirements[0].id)
    with desk.store.read() as reader:
        (edge,) = reader.edges(types=[EdgeType.SUPERSEDES])
    assert edge.scope.clauses == ("1.1",)


def test_what_is_decided_is_not_decided_again_nor_reopened_under_its_edge(desk: Desk) -> None:
    """The way out is named: undo the step."""
    taken = desk.act(RegisterAct.CLOSE_ONE, chosen=desk.requirements[0].id)
    later = LATER + timedelta(minutes=5)
    for act in (RegisterAct.WITHDRAW, RegisterAct.REOPEN):
        with pytest.raises(Refused, match=f"undo {taken.id}"):
            desk.act(act, at=later)
    desk.undo(taken)
    desk.act(RegisterAct.WITHDRAW, at=later)
    desk.act(RegisterAct.REOPEN, at=later + timedelta(minutes=1))
    assert desk.standing().state is ConflictState.OPEN


def test_to_re_date_lets_the_other_side_stand_until_the_day(desk: Desk) -> None:
    """Before it the two still contradict each other."""
    desk.act(RegisterAct.RE_DATE, chosen=desk.requirements[0].id, due=DateAnchor.on(day("2027-01-01")))
    assert desk.conflict().kind is ConflictClass.CONTRADICTION
    assert desk.standing().due is None


def test_a_precedence_rule_changes_the_order_and_undo_puts_it_back(desk: Desk) -> None:
    """The chosen side's class is raised above the other's."""
    taken = desk.act(RegisterAct.PRECEDENCE_RULE, chosen=desk.requirements[1].id)
    assert desk.conflict().rule == "own: drawing before specification"
    desk.undo(taken)
    assert desk.conflict().kind is ConflictClass.CONTRADICTION


def test_what_was_decided_later_has_to_be_undone_first(desk: Desk) -> None:
    """An order that somebody chose since then."""
    taken = desk.act(RegisterAct.PRECEDENCE_RULE, chosen=desk.requirements[1].id)
    later = LATER + timedelta(minutes=5)
    order = PRESETS["complementary"]
    ruling = make_ruling(RulingAct.PRECEDENCE, order_id("tower"), "bo", None, later)
    with desk.store.write() as writer:
        writer.replace(PrecedenceOrder(order_id("tower"), "tower", order.name, order.order, "bo", None, later))
        writer.put([ruling])
    with pytest.raises(Refused, match="undo that first"):
        desk.undo(taken)


@pytest.mark.parametrize(
    ("act", "more", "word"),
    [
        (RegisterAct.ASSIGN, {}, "owner"),
        (RegisterAct.KEEP_BOTH, {}, "where"),
        (RegisterAct.RE_DATE, {}, "day"),
        (RegisterAct.DONE, {}, "commitments"),
        (RegisterAct.COMMENT, {"by": " "}, "name"),
    ],
)
def test_a_step_without_what_it_needs_is_refused(desk: Desk, act: RegisterAct, more: dict[str, Any], word: str) -> None:
    """The message says what is missing."""
    with pytest.raises(Refused, match=word):
        desk.act(act, **more)


def test_a_side_that_is_none_of_the_conflicts_is_not_found(desk: Desk) -> None:
    """Its sides are named."""
    with pytest.raises(NotFound, match=desk.requirements[0].id):
        desk.act(RegisterAct.CLOSE_ONE, chosen="r-none")


def test_a_class_is_raised_right_above_the_other() -> None:
    """And an order in which it is above already stays."""
    assert raised(((A.STATUTE,), (A.SPECIFICATION, A.DRAWING)), A.DRAWING, A.SPECIFICATION) == (
        (A.STATUTE,),
        (A.DRAWING,),
        (A.SPECIFICATION,),
    )
    assert raised(((A.STATUTE,),), A.DRAWING, A.SPECIFICATION) == ((A.STATUTE,), (A.DRAWING,), (A.SPECIFICATION,))
    assert raised(DEFAULT.order, A.STATUTE, A.MAIL) == DEFAULT.order


def test_an_exported_register_replays_to_the_same_state(desk: Desk) -> None:
    """Through CSV too, with a step that was taken back and a reason that a spreadsheet would run."""
    desk.undo(desk.act(RegisterAct.ACKNOWLEDGE))
    desk.act(RegisterAct.KEEP_BOTH, scope="900 in block A", reason="=1+1")
    with desk.store.read() as reader:
        every = list(reader.find(RegisterStep, history=True))
        standings = register([desk.conflict()], reader.find(RegisterStep))
    exported = rows([desk.conflict()], every)
    assert len(exported) == 2
    assert list(exported[0]) == list(COLUMNS)
    text = write_csv(exported)
    assert "'=1+1" in text
    assert replay(read_csv(text)) == replay(exported) == standings


def test_a_conflict_nobody_looked_at_is_exported_open() -> None:
    """One row without a step."""
    shelf = Shelf()
    for number, text in (("SPEC 1", "shall = 900 mm"), ("SPEC 2", "shall = 1 m")):
        shelf.demand(shelf.document(number), "stair", "width", text)
    found = shelf.conflicts()
    assert [row["state"] for row in rows(found, [])] == ["open"]
    assert replay(rows(found, [])) == {found[0].id: Standing()}


def test_a_row_without_a_conflict_is_no_row() -> None:
    """It is named and not guessed at."""
    with pytest.raises(SkipRecord, match="no conflict"):
        replay([{"state": "open"}])


def test_what_was_decided_between_the_same_slots_is_offered_and_not_applied() -> None:
    """The new pair stays open."""
    shelf = Shelf()
    for number, project in (("SPEC 1", "tower"), ("SPEC 2", "tower"), ("SPEC 3", "bridge"), ("SPEC 4", "bridge")):
        source = shelf.document(number)
        object.__setattr__(shelf.library.sources[-1], "project", project)
        shelf.demand(source, "stair", "width", "shall = 900 mm" if number in ("SPEC 1", "SPEC 3") else "shall = 1 m")
    found = shelf.conflicts()
    assert len(found) == 2
    decided = step(RegisterAct.KEEP_BOTH, subject=found[0].id, scope="by block", values=found[0].values)
    standings = register(found, [decided])
    (offer,) = precedents(found[1], found, standings)
    assert (offer.conflict.id, offer.standing.scope, offer.same_values) == (found[0].id, "by block", True)
    assert standings[found[1].id].state is ConflictState.OPEN


def test_a_hidden_side_hides_a_conflict_and_leads_learn_that_there_is_one(desk: Desk) -> None:
    """Without a word of its content."""
    found = [desk.conflict()]

    def sees(source_id: str) -> bool:
        return source_id == desk.first

    assert shown(found, lambda _: True, is_lead=False) == found
    assert shown(found, sees, is_lead=False) == []
    assert shown(found, sees, is_lead=True) == [Announced(found[0].id)]
    update = [replace(found[0], kind=ConflictClass.UPDATE)]
    assert shown(update, sees, is_lead=True) == []


@given(
    taken=st.lists(
        st.tuples(
            st.sampled_from(RegisterAct), st.sampled_from(["v1", "v2", None]), st.booleans(), st.text(max_size=9)
        ),
        max_size=8,
    )
)
def test_any_history_replays_from_its_table_to_the_state_of_the_register(
    taken: list[tuple[RegisterAct, str | None, bool, str]],
) -> None:
    """Whatever was done, taken back and written about it."""
    shelf = Shelf()
    for number, text in (("SPEC 1", "shall = 900 mm"), ("SPEC 2", "shall = 1 m")):
        shelf.demand(shelf.document(number), "stair", "width", text)
    (conflict,) = shelf.conflicts()
    records = []
    for minute, (act, values, is_undone, words) in enumerate(taken):
        one = step(
            act, minute, conflict.id, values=values and conflict.values + values, reason=words, owner=words or None
        )
        records.append(one)
        if is_undone:
            at = one.recorded_at + timedelta(seconds=9)
            records[-1] = replace(one, retracted_at=at)
            records.append(replace(one, recorded_at=at, retracted_at=at, undone_by="bo"))
    standing = register([conflict], [one for one in as_taken(records) if one.retracted_at is None])
    assert replay(read_csv(write_csv(rows([conflict], records)))) == standing

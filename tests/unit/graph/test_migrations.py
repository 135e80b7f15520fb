"""Migrations as values: what the files say, what the database says, and what follows."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.migrations import (
    Applied,
    Migration,
    MigrationFault,
    State,
    is_schema_command,
    plan,
    read_migrations,
    review,
    schema_objects,
    shipped_migrations,
)

DAY = datetime(2026, 3, 4, tzinfo=UTC)
FIRST = ("V0001__doors.cypher", "CREATE CONSTRAINT door_id IF NOT EXISTS FOR (d:Door) REQUIRE d.id IS UNIQUE;")
SECOND = ("V0002__door_widths.cypher", "CREATE INDEX door_width IF NOT EXISTS FOR (d:Door) ON (d.width);")
THIRD = ("V0003__no_widths.cypher", "DROP INDEX door_width IF EXISTS;\nMATCH (d:Door) REMOVE d.width;")
LATE = ("V0003__vectors.cypher", "// needs server 2026.01\nCREATE INDEX v IF NOT EXISTS FOR (d:Door) ON (d.v);")


def applied(migration: Migration, *, finished: bool = True) -> Applied:
    """What a database records of a migration."""
    done = len(migration.statements) if finished else 0
    return Applied(migration.version, migration.file, migration.checksum, done, DAY, DAY if finished else None)


def test_files_become_migrations_by_number() -> None:
    """The order of the folder does not matter, other files are passed over, and the name is words."""
    ours = read_migrations([THIRD, ("README.md", "# no migration"), FIRST, SECOND])
    assert [(one.version, one.name) for one in ours] == [(1, "doors"), (2, "door widths"), (3, "no widths")]
    assert ours[2].statements == ("DROP INDEX door_width IF EXISTS", "MATCH (d:Door) REMOVE d.width")


def test_the_checksum_is_of_what_is_run() -> None:
    """Comments and layout may be mended; a word may not."""
    (first,) = read_migrations([FIRST])
    (explained,) = read_migrations([(FIRST[0], "// why\r\n" + FIRST[1].replace(" FOR", "\r\n  FOR"))])
    (other,) = read_migrations([(FIRST[0], FIRST[1].replace("d.id", "d.key"))])
    assert explained.checksum == first.checksum != other.checksum


@pytest.mark.parametrize(
    ("files", "problem", "words"),
    [
        ([("0001_doors.cypher", "RETURN 1")], "name", "rename it"),
        ([FIRST, ("V0001__gates.cypher", "RETURN 1")], "duplicate", "V0001__gates.cypher: has the number of V0001__d"),
        ([FIRST, THIRD], "gap", "V0003__no_widths.cypher: there is no V0002"),
        ([SECOND], "gap", "there is no V0001"),
        ([(FIRST[0], "// nothing yet\n")], "content", "holds no statement"),
        ([(FIRST[0], "RETURN 'cut")], "content", "line 1 is never closed"),
        ([(FIRST[0], "CREATE INDEX door FOR (d:Door) ON (d.id)")], "content", "IF NOT EXISTS"),
        ([(FIRST[0], "CYPHER 25 CREATE VECTOR INDEX door FOR (d:Door) ON (d.v)")], "content", "cannot be repeated"),
        ([(FIRST[0], "DROP CONSTRAINT door")], "content", "IF EXISTS"),
    ],
)
def test_files_that_cannot_be_right_are_refused_by_name(files: list[tuple[str, str]], problem: str, words: str) -> None:
    """Each fault names the file and says what to do."""
    with pytest.raises(MigrationFault) as caught:
        read_migrations(files)
    assert caught.value.problem == problem
    assert words in str(caught.value)


def test_what_is_not_applied_is_planned_in_order() -> None:
    """From nothing all of them, from the newest none."""
    ours = read_migrations([FIRST, SECOND, THIRD])
    assert plan(ours, []) == ours
    assert plan(ours, [applied(ours[0])]) == ours[1:]
    assert plan(ours, map(applied, ours)) == ()


def test_an_interrupted_migration_is_planned_again_even_if_it_was_mended() -> None:
    """It may have failed because its file was wrong."""
    ours = read_migrations([FIRST, SECOND])
    started = replace(applied(ours[1], finished=False), checksum="of the file that failed")
    assert plan(ours, [applied(ours[0]), started]) == ours[1:]
    assert review(ours, [applied(ours[0]), started])[1].state is State.UNFINISHED


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (State.CHANGED, "V0002__door_widths.cypher: was changed after it had been applied"),
        (State.MISSING, "V0002__gates.cypher: was applied to this database, and the file is gone"),
        (State.OUT_OF_ORDER, "V0002__door_widths.cypher: is not applied to this database, and one with a higher"),
        (State.NEWER, "V0004__from_tomorrow.cypher: was applied to this database by a newer Prevail"),
    ],
)
def test_a_contradiction_stops_everything_and_says_what_to_do(state: State, words: str) -> None:
    """Files and database contradict each other in four ways; each is named with its file."""
    ours = read_migrations([FIRST, SECOND, THIRD])
    there = [applied(one) for one in ours]
    match state:
        case State.CHANGED:
            there[1] = replace(there[1], checksum="another")
        case State.MISSING:
            there[1] = replace(there[1], file="V0002__gates.cypher")
            ours = (ours[0], ours[2])
        case State.OUT_OF_ORDER:
            del there[1]
        case _:
            there.append(Applied(4, "V0004__from_tomorrow.cypher", "", 1, DAY, DAY))
    with pytest.raises(MigrationFault) as caught:
        plan(ours, there)
    assert caught.value.problem == state
    assert words in str(caught.value)
    assert [one.state for one in review(ours, there) if one.state is not State.APPLIED] == [state]


def test_a_migration_waits_for_the_server_that_understands_it() -> None:
    """An older server goes without; once it is new enough the migration is applied, though others came first."""
    ours = read_migrations([FIRST, SECOND, LATE, ("V0004__gates.cypher", "RETURN 1")])
    assert [one.version for one in plan(ours, [], (5, 26, 0))] == [1, 2, 4]
    assert review(ours, [], (5, 26, 0))[2].state is State.WAITING
    before = [applied(one) for one in ours if one.version != 3]
    assert plan(ours, before, (5, 26, 0)) == ()
    assert [one.version for one in plan(ours, before, (2026, 1, 0))] == [3]


@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 6))
def test_applying_the_plan_leaves_nothing_to_plan(files: int, done: int, started: int) -> None:
    """From any state that running it can leave behind, and nothing is applied twice."""
    ours = read_migrations([(f"V{n:04d}__step.cypher", f"RETURN {n}") for n in range(1, files + 1)])
    there = [applied(one, finished=one.version <= done) for one in ours if one.version <= max(done, started)]
    todo = plan(ours, there)
    assert [one.version for one in todo] == [*range(min(done, files) + 1, files + 1)]
    assert plan(ours, [*there[: min(done, files)], *map(applied, todo)]) == ()


def test_the_objects_of_a_schema_are_what_was_made_and_not_dropped() -> None:
    """A later migration may drop what an earlier one has made; a lookup index has no name of ours."""
    lookup = ("V0001__l.cypher", "CREATE LOOKUP INDEX labels IF NOT EXISTS FOR (n) ON EACH labels(n);" + FIRST[1])
    ours = read_migrations([lookup, SECOND, THIRD])
    assert [one.name for one in schema_objects(ours[:2])] == ["door_id", "door_width"]
    assert [one.name for one in schema_objects(ours)] == ["door_id"]
    assert [is_schema_command(statement) for statement in ours[2].statements] == [True, False]


def test_the_migrations_of_this_version_belong_to_the_package() -> None:
    """They are found as package data, and all of the folder is among them."""
    folder = Path(__file__).resolve().parents[3] / "migrations"
    assert [one.file for one in shipped_migrations()] == sorted(path.name for path in folder.glob("*.cypher"))

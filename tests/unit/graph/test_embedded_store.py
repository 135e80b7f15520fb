"""What the embedded store does beyond the contract of all stores."""

from __future__ import annotations

import inspect
import sqlite3
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graph.embedded_errors import sqlite_errors
from graph.embedded_schema import UPGRADES, connect, prepare
from graph.embedded_store import EmbeddedStore
from graph.errors import FixSetup, OurBug, PrevailError, RetryLater
from graph.model import Claim, Clause, Node, Passage, Span, Work
from tests.contracts.store_samples import edge, passage, source, work


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the store is; a name that would be read otherwise inside a URI."""
    return tmp_path / "graph ?mode=ro#%41.db"


@pytest.fixture
def store(path: Path) -> Iterator[EmbeddedStore]:
    """A store with a few nodes, an edge and a text."""
    store = EmbeddedStore(path)
    with store.write() as writer:
        writer.put([work(), source(), passage()])
        writer.connect([edge()])
        writer.put_text("s-1", "Door | Rating: FD 90")
    yield store
    store.close()


def test_all_of_it_is_in_one_file(store: EmbeddedStore, path: Path) -> None:
    """After closing nothing else is left in the directory."""
    store.close()
    assert list(path.parent.iterdir()) == [path]


def test_a_directory_that_is_not_there_is_named(tmp_path: Path) -> None:
    """With and without leave to make the file."""
    with pytest.raises(FixSetup, match="cannot be opened"):
        EmbeddedStore(tmp_path / "none" / "graph.db")
    with pytest.raises(FixSetup, match=r"there is no data at .*graph\.db.*ingest"):
        EmbeddedStore(tmp_path / "graph.db", create=False)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_database_is_left_alone(path: Path) -> None:
    """The message names it."""
    path.write_bytes(b"%PDF-1.7 not a database at all" * 99)
    with pytest.raises(FixSetup, match="is not a database of Prevail"):
        EmbeddedStore(path)
    assert path.read_bytes().startswith(b"%PDF-1.7")


def test_another_programs_database_is_left_alone(path: Path) -> None:
    """Whatever its own version number is."""
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE birds (name)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(FixSetup, match="another program's database"):
        EmbeddedStore(path)
    assert path.read_bytes() == before


def test_a_store_of_a_newer_version_is_left_alone(store: EmbeddedStore, path: Path) -> None:
    """The message tells both versions and to upgrade."""
    store.close()
    newer = connect(path)
    newer.execute("PRAGMA user_version = 99")
    newer.close()
    with pytest.raises(FixSetup, match=rf"version 99 .* knows {len(UPGRADES)}\): upgrade Prevail"):
        EmbeddedStore(path)


def test_an_older_store_is_upgraded_once_and_whole(store: EmbeddedStore, path: Path) -> None:
    """A step that fails leaves the version before it; one that works is not repeated."""
    store.close()
    connection = connect(path)
    good = ("CREATE TABLE extra (n)", "INSERT INTO extra VALUES (1)")
    with pytest.raises(OurBug):
        prepare(connection, path, (*UPGRADES, good, ("CREATE TABLE nodes (n)",)))
    connection.close()
    connection = connect(path)
    for _ in range(2):
        prepare(connection, path, (*UPGRADES, good))
    assert connection.execute("SELECT count(*) FROM extra").fetchall() == [(1,)]
    assert connection.execute("PRAGMA user_version").fetchall() == [(len(UPGRADES) + 1,)]
    connection.close()


def test_a_writer_that_waits_too_long_is_told_to_retry(store: EmbeddedStore, path: Path) -> None:
    """And nothing of it is written; readers do not wait."""
    impatient = EmbeddedStore(path, wait_s=0.05)
    with store.write():
        with pytest.raises(RetryLater, match="try again"), impatient.write() as writer:
            writer.put([work("w-2")])
        with impatient.read() as reader:
            assert reader.count(Work) == 1
    impatient.close()


@pytest.mark.parametrize("old", [b"FD 90", b'"e-1"'])
def test_a_changed_byte_in_a_record_is_noticed(store: EmbeddedStore, path: Path, old: bytes) -> None:
    """By its checksum, when it is read and when the whole store is looked over."""
    assert store.problems() == []
    store.close()
    data = path.read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, old.swapcase()))
    damaged = EmbeddedStore(path)
    assert len(damaged.problems()) == 1
    with damaged.read() as reader, pytest.raises(FixSetup, match=r"damaged .*checksum.*backup"):
        _read_all(list(reader.find(Passage)), reader.edges())
    damaged.close()


def _read_all(*found: object) -> None:
    """Only there so that one statement reads both."""


def test_a_cut_off_file_says_that_it_is_damaged(store: EmbeddedStore, path: Path) -> None:
    """Half of the database is gone."""
    with store.write() as writer:
        writer.put(passage(f"{n:05}", start=n) for n in range(2000))
    store.close()
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])

    def read() -> int:
        cut = EmbeddedStore(path)
        with cut.read() as reader:
            return len(list(reader.find(Passage)))

    with pytest.raises(FixSetup, match="damaged"):
        read()


def test_a_store_that_cannot_even_be_looked_over_is_a_problem(store: EmbeddedStore, path: Path) -> None:
    """The damage is told, not raised."""
    store.close()
    ruined = EmbeddedStore(path)
    path.write_bytes(b"ruin" * 10_000)
    assert ["is not a database" in problem for problem in ruined.problems()] == [True]
    ruined.close()


def test_a_full_disk_says_so_and_the_store_goes_on(store: EmbeddedStore, path: Path) -> None:
    """A child whose files may not grow fails in our words; when there is room again all works."""
    program = """
import resource, sys
from pathlib import Path
from graph.embedded_store import EmbeddedStore
from graph.errors import FixSetup
from tests.contracts.store_samples import passage
def fill(store, name, count):
    with store.write() as writer:
        writer.put(passage(f"{name}-{n}", start=n) for n in range(count))
store = EmbeddedStore(Path(sys.argv[1]))
soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, hard))
try:
    fill(store, "big", 2_000)
except FixSetup as error:
    print(error)
resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
fill(store, "small", 10)
store.close()
"""
    ran = subprocess.run(
        [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True, cwd=Path.cwd()
    )
    assert "check its space" in ran.stdout or "no space left" in ran.stdout
    with store.read() as reader:
        assert reader.count(Passage) == 11
    assert store.problems() == []


def test_a_database_that_has_no_room_left_says_so(tmp_path: Path) -> None:
    """SQLite's own word for a full disk."""
    connection = connect(tmp_path / "x.db", create=True)
    connection.execute("CREATE TABLE t (b)")
    connection.execute("PRAGMA max_page_count = 3")
    with pytest.raises(FixSetup, match="no space left on the disk"), sqlite_errors(tmp_path):
        connection.execute("INSERT INTO t VALUES (zeroblob(100000))")
    connection.close()


def test_a_database_that_may_not_be_written_says_so(store: EmbeddedStore, path: Path) -> None:
    """As in a directory that is mounted read-only."""
    connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    with pytest.raises(FixSetup, match="give this user access"), sqlite_errors(path):
        connection.execute("DELETE FROM nodes")
    connection.close()


def test_every_error_of_sqlite_becomes_one_of_ours(tmp_path: Path) -> None:
    """Every exception class of the library and every result code that it knows."""
    kinds = [kind for _, kind in inspect.getmembers(sqlite3, inspect.isclass) if issubclass(kind, sqlite3.Error)]
    codes = [getattr(sqlite3, name) for name in dir(sqlite3) if name.startswith("SQLITE_")]
    assert len(kinds) >= 9
    for kind in kinds:
        for code in [None, *(code for code in codes if isinstance(code, int))]:
            error = kind("what it says")
            if code is not None:
                error.sqlite_errorcode = code
            with pytest.raises(PrevailError), sqlite_errors(tmp_path):
                raise error


def test_a_backup_is_a_whole_store(store: EmbeddedStore, tmp_path: Path) -> None:
    """Taken while a transaction is under way, without it; an earlier backup is replaced."""
    copy = tmp_path / "copy.db"
    copy.write_text("an earlier one")
    with store.write() as writer:
        writer.put([work("w-2")])
        store.backup(copy)
    assert sorted(file.name for file in tmp_path.iterdir() if "copy" in file.name) == ["copy.db"]
    other = EmbeddedStore(copy)
    with other.read() as reader:
        assert [node.id for node in reader.find(Work)] == ["w-1"]
        assert reader.edges() == [edge()]
        assert reader.text("s-1") == "Door | Rating: FD 90"
        with other.write() as writer:  # goes on beside readers, as in any store
            writer.put([work("w-3")])
        assert reader.count(Work) == 1
    assert other.problems() == []
    other.close()


def test_a_backup_never_overwrites_the_store(store: EmbeddedStore, path: Path, tmp_path: Path) -> None:
    """By whatever name; a place that cannot be written is named."""
    (tmp_path / "link.db").symlink_to(path)
    for to in (path, tmp_path / "link.db"):
        with pytest.raises(FixSetup, match="the store itself"):
            store.backup(to)
    with pytest.raises(FixSetup, match="none"):
        store.backup(tmp_path / "none" / "copy.db")
    with store.read() as reader:
        assert reader.count(Work) == 1


@pytest.mark.parametrize(
    ("kind", "source_id"), [(Passage, None), (Passage, "s-1"), (Clause, "s-1"), (Work, None), (Claim, None)]
)
def test_large_answers_come_straight_from_an_index(
    store: EmbeddedStore, kind: type[Node], source_id: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No sorting in memory and no scan of a table, so that an iteration starts at once."""
    asked: list[str] = []

    def watched(path: Path, **options: Any) -> sqlite3.Connection:
        connection = connect(path, **options)
        connection.set_trace_callback(asked.append)
        return connection

    monkeypatch.setattr("graph.embedded_store.connect", watched)
    with store.read() as reader:
        list(reader.find(kind, source_id=source_id))
    monkeypatch.undo()
    connection = connect(store.path)
    plan = [row[3] for sql in asked if "FROM nodes" in sql for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}")]
    connection.close()
    assert len(plan) == 1
    assert plan[0].startswith("SEARCH nodes USING INDEX")


def test_a_text_part_is_read_without_the_rest(store: EmbeddedStore) -> None:
    """A damaged block elsewhere does not matter to a quote."""
    with store.write() as writer:
        writer.put_text("s-2", "x" * 100_000)
    connection = connect(store.path)
    connection.execute("UPDATE texts SET body = X'00' WHERE source_id = 's-2' AND block = 3")
    connection.close()
    with store.read() as reader:
        assert reader.text("s-2", Span(10, 20)) == "x" * 10
        with pytest.raises(FixSetup, match="damaged"):
            reader.text("s-2")
    assert [problem.split(" (")[0] for problem in store.problems()] == ["texts: s-2, block 3 is damaged"]


def test_an_iteration_holds_few_nodes_at_a_time(store: EmbeddedStore) -> None:
    """Going through many takes no more memory than going through some."""
    with store.write() as writer:
        writer.put(passage(f"{n:05}", start=n) for n in range(5000))
    tracemalloc.start()
    with store.read() as reader:
        count = sum(1 for _ in reader.find(Passage))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 5001
    assert peak < 1_500_000

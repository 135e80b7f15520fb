"""An index or a store that is missing, damaged, stale or foreign: said in one sentence, never answered from."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from graph.blobs import FileBlobs
from retrieval.index import current_manifest
from tests.trials.documents import section
from tests.trials.killing import Undisturbed, answer, check_same, generation
from tests.trials.launcher import Launcher

QUESTION = "How many litres of rain shall each gutter drain in a minute?"
FLIPS = 12


@pytest.fixture
def copy(undisturbed: Undisturbed, tmp_path: Path) -> Path:
    """A data directory to be harmed."""
    return shutil.copytree(undisturbed.data, tmp_path / "data")


def _flip(path: Path, position: int) -> None:
    data = bytearray(path.read_bytes())
    data[position] ^= 0x40
    path.write_bytes(data)


def test_a_missing_index_is_named_and_built_by_the_next_ingest(
    launcher: Launcher, documents: Path, undisturbed: Undisturbed, copy: Path
) -> None:
    """What needs it says how to make it; what does not goes on; both ways of making it give the same."""
    for make in (["ingest", str(documents)], ["index", "rebuild"]):
        shutil.rmtree(copy / "index")
        complaint = launcher.run("ask", QUESTION, "--data", copy).complaint()
        assert complaint == f"there is no index in {copy / 'index'}: run `prevail index rebuild`"
        assert launcher.run("sources", "--data", copy).code == 0
        assert launcher.run(*make, "--data", copy).code == 0
        check_same(launcher, copy, undisturbed.holds)


def test_a_changed_byte_anywhere_in_the_index_is_never_answered_from(
    launcher: Launcher, documents: Path, undisturbed: Undisturbed, copy: Path
) -> None:
    """Every file, random places: found before the first search; `ingest` notices and mends it."""
    places = random.Random(7)
    generation = copy / "index" / (copy / "index" / "CURRENT").read_text()
    files = sorted(path for path in generation.rglob("*") if path.is_file() and path.stat().st_size)
    for number in range(max(FLIPS, len(files))):
        path = files[number % len(files)]
        position = places.randrange(path.stat().st_size)
        _flip(path, position)
        ended = launcher.run("ask", QUESTION, "--data", copy, "--json")
        if path.name == "manifest.json" and ended.code == 0:  # a byte of the manifest that says nothing of use
            assert ended.json()["answer"] == undisturbed.holds.answers[0]["answer"]
        else:
            assert "run `prevail index rebuild`" in ended.complaint(), (path.name, position)
        _flip(path, position)
    _flip(files[-1], 100)
    assert launcher.run("doctor", "--data", copy).code == 1
    assert launcher.run("ingest", documents, "--data", copy).code == 0
    check_same(launcher, copy, undisturbed.holds)


@pytest.mark.parametrize("name", ["CURRENT", "manifest.json", "rows.json", "vectors.faiss"])
def test_a_ruined_file_of_the_index_is_named(
    name: str, launcher: Launcher, undisturbed: Undisturbed, copy: Path
) -> None:
    """Emptied, overwritten, gone: no answer from it; a rebuild mends it."""
    path = copy / "index" / (copy / "index" / "CURRENT").read_text() / name
    path = path if path.exists() else copy / "index" / name
    for junk in (b"", b"\0" * 99, None):
        path.unlink() if junk is None else path.write_bytes(junk)
        assert "run `prevail index rebuild`" in launcher.run("ask", QUESTION, "--data", copy).complaint()
    assert launcher.run("index", "rebuild", "--data", copy).code == 0
    assert answer(launcher, copy, QUESTION) == undisturbed.holds.answers[0]


def test_a_ruined_vector_cache_costs_time_only(launcher: Launcher, undisturbed: Undisturbed, copy: Path) -> None:
    """It is derived, so it is thrown away and made again."""
    cache = copy / "index" / "vectors.sqlite"
    for junk in (b"", b"no database at all" * 100, None):
        cache.unlink() if junk is None else cache.write_bytes(junk)
        assert launcher.run("index", "rebuild", "--data", copy).code == 0
        assert current_manifest(copy / "index").files == undisturbed.holds.seals


def test_an_index_older_than_the_store_is_said_to_be(launcher: Launcher, tmp_path: Path) -> None:
    """No answer and no abstention from it, for what it lacks might be the answer."""
    folder, data = tmp_path / "specs", tmp_path / "data"
    folder.mkdir()
    (folder / "one.txt").write_text(section(0))
    assert launcher.run("ingest", folder, "--data", data).code == 0
    shutil.copytree(data / "index", tmp_path / "old")
    (folder / "two.txt").write_text(section(1))
    assert launcher.run("ingest", folder, "--data", data).code == 0
    shutil.rmtree(data / "index")
    shutil.move(tmp_path / "old", data / "index")
    complaint = launcher.run("ask", "How far shall each handrail stand clear of the wall?", "--data", data).complaint()
    assert complaint == f"the index in {data / 'index'} is older than the store: run `prevail index rebuild`"
    assert launcher.run("index", "status", "--data", data, "--json").json()["up_to_date"] is False
    assert launcher.run("doctor", "--data", data).code == 1
    assert launcher.run("index", "rebuild", "--data", data).code == 0
    assert answer(launcher, data, "How far shall each handrail stand clear of the wall?")["kind"] == "answer"


def test_an_index_of_another_embedder_is_not_searched_with_this_one(
    launcher: Launcher, undisturbed: Undisturbed, copy: Path
) -> None:
    """The manifest says who made the vectors."""
    path = copy / "index" / (copy / "index" / "CURRENT").read_text() / "manifest.json"
    path.write_text(path.read_text().replace('"embedder": "hashed-', '"embedder": "other-'))
    complaint = launcher.run("ask", QUESTION, "--data", copy).complaint()
    assert "was built with embedder other-" in complaint
    assert "run `prevail index rebuild`" in complaint
    assert launcher.run("index", "rebuild", "--data", copy).code == 0
    assert answer(launcher, copy, QUESTION) == undisturbed.holds.answers[0]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"not a database at all, just words\n" * 500, "is not a database of Prevail"),
        (bytes(range(256)) * 64, "is not a database of Prevail"),
        (b"foreign", "is another program's database"),
    ],
)
def test_a_store_that_was_replaced_by_something_else_is_left_alone(
    content: bytes, words: str, launcher: Launcher, documents: Path, copy: Path
) -> None:
    """Every command says so; none writes to it."""
    path = copy / "store.sqlite"
    path.unlink()
    if content == b"foreign":
        with closing(sqlite3.connect(path)) as other:
            other.execute("CREATE TABLE songs (title)")
    else:
        path.write_bytes(content)
    before = path.read_bytes()
    for command in (["ask", QUESTION], ["sources"], ["stats"], ["ingest", documents], ["index", "rebuild"]):
        assert words in launcher.run(*command, "--data", copy).complaint()
    assert launcher.run("doctor", "--data", copy).code == 1
    assert path.read_bytes() == before


def test_a_store_with_damaged_pages_says_so(launcher: Launcher, documents: Path, copy: Path) -> None:
    """Cut short or overwritten in the middle: an error, no half answer."""
    path = copy / "store.sqlite"
    whole = path.read_bytes()
    for ruined in (whole[: len(whole) // 3], whole[:4096] + bytes(len(whole) - 4096)):
        path.write_bytes(ruined)
        for command in (["ask", QUESTION], ["sources"], ["ingest", documents]):
            assert "is damaged" in launcher.run(*command, "--data", copy).complaint()


def test_a_lost_original_is_found_by_doctor_and_put_back_by_ingest(
    launcher: Launcher, documents: Path, undisturbed: Undisturbed, copy: Path
) -> None:
    """Of a file or of an attachment: what they came in is read again, and nothing else changes."""
    blobs, before = FileBlobs(copy / "blobs"), generation(copy)
    for lost in ("yard/notes/note 1.md", "yard/mail/03 Delivery.eml!2/Earlier 3.eml!0/colour.txt"):
        found = undisturbed.holds.items[lost.partition("!")[0]].values()
        sources = {facts["source"]["remote_id"]: facts["source"]["sha256"] for facts in found}
        blobs.path(sources[lost]).unlink()
    ended = launcher.run("doctor", "--data", copy, "--json")
    assert ended.code == 1
    assert "the originals of 2 of 93 sources are missing" in ended.out
    report = launcher.run("ingest", documents, "--data", copy, "--json").json()
    assert (report["stored"], report["unchanged"]) == (0, 93)
    assert launcher.run("doctor", "--data", copy).code == 0
    assert generation(copy) == before
    check_same(launcher, copy, undisturbed.holds)

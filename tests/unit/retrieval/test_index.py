"""The index on disk: built whole or not at all, opened whole or not at all."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from graph.errors import FixSetup
from graph.progress import silent
from retrieval.embedders.hashed import HashedEmbedder
from retrieval.index import (
    Index,
    IndexDamaged,
    IndexEntry,
    IndexMissing,
    IndexStale,
    build_index,
    current_manifest,
    open_index,
)
from retrieval.protocols import Role

TEXTS = {
    "p-1": ("s-b", "Stair 2 door: 90 minutes."),
    "p-2": ("s-a", "Drawing A-201: slab 200 mm."),
    "p-3": ("s-b", "The door of stair 3."),
}


def entries(texts: dict[str, tuple[str, str]] = TEXTS) -> list[IndexEntry]:
    """Entries of passages, by id: source and text."""
    return [IndexEntry(name, source, text, text) for name, (source, text) in sorted(texts.items())]


def build(directory: Path, generation: int = 1, texts: dict[str, tuple[str, str]] = TEXTS) -> Index:
    """Builds with the reference embedder."""
    return build_index(directory, entries(texts), HashedEmbedder(), generation, silent)


def test_an_opened_index_knows_its_rows(tmp_path: Path) -> None:
    """By passage, by source, by vector."""
    build(tmp_path)
    index = open_index(tmp_path, HashedEmbedder())
    assert index.passage_ids == ("p-1", "p-2", "p-3")
    assert index.source_ids == ("s-b", "s-a", "s-b")
    assert [index.row_of(name) for name in ("p-1", "p-3", "p-2x", "", "z")] == [0, 2, None, None, None]
    expected = HashedEmbedder().embed([TEXTS["p-2"][1]], "passage")[0]
    np.testing.assert_array_equal(index.vector(1), expected)


def test_the_manifest_says_what_the_index_holds(tmp_path: Path) -> None:
    """Terms: stair 2 stair2 door 90 minut 90minutes; draw a201 201 drawinga201 slab 200 slab200 mm
    200mm; door stair 3 stair3."""
    manifest = build(tmp_path, generation=7).manifest
    assert (manifest.passages, manifest.sources, manifest.store_generation) == (3, 2, 7)
    assert (manifest.tokens, manifest.vocabulary) == (7 + 9 + 4, 7 + 9 + 2)
    assert manifest.average_length_tokens == pytest.approx(20 / 3)
    assert (manifest.k1, manifest.b, manifest.dimensions) == (1.5, 0.75, 96)
    assert current_manifest(tmp_path) == manifest


def test_terms_have_their_weight(tmp_path: Path) -> None:
    """The rarer the heavier; a term that no passage holds is the heaviest."""
    index = build(tmp_path)
    assert index.terms("the doors") == ["door"]
    assert [index.passages_with(term) for term in ("door", "slab", "escal")] == [2, 1, 0]
    assert 0 < index.idf("door") < index.idf("slab") < index.idf("escal")


def test_an_index_of_nothing_works(tmp_path: Path) -> None:
    """Before the first document there is nothing to find, which is no error."""
    index = build(tmp_path, texts={})
    assert (len(index), index.manifest.average_length_tokens) == (0, 0.0)
    assert all(lane.search("door", 10, None).hits == () for lane in index.lanes.values())
    index.verify()


def test_a_new_generation_takes_the_place_of_the_old(tmp_path: Path) -> None:
    """Who has the old one open keeps it; the one before the last is removed."""
    old = build(tmp_path, 1)
    for generation in (2, 3, 4):
        build(tmp_path, generation, texts={"p-9": ("s-a", f"roof {generation}")})
    assert open_index(tmp_path, HashedEmbedder()).manifest.store_generation == 4
    assert [hit.passage_id for hit in old.lanes["lexical"].search("slab", 5, None).hits] == ["p-2"]
    assert [hit.passage_id for hit in old.lanes["vector"].search(TEXTS["p-2"][1], 1, None).hits] == ["p-2"]
    assert len(list(tmp_path.glob("generation-*"))) == 2
    assert not list(tmp_path.glob(".writing-*"))


class _Breakdown(Exception):
    """Stands for a killed process."""


def test_a_build_that_breaks_down_leaves_the_old_index(tmp_path: Path) -> None:
    """At any of the steps that report progress."""
    build(tmp_path, 1)
    for stage in ("embed", "terms"):

        def break_down(at: str, done: int, total: int | None, stage: str = stage) -> None:
            if at == stage:
                raise _Breakdown

        with pytest.raises(_Breakdown):
            build_index(tmp_path, entries(), HashedEmbedder(), 2, break_down)
        index = open_index(tmp_path, HashedEmbedder())
        assert index.manifest.store_generation == 1
        index.verify()


def test_a_killed_build_leaves_the_old_index_and_no_rubbish(tmp_path: Path) -> None:
    """The process gets no chance to tidy up; the next build does, and uses its vectors."""
    build(tmp_path, 1)
    code = (
        "import os, signal, pathlib\n"
        "from retrieval.embedders.hashed import HashedEmbedder\n"
        "from retrieval.index import IndexEntry, build_index\n"
        "def kill(stage, done, total):\n"
        "    stage == 'terms' and os.kill(os.getpid(), signal.SIGKILL)\n"
        "entries = [IndexEntry('p-9', 's', 'roof', 'roof')]\n"
        f"build_index(pathlib.Path({str(tmp_path)!r}), entries, HashedEmbedder(), 2, kill)"
    )
    killed = subprocess.run([sys.executable, "-c", code], check=False, cwd=Path(__file__).parents[3])
    assert killed.returncode == -signal.SIGKILL
    assert open_index(tmp_path, HashedEmbedder()).manifest.store_generation == 1
    assert list(tmp_path.glob(".writing-*"))
    embedder = _Counting()
    build_index(tmp_path, [IndexEntry("p-9", "s", "roof", "roof")], embedder, 2, silent).verify()
    assert not list(tmp_path.glob(".writing-*"))
    assert embedder.encoded == 0


def test_what_was_never_built_is_missing(tmp_path: Path) -> None:
    """The message says what to run."""
    with pytest.raises(IndexMissing, match="prevail index rebuild"):
        open_index(tmp_path / "nowhere", HashedEmbedder())


def _truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


@pytest.mark.parametrize("harm", [_truncate, Path.unlink])
@pytest.mark.parametrize(
    "name", ["vectors.faiss", "rows.json", "manifest.json", "lexical/vocab.index.json", "lexical/data.csc.index.npy"]
)
def test_a_damaged_index_is_never_served(tmp_path: Path, name: str, harm: Callable[[Path], None]) -> None:
    """A file that is missing or has another size is noticed when the index is opened."""
    build(tmp_path)
    (folder,) = tmp_path.glob("generation-*")
    harm(folder / name)
    if name == "manifest.json" and harm is _truncate:
        (folder / name).write_text("{")
    with pytest.raises(IndexDamaged, match="prevail index rebuild"):
        open_index(tmp_path, HashedEmbedder())
    assert len(build(tmp_path)) == 3


@pytest.mark.parametrize("pointer", ["generation-000099", "", "../elsewhere"])
def test_a_pointer_to_nothing_is_damage(tmp_path: Path, pointer: str) -> None:
    """It is rebuilt like any other damage."""
    build(tmp_path)
    (tmp_path / "CURRENT").write_text(pointer)
    with pytest.raises(IndexDamaged):
        open_index(tmp_path, HashedEmbedder())


def test_a_changed_byte_is_found_by_a_full_check(tmp_path: Path) -> None:
    """Opening checks sizes; `verify` reads every byte."""
    build(tmp_path).verify()
    (path,) = tmp_path.glob("generation-*/lexical/data.csc.index.npy")
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    with pytest.raises(IndexDamaged, match=r"data\.csc\.index\.npy"):
        open_index(tmp_path, HashedEmbedder()).verify()


class _OtherEmbedder(HashedEmbedder):
    def __init__(self) -> None:
        super().__init__()
        self.name = "other"


def test_an_index_of_another_embedder_is_stale(tmp_path: Path) -> None:
    """Its vectors mean something else."""
    build(tmp_path)
    with pytest.raises(IndexStale, match=r"embedder hashed-96-\w+, now it is other"):
        open_index(tmp_path, _OtherEmbedder())


def test_an_index_of_another_state_of_the_store_is_stale(tmp_path: Path) -> None:
    """Where the caller says which state it needs."""
    build_index(tmp_path, [], HashedEmbedder(), 1, silent, passages_version="a:1")
    assert open_index(tmp_path, HashedEmbedder(), "a:1").manifest.passages_version == "a:1"
    with pytest.raises(IndexStale, match="is older than the store"):
        open_index(tmp_path, HashedEmbedder(), "a:2")


@pytest.mark.parametrize(("field", "value"), [("tokenizer", "terms-0"), ("k1", 1.2), ("format", 0)])
def test_an_index_of_other_rules_is_stale(tmp_path: Path, field: str, value: object) -> None:
    """Another tokenizer, other parameters, another format of the files."""
    build(tmp_path)
    (path,) = tmp_path.glob("generation-*/manifest.json")
    path.write_text(json.dumps(json.loads(path.read_text()) | {field: value}))
    with pytest.raises(IndexStale, match="prevail index rebuild"):
        open_index(tmp_path, HashedEmbedder())


def test_entries_must_ascend_by_passage(tmp_path: Path) -> None:
    """Ties are broken by row, so the rows are in the order of the ids."""
    with pytest.raises(ValueError, match="ascend"):
        build_index(tmp_path, entries()[::-1], HashedEmbedder(), 1, silent)
    with pytest.raises(ValueError, match="ascend"):
        build_index(tmp_path, [entries()[0]] * 2, HashedEmbedder(), 1, silent)


def test_a_directory_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """The message says which."""
    (tmp_path / "file").write_text("no directory")
    with pytest.raises(FixSetup, match="cannot write the index"):
        build(tmp_path / "file" / "index")


class _Counting(HashedEmbedder):
    encoded = 0

    def embed(self, texts: Sequence[str], role: Role) -> NDArray[np.float32]:
        self.encoded += len(texts)
        return super().embed(texts, role)


def test_a_rebuild_encodes_only_what_is_new(tmp_path: Path) -> None:
    """And reports both stages."""
    build(tmp_path)
    embedder = _Counting()
    steps: list[tuple[str, int, int | None]] = []
    more = TEXTS | {"p-4": ("s-c", "Roof drainage.")}
    build_index(tmp_path, entries(more), embedder, 2, lambda *step: steps.append(step))
    assert embedder.encoded == 1
    assert steps == [("embed", 3, 4), ("embed", 4, 4), ("terms", 4, 4)]


def test_readers_are_never_disturbed_by_a_writer(tmp_path: Path) -> None:
    """While generations come and go, whoever opens the index gets a whole one."""
    build(tmp_path, 0)
    done = threading.Event()
    seen: list[int] = []

    def read() -> None:
        while not done.is_set():
            index = open_index(tmp_path, HashedEmbedder())
            assert len(index.lanes["lexical"].search("door", 5, None).hits) == 2
            seen.append(index.manifest.store_generation)

    reader = threading.Thread(target=read)
    reader.start()
    for generation in range(1, 15):
        build(tmp_path, generation)
    done.set()
    reader.join()
    assert seen == sorted(seen)
    assert len(seen) > 1

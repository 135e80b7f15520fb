"""Original bytes under their own hash."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from graph.blobs import FileBlobs
from graph.errors import FixSetup, NotFound
from tests.contracts.blob_contract import NO_HASHES, BlobContract, Damage


@pytest.fixture
def blobs(tmp_path: Path) -> FileBlobs:
    """A store in a directory that does not exist yet."""
    return FileBlobs(tmp_path / "data" / "originals")


class TestFileBlobs(BlobContract):
    """A directory of its own for every test."""

    @pytest.fixture
    def damage(self, blobs: FileBlobs) -> Damage:
        """Writes other bytes into the file."""

        def damage(sha256: str) -> None:
            blobs.path(sha256).write_bytes(b"rating 60 min")

        return damage


def test_an_original_can_be_opened_as_a_file(blobs: FileBlobs) -> None:
    """At its start, checked."""
    sha256 = blobs.put(b"spec")
    with blobs.open(sha256) as file:
        assert file.read() == blobs.path(sha256).read_bytes() == b"spec"


def test_putting_again_writes_nothing(blobs: FileBlobs) -> None:
    """The file stays the very same, and nothing else lies about."""
    path = blobs.path(blobs.put(b"spec"))
    before = path.stat()
    assert blobs.path(blobs.put(b"spec")) == path
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert [file for file in blobs.directory.rglob("*") if file.is_file()] == [path]


@pytest.mark.parametrize("name", NO_HASHES)
def test_a_name_that_is_no_hash_never_becomes_a_path(blobs: FileBlobs, name: str) -> None:
    """It is simply not there."""
    for look in (blobs.path, blobs.open):
        with pytest.raises(NotFound):
            look(name)


def test_a_directory_that_cannot_be_made_says_what_to_do(tmp_path: Path) -> None:
    """A file stands where the directory should be."""
    (tmp_path / "file").write_text("x")
    with pytest.raises(FixSetup, match="check the disk and the path"):
        FileBlobs(tmp_path / "file" / "originals").put(b"x")


def test_a_full_disk_leaves_no_half_file(tmp_path: Path) -> None:
    """A child whose files may not grow beyond 4 kB fails with our words, and what was there stays."""
    program = """
import resource, sys
from pathlib import Path
from graph.blobs import FileBlobs
from graph.errors import FixSetup
blobs = FileBlobs(Path(sys.argv[1]))
blobs.put(b"small")
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
try:
    blobs.put(b"x" * 100_000)
except FixSetup as error:
    print(error)
"""
    ran = subprocess.run([sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=True)
    assert "no space left" in ran.stdout
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert [file.read_bytes() for file in files] == [b"small"]


def test_sweeping_removes_what_an_interrupted_put_left(blobs: FileBlobs) -> None:
    """Originals stay; unfinished files do not count before either."""
    path = blobs.path(blobs.put(b"whole"))
    (path.parent / ".part-abc").write_bytes(b"hal")
    assert blobs.total_bytes() == 5
    assert (blobs.sweep(), blobs.sweep()) == (1, 0)
    assert [file for file in blobs.directory.rglob("*") if file.is_file()] == [path]

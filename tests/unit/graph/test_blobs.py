"""Original bytes under their own hash."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from graph.blobs import FileBlobs
from graph.errors import FixSetup, NotFound

EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


@pytest.fixture
def blobs(tmp_path: Path) -> FileBlobs:
    """A store in a directory that does not exist yet."""
    return FileBlobs(tmp_path / "data" / "originals")


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7\n\x00\xff", bytes(range(256)) * 9000])
def test_bytes_come_back_by_their_hash(blobs: FileBlobs, data: bytes) -> None:
    """Whole, through read and open; the name is the SHA-256."""
    sha256 = blobs.put(data)
    assert sha256 == hashlib.sha256(data).hexdigest()
    assert blobs.read(sha256) == data
    with blobs.open(sha256) as file:
        assert file.read() == data
    assert blobs.path(sha256).read_bytes() == data
    assert blobs.contains(sha256)


def test_putting_again_writes_nothing(blobs: FileBlobs) -> None:
    """The file stays the very same, and nothing else lies about."""
    path = blobs.path(blobs.put(b"spec"))
    before = path.stat()
    assert blobs.path(blobs.put(b"spec")) == path
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert [file for file in blobs.directory.rglob("*") if file.is_file()] == [path]


def test_the_total_counts_each_original_once(blobs: FileBlobs) -> None:
    """In bytes; nothing put is nothing."""
    assert blobs.total_bytes() == 0
    for data in (b"abc", b"defgh", b"abc"):
        blobs.put(data)
    assert blobs.total_bytes() == 8


def test_a_damaged_original_is_reported_and_healed_by_putting_it_again(blobs: FileBlobs) -> None:
    """Wrong bytes are never given out."""
    sha256 = blobs.put(b"rating 90 min")
    blobs.path(sha256).write_bytes(b"rating 60 min")
    with pytest.raises(FixSetup, match=r"damaged.*ingest its original again"):
        blobs.read(sha256)
    blobs.put(b"rating 90 min")
    assert blobs.read(sha256) == b"rating 90 min"


@pytest.mark.parametrize(
    "name",
    ["", "../../etc/passwd", EMPTY.upper(), EMPTY[:-1], f"{EMPTY}\n", f"{EMPTY[:60]}/../", "\x00" * 64, "é" * 64],
)
def test_a_name_that_is_no_hash_never_becomes_a_path(blobs: FileBlobs, name: str) -> None:
    """It is simply not there."""
    blobs.put(b"")
    assert not blobs.contains(name)
    for look in (blobs.path, blobs.read, blobs.open):
        with pytest.raises(NotFound):
            look(name)


def test_a_hash_never_put_is_not_found(blobs: FileBlobs) -> None:
    """Also before there is a directory."""
    assert not blobs.contains(EMPTY)
    with pytest.raises(NotFound, match=EMPTY):
        blobs.read(EMPTY)


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

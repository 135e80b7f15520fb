"""What every `graph.blobs.BlobStore` does. An implementation's tests subclass `BlobContract`.

The subclass gives the fixtures `blobs`, an empty store, and `damage`, a function that changes what is kept
of a hash.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from graph.blobs import BlobStore
from graph.errors import FixSetup, NotFound

EMPTY = hashlib.sha256(b"").hexdigest()
NO_HASHES = [
    "",
    "../../etc/passwd",
    EMPTY.upper(),
    EMPTY[:-1],
    f"{EMPTY}\n",
    f"{EMPTY[:60]}/../",
    "\x00" * 64,
    "é" * 64,
]

Damage = Callable[[str], None]


class BlobContract:
    """The whole contract."""

    @pytest.mark.parametrize("data", [b"", b"%PDF-1.7\n\x00\xff", bytes(range(256)) * 9000], ids=len)
    def test_bytes_come_back_by_their_hash(self, blobs: BlobStore, data: bytes) -> None:
        """Whole, whatever their size; the name is the SHA-256."""
        sha256 = blobs.put(data)
        assert sha256 == hashlib.sha256(data).hexdigest()
        assert blobs.read(sha256) == data
        assert blobs.contains(sha256)

    def test_the_total_counts_each_original_once(self, blobs: BlobStore) -> None:
        """In bytes; nothing put is nothing."""
        assert blobs.total_bytes() == 0
        for data in (b"abc", b"defgh", b"abc"):
            blobs.put(data)
        assert blobs.total_bytes() == 8

    @pytest.mark.parametrize("name", NO_HASHES)
    def test_a_name_that_is_no_hash_is_not_there(self, blobs: BlobStore, name: str) -> None:
        """Whatever it says."""
        blobs.put(b"")
        assert not blobs.contains(name)
        with pytest.raises(NotFound):
            blobs.read(name)

    def test_a_hash_never_put_is_not_found(self, blobs: BlobStore) -> None:
        """Also before anything was put."""
        assert not blobs.contains(EMPTY)
        with pytest.raises(NotFound, match=EMPTY):
            blobs.read(EMPTY)

    def test_a_damaged_original_is_reported_and_healed_by_putting_it_again(
        self, blobs: BlobStore, damage: Damage
    ) -> None:
        """Wrong bytes are never given out."""
        sha256 = blobs.put(b"rating 90 min")
        damage(sha256)
        with pytest.raises(FixSetup, match=r"damaged.*ingest its original again"):
            blobs.read(sha256)
        blobs.put(b"rating 90 min")
        assert blobs.read(sha256) == b"rating 90 min"

    def test_several_threads_put_the_same(self, blobs: BlobStore) -> None:
        """It is there once."""
        data = b"x" * 3_000_000
        with ThreadPoolExecutor(4) as threads:
            hashes = {*threads.map(blobs.put, [data] * 4)}
        assert [blobs.read(sha256) for sha256 in hashes] == [data]
        assert blobs.total_bytes() == len(data)

    def test_sweeping_keeps_what_is_whole(self, blobs: BlobStore) -> None:
        """There is nothing else to sweep here."""
        sha256 = blobs.put(b"whole")
        assert blobs.sweep() == 0
        assert blobs.read(sha256) == b"whole"

"""A disk that can be filled: a small file system of its own where one may be mounted."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

BALLAST = "ballast"


@contextmanager
def small_disk(directory: Path, megabytes: int) -> Iterator[bool]:
    """Mounts a file system of that size at the directory; False where that is not allowed."""
    directory.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(directory)]
    mounted = subprocess.run(command, capture_output=True, check=False).returncode == 0
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(directory)], check=True)


def fill(directory: Path, leaving_bytes: int) -> None:
    """Writes a file that leaves so much free space."""
    ballast = directory / BALLAST
    with ballast.open("wb", buffering=0) as file:
        block = bytes(4096)
        try:
            while True:
                file.write(block)
        except OSError:
            pass
    with ballast.open("r+b") as file:
        file.truncate(max(0, ballast.stat().st_size - leaving_bytes))


def shortage(directory: Path, mounted: bool, leaving_bytes: int) -> dict[str, Any]:
    """Makes space short for the next command: on the disk, else by a limit on the files it writes."""
    if not mounted:
        return {"file_bytes": leaving_bytes}
    fill(directory, leaving_bytes)
    return {}


def relieve(directory: Path) -> None:
    """Gives the space back."""
    (directory / BALLAST).unlink(missing_ok=True)

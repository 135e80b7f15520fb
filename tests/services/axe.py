"""Fetch axe-core, the accessibility checker that the browser tests run in every page.

`python -m tests.services.axe` keeps it under `.services/` and prints where.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

VERSION = "4.10.3"

_SERVICES = Path(__file__).resolve().parents[2] / ".services"
_MEMBER = "package/axe.min.js"
_TIME_LIMIT_S = 120


class AxeMissing(Exception):
    """It is not here and cannot be fetched; the message says why."""


def find_axe() -> Path | None:
    """The script, if it was fetched before."""
    script = _SERVICES / f"axe-core-{VERSION}.min.js"
    return script if script.is_file() else None


def ensure_axe() -> Path:
    """The script, fetched with npm if need be.

    Raises:
        AxeMissing: There is no npm, or it cannot fetch the package.
    """
    if found := find_axe():
        return found
    npm = shutil.which("npm")
    if npm is None:
        raise AxeMissing("the accessibility tests need npm to fetch axe-core: install Node.js")
    script = _SERVICES / f"axe-core-{VERSION}.min.js"
    script.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        command = [npm, "pack", "--silent", f"axe-core@{VERSION}"]
        try:
            subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=_TIME_LIMIT_S)
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
            raise AxeMissing(f"npm pack axe-core@{VERSION} failed: {error}") from error
        with tarfile.open(next(Path(folder).glob("*.tgz"))) as package:
            member = package.extractfile(_MEMBER)
            assert member is not None
            part = script.with_suffix(".part")
            part.write_bytes(member.read())
    part.replace(script)
    return script


if __name__ == "__main__":
    try:
        print(ensure_axe())
    except AxeMissing as missing:
        sys.exit(f"{missing}")

"""Find a Chromium for the browser tests, or install one where that is possible.

`python -m tests.services.chromium` does the second and prints the path.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
_BUNDLES = (
    Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
    Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
)

LAUNCH_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""For a headless run as any user, root included, that talks to nobody but the page."""

_TIME_LIMIT_S = 600


class ChromiumMissing(Exception):
    """There is no Chromium and none can be installed from here; the message says what to do."""


def find_chromium() -> Path | None:
    """Return the first Chromium or Chrome of this machine, or None."""
    found = (shutil.which(name) for name in NAMES)
    on_path = next((Path(path) for path in found if path), None)
    return on_path or next((path for path in _BUNDLES if path.exists()), None)


def ensure_chromium() -> Path:
    """Return a Chromium, installed by the system's package manager if need be.

    Raises:
        ChromiumMissing: There is none, and this user cannot install one.
    """
    if found := find_chromium():
        return found
    if not shutil.which("apt-get") or os.geteuid() != 0:
        raise ChromiumMissing(
            "the browser tests need Chromium: install it with your package manager "
            "(Debian, Ubuntu: sudo apt-get install chromium) and run again"
        )
    _apt("update")
    _apt("install", "--yes", "--no-install-recommends", "chromium")
    if found := find_chromium():
        return found
    raise ChromiumMissing("apt-get installed the package chromium, but there is no command chromium")


def _apt(*arguments: str) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        subprocess.run(["apt-get", "-qq", *arguments], check=True, env=environment, timeout=_TIME_LIMIT_S)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        raise ChromiumMissing(f"apt-get {arguments[0]} failed: {error}") from error


if __name__ == "__main__":
    try:
        print(ensure_chromium())
    except ChromiumMissing as missing:
        sys.exit(f"{missing}")

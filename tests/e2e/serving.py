"""A real server on the sample project and a small railway, ingested and served as a user would."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.northgate import PROJECT, write_northgate

PREVAIL = Path(sys.executable).with_name("prevail")
STOP_LIMIT_S = 60


@dataclass(frozen=True)
class Server:
    """A running server: its address and the data directory that it serves."""

    address: str
    data: Path

    def prevail(self, *arguments: str) -> str:
        """What a command says about the same data, on stdout."""
        return run_prevail(self.data, *arguments)


def run_prevail(data: Path, *arguments: str) -> str:
    """What a command says about a data directory, on stdout."""
    command = [str(PREVAIL), *arguments, "--data", str(data)]
    done = subprocess.run(command, capture_output=True, text=True, env=_environment())
    assert done.returncode in (0, 4), done.stdout + done.stderr
    return done.stdout


def _environment() -> dict[str, str]:
    """The machine's environment without settings of Prevail."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PREVAIL_")}


@contextmanager
def served_projects(root: Path) -> Iterator[Server]:
    """Both projects below a folder, served until the block ends."""
    data = root / "data"
    run_prevail(data, "sample", str(root / "sample"))
    run_prevail(data, "ingest", str(root / "sample"), "--project", "Harbour Lane Library")
    run_prevail(data, "ingest", str(write_northgate(root / "northgate")), "--project", PROJECT)
    arguments = [str(PREVAIL), "serve", "--port", "0", "--data", str(data)]
    with subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True, env=_environment()) as process:
        assert process.stderr is not None
        announced = process.stderr.readline()
        found = re.search(r"http://[\d.]+:\d+", announced)
        assert found, announced + process.stderr.read()
        yield Server(found[0], data)
        process.terminate()
        process.communicate(timeout=STOP_LIMIT_S)

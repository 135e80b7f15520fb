"""The server announces itself, stops on request, and says why it cannot start."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

from tests.unit.app.conftest import Library

START = "import sys; from app.cli.main import main; main(sys.argv[1:])"


def test_a_server_starts_where_it_says_and_stops_on_ctrl_c(tmp_path: Path) -> None:
    """Port 0 takes a free one; an interrupt is the way to stop, not an error."""
    command = [sys.executable, "-c", START, "serve", "--port", "0", "--data", str(tmp_path / "data")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        found = re.search(r"http://127\.0\.0\.1:\d+/", server.stderr.readline())
        assert found
        with urllib.request.urlopen(found[0] + "health/live", timeout=20) as response:
            assert response.status == 200
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=20) == 0
        assert server.stderr.read() == ""


def test_a_taken_port_is_one_sentence(library: Library) -> None:
    """Exit 1, and what to choose instead."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-c", START, "serve", "--port", port, "--data", str(library.settings.data)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "choose another with --host and --port" in done.stderr
    assert len(done.stderr.splitlines()) == 1

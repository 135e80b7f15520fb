"""Ctrl-C: `prevail ingest` ends soon and with a word, everything it reported stays, the next run goes on."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import pytest

from tests.trials.killing import Undisturbed, check_nobody_is_left, check_prefix, check_same, stored_items
from tests.trials.launcher import Launcher


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "terminate"])
def test_an_interrupted_ingest_ends_soon_and_keeps_everything(
    number: signal.Signals, launcher: Launcher, documents: Path, undisturbed: Undisturbed, tmp_path: Path
) -> None:
    """Interrupted three times while it starts and works, then left alone: the state of an undisturbed run."""
    data, stored = tmp_path / "data", 0
    for wanted in (0, 5, 30):
        running = launcher.start("ingest", documents, "--data", data, "--json")
        while stored_items(data) < wanted or not (data / "writer.lock").exists():
            time.sleep(0.005)
        reported = stored_items(data)
        running.kill(number)
        began = time.monotonic()
        ended = running.wait()
        assert time.monotonic() - began < 60
        if ended.out:  # it was through before the signal arrived
            assert ended.code == 0
            break
        if number == signal.SIGINT:
            assert (ended.code, ended.err.strip()) == (130, "interrupted; what was reported as stored is stored")
        else:
            assert ended.code == -signal.SIGTERM
        check_nobody_is_left(launcher)
        stored = check_prefix(data, max(stored, reported), undisturbed.holds)
    assert launcher.run("ingest", documents, "--data", data).code == 0
    check_same(launcher, data, undisturbed.holds)

"""Killing `prevail` for real, at random moments: nothing reported is lost, nothing is there by halves.

`TRIALS=1000` in the environment asks for so many kills instead of the twenty of every day.
"""

from __future__ import annotations

import os
import random
import shutil
from collections import Counter
from pathlib import Path

import pytest

from tests.trials.killing import (
    QUESTIONS,
    Undisturbed,
    answer,
    check_nobody_is_left,
    check_prefix,
    check_same,
    kill_after,
    kill_while_storing,
)
from tests.trials.launcher import Launcher

KILLS = int(os.environ.get("TRIALS", "20"))
REBUILD_KILLS = KILLS // 4
INDEXING_KILLS = 4
"""In one round; then it may end."""

TIMEOUT_S = 300 + 30 * KILLS


@pytest.fixture
def moments() -> random.Random:
    """Random moments, and their seed in the output of a failed test."""
    seed = int(os.environ.get("TRIALS_SEED", random.SystemRandom().randrange(2**32)))
    print(f"TRIALS_SEED={seed}")
    return random.Random(seed)


@pytest.mark.timeout(TIMEOUT_S)
def test_a_killed_ingest_loses_nothing_and_goes_on_where_it_stopped(
    launcher: Launcher, documents: Path, undisturbed: Undisturbed, tmp_path: Path, moments: random.Random
) -> None:
    """After each kill whole items only; in the end the very same state as without any kill."""
    kills: Counter[str] = Counter()
    rounds = 0
    while kills.total() < KILLS or not kills["indexing"]:
        rounds += 1
        data = tmp_path / str(rounds)
        kills += _ingest_with_kills(launcher, documents, data, undisturbed, moments)
        check_same(launcher, data, undisturbed.holds)
        shutil.rmtree(data)
    print(f"killed while {dict(kills)} in {rounds} rounds")


def _ingest_with_kills(
    launcher: Launcher, documents: Path, data: Path, undisturbed: Undisturbed, moments: random.Random
) -> Counter[str]:
    """Starts ingest again and again, killing it, at last a few times over the index; then lets it end."""
    reference = undisturbed.holds
    kills: Counter[str] = Counter()
    stored = 0
    while kills["indexing"] < INDEXING_KILLS:
        running = launcher.start("ingest", documents, "--data", data, "--workers", "1")
        if stored < len(reference.order) and moments.random() < 0.7:
            reported = kill_while_storing(running, data, moments)
        else:
            reported = kill_after(running, data, moments.uniform(0.0, min(undisturbed.rebuild_s, 1.0)))
        ended = running.wait()
        check_nobody_is_left(launcher)
        before, stored = stored, check_prefix(data, max(reported, stored), reference)
        stage = "indexing" if before == len(reference.order) else "storing" if stored > before else "starting"
        if ended.code < 0:
            kills[stage] += 1
        else:  # too late: once more over the index
            assert ended.code == 0, ended
            shutil.rmtree(data / "index")
    ended = launcher.run("ingest", documents, "--data", data)
    assert ended.code == 0, ended.err
    return kills


@pytest.mark.timeout(TIMEOUT_S)
def test_a_killed_rebuild_leaves_an_index_that_answers_the_same(
    launcher: Launcher, undisturbed: Undisturbed, moments: random.Random
) -> None:
    """Whenever a rebuild is killed, the old index or the new one answers; rubbish goes with the next build."""
    data, reference = undisturbed.data, undisturbed.holds
    kills = 0
    while kills < REBUILD_KILLS:
        running = launcher.start("index", "rebuild", "--data", data)
        kill_after(running, data, moments.uniform(0.0, min(undisturbed.rebuild_s, 1.0)))
        kills += running.wait().code < 0
        assert answer(launcher, data, QUESTIONS[0]) == reference.answers[0]
    assert launcher.run("index", "rebuild", "--data", data).code == 0
    check_same(launcher, data, reference)

"""What the trials through the real command line share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.trials.documents import write_documents
from tests.trials.killing import Undisturbed, make_undisturbed
from tests.trials.launcher import Launcher


@pytest.fixture(scope="session")
def launcher() -> Iterator[Launcher]:
    """Starts commands, with the embedder that needs no model."""
    with Launcher({"PREVAIL_EMBEDDER": "hashed"}) as started:
        yield started


@pytest.fixture(scope="session")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some sixty small files of many kinds; not to be changed."""
    return write_documents(tmp_path_factory.mktemp("documents") / "yard")


@pytest.fixture(scope="session")
def undisturbed(launcher: Launcher, documents: Path, tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    """What the documents become where nothing goes wrong; its index may be built anew, nothing else."""
    return make_undisturbed(launcher, documents, tmp_path_factory.mktemp("undisturbed") / "data")

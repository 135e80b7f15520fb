"""Every error of the project has a status and a title."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.errors import PROBLEMS, NothingIngested, UnknownHost, problem_of
from graph.errors import FixSetup, NotFound, OurBug, PrevailError, RetryLater, SkipRecord, UnknownName


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (NotFound("source", "x"), 404),
        (UnknownName("profile", "x", ["y"]), 400),
        (NothingIngested(Path("d")), 503),
        (UnknownHost("h"), 421),
        (FixSetup("f"), 503),
        (RetryLater("r"), 503),
        (SkipRecord("damaged", "d"), 422),
        (OurBug("b"), 500),
        (PrevailError("p"), 500),
    ],
)
def test_a_class_of_error_has_one_status(error: PrevailError, status: int) -> None:
    """The table decides, for listed classes and for their children."""
    assert problem_of(error).status == status


def test_a_class_that_is_not_listed_takes_its_ancestors_problem() -> None:
    """New errors are shown sensibly before anybody thinks of the table."""

    class DiskFull(FixSetup):
        pass

    assert problem_of(DiskFull("full")) is PROBLEMS[FixSetup]

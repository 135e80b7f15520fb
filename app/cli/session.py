"""Opening the data directory for a command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from app.cli.options import Common

if TYPE_CHECKING:
    from app.wiring import Services


@contextmanager
def reading(options: Common) -> Iterator[Services]:
    """The services of a data directory that must already hold sources.

    Raises:
        NothingIngested: It does not.
        NotADataDirectory: It holds something else.
    """
    from app.use_cases.sources import require_sources
    from app.wiring import open_services

    with open_services(options.settings()) as services:
        require_sources(services)
        yield services


@contextmanager
def writing(options: Common) -> Iterator[Services]:
    """The services of a data directory, created if need be and locked against other writers.

    Raises:
        NotADataDirectory: It holds something else.
        RetryLater: Another process is writing to it.
    """
    from app.wiring import open_services

    with open_services(options.settings(), write=True) as services:
        yield services

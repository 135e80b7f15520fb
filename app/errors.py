"""Errors of the application itself, and the one table from error class to HTTP status and title."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

from graph.errors import FixSetup, NotFound, OurBug, PrevailError, Refused, RetryLater, SkipRecord, UnknownName


class SettingsInvalid(FixSetup):
    """One or more settings cannot be used; the message lists every one of them.

    Attributes:
        problems: One sentence for each mistake, in the order of the settings table.
    """

    def __init__(self, problems: list[str]) -> None:
        head = "a setting is wrong" if len(problems) == 1 else f"{len(problems)} settings are wrong"
        super().__init__("; ".join([f"{head}: {problems[0]}", *problems[1:]]))
        self.problems = problems


class NothingIngested(FixSetup):
    """The store holds no sources, so there is nothing to ask about."""

    def __init__(self, place: Path | str) -> None:
        super().__init__(f"nothing ingested in {place} yet: run `prevail ingest PATH...` first")
        self.place = place


class NotADataDirectory(FixSetup):
    """The directory exists, holds something else and no Prevail data."""

    def __init__(self, directory: Path, detail: str) -> None:
        super().__init__(f"{directory} is not a Prevail data directory ({detail}): choose another with --data")
        self.directory = directory


class InvalidInput(PrevailError):
    """What the caller sent cannot be understood; the message says which part and how to write it."""


class UnknownHost(FixSetup):
    """A request names a host that this server is not known by."""

    def __init__(self, host: str) -> None:
        super().__init__(f"this server does not answer to {host!r}; PREVAIL_ALLOWED_HOSTS can add it")
        self.host = host


class ForeignOrigin(PrevailError):
    """A page of another site tries to change something here."""

    def __init__(self, origin: str) -> None:
        super().__init__(f"a page of {origin!r} may not change anything here")
        self.origin = origin


class Problem(NamedTuple):
    """How an error is shown over HTTP: a status and a title that never changes for its class."""

    status: HTTPStatus
    title: str


PROBLEMS: dict[type[PrevailError], Problem] = {
    InvalidInput: Problem(HTTPStatus.BAD_REQUEST, "Not understood"),
    NotFound: Problem(HTTPStatus.NOT_FOUND, "Not found"),
    UnknownName: Problem(HTTPStatus.BAD_REQUEST, "Unknown name"),
    Refused: Problem(HTTPStatus.CONFLICT, "Refused"),
    ForeignOrigin: Problem(HTTPStatus.FORBIDDEN, "Foreign origin"),
    UnknownHost: Problem(HTTPStatus.MISDIRECTED_REQUEST, "Unknown host"),
    NothingIngested: Problem(HTTPStatus.SERVICE_UNAVAILABLE, "Nothing ingested yet"),
    RetryLater: Problem(HTTPStatus.SERVICE_UNAVAILABLE, "Try again later"),
    FixSetup: Problem(HTTPStatus.SERVICE_UNAVAILABLE, "The set-up needs attention"),
    SkipRecord: Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "This record cannot be used"),
    OurBug: Problem(HTTPStatus.INTERNAL_SERVER_ERROR, "Internal error"),
    PrevailError: Problem(HTTPStatus.INTERNAL_SERVER_ERROR, "Internal error"),
}
"""Error class to problem; a class that is not listed takes its nearest listed ancestor's."""


def problem_of(error: PrevailError) -> Problem:
    """The problem of an error's own class, else of the nearest ancestor that the table lists."""
    listed = (PROBLEMS[kind] for kind in type(error).__mro__ if kind in PROBLEMS)
    return next(listed)

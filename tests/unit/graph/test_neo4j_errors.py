"""Every error of the driver becomes one of ours, in words that say what to do."""

from __future__ import annotations

import inspect
from ssl import SSLEOFError

import pytest
from neo4j import exceptions as foreign

from graph.errors import FixSetup, OurBug, PrevailError, RetryLater
from graph.neo4j_database import Neo4jAddress
from graph.neo4j_errors import MEANINGS, Passing, translated
from graph.neo4j_store import FOREIGN, neo4j_errors

ADDRESS = Neo4jAddress("neo4j://graph.example:7687", "ada", "open sesame")

EXCEPTIONS = sorted(
    (kind for _, kind in inspect.getmembers(foreign, inspect.isclass) if issubclass(kind, Exception)),
    key=lambda kind: kind.__name__,
)


@pytest.mark.parametrize("kind", EXCEPTIONS, ids=lambda kind: kind.__name__)
def test_every_exception_of_the_driver_has_a_meaning(kind: type[Exception]) -> None:
    """A new one of a later driver fails here, until somebody has said what it means."""
    assert kind.__name__ in MEANINGS or kind.__module__ == "builtins"
    if issubclass(kind, FOREIGN):
        error = translated(kind("words"), ADDRESS)
        assert type(error) in {FixSetup, RetryLater, OurBug}
        assert "graph.example" in str(error)
        assert "sesame" not in str(error)


@pytest.mark.parametrize(
    ("code", "group", "words"),
    [
        ("Neo.ClientError.Security.Unauthorized", FixSetup, "PREVAIL_NEO4J_PASSWORD"),
        ("Neo.ClientError.Security.AuthenticationRateLimit", RetryLater, "too many wrong ones"),
        ("Neo.ClientError.Security.Forbidden", FixSetup, "the rights"),
        ("Neo.ClientError.General.ForbiddenOnReadOnlyDatabase", FixSetup, "read-only"),
        ("Neo.ClientError.Database.DatabaseNotFound", FixSetup, "PREVAIL_NEO4J_DATABASE"),
        ("Neo.ClientError.Transaction.TransactionTimedOut", RetryLater, "PREVAIL_NEO4J_TIMEOUT"),
        ("Neo.TransientError.Transaction.DeadlockDetected", Passing, "busy"),
        ("Neo.TransientError.General.OutOfMemoryError", FixSetup, "memory"),
        ("Neo.DatabaseError.General.UnknownError", FixSetup, "its disk"),
        ("Neo.ClientError.Statement.SyntaxError", OurBug, "words of the server"),
    ],
)
def test_what_the_server_says_is_told_by_its_code(code: str, group: type[PrevailError], words: str) -> None:
    """Transient ones may be tried again; the rest says what has to be mended."""
    error = translated(foreign.Neo4jError._hydrate_neo4j(code=code, message="words of the server"), ADDRESS)
    assert type(error) is group
    assert words in str(error)


def test_nobody_there_is_a_matter_of_the_set_up_until_somebody_has_answered() -> None:
    """A server that is gone may come back; one that never was may be another one's address."""
    gone = foreign.ServiceUnavailable("connection refused")
    assert type(translated(gone, ADDRESS)) is RetryLater
    assert isinstance(never := translated(gone, ADDRESS, connecting=True), FixSetup)
    assert "PREVAIL_GRAPH" in str(never)


def test_what_is_not_the_drivers_passes_through() -> None:
    """An error of the caller's own is not touched."""
    with pytest.raises(KeyError), neo4j_errors(ADDRESS):
        raise KeyError("mine")


def test_an_address_does_not_show_its_password() -> None:
    """Not even where somebody prints it."""
    assert "sesame" not in repr(ADDRESS)


def test_what_broke_a_connection_is_looked_for_behind_the_drivers_words() -> None:
    """No TLS, silence, or nobody there: each has a remedy of its own, and the first cause is quoted."""

    def lost(cause: Exception) -> PrevailError:
        try:
            try:
                raise ExceptionGroup("All routing table requests failed", [cause])
            except ExceptionGroup as group:
                raise foreign.ServiceUnavailable("Unable to retrieve routing information") from group
        except foreign.ServiceUnavailable as error:
            return translated(error, ADDRESS, connecting=True)

    unencrypted = lost(SSLEOFError("EOF occurred in violation of protocol"))
    silent = lost(TimeoutError("timed out"))
    nobody = lost(ConnectionRefusedError(111, "Connection refused"))
    assert [type(error) for error in (unencrypted, silent, nobody)] == [FixSetup, RetryLater, FixSetup]
    assert "without +s" in str(unencrypted)
    assert "does not answer in time (timed out)" in str(silent)
    assert "Connection refused" in str(nobody)

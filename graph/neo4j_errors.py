"""What the driver's errors mean here and what to do about them, by the names of their classes and codes."""

from __future__ import annotations

from collections.abc import Iterator
from ssl import SSLError
from typing import NamedTuple

from graph.errors import FixSetup, OurBug, PrevailError, RetryLater
from graph.neo4j_database import Neo4jAddress

_MESSAGE_CHARS = 300


class Passing(RetryLater):
    """The server says that the same statement may go through now; it has not been carried out."""


class _Meaning(NamedTuple):
    """Our class of error, and the words for it."""

    group: type[PrevailError]
    words: str


_LOGIN = _Meaning(
    FixSetup,
    "{uri} refuses the log-in of {user!r}: set PREVAIL_NEO4J_USER and PREVAIL_NEO4J_PASSWORD ({why})",
)
_RIGHTS = _Meaning(FixSetup, "{user!r} may not do this at {uri} ({why}): give that user the rights to read and write")
_SETTINGS = _Meaning(FixSetup, "PREVAIL_GRAPH={uri} and its settings do not fit together ({why})")
_READ_ONLY = _Meaning(FixSetup, "the database at {uri} is read-only ({why}): make it writable, or choose another")
_NOBODY = _Meaning(
    FixSetup, "nobody answers at {uri} ({why}): start Neo4j there, or set PREVAIL_GRAPH to where it listens"
)
_GONE = _Meaning(RetryLater, "{uri} cannot be reached ({why}): try again when the server is back")
_SILENT = _Meaning(
    RetryLater,
    "{uri} does not answer in time ({why}): try again, or look whether that server is well and the right one",
)
_UNENCRYPTED = _Meaning(
    FixSetup,
    "no encrypted connection to {uri} comes about ({why}): write PREVAIL_GRAPH without +s if the server has no TLS, "
    "or set PREVAIL_NEO4J_CA to the authority of its certificate",
)
_BUSY = _Meaning(RetryLater, "the server at {uri} is busy ({why}): try again")
_SLOW = _Meaning(RetryLater, "the server at {uri} took too long ({why}): try again, or raise PREVAIL_NEO4J_TIMEOUT")
_POOL = _Meaning(RetryLater, "all connections to {uri} are in use ({why}): try again, or raise PREVAIL_NEO4J_POOL")
_SERVER = _Meaning(FixSetup, "the server at {uri} failed ({why}): look at its log, its disk and its memory")
_OLD = _Meaning(FixSetup, "what answers at {uri} is no Neo4j that is new enough ({why}): Prevail needs 5.26 or newer")
_BUG = _Meaning(OurBug, "{uri}: {why}")

_TOO_OLD = "not supported for the Bolt Protocol"
"""What the driver says of a setting that the server's version does not know."""

MEANINGS: dict[str, _Meaning] = {
    "AuthConfigurationError": _SETTINGS,
    "AuthError": _LOGIN,
    "BrokenRecordError": _BUG,
    "CertificateConfigurationError": _SETTINGS,
    "ClientError": _BUG,
    "ConfigurationError": _SETTINGS,
    "ConnectionAcquisitionTimeoutError": _POOL,
    "ConnectionPoolError": _POOL,
    "ConstraintError": _BUG,
    "CypherSyntaxError": _BUG,
    "CypherTypeError": _BUG,
    "DatabaseError": _SERVER,
    "DatabaseUnavailable": _BUSY,
    "DriverError": _BUG,
    "Forbidden": _RIGHTS,
    "ForbiddenOnReadOnlyDatabase": _READ_ONLY,
    "GqlError": _BUG,
    "IncompleteCommit": _GONE,
    "Neo4jError": _BUG,
    "NotALeader": _BUSY,
    "OSError": _SETTINGS,
    "ReadServiceUnavailable": _GONE,
    "ResultConsumedError": _BUG,
    "ResultError": _BUG,
    "ResultFailedError": _BUG,
    "ResultNotSingleError": _BUG,
    "RoutingServiceUnavailable": _GONE,
    "ServiceUnavailable": _GONE,
    "SessionError": _BUG,
    "SessionExpired": _GONE,
    "TokenExpired": _LOGIN,
    "TransactionError": _BUG,
    "TransactionNestingError": _BUG,
    "TransientError": _BUSY,
    "UnsupportedServerProduct": _OLD,
    "ValueError": _BUG,
    "WriteServiceUnavailable": _GONE,
}
"""Name of a class of the driver to what it means; a class that is not here means what its parent means."""

_CODES: dict[str, _Meaning] = {
    "Neo.ClientError.Database.DatabaseNotFound": _Meaning(
        FixSetup, "there is no database of that name at {uri}: set PREVAIL_NEO4J_DATABASE ({why})"
    ),
    "Neo.ClientError.Security.AuthenticationRateLimit": _Meaning(
        RetryLater, "{uri} refuses log-ins for a moment, after too many wrong ones: check the password and try again"
    ),
    "Neo.ClientError.Security.CredentialsExpired": _Meaning(
        FixSetup, "the password of {user!r} at {uri} has to be changed first: set a new one in the database"
    ),
    "Neo.ClientError.Transaction.LockAcquisitionTimeout": _SLOW,
    "Neo.ClientError.Transaction.LockClientStopped": _BUSY,
    "Neo.ClientError.Transaction.Terminated": _BUSY,
    "Neo.ClientError.Transaction.TransactionTimedOut": _SLOW,
    "Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration": _SLOW,
    "Neo.TransientError.General.OutOfMemoryError": _SERVER,
    "Neo.TransientError.General.MemoryPoolOutOfMemoryError": _SERVER,
    "Neo.TransientError.General.TransactionOutOfMemoryError": _SERVER,
}


def translated(error: Exception, address: Neo4jAddress, *, connecting: bool = False) -> PrevailError:
    """Our error for one of the driver's.

    Args:
        connecting: Nothing was ever answered there: that nobody does is a matter of the set-up.
    """
    code = str(getattr(error, "code", None) or "")
    meaning = _CODES.get(code) or _by_class(type(error))
    if meaning is _SETTINGS and _TOO_OLD in str(error):
        meaning = _OLD
    if meaning is _GONE:
        meaning = _of_lost(error, connecting)
    if meaning is _BUSY and code.startswith("Neo.TransientError."):
        meaning = _Meaning(Passing, _BUSY.words)
    return meaning.group(meaning.words.format(uri=address.uri, user=address.user, why=_why(error)))


def _of_lost(error: Exception, connecting: bool) -> _Meaning:
    """What is behind a connection that broke or did not come about."""
    causes = [*_causes(error)]
    if any(isinstance(cause, SSLError) for cause in causes):
        return _UNENCRYPTED
    if any(isinstance(cause, TimeoutError) for cause in causes):
        return _SILENT
    return _NOBODY if connecting else _GONE


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error, and what led to it, nearest first; of several that happened together, the first."""
    while error is not None:
        yield error
        error = error.exceptions[0] if isinstance(error, BaseExceptionGroup) else error.__cause__ or error.__context__


def _by_class(kind: type[Exception]) -> _Meaning:
    return next(MEANINGS[parent.__name__] for parent in kind.__mro__ if parent.__name__ in MEANINGS)


def _why(error: Exception) -> str:
    """The server's own words, else those of the first cause: the driver's are about itself."""
    said = getattr(error, "message", None) if getattr(error, "code", None) else None
    *_, first = _causes(error)
    words = str(said or first) or type(first).__name__
    return " ".join(words.split())[:_MESSAGE_CHARS]

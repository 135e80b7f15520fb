"""The store on a Neo4j server, and the border to its driver: nothing else in this project imports it.

One `write()` is one explicit transaction. The server's isolation is "read committed", and a commit is not
applied in one instant; so a transaction is published by a second, tiny one after it has been committed,
and every view is fixed at the generation that was published when it was opened (see `graph.neo4j_reader`).
"""

from __future__ import annotations

import logging
import random
import re
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, LiteralString, TypeVar

import neo4j
from neo4j import exceptions as foreign

from graph.errors import FixSetup, OurBug, PrevailError, RetryLater
from graph.migrator import ensure_schema
from graph.neo4j_database import CommitUnknown, Database, Neo4jAddress, Row, Statements, Transaction
from graph.neo4j_errors import Passing, translated
from graph.neo4j_reader import Neo4jReader
from graph.neo4j_schema import (
    LOCK_STORE,
    MAKE_STORE,
    PUBLISH,
    READ_PUBLISHED,
    READ_STORE,
    RUNNING,
    TERMINATE,
)
from graph.neo4j_writer import Neo4jWriter
from graph.progress import Progress, silent
from graph.store import Reader, Writer

V = TypeVar("V")

OLDEST_SERVER = (5, 26)
"""The first server that takes labels and types as parameters."""

FOREIGN = (foreign.Neo4jError, foreign.DriverError, OSError, ValueError)
"""What the driver raises."""
LOST = (foreign.IncompleteCommit, foreign.ServiceUnavailable, foreign.SessionExpired)
"""What it raises where the connection broke."""

_FIRST_PAUSE_S = 0.1
_GRACE_S = 5.0
"""How much longer than its own limit a server that works may take to say so, before it counts as hanging."""
_IDLE_S = 5.0
"""A connection that was not used for so long is tried before it is used: the server may have been restarted."""


class Neo4jStore:
    """A `graph.store.GraphStore` in a Neo4j database."""

    def __init__(self, database: Database, *, create: bool = True, progress: Progress = silent) -> None:
        """Looks whether the database has the schema of this version; sets an empty one up if it may.

        Args:
            database: From `open_database`; the store closes it.
            create: Whether to set up an empty database.

        Raises:
            FixSetup: The schema is another version's, or there is none and `create` is False.
        """
        self.database = database
        self._is_open = True
        ensure_schema(database, may_create=create, progress=progress)
        if create:
            database.run(MAKE_STORE)
        state = self._published()
        if state["committed"] > state["generation"]:  # a writer ended before it could publish, or is about to
            with suppress(RetryLater), database.transaction() as transaction:
                transaction.run_within(database.address.timeout_s, LOCK_STORE, tag=transaction.tag)
                stored = transaction.run(READ_STORE)[0]
                self._publish(transaction, transaction.tag, stored["generation"], stored["passages"])

    @contextmanager
    def read(self) -> Iterator[Reader]:
        """Opens a view of the last published state, which stays as it is while the block runs."""
        reader = Neo4jReader(self.database.read, self._published()["generation"])
        try:
            yield reader
        finally:
            reader.close()

    @contextmanager
    def write(self) -> Iterator[Writer]:
        """Opens the one write transaction; a second writer, in any process, waits for its turn.

        Raises:
            RetryLater: Another writer was still at work after the time limit, or the server went away.
        """
        self._require_open()
        changed = False
        try:
            with self.database.transaction() as transaction:
                writer = self._begin(transaction)
                try:
                    yield writer
                    changed = writer.finish(transaction.tag)
                finally:
                    writer.close()
        except CommitUnknown:
            if not self._has_arrived(transaction.tag):
                raise RetryLater(
                    f"the connection to {self.database.address.uri} broke before the last batch was stored: "
                    "run the same again"
                ) from None
        if changed:
            self._patiently(lambda: self._publish(self.database, transaction.tag, writer.generation, writer.passages))

    def generation(self) -> int:
        """How many write transactions have changed something."""
        return int(self._published()["generation"])

    def passages_version(self) -> str:
        """See `GraphStore.passages_version`: the store's identity, and its latest record of a passage."""
        state = self._published()
        return f"{state['id']}:{state['passages']}"

    def close(self) -> None:
        """Closes all connections."""
        self._is_open = False
        self.database.close()

    def _begin(self, transaction: Transaction) -> Neo4jWriter:
        transaction.run_within(self.database.address.timeout_s, LOCK_STORE, tag=transaction.tag)
        rows = transaction.run(READ_STORE)
        if not rows:
            raise _nothing_here(self.database)
        return Neo4jWriter(transaction.run, rows[0]["generation"] + 1, rows[0]["numbers"], rows[0]["passages"])

    @staticmethod
    def _publish(statements: Statements, tag: str, generation: int, passages: int) -> None:
        statements.run(PUBLISH, tag=tag, generation=generation, passages=passages)

    def _published(self) -> Row:
        self._require_open()
        rows = self.database.read(READ_PUBLISHED)
        if not rows:
            raise _nothing_here(self.database)
        return rows[0]

    def _has_arrived(self, tag: str) -> bool:
        """Whether a transaction was committed; waits for its lock, so that it is over one way or the other."""

        def look() -> bool:
            with self.database.transaction() as transaction:
                transaction.run_within(self.database.address.timeout_s, LOCK_STORE, tag=transaction.tag)
                return tag in transaction.run(READ_STORE)[0]["recent"]

        return self._patiently(look)

    def _patiently(self, act: Callable[[], V]) -> V:
        return _retried(act, self.database.address.timeout_s)

    def _require_open(self) -> None:
        if not self._is_open:
            raise OurBug("the store was closed")


def open_database(address: Neo4jAddress) -> Database:
    """Connects to a server and logs in.

    Raises:
        FixSetup: Nobody answers there, the log-in is refused, or the server is too old.
        RetryLater: The server is there, and not ready.
    """
    logging.getLogger("neo4j").addHandler(logging.NullHandler())  # what it would say is said by our errors
    with neo4j_errors(address):
        driver = _driver(address, address.timeout_s + _GRACE_S)
    try:
        with neo4j_errors(address, connecting=True), driver.session(database=address.database) as session:
            agent = session.run("RETURN 1").consume().server.agent
        require_version(address, agent)
    except BaseException:
        driver.close()
        raise
    return _DriverDatabase(address, driver)


class _DriverDatabase:
    """A `graph.neo4j_database.Database` over one driver."""

    def __init__(self, address: Neo4jAddress, driver: neo4j.Driver) -> None:
        self.address = address
        self._driver = driver

    def run(self, query: str, /, **parameters: Any) -> list[Row]:
        """Runs one statement in a transaction of its own; see `Database.run`."""

        def once() -> list[Row]:
            with neo4j_errors(self.address), self._session(neo4j.WRITE_ACCESS) as session:
                return [dict(record) for record in session.run(_text(query), parameters)]

        return _retried(once, self.address.timeout_s, only=Passing)

    def run_long(self, query: str, /, **parameters: Any) -> list[Row]:
        """Runs one statement however long it takes, on a connection of its own; see `Database.run_long`."""
        with neo4j_errors(self.address), _driver(self.address, None) as patient:
            return _DriverDatabase(self.address, patient).run(query, **parameters)

    def read(self, query: str, /, **parameters: Any) -> list[Row]:
        """Runs one statement that only reads; see `Database.read`."""
        limited = neo4j.Query(_text(query), timeout=self.address.timeout_s)

        def once() -> list[Row]:
            with neo4j_errors(self.address), self._session(neo4j.READ_ACCESS) as session:
                return [dict(record) for record in session.run(limited, parameters)]

        return _retried(once, self.address.timeout_s)

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        """A writing transaction; see `Database.transaction`."""
        tag = uuid.uuid4().hex
        session, begun = _retried(lambda: self._begin(tag), self.address.timeout_s)
        try:
            yield _DriverTransaction(self, begun, tag)
            self._commit(begun)
        finally:
            _leave(session)

    def terminate(self, tag: str) -> None:
        """Ends a transaction of this user that is waiting on the server."""
        if found := [row["id"] for row in self.run(RUNNING, tag=tag)]:
            self.run(TERMINATE, ids=found)

    def close(self) -> None:
        """Closes all connections."""
        self._driver.close()

    def _begin(self, tag: str) -> tuple[neo4j.Session, neo4j.Transaction]:
        """Begins a transaction; where that fails, nothing has happened yet."""
        session = self._session(neo4j.WRITE_ACCESS)
        try:
            with neo4j_errors(self.address):
                return session, session.begin_transaction(metadata={"prevail": tag})
        except BaseException:
            _leave(session)
            raise

    def _commit(self, transaction: neo4j.Transaction) -> None:
        try:
            with neo4j_errors(self.address):
                transaction.commit()
        except RetryLater as error:
            if isinstance(error.__cause__, LOST):
                raise CommitUnknown(f"{error} – it broke during a commit, which may have gone through") from error
            raise

    def _session(self, access: str) -> neo4j.Session:
        return self._driver.session(
            database=self.address.database,
            default_access_mode=access,
            bookmark_manager=self._driver.execute_query_bookmark_manager,
        )


class _DriverTransaction:
    """A `graph.neo4j_database.Transaction`."""

    def __init__(self, database: _DriverDatabase, transaction: neo4j.Transaction, tag: str) -> None:
        self.tag = tag
        self._database = database
        self._transaction = transaction

    def run(self, query: str, /, **parameters: Any) -> list[Row]:
        """Runs one statement and returns its rows."""
        with neo4j_errors(self._database.address):
            return [dict(record) for record in self._transaction.run(_text(query), parameters)]

    def run_within(self, wait_s: float, query: str, /, **parameters: Any) -> list[Row]:
        """Runs a statement that may have to wait for a lock; the server offers no limit for one statement,
        so after the wait another connection ends this transaction."""
        late = threading.Event()
        timer = threading.Timer(wait_s, self._give_up, [late])
        timer.start()
        try:
            return self.run(query, **parameters)
        except PrevailError:
            if late.is_set():
                raise RetryLater(
                    f"{self._database.address.uri} was still being written by another process after {wait_s:g} s: "
                    "try again when it has ended"
                ) from None
            raise
        finally:
            timer.cancel()

    def _give_up(self, late: threading.Event) -> None:
        late.set()
        with suppress(PrevailError):
            self._database.terminate(self.tag)


@contextmanager
def neo4j_errors(address: Neo4jAddress, *, connecting: bool = False) -> Iterator[None]:
    """Turns any error of the driver into one of ours.

    Args:
        connecting: Nothing was ever answered there: that nobody does is a matter of the set-up.

    Raises:
        RetryLater: The server is not to be reached, busy, or too slow.
        FixSetup: The log-in, the address, the rights or the server itself have to be mended.
        OurBug: A statement or the driver was used in a way it must not be.
    """
    try:
        yield
    except FOREIGN as error:
        raise translated(error, address, connecting=connecting) from error


def _retried(act: Callable[[], V], budget_s: float, only: type[RetryLater] = RetryLater) -> V:
    """Does it again, with growing random pauses, until it goes through or the time is up."""
    end, pause_s = time.monotonic() + budget_s, _FIRST_PAUSE_S
    while True:
        try:
            return act()
        except only:
            if time.monotonic() + pause_s > end:
                raise
        time.sleep(pause_s * random.uniform(0.5, 1.0))
        pause_s *= 2


def _leave(session: neo4j.Session) -> None:
    """Ends a session, which undoes what was not committed; a connection that is lost is told elsewhere."""
    with suppress(*FOREIGN):
        session.close()


def _driver(address: Neo4jAddress, silence_s: float | None) -> neo4j.Driver:
    """A driver; a server that says nothing for so long while it is waited for counts as lost."""
    scheme, _, rest = address.uri.partition("://")
    trust: dict[str, Any] = {}
    if address.ca is not None:  # the driver takes an authority only together with a scheme that does not say TLS
        scheme = scheme.partition("+")[0]
        trust = {"encrypted": True, "trusted_certificates": neo4j.TrustCustomCAs(str(address.ca))}
    driver = neo4j.GraphDatabase.driver(
        f"{scheme}://{rest}",
        auth=(address.user, address.password),
        connection_timeout=address.timeout_s,
        connection_acquisition_timeout=address.timeout_s,
        max_connection_pool_size=address.pool,
        liveness_check_timeout=_IDLE_S,
        notifications_min_severity="OFF",
        user_agent="prevail",
        **trust,
    )
    if silence_s is not None:
        _limit_silence(driver, silence_s)
    return driver


def _limit_silence(driver: neo4j.Driver, silence_s: float) -> None:
    """Gives every connection a limit for reading.

    The driver takes such a limit from the server's settings only, where it is two minutes at best.
    """
    pool = driver._pool
    opened = pool.opener

    def opener(*arguments: Any) -> Any:
        connection = opened(*arguments)
        connection.socket.set_read_timeout(silence_s)
        return connection

    pool.opener = opener


def require_version(address: Neo4jAddress, agent: str) -> None:
    """Goes on only with a server that understands this store's statements.

    Args:
        agent: What the server calls itself: "Neo4j/2026.05.0".

    Raises:
        FixSetup: It is older than `OLDEST_SERVER`, or no Neo4j.
    """
    found = re.match(r"Neo4j/(\d+)\.(\d+)", agent)
    if not found or (int(found[1]), int(found[2])) < OLDEST_SERVER:
        wanted = ".".join(map(str, OLDEST_SERVER))
        raise FixSetup(f"what answers at {address.uri} is {agent}: Prevail needs Neo4j {wanted} or newer")


def _nothing_here(database: Database) -> FixSetup:
    return FixSetup(f"there is no graph at {database.address.uri} yet: ingest something first")


def _text(query: str) -> LiteralString:
    """A statement is a constant of this package; the driver asks to be told so."""
    return query

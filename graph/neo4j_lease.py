"""A lock in a Neo4j database that outlives no process: whoever holds it renews it, or loses it.

A lease is a node `(:Lease {name})`. It is free when it has no owner or has run out; whoever takes it writes
a token of its own into it, under the node's write lock, so that two never take it at once. All times are
the server's, so that clocks of machines do not matter. A holder that was stopped for longer than its lease
finds another token there: statements that must be the holder's own match the token (`$lease`, `$token`).
"""

from __future__ import annotations

import os
import socket
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from graph.errors import RetryLater
from graph.neo4j_database import Database

UNIQUE_LEASE = "CREATE CONSTRAINT lease_name IF NOT EXISTS FOR (lease:Lease) REQUIRE lease.name IS UNIQUE"
"""Without it, two first takers could each make a node."""

_TAKE = """
MERGE (lease:Lease {name: $lease})
SET lease.asked_at = datetime.realtime()
WITH lease, datetime.realtime() AS now
WHERE lease.token IS NULL OR lease.token = $token OR lease.expires_at < now
SET lease.token = $token, lease.holder = $holder, lease.since = now,
    lease.expires_at = now + duration({milliseconds: $lease_ms})
RETURN lease.token AS token
"""
_RENEW = """
MATCH (lease:Lease {name: $lease, token: $token})
SET lease.expires_at = datetime.realtime() + duration({milliseconds: $lease_ms})
RETURN lease.token AS token
"""
_RELEASE = """
MATCH (lease:Lease {name: $lease, token: $token})
REMOVE lease.token, lease.holder, lease.since, lease.expires_at
"""
_HOLDER = """
MATCH (lease:Lease {name: $lease}) WHERE lease.token IS NOT NULL AND lease.expires_at >= datetime.realtime()
RETURN lease.holder AS holder, toString(lease.since) AS since
"""

_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.05, 1.0


@dataclass(frozen=True, slots=True)
class LeaseHolder:
    """Who holds a lease at the moment.

    Attributes:
        holder: In words: what it does, process and machine.
        since: ISO 8601, by the server's clock.
    """

    holder: str
    since: str


class Lease:
    """The right to do one thing in one database."""

    def __init__(self, database: Database, name: str, purpose: str, *, lease_s: float = 30.0) -> None:
        """A lease that is not taken yet.

        Args:
            name: What is locked; the same in every process.
            purpose: What it is taken for, in words, for people who wait.
            lease_s: Seconds after which it is free if its holder has died.
        """
        self.name = name
        self.token = uuid.uuid4().hex
        self._database = database
        self._holder = f"{purpose}, process {os.getpid()} on {socket.gethostname()}"
        self._lease_s = lease_s
        self._lost = threading.Event()

    @contextmanager
    def held(self, wait_s: float = 60.0) -> Iterator[None]:
        """Holds the lease while the block runs, and renews it.

        Args:
            wait_s: How long to wait for another holder.

        Raises:
            RetryLater: Another holds it and has not given it back in time.
        """
        self._take(wait_s)
        done = threading.Event()
        renewing = threading.Thread(target=self._keep, args=(done,), name=f"lease {self.name}", daemon=True)
        renewing.start()
        try:
            yield
        finally:
            done.set()
            renewing.join()
            self._run(_RELEASE)

    def check(self) -> None:
        """Goes on only while the lease is held.

        Raises:
            RetryLater: It ran out, as when this process was stopped, and another may have taken it.
        """
        if self._lost.is_set():
            raise RetryLater(f"the lock `{self.name}` of the database was lost: run the command again")

    def _take(self, wait_s: float) -> None:
        end, pause_s = time.monotonic() + wait_s, _FIRST_PAUSE_S
        while not self._run(_TAKE, holder=self._holder):
            if time.monotonic() >= end:
                raise RetryLater(self._explain())
            time.sleep(pause_s)
            pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)

    def _keep(self, done: threading.Event) -> None:
        while not done.wait(self._lease_s / 3):
            try:
                held = self._run(_RENEW)
            except RetryLater:
                continue  # the next attempt comes before the lease runs out; if not, the token will tell
            if not held:
                self._lost.set()
                return

    def _run(self, query: str, **parameters: object) -> bool:
        """Runs a query about this lease and says whether it gave a row."""
        rows = self._database.run(
            query, lease=self.name, token=self.token, lease_ms=round(self._lease_s * 1000), **parameters
        )
        return bool(rows)

    def _explain(self) -> str:
        found = holder_of(self._database, self.name)
        who = f"`{found.holder}`, since {found.since}" if found else "another process"
        return (
            f"the lock `{self.name}` of the database is held by {who}: try again when it has ended, "
            f"at the latest {self._lease_s:g} s after it died"
        )


def holder_of(database: Database, name: str) -> LeaseHolder | None:
    """Who holds the lease of that name; None if nobody."""
    rows = database.read(_HOLDER, lease=name)
    return LeaseHolder(**rows[0]) if rows else None

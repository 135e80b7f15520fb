"""What the doctor looks at where a Neo4j server keeps the graph."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable
from functools import partial
from urllib.parse import urlsplit

from app.settings import Settings
from app.use_cases.checks import Check, attempt, warning
from app.wiring import open_database
from graph.errors import PrevailError
from graph.migrations import State, fault_of
from graph.migrator import migration_status, missing_objects
from graph.neo4j_database import Database
from graph.neo4j_search import OLDEST_SERVER
from graph.neo4j_server import (
    index_states,
    memory_of,
    server_clock,
    server_of,
    server_settings,
    try_writing,
)
from graph.time import now_utc

SKEW_WARN_S, SKEW_FAIL_S = 2.0, 60.0
"""What is recorded is ordered by the clocks of the machines that record it."""

HEAP_BYTES = 1 << 30
"""Smallest heap in which ingesting was tried."""

NODE_BYTES, RELATIONSHIP_BYTES = 4_000, 600
"""Disk space for one of each. Half of the first was measured on 31,000 nodes of 80 ingested documents without
native lanes, indexes included; the other half is for vectors and tokens."""

WELL_KNOWN = frozenset({"", "neo4j", "password", "secret", "changeme", "admin", "test"})
"""Passwords that everybody tries first."""

_PAGE_CACHE = "server.memory.pagecache.size"
_AUTH = "dbms.security.auth_enabled"
_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}


def neo4j_checks(settings: Settings) -> list[Check]:
    """All checks of the server, in the order in which a set-up is mended; one that failed to connect is alone."""
    try:
        with open_database(settings) as database:
            return [attempt(name, check, database, fix) for name, check, fix in _checks(settings)]
    except PrevailError as error:
        return [Check("Neo4j", False, str(error), "check PREVAIL_GRAPH, user and password, and that the server runs")]


def _checks(settings: Settings) -> list[tuple[str, Callable[[Database], Check], str]]:
    ask = "ask the server's administrator for the right to see this"
    return [
        ("Neo4j version", partial(_version, settings.has_native_lanes), ask),
        ("Neo4j log-in", partial(_log_in, settings.neo4j_password), ask),
        ("Neo4j rights", _rights, "let this user write data and make indexes and constraints"),
        ("Neo4j schema", _schema, "prevail migrate up"),
        ("Neo4j indexes", _indexes, ask),
        ("Neo4j clock", _clock, ask),
        ("Neo4j memory", _memory, ask),
    ]


def _version(has_native_lanes: bool, database: Database) -> Check:
    server = server_of(database)
    name, shown = "Neo4j version", f"{server.version} {server.edition}"
    if server.numbers >= OLDEST_SERVER:
        return Check(name, True, shown)
    if has_native_lanes:
        return Check(name, False, shown, "upgrade to 2026.01, or set PREVAIL_LANES_BACKEND=local")
    return warning(name, shown, "for native lanes upgrade to 2026.01; local lanes work with this one")


def _log_in(password: str, database: Database) -> Check:
    name, uri = "Neo4j log-in", database.address.uri
    if server_settings(database, (_AUTH,)).get(_AUTH) == "false":
        return warning(name, "the server asks nobody for a password", f"set {_AUTH}=true on the server")
    if password.lower() in WELL_KNOWN:
        return warning(name, "the password is one that everybody tries first", "ALTER CURRENT USER SET PASSWORD")
    if not _is_loopback(uri) and not re.match(r"\w+\+s", uri):
        return warning(name, f"{uri} is not encrypted", "write neo4j+s:// once the server has a certificate")
    return Check(name, True, "encrypted" if re.match(r"\w+\+s", uri) else "not encrypted, on this machine only")


def _is_loopback(uri: str) -> bool:
    host = urlsplit(uri).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _rights(database: Database) -> Check:
    try_writing(database)
    return Check("Neo4j rights", True, "this user may write data and make indexes and constraints")


def _schema(database: Database) -> Check:
    name, reviews = "Neo4j schema", migration_status(database)
    if fault := fault_of(reviews):
        return Check(name, False, str(fault), "prevail migrate status")
    todo = [one.file for one in reviews if one.state in (State.PENDING, State.UNFINISHED)]
    missing = [one.name for one in missing_objects(database, reviews)]
    if todo or missing:
        detail = [f"{one} is not applied" for one in todo] + [f"{one} was dropped" for one in missing]
        return Check(name, False, "; ".join(detail), "prevail migrate up")
    if waiting := [one.file for one in reviews if one.state is State.WAITING]:
        return Check(name, True, f"current for this server; {', '.join(waiting)} waits for a newer one")
    return Check(name, True, f"version {len(reviews)}, current")


def _indexes(database: Database) -> Check:
    name, states = "Neo4j indexes", index_states(database)
    if failed := [one for one in states if one.state == "FAILED"]:
        detail = f"{failed[0].name} failed: {failed[0].failure.strip() or 'no reason given'}"
        return Check(name, False, detail, f"DROP INDEX {failed[0].name}, then prevail migrate up")
    if growing := [one for one in states if one.state != "ONLINE"]:
        detail = ", ".join(f"{one.name} {one.percent:.0f} %" for one in growing)
        return warning(name, f"still being built: {detail}", "wait: searches are slow or refused until they are online")
    return Check(name, True, f"{len(states)} online")


def _clock(database: Database) -> Check:
    before = now_utc()
    theirs = server_clock(database)
    after = now_utc()
    skew_s = (theirs - (before + (after - before) / 2)).total_seconds()
    shown = f"{abs(skew_s):.1f} s {'ahead of' if skew_s > 0 else 'behind'} this machine"
    fix = "set both clocks by the same time service"
    if abs(skew_s) > SKEW_WARN_S:
        return Check("Neo4j clock", abs(skew_s) <= SKEW_FAIL_S, shown, fix, warns=True)
    return Check("Neo4j clock", True, shown)


def _memory(database: Database) -> Check:
    name, memory = "Neo4j memory", memory_of(database)
    data = memory.nodes * NODE_BYTES + memory.relationships * RELATIONSHIP_BYTES
    cache = _bytes(memory.page_cache)
    heap = memory.heap_max_bytes
    shown = (
        f"heap {_size(heap)}, page cache {_size(cache) if cache else 'chosen by the server'}, "
        f"data about {_size(data)} ({memory.nodes} nodes, {memory.relationships} relationships)"
    )
    if heap is not None and heap < HEAP_BYTES:
        return warning(name, shown, f"set server.memory.heap.max_size to {_size(HEAP_BYTES)} or more")
    if cache is not None and cache < data:
        return warning(name, shown, f"set {_PAGE_CACHE} to {_size(data * 5 // 4)} or more, so that reads need no disk")
    return Check(name, True, shown)


def _bytes(setting: str | None) -> int | None:
    """A size as the server's settings write it ("512m", "2.00GiB"); None where it cannot be read."""
    match = re.fullmatch(r"([\d.]+)\s*([kmgt]?)(?:i?b)?", (setting or "").lower())
    return round(float(match[1]) * _UNITS[match[2]]) if match else None


def _size(size_bytes: int | None) -> str:
    if size_bytes is None:
        return "unknown"
    return f"{size_bytes / 2**30:.1f} GB" if size_bytes >= 2**30 else f"{max(1, size_bytes >> 20)} MB"

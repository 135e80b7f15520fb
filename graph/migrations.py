"""Migrations as values: the files, what a database says was applied, and what follows from the two.

A file is named `V0001__what_it_does.cypher`, and the numbers have no gaps. What is applied is never edited:
a change is a new file with the next number. A first line `// needs server 2026.01` keeps a migration out of
older servers; it is applied once the server is new enough, whatever has been applied meanwhile. Nothing here
talks to a database; `graph.migrator` does.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from graph.cypher import Unclosed, statements
from graph.errors import FixSetup

ServerVersion = tuple[int, ...]
"""A server's version as numbers: (2026, 5, 0)."""

_FILE = re.compile(r"V(?P<version>\d{4})__(?P<name>[a-z0-9_]+)\.cypher")
_NEEDS = re.compile(r"\A\ufeff?//\s*needs server (?P<version>\d+(?:\.\d+)*)\s*$", re.MULTILINE)
_MAKES = re.compile(
    r"(?:CYPHER \d+ )?CREATE (?P<kind>[A-Z ]*)(?:INDEX|CONSTRAINT) (?P<name>\w+)(?P<again> IF NOT EXISTS)?"
)
_DROPS = re.compile(r"(?:CYPHER \d+ )?DROP (?:INDEX|CONSTRAINT) (?P<name>\w+)(?P<again> IF EXISTS)?")


class State(StrEnum):
    """What is the matter with one migration; the last four have to be mended by a person."""

    APPLIED = "applied"
    PENDING = "pending"
    UNFINISHED = "unfinished"
    WAITING = "needs a newer server"
    CHANGED = "changed"
    MISSING = "missing"
    OUT_OF_ORDER = "out of order"
    NEWER = "newer"


class MigrationFault(FixSetup):
    """The migration files contradict themselves or the database; the message says how to mend it.

    Attributes:
        problem: `name`, `duplicate`, `gap`, `content`, or one of the last four values of `State`.
        file: Name of the file, or of the migration where there is no file.
    """

    def __init__(self, problem: str, file: str, detail: str) -> None:
        super().__init__(f"{file}: {detail}")
        self.problem = problem
        self.file = file


class SchemaOutdated(FixSetup):
    """The database has an older schema than this Prevail needs."""

    def __init__(self, version: int, needed: int) -> None:
        found = f"is at version {version}" if version else "is not set up"
        super().__init__(
            f"the schema of the database {found}, this Prevail needs version {needed}: run `prevail migrate up`"
        )
        self.version = version
        self.needed = needed


@dataclass(frozen=True, slots=True)
class Migration:
    """One migration file.

    Attributes:
        checksum: SHA-256 in hexadecimal of the statements; comments, indentation and line ends do not count.
        needs: Oldest server that understands it; () is any.
    """

    version: int
    file: str
    statements: tuple[str, ...]
    checksum: str
    needs: ServerVersion = ()

    @property
    def name(self) -> str:
        """What it does, in words, from the file's name."""
        return _words(self.file)


@dataclass(frozen=True, slots=True)
class Applied:
    """What the database has recorded of a migration.

    Attributes:
        done: How many of its statements have been run.
        finished_at: None where it was interrupted.
    """

    version: int
    file: str
    checksum: str
    done: int
    started_at: datetime
    finished_at: datetime | None


@dataclass(frozen=True, slots=True)
class Review:
    """One migration as file and database have it; one of the two may be absent."""

    version: int
    state: State
    migration: Migration | None
    applied: Applied | None

    @property
    def file(self) -> str:
        """Name of its file, as here or else as recorded."""
        record = self.migration or self.applied
        return "" if record is None else record.file

    @property
    def name(self) -> str:
        """What it does, in words."""
        return _words(self.file)


class SchemaObject(NamedTuple):
    """An index or a constraint that the applied migrations have made, and the statement that makes it."""

    name: str
    statement: str


@cache
def shipped_migrations() -> tuple[Migration, ...]:
    """The migrations that belong to this version of Prevail, by number.

    Raises:
        MigrationFault: The installation is damaged.
    """
    try:
        scripts = [(item.name, item.read_text("utf-8")) for item in files("migrations").iterdir() if item.is_file()]
    except ModuleNotFoundError as error:
        raise MigrationFault("missing", "migrations", "the folder is not installed: install Prevail again") from error
    return read_migrations(scripts)


def read_migrations(scripts: Iterable[tuple[str, str]]) -> tuple[Migration, ...]:
    """Migrations from the names and texts of files, by number; files of another extension are passed over.

    Raises:
        MigrationFault: A name is not of the form above, a number is there twice or left out, or a text is
            empty, is cut off, or has a schema command that cannot be repeated.
    """
    found = [_migration(name, text) for name, text in scripts if name.endswith(".cypher")]
    ordered = sorted(found, key=lambda one: (one.version, one.file))
    for version, times in Counter(one.version for one in ordered).items():
        if times > 1:
            first, *others = (one.file for one in ordered if one.version == version)
            raise MigrationFault("duplicate", others[0], f"has the number of {first}: give it the next free number")
    for number, one in enumerate(ordered, 1):
        if one.version != number:
            raise MigrationFault("gap", one.file, f"there is no V{number:04d}: restore that file, or renumber this one")
    return tuple(ordered)


def review(
    migrations: Sequence[Migration], applied: Iterable[Applied], server: ServerVersion | None = None
) -> tuple[Review, ...]:
    """Every migration that is known to the files or to the database, by number, and what is the matter with it.

    Args:
        server: The server's version; None where it does not matter.
    """
    here = {one.version: one for one in migrations}
    there = {one.version: one for one in applied}
    newest = max((one.version for one in there.values() if one.finished_at is not None), default=0)
    return tuple(
        Review(version, _state(here.get(version), there.get(version), (max(here, default=0), newest), server), *pair)
        for version in sorted(here.keys() | there.keys())
        for pair in [(here.get(version), there.get(version))]
    )


def plan(
    migrations: Sequence[Migration], applied: Iterable[Applied], server: ServerVersion | None = None
) -> tuple[Migration, ...]:
    """The migrations to apply, in order; one that was interrupted is among them, one that waits for a newer
    server is not.

    Raises:
        MigrationFault: A file was changed after it had been applied, is missing, or has a number below one
            that is applied; or the database knows a migration that is newer than all files.
    """
    reviews = review(migrations, applied, server)
    if fault := fault_of(reviews):
        raise fault
    return tuple(one.migration for one in reviews if one.migration and one.state in (State.PENDING, State.UNFINISHED))


def fault_of(reviews: Sequence[Review]) -> MigrationFault | None:
    """The first contradiction between files and database, with what to do about it; None if there is none."""
    known = max((one.version for one in reviews if one.migration), default=0)
    after = {
        State.CHANGED: "was changed after it had been applied to this database: restore the file as it was, "
        "and put the change into a new migration",
        State.MISSING: "was applied to this database, and the file is gone: install Prevail again, or restore the file",
        State.OUT_OF_ORDER: "is not applied to this database, and one with a higher number is: "
        f"give it the next free number, V{known + 1:04d}",
        State.NEWER: f"was applied to this database by a newer Prevail; this one knows {known} migrations: "
        "upgrade Prevail",
    }
    wrong = next((one for one in reviews if one.state in after), None)
    return None if wrong is None else MigrationFault(wrong.state, wrong.file, after[wrong.state])


def schema_objects(migrations: Iterable[Migration]) -> tuple[SchemaObject, ...]:
    """The indexes and constraints that exist by these names when these migrations have been applied in order.

    Token lookup indexes are not among them: a database has one of each kind, under whatever name.
    """
    made: dict[str, str] = {}
    for statement in (statement for one in migrations for statement in one.statements):
        if (match := _MAKES.match(statement)) and match["kind"] != "LOOKUP ":
            made[match["name"]] = statement
        elif match := _DROPS.match(statement):
            made.pop(match["name"], None)
    return tuple(SchemaObject(name, statement) for name, statement in made.items())


def is_schema_command(statement: str) -> bool:
    """Whether a statement makes or drops an index or a constraint, which no transaction of data may do."""
    return bool(_MAKES.match(statement) or _DROPS.match(statement))


def _migration(file: str, text: str) -> Migration:
    match = _FILE.fullmatch(file)
    if match is None:
        raise MigrationFault("name", file, "is not named like V0001__what_it_does.cypher: rename it")
    try:
        found = statements(text)
    except Unclosed as error:
        raise MigrationFault("content", file, f"{error}: restore the file, or mend it") from error
    if not found:
        raise MigrationFault("content", file, "holds no statement: restore the file, or write it")
    for statement in found:
        schema = _MAKES.match(statement) or _DROPS.match(statement)
        if schema and not schema["again"]:
            raise MigrationFault("content", file, f"`{schema[0]}` cannot be repeated: write IF NOT EXISTS or IF EXISTS")
    needs = _NEEDS.search(text)
    digest = hashlib.sha256("\0".join(found).encode()).hexdigest()
    return Migration(int(match["version"]), file, found, digest, _numbers(needs["version"]) if needs else ())


def _state(
    here: Migration | None, there: Applied | None, newest: tuple[int, int], server: ServerVersion | None
) -> State:
    """The state of one migration; `newest` are the highest numbers of the files and of what is applied."""
    if here is None:
        assert there is not None
        return State.NEWER if there.version > newest[0] else State.MISSING
    if there is None:
        if server is not None and here.needs > server:
            return State.WAITING
        return State.OUT_OF_ORDER if here.version < newest[1] and not here.needs else State.PENDING
    if there.finished_at is None:
        return State.UNFINISHED
    return State.APPLIED if here.checksum == there.checksum else State.CHANGED


def _words(file: str) -> str:
    match = _FILE.fullmatch(file)
    return match["name"].replace("_", " ") if match else file


def _numbers(version: str) -> ServerVersion:
    return tuple(int(part) for part in version.split("."))

"""A process of its own that migrates a database; it may stop or die between two migrations.

Arguments: address, password, folder of migrations, `through`, `stop` or `die`, seconds of its lease.
Prints the files that it applied; what went wrong goes to stderr.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

SIGNALS = {"stop": signal.SIGSTOP, "die": signal.SIGKILL}


def main(uri: str, password: str, folder: str, how: str, lease_s: str) -> None:
    """Migrates; before its third migration it does to itself what it was told."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    from graph.errors import PrevailError
    from graph.migrations import read_migrations
    from graph.migrator import migrate_up
    from graph.neo4j_database import Neo4jAddress
    from graph.neo4j_store import open_database

    def watch(stage: str, done: int, total: int | None) -> None:
        if stage == "migrations" and done == 2 and how in SIGNALS:
            os.kill(os.getpid(), SIGNALS[how])

    files = read_migrations((path.name, path.read_text()) for path in Path(folder).iterdir())
    database = open_database(Neo4jAddress(uri, "neo4j", password))
    try:
        print(*migrate_up(database, files, progress=watch, lease_s=float(lease_s)).applied)
    except PrevailError as error:
        print(error, file=sys.stderr)
    finally:
        database.close()


if __name__ == "__main__":
    main(*sys.argv[1:])

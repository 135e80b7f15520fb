"""Opening the test server as Prevail does."""

from __future__ import annotations

from graph.neo4j_database import Database, Neo4jAddress
from graph.neo4j_store import open_database
from tests.services.neo4j import Neo4jServer


def address_of(server: Neo4jServer, timeout_s: float = 30.0) -> Neo4jAddress:
    """The address that a user would set."""
    return Neo4jAddress(server.uri, server.user, server.password, timeout_s=timeout_s)


def open_neo4j(server: Neo4jServer, timeout_s: float = 30.0) -> Database:
    """The server's database."""
    return open_database(address_of(server, timeout_s))


def clear(server: Neo4jServer) -> None:
    """Removes all data and leaves the schema, which is faster than `Neo4jServer.empty`."""
    database = open_neo4j(server)
    database.run_long("MATCH (n) WHERE NOT n:Migration CALL (n) { DETACH DELETE n } IN TRANSACTIONS")
    database.close()

"""The migrations of the Neo4j schema; this module makes the folder a package, so that they are installed."""

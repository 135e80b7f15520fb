"""Logging: one structured line per event on stderr, never on stdout."""

from __future__ import annotations

import logging
import sys


def configure_logging(level: str) -> None:
    """Sends log records of `level` and above, ours and the libraries', to stderr.

    Args:
        level: debug, info, warning or error; at info and below the libraries still start at warning,
            but for the web server.
    """
    import structlog  # here, because most commands never log and it would double their start-up time

    shared: list[structlog.typing.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    renderer = structlog.dev.ConsoleRenderer() if sys.stderr.isatty() else structlog.processors.LogfmtRenderer()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                structlog.processors.EventRenamer("message"),
                renderer,
            ],
        )
    )
    threshold = logging.getLevelNamesMapping()[level.upper()]
    logging.basicConfig(level=max(threshold, logging.WARNING), handlers=[handler], force=True)
    for name in ("app", "connectors", "graph", "retrieval", "uvicorn"):
        logging.getLogger(name).setLevel(threshold)

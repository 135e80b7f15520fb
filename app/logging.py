"""Logging: one structured line per event on stderr, never on stdout."""

from __future__ import annotations

import logging
import sys


def configure_logging(level: str) -> None:
    """Sends this project's log lines of `level` and above to stderr.

    Args:
        level: debug, info, warning or error.
    """
    import structlog  # here, because it would double the start-up time of `prevail --help`

    threshold = logging.getLevelNamesMapping()[level.upper()]
    coloured = sys.stderr.isatty()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.dev.ConsoleRenderer() if coloured else structlog.processors.LogfmtRenderer(bool_as_flag=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(threshold),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=True,
    )

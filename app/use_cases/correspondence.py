"""What follows from all messages together, brought up to date after an ingest."""

from __future__ import annotations

from app.wiring import Services
from graph.thread_record import bring_up_to_date
from graph.time import now_utc


def update_correspondence(services: Services) -> None:
    """Puts threads, replies and people into the graph as the messages that are held make them; writes only changes.

    Raises:
        RetryLater: Another process is writing.
    """
    at = now_utc()
    with services.store.read() as reader:
        change = bring_up_to_date(reader, at)
    if not change.is_empty:
        with services.store.write() as writer:
            change.write(writer, at)

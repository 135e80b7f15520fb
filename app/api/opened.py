"""The data directory as the server holds it: opened by the first request that needs it."""

from __future__ import annotations

import threading
from contextlib import ExitStack, suppress
from datetime import date

from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import FromQuery

from app import moments
from app.settings import Settings
from app.use_cases.viewpoint import Viewpoint
from app.wiring import Services, open_services
from graph.errors import PrevailError


class Opened:
    """Services over one data directory, opened once; until there is data, every request tries again."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._lock = threading.Lock()
        self._stack = ExitStack()
        self._services: Services | None = None
        self._warming: threading.Thread | None = None

    def services(self) -> Services:
        """The services.

        Raises:
            NothingIngested: There is no data yet.
            NotADataDirectory: The directory holds something else.
        """
        with self._lock:
            if self._services is None:
                self._services = self._stack.enter_context(open_services(self.settings))
            return self._services

    def warm_up(self) -> None:
        """Loads index and model in the background, so that the first question need not wait for them.

        What is wrong with the set-up is told by the requests that meet it, not here.
        """
        self._warming = threading.Thread(target=self._load, name="warm-up", daemon=True)
        self._warming.start()

    def _load(self) -> None:
        with suppress(PrevailError):
            services = self.services()
            services.corpus()
            services.embedder.embed(["warm"], "query")

    def close(self) -> None:
        """Closes what was opened."""
        if self._warming is not None:
            self._warming.join()
        with self._lock:
            self._stack.close()
            self._services = None


OpenServices = NamedDependency[Services]
"""Annotation of a handler's parameter `services`."""


def provide_services(state: State) -> Services:
    """Dependency `services` of the route handlers."""
    opened: Opened = state.opened
    return opened.services()


SeenFrom = NamedDependency[Viewpoint]
"""Annotation of a handler's parameter `at`: from where it looks, by four query parameters."""


def provide_viewpoint(
    project: FromQuery[str | None] = None,
    as_of: FromQuery[date | None] = None,
    known_at: FromQuery[str | None] = None,
    reader: FromQuery[str | None] = None,
) -> Viewpoint:
    """Dependency `at` of the route handlers.

    Args:
        project: Only its texts and shared ones; all projects where absent.
        as_of: Day of valid time; today where absent.
        known_at: A day (its last moment, UTC) or an instant of recorded time; now where absent.
        reader: Who asks; decides what may be seen.
    """
    return Viewpoint(project or None, as_of, moments.instant(known_at), reader or None)

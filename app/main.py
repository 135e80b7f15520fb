"""The web application, put together from its routes, its guard and its problems."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from litestar import Litestar
from litestar.config.response_cache import ResponseCacheConfig
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ControllerRouterHandler

from app.api.commitments import COMMITMENT_ROUTES
from app.api.concepts import CONCEPT_ROUTES
from app.api.conflicts import CONFLICT_ROUTES
from app.api.figures import FIGURE_ROUTES
from app.api.graph import GRAPH_ROUTES
from app.api.guard import KnownHosts, add_security_headers
from app.api.health import HEALTH_ROUTES
from app.api.instructions import INSTRUCTION_ROUTES
from app.api.jobs import JOB_ROUTES
from app.api.mcp import McpEndpoint
from app.api.opened import Opened, provide_services, provide_viewpoint
from app.api.people import PEOPLE_ROUTES
from app.api.precedence import PRECEDENCE_ROUTES
from app.api.problems import EXCEPTION_HANDLERS
from app.api.proposals import PROPOSAL_ROUTES
from app.api.questions import QUESTION_ROUTES
from app.api.receipts import RECEIPT_ROUTES
from app.api.requirements import REQUIREMENT_ROUTES
from app.api.sources import SOURCE_ROUTES
from app.page_pictures import PagePictures
from app.settings import Settings, load_settings
from app.uploads import Uploads
from app.web.pages import PAGE_ROUTES

MAX_BODY_BYTES = 64 * 1024
"""Largest request body: a question with its options is far below it."""


ROUTES: list[ControllerRouterHandler] = [
    *QUESTION_ROUTES,
    *SOURCE_ROUTES,
    *JOB_ROUTES,
    *GRAPH_ROUTES,
    *PROPOSAL_ROUTES,
    *PRECEDENCE_ROUTES,
    *REQUIREMENT_ROUTES,
    *CONFLICT_ROUTES,
    *CONCEPT_ROUTES,
    *COMMITMENT_ROUTES,
    *PEOPLE_ROUTES,
    *INSTRUCTION_ROUTES,
    *RECEIPT_ROUTES,
    *FIGURE_ROUTES,
    *HEALTH_ROUTES,
    *PAGE_ROUTES,
]


def create_app(settings: Settings | None = None) -> Litestar:
    """The application over one data directory.

    Args:
        settings: None for those of the environment.

    Raises:
        SettingsInvalid: The environment's settings cannot be used.
    """
    settings = settings or load_settings()
    opened = Opened(settings)
    pictures = PagePictures()
    mcp = McpEndpoint(opened)
    uploads = Uploads(settings)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        opened.warm_up()
        uploads.start()
        try:
            async with mcp.running():
                yield
        finally:
            uploads.close()
            pictures.close()
            opened.close()

    app = Litestar(
        route_handlers=[*ROUTES, mcp.route()],
        dependencies={
            "services": Provide(provide_services, sync_to_thread=True),
            "at": Provide(provide_viewpoint, sync_to_thread=False),
        },
        exception_handlers=EXCEPTION_HANDLERS,
        middleware=[KnownHosts(settings.allowed_hosts)],
        before_send=[add_security_headers],
        lifespan=[lifespan],
        request_max_body_size=MAX_BODY_BYTES,
        response_cache_config=ResponseCacheConfig(default_expiration=None),
        openapi_config=_openapi(),
        logging_config=None,
    )
    app.state.opened = opened
    app.state.pictures = pictures
    app.state.uploads = uploads
    return app


def _openapi() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Prevail",
        version=version("prevail"),
        summary="Which text is in force, why, since when, and what it replaced.",
        path="/schema",
        render_plugins=[JsonRenderPlugin(path=["/", "/openapi.json"])],
    )

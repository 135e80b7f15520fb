"""The Model Context Protocol at `/mcp` (streamable HTTP, without sessions)."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

from litestar import asgi
from litestar.handlers import ASGIRouteHandler
from litestar.types import Receive, Scope, Send
from mcp.server.transport_security import TransportSecuritySettings

from app.api.opened import Opened
from app.mcp import build_server

MAX_BODY_BYTES = 64 * 1024


class McpEndpoint:
    """The server as one route; which hosts are answered to is decided by the guard of all routes."""

    def __init__(self, opened: Opened) -> None:
        self._server = build_server(opened.services)
        self._app = self._server.streamable_http_app(
            streamable_http_path="/",
            json_response=True,
            stateless_http=True,
            max_request_body_size=MAX_BODY_BYTES,
            transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        )

    def running(self) -> AbstractAsyncContextManager[None]:
        """Holds what requests need; entered once, before the first of them."""
        return self._server.session_manager.run()

    def route(self) -> ASGIRouteHandler:
        """The route handler."""

        @asgi("/mcp", is_mount=True, copy_scope=True)
        async def mcp(scope: Scope, receive: Receive, send: Send) -> None:
            await self._app(scope, receive, send)  # type: ignore[arg-type]  # two libraries' names for one ASGI scope

        return mcp

"""What every response carries and which hosts are answered to.

A page in somebody's browser may not reach a server on loopback under a name of its own (DNS
rebinding), so a request must name a host that this server is known by.
"""

from __future__ import annotations

import ipaddress

from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from app.errors import UnknownHost

CONTENT_POLICY = (
    "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

SECURITY_HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


async def add_security_headers(message: Message, scope: Scope) -> None:
    """Sets the security headers on every response, leaving what a handler has set stricter itself."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    for name, value in SECURITY_HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("Cache-Control", "no-store")


class KnownHosts(ASGIMiddleware):
    """Refuses requests whose Host is neither loopback nor one of the allowed names."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, allowed: tuple[str, ...]) -> None:
        self.allowed = frozenset(name.lower() for name in allowed)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Passes the request on.

        Raises:
            UnknownHost: It names another host.
        """
        host = _host_name(dict(scope["headers"]).get(b"host", b"").decode("latin-1"))
        if "*" not in self.allowed and host not in self.allowed and not is_loopback(host):
            raise UnknownHost(host)
        await next_app(scope, receive, send)


def is_loopback(host: str) -> bool:
    """Whether a host name can only mean this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _host_name(header: str) -> str:
    """The name in a Host header, without port and brackets, in lower case."""
    header = header.strip().lower()
    if header.startswith("["):
        return header[1:].partition("]")[0]
    return header.rpartition(":")[0] if header.count(":") == 1 else header

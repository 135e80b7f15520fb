"""What the routes share that let a person decide something."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from msgspec import Meta

from app.errors import ForeignOrigin
from app.use_cases.ruling import Voice

Name = Annotated[str, Meta(min_length=1, max_length=200)]
Text = Annotated[str, Meta(max_length=2000)]


@dataclass(frozen=True, slots=True)
class Decision:
    """Body of a decision.

    Attributes:
        by: Who decides.
        override: Also against the order of precedence; needs a reason.
        dry_run: Only say what it would change.
        reader: Whose access decides what is shown.
    """

    by: Name
    reason: Text | None = None
    override: bool = False
    dry_run: bool = False
    reader: str | None = None

    def voice(self) -> Voice:
        """The decision for the use cases."""
        return Voice(self.by, self.reason or None, self.override, self.dry_run, self.reader or None)


def require_own_origin(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Lets only programs, and pages of this server, change something.

    Raises:
        ForeignOrigin: A browser sends the request on behalf of another site's page.
    """
    origin = connection.headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != connection.headers.get("host"):
        raise ForeignOrigin(origin)

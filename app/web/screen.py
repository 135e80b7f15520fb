"""What somebody looks at and from where: the address of a page, its language, the moment and project asked about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from litestar import Request, Response
from litestar.datastructures import Cookie
from litestar.di import NamedDependency, Provide
from litestar.response import Redirect

from app import moments
from app.errors import problem_of
from app.use_cases.ruling import Voice
from app.use_cases.viewpoint import Viewpoint
from app.web.languages import CHOICE, language_of
from app.web.render import render_text
from graph.errors import PrevailError

A_YEAR_S = 365 * 86400
VIEW = ("project", "as_of", "known_at")
"""Query parameters that say from where a page looks."""

AnyRequest = Request[Any, Any, Any]
Form = dict[str, str]


class Fields(dict[str, str]):
    """What an address or a form says by name; None for what it does not say."""

    def __missing__(self, name: str) -> None:
        return None


@dataclass(frozen=True, slots=True)
class Screen:
    """One page as it is asked for.

    Attributes:
        path: Without the query.
        query: Parameters with blanks trimmed; empty ones are left out.
        repeated: The same with every value of a parameter that is given more than once.
        chosen: The language, where this very address chooses one.
    """

    path: str
    query: Fields
    repeated: dict[str, list[str]]
    language: str
    chosen: str | None = None

    @property
    def viewpoint(self) -> Viewpoint:
        """From where it looks.

        Raises:
            InvalidInput: A day or instant cannot be read.
        """
        return Viewpoint(
            self.query.get("project"),
            moments.day(self.query.get("as_of")),
            moments.instant(self.query.get("known_at")),
        )

    @property
    def seen_from(self) -> str:
        """The query that keeps the viewpoint on a link to another page, with its question mark; "" for here and now."""
        kept = {name: self.query[name] for name in VIEW if name in self.query}
        return f"?{urlencode(kept)}" if kept else ""

    def address(self, **changes: str | None) -> str:
        """This page with some parameters changed; None takes one away."""
        pairs = [(name, value) for name, values in self.repeated.items() if name not in changes for value in values]
        pairs += [(name, value) for name, value in changes.items() if value]
        return f"{self.path}?{urlencode(pairs)}" if pairs else self.path

    def show(self, template: str, status_code: int = 200, **context: Any) -> Response[Any]:
        """The page of a template."""
        html = render_text(template, self.language, screen=self, **context)
        cookies = [Cookie(CHOICE, value=self.chosen, max_age=A_YEAR_S, samesite="lax")] if self.chosen else []
        headers = {"Content-Language": self.language, "Vary": "Accept-Language, Cookie"}
        return Response(
            html.encode(), status_code=status_code, media_type="text/html", cookies=cookies, headers=headers
        )


def screen_of(request: AnyRequest) -> Screen:
    """The page that a request asks for."""
    repeated: dict[str, list[str]] = {}
    for name, value in request.query_params.multi_items():
        if value.strip():
            repeated.setdefault(name, []).append(value.strip())
    query = Fields({name: values[-1] for name, values in repeated.items()})
    language = language_of(query, request.cookies, request.headers.get("accept-language", ""))
    return Screen(request.url.path, query, repeated, language, language if query.get(CHOICE) == language else None)


def provide_screen(request: AnyRequest) -> Screen:
    """Dependency `screen` of the pages."""
    return screen_of(request)


SCREEN = {"screen": Provide(provide_screen, sync_to_thread=False)}
OnScreen = NamedDependency[Screen]
"""Annotation of a page's parameter `screen`."""


def written(form: Form, name: str) -> str | None:
    """What a field of a form holds; None for blanks."""
    return form.get(name, "").strip() or None


def voice_of(form: Form, *, dry_run: bool = False) -> Voice:
    """Who decides, and why, as a form says.

    Raises:
        InvalidInput: There is no name.
    """
    override = bool(written(form, "override"))
    return Voice(written(form, "by") or "", written(form, "reason"), override, dry_run)


def seen_other(address: str) -> Redirect:
    """After a change: to the page that shows it, so that reloading changes nothing again."""
    return Redirect(address, status_code=303)


def refusal(error: PrevailError) -> tuple[int, str]:
    """Status and words for a form whose wish was not granted, to be shown over the form.

    Raises:
        PrevailError: The error again, where it is not about what was asked.
    """
    status = problem_of(error).status
    if status >= 500:
        raise error
    return status, str(error)

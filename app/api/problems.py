"""Errors as problem details (RFC 9457), for programs as JSON and for people as a page."""

from __future__ import annotations

import logging
from dataclasses import MISSING, fields, is_dataclass
from http import HTTPStatus
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, SerializationException, ValidationException
from litestar.types import ExceptionHandlersMap

from app.errors import problem_of
from app.web.screen import screen_of
from graph.errors import NotFound, PrevailError, Refused, RetryLater

LOG = logging.getLogger(__name__)

PROBLEM_JSON = "application/problem+json"

BODY = "data"
"""What the framework calls the body of a request."""

RETRY_AFTER_S = 10
"""When to try again what another process kept from being done."""

AnyRequest = Request[Any, Any, Any]


def problem_response(status: int, title: str, detail: str, **more: Any) -> Response[Any]:
    """A problem as JSON; the title is the same for every problem of its kind."""
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail, **more}
    return Response(body, status_code=status, media_type=PROBLEM_JSON)


def _answer(request: AnyRequest, status: int, title: str, detail: str, **more: Any) -> Response[Any]:
    """A page for a browser that asked for one of the pages, else JSON."""
    if request.url.path.startswith("/api") or "text/html" not in request.headers.get("accept", ""):
        return problem_response(status, title, detail, **more)
    told = {"title": title, "detail": detail, "status": int(status), "nearest": more.get("nearest", ())}
    return screen_of(request).show("problem.html", status, **told)


def on_prevail_error(request: AnyRequest, error: PrevailError) -> Response[Any]:
    """Our own errors, by the table in `app.errors`."""
    problem = problem_of(error)
    if problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        LOG.warning("%s %s: %s", request.method, request.url.path, error)
    response = _answer(request, problem.status, problem.title, str(error), **_details(error))
    if isinstance(error, RetryLater):
        response.set_header("Retry-After", str(RETRY_AFTER_S))
    return response


def _details(error: PrevailError) -> dict[str, Any]:
    """What a program can act on: the rule that refuses and its path, or what is held and nearly so called."""
    match error:
        case Refused():
            return {"rule": error.rule, "path": list(error.path)}
        case NotFound():
            return {"nearest": list(error.nearest)}
        case _:
            return {}


def on_validation_error(request: AnyRequest, error: ValidationException) -> Response[Any]:
    """A request that does not fit its description: every mistake is listed."""
    mistakes = error.extra if isinstance(error.extra, list) else []
    parts = [_mistake(request, mistake) for mistake in mistakes]
    detail = "; ".join(parts) or error.detail.partition(" for ")[0]
    return _answer(request, HTTPStatus.BAD_REQUEST, "Not understood", detail, errors=mistakes)


def _mistake(request: AnyRequest, mistake: dict[str, Any]) -> str:
    """A mistake in words: of the whole body, what it has to be."""
    key, message = mistake.get("key", "request"), mistake.get("message", "")
    if key != BODY:
        return f"{key}: {message}"
    if message == repr(BODY):  # the framework's word for a body that is not there
        return f"the body is missing: send a JSON object{_wanted(request)}"
    return f"body: {message}"


def _wanted(request: AnyRequest) -> str:
    """The fields that the body of a route must have."""
    described = request.route_handler.parsed_data_field
    body = described.annotation if described else None
    names = [f.name for f in fields(body) if f.default is MISSING] if is_dataclass(body) else []
    return f" with {', '.join(names)}" if names else ""


def on_http_error(request: AnyRequest, error: HTTPException) -> Response[Any]:
    """What the framework refuses: unknown path, wrong method, body too large, a body that is no JSON."""
    if isinstance(error.__cause__, SerializationException):
        detail = f"the body is no JSON: {error.detail}"
        return _answer(request, HTTPStatus.BAD_REQUEST, "Not understood", detail)
    status = HTTPStatus(error.status_code)
    return _answer(request, status, status.phrase, error.detail if status < 500 else status.description)


def on_anything_else(request: AnyRequest, error: Exception) -> Response[Any]:
    """A bug of ours: logged in full here, named without its inside there."""
    LOG.error("%s %s failed", request.method, request.url.path, exc_info=error)
    detail = "this is a mistake in Prevail, not in your request; the server's log has the details"
    return _answer(request, HTTPStatus.INTERNAL_SERVER_ERROR, "Internal error", detail)


EXCEPTION_HANDLERS: ExceptionHandlersMap = {
    PrevailError: on_prevail_error,
    ValidationException: on_validation_error,
    HTTPException: on_http_error,
    Exception: on_anything_else,
}
"""Exception class to handler; the framework takes the nearest class."""

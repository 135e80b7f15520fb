"""Templates to responses; everything that reaches a page is escaped."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import Response

from app.wording import clause_text, conflict_head, conflict_named, figure_text, timecode, withheld_phrase

HERE = Path(__file__).parent
TEMPLATES = HERE / "templates"
STATIC = HERE / "static"


def render(template: str, status_code: int = 200, **context: Any) -> Response[Any]:
    """A page as a response.

    Args:
        template: File name below `templates/`.
        context: What the template may use; an undefined name is an error, not an empty string.
    """
    html = _environment().get_template(template).render(**context)
    return Response(html.encode(), status_code=status_code, media_type="text/html")


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["clause"] = clause_text
    environment.filters["conflict_head"] = conflict_head
    environment.filters["conflict_named"] = conflict_named
    environment.filters["figure"] = figure_text
    environment.filters["timecode"] = timecode
    environment.filters["withheld"] = withheld_phrase
    environment.filters["signal_class"] = signal_class
    environment.globals["static"] = static_address
    return environment


def signal_class(signal: str) -> str:
    """The CSS class of a signal: "governs, contested" is `contested`."""
    return signal.rpartition(", ")[2].replace(" ", "-")


@cache
def static_address(name: str) -> str:
    """Address of a static file; it changes with the content, so browsers may keep it."""
    content = (STATIC / name).read_bytes()
    return f"/static/{name}?v={hashlib.sha256(content).hexdigest()[:12]}"

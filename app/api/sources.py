"""Sources, their original bytes and the pictures of their pages, over HTTP."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Annotated, Any
from urllib.parse import quote

from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, PathParameter, QueryParameter
from litestar.types import ControllerRouterHandler

from app.api.opened import OpenServices, SeenFrom
from app.page_pictures import PagePictures
from app.use_cases.history import history
from app.use_cases.moment import moment_of
from app.use_cases.sources import list_sources, readable_source, source_detail
from app.use_cases.threads import thread_of
from graph.errors import NotFound
from graph.model import Source, Span

INLINE = frozenset({"application/pdf", "text/plain"})
"""Media types that a browser shows; all others are downloaded."""

SANDBOX = "default-src 'none'; sandbox; frame-ancestors 'none'"
NO_SANDBOX = "default-src 'none'; object-src 'self'; plugin-types application/pdf; frame-ancestors 'none'"
"""A browser's PDF viewer does not start inside a sandbox, and runs nothing outside its own."""


@get("/api/sources", tags=["sources"], sync_to_thread=True)
def get_sources(
    services: OpenServices,
    at: SeenFrom,
    cursor: FromQuery[str | None] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=1000)] = 50,
) -> dict[str, Any]:
    """One page of what has been ingested, ordered by work and version."""
    return list_sources(services, at, cursor, limit)


@get("/api/sources/{source_id:str}", tags=["sources"], sync_to_thread=True)
def get_source(services: OpenServices, at: SeenFrom, source_id: FromPath[str]) -> dict[str, Any]:
    """One source with every claim about it and the ground of each."""
    return source_detail(services, source_id, at)


@get("/api/sources/{source_id:str}/thread", tags=["sources"], sync_to_thread=True)
def get_thread(services: OpenServices, at: SeenFrom, source_id: FromPath[str]) -> dict[str, Any]:
    """The thread of a message: every message at its place, missing ones and copies told."""
    return thread_of(services, source_id, at)


@get("/api/sources/{source_id:str}/moment", tags=["sources"], sync_to_thread=True)
def get_moment(
    services: OpenServices,
    at: SeenFrom,
    source_id: FromPath[str],
    start: Annotated[int, QueryParameter(name="from", ge=0, description="First character of the words asked about.")],
    end: Annotated[int, QueryParameter(name="to", ge=0, description="The character after the last one.")],
) -> dict[str, Any]:
    """The turn of a transcript in which a span begins, with its speaker and times, and its neighbours."""
    return moment_of(services, source_id, Span(start, max(start, end)), at)


@get("/api/sources/{source_id:str}/content", tags=["sources"], sync_to_thread=True)
def get_content(
    services: OpenServices, source_id: FromPath[str], reader: FromQuery[str | None] = None
) -> Response[bytes]:
    """The original bytes, exactly as they were read."""
    source = readable_source(services, source_id, reader)
    media_type = source.media_type.partition(";")[0].strip().lower()
    shown = media_type in INLINE
    headers = {
        "Content-Disposition": _disposition("inline" if shown else "attachment", source),
        "Content-Security-Policy": NO_SANDBOX if media_type == "application/pdf" else SANDBOX,
        "Cache-Control": "private, max-age=31536000, immutable",
        "ETag": f'"{source.sha256}"',
    }
    return Response(
        services.blobs.read(source.sha256),
        media_type=media_type if shown else "application/octet-stream",
        headers=headers,
    )


def _disposition(kind: str, source: Source) -> str:
    """A Content-Disposition whose file name is safe in a header and kept in full beside it."""
    name = PurePosixPath(source.remote_id).name or "source"
    plain = re.sub(r"[^A-Za-z0-9._ -]", "_", name)
    return f"{kind}; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"


@get("/api/sources/{source_id:str}/pages/{picture:str}", tags=["sources"], sync_to_thread=True)
def get_page_picture(
    services: OpenServices,
    state: State,
    source_id: FromPath[str],
    picture: Annotated[str, PathParameter(pattern=r"^[1-9][0-9]{0,5}\.png$", description="Page number and `.png`.")],
    reader: FromQuery[str | None] = None,
    scale: Annotated[float, QueryParameter(ge=0.25, le=4, description="Pixels per point.")] = 1.5,
) -> Response[bytes]:
    """A page as a PNG picture, as a viewer would show it: cropped and turned upright."""
    source = readable_source(services, source_id, reader)
    number = int(picture.removesuffix(".png"))
    if not any(page.number == number for page in source.pages):
        raise NotFound("page", f"{number} of {source.remote_id}")
    pictures: PagePictures = state.pictures
    png = pictures.png(source.sha256, lambda: services.blobs.read(source.sha256), number, scale)
    return Response(png, media_type="image/png", headers={"Cache-Control": "private, max-age=86400"})


@get("/api/works/{work_id:str}/history", tags=["sources"], sync_to_thread=True)
def get_history(services: OpenServices, at: SeenFrom, work_id: FromPath[str]) -> dict[str, Any]:
    """The timeline of a work (by id, document number or title): each version with its interval, clauses and edges."""
    return history(services, work_id, at)


SOURCE_ROUTES: list[ControllerRouterHandler] = [
    get_sources,
    get_source,
    get_thread,
    get_moment,
    get_content,
    get_page_picture,
    get_history,
]

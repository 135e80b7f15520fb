"""Ingesting over HTTP: files in, a job out, and how it stands."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated, Any

import anyio
from anyio.to_thread import run_sync
from litestar import Request, Response, get, post
from litestar.datastructures import FormMultiDict, State, UploadFile
from litestar.exceptions import ClientException
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import ServerSentEvent, ServerSentEventMessage
from litestar.types import ControllerRouterHandler

from app.api.decisions import require_own_origin
from app.errors import InvalidInput
from app.runs import FINISHED, RunState
from app.uploads import Upload, Uploads
from app.use_cases.ingest import word_named
from app.use_cases.ingest_runs import list_runs, run_seen, show_run
from graph.vocabulary import AuthorityClass, Status

MAX_UPLOAD_BYTES = 1_000_000_000
MOST_FILES = 1000
LOOKED_AT_EVERY_S = 0.25

_STILL = FINISHED | {RunState.CUT_OFF}


def read_form(form: FormMultiDict) -> Upload:
    """What a form says of its files.

    Raises:
        UnknownName: There is no such authority class or status.
    """
    acl = tuple(who.strip() for field in form.getall("acl", []) for who in str(field).split(",") if who.strip())
    return Upload(
        project=str(form.get("project") or "").strip(),
        authority=word_named(AuthorityClass, "authority class", _field(form, "authority")),
        status=word_named(Status, "status", _field(form, "status")),
        acl=acl or ("*",),
    )


def _field(form: FormMultiDict, name: str) -> str | None:
    return str(form.get(name) or "") or None


async def receive(request: Request[Any, Any, Any], uploads: Uploads) -> dict[str, Any]:
    """Takes the files of a multipart form as a job.

    Raises:
        InvalidInput: It is no such form, or its files cannot be taken.
    """
    if request.content_type[0] != "multipart/form-data":
        raise InvalidInput("send the files as multipart/form-data, in fields called files")
    try:
        form = await request.form()
    except ClientException as error:
        raise InvalidInput(f"the form cannot be read: {error.detail}") from error
    sent = [(one.filename, one.file) for one in form.getall("files", []) if isinstance(one, UploadFile)]
    if len(sent) > MOST_FILES:
        raise InvalidInput(f"send at most {MOST_FILES} files at once")
    named = [(name, file) for name, file in sent if name]
    upload = read_form(form)
    run = await run_sync(lambda: uploads.receive(named, upload))
    return run.as_json()


@post("/api/ingest", tags=["sources"], guards=[require_own_origin], request_max_body_size=MAX_UPLOAD_BYTES)
async def post_ingest(request: Request[Any, Any, Any], state: State) -> Response[dict[str, Any]]:
    """Takes files (multipart fields `files`; `project`, `authority`, `status`, `acl` say what they are) as a job."""
    job = await receive(request, state.uploads)
    return Response(job, status_code=202, headers={"Location": f"/api/jobs/{job['id']}"})


@get("/api/jobs", tags=["sources"], sync_to_thread=True)
def get_jobs(
    state: State, reader: FromQuery[str | None] = None, limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50
) -> dict[str, Any]:
    """The last runs of ingesting, by command or over HTTP, the newest first."""
    uploads: Uploads = state.uploads
    return list_runs(uploads.log, reader, limit)


@get("/api/jobs/{job_id:str}", tags=["sources"])
async def get_job(
    request: Request[Any, Any, Any], state: State, job_id: FromPath[str], reader: FromQuery[str | None] = None
) -> Response[Any]:
    """How a job stands; with `Accept: text/event-stream`, every change of it as an event `progress`, then `done`."""
    uploads: Uploads = state.uploads
    job = await run_sync(lambda: show_run(uploads.log, job_id, reader))
    if "text/event-stream" in request.headers.get("accept", ""):
        return ServerSentEvent(_changes(uploads, job, reader))
    return Response(job)


async def _changes(uploads: Uploads, job: dict[str, Any], reader: str | None) -> AsyncIterator[ServerSentEventMessage]:
    look = partial(show_run, uploads.log, job["id"], reader)
    yield _event(job)
    while job["state"] not in _STILL:
        await anyio.sleep(LOOKED_AT_EVERY_S)
        before, job = job, await run_sync(look)
        if job != before:
            yield _event(job)


def _event(job: dict[str, Any]) -> ServerSentEventMessage:
    name = "done" if job["state"] in _STILL else "progress"
    return ServerSentEventMessage(event=name, data=json.dumps(job, ensure_ascii=False), sep="\n")


@post(
    "/api/jobs/{job_id:str}/retry", tags=["sources"], status_code=202, guards=[require_own_origin], sync_to_thread=True
)
def post_retry(state: State, job_id: FromPath[str], reader: FromQuery[str | None] = None) -> dict[str, Any]:
    """Reads again what a job that has ended could not."""
    uploads: Uploads = state.uploads
    return uploads.retry(run_seen(uploads.log, job_id, reader)).as_json()


JOB_ROUTES: list[ControllerRouterHandler] = [post_ingest, get_jobs, get_job, post_retry]

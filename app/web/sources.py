"""The page of sources: what is held, taking in more, and how each run of that stands."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath

from app.api.decisions import require_own_origin
from app.api.jobs import MAX_UPLOAD_BYTES, receive
from app.api.opened import Opened
from app.errors import NothingIngested
from app.runs import RunState
from app.uploads import Uploads
from app.use_cases.ingest_runs import list_runs, run_seen, show_run
from app.use_cases.sources import list_sources
from app.use_cases.stats import stats
from app.web.deciding import FORM
from app.web.projects import open_projects
from app.web.screen import OnScreen, Screen, refusal, seen_other
from app.wiring import Services
from graph.errors import PrevailError
from graph.vocabulary import AuthorityClass, Status

RUNS_SHOWN = 8
NOT_YET = frozenset({RunState.WAITING, RunState.RUNNING})
Json = dict[str, Any]


@get("/sources", include_in_schema=False, sync_to_thread=True)
def sources_page(state: State, screen: OnScreen) -> Response[Any]:
    """What is held, the form that takes in more, and the last runs."""
    return _shown(state, screen)


@post("/sources", include_in_schema=False, guards=[require_own_origin], request_max_body_size=MAX_UPLOAD_BYTES)
async def upload_form(request: Request[Any, Any, Any], state: State, screen: OnScreen) -> Response[Any]:
    """Takes files from the form, and goes to the run that reads them."""
    try:
        run = await receive(request, state.uploads)
    except PrevailError as error:
        status, words = refusal(error)
        return _shown(state, screen, status, words)
    return seen_other(f"/sources/runs/{run['id']}")


@get("/sources/runs/{run_id:str}", include_in_schema=False, sync_to_thread=True)
def run_page(state: State, screen: OnScreen, run_id: FromPath[str]) -> Response[Any]:
    """How a run stands: where it is, and what became of every file when it has ended."""
    uploads: Uploads = state.uploads
    run = show_run(uploads.log, run_id)
    return screen.show("run.html", run=run, is_going=run["state"] in NOT_YET)


@post("/sources/runs/{run_id:str}/retry", **FORM)
def retry_form(state: State, screen: OnScreen, run_id: FromPath[str]) -> Response[Any]:
    """Reads again what a run could not."""
    uploads: Uploads = state.uploads
    uploads.retry(run_seen(uploads.log, run_id, None))
    return seen_other(screen.path.removesuffix("/retry"))


def _shown(state: State, screen: Screen, status: int = 200, problem: str = "") -> Response[Any]:
    uploads: Uploads = state.uploads
    context: Json = {"items": [], "total": 0, "next_cursor": None, "projects": [], "lag": {}}
    opened: Opened = state.opened
    with suppress(NothingIngested):
        context |= _held(opened.services(), screen)
    return screen.show(
        "sources.html",
        status,
        problem=problem,
        runs=list_runs(uploads.log, None, RUNS_SHOWN)["items"],
        authorities=[one.value for one in AuthorityClass],
        statuses=[one.value for one in Status],
        not_yet=NOT_YET,
        **context,
    )


def _held(services: Services, screen: Screen) -> Json:
    listed = list_sources(services, screen.viewpoint, screen.query.get("cursor"), 200)
    lag = stats(services).get("lag_by_source")
    return listed | {"projects": open_projects(services)[1], "lag": lag}

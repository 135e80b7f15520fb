"""Evaluating from the methods page: judged questions of a file, or those of the sample project, asked now."""

from __future__ import annotations

from typing import Any

from anyio.to_thread import run_sync
from litestar import Request, Response, post
from litestar.datastructures import State, UploadFile

from app.api.decisions import require_own_origin
from app.api.opened import Opened
from app.errors import InvalidInput
from app.sample.questions import question_file
from app.use_cases.evaluate import evaluate
from app.use_cases.judging import Judged, read_questions
from app.web.deciding import refused
from app.web.screen import OnScreen, seen_other
from graph.errors import PrevailError

MAX_FILE_BYTES = 1_000_000
MOST_QUESTIONS = 300
"""Questions that are asked while somebody waits for the page."""

SHOWN_AT = "/methods#evaluation"


@post(
    "/methods/evaluation",
    include_in_schema=False,
    guards=[require_own_origin],
    request_max_body_size=MAX_FILE_BYTES,
)
async def evaluation_form(request: Request[Any, Any, Any], state: State, screen: OnScreen) -> Response[Any]:
    """Asks the questions and returns to the figures."""
    form = await request.form()
    file = form.get("questions")
    sent = (file.filename, await file.read()) if isinstance(file, UploadFile) else ("", b"")
    try:
        questions = questions_of(*sent, is_sample="sample" in form)
        opened: Opened = state.opened
        name = "sample" if "sample" in form else sent[0]
        await run_sync(lambda: evaluate(opened.services(), questions, name))
    except PrevailError as error:
        return refused(screen, error, SHOWN_AT)
    return seen_other(SHOWN_AT)


def questions_of(name: str, content: bytes, *, is_sample: bool) -> tuple[Judged, ...]:
    """The questions of a file that was sent, or of the sample project.

    Raises:
        InvalidInput: No file was chosen, it holds something else, or more than a page can wait for.
    """
    if is_sample:
        return read_questions(question_file(), "sample")
    if not name:
        raise InvalidInput("choose a file of questions first")
    questions = read_questions(content.decode("utf-8", "replace"), name)
    if len(questions) > MOST_QUESTIONS:
        raise InvalidInput(f"{name} holds {len(questions)} questions; for more than {MOST_QUESTIONS}: prevail eval run")
    return questions

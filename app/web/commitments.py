"""The pages of commitments and decisions: the list, and one with what was done about it."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath, URLEncodedBody

from app import moments
from app.api.opened import OpenServices
from app.use_cases.commitment_steps import Wish, act_on_commitment
from app.use_cases.commitments import CommitmentFilter, list_commitments, show_commitment
from app.web.deciding import FORM, after
from app.web.evidence import evidence_of
from app.web.projects import open_projects
from app.web.screen import Fields, Form, OnScreen, Screen, refusal, voice_of, written
from app.wiring import Services
from graph.errors import PrevailError
from graph.vocabulary import SETTLED, CommitmentKind, CommitmentState, RegisterAct

ACTS = {
    RegisterAct.DONE.value: "done: it was kept",
    RegisterAct.ASSIGN.value: "assign: owner and due date",
    RegisterAct.COMMENT.value: "comment",
    RegisterAct.CANCEL.value: "cancel: it no longer holds",
    RegisterAct.REOPEN.value: "reopen",
}
"""What can be done about a commitment, with the words of the choice; a topic or motion is commented on alone."""


@get("/commitments", include_in_schema=False, sync_to_thread=True)
def commitments_page(services: OpenServices, screen: OnScreen) -> Response[Any]:
    """One page of commitments and decisions, overdue ones first."""
    query = screen.query
    wanted = CommitmentFilter(
        owner=query.get("owner"),
        states=tuple(screen.repeated.get("state", ())),
        due_before=moments.day(query.get("due_before")),
        kind=query.get("kind"),
        source=query.get("source"),
        text=query.get("text"),
        every="all" in query,
    )
    listed = list_commitments(services, screen.viewpoint, wanted, query.get("cursor"), 50)
    return screen.show(
        "commitments.html",
        listed=listed,
        states=[state.value for state in CommitmentState],
        kinds=[kind.value for kind in CommitmentKind],
        projects=open_projects(services)[1],
    )


@get("/commitments/{identifier:str}", include_in_schema=False, sync_to_thread=True)
def commitment_page(services: OpenServices, screen: OnScreen, identifier: FromPath[str]) -> Response[Any]:
    """One commitment: its words, what it relies on, and the form for the next step."""
    return _shown(services, screen, identifier)


@post("/commitments/{identifier:str}", **FORM)
def commitment_form(
    services: OpenServices, screen: OnScreen, identifier: FromPath[str], data: URLEncodedBody[Form]
) -> Response[Any]:
    """A step about a commitment."""
    try:
        due = moments.day(data.get("due"))
        wish = Wish(data.get("act", ""), written(data, "owner"), due, written(data, "replaced_by"))
        return after(screen.path, act_on_commitment(services, identifier, wish, voice_of(data), screen.viewpoint))
    except PrevailError as error:
        status, words = refusal(error)
        return _shown(services, screen, identifier, status, form=Fields(data), problem=words)


def _shown(services: Services, screen: Screen, identifier: str, status: int = 200, **more: Any) -> Response[Any]:
    found = show_commitment(services, identifier, screen.viewpoint)
    acts = {act: words for act, words in ACTS.items() if found["kind"] in SETTLED or act == RegisterAct.COMMENT}
    context = {"form": Fields(), "problem": "", "acts": acts} | more
    return screen.show("commitment.html", status, k=found, evidence=evidence_of(services, found["citation"]), **context)

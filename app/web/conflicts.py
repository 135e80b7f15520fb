"""The pages of the register of conflicts: the list, both sides next to each other, and steps about one."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath, URLEncodedBody

from app import moments
from app.api.opened import OpenServices
from app.use_cases.conflicts import ConflictFilter, list_conflicts, show_conflict
from app.use_cases.register_steps import Wish, act_on
from app.web.deciding import FORM, after
from app.web.evidence import evidence_of
from app.web.projects import open_projects
from app.web.screen import Fields, Form, OnScreen, Screen, refusal, voice_of, written
from app.wiring import Services
from graph.errors import PrevailError
from graph.vocabulary import ConflictClass, RegisterAct

Json = dict[str, Any]

ACTS = {
    RegisterAct.ACKNOWLEDGE.value: "acknowledge: somebody has seen it",
    RegisterAct.ASSIGN.value: "assign: owner and due date",
    RegisterAct.COMMENT.value: "comment",
    RegisterAct.CLOSE_ONE.value: "close one: the chosen side stays, the other goes",
    RegisterAct.REJECT_ONE.value: "reject one: the chosen side goes",
    RegisterAct.KEEP_BOTH.value: "keep both: say where each side holds",
    RegisterAct.RE_DATE.value: "re-date: the chosen side takes over from a day",
    RegisterAct.PRECEDENCE_RULE.value: "precedence rule: the order of precedence decides",
    RegisterAct.WITHDRAW.value: "withdraw: it is no conflict",
    RegisterAct.REOPEN.value: "reopen",
}
"""What can be done about a conflict, with the words of the choice."""


@get("/conflicts", include_in_schema=False, sync_to_thread=True)
def conflicts_page(services: OpenServices, screen: OnScreen) -> Response[Any]:
    """The register, what is to decide first."""
    query = screen.query
    wanted = ConflictFilter(
        states=screen.repeated.get("state", ()),
        classes=screen.repeated.get("class", ()),
        every="all" in query,
        owner=query.get("owner"),
        overdue="overdue" in query,
        source=query.get("source"),
        text=query.get("text"),
        possible="possible" in query,
    )
    listed = list_conflicts(services, screen.viewpoint, wanted, query.get("cursor"), 50)
    classes = [kind.value for kind in ConflictClass]
    return screen.show("conflicts.html", listed=listed, classes=classes, projects=open_projects(services)[1])


@get("/conflicts/{identifier:str}", include_in_schema=False, sync_to_thread=True)
def conflict_page(services: OpenServices, screen: OnScreen, identifier: FromPath[str]) -> Response[Any]:
    """One conflict: its sides, the steps taken, and the form for the next."""
    return _shown(services, screen, identifier)


@post("/conflicts/{identifier:str}", **FORM)
def conflict_form(
    services: OpenServices, screen: OnScreen, identifier: FromPath[str], data: URLEncodedBody[Form]
) -> Response[Any]:
    """A step about a conflict; only weighed where the form asks what it would change."""
    is_preview = data.get("go") == "preview"
    try:
        due = moments.day(data.get("due"))
        wish = Wish(data.get("act", ""), written(data, "side"), written(data, "owner"), due, written(data, "scope"))
        voice = voice_of(data, dry_run=is_preview)
        report = act_on(services, identifier, wish, voice, screen.viewpoint)
    except PrevailError as error:
        status, words = refusal(error)
        return _shown(services, screen, identifier, status, form=Fields(data), problem=words)
    return (
        _shown(services, screen, identifier, form=Fields(data), preview=report)
        if is_preview
        else after(screen.path, report)
    )


def _shown(services: Services, screen: Screen, identifier: str, status: int = 200, **more: Any) -> Response[Any]:
    found = show_conflict(services, identifier, screen.viewpoint)
    context = {"form": Fields(), "problem": "", "preview": None, "acts": ACTS} | more
    sides = [{"side": side, "evidence": evidence_of(services, side["citation"])} for side in found.get("sides", ())]
    return screen.show("conflict.html", status, c=found, sides=sides, **context)

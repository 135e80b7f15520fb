"""The pages: rendered here, readable without scripts."""

from __future__ import annotations

from litestar import Router
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler

from app.web.admin import admin_page, concept_form, precedence_form, setup_page
from app.web.asking import ask_page
from app.web.commitments import commitment_form, commitment_page, commitments_page
from app.web.conflicts import conflict_form, conflict_page, conflicts_page
from app.web.deciding import undo_form
from app.web.evaluating import evaluation_form
from app.web.governing import governing_page
from app.web.graph import graph_page
from app.web.instructions import instruction_form, instruction_page, instructions_page
from app.web.methods import methods_page
from app.web.people import people_form, people_page
from app.web.proposals import proposal_form, proposal_page, proposals_page
from app.web.render import STATIC
from app.web.requirements import requirements_page
from app.web.screen import SCREEN
from app.web.source import source_page
from app.web.sources import retry_form, run_page, sources_page, upload_form
from app.web.superseding import supersede_form, supersede_page

STATIC_FILES = create_static_files_router(
    path="/static",
    directories=[STATIC],
    include_in_schema=False,
    cache_control=None,
)

PAGES = Router(
    "/",
    dependencies=SCREEN,
    route_handlers=[
        ask_page,
        governing_page,
        proposals_page,
        proposal_page,
        proposal_form,
        instructions_page,
        instruction_page,
        instruction_form,
        people_page,
        people_form,
        supersede_page,
        supersede_form,
        conflicts_page,
        conflict_page,
        conflict_form,
        requirements_page,
        commitments_page,
        commitment_page,
        commitment_form,
        graph_page,
        sources_page,
        upload_form,
        run_page,
        retry_form,
        source_page,
        methods_page,
        evaluation_form,
        admin_page,
        setup_page,
        precedence_form,
        concept_form,
        undo_form,
    ],
)

PAGE_ROUTES: list[ControllerRouterHandler] = [PAGES, STATIC_FILES]

"""The methods page: live figures, the seven steps, the values in the formulas, a query seen run, an evaluation."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from tomllib import loads
from typing import Any

from litestar import Response, get

from app.api.opened import OpenServices
from app.errors import InvalidInput
from app.sample import facts
from app.use_cases.ask import ask
from app.use_cases.evaluate import last_evaluation
from app.use_cases.stats import definitions, stats
from app.web.asking import asking_address, request_of
from app.web.charts import risk_curve
from app.web.projects import open_projects
from app.web.screen import OnScreen
from app.wiring import Services
from retrieval.coverage import SIMILAR, SYNONYM
from retrieval.profiles import PROVENANCE


@get("/methods", include_in_schema=False, sync_to_thread=True)
def methods_page(services: OpenServices, screen: OnScreen) -> Response[Any]:
    """How an answer comes about, with the figures of the running index."""
    context: dict[str, Any] = {"outcome": None, "notice": None, "ask_address": None}
    if "q" in screen.query:
        try:
            context["outcome"] = ask(services, request_of(screen, explain=True))
            context["ask_address"] = asking_address(screen)
        except InvalidInput as error:
            context["notice"] = str(error)
    return screen.show("methods.html", **methods_context(services), **context)


@cache
def steps() -> tuple[dict[str, str], ...]:
    """The seven steps from a document to an answer, each with a name and a text."""
    return tuple(loads(files("app.web").joinpath("steps.toml").read_text("utf-8"))["step"])


def methods_context(services: Services) -> dict[str, Any]:
    """Everything the template needs besides the live query."""
    figures = stats(services)
    groups: dict[str, dict[str, Any]] = {}
    for name, row in definitions().items():
        groups.setdefault(row.group, {})[name] = figures[name]
    manifest = services.corpus().index.manifest
    values = {
        "k1": manifest.k1,
        "b": manifest.b,
        "avgdl": manifest.average_length_tokens,
        "passages": manifest.passages,
        "embedder": manifest.embedder,
        "dimensions": manifest.dimensions,
        "synonym": SYNONYM,
        "similar": SIMILAR,
    }
    evaluation = last_evaluation(services)
    ageless = sorted(kind.value for kind in PROVENANCE.ageless)
    return {
        "groups": groups,
        "steps": steps(),
        "values": values,
        "profile": PROVENANCE,
        "ageless": ageless,
        "evaluation": evaluation,
        "curve": risk_curve(evaluation["risk_coverage"]) if evaluation else None,
        "holds_sample": facts.PROJECT in open_projects(services)[1],
    }

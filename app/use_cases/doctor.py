"""Doctor: looks at everything that can be wrong with a set-up and says how to mend it."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from pathlib import Path

from app.data_directory import require_ours
from app.errors import NothingIngested
from app.settings import Settings
from app.use_cases.checks import Check, attempt, warning
from app.use_cases.index import index_status
from app.use_cases.neo4j_checks import neo4j_checks
from app.use_cases.sources import require_sources
from app.wiring import Services, open_services
from graph.errors import PrevailError
from graph.model import Source
from retrieval.answering.generated.ollama import OllamaWriter
from retrieval.embedders.choose import make_embedder

FREE_BYTES = 500 * 1024 * 1024
"""Less free space than this is worth a warning: an index is rebuilt beside the old one."""


_PATIENCE_S = 5.0


def doctor(settings: Settings) -> list[Check]:
    """All checks, in the order in which a set-up is mended."""
    checks = [_python(), _directory(settings.data), _space(settings.data), _cache(settings.cache), _embedder(settings)]
    checks += _answerer(settings)
    if not settings.is_embedded:
        checks += neo4j_checks(settings)
        if not all(check.ok for check in checks):
            return checks  # its contents are out of reach, or not what they should be
    return [*checks, *_contents(settings)]


def _python() -> Check:
    version = platform.python_version()
    return Check("Python", sys.version_info >= (3, 11), version, "install Python 3.11 or newer")


def _directory(directory: Path) -> Check:
    try:
        require_ours(directory)
    except PrevailError as error:
        return Check("data directory", False, str(error), "choose another with --data or PREVAIL_DATA")
    place = _nearest(directory)
    if not os.access(place, os.W_OK):
        return Check("data directory", False, f"{place} may not be written", f"make {place} writable")
    return Check("data directory", True, f"{directory}" + ("" if directory.exists() else " (not made yet)"))


def _nearest(path: Path) -> Path:
    """The path itself if it exists, else the nearest parent that does."""
    return next(place for place in (path.absolute(), *path.absolute().parents) if place.exists())


def _space(directory: Path) -> Check:
    free = shutil.disk_usage(_nearest(directory)).free
    enough = free >= FREE_BYTES
    return Check("free space", enough, f"{free / 2**30:.1f} GB", None if enough else "free some space on this disk")


def _cache(directory: Path) -> Check:
    place = _nearest(directory)
    if os.access(place, os.W_OK):
        return Check("model cache", True, str(directory))
    return Check("model cache", False, f"{place} may not be written", "set PREVAIL_CACHE to a directory that may")


def _embedder(settings: Settings) -> Check:
    try:
        embedder = make_embedder(settings.embedder, settings.cache, threads=settings.threads)
        dimensions = int(embedder.embed(["stair"], "query").shape[1])
    except PrevailError as error:
        return Check("embedder", False, str(error), "choose another with PREVAIL_EMBEDDER")
    return Check("embedder", True, f"{embedder.name}, {dimensions} dimensions")


def _answerer(settings: Settings) -> list[Check]:
    """Whether the model that words answers can be asked, where there is one; without it they are extractive."""
    kind, _, model = settings.answerer.partition(":")
    if kind != "ollama":
        return []
    try:
        weights = OllamaWriter(model, settings.ollama_url, min(settings.answerer_timeout, _PATIENCE_S)).check()
    except PrevailError as error:
        fix = "start the server or name another with PREVAIL_OLLAMA_URL; until then answers are extractive"
        return [warning("answerer", str(error), fix)]
    return [Check("answerer", True, f"{settings.answerer} at {settings.ollama_url}, weights {weights[:12]}")]


def _contents(settings: Settings) -> list[Check]:
    """Checks of what a data directory holds; one that says so where there is none."""
    try:
        with open_services(settings) as services:
            require_sources(services)
            return [
                attempt("store", _store, services),
                attempt("index", _index, services, "prevail index rebuild"),
            ]
    except NothingIngested as error:
        return [Check("store", True, str(error))]
    except PrevailError as error:
        return [Check("store", False, str(error), "restore a backup, or ingest into a new data directory")]


def _store(services: Services) -> Check:
    with services.store.read() as reader:
        sources = list(reader.find(Source))
    lost = [source for source in sources if not services.blobs.contains(source.sha256)]
    if lost:
        detail = f"the originals of {len(lost)} of {len(sources)} sources are missing, first {lost[0].remote_id}"
        return Check("store", False, detail, "restore a backup")
    return Check("store", True, f"{len(sources)} sources, originals present")


def _index(services: Services) -> Check:
    status = index_status(services)
    services.index().verify()
    if not status["up_to_date"]:
        return Check("index", False, "older than the store", "prevail index rebuild")
    return Check("index", True, f"{status['passages']} passages, built at {status['built_at']}")

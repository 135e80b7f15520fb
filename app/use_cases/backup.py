"""Backup: all that Prevail knows in one file, as of one moment."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from app.settings import Settings
from app.use_cases.carrying import account_report, carry_vectors, holdings
from app.wiring import Services
from graph.archive import write_archive
from graph.disk import disk_errors
from graph.errors import FixSetup
from graph.progress import Progress
from graph.transfer import opened
from retrieval.index import VECTOR_CACHE


def backup(services: Services, file: Path, progress: Progress, *, replace: bool = False) -> dict[str, Any]:
    """Writes the file, which appears complete or not at all; others may read, ask and write meanwhile.

    The vectors computed so far go with it, to save time when it is restored.

    Args:
        replace: Whether an earlier file of that name may be replaced.

    Raises:
        FixSetup: There is such a file, or none can be written there.
    """
    if file.exists() and not replace:
        raise FixSetup(f"{file} is already there: name another file, or replace it with --replace")
    with (
        disk_errors(file),
        tempfile.TemporaryDirectory(prefix=f".{file.name}.", dir=file.absolute().parent) as directory,
    ):
        vectors = Path(directory) / VECTOR_CACHE
        extra = {VECTOR_CACHE: vectors} if carry_vectors(services, vectors) else {}
        with opened(holdings(services)) as origin:
            manifest = write_archive(file, origin, _telling(services.settings), extra, progress)
        size_bytes = file.stat().st_size
    return {
        "file": str(file),
        "made_at": manifest.made_at,
        "size_bytes": size_bytes,
        **account_report(manifest.account),
    }


def _telling(settings: Settings) -> dict[str, str]:
    """The settings that change what is found; never where things are, nor a password."""
    return {
        "embedder": settings.embedder,
        "answerer": settings.answerer,
        "certify": ",".join(settings.certify),
    }

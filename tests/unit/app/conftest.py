"""A small library, ingested once for all tests of the surfaces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from litestar.testing import TestClient
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen import canvas

from app.main import create_app
from app.settings import Settings, load_settings
from app.use_cases.ingest import IngestRequest, ingest
from app.wiring import open_services
from graph.progress import silent
from tests.fakes.inline_pool import InlinePool

SECTION = """Section 09 30 13
Ceramic Tiling
Revision {revision}
Issued {issued}
Status: Issued for Construction

1 General

1.1 Scope

This section covers wall and floor tiling of the Quarry Lane Baths.

2 Products

2.1 Floor tiles

Floor tiles in wet areas shall have a slip resistance of at least {slip} units.
"""

GUIDE_LINE = "The surge tank shall hold at least 4200 litres of pool water."


@dataclass(frozen=True)
class Library:
    """An ingested data directory and the documents it came from."""

    settings: Settings
    documents: Path

    @property
    def environment(self) -> dict[str, str]:
        """What the environment must say so that a command uses it."""
        return {"PREVAIL_DATA": str(self.settings.data), "PREVAIL_EMBEDDER": "hashed"}


def write_documents(folder: Path) -> None:
    """Two revisions of a text, a PDF, and a note that only Ada may read."""
    folder.mkdir(parents=True, exist_ok=True)
    old = SECTION.format(revision="A", issued="2 February 2023", slip=36)
    new = SECTION.format(revision="B", issued="6 May 2024", slip=45)
    (folder / "Section 09 30 13 Rev A.txt").write_text(old)
    (folder / "Section 09 30 13 Rev B.txt").write_text(new)
    page = canvas.Canvas(str(folder / "Guide 7.pdf"), pagesize=A4, invariant=True)
    page.setTitle("Plant guide")
    page.setFont("Helvetica-Bold", 18)
    page.drawString(72, 740, "Guide 7 Pool plant")
    page.setFont("Helvetica", 11)
    page.drawString(72, 690, "1.1 " + GUIDE_LINE)
    page.showPage()
    page.save()


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """The small library."""
    root = tmp_path_factory.mktemp("library")
    write_documents(root / "documents")
    (root / "private").mkdir()
    (root / "private" / "note.txt").write_text("The combination of the plant room safe is a plum tree.\n")
    settings = load_settings({"PREVAIL_DATA": str(root / "data"), "PREVAIL_EMBEDDER": "hashed"})
    with pytest.MonkeyPatch.context() as patch, open_services(settings, write=True) as services:
        patch.setattr("app.use_cases.ingest.ParserPool", InlinePool)
        everybody = IngestRequest(paths=(root / "documents",), project="Quarry Lane Baths", workers=1)
        assert ingest(services, everybody, silent).as_json()["stored"] == 3
        only_ada = IngestRequest(paths=(root / "private",), project="Quarry Lane Baths", acl=("ada",), workers=1)
        assert ingest(services, only_ada, silent).as_json()["stored"] == 1
    return Library(settings, root / "documents")


@pytest.fixture(scope="session")
def client(library: Library) -> Iterator[TestClient[object]]:
    """The web application over the small library."""
    with TestClient(create_app(library.settings), base_url="http://127.0.0.1") as client:
        yield client

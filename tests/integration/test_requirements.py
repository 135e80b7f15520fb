"""Requirements through the command line and HTTP: listed, filtered, paged, exported."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest
import xmlschema
from litestar.testing import TestClient
from reqif.parser import ReqIFParser

from app.main import create_app
from app.settings import load_settings
from tests.fakes import jetty
from tests.fakes.commands import Commands
from tests.fakes.shelf import Shelf, open_shelf, section

MORE = section(
    "09 91 00",
    "Painting",
    "B",
    "2 May 2025",
    "Primer shall be applied at a temperature between 5 °C and 30 °C. Primer should be 60 μm ± 5 μm thick.",
    "Where the surface is galvanised, paint shall have a film thickness of at least 120 μm. Lead shall not be used.",
)
DOORS = """# Door schedule DS-1

Date: 2 May 2025

## 1 Doors

| Door | Width (mm) | Fire rating (min) |
|---|---|---|
| D-1 | 900 | 60 |
| D-2 | 1000 | 30 |
"""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """The jetty project with a section on painting, its older revision, and a letter that only Ann may read."""
    with open_shelf(tmp_path_factory.mktemp("demands") / "data") as shelf:
        jetty.fill(shelf)
        shelf.put("paint.txt", MORE, jetty.PROJECT)
        shelf.put("paint-a.txt", MORE.replace("Revision B", "Revision A").replace("2025", "2024"), jetty.PROJECT)
        shelf.put("doors.md", DOORS, jetty.PROJECT)
        letter = "Letter L-9\nDate: 2 May 2025\n\nAnchor chains shall be at least 40 m long.\n"
        shelf.put("letter.txt", letter, jetty.PROJECT, ("ann",))
        yield shelf


@pytest.fixture
def cli(shelf: Shelf, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Commands:
    """Lists requirements."""
    monkeypatch.setenv("PREVAIL_EMBEDDER", "hashed")
    monkeypatch.setenv("PREVAIL_DATA", str(shelf.services.settings.data))
    return Commands(capsys, "requirements")


@pytest.fixture(scope="module")
def client(shelf: Shelf) -> Iterator[TestClient[Any]]:
    """A server over the same directory."""
    settings = load_settings({"PREVAIL_DATA": str(shelf.services.settings.data), "PREVAIL_EMBEDDER": "hashed"})
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        yield client


def test_every_item_stands_verbatim_in_its_source(shelf: Shelf, cli: Commands) -> None:
    """Quote and values are the characters of the stored text at the cited span."""
    page = cli("--limit", "1000")
    assert page["total"] == len(page["items"]) > 15
    for item in page["items"]:
        citation = item["citation"]
        text = shelf.text(citation["source_id"])
        assert text[slice(*citation["span"])] == citation["quote"]
        assert all(written in text for written in item["written"])
        assert 0 < item["confidence"] <= 1
        assert item["signal"]
        assert item["reason"]


def test_values_are_numbers_with_unit_tolerance_conditions_and_force(cli: Commands) -> None:
    """Ranges are lists, a tolerance has both ends, a prohibition has no value."""
    items = {item["says"]: item for item in cli("--source", "paint.txt")["items"]}
    between = next(item for item in items.values() if item["comparator"] == "in range")
    assert (between["value"], between["unit"]) == ([5, 30], "°C")
    film = next(item for item in items.values() if item["tolerance"])
    assert film["value"] == 60
    assert film["modality"] == "should"
    assert film["tolerance"] == {"minus": 5, "plus": 5, "unit": "μm"}
    galvanised = next(item for item in items.values() if item["value"] == 120)
    assert galvanised["comparator"] == "≥"
    assert "galvanised" in galvanised["conditions"][0]
    assert any(item["modality"] == "shall not" and item["value"] is None for item in items.values())


def test_filters_narrow_the_list_and_name_what_they_do_not_know(cli: Commands) -> None:
    """By document, thing, property, signal, force, surety, words, and whether the text binds."""
    assert {item["citation"]["work"] for item in cli("--work", "Section 09 91 00")["items"]} == {"Section 09 91 00"}
    assert cli("--work", "Section 09 91 00")["total"] == 2 * cli("--source", "paint.txt")["total"]
    assert {item["value"] for item in cli("--subject", "handrail", "--property", "height")["items"]} == {1000, 1100}
    assert {item["signal"] for item in cli("--signal", "superseded")["items"]} == {"superseded"}
    assert {item["in_force"] for item in cli("--in-force")["items"]} == {True}
    assert cli("--in-force")["total"] < cli()["total"]
    assert {item["modality"] for item in cli("--modality", "should")["items"]} == {"should"}
    assert all(item["confidence"] >= 0.95 for item in cli("--min-confidence", "0.95")["items"])
    assert cli("--text", "gangway 1100")["total"] == 1
    assert "known: at risk" in cli("--signal", "loud", code=1)
    assert "Nowhere" in cli("--source", "Nowhere", code=1)


def test_pages_follow_each_other_without_gap_or_repetition(cli: Commands) -> None:
    """The cursor of the last page is null; one that names nothing is refused."""
    whole, found, cursor = [item["id"] for item in cli("--limit", "1000")["items"]], [], None
    while True:
        page = cli("--limit", "4", *(("--cursor", cursor) if cursor else ()))
        found += [item["id"] for item in page["items"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert found == whole
    assert "names no requirement" in cli("--cursor", "r-none", code=1)


def test_both_surfaces_say_the_same_and_hide_the_same(cli: Commands, client: TestClient[Any]) -> None:
    """Lists and tables; Ann sees one more document."""
    for words, query in (
        ((), {}),
        (("--subject", "handrail"), {"subject": "handrail"}),
        (("--property", "diameter", "--in-force"), {"property": "diameter", "in_force": "true"}),
        (("--reader", "ann", "--text", "anchor"), {"reader": "ann", "text": "anchor"}),
    ):
        assert cli(*words) == client.get("/api/requirements", params=query).json()
    assert cli("--text", "anchor")["total"] == 0
    assert cli("--text", "anchor", "--reader", "ann")["total"] == 1
    assert "Anchor" not in client.get("/api/requirements/export.csv").text
    refused = client.get("/api/requirements", params={"signal": "loud"})
    assert (refused.status_code, refused.headers["content-type"]) == (400, "application/problem+json")


def test_the_table_has_a_row_for_each_and_runs_nothing(cli: Commands, client: TestClient[Any]) -> None:
    """The same on both surfaces."""
    text = cli("--export", "csv", text=True)
    assert client.get("/api/requirements/export.csv").text == text
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == cli()["total"]
    assert {row["comparator"] for row in rows} >= {"≥", "'=", "in range"}
    assert all(row["quote"] and row["work"] for row in rows)


def test_management_tools_take_them_in_their_interchange_format(cli: Commands, client: TestClient[Any]) -> None:
    """The file meets the schema of ReqIF, and says the same as the table, document by document."""
    body = client.get("/api/requirements/export.reqif")
    assert body.headers["content-type"].startswith("application/xml")
    schema = xmlschema.XMLSchema(str(files("reqif").joinpath("reqif_schema", "reqif.xsd")))
    assert list(schema.iter_errors(body.text)) == []
    content = ReqIFParser.parse_from_string(body.text).core_content.req_if_content
    table = {row["id"]: row for row in csv.DictReader(io.StringIO(cli("--export", "csv", text=True)))}
    assert {one.identifier for one in content.spec_objects} == table.keys()
    for one in content.spec_objects:
        said = one.attribute_map["attribute-quote"].value
        assert said == " ".join(table[one.identifier]["quote"].split())
    placed = [child.spec_object for document in content.specifications for child in document.children]
    assert placed == list(table)


def test_all_of_them_as_json_are_those_of_the_pages(cli: Commands, client: TestClient[Any]) -> None:
    """Nothing is cut off at a page."""
    whole = client.get("/api/requirements/export.json").json()
    assert whole["items"] == cli("--limit", "1000")["items"]
    assert json.loads(cli("--export", "json", text=True)) == whole


def test_the_list_reads_well_on_a_terminal(cli: Commands) -> None:
    """What is demanded, when, where, and in which words."""
    text = cli("--text", "galvanised", "--in-force", text=True)
    assert "shall ≥ 120 μm" in text
    assert "if: Where the surface is galvanised" in text
    assert "Section 09 91 00" in text
    assert "1 of 1 requirements" in text


def test_the_description_of_the_api_has_the_register(client: TestClient[Any]) -> None:
    """Every route of requirements, conflicts and concepts, with its parameters."""
    paths = client.get("/schema/openapi.json").json()["paths"]
    for path in (
        "/api/requirements", "/api/requirements/export.csv", "/api/conflicts", "/api/conflicts/{identifier}",
        "/api/conflicts/{identifier}/actions", "/api/conflicts/export.pdf", "/api/concepts",
    ):  # fmt: skip
        assert path in paths
    names = {one["name"] for one in paths["/api/conflicts"]["get"]["parameters"]}
    assert {"state", "class", "all", "owner", "overdue", "project", "as_of", "known_at", "reader", "cursor"} <= names


def test_a_cell_is_shown_with_its_row_and_the_head_of_its_column(cli: Commands) -> None:
    """A bare number says nothing by itself."""
    page = cli("--source", "doors.md")
    cells = {(item["subject"], item["says"]): item["citation"] for item in page["items"]}
    rating = cells["Door D-2", "states = 30 min"]
    assert (rating["quote"], rating["row"], rating["column"]) == ("30", "D-2 · 1000 · 30", "Fire rating (min)")
    text = cli("--source", "doors.md", text=True)
    assert "“30” in the row “D-2 · 1000 · 30” under “Fire rating (min)”" in text

"""Stored answers as files, through the command line and HTTP, for those who may see what they cite."""

from __future__ import annotations

from pathlib import Path

import pytest
from litestar.testing import TestClient

from app.cli.main import run
from app.main import create_app
from tests.fakes.shelf import open_shelf, section

QUESTION = "What slip resistance must floor tiles in wet areas have?"


@pytest.fixture
def receipt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Of an answer to Ada from a text that only she may see."""
    monkeypatch.setenv("PREVAIL_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PREVAIL_EMBEDDER", "hashed")
    said = "Floor tiles in wet areas shall have a slip resistance of at least 36 units."
    with open_shelf(tmp_path / "data") as shelf:
        shelf.put("a.txt", section("09 30 13", "Ceramic Tiling", "A", "2 February 2023", said), "Tower", ("ada",))
        return str(shelf.ask(QUESTION, reader="ada")["receipt_id"])


def test_an_answer_is_written_by_both_surfaces_alike(
    receipt: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Markdown on stdout, a PDF in a file named for it."""
    assert run(["receipts", "export", receipt, "--reader", "ada"]) == 0
    text = capfdbinary.readouterr().out
    assert b"> Floor tiles in wet areas shall have a slip resistance of at least 36 units." in text
    out = tmp_path / "answer.pdf"
    assert run(["receipts", "export", receipt, "--reader", "ada", "--out", str(out)]) == 0
    with TestClient(create_app(), base_url="http://127.0.0.1") as client:
        address = f"/api/receipts/{receipt}/export"
        assert client.get(f"{address}.md?reader=ada").content == text
        paper = client.get(f"{address}.pdf?reader=ada")
        assert (paper.content, paper.headers["content-type"]) == (out.read_bytes(), "application/pdf")


def test_who_may_not_see_what_it_cites_gets_no_file(
    receipt: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As if the receipt were not there; a form that is none is refused with the known ones."""
    assert run(["receipts", "export", receipt, "--reader", "bob"]) == 1
    assert "no receipt" in capsys.readouterr().err
    assert run(["receipts", "export", receipt, "--reader", "ada", "--out", str(tmp_path / "a.docx")]) == 2
    assert "md|pdf" in capsys.readouterr().err
    with TestClient(create_app(), base_url="http://127.0.0.1") as client:
        assert client.get(f"/api/receipts/{receipt}/export.md").status_code == 404

"""Folder manifests: patterns, order, and mistakes that name their line."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from connectors.manifest import Manifest, read_manifest
from graph.errors import FixSetup
from graph.vocabulary import ClaimField, Ground

TEXT = """\
[defaults]
project = "Harbour Lane"
status = "issued for review"

[[files]]
match = "specs/**"
number = "Section 08 11 13"
date = 2025-03-03
alias = ["Door spec", "Doors"]

[[files]]
match = "*.pdf"
status = "Issued for Construction"
authority = "specification"
"""


def _manifest(folder: Path, text: str) -> Manifest:
    path = folder / "prevail.toml"
    path.write_text(text, "utf-8")
    return read_manifest(path)


def test_later_entries_win_field_by_field(tmp_path: Path) -> None:
    """A pattern without a slash matches names, one with a slash paths."""
    manifest = _manifest(tmp_path, TEXT)
    stated = manifest.about(tmp_path / "specs" / "doors" / "a.pdf")
    assert {field: [s.value for s in found] for field, found in stated.items()} == {
        ClaimField.PROJECT: ["Harbour Lane"],
        ClaimField.STATUS: ["issued"],
        ClaimField.NUMBER: ["Section 08 11 13"],
        ClaimField.DATE: ["2025-03-03"],
        ClaimField.ALIAS: ["Door spec", "Doors"],
        ClaimField.AUTHORITY: ["specification"],
    }
    dated = stated[ClaimField.DATE][0]
    assert dated.ground is Ground.MANIFEST
    assert dated.date is not None
    assert dated.date.earliest == date(2025, 3, 3)
    assert [s.value for s in manifest.about(tmp_path / "b.txt")[ClaimField.STATUS]] == ["for review"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[defaults\n", "at line 1"),
        ('[defaults]\nproject = "x"\ncolour = "red"\n', "line 3: 'colour' is not known"),
        ('[defaults]\nstatus = "blue"\n', "line 2: 'blue' is no known status"),
        ('[defaults]\ndate = "soon"\n', "line 2: 'soon' is no date"),
        ('[defaults]\nauthority = "boss"\n', "line 2: 'boss' is no known authority; known: statute"),
        ('[[files]]\nnumber = "7"\n', "line 1: each"),
        ('[file]\nmatch = "*"\n', "'file' is not known here; known: defaults, files"),
    ],
)
def test_mistakes_say_where_they_are(tmp_path: Path, text: str, message: str) -> None:
    """And what would be right."""
    with pytest.raises(FixSetup) as caught:
        _manifest(tmp_path, text)
    assert message in str(caught.value)
    assert "prevail.toml" in str(caught.value)

"""Embedders by name."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from graph.errors import FixSetup, UnknownName
from retrieval.embedders.choose import make_embedder


def test_names_give_embedders(tmp_path: Path) -> None:
    """Making one loads nothing and writes nothing."""
    assert make_embedder("minilm", tmp_path).dimensions == 384
    assert make_embedder("hashed", tmp_path).dimensions == 96
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("spec", ["", "minilm:large", "openai", "ollama", "ollama:", "sentence-transformers:"])
def test_an_unknown_name_lists_the_known_ones(spec: str, tmp_path: Path) -> None:
    """So does one without the model that it needs."""
    with pytest.raises(UnknownName) as caught:
        make_embedder(spec, tmp_path)
    assert caught.value.known == ["hashed", "minilm", "ollama:MODEL", "sentence-transformers:NAME_OR_PATH"]


def test_a_missing_library_is_named_by_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message can be pasted into a shell."""
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(FixSetup, match=r"pip install 'prevail\[st\]'"):
        make_embedder("sentence-transformers:some-model", tmp_path)

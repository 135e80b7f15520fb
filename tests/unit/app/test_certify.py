"""Which rule classes certify by themselves is a setting, and ingest follows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.errors import SettingsInvalid
from app.settings import SETTINGS, hand_down, load_settings
from app.use_cases.ingest import IngestRequest, ingest
from app.use_cases.proposals import list_proposals
from app.wiring import open_services
from graph.methods import COMPUTED, PERSONAL, methods, rule_classes
from graph.progress import silent
from tests.fakes.inline_pool import InlinePool
from tests.fakes.quay import DOCUMENTS


def test_rule_classes_are_the_methods_of_detectors() -> None:
    """Neither what is computed from versions nor what people do is certified one by one."""
    assert set(rule_classes()) | COMPUTED | PERSONAL == set(methods())
    assert set(rule_classes()) & (COMPUTED | PERSONAL) == set()


@pytest.mark.parametrize(
    ("text", "certifying"),
    [("", None), ("none", frozenset()), ("phrase, register", frozenset({"phrase", "register"}))],
)
def test_the_setting_is_read_and_handed_down(
    text: str, certifying: frozenset[str] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Empty is the table's own choice; what a server hands to its workers means the same."""
    settings = load_settings({"PREVAIL_CERTIFY": text})
    assert settings.certifying == certifying
    for one in SETTINGS:
        monkeypatch.setenv(one.name, "")
    hand_down(settings)
    assert load_settings().certifying == certifying


def test_an_unknown_rule_class_lists_the_known_ones() -> None:
    """A method of people is none."""
    with pytest.raises(SettingsInvalid, match="no rule class person, fraze; known: header-field"):
        load_settings({"PREVAIL_CERTIFY": "person,fraze,phrase"})


@pytest.mark.parametrize(("text", "certified"), [("", 1), ("none", 0), ("substitution", 1), ("deletion", 0)])
def test_ingest_certifies_what_the_setting_names(
    text: str, certified: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An addendum's substitution takes effect by itself, or waits for a person."""
    folder = tmp_path / "documents"
    folder.mkdir()
    for name in ("grout.txt", "addendum.txt"):
        (folder / name).write_text(DOCUMENTS[name])
    monkeypatch.setattr("app.use_cases.ingest.ParserPool", InlinePool)
    settings = load_settings(
        {"PREVAIL_DATA": str(tmp_path / "data"), "PREVAIL_EMBEDDER": "hashed", "PREVAIL_CERTIFY": text}
    )
    with open_services(settings, write=True) as services:
        ingest(services, IngestRequest(paths=(folder,), workers=1), silent)
        assert list_proposals(services, state="certified")["total"] == certified
        assert list_proposals(services)["total"] == 1 - certified

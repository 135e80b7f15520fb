"""Settings come from environment, file and defaults, and complain about everything at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.errors import SettingsInvalid
from app.settings import SETTINGS, Settings, hand_down, is_debugging, load_settings


def test_defaults_need_no_environment() -> None:
    """With nothing set, Prevail works in `./.prevail` with the shipped model."""
    settings = load_settings({})
    assert settings.data == Path(".prevail")
    assert (settings.graph, settings.embedder, settings.answerer) == ("embedded", "minilm", "extractive")
    assert settings.parse_memory_bytes == settings.parse_memory_mb * 2**20


def test_every_row_of_the_table_is_a_field() -> None:
    """The documented table and the values are the same list."""
    assert [setting.field for setting in SETTINGS] == list(Settings.__dataclass_fields__)
    assert all(setting.meaning.endswith(".") for setting in SETTINGS)


def test_all_mistakes_are_reported_at_once() -> None:
    """Three mistakes, one error that names each of them and the choices."""
    wrong = {"PREVAIL_EMBEDDER": "word2vec", "PREVAIL_THREADS": "many", "PREVAIL_TYPO": "1"}
    with pytest.raises(SettingsInvalid) as caught:
        load_settings(wrong)
    assert len(caught.value.problems) == 3
    for part in ("PREVAIL_TYPO is no setting", "minilm", "PREVAIL_THREADS='many'"):
        assert part in str(caught.value)


@pytest.mark.parametrize("scheme", ["neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc"])
@pytest.mark.parametrize("host", ["graph.example:7687", "127.0.0.1", "[::1]:7687"])
def test_every_address_of_a_neo4j_is_taken(scheme: str, host: str) -> None:
    """With routing and without, with TLS and without."""
    settings = load_settings({"PREVAIL_GRAPH": f"{scheme}://{host}"})
    assert (settings.graph, settings.is_embedded) == (f"{scheme}://{host}", False)


@pytest.mark.parametrize("address", ["neo4j://", "http://graph.example:7474", "neo4j:graph", "postgres"])
def test_what_is_no_address_of_a_neo4j_is_refused(address: str) -> None:
    """And the forms that are taken are named."""
    with pytest.raises(SettingsInvalid, match="neo4j://HOST:PORT"):
        load_settings({"PREVAIL_GRAPH": address})


def test_a_password_is_never_shown() -> None:
    """Neither by the settings nor where it stands in an address, which is not its place."""
    settings = load_settings({"PREVAIL_NEO4J_PASSWORD": "open sesame"})
    assert settings.neo4j_password == "open sesame"
    assert "sesame" not in repr(settings)
    with pytest.raises(SettingsInvalid, match="PREVAIL_NEO4J_PASSWORD") as caught:
        load_settings({"PREVAIL_GRAPH": "neo4j://ada:sesame@graph.example"})
    assert "sesame" not in str(caught.value)


def test_an_authority_must_be_a_file(tmp_path: Path) -> None:
    """Empty is unknown: the system's authorities."""
    file = tmp_path / "ca.pem"
    file.touch()
    assert load_settings({}).neo4j_ca is None
    assert load_settings({"PREVAIL_NEO4J_CA": str(file)}).neo4j_ca == file
    with pytest.raises(SettingsInvalid, match="no such file"):
        load_settings({"PREVAIL_NEO4J_CA": str(tmp_path / "none.pem")})


@pytest.mark.parametrize("embedder", ["minilm", "hashed", "sentence-transformers:all-MiniLM-L6-v2", "ollama:bge-m3"])
def test_known_embedders_are_accepted(embedder: str) -> None:
    """Each documented form of the embedder is taken as it is."""
    assert load_settings({"PREVAIL_EMBEDDER": embedder}).embedder == embedder


@pytest.mark.parametrize("embedder", ["minilm:x", "ollama:", "sentence-transformers", "hashed:2"])
def test_half_named_embedders_are_refused(embedder: str) -> None:
    """A model name where none belongs, and none where one does."""
    with pytest.raises(SettingsInvalid):
        load_settings({"PREVAIL_EMBEDDER": embedder})


def test_a_file_gives_values_and_the_environment_goes_over_it(tmp_path: Path) -> None:
    """File below environment; both by the names of one table."""
    file = tmp_path / "settings.toml"
    file.write_text('embedder = "hashed"\nthreads = 3\nallowed_hosts = ["a.example", "b.example"]\ndebug = true\n')
    settings = load_settings({"PREVAIL_CONFIG": str(file), "PREVAIL_THREADS": "2"})
    assert (settings.embedder, settings.threads, settings.debug) == ("hashed", 2, True)
    assert settings.allowed_hosts == ("a.example", "b.example")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [("embeder = 'hashed'", "embeder in .* is no setting"), ("= 1", "not a TOML file"), (None, "No such file")],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, content: str | None, complaint: str) -> None:
    """Unknown keys, broken syntax and a missing file."""
    file = tmp_path / "settings.toml"
    if content is not None:
        file.write_text(content)
    with pytest.raises(SettingsInvalid, match=complaint):
        load_settings({"PREVAIL_CONFIG": str(file)})


def test_settings_handed_down_load_as_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A server process started from here sees exactly these settings."""
    for setting in SETTINGS:
        monkeypatch.setenv(setting.name, "")
    hosts_and_limit = {"PREVAIL_ALLOWED_HOSTS": "a.example,b.example", "PREVAIL_PARSE_TIME_LIMIT_S": "2.5"}
    settings = load_settings({"PREVAIL_DATA": str(tmp_path), **hosts_and_limit})
    hand_down(settings)
    assert load_settings() == settings


def test_debugging_is_off_unless_switched_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking never fails, whatever the environment holds."""
    monkeypatch.setenv("PREVAIL_DEBUG", "perhaps")
    assert not is_debugging()
    monkeypatch.setenv("PREVAIL_DEBUG", "1")
    assert is_debugging()

"""The repository holds nothing of the machine it was made on, and its set-up files hang together."""

from __future__ import annotations

import re
import subprocess
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = ("app", "connectors", "graph", "retrieval")

MACHINE_PATH = re.compile(r"(?<![\w.])/(?:work|root|home|Users|mnt|opt/wheels)/[A-Za-z]")
REGISTRY_HOST = re.compile(r"(?:pypi|pythonhosted|npmjs|repo1?\.maven)[.](?:org|com)|--(?:extra-)?index-url")


def _tracked_texts() -> dict[str, str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    texts = {}
    for name in filter(None, listed.split("\0")):
        path = ROOT / name
        if path.is_file() and path != Path(__file__):
            data = path.read_bytes()
            if b"\0" not in data and not data.startswith(b"%PDF"):
                texts[name] = data.decode("utf-8")
    return texts


@pytest.mark.parametrize("pattern", [MACHINE_PATH, REGISTRY_HOST], ids=["machine path", "registry host"])
def test_no_tracked_file_names_a_machine(pattern: re.Pattern[str]) -> None:
    """No home directories, no work folders, no addresses of package registries."""
    found = {name: match[0] for name, text in _tracked_texts().items() if (match := pattern.search(text))}
    assert found == {}


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_a_lock_pins_every_package_with_hashes(lock: str) -> None:
    """Every entry is `name==version` with a hash, and none of them brings torch."""
    text = (ROOT / lock).read_text(encoding="utf-8").replace("\\\n", " ")
    entries = [line for line in text.splitlines() if line.strip()]
    assert entries
    assert [entry for entry in entries if not re.match(r"[\w.-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", entry)] == []
    assert not re.search(r"^(torch|sentence-transformers|nvidia-)", text, re.MULTILINE)


def test_the_locks_hold_every_declared_dependency() -> None:
    """A dependency added to pyproject.toml without `make lock` is found here."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    declared = {
        "requirements.lock": [*project["project"]["dependencies"], *project["build-system"]["requires"]],
        "requirements-dev.lock": project["project"]["optional-dependencies"]["dev"],
    }
    for lock, requirements in declared.items():
        locked = set(re.findall(r"^([\w.-]+)==", (ROOT / lock).read_text(encoding="utf-8"), re.MULTILINE))
        names = {re.split(r"[^\w.-]", requirement)[0].lower() for requirement in requirements}
        assert names - locked == set()


def test_the_development_lock_moves_no_version_of_the_first() -> None:
    """What is tested is what is installed."""
    first, second = (
        set(re.findall(r"^[\w.-]+==[^\\\n]*", (ROOT / lock).read_text(encoding="utf-8"), re.MULTILINE))
        for lock in ("requirements.lock", "requirements-dev.lock")
    )
    assert first - second == set()


def _compose() -> dict[str, Any]:
    composed: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    return composed


def test_compose_starts_three_healthy_services_that_come_back() -> None:
    """Neo4j, Ollama and the server: health check, restart, a pinned image, loopback only."""
    services = _compose()["services"]
    assert set(services) == {"prevail", "neo4j", "ollama"}
    for service in services.values():
        assert service["restart"] == "unless-stopped"
        assert service["healthcheck"]["test"][0] in {"CMD", "CMD-SHELL"}
        assert all(str(port).startswith("127.0.0.1:") for port in service["ports"])
        assert ":" in service["image"]
        assert not service["image"].endswith(":latest")


def test_compose_waits_for_health_and_keeps_data_in_declared_volumes() -> None:
    """Dependencies are waited for, every named volume is declared, every declared one is used."""
    composed = _compose()
    services = composed["services"]
    waited = services["prevail"]["depends_on"]
    assert {name: one["condition"] for name, one in waited.items()} == dict.fromkeys(
        ("neo4j", "ollama"), "service_healthy"
    )
    mounted = {volume.partition(":")[0] for one in services.values() for volume in one["volumes"]}
    assert {volume for volume in mounted if not volume.startswith(("$", ".", "/"))} == set(composed["volumes"])


def test_compose_holds_no_secret() -> None:
    """The password comes from the environment and has no default."""
    auth = _compose()["services"]["neo4j"]["environment"]["NEO4J_AUTH"]
    assert re.fullmatch(r"neo4j/\$\{NEO4J_PASSWORD:\?[^}]+\}", auth)


def test_compose_sets_only_settings_that_exist() -> None:
    """Every PREVAIL_ name in compose.yaml and Dockerfile is a setting of the code."""
    from app.settings import OTHER_NAMES, SETTINGS

    known = {one.name for one in SETTINGS} | OTHER_NAMES
    environment = set(_compose()["services"]["prevail"]["environment"])
    in_image = set(re.findall(r"\bPREVAIL_[A-Z_]+(?==)", (ROOT / "Dockerfile").read_text(encoding="utf-8")))
    assert environment | in_image <= known


def test_the_image_runs_as_nobody_in_particular_and_reports_its_health() -> None:
    """Not as root, from the hash-checked lock, with a health check."""
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert re.search(r"^USER (?!root)\w+", dockerfile, re.MULTILINE)
    assert "--require-hashes" in dockerfile
    assert "HEALTHCHECK" in dockerfile


def test_every_data_file_of_the_product_is_packaged() -> None:
    """A pattern file, a template or a style that setuptools would leave behind is found here."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["*"]
    product = [Path(name) for name in _tracked_texts() if name.split("/")[0] in PRODUCT]
    data = [path for path in product if path.suffix != ".py"]
    assert data
    assert [str(path) for path in data if not any(fnmatch(path.name, pattern) for pattern in patterns)] == []

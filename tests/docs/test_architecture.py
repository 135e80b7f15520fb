"""Rules of the house that no linter knows: who may touch what, and what a module may be called."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = ("app", "connectors", "graph", "retrieval")

ONLY_IN = {
    "sqlite3": ("graph/embedded_*.py", "graph/receipts.py", "retrieval/embedders/vector_cache.py"),
    "neo4j": ("graph/neo4j_store.py",),
    "networkx": ("graph/*",),
    "faiss": ("retrieval/*",),
    "bm25s": ("retrieval/*",),
    "onnxruntime": ("retrieval/*",),
    "litestar": ("app/*",),
    "click": ("app/cli/*",),
    "reportlab": ("app/*",),
    "docx": ("connectors/*", "app/sample/*"),
    "pint": ("graph/quantities/units.py",),
}
"""Libraries with one border: where each of them may be imported."""

GRAPH_MAY_USE = {"graph", "msgspec", "neo4j", "networkx", "numpy", "pint"} | set(sys.stdlib_module_names)

NO_NAMES = {"utils", "util", "helpers", "helper", "common", "misc", "manager", "managers", "base", "core"}
"""Names that say nothing of what a module is for."""


@cache
def _modules() -> tuple[tuple[str, ast.Module], ...]:
    paths = [path for folder in PRODUCT for path in sorted((ROOT / folder).rglob("*.py"))]
    return tuple((str(path.relative_to(ROOT)), ast.parse(path.read_text(encoding="utf-8"))) for path in paths)


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


@pytest.mark.parametrize(("library", "places"), ONLY_IN.items(), ids=list(ONLY_IN))
def test_a_library_stays_behind_its_border(library: str, places: tuple[str, ...]) -> None:
    """A library is imported in its own folder only, so that it can be changed there."""
    users = [name for name, tree in _modules() if library in _imports(tree)]
    assert [name for name in users if not any(fnmatch(name, place) for place in places)] == []


def test_the_graph_needs_little() -> None:
    """`graph` imports the standard library, msgspec, numpy, networkx, pint, the driver of Neo4j and itself."""
    foreign = {
        (name, library)
        for name, tree in _modules()
        for library in _imports(tree)
        if name.startswith("graph/") and library not in GRAPH_MAY_USE
    }
    assert foreign == set()


def test_only_the_settings_read_the_environment() -> None:
    """`os.environ` and `os.getenv` appear in app/settings.py and nowhere else."""
    readers = {
        name
        for name, tree in _modules()
        for node in ast.walk(tree)
        if (isinstance(node, ast.Attribute) and node.attr in {"environ", "getenv", "environb"})
        or (isinstance(node, ast.ImportFrom) and node.module == "os" and {a.name for a in node.names} & {"environ"})
    }
    assert readers == {"app/settings.py"}


def test_a_module_is_named_for_what_it_is() -> None:
    """No module or folder is called utils, helpers, common or the like."""
    named = {part.removesuffix(".py") for name, _ in _modules() for part in Path(name).parts}
    assert named & NO_NAMES == set()


def test_importing_a_module_runs_no_program() -> None:
    """At module level there are definitions and values, no loops over files, no calls for effect."""
    effects = [
        f"{name}:{node.lineno}"
        for name, tree in _modules()
        for node in tree.body
        if isinstance(node, ast.With | ast.While | ast.AsyncWith)
        or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call))
    ]
    assert effects == []

"""The size budget: functions, files and parameter lists stay small; limits are never raised to fit.

Complexity is ruff's (`C901` in pyproject.toml).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = ("app", "connectors", "graph", "retrieval")

LINES_OF_A_FUNCTION = 60
LINES_OF_NINE_IN_TEN = 40
LINES_OF_THE_MEDIAN = 10
LINES_OF_A_FILE = 400
PARAMETERS = 6

Function = ast.FunctionDef | ast.AsyncFunctionDef


def _files(*folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((ROOT / folder).rglob("*.py"))


def _functions(*folders: str) -> Iterator[tuple[str, Function]]:
    for folder in folders:
        yield from _functions_below(folder)


@cache
def _functions_below(folder: str) -> tuple[tuple[str, Function], ...]:
    trees = ((path.relative_to(ROOT), ast.parse(path.read_text(encoding="utf-8"))) for path in _files(folder))
    return tuple(
        (f"{path}:{node.lineno} {node.name}", node)
        for path, tree in trees
        for node in ast.walk(tree)
        if isinstance(node, Function)
    )


def _lines(function: Function) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def _parameters(function: Function) -> int:
    arguments = function.args
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return len([one for one in named if one.arg not in {"self", "cls"}])


def test_no_function_is_longer_than_a_screen() -> None:
    """At most 60 lines, tests included, from `def` to the last line."""
    long = {name: _lines(one) for name, one in _functions(*PRODUCT, "tests") if _lines(one) > LINES_OF_A_FUNCTION}
    assert long == {}


def test_most_functions_are_short() -> None:
    """The median is at most 10 lines, and nine in ten are at most 40."""
    lines = sorted(_lines(one) for _, one in _functions(*PRODUCT))
    assert median(lines) <= LINES_OF_THE_MEDIAN
    assert lines[len(lines) * 9 // 10] <= LINES_OF_NINE_IN_TEN


def test_no_file_is_too_long_to_read() -> None:
    """At most 400 lines."""
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in _files(*PRODUCT, "tests")
    }
    assert {name: length for name, length in lengths.items() if length > LINES_OF_A_FILE} == {}


def test_no_function_asks_for_too_much() -> None:
    """At most 6 parameters, `self` not counted."""
    greedy = {name: _parameters(one) for name, one in _functions(*PRODUCT) if _parameters(one) > PARAMETERS}
    assert greedy == {}


def test_every_test_says_what_it_shows() -> None:
    """A test's name is a sentence, and a line below it says more."""
    tests = [(name, one) for name, one in _functions("tests") if one.name.startswith("test_")]
    assert [name for name, one in tests if not ast.get_docstring(one)] == []
    assert [name for name, one in tests if one.name.count("_") < 3] == []

"""Commands of `prevail`, run in this process as a user types them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.cli.main import run


class Commands:
    """Runs a command and gives what it wrote; the environment says where the data are.

    Args:
        before: Words before those of every call, such as the name of the command.
    """

    def __init__(self, capsys: pytest.CaptureFixture[str], *before: str) -> None:
        self._capsys = capsys
        self._before = before

    def __call__(self, *arguments: str, text: bool = False, code: int = 0) -> Any:
        """Its JSON, or its text with `text=True`, or its message where another exit code than 0 is expected."""
        words = [*self._before, *arguments, *([] if text else ["--json"])]
        assert run(words) == code, self._capsys.readouterr().err
        said = self._capsys.readouterr()
        if code:
            return said.err
        return said.out if text else json.loads(said.out)

"""Assertions of the shared suites show their values like those of test modules."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.register_assert_rewrite(
    *(f"tests.contracts.{path.stem}" for path in Path(__file__).parent.glob("*_contract*.py"))
)

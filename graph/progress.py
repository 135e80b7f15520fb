"""How long work tells how far it is, without knowing who looks."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int | None], None]
"""Called as `progress(stage, done, total)`; `total` is None while unknown. Called often: be quick."""


def silent(stage: str, done: int, total: int | None) -> None:
    """A `Progress` that tells nobody."""

"""What the doctor finds: one thing that was looked at, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

from graph.errors import PrevailError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at.

    Attributes:
        fix: What to do about it; None where nothing is wrong.
        warns: It works as it is, and may be better.
    """

    name: str
    ok: bool
    detail: str
    fix: str | None = None
    warns: bool = False

    @property
    def level(self) -> str:
        """`ok`, `warn` or `fail`."""
        if not self.ok:
            return "fail"
        return "warn" if self.warns else "ok"

    def as_json(self) -> dict[str, Any]:
        """The check as the outside sees it."""
        shown = asdict(self)
        del shown["warns"]
        return {**shown, "level": self.level}


def warning(name: str, detail: str, fix: str) -> Check:
    """A check of something that works and may be better."""
    return Check(name, True, detail, fix, warns=True)


def attempt(name: str, check: Callable[[T], Check], subject: T, fix: str | None = None) -> Check:
    """The check, or one that says why it could not be made."""
    try:
        return check(subject)
    except PrevailError as error:
        return Check(name, False, str(error), fix)

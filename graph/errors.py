"""The one tree of errors, grouped by what the caller can do next.

`RetryLater`, `FixSetup`, `SkipRecord` and `OurBug` are the four groups; every error that
leaves a package of this project is in one of them, carries its data as attributes and says
in its message what is wrong and what to do.
"""

from __future__ import annotations


class PrevailError(Exception):
    """Root of all errors of this project; `str(error)` is one sentence for a person."""


class RetryLater(PrevailError):
    """The same call may go through later: a service is down, slow or busy."""


class FixSetup(PrevailError):
    """Somebody has to change a setting, a path or an installation first."""


class SkipRecord(PrevailError):
    """One record cannot be used; it is counted and reported, and the run goes on.

    Attributes:
        reason: A short stable word for tables and tests, such as `encrypted`.
        detail: One sentence about this record.
    """

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail

    def __reduce__(self) -> tuple[type[SkipRecord], tuple[str, str]]:
        """Errors cross the border of a worker process, so they pickle by their two fields."""
        return type(self), (self.reason, self.detail)


class OurBug(PrevailError):
    """Something that must not happen did; nothing the caller can do but report it."""


class UnknownName(FixSetup):
    """A name is not among the known choices, which the message lists."""

    def __init__(self, what: str, name: str, known: list[str]) -> None:
        super().__init__(f"unknown {what} {name!r}; known: {', '.join(sorted(known))}")
        self.what = what
        self.name = name
        self.known = sorted(known)


class NotFound(PrevailError):
    """Nothing here has that identifier.

    Attributes:
        nearest: Names of what is held and is most like it.
    """

    def __init__(self, what: str, identifier: str, nearest: tuple[str, ...] = ()) -> None:
        hint = f"; nearest: {', '.join(nearest)}" if nearest else ""
        super().__init__(f"no {what} {identifier!r} here{hint}")
        self.what = what
        self.identifier = identifier
        self.nearest = nearest


class Refused(PrevailError):
    """A decision would break a rule that the graph keeps; the message names the rule and the way out.

    Attributes:
        rule: A short stable word: `circle`, `precedence`, `revision order`, `not issued`, `later
            ruling`.
        path: What the rule was broken along, such as the names on a circle, the first repeated at the end.
    """

    def __init__(self, rule: str, detail: str, path: tuple[str, ...] = ()) -> None:
        super().__init__(detail)
        self.rule = rule
        self.path = path

"""The options that every command takes, and the types of the values that people write."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import date, datetime
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app import moments
from app.errors import InvalidInput
from app.settings import Settings, load_settings

if TYPE_CHECKING:
    from app.use_cases.viewpoint import Viewpoint


@dataclass(frozen=True, slots=True)
class Common:
    """What the options shared by all commands say.

    Attributes:
        data: Data directory; None for the one of the settings.
        project: Only this project's texts and shared ones; None for all.
        as_of: Day of valid time; None for today.
        known_at: Instant of recorded time; None for all that is recorded.
        reader: Who asks; decides what may be seen. None for what everybody may.
        as_json: One JSON value on stdout instead of text.
    """

    data: Path | None
    project: str | None
    as_of: date | None
    known_at: datetime | None
    reader: str | None
    as_json: bool

    def over(self, before: Common) -> Common:
        """These options, completed by those given before the command."""
        return Common(
            data=self.data or before.data,
            project=self.project or before.project,
            as_of=self.as_of or before.as_of,
            known_at=self.known_at or before.known_at,
            reader=self.reader or before.reader,
            as_json=self.as_json or before.as_json,
        )

    def viewpoint(self) -> Viewpoint:
        """From where the command looks."""
        from app.use_cases.viewpoint import Viewpoint

        return Viewpoint(self.project, self.as_of, self.known_at, self.reader)

    def settings(self) -> Settings:
        """The settings in force, with `--data` applied."""
        settings = load_settings()
        return settings if self.data is None else settings.with_data(self.data)


class Day(click.ParamType[date | None]):
    """A calendar day, written 2024-05-31."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date | None:
        """Reads the day, or explains how to write it."""
        try:
            return moments.day(value)
        except InvalidInput as error:
            self.fail(str(error), param, ctx)


class Instant(click.ParamType[datetime | None]):
    """An instant, written 2024-05-31 (its last moment, UTC) or 2024-05-31T17:00+05:00."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime | None:
        """Reads the instant, or explains how to write it."""
        try:
            return moments.instant(value)
        except InvalidInput as error:
            self.fail(str(error), param, ctx)


def common(command: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a command the shared options; they reach it as one `Common`, its first argument."""

    @wraps(command)
    def with_common(**given: Any) -> Any:
        here = Common(**{field.name: given.pop(field.name) for field in fields(Common)})
        before = click.get_current_context().find_object(Common)
        return command(here if before is None else here.over(before), **given)

    return shared_options(with_common)


def shared_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the shared options as plain parameters."""
    for option in reversed(_SHARED):
        command = option(command)
    return command


_SHARED = (
    click.option(
        "--data",
        type=click.Path(file_okay=False, path_type=Path),
        metavar="DIR",
        help="Data directory (PREVAIL_DATA; ./.prevail).",
    ),
    click.option("--project", metavar="NAME", help="Only this project's texts and shared ones."),
    click.option("--as-of", type=Day(), metavar="DATE", help="What binds on this day (today)."),
    click.option("--known-at", type=Instant(), metavar="DATE", help="Only what was recorded by then (now)."),
    click.option("--reader", metavar="ID", help="Who asks; decides what may be seen (everybody)."),
    click.option("--json", "as_json", is_flag=True, help="One JSON value on stdout."),
)

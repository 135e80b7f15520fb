"""Files that commands write: which form, and where to."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from app.errors import InvalidInput

_BINARY = frozenset({"pdf"})

out_option = click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Instead of stdout."
)


def form_option(forms: Sequence[str]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The option `--format`, which reaches the command as `form`."""
    told = f"By the ending of --out; else {forms[0]}."
    return click.option("--format", "form", type=click.Choice(tuple(forms)), help=told)


def form_for(form: str | None, out: Path | None, forms: Sequence[str]) -> str:
    """The form that is wanted: the one named, else the ending of the file, else the first.

    Raises:
        click.UsageError: The file's ending names none, or the form is no text for a terminal.
    """
    form = form or (out.suffix.removeprefix(".").lower() if out else forms[0])
    if form not in forms:
        raise click.UsageError(f"--out ends in .{form}; name the form with --format {'|'.join(forms)}")
    if form in _BINARY and out is None and sys.stdout.isatty():
        raise click.UsageError(f"a {form.upper()} is no text for a terminal: name a file with --out")
    return form


def write_out(body: bytes, out: Path | None) -> None:
    """Writes a file, or its bytes to stdout.

    Raises:
        InvalidInput: It cannot be written.
    """
    if out is None:
        sys.stdout.buffer.write(body)
        return
    try:
        out.write_bytes(body)
    except OSError as error:
        raise InvalidInput(f"cannot write {out}: {error.strerror or error}") from error
    click.echo(f"{out}: {len(body):,} bytes", err=True)

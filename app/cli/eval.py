"""`prevail eval`: judged questions asked of the running index."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.cli.console import print_found, progress_bars, table_lines
from app.cli.options import Common, common
from app.cli.session import reading

if TYPE_CHECKING:
    from app.use_cases.judging import Judged

SAMPLE = "sample"
"""In place of a file: the questions of the sample project."""


@click.group("eval")
def command() -> None:
    """Ask judged questions, and measure what comes back."""


@command.command("run")
@click.argument("suites", nargs=-1, required=True, metavar="SUITE...")
@click.option("--profile", default="provenance", metavar="NAME", help="Retrieval profile (provenance).")
@common
def run(options: Common, suites: tuple[str, ...], profile: str) -> None:
    """Ask the questions of each SUITE, a file with one JSON object a line, or `sample` for the sample project's.

    The figures of the run are kept in the data directory; the Methods page shows them.
    """
    from app.use_cases.evaluate import evaluate

    questions = [one for suite in suites for one in questions_of(suite)]
    name = ", ".join(Path(suite).name for suite in suites)
    with reading(options) as services, progress_bars() as progress:
        report = evaluate(services, questions, name, profile, progress)
    print_found(report, _lines, as_json=options.as_json)


@command.command("show")
@common
def show(options: Common) -> None:
    """Show what the last run measured."""
    from app.use_cases.evaluate import last_evaluation

    with reading(options) as services:
        kept = last_evaluation(services)
    if kept is None:
        raise click.ClickException("nothing was evaluated yet; run: prevail eval run SUITE")
    print_found(kept, _lines, as_json=options.as_json)


def questions_of(suite: str) -> tuple[Judged, ...]:
    """The questions of a file, or those of the sample project.

    Raises:
        UsageError: There is no such file.
        InvalidInput: It holds something else.
    """
    from app.use_cases.judging import read_questions

    if suite == SAMPLE:
        from app.sample.questions import question_file

        return read_questions(question_file(), SAMPLE)
    try:
        return read_questions(Path(suite).read_text("utf-8"), suite)
    except OSError as error:
        raise click.UsageError(f"cannot read {suite}: {error.strerror}; a suite is a file, or `{SAMPLE}`") from error


def _lines(report: dict[str, Any], _: int) -> Iterator[str]:
    low, high = report["held_interval"]
    share = f"{report['held']} of {report['questions']} questions hold"
    yield f"{report['suite']}: {share} (95 % interval {low:.2f} to {high:.2f})"
    yield f"{report['answered']} answered, {report['answered_wrongly']} of these wrongly"
    yield f"generation {report['index_generation']}, {report['embedder']}, profile {report['profile']}"
    if report["ranked"]:
        yield ""
        yield f"success at k, {report['ranked']} questions with a document to find"
        depths = list(next(iter(report["success"].values())))
        rows = [[lane, *(f"{found[k]:.2f}" for k in depths)] for lane, found in report["success"].items()]
        numeric = frozenset(range(1, len(depths) + 1))
        yield from table_lines(["lane", *(f"@{k}" for k in depths)], rows, numeric=numeric)
    if report["missed"]:
        yield ""
        for one in report["missed"]:
            yield f"{one['id']}: {', '.join(one['misses'])}"

"""`prevail ingest`: read files and folders, and account for every one of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from app.cli.console import print_json, print_table, progress_bars
from app.cli.options import Common, common
from app.cli.session import writing

SHOWN = 20
"""Failures and warnings that are listed in full; `--json` has all of them."""

ACCOUNT = ("seen", "stored", "unchanged", "failed", "skipped")


@click.command("ingest")
@click.argument(
    "paths", nargs=-1, required=True, metavar="PATH...", type=click.Path(exists=True, readable=True, path_type=Path)
)
@click.option("--authority", metavar="CLASS", help="Authority class in the order of precedence, such as addendum.")
@click.option("--status", metavar="STATUS", help="Status of these texts, such as issued or draft.")
@click.option("--acl", multiple=True, metavar="PRINCIPAL", help="Who may read it; repeat for more (everybody).")
@click.option("--workers", type=click.IntRange(1, 256), metavar="N", help="Parser processes (one per core).")
@common
def command(
    options: Common,
    paths: tuple[Path, ...],
    authority: str | None,
    status: str | None,
    acl: tuple[str, ...],
    workers: int | None,
) -> int:
    """Read files and folders into the data directory.

    Reading the same again changes nothing; a changed file becomes a new version of the same work.
    """
    from app.use_cases.ingest import IngestRequest, word_named
    from app.use_cases.ingest_runs import ingest_recorded
    from graph.vocabulary import AuthorityClass, Status

    request = IngestRequest(
        paths=paths,
        project=options.project or "",
        authority=word_named(AuthorityClass, "authority class", authority),
        status=word_named(Status, "status", status),
        acl=acl or ("*",),
        workers=workers,
    )
    with writing(options) as services, progress_bars() as progress:
        report = ingest_recorded(services, request, progress).as_json()
    if options.as_json:
        print_json(report)
    else:
        _show(report)
    return 4 if report["failed"] or report["skipped"] else 0


def _show(report: dict[str, Any]) -> None:
    print_table(ACCOUNT, [[report[name] for name in ACCOUNT]], numeric=frozenset(range(len(ACCOUNT))))
    click.echo(
        f"{report['passages']} passages from {report['pages']} pages in {report['seconds']:.1f} s, "
        f"peak memory {report['peak_memory_bytes'] / 2**20:.0f} MB"
    )
    for title, key in (("failed", "failures"), ("skipped", "skips"), ("warnings", "warnings")):
        _list(title, report.get(key) or [])


def _list(title: str, rows: list[dict[str, str]]) -> None:
    if not rows:
        return
    click.echo(f"\n{title}")
    print_table(
        ("path", "reason", "detail"), [[row["path"], row.get("reason", ""), row["detail"]] for row in rows[:SHOWN]]
    )
    if len(rows) > SHOWN:
        click.echo(f"… and {len(rows) - SHOWN} more (--json lists all)")

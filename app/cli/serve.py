"""`prevail serve`: the web server."""

from __future__ import annotations

import click

from app.cli.options import Common, common


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, metavar="HOST", help="Address to listen on.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), metavar="PORT", help="Port to listen on."
)
@click.option(
    "--workers", default=1, show_default=True, type=click.IntRange(1, 64), metavar="N", help="Server processes."
)
@common
def command(options: Common, host: str, port: int, workers: int) -> None:
    """Start the web server: pages at /, the API at /api, its description at /schema."""
    from app.serving import serve

    serve(options.settings(), host, port, workers)

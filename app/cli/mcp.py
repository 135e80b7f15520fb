"""`prevail mcp`: the Model Context Protocol server over stdio."""

from __future__ import annotations

import click

from app.cli.options import Common, common


@click.command("mcp")
@common
def command(options: Common) -> None:
    """Serve the Model Context Protocol over stdin and stdout, for programs that ask.

    Whatever the client asks is asked as --reader; without it, only what everybody may see is shown.
    """
    from contextlib import closing

    from app.api.opened import Opened
    from app.mcp import build_server

    with closing(Opened(options.settings())) as opened:
        opened.warm_up()
        build_server(opened.services, options.reader).run("stdio")

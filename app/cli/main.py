"""The command `prevail`: finds the command, runs it, and turns every error into one clear sentence.

Exit codes: 0 done, 1 our error, 2 wrong use, 3 abstained (`ask`), 4 finished with skipped records
(`ingest`), 130 interrupted.
"""

from __future__ import annotations

import io
import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from app.cli.options import Common, shared_options
from graph.errors import PrevailError

EXIT_ERROR = 1
EXIT_ABSTAINED = 3
EXIT_SKIPPED = 4
EXIT_INTERRUPTED = 130

COMMANDS = {
    "sample": "Write the sample project's documents into a folder.",
    "ingest": "Read files and folders into the data directory.",
    "ask": "Answer a question with citations, or abstain with a reason.",
    "governs": "Say what is in force for a document number, clause or subject.",
    "requirements": "List what the texts demand.",
    "conflicts": "Show the register of conflicts, and decide them.",
    "commitments": "List what was promised and decided, and say what became of it.",
    "concepts": "Show and edit which words mean one thing.",
    "supersede": "Decide that one document takes another out of force.",
    "proposals": "Show and judge what no rule certifies.",
    "instructions": "Show and judge what messages may have instructed.",
    "undo": "Take back what a person decided.",
    "precedence": "Show or choose the order of precedence of a project.",
    "receipts": "Show, verify and replay what was answered.",
    "history": "List the versions of a work and what displaced them.",
    "sources": "List what has been ingested.",
    "thread": "Print the thread of a message.",
    "people": "Show who writes and meets, and say who is one person.",
    "eval": "Ask judged questions, and measure what comes back.",
    "stats": "Show every figure of the running index.",
    "index": "Show or rebuild the search index.",
    "serve": "Start the web server.",
    "mcp": "Serve the Model Context Protocol over stdio.",
    "backup": "Write all that Prevail knows into one file.",
    "restore": "Bring back what a backup holds.",
    "migrate": "Show or apply the migrations of the store, or move to another.",
    "doctor": "Check the set-up and say how to mend it.",
}


class Prevail(click.Group):
    """The group of all commands; a command's module is imported when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order in which a newcomer meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, from `app.cli.<name>`."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"app.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As Click does it, but knowing all names when it suggests one."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.exceptions.NoSuchCommand(args[0], possibilities=COMMANDS, ctx=ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the commands without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Prevail, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="prevail", message="%(prog)s %(version)s")
@shared_options
@click.pass_context
def prevail(ctx: click.Context, /, **shared: Any) -> None:
    """Which text is in force, why, since when, and what it replaced.

    The options stand before or after the command.
    """
    ctx.obj = Common(**shared)


def main(arguments: Sequence[str] | None = None) -> None:
    """Entry point of the console script; ends the process with the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that lacks a character shows its number
            stream.reconfigure(errors="backslashreplace")
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code; no exception but a debugger's leaves it."""
    try:
        returned = prevail.main(args=arguments, prog_name="prevail", standalone_mode=False)
        sys.stdout.flush()
        return returned if isinstance(returned, int) else 0
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted; what was reported as stored is stored", err=True)
        return EXIT_INTERRUPTED
    except (BrokenPipeError, SystemExit):  # the latter is Click's own way of meeting the former
        return _reader_has_gone()
    except PrevailError as error:
        return _report(str(error))
    except Exception as error:  # the last border: no traceback reaches a user
        return _report(f"internal error: {type(error).__name__}: {error} (PREVAIL_DEBUG=1 shows where)")


def _report(sentence: str) -> int:
    from app.settings import is_debugging

    if is_debugging():
        traceback.print_exc()
    click.echo(f"prevail: {' '.join(sentence.split())}", err=True)
    return EXIT_ERROR


def _reader_has_gone() -> int:
    """Whoever read our output has closed it: stop quietly, as a program that dies of SIGPIPE does."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 128 + 13

"""`prevail doctor`: checks the set-up and says how to mend what is wrong."""

from __future__ import annotations

import click

from app.cli.console import print_json
from app.cli.options import Common, common

MARKS = {"ok": "ok   ", "warn": "warn ", "fail": "WRONG"}
"""How each level of a check is shown."""


@click.command("doctor")
@common
def command(options: Common) -> int:
    """Check the set-up and say how to mend it (exit code 1 if something is wrong)."""
    from app.use_cases.doctor import doctor

    checks = doctor(options.settings())
    if options.as_json:
        print_json({"ok": all(check.ok for check in checks), "checks": [check.as_json() for check in checks]})
    else:
        width = max(len(check.name) for check in checks)
        for check in checks:
            click.echo(f"{MARKS[check.level]}  {check.name:<{width}}  {check.detail}")
            if check.level != "ok" and check.fix:
                click.echo(f"{'':<{width + 9}}{check.fix}")
    return 0 if all(check.ok for check in checks) else 1

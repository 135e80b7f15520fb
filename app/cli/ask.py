"""`prevail ask`: the answer with its citations, or an abstention with its reason."""

from __future__ import annotations

import click

from app.cli.console import print_json, print_text, text_width
from app.cli.options import Common, common
from app.cli.session import reading

ABSTAINED = 3


@click.command("ask")
@click.argument("question")
@click.option("--profile", default="provenance", metavar="NAME", help="Retrieval profile (provenance).")
@click.option("--explain", is_flag=True, help="Show every figure that placed every passage.")
@common
def command(options: Common, question: str, profile: str, explain: bool) -> int:
    """Answer QUESTION with citations, or abstain with a reason (exit code 3)."""
    from app.cli.explanation import explanation_lines
    from app.cli.outcome import outcome_lines
    from app.use_cases.ask import AskRequest, ask

    if not question.strip():
        raise click.BadParameter("is empty", param_hint="QUESTION")
    request = AskRequest(
        question=question,
        project=options.project,
        reader=options.reader,
        as_of=options.as_of,
        known_at=options.known_at,
        profile=profile,
        explain=explain,
    )
    with reading(options) as services:
        outcome = ask(services, request)
    if options.as_json:
        print_json(outcome)
    else:
        lines = outcome_lines(outcome, text_width())
        if explain:
            lines += ["", *explanation_lines(outcome["trace"])]
        print_text("\n".join(lines))
    return 0 if outcome["kind"] == "answer" else ABSTAINED

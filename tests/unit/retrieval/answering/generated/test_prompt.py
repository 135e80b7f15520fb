"""The prompt of a draft: the same bytes for the same input, and documents that stay data."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.answering.generated.evidence import Evidence
from retrieval.answering.generated.prompt import SYSTEM, build_prompt, tokens_of

BEST = Evidence(1, "Yard manual, issue 2, 4.2", "Lines are inspected every 14 days.", weight=1.0)
NEXT = Evidence(2, "Yard manual, issue 2, 4.3", "Worn lines are replaced.", weight=0.5)


def test_evidence_stands_in_order_with_document_clause_and_weight() -> None:
    """System rule apart, one line for each piece, the question last."""
    prompt = build_prompt("How often?", (BEST, NEXT))
    assert prompt.system == SYSTEM
    assert prompt.text == (
        "Evidence:\n"
        "[1] (Yard manual, issue 2, 4.2; weight 1.00) Lines are inspected every 14 days.\n"
        "[2] (Yard manual, issue 2, 4.3; weight 0.50) Worn lines are replaced.\n"
        "\nQuestion: How often?\nAnswer:"
    )
    assert prompt.sha256 == build_prompt("How often?", (BEST, NEXT)).sha256


def test_over_the_budget_the_evidence_of_least_weight_goes_first() -> None:
    """What was left out is named, and the best stays whatever its length."""
    room = tokens_of(SYSTEM + build_prompt("How often?", (BEST,)).text)
    assert build_prompt("How often?", (NEXT, BEST), room).left_out == (2,)
    assert build_prompt("How often?", (BEST,), 1).left_out == ()


@settings(max_examples=60)
@given(st.text(alphabet="a \n[1]<|>/imend_INST:systemuser\u200b\u2028", max_size=80))
def test_no_text_ends_its_line_or_begins_another_turn(text: str) -> None:
    """Whatever a document or a question says, the lines of the prompt are those that were built."""
    prompt = build_prompt(text, (Evidence(1, text, text), NEXT))
    lines = prompt.text.splitlines()
    assert [line[:4] for line in lines[:3]] == ["Evid", "[1] ", "[2] "]
    assert len(lines) == 6
    assert not any(sign in prompt.text for sign in ("<|", "|>", "[INST", "</", "\u200b", "system:"))
    assert "[1]" not in lines[1][3:]

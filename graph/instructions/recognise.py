"""Recognising candidate instructions in the own words of a message; precision before recall."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from graph.commitments.words import languages_of
from graph.correspondence import Instruction
from graph.identity import instruction_id
from graph.instructions.words import Rule, words
from graph.spans import Span
from graph.statuses import UNISSUED
from graph.supersession.view import DocumentView, masked
from graph.vocabulary import AuthorityClass, InstructionKind, SourceKind

AUTHORITY = {
    InstructionKind.INSTRUCTION: AuthorityClass.RFI_RESPONSE,
    InstructionKind.ANSWER: AuthorityClass.RFI_RESPONSE,
    InstructionKind.APPROVAL: AuthorityClass.RFI_RESPONSE,
    InstructionKind.REJECTION: AuthorityClass.RFI_RESPONSE,
    InstructionKind.VARIATION: AuthorityClass.CONTRACT_MODIFICATION,
}
"""The class that is proposed for a message, by what it may be."""

MOST_CHARS = 1200
"""Longest sentence that is read: what is longer is a table or a list without stops."""

ROLE_CHARS = 600
"""How far from the end of a message its author's role is looked for."""


def instructions(view: DocumentView, recorded_at: datetime) -> Iterator[Instruction]:
    """The sentences of a message that may instruct, in order; none of drafts, of quotations, or of other documents."""
    if view.description.kind is not SourceKind.MAIL or view.description.status in UNISSUED:
        return
    own = [span for block in view.statements() for span in view.sentences(block)]
    said = _Said(
        "\n".join([view.description.title or "", *(_words(view, span) for span in own)]),
        "\n".join(_words(view, block.span) for block in view.blocks if block.kind != "quoted")[-ROLE_CHARS:],
    )
    for place, span in enumerate(own):
        text = masked(_words(view, span))
        for language in languages_of(text) if len(text) <= MOST_CHARS else ():
            rule = _rule(language, text, said, place == 0)
            if rule is not None:
                yield _instruction(view, span, rule, language, recorded_at)
                break


@dataclass(frozen=True, slots=True)
class _Said:
    """What a message says besides the sentence in question.

    Attributes:
        own: Its subject and own words.
        end: Its last words, the signature among them, where the author's role stands.
    """

    own: str
    end: str


def _words(view: DocumentView, span: Span) -> str:
    return view.text[span.start : span.end]


def _rule(language: str, sentence: str, said: _Said, is_first: bool) -> Rule | None:
    """The first rule that reads a sentence as an instruction, unless it or its message is plainly none."""
    known = words(language)
    found = next((r for r in known.rules if (is_first or not r.is_first) and r.pattern.search(sentence)), None)
    if found is None or known.no_sentence.search(sentence) or known.no_message.search(said.own):
        return None
    return found if not found.needs_role or known.roles.search(said.end) else None


def _instruction(view: DocumentView, span: Span, rule: Rule, language: str, recorded_at: datetime) -> Instruction:
    return Instruction(
        id=instruction_id(view.source.id, span.start, span.end),
        source_id=view.source.id,
        kind=rule.kind,
        span=span,
        authority=AUTHORITY[rule.kind],
        confidence=rule.confidence,
        method=rule.name,
        recorded_at=recorded_at,
        language=language,
    )

"""Topics and proposals: what a meeting turned to, and what somebody put to the others. Neither settles anything."""

from __future__ import annotations

from collections.abc import Iterator

from graph.commitments.draft import Draft
from graph.commitments.procedure import procedure
from graph.commitments.utterances import MAIL, Conversation, Sentence
from graph.commitments.words import languages_of, words
from graph.spans import Block
from graph.vocabulary import CommitmentKind

_HEADED, _ANNOUNCED, _PROPOSED, _HEDGED = 0.9, 0.75, 0.75, 0.15
_LONGEST_HEADING = 160


def read(talk: Conversation) -> Iterator[Draft]:
    """The topics and proposals of a meeting."""
    if talk.place == MAIL:
        return
    for block in talk.view.of_kind("heading"):
        if 2 < len(block.span) <= _LONGEST_HEADING and block.level > 1 - bool(block.number):
            yield _heading(talk, block)
    for sentence in talk.sentences:
        yield from _said(talk, sentence)


def _heading(talk: Conversation, block: Block) -> Draft:
    what = talk.words(block.span)
    return Draft(CommitmentKind.TOPIC, block.span, "", what, _HEADED, "heading", languages_of(what)[0])


def _said(talk: Conversation, sentence: Sentence) -> Iterator[Draft]:
    said = talk.plain_words(sentence)
    for language in languages_of(said):
        how, grammar = procedure(language), words(language)
        hedged = _HEDGED * (grammar.hedge.search(said) is not None)
        match = how.proposal.search(said)
        if match and not how.no_proposal.search(said) and not how.moved.search(said):
            named = next((name for name in match.groupdict().values() if name), "")
            who = " ".join(named.split()) or sentence.speaker
            yield _draft(talk, sentence, CommitmentKind.PROPOSAL, who, round(_PROPOSED - hedged, 2))
        elif how.topic.search(said) and not how.no_topic.search(said):
            yield _draft(talk, sentence, CommitmentKind.TOPIC, "", _ANNOUNCED)


def _draft(talk: Conversation, sentence: Sentence, kind: CommitmentKind, who: str, confidence: float) -> Draft:
    return Draft(
        kind=kind,
        span=sentence.span,
        who=who,
        what=talk.words(sentence.span),
        confidence=confidence,
        method=kind.value,
        language="",
        speaker=sentence.speaker or None,
        start_s=sentence.start_s,
    )

"""Decisions: what a message, a chair or the minutes say was settled, and motions that were carried.

What was only discussed, proposed, asked or refused is none. A motion that was carried is told in the words of
the motion.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph.commitments.answers import assent
from graph.commitments.draft import Draft
from graph.commitments.procedure import procedure
from graph.commitments.utterances import TALK, Conversation, Sentence
from graph.commitments.words import LANGUAGES, Rule, Words, languages_of, words
from graph.spans import Span
from graph.vocabulary import CommitmentKind

_EARLIER_TURNS = 12
_BEFORE_ASKING = 500


def read(talk: Conversation) -> Iterator[Draft]:
    """The decisions of a conversation."""
    for sentence in talk.sentences:
        yield from read_sentence(talk, sentence)
    if talk.place == TALK:
        for language in LANGUAGES:
            yield from _consents(talk, words(language))


def read_sentence(talk: Conversation, sentence: Sentence) -> Iterator[Draft]:
    """The decision of one sentence, by the surest rule that reads one."""
    said = talk.plain_words(sentence)
    for language in languages_of(said):
        grammar = words(language)
        if grammar.no_decision.search(said):
            continue
        rules = sorted((r for r in grammar.decisions if talk.place in r.places), key=lambda r: -r.confidence)
        for rule in rules:
            match = rule.pattern.search(said)
            if match and _counts(talk, sentence, grammar, rule):
                yield _draft(talk, sentence, grammar, rule, match)
                return


def _counts(talk: Conversation, sentence: Sentence, grammar: Words, rule: Rule) -> bool:
    """Whether the words of a rule settle something here: not what a motion of another day or body came to."""
    if rule.needs_assent and not assent(talk, sentence.turn, grammar):
        return False
    is_told = rule.of_motion and procedure(grammar.language).elsewhere.search(talk.plain_words(sentence))
    return not is_told


def _draft(talk: Conversation, sentence: Sentence, grammar: Words, rule: Rule, match: re.Match[str]) -> Draft:
    moved = _motion(talk, sentence, grammar) if rule.of_motion and talk.place == TALK else None
    hedged = grammar.hedge.search(talk.plain, sentence.span.start, sentence.span.end) is not None
    return Draft(
        kind=CommitmentKind.DECISION,
        span=sentence.span,
        who=_body(match),
        what=talk.words(moved.span if moved else sentence.span),
        confidence=round(rule.confidence - 0.15 * hedged, 2),
        method="decision",
        language=grammar.language,
        speaker=sentence.speaker or None,
        start_s=sentence.start_s,
    )


def _body(match: re.Match[str]) -> str:
    """Who decided, where the words name a body."""
    named = re.match(r"\W*(?:the|this|our)\s+([\w\s-]{3,30}?)(?:\s+ha(?:s|ve|d))?\s+\w+ed\b", match[0], re.IGNORECASE)
    return " ".join(named[1].split()) if named else ""


def _motion(talk: Conversation, sentence: Sentence, grammar: Words) -> Sentence | None:
    """The last motion before, unless one was lost since."""
    for one in reversed(talk.sentences):
        if one.span.start >= sentence.span.start:
            continue
        if sentence.turn - one.turn > _EARLIER_TURNS or grammar.failed.search(talk.plain, one.span.start, one.span.end):
            return None
        if grammar.motion.search(talk.plain, one.span.start, one.span.end):
            return one
    return None


def _consents(talk: Conversation, grammar: Words) -> Iterator[Draft]:
    """What a chair asked all about, and went on with after their assent in the same turn."""
    for at, block in enumerate(talk.turns):
        for asked in grammar.asks.finditer(talk.plain, block.span.start, block.span.end):
            agreed = grammar.assent.match(talk.plain, asked.end(), block.span.end)
            if agreed:
                yield _consent(talk, grammar, at, Span(asked.start(), agreed.end()))


def _consent(talk: Conversation, grammar: Words, turn: int, asked: Span) -> Draft:
    moved = [
        one
        for one in talk.of_turn(turn)
        if asked.start - _BEFORE_ASKING < one.span.start < asked.start
        and grammar.motion.search(talk.plain, one.span.start, one.span.end)
    ]
    start = moved[-1].span.start if moved else asked.start
    block = talk.turns[turn]
    return Draft(
        kind=CommitmentKind.DECISION,
        span=Span(start, asked.end),
        who="",
        what=talk.words(moved[-1].span if moved else asked),
        confidence=0.85 if moved else 0.65,
        method="consent",
        language=grammar.language,
        speaker=talk.speaker_of(block) or None,
        start_s=block.start_s,
    )

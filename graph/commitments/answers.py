"""Promises that an answer makes: one asks or orders, another assents in the turn that follows.

Nobody has promised what was only asked. Where the answer says in its own words what will be done, it is read as
a promise by itself and nothing is added here; "I'll do that" promises what was asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph.commitments.draft import Draft
from graph.commitments.promises import read_sentence
from graph.commitments.utterances import TALK, Conversation, Sentence
from graph.commitments.words import Rule, Words, languages_of, words
from graph.spans import Span
from graph.vocabulary import CommitmentKind

_NEXT_TURNS = 3
_LONGEST = 700
_SAID, _STRONG, _WEAK = 0.87, 0.68, 0.55
"""Confidence where the answer says that it will be done, assents with a strong word, or with a weak one."""


def read(talk: Conversation) -> Iterator[Draft]:
    """The promises of a transcript that were made by assenting."""
    if talk.place != TALK:
        return
    for sentence in talk.sentences:
        said = talk.plain_words(sentence)
        for language in languages_of(said):
            grammar = words(language)
            for rule in grammar.requests:
                match = rule.pattern.search(said)
                draft = _answered(talk, sentence, grammar, rule, match) if match else None
                if draft:
                    yield draft
                    break


def assent(talk: Conversation, turn: int, grammar: Words) -> tuple[Sentence, bool] | None:
    """The next words of somebody else where they assent, and whether they do so strongly."""
    asker = talk.speaker_of(talk.turns[turn])
    for at in range(turn + 1, min(turn + 1 + _NEXT_TURNS, len(talk.turns))):
        if talk.speaker_of(talk.turns[at]) == asker:
            continue
        said = talk.of_turn(at)
        if not said or not re.search(r"\w", talk.plain[said[0].span.start : said[0].span.end]):
            continue
        start, end = said[0].span.start, said[0].span.end
        if grammar.refuse.search(talk.plain, start, end):
            return None
        if grammar.strong.match(talk.plain, start, end):
            return said[0], True
        return (said[0], False) if grammar.weak.match(talk.plain, start, end) else None
    return None


def _answered(talk: Conversation, asked: Sentence, grammar: Words, rule: Rule, match: re.Match[str]) -> Draft | None:
    found = assent(talk, asked.turn, grammar)
    if found is None:
        return None
    answer, is_strong = found
    if not is_strong and rule.who != "order":
        return None
    promised = [one for said in talk.of_turn(answer.turn) for one in read_sentence(talk, said)]
    points = all(grammar.pointing.search(one.what) for one in promised)
    if not points or _is_for_other(talk, match, answer):
        return None
    start = asked.span.start + match.start()
    whole, request = Span(start, answer.span.end), Span(start, asked.span.end)
    doer = asked if rule.who == "offer" else answer
    return Draft(
        kind=CommitmentKind.COMMITMENT,
        span=whole if len(whole) <= _LONGEST else request,
        who=doer.speaker,
        what=talk.words(request),
        confidence=_SAID if promised else _STRONG if is_strong else _WEAK,
        method=f"answer to {rule.who}",
        language=grammar.language,
        speaker=doer.speaker or None,
        start_s=answer.start_s,
        due_in=whole if len(whole) <= _LONGEST else request,
    )


def _is_for_other(talk: Conversation, match: re.Match[str], answer: Sentence) -> bool:
    """Whether somebody who takes part is asked by name, and another one answers."""
    named = (match.groupdict().get("who") or "").casefold().split()
    return any(word in talk.people for word in named) and not any(word in answer.speaker.casefold() for word in named)

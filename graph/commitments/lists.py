"""Lists under a head that says what they hold: "Actions", "Next steps", "Decisions"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph.commitments.draft import Draft
from graph.commitments.owners import owner_before, owner_behind
from graph.commitments.utterances import TALK, Conversation, Sentence
from graph.commitments.words import LANGUAGES, Words, languages_of, words
from graph.spans import Span
from graph.vocabulary import CommitmentKind

_MARK = re.compile(
    r"\s*(?:[-*•–—]|\[[ xX]?\]|\d{1,3}(?:\.\d{1,3})+\.?|\(?\d{1,3}[.)]|\(?[a-z][.)])\s*(?:\[[ xX]?\]\s*)?"
)
_CLOSED = re.compile(r"\s*(?:[-*•–—]\s*)?\[[xX]\]")
_FEWEST_CHARS = 6


def read(talk: Conversation) -> Iterator[Draft]:
    """The tasks and decisions of the lists of minutes and messages."""
    head: tuple[str, Words] | None = None
    for sentence in talk.sentences if talk.place != TALK else ():
        said = talk.plain_words(sentence)
        opened = _head(said)
        if opened:
            head = opened
        elif head and _is_item(talk, sentence, said):
            draft = _item(talk, sentence, said, *head)
            if draft:
                yield draft
        else:
            head = None


def _head(said: str) -> tuple[str, Words] | None:
    """What the list under a line holds, and in which language the line says so."""
    line = _MARK.sub("", said, count=1) if _MARK.match(said) else said
    for language in LANGUAGES:
        for name, pattern in words(language).heads.items():
            if pattern.match(line):
                return name, words(language)
    return None


def _is_item(talk: Conversation, sentence: Sentence, said: str) -> bool:
    """Whether a line is an item: it is marked as one, or begins with a name and a colon."""
    if talk.turns[sentence.turn].kind == "list_item" or _MARK.match(said) or said.lstrip().startswith("@"):
        return True
    if owner_behind(said.strip(), words(languages_of(said)[0]), talk.people):
        return True
    named = owner_before(said.strip())
    return named is not None and (named.start() > 0 or len(named["who"].split()) <= 2)


def _item(talk: Conversation, sentence: Sentence, said: str, holds: str, grammar: Words) -> Draft | None:
    mark = _MARK.match(said)
    start = mark.end() if mark else len(said) - len(said.lstrip())
    body = said[start:].strip()
    if len(body) < _FEWEST_CHARS or _CLOSED.match(said) or body.endswith(("?", "？")):
        return None
    is_task = holds == "actions"
    who = _owner(talk, body, grammar) if is_task else ""
    first = sentence.span.start + start
    span = Span(first, first + len(body))
    return Draft(
        kind=CommitmentKind.COMMITMENT if is_task else CommitmentKind.DECISION,
        span=span,
        who=who,
        what=talk.words(span),
        confidence=(0.9 if who else 0.7) if is_task else 0.8,
        method=f"list of {holds}",
        language=grammar.language,
        speaker=sentence.speaker or None,
        due_in=span if is_task else None,
    )


def _owner(talk: Conversation, body: str, grammar: Words) -> str:
    named = owner_before(body)
    return " ".join(named["who"].split()) if named else owner_behind(body, grammar, talk.people)

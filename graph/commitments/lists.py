"""Lists under a head that says what they hold: "Actions", "Next steps", "Decisions"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph.commitments.draft import Draft
from graph.commitments.utterances import TALK, Conversation, Sentence
from graph.commitments.words import LANGUAGES, Words, words
from graph.spans import Span
from graph.vocabulary import CommitmentKind

_MARK = re.compile(r"\s*(?:[-*•–—]|\[[ xX]?\]|\d{1,3}(?:\.\d{1,3})+\.?|\(?\d{1,3}[.)]|[a-z][.)])\s*(?:\[[ xX]?\]\s*)?")
_CLOSED = re.compile(r"\s*(?:[-*•–—]\s*)?\[[xX]\]")
_NAMED = re.compile(r"@?(?P<who>[^\W\d_][\w.&’' /-]{0,30}?)\s*(?::|–|—|\s-\s|\s(?=to\s))\s*(?P<task>\S.*)", re.DOTALL)
_HAS_TO = re.compile(r"(?P<who>[^\W\d_][\w.&’' /-]{0,30}?)\s+(?P<task>to\s+\S.*)", re.DOTALL)
_AT = re.compile(r"@(?P<who>[\w.-]{2,30})[\s:,–-]+(?P<task>\S.*)", re.DOTALL)
_CALLED = re.compile(
    r"(?:the\s+)?(?:[^\W\d_a-zа-яё][\w.’'-]*|(?:and|und|et|и|ва|va|&|/|,)|[\w-]*(?:or|er|ist|ct|nt|team|office))"
    r"(?:\s+(?:[^\W\d_a-zа-яё][\w.’'-]*|(?:and|und|et|и|ва|va|&|/)|[\w-]*(?:or|er|ist|ct|nt|team|office)))*",
)
"""Names and roles: no other word of theirs is small."""
_FEWEST_CHARS = 8


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


def _owner(body: str) -> re.Match[str] | None:
    """Whose task an item is: the name before it, or behind the words that only say what it is about."""
    named = _AT.match(body) or _NAMED.match(body)
    inner = _HAS_TO.match(body, named.start("task")) if named else None
    if inner and _CALLED.fullmatch(inner["who"]):
        return inner
    return named if named and _CALLED.fullmatch(named["who"]) else None


def _is_item(talk: Conversation, sentence: Sentence, said: str) -> bool:
    """Whether a line is an item: it is marked as one, or begins with a name and a colon."""
    if talk.turns[sentence.turn].kind == "list_item" or _MARK.match(said) or _AT.match(said.strip()):
        return True
    named = _owner(said.strip())
    return named is not None and (named.start() > 0 or len(named["who"].split()) <= 2)


def _item(talk: Conversation, sentence: Sentence, said: str, holds: str, grammar: Words) -> Draft | None:
    mark = _MARK.match(said)
    start = mark.end() if mark else len(said) - len(said.lstrip())
    body = said[start:].strip()
    if len(body) < _FEWEST_CHARS or _CLOSED.match(said) or body.endswith(("?", "？")):
        return None
    is_task = holds == "actions"
    named = _owner(body) if is_task else None
    first = sentence.span.start + start
    span = Span(first, first + len(body))
    return Draft(
        kind=CommitmentKind.COMMITMENT if is_task else CommitmentKind.DECISION,
        span=span,
        who=" ".join(named["who"].split()) if named else "",
        what=talk.words(span),
        confidence=(0.9 if named else 0.7) if is_task else 0.8,
        method=f"list of {holds}",
        language=grammar.language,
        speaker=sentence.speaker or None,
        due_in=span if is_task else None,
    )

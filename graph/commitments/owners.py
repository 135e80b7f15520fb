"""Whose task a line is: the name before the task, in its first words, or set off behind it."""

from __future__ import annotations

import re
from collections.abc import Collection

from graph.commitments.words import Words, any_of, lists_of

_NAMED = re.compile(
    r"@?(?P<who>[^\W\d_][\w.&’' /-]{0,30}?)\s*(?:[:：–—]|\s-\s|\s(?=(?:to|will|shall)\s))\s*(?P<task>\S.*)", re.DOTALL
)
_HAS_TO = re.compile(r"(?P<who>[^\W\d_][\w.&’' /-]{0,30}?)\s+(?P<task>to\s+\S.*)", re.DOTALL)
_AT = re.compile(r"@(?P<who>[\w.-]{2,30})[\s:,–-]+(?P<task>\S.*)", re.DOTALL)
_CALLED = re.compile(
    r"(?:the\s+)?(?:[^\W\d_a-zа-яё][\w.’'-]*|(?:and|und|et|и|ва|va|&|/|,)|[\w-]*(?:or|er|ist|ct|nt|team|office))"
    r"(?:\s+(?:[^\W\d_a-zа-яё][\w.’'-]*|(?:and|und|et|и|ва|va|&|/)|[\w-]*(?:or|er|ist|ct|nt|team|office)))*",
)
"""Names and roles: no other word of theirs is small."""
_BRACKETED = re.compile(r"[(\[（](?P<who>[^()\[\]（）]{2,80})[)\]）]\s*[.。]?\s*$")
_POINTED = re.compile(r"(?:→|->|=>|@)\s*(?P<who>[^→>@]{2,60}?)\s*$")
_DASHED = re.compile(r"\s[–—-]\s|[:：]\s")
_LABEL = re.compile(r"(?P<label>[^\W\d_][\w ]{0,20}?)\s*[:–—]\s*(?P<who>\S.*)", re.DOTALL)
_JOINT = re.compile(r"\s*(?:[/&+,;]|\b(?:and|und|et|и|va|ва)\b)\s*")


def owner_before(body: str) -> re.Match[str] | None:
    """The name (`who`) before a task, or behind the words that only say what it is about."""
    called = _AT.match(body)
    named = called or _NAMED.match(body)
    inner = _HAS_TO.match(body, named.start("task")) if named else None
    if inner and _CALLED.fullmatch(inner["who"]):
        return inner
    return named if called or (named and _CALLED.fullmatch(named["who"])) else None


def owner_behind(body: str, grammar: Words, people: Collection[str]) -> str:
    """Who is named in brackets, or behind a dash or a sign, at the end of a task; "" where that is no person."""
    for said in _set_off(body):
        labelled = _LABEL.fullmatch(said)
        if labelled and any(grammar.columns[name].match(labelled["label"]) for name in ("owner", "action")):
            return " ".join(labelled["who"].split())
        parts = _JOINT.split(said)
        named = [" ".join(part.split()) for part in parts if is_person(part, grammar, people)]
        if named and is_person(parts[0], grammar, people):
            return " / ".join(named)
    return ""


def _set_off(body: str) -> list[str]:
    """What stands at the end of a task and apart from it, the last first; a day may follow the name."""
    ends = [end["who"].strip() for end in (_BRACKETED.search(body), _POINTED.search(body)) if end]
    return ends or [part.strip(" .") for part in reversed(_DASHED.split(body)[1:][-2:])]


def is_person(named: str, grammar: Words, people: Collection[str]) -> bool:
    """Whether words are the name of somebody: known to take part, or written as names and roles are."""
    words_of = re.findall(r"[^\W\d_]+", named)
    if not words_of or len(words_of) > 4 or re.search(r"\d", named):
        return False
    return any(word.casefold() in people for word in words_of) or _names(grammar.language).fullmatch(named) is not None


def _names(language: str) -> re.Pattern[str]:
    lists = lists_of(language)
    known = [lists[name] for name in ("{name}", "{role}") if name in lists]
    return any_of(known, lists)

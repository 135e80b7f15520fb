"""Promises: somebody says what they will do, or somebody's task is written down under their name.

Questions, conditions, what somebody else said, what is done on the spot and what is said out of politeness are
none; the words that tell them apart are data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graph.commitments.draft import Draft
from graph.commitments.due import find_dues
from graph.commitments.utterances import MINUTES, TALK, Conversation, Sentence
from graph.commitments.words import Rule, Words, languages_of, words
from graph.spans import Span
from graph.vocabulary import CommitmentKind

LEAST = 0.5
"""Confidence below which nothing is kept."""

_HEDGED = 0.15
_DATED = 0.06
_SURE = 0.97
_TRAILING = re.compile(r"(?:[\s,;:–—-]|\b(?:and|but|so|then)\b)*$", re.IGNORECASE)
_SET_OFF = re.compile(r"(?P<task>[^\W\d_][^\n]*?)[(\[–—-]\s*$")
"""Words, then a name in brackets or behind a dash."""
_OWN = re.compile(r"(?:my|our)\b", re.IGNORECASE)
_INITIALS = re.compile(r"[A-Z]{2,3}$")
_TITLED = re.compile(r"(?:Mrs?|Ms|Miss|Dr|Prof|Cllr|Councillor)\.? [A-Z]")


@dataclass(frozen=True, slots=True)
class _Found:
    """A place where a rule reads a promise: where who promises is named, and where the verb ends."""

    rule: Rule
    who: str
    start: int
    end: int


def read(talk: Conversation) -> Iterator[Draft]:
    """The promises of a conversation, in order."""
    for sentence in talk.sentences:
        yield from read_sentence(talk, sentence)


def read_sentence(talk: Conversation, sentence: Sentence) -> list[Draft]:
    """The promises of one sentence, each up to where the next one begins."""
    said = talk.plain_words(sentence)
    for language in languages_of(said):
        grammar = words(language)
        if grammar.no_promise.search(said):
            continue
        found = _found(talk, sentence, grammar)
        if found:
            ends = [*(one.start for one in found[1:]), sentence.span.end]
            drafts = [_draft(talk, sentence, grammar, one, end) for one, end in zip(found, ends, strict=True)]
            return [draft for draft in drafts if draft.confidence >= LEAST]
    return []


def _found(talk: Conversation, sentence: Sentence, grammar: Words) -> list[_Found]:
    """The places of promises in a sentence, by where they begin; of two at one place, the surer."""
    by_start: dict[int, _Found] = {}
    for rule in (rule for rule in grammar.promises if talk.place in rule.places):
        for match in rule.pattern.finditer(talk.plain_words(sentence)):
            at = _opening(match) if rule.who == "named" else match.start()
            first = sentence.span.start
            one = _Found(rule, _who(match, rule, sentence), first + at, first + match.end())
            if _counts(talk, sentence, grammar, one):
                known = by_start.get(one.start)
                by_start[one.start] = max(known or one, one, key=lambda found: found.rule.confidence)
    kept: list[_Found] = []
    for one in sorted(by_start.values(), key=lambda found: found.start):
        if _stands_apart(kept, one):
            kept.append(one)
    return kept


def _stands_apart(before: list[_Found], one: _Found) -> bool:
    """Whether no earlier match covers a place; what goes on needs something to go on with."""
    if not before:
        return one.rule.who != "same"
    return before[-1].end <= one.start


def _who(match: re.Match[str], rule: Rule, sentence: Sentence) -> str:
    if rule.who == "named":
        named = " ".join(_named(match).split())
        return sentence.speaker if sentence.speaker and _OWN.match(named) else named
    return "" if rule.who == "nobody" else sentence.speaker


def _opening(match: re.Match[str]) -> int:
    """Where the words of a promise begin: at the name, but at the task where the name only stands behind it."""
    at = match.start("who")
    if at < 0:
        return match.start()
    behind = _SET_OFF.search(match.string, match.start(), at)
    if behind:
        return behind.start("task")
    return at - (match.string[at - 1 : at] in ("[", "("))


def _named(match: re.Match[str]) -> str:
    """The name that a rule found, in whichever of its places."""
    return next(name for group, name in match.groupdict().items() if group.startswith("who") and name)


def _counts(talk: Conversation, sentence: Sentence, grammar: Words, one: _Found) -> bool:
    """Whether a match is a promise, by what stands before it, who promises and until when."""
    if grammar.reported.search(talk.plain[sentence.span.start : one.start]):
        return False
    dues = _dues(talk, Span(one.start, sentence.span.end), grammar.language)
    breaks_off = talk.place == TALK and grammar.broken.search(talk.plain[one.start : sentence.span.end])
    if not dues and (one.rule.needs_due or breaks_off):
        return False
    if one.rule.needs_known and not _is_known(talk, one.who):
        return False
    return one.rule.who != "named" or _is_person(talk, one, is_dated=bool(dues))


def _dues(talk: Conversation, span: Span, language: str) -> bool:
    return bool(find_dues(talk.view.text, span, talk.said, language))


def _is_known(talk: Conversation, named: str) -> bool:
    """Whether a name is that of somebody who takes part, or its initials, or one with a title."""
    is_called = _INITIALS.match(named) is not None or _TITLED.match(named) is not None
    return is_called or any(word.casefold() in talk.people for word in re.findall(r"[^\W\d_]{2,}", named))


def _is_person(talk: Conversation, one: _Found, *, is_dated: bool) -> bool:
    """Whether a name is that of somebody who can promise: known here, a role, initials, or two words of a name."""
    named = one.who
    if not named[0].isupper() or any(word.casefold() in talk.people for word in re.findall(r"[^\W\d_]{2,}", named)):
        return True
    if named.split()[0].casefold() in ("the", "our", "my", "your"):
        return True
    if talk.place == TALK:
        return is_dated
    return talk.place == MINUTES or is_dated or len(named.split()) > 1 or _INITIALS.match(named) is not None


def _draft(talk: Conversation, sentence: Sentence, grammar: Words, one: _Found, end: int) -> Draft:
    tail = _TRAILING.search(talk.plain, one.start, end)
    span = Span(one.start, tail.start() if tail else end)
    sure = one.rule.confidence
    sure -= _HEDGED * (grammar.hedge.search(talk.plain, sentence.span.start, span.end) is not None)
    sure += _DATED * _dues(talk, span, grammar.language)
    return Draft(
        kind=CommitmentKind.COMMITMENT,
        span=span,
        who=one.who,
        what=talk.words(span),
        confidence=round(min(sure, _SURE), 2),
        method=f"promise {one.rule.who}",
        language=grammar.language,
        speaker=sentence.speaker or None,
        start_s=sentence.start_s,
        due_in=span,
    )

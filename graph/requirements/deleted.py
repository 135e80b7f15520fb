"""Words that an amendment takes out of a text: what they demanded is demanded no longer, and never by the amendment."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from graph.requirements.draft import Draft, Phrase
from graph.spans import Span

_OPENING = re.compile(r"[\"“«„‘「]")


_NEAR = 80
"""Characters before and after a quotation that are looked at."""


@dataclass(frozen=True, slots=True)
class _Rules:
    trigger: re.Pattern[str]
    quoted: re.Pattern[str]
    around: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]
    unquoted: re.Pattern[str]
    verbs: re.Pattern[str]


@cache
def _rules() -> _Rules:
    data = tomllib.loads(files("graph.requirements").joinpath("deleted.toml").read_text("utf-8"))
    pairs = [*((one, "") for one in data["before"]), *(("", one) for one in data["after"]), *data["around"]]
    return _Rules(
        re.compile(data["trigger"]),
        re.compile(data["quoted"]),
        tuple((re.compile(before, re.IGNORECASE), re.compile(after, re.IGNORECASE)) for before, after in pairs),
        re.compile(data["from"], re.IGNORECASE),
        re.compile(data["verbs"]),
    )


def without_deleted(text: str, drafts: Iterable[Draft]) -> Iterator[Draft]:
    """The drafts but for those whose value an amendment takes out, or whose subject is the verb of an amendment.

    A subject that begins before a quotation and ends in it is only what stands in the quotation.
    """
    gone = deleted(text)
    for draft in drafts:
        if not _is_gone(draft, gone) and not _rules().verbs.match(draft.subject.words):
            yield _within_quotation(draft)


def deleted(text: str) -> list[Span]:
    """The words of a text that it says are deleted or replaced, by their place; empty for most texts."""
    if not _rules().trigger.search(text):
        return []
    found = [Span(*quote.span(1)) for quote in _rules().quoted.finditer(text) if _is_taken_out(text, quote)]
    return sorted([*found, *(Span(*match.span("gone")) for match in _rules().unquoted.finditer(text))])


def _is_taken_out(text: str, quote: re.Match[str]) -> bool:
    """Whether the words around a quotation say that it goes."""
    before, after = text[max(quote.start() - _NEAR, 0) : quote.start()], text[quote.end() : quote.end() + _NEAR]
    return any(led.search(before) and followed.search(after) for led, followed in _rules().around)


def _is_gone(draft: Draft, gone: Iterable[Span]) -> bool:
    places = [value.span for value in draft.values] or [draft.span]
    return any(span.covers(place) for span in gone for place in places)


def _within_quotation(draft: Draft) -> Draft:
    marks = list(_OPENING.finditer(draft.subject.words))
    if len(marks) != 1:
        return draft
    kept = draft.subject.words[marks[0].end() :].strip()
    span, shift = draft.subject.span, len(draft.subject.words) - len(kept)
    moved = Span(span.start + shift, span.end) if span and len(span) == len(draft.subject.words) else None
    return replace(draft, subject=Phrase(kept, moved if kept else None))

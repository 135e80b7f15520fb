"""From when and until when single acts, and other documents, bind: sentences that give a day to a part.

"Section 2 of this act takes effect January 1, 2029", "the amendment to § 4.20, which is effective …", "the
moratorium imposed by Ordinance 8 is extended to …", "the effective date of the amendment … is delayed until …".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from graph.clause_places import is_within
from graph.dates import find_dates
from graph.model import Span
from graph.references import Reference
from graph.supersession.naming import clauses, documents
from graph.supersession.patterns import patterns
from graph.supersession.view import DocumentView, Finding, masked
from graph.time import DateAnchor
from graph.vocabulary import EdgeType

_REACH = 90
"""Code points between the words for a start or an end and its day."""

_NEAR = 3

_SUBJECT = re.compile(r"[\W\d]*(?:(?:section|sec|article)\W+\d+\W+)?(?:(?:that|the|said)\s+)*", re.IGNORECASE)
"""What may stand before a document that is the subject of its sentence."""

_ITEM = re.compile(r"\W*(?:(?:section|sec|article|clause|item|part)\W{1,2})?(?P<path>\d{1,4}[A-Z]?)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Start:
    """The day from which a part binds: a section of the text itself, or its amendment of a clause of another."""

    path: str
    day: DateAnchor
    is_of_other: bool


def dated(view: DocumentView, findings: Iterator[Finding]) -> Iterator[Finding]:
    """The acts of a text, each with the day on which it begins, where the text gives its part another day."""
    starts = [start for block in view.statements() for span in view.sentences(block) for start in _starts(view, span)]
    for found in findings:
        day = next((s.day for s in starts if _is_of(view, s, found)), None) if starts else None
        yield replace(found, effective=day) if day and found.effective is None else found


def _starts(view: DocumentView, span: Span) -> Iterator[_Start]:
    words = masked(view.text[span.start : span.end])
    table, floor = patterns().terms, 0
    for said in table["starts"].finditer(words):
        days = find_dates(words[said.end() : said.end() + _REACH])
        if not days:
            continue
        subject = words[floor : said.start()]
        floor = said.end() + days[0][0].end
        is_of_other = table["amendment"].search(subject) is not None
        if is_of_other or not [r for r in documents(subject) if r.key != view.key]:
            yield from (_Start(path, days[0][1], is_of_other) for _, path in clauses(subject))


def _is_of(view: DocumentView, start: _Start, found: Finding) -> bool:
    if start.is_of_other:
        return bool(found.clauses) and all(is_within(path, start.path) for path in found.clauses)
    opening = next((b for b in view.blocks if b.span.start <= found.span.start < b.span.end), None)
    item = _ITEM.match(view.text, opening.span.start) if opening else None
    own = {view.clause_at(found.span.start), item["path"] if item else None}
    return any(path is not None and is_within(path, start.path) for path in own)


def terms(view: DocumentView) -> Iterator[Finding]:
    """One finding for each other document whose end is put off, or whose start is, and for own sections that begin
    on a day of their own."""
    trigger = patterns().terms["trigger"]
    own = {clause.path for clause in view.clauses}
    for block in view.statements():
        for span in view.sentences(block):
            for start in _starts(view, span):
                if start.path in own and not start.is_of_other:
                    begun = Finding(EdgeType.DECLARES, "term", span, None, clauses=(start.path,))
                    yield replace(begun, effective=start.day, status="begins")
            if trigger.search(view.text, span.start, span.end):
                words = masked(view.text[span.start : span.end])
                yield from _put_off(view, words, Finding(EdgeType.DECLARES, "term", span, None))
                yield from _commenced(view, words, Finding(EdgeType.DECLARES, "term", span, None))


def _put_off(view: DocumentView, words: str, plain: Finding) -> Iterator[Finding]:
    """What a sentence puts off: the day after "until" or "to", of the one other document that it names."""
    table = patterns().terms
    for name in ("extended", "postponed", "parallel"):
        said = table[name].search(words)
        is_allowed = said is not None and table["allowed"].sub(" ", table["until"].sub(" ", words))
        if said is None or not is_allowed or patterns().sentence["unless"].search(is_allowed):
            continue
        named = [r for r in documents(words, coded=True) if r.key != view.key]
        days = [anchor for place, anchor in find_dates(words) if table["until"].search(words[: place.start][-24:])]
        if name == "extended" and not _lasts(words, said, named):
            continue
        if len({r.key for r in named}) == 1 and len(days) == 1:
            paths = _of_amendment(words[: said.end()]) if name == "postponed" else ()
            yield replace(
                plain,
                key=named[0].key,
                edition=named[0].edition,
                clauses=paths,
                effective=days[0],
                status=name,
            )


def _commenced(view: DocumentView, words: str, plain: Finding) -> Iterator[Finding]:
    """The start of another text, in one that is there to appoint it; of the sections that it names, if any."""
    table, own = patterns().terms, f"{view.description.number or ''} {view.description.title or ''}"
    if table["commencement"].search(own) is None or table["commenced"].search(words) is None:
        return
    named = [r for r in documents(words, coded=True) if r.key != view.key]
    days = [anchor for _, anchor in find_dates(words)]
    if len({r.key for r in named}) == 1 and len(days) == 1:
        paths = tuple(dict.fromkeys(path for _, path in clauses(words[: named[0].span.start])))
        plain = replace(plain, key=named[0].key, edition=named[0].edition, clauses=paths)
        yield replace(plain, effective=days[0], status="commenced" if paths else "postponed")


def _lasts(words: str, said: re.Match[str], named: list[Reference]) -> bool:
    """Whether it is the text that goes on longer, not a deadline or a distance in it."""
    near = any(
        _SUBJECT.fullmatch(words, 0, reference.span.start) and 0 <= said.start() - reference.span.end <= _NEAR
        for reference in named
    )
    return near or patterns().terms["lasting"].search(words, 0, said.start()) is not None


def _of_amendment(subject: str) -> tuple[str, ...]:
    """The clauses of a third text whose amendment alone is put off: "the amendment to § 4.20"."""
    at = patterns().terms["amendment"].search(subject)
    return tuple(dict.fromkeys(path for _, path in clauses(subject[at.start() :]))) if at else ()

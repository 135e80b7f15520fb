"""Dates from which and until which a document binds, in its running text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from connectors.metadata.delays import unknown_start
from connectors.metadata.periods import period_after, period_before, period_of
from connectors.metadata.words import words
from connectors.protocol import Statement
from graph.dates import find_dates
from graph.model import Span
from graph.time import DateAnchor
from graph.vocabulary import ClaimField, Ground

_FRONT_CHARS = 12_000
_SUBJECT_REACH = 240
_PERIOD_REACH = 160
"""A period is told in more words than a date."""
_SENTENCE_END = re.compile(r"(?<![aApP]\.[mM])[.;!?。；]\s+(?=\W?[A-ZА-ЯЎҚҒҲ])|\n\n")
_BLANK = re.compile(r"\s")
_EXTENDED = re.compile(r"(?:extended|prolonged|renewed)\b", re.IGNORECASE)
"""A new end is believed before the first one."""

_OWN_WORDS = (
    r"document|edition|revision|version|ordinance|standard|act|law|code|section|chapter|regulations?|rules?|amendments?"
    r"|addendum|guidance|order|specification|contract|agreement|decree|resolution|by-?law|directive|notice|bulletin|circular"
    r"|policy|procedure|instruction|memo|memorandum|advisory|moratorium|measure|suspension|waiver|exemption|variance"
    r"|permit|licen[cs]e|certificate|letter|plan|programme|program|schedule|text|publication|drawing|statement|deviation"
    r"|approval|derogation|concession|authori[sz]ation|restriction|ban|rfc|specification|technical note|code"
)
_ITSELF = re.compile(
    rf"\b(?:this|these|the present|the foregoing)\s+(?:\w+\s+){{0,3}}?(?:{_OWN_WORDS})\b"
    r"|настоящ\w+|ушбу|mazkur|ushbu|本(?:标准|规范|文件|办法|条例)",
    re.IGNORECASE,
)


_OF_PARTS = re.compile(
    r"(?:^|[.:;]\s+)\W*(?:(?:sub-?)?(?:section|clause|article|paragraph|regulation)s?|§{1,2})\s*\d[\w.()]*"
    r"(?:(?:\s*,\s*(?:and\s+)?|\s+(?:and|to|through)\s+|\s*[-–]\s*)(?:sections?\s+)?\d[\w.()]*)*"
    r"(?:\s+of\s+this\s+\w+)?(?:\s+(?:shall|will))?\s*$",
    re.IGNORECASE,
)
"""Sections as the subject right before the phrase: their day is not that of the whole."""


def effective_statements(
    text: str, adopted: DateAnchor | None = None, starts: DateAnchor | None = None
) -> Iterator[Statement]:
    """EFFECTIVE_FROM and EFFECTIVE_TO where a sentence about the document itself gives the date.

    A sentence names the document ("This ordinance shall take effect on …"), or stands in the first
    12,000 characters, which is worth less. A period from the adoption ("60 days after its passage")
    counts only in a sentence that names the document.

    Args:
        adopted: The day from which such periods run; None where it is unknown.
        starts: The day from which it binds, where its header states one.
    """
    begun = list(_of_field(ClaimField.EFFECTIVE_FROM, text, adopted, starts))
    yield from begun
    known = [s.date for s in sorted(begun, key=lambda s: -s.confidence) if s.date]
    starts = starts or next(iter(known), None)
    yield from _of_field(ClaimField.EFFECTIVE_TO, text, adopted, starts)
    for span, anchor in period_of(text, adopted, starts):
        if _is_about_itself(text, span.end):
            said = " ".join(text[span.start : span.end].split())
            yield Statement(ClaimField.EFFECTIVE_TO, said, Ground.BODY, 0.8, span, anchor, said)


def _of_field(
    field: ClaimField, text: str, adopted: DateAnchor | None, starts: DateAnchor | None
) -> Iterator[Statement]:
    """The statements of the phrases for a start, or for an end."""
    lowered = text.lower()
    if len(lowered) != len(text):  # a letter whose small form is longer: compare as written
        lowered = text
    begins = field is ClaimField.EFFECTIVE_FROM
    phrases = words().effective_from if begins else words().effective_to
    forms = words().effective_forms.finditer(text) if begins else ()
    for span in [*_places(_BLANK.sub(" ", lowered), phrases), *(Span(*form.span()) for form in forms)]:
        meant = _meant(text, field, span)
        statement = meant and (
            _read(text, meant, span) or _put_off(text, meant, span) or _relative(text, meant, span, (adopted, starts))
        )
        if statement:
            yield statement


def _meant(text: str, field: ClaimField, phrase: Span) -> ClaimField | None:
    """What the phrase tells of the document; None where it is about another one, or about a thing.

    "Notice 5 is revoked with effect from …" tells nothing of this notice; "this notice is revoked with
    effect from …" its end. An end needs a sentence about the document, or one that starts with the phrase.
    """
    sentence = _before(text, phrase.start)
    if field is ClaimField.EFFECTIVE_FROM and _OF_PARTS.search(sentence):
        return None
    ended = words().ended.search(sentence)
    if ended and not _ITSELF.search(sentence, ended.end()):
        return ClaimField.EFFECTIVE_TO if _ITSELF.search(sentence, 0, ended.start()) else None
    if field is ClaimField.EFFECTIVE_TO and sentence.strip() and not _is_about_itself(text, phrase.start):
        return None
    return field


def _places(lowered: str, phrases: Sequence[str]) -> list[Span]:
    """Where any of the phrases stands as whole words, the longest of those that start at one place."""
    found: dict[int, int] = {}
    for phrase in phrases:
        at = lowered.find(phrase)
        while at >= 0:
            end = at + len(phrase)
            if not (lowered[at - 1 : at].isalnum() or lowered[end : end + 1].isalnum()) or not phrase.isascii():
                found[at] = max(end, found.get(at, 0))
            at = lowered.find(phrase, end)
    return [Span(at, end) for at, end in sorted(found.items())]


def _rest(text: str, phrase: Span, reach: int | None = None) -> str:
    """The words after a phrase, to the end of their sentence or as far as a date may stand."""
    after = text[phrase.end : phrase.end + (reach or words().reach)]
    ends = [match.start() for pattern in (_SENTENCE_END, words().stops) if (match := pattern.search(after))]
    return after[: min(ends, default=len(after))]


def _relative(
    text: str, field: ClaimField, phrase: Span, days: tuple[DateAnchor | None, DateAnchor | None]
) -> Statement | None:
    found = period_after(_rest(text, phrase, _PERIOD_REACH), *days)
    if found is None or not _is_about_itself(text, phrase.end):
        return None
    place, anchor = found
    span = Span(phrase.start, phrase.end + place.end)
    said = " ".join(text[span.start : span.end].split())
    return Statement(field, text[phrase.end + place.start : span.end], Ground.BODY, 0.8, span, anchor, said)


def _put_off(text: str, field: ClaimField, phrase: Span) -> Statement | None:
    """A start on a day that the text does not tell, which is later than any day that can be asked for."""
    if field is not ClaimField.EFFECTIVE_FROM:
        return None
    rest = _rest(text, phrase, _PERIOD_REACH)
    anchor = unknown_start(_before(text, phrase.start), text[phrase.start : phrase.end], rest)
    span = Span(phrase.start, phrase.end + len(rest))
    return (
        None
        if anchor is None
        else Statement(field, " ".join(rest.split()), Ground.BODY, 0.6, span, anchor, anchor.text)
    )


def _read(text: str, field: ClaimField, phrase: Span) -> Statement | None:
    dates = find_dates(_rest(text, phrase))
    if not dates:
        return None
    itself = _is_about_itself(text, phrase.end)
    if not itself and phrase.start > _FRONT_CHARS:
        return None
    place, anchor = dates[0]
    anchor = period_before(text[phrase.end : phrase.end + place.start], anchor)
    start, stop = phrase.end + place.start, phrase.end + place.end
    span = Span(phrase.start, stop)
    extended = _EXTENDED.match(text, phrase.start) is not None
    return Statement(
        field,
        text[start:stop],
        Ground.BODY,
        (0.88 if extended else 0.85) if itself else 0.5,
        span,
        anchor,
        " ".join(text[phrase.start : stop].split()),
    )


def _is_about_itself(text: str, position: int) -> bool:
    """Whether the sentence up to a place names the document itself, or says "it" of one just named."""
    sentence = _before(text, position)
    if re.match(r"\W*it\b", sentence, re.IGNORECASE):
        sentence = text[max(0, position - _SUBJECT_REACH) : position]
    return _ITSELF.search(sentence) is not None


def _before(text: str, position: int) -> str:
    """What stands before a place in its sentence."""
    before = text[max(0, position - _SUBJECT_REACH) : position]
    ends = list(_SENTENCE_END.finditer(before))
    return before[ends[-1].end() :] if ends else before

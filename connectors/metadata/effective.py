"""Dates from which and until which a document binds, in its running text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from connectors.metadata.words import words
from connectors.protocol import Statement
from graph.dates import find_dates
from graph.model import Span
from graph.vocabulary import ClaimField, Ground

_FRONT_CHARS = 12_000
_SUBJECT_REACH = 160
_SENTENCE_END = re.compile(r"[.;!?。；]\s+(?=\W?[A-ZА-ЯЎҚҒҲ])|\n\n")
_ITSELF = re.compile(
    r"\b(?:this|these|the present|the foregoing)\s+(?:\w+\s+){0,3}?(?:document|edition|revision|version|ordinance|standard|act|law|code|section|chapter|"
    r"regulations?|rules?|amendments?|addendum|approved document|guidance|order|specification|contract|agreement|decree|resolution|bylaw|directive)\b"
    r"|настоящ\w+|ушбу|mazkur|ushbu|本(?:标准|规范|文件|办法|条例)",
    re.IGNORECASE,
)


def effective_statements(text: str) -> Iterator[Statement]:
    """EFFECTIVE_FROM and EFFECTIVE_TO where a sentence about the document itself gives the date.

    A sentence names the document ("This ordinance shall take effect on …"), or stands in the first
    12,000 characters, which is worth less.
    """
    for field, phrase in (
        (ClaimField.EFFECTIVE_FROM, words().effective_from),
        (ClaimField.EFFECTIVE_TO, words().effective_to),
    ):
        for match in phrase.finditer(text):
            statement = _read(text, field, match)
            if statement:
                yield statement


def _read(text: str, field: ClaimField, match: re.Match[str]) -> Statement | None:
    after = text[match.end() : match.end() + words().reach]
    end = _SENTENCE_END.search(after)
    dates = find_dates(after[: end.start()] if end else after)
    if not dates:
        return None
    itself = _ITSELF.search(_sentence_before(text, match.start())) is not None
    if not itself and match.start() > _FRONT_CHARS:
        return None
    place, anchor = dates[0]
    start, stop = match.end() + place.start, match.end() + place.end
    span = Span(match.start(), stop)
    return Statement(
        field,
        text[start:stop],
        Ground.BODY,
        0.85 if itself else 0.5,
        span,
        anchor,
        " ".join(text[match.start() : stop].split()),
    )


def _sentence_before(text: str, position: int) -> str:
    before = text[max(0, position - _SUBJECT_REACH) : position]
    ends = list(_SENTENCE_END.finditer(before))
    return before[ends[-1].end() :] if ends else before

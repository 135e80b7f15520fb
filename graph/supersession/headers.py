"""Relations stated in the fields of a document's own header: "Obsoletes: 7230, 7231"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from graph.dates import find_dates
from graph.model import Span
from graph.references import Reference, expand_list, find_references, normalise_number, split_edition
from graph.revisions import revision_key
from graph.supersession.patterns import HeaderField, patterns
from graph.supersession.view import DocumentView, Finding
from graph.vocabulary import EdgeType

_FIELD = re.compile(r"^[\[ \t]*(?P<label>[^:\n：]{2,48}?)[ \t]*[:：][ \t]*(?P<value>\S[^\n]*)$", re.MULTILINE)
_ITEM = re.compile(r"[^,;\n]+")
_SERIAL = re.compile(r"(?P<series>[A-Z][a-z]+) \d{3,5}")
_BARE = re.compile(r"(?<![\w.-])\d{3,5}(?![\w.-])")
_LINE = re.compile(
    r"^[ \t]*(?:\d{1,2}[.)]?[ \t]+)?"
    r"(?P<said>(?P<label>[^\W\d]+(?:[ \t][^\W\d]+){0,3}?)[ \t]+(?P<value>(?=[^\n]*\d)[^\n]+))$",
    re.MULTILINE,
)
_IN_PART = re.compile(r"\bв\s+части\b|\bчастично\b|\bin\s+part\b|\bpartial", re.IGNORECASE)
_NOTHING = re.compile(r"^\W*(?:none|n/?a|nil|not applicable|нет|無|无)\b", re.IGNORECASE)
_FRONT = 3000


def header_fields(view: DocumentView) -> Iterator[Finding]:
    """One finding for each document that a header field names.

    A field that says "if approved" states a wish and gives none.
    """
    for start, end in _header_spans(view):
        for match in _FIELD.finditer(view.text, start, end):
            field = _field(match["label"])
            value = match["value"]
            if field is None or _NOTHING.match(value) or patterns().sentence["unless"].search(value):
                continue
            yield from _named(view, field, Span(match.start("value"), match.end("value")), Span(*match.span()))


def bare_fields(view: DocumentView) -> Iterator[Finding]:
    """The same of lines of a header that have no colon: "Взамен СНиП 2.99.01-85"."""
    for block in view.of_kind("header"):
        for line in _LINE.finditer(view.text, block.span.start, block.span.end):
            field = _field(line["label"])
            named = find_references(line["value"]) if field else []
            if field is None or not named or named[0].span.start or named[0].key == view.key:
                continue
            kind = EdgeType.AMENDS if _IN_PART.search(line["value"]) else field.kind
            reference, span = named[0], Span(*line.span("said"))
            yield Finding(kind, "declaration", span, reference.key, reference.edition, inverse=field.inverse)


def listed(text: str, own_number: str | None) -> list[Reference]:
    """The documents of a list: numbers of known families, else items that hold a figure."""
    known = expand_list(text, own_number)
    if known:
        return known
    series = _SERIAL.fullmatch(own_number or "")
    if series:
        return [
            Reference(Span(*item.span()), item[0], normalise_number(f"{series['series']} {item[0]}"), None)
            for item in _BARE.finditer(text)
        ]
    return [reference for item in _ITEM.finditer(text) if (reference := _unknown(item))]


def _unknown(item: re.Match[str]) -> Reference | None:
    """An item of a list as a document of no known family, if it may be one."""
    words = re.sub(r"\(.*?\)|\b(?:dated|of)\b.*$", "", item[0]).strip(" .")
    if not re.search(r"\d", words) or len(words) > 60 or find_dates(words):
        return None
    number, edition = split_edition(words)
    start = item.start() + item[0].index(words[0])
    return Reference(Span(start, start + len(words)), words, normalise_number(number), edition)


def _header_spans(view: DocumentView) -> Iterable[tuple[int, int]]:
    spans = [(block.span.start, block.span.end) for block in view.of_kind("header")]
    return spans or [(0, min(_FRONT, len(view.text)))]


def _field(label: str) -> HeaderField | None:
    folded = " ".join(label.split()).strip(" *_[(").casefold()
    return next((field for field in patterns().header if field.labels.fullmatch(folded)), None)


def _named(view: DocumentView, field: HeaderField, value: Span, line: Span) -> Iterator[Finding]:
    text = view.text[value.start : value.end]
    dates = find_dates(text)
    plain = Finding(field.kind, "header-field", line, None, inverse=field.inverse)
    if len(dates) == 1:
        plain = replace(plain, effective=dates[0][1])
    label = split_edition(text)[0]
    if view.key and (revision_key(label) or revision_key(text)) and not listed(text, view.description.number):
        yield replace(plain, key=view.key, edition=text.strip())
        return
    for reference in listed(text, view.description.number):
        clauses = (reference.clause,) if reference.clause else ()
        if reference.key != view.key:
            yield replace(plain, key=reference.key, edition=reference.edition, clauses=clauses)
        elif reference.edition and not field.inverse:
            yield replace(plain, key=reference.key, edition=reference.edition)

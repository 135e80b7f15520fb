"""Corrigenda, errata and amendments printed by themselves: documents named after what they change.

"X 12:2015/Cor 1:2017", "Corrigendum No. 2 to X 12:2015", "X 12 Erratum". Which clauses they change is
read by `graph.supersession.amendments`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph.claims import Description
from graph.model import Span
from graph.references import Reference, find_references, normalise_number, split_edition
from graph.supersession.naming import documents
from graph.supersession.patterns import patterns
from graph.supersession.view import DocumentView, Finding
from graph.vocabulary import EdgeType

_FRONT = 1500
_YEAR = re.compile(r"(?:19|20)\d\d")


def is_corrigendum(description: Description) -> bool:
    """Whether a text by its number or title corrects another one."""
    table = patterns().correction
    number, title = description.number or "", description.title or ""
    part = table["part"].search(number)
    if part is not None:
        return table["corrects"].search(part[0]) is not None
    return table["to"].match(title) is not None and table["corrects"].match(title) is not None


def corrected(view: DocumentView) -> Reference | None:
    """The document, with the edition where the text pins it, that such a text corrects or amends."""
    number = view.description.number or ""
    part = patterns().correction["part"].search(number)
    if part is not None and number[: part.start()].strip():
        return _base(view, number[: part.start()].strip())
    for line in (view.description.title or "", *view.text[:_FRONT].splitlines()):
        named = patterns().correction["to"].search(line)
        others = documents(line[named.end() :]) if named else []
        if others and not line[: named.start() if named else 0].rstrip().endswith((".", ",")):
            return next((r for r in others if r.key != view.key), None)
    return None


def corrections(view: DocumentView) -> Iterator[Finding]:
    """One finding on the whole of what such a text corrects or amends; it takes nothing out of force."""
    base = corrected(view)
    if base is None or base.key == view.key:
        return
    kind = EdgeType.CORRECTS if is_corrigendum(view.description) else EdgeType.AMENDS
    yield Finding(kind, "correction", base.span, base.key, base.edition)


def _base(view: DocumentView, number: str) -> Reference:
    """The base of a number, at the place that names it with its edition, else where it is named first."""
    bare, edition = split_edition(number)
    key = normalise_number(bare)
    front = view.text[:_FRONT]
    named = [r for r in find_references(front, (bare,)) if r.key == key]
    pinned = next((r for r in named if r.edition and _YEAR.match(r.edition)), None)
    if pinned is not None and pinned.edition is not None:
        return Reference(pinned.span, pinned.text, key, pinned.edition[:4])
    at = re.search(re.escape(bare).replace(r"\ ", r"\s+"), front)
    span = Span(*at.span()) if at else Span(0, min(80, len(view.text)))
    return Reference(span, front[span.start : span.end], key, edition)

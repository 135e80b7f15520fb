"""Corrigenda, errata and amendments printed by themselves: documents named after what they change.

"X 12:2015/Cor 1:2017", "Corrigendum No. 2 to X 12:2015", "X 12 Erratum". Which clauses they change is
read by `graph.supersession.amendments`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from graph.claims import Description
from graph.model import Span
from graph.references import Reference, find_references, normalise_number, split_edition
from graph.supersession.naming import documents
from graph.supersession.patterns import patterns
from graph.supersession.view import DocumentView, Finding
from graph.vocabulary import EdgeType

_FRONT = 1500
_YEAR = re.compile(r"(?:19|20)\d\d")
_EDITION = re.compile(r"(?P<year>(?:19|20)\d\d)\s+edition$", re.IGNORECASE)


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
    lines = view.text[:_FRONT].splitlines()
    pairs = [f"{one} {two}" for one, two in pairwise(lines) if patterns().correction["alone"].fullmatch(one.strip())]
    for line in (view.description.title or "", *pairs, *lines):
        named = patterns().correction["to"].search(line)
        others = documents(line[named.end() :]) if named else []
        if others and not line[: named.start() if named else 0].rstrip().endswith((".", ",")):
            return next((r for r in others if r.key != view.key), None) or _own_base(view)
    return _own_base(view) if _is_sheet(view) else None


def _is_sheet(view: DocumentView) -> bool:
    """Whether a text says on its front that it is an amendment of the document whose number it bears.

    "This amendment A1 modifies …", "X 12:2015/A1", or a line "CHANGE 1" before sentences that change clauses.
    A full text that has taken amendments in ("X 12:2015+A1") is none.
    """
    table, front = patterns().correction, view.text[:_FRONT]
    if view.key is None:
        return False
    if table["modifies"].search(front) or table["numbered"].match(front[_end_of_number(view, front) :]):
        return True
    is_headed = any(table["alone"].fullmatch(line.strip()) for line in front.splitlines())
    return is_headed and table["changes"].search(view.text) is not None


def _end_of_number(view: DocumentView, front: str) -> int:
    """Where the text's own number first ends, as it is printed; the end of the front where it is not."""
    bare = re.sub(r"\\[ -]", r"[\\s-]", re.escape(split_edition(view.description.number or "")[0]))
    printed = re.search(bare, front) if bare else None
    return printed.end() if printed else len(front)


def _own_base(view: DocumentView) -> Reference | None:
    """The edition of its own number that an amendment changes: one that its front pins, else that of its own label."""
    if view.key is None:
        return None
    front = view.text[:_FRONT]
    named = [r for r in find_references(front, (view.description.number or "",)) if r.key == view.key]
    labels = [(r, _without_part(r.edition)) for r in named if r.edition]
    pinned = next(((r, label) for r, label in labels if label == r.edition), labels[0] if labels else None)
    if pinned is not None:
        return Reference(pinned[0].span, pinned[0].text, view.key, pinned[1])
    span = named[0].span if named else Span(0, min(80, len(view.text)))
    return Reference(span, front[span.start : span.end], view.key, _without_part(view.description.version))


def _without_part(edition: str | None) -> str | None:
    """The label of the base: "2009" for "2009/A1:2013" and "2009+A1"."""
    return re.split(r"\s*[/+]", edition, maxsplit=1)[0].strip() or None if edition else None


def corrections(view: DocumentView) -> Iterator[Finding]:
    """One finding on the whole of what such a text corrects or amends; it takes nothing out of force."""
    base = corrected(view)
    if base is None:
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
    printed = _EDITION.match(view.description.version or "")
    return Reference(span, front[span.start : span.end], key, edition or (printed["year"] if printed else None))

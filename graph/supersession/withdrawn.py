"""Clauses that say of themselves that they are withdrawn, and where their content went."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from graph.dates import parse_date
from graph.model import Clause, Span
from graph.references import find_clauses
from graph.supersession.patterns import patterns
from graph.supersession.view import DocumentView, Finding
from graph.vocabulary import EdgeType

_LEAD = re.compile(
    r"^(?:sections?|secs?|articles?|art|clauses?|cl|paragraphs?|para|rules?|controls?|§+)(?!\w)[.\s]*", re.IGNORECASE
)

_FRONT_CHARS = 600
_DESIGNATION = re.compile(r"\W*(?:designation|(?:standard|document)\s+(?:no\.?|number))\b", re.IGNORECASE)


def withdrawn_designation(view: DocumentView) -> Iterator[Finding]:
    """The end of a text of which the printed number says it: "Designation: E12 - 08 (Withdrawn 2020)"."""
    for line in re.finditer(r"[^\n]+", view.text[:_FRONT_CHARS]):
        match = patterns().stamp["designation"].search(line[0])
        if match and _is_of(view, line[0]):
            effective = parse_date(match["day"]) if match["day"] else None
            yield Finding(EdgeType.WITHDRAWS, "declaration", Span(*line.span()), None, effective=effective)
            return


def _is_of(view: DocumentView, line: str) -> bool:
    """Whether a line is the printed number of the text itself."""
    own = (view.description.number or "\n").casefold()
    return _DESIGNATION.match(line) is not None or line.casefold().lstrip().startswith(own)


def withdrawn_clauses(view: DocumentView) -> Iterator[Finding]:
    """One finding for each clause of which the own words, past its heading, say that it is gone."""
    below: dict[str | None, list[Clause]] = defaultdict(list)
    for clause in view.clauses:
        below[clause.parent_id].append(clause)
    for clause in view.clauses:
        span = _own_words(view, clause, below[clause.id])
        text = view.text[span.start : span.end]
        if len(text) <= patterns().longest_withdrawn:
            said = _said(view, clause, span)
            if said is not None:
                yield Finding(
                    EdgeType.WITHDRAWS,
                    "withdrawn-clause",
                    said,
                    None,
                    clauses=(clause.path,),
                    into=_into(view, clause, said),
                )


def _own_words(view: DocumentView, clause: Clause, children: list[Clause]) -> Span:
    """The clause up to its first sub-clause."""
    end = min((child.span.start for child in children), default=clause.span.end)
    return Span(clause.span.start, max(clause.span.start, min(end, clause.span.end)))


def _said(view: DocumentView, clause: Clause, span: Span) -> Span | None:
    """The words that say so: a line after the heading, or the heading's own after its number."""
    pattern = patterns().withdrawn["clause"]
    start = span.start
    for line in view.text[span.start : span.end].splitlines(keepends=True):
        words = line.strip()
        bare = _LEAD.sub("", words).removeprefix(clause.path).lstrip()
        heading = clause.heading or ""
        if pattern.search(bare) or pattern.search(bare.removeprefix(heading)):
            at = start + line.index(words)
            return Span(at, at + len(words))
        start += len(line)
    return None


def _into(view: DocumentView, clause: Clause, said: Span) -> tuple[str, ...]:
    """The clauses that the words name after "incorporated into", "moved to", "replaced by"."""
    words = view.text[said.start : said.end]
    match = patterns().withdrawn["into"].search(words)
    if match is None:
        return ()
    known = {c.path for c in view.clauses}
    named = [path for _, path in find_clauses(words[match.end() :])]
    return tuple(dict.fromkeys(path for path in named if path in known and path != clause.path))

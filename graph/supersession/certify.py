"""Which findings take effect by themselves, and the refusal of circles."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import replace

from graph.claims import Description
from graph.effects import find_cycle
from graph.methods import methods
from graph.model import Edge
from graph.references import normalise_number
from graph.snapshot import EFFECTIVE
from graph.statuses import WITHOUT_EFFECT
from graph.supersession.patterns import patterns
from graph.supersession.view import Finding
from graph.vocabulary import AuthorityClass, EdgeState, EdgeType, SourceKind

_TALK = frozenset({SourceKind.MAIL, SourceKind.TRANSCRIPT})
"""Kinds whose words propose, and never take anything out of force by themselves."""

_ACTING = frozenset({SourceKind.ADDENDUM, SourceKind.CONTRACT})
"""Kinds that are there to change the clauses of other documents."""

_DISPLACING = frozenset({EdgeType.SUPERSEDES, EdgeType.WITHDRAWS})

_WORDS = frozenset({"declaration", "repeal"})

_LEAVE = "parallel"
"""What a text leaves to its own predecessor needs no right to change others."""

_ACTS = frozenset({"substitution", "deletion", "term"})


def certifying_methods() -> frozenset[str]:
    """The rule classes that certify by themselves unless a project chooses others."""
    return frozenset(name for name, entry in methods().items() if entry.certifies)


def state_of(
    finding: Finding, description: Description, certifying: Collection[str] | None = None, amended: str | None = None
) -> EdgeState:
    """Whether a finding is certified, or waits for a person as a proposal.

    Mail and talk only propose. A text that was not issued proposes what it would do to others; what
    it says about itself counts. See also `defer_to_header`.

    Args:
        certifying: Names of the methods that certify; None for `certifying_methods()`.
        amended: Key of the document that the text says on its front it amends or corrects, if it does.
    """
    allowed = certifying_methods() if certifying is None else certifying
    about_itself = finding.inverse or finding.key is None
    structural = finding.kind in (EdgeType.CITES, EdgeType.RELIES_ON)
    if structural:
        return EdgeState.CERTIFIED
    refused = (
        finding.method not in allowed
        or description.kind in _TALK
        or (description.status in WITHOUT_EFFECT and not about_itself)
        or (finding.method in _ACTS and finding.status != _LEAVE and not _may_amend(finding, description, amended))
        or (finding.method in _WORDS and not about_itself and not may_declare(finding, description))
    )
    return EdgeState.PROPOSED if refused else EdgeState.CERTIFIED


def defer_to_header(edges: Iterable[Edge], source_id: str) -> list[Edge]:
    """Takes back the certification of what only the body of a document with header fields says.

    Where a header lists what the document displaces and amends, that list is complete: a sentence
    that names another document is a proposal.
    """
    known = list(edges)
    listed = {(e.src, e.dst) for e in known if e.method == "header-field"}
    if not any(src == source_id for src, _ in listed):
        return known
    return [
        replace(edge, state=EdgeState.PROPOSED)
        if edge.method == "declaration" and edge.type in _DISPLACING and (edge.src, edge.dst) not in listed
        else edge
        for edge in known
    ]


def may_act(description: Description) -> bool:
    """Whether a text is of a kind that is there to change the clauses of other documents."""
    number = description.number or ""
    if description.kind in _ACTING or patterns().correction["part"].search(number):
        return True
    return patterns().amendment["titles"].search(_names(description)) is not None


def _may_amend(finding: Finding, description: Description, amended: str | None) -> bool:
    """Whether a text's own act on clauses of another counts: it is there to amend that one, or others at
    large, or it is of the same series."""
    return finding.key == amended or may_act(description) or is_of_house(description, finding.key)


def may_declare(finding: Finding, description: Description) -> bool:
    """Whether a text's own word that it displaces another document counts without a person.

    It does for a text of a known class, which the order of precedence then holds to its place, for one of
    the same series as what it displaces ("Policy 41" and "Policy 40"), and for a decision of those who may
    decide, such as a resolution or a notice of revocation. That a memo of no known class supersedes a
    procedure is only proposed, whatever the memo says.
    """
    if finding.kind not in _DISPLACING or description.authority is not AuthorityClass.UNCLASSIFIED:
        return True
    return finding.key == description.key or is_of_series(description, finding.key or "") or may_decide(description)


def may_decide(description: Description) -> bool:
    """Whether a text is by its number or title a decision on other documents."""
    return patterns().amendment["decisions"].search(_names(description)) is not None


def is_of_house(description: Description, key: str | None) -> bool:
    """Whether a text of no known class names another one of its own series."""
    return description.authority is AuthorityClass.UNCLASSIFIED and is_of_series(description, key or "")


def is_of_series(description: Description, key: str) -> bool:
    """Whether a number is another one of a text's own series: "Notice 5" in "Notice 8"."""
    other = _series(key)
    names = [name for name in (description.key, *map(normalise_number, description.aliases)) if name]
    if not other or key in names:
        return False
    return any(own == other or own.endswith(f" {other}") for own in map(_series, names) if own)


def _names(description: Description) -> str:
    return " ".join(filter(None, (description.number, description.title, *description.aliases)))


def _series(key: str) -> str:
    """What stands before the first figure of a number's key."""
    return re.split(r"\d", key, maxsplit=1)[0].strip(" -./")


def check_acyclic(edges: Iterable[Edge]) -> list[str] | None:
    """The path of a circle among edges of supersession that have effect, or None if there is none.

    Use it before an edge is affirmed: with the new edge among the others, a path is the reason to
    refuse it. Edges on single clauses make no circle.
    """
    return find_cycle(
        (edge.src, edge.dst)
        for edge in edges
        if edge.type is EdgeType.SUPERSEDES and edge.state in EFFECTIVE and edge.scope.is_whole
    )

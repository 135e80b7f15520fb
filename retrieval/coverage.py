"""Evidence coverage: how much of what a question asks about stands in the evidence.

**Formula**: `coverage(q, E) = sum over t in T(q) of idf(t) * cov(t, E) / sum over t in T(q) of idf(t)`, with
T(q) the content terms and identifiers of the question, and `cov` 1 where the term itself (or an
inflection: the same stem) stands in the evidence, `SYNONYM` where a synonym does, `SIMILAR` where a word
of nearly the same meaning does by the embedder, else 0. A term that no indexed text holds has the largest
idf, so a question about something absent cannot be covered by its other words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

SYNONYM = 0.9
SIMILAR = 0.6


@dataclass(frozen=True, slots=True)
class Coverage:
    """A coverage in `[0, 1]` and how each term of the question fared, in question order."""

    value: float
    terms: tuple[tuple[str, float, float], ...]

    @property
    def missing(self) -> tuple[str, ...]:
        """Terms that stand nowhere in the evidence, not even by another word."""
        return tuple(term for term, _, covered in self.terms if covered == 0.0)


def coverage(
    wanted: Mapping[str, float],
    evidence: Iterable[str],
    synonyms: Callable[[str], frozenset[str]],
    similar: Callable[[str, frozenset[str]], bool],
) -> Coverage:
    """Coverage of a question's terms by the terms of the evidence.

    Args:
        wanted: Term to idf weight, for T(q).
        evidence: Terms of the evidence.
        synonyms: Terms that mean the same, by the editable table.
        similar: Whether some word of the evidence means nearly the same as the term.

    Examples:
        >>> c = coverage({"handrail": 3.0, "height": 1.0}, ["handrail"], lambda t: frozenset(), lambda t, e: False)
        >>> c.value, c.missing
        (0.75, ('height',))
    """
    found = frozenset(evidence)
    rows = []
    for term, weight in wanted.items():
        if term in found:
            covered = 1.0
        elif not synonyms(term).isdisjoint(found):
            covered = SYNONYM
        elif similar(term, found):
            covered = SIMILAR
        else:
            covered = 0.0
        rows.append((term, weight, covered))
    total = sum(weight for _, weight, _ in rows)
    value = sum(weight * covered for _, weight, covered in rows) / total if total else 0.0
    return Coverage(value, tuple(rows))

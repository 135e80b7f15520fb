"""Documents by what they are about: a subject in a question's words against titles.

Titles are short, so both directions count: how much of the subject a title holds, and how much of the
title the subject accounts for. A run of capitalised words in a title also stands for its initials
("Simple Mail Transfer Protocol" for SMTP), and an acronym in brackets for the words before it.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from graph.claims import Description
from graph.snapshot import Snapshot

_SMALL = frozenset({"of", "for", "and", "the", "to", "in", "on", "over", "with", "a", "an"})
_GENERIC = (
    "current document standard specification spec protocol version edition revision part section volume drawing "
    "schematic control rule requirement"
)
"""Words that say what sort of text a title names; they count little on either side."""

GENERIC_WEIGHT = 0.25


@dataclass(frozen=True, slots=True)
class Match:
    """A source whose title fits a subject.

    Attributes:
        held: Share of the subject's weight that the title holds, 0..1.
        score: `held ** 2 * (0.5 + 0.5 * share of the title that the subject accounts for)`.
    """

    source_id: str
    held: float
    score: float


@dataclass(frozen=True, slots=True, eq=False)
class _Title:
    source_id: str
    terms: frozenset[str]
    core: frozenset[str]
    acronyms: dict[str, frozenset[str]]


class Subjects:
    """The titles of a snapshot, ready to be matched.

    Args:
        analyse: Text to terms, as the lexical lane does it.
    """

    def __init__(self, snapshot: Snapshot, analyse: Callable[[str], list[str]]) -> None:
        self._analyse = analyse
        self._generic = frozenset(analyse(_GENERIC))
        self._titles = [self._title(d) for d in snapshot.descriptions.values()]
        frequency = Counter(term for title in self._titles for term in title.terms)
        count = len(self._titles)
        self._idf = {term: math.log(1 + count / (1 + n)) for term, n in frequency.items()}
        self._rare = math.log(1 + count) + 0.1

    def _title(self, description: Description) -> _Title:
        title = description.title or description.number or ""
        core = frozenset(self._analyse(title))
        names = (description.number or "", *description.aliases)
        acronyms = {
            term: frozenset(self._analyse(words)) for name, words in initials(title) for term in self._analyse(name)
        }
        terms = core.union(acronyms, *(self._analyse(name) for name in names))
        return _Title(description.source_id, terms, core, acronyms)

    def _weight(self, term: str) -> float:
        weight = self._idf.get(term, self._rare)
        return weight * GENERIC_WEIGHT if term in self._generic else weight

    def match(self, subject: str, least: float = 0.5) -> list[Match]:
        """Sources whose titles hold at least `least` of the subject, best first, ties by id."""
        wanted = simple(self._analyse(subject))
        total = sum(self._weight(term) for term in wanted)
        if not total:
            return []
        matches = []
        for title in self._titles:
            held = sum(self._weight(term) for term in wanted & title.terms) / total
            if held >= least:
                matches.append(Match(title.source_id, held, held**2 * (0.5 + 0.5 * self._accounted(wanted, title))))
        return sorted(matches, key=lambda match: (-match.score, match.source_id))

    def _accounted(self, wanted: frozenset[str], title: _Title) -> float:
        """Share of the title's own weight that the subject accounts for; an acronym accounts for the
        words that it stands for."""
        total = sum(self._weight(term) for term in title.core)
        if not total:
            return 0.0
        meant = wanted.union(*(words for name, words in title.acronyms.items() if name in wanted))
        return sum(self._weight(term) for term in meant & title.core) / total


def simple(terms: Iterable[str]) -> frozenset[str]:
    """Terms without those that only join two others: a title may have their parts apart.

    Examples:
        >>> sorted(simple(["tls", "1.3", "tls1.3", "protocol"]))
        ['1.3', 'protocol', 'tls']
    """
    found = frozenset(terms)
    return frozenset(t for t in found if not any(t == a + b for a in found for b in found))


def initials(title: str) -> list[tuple[str, str]]:
    """Initials of the runs of three to six capitalised words in a title, or of all its words, with the words.

    Examples:
        >>> initials("Simple Mail Transfer Protocol")[0]
        ('SMTP', 'Simple Mail Transfer Protocol')
    """
    words = [word for word in re.findall(r"[A-Za-z][\w/]*", title) if word.casefold() not in _SMALL]
    found: dict[str, str] = {}
    for length in range(min(6, len(words)), 1, -1):
        for start in range(len(words) - length + 1):
            run = words[start : start + length]
            if all(word[0].isupper() for word in run) and (length > 2 or len(words) == 2):
                found.setdefault("".join(word[0] for word in run), " ".join(run))
    return list(found.items())

"""Choosing the units that answer: how well each covers what is asked, and whether it can be an answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache

from graph.model import Passage
from graph.references import find_clauses, find_references
from graph.vocabulary import SPOKEN, Signal
from retrieval.answering.addressed import is_order
from retrieval.answering.implied import settling_words
from retrieval.answering.mute import telling
from retrieval.answering.question import Question
from retrieval.answering.units import Unit, is_item, units_of
from retrieval.corpus import Corpus
from retrieval.gate import may_quote
from retrieval.lanes.succession import Lent
from retrieval.model import Candidate
from retrieval.pipeline import Retrieval
from retrieval.wording import Wording

AROUND = 0.55
"""Weight of a term that stands not in the unit but in its heading, lead-in or column head."""
BESIDE = 0.35
"""Weight of a term that stands only in the sentence before or after."""
QUANTITY_BONUS = 0.2
MODAL_BONUS = 0.15
RANK_BONUS = 0.15
PRECISION_BONUS = 0.3
"""For a unit that speaks of nothing but what is asked."""
HEADING_PENALTY = 0.5
TALK_PENALTY = 0.15
"""For what was said in mail or in a meeting: a document that says it too comes first."""
NUMBER_WORD = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|half|"
    r"double|twice|unlimited|zero)\b",
    re.I,
)
_MARK = re.compile(r"\b[A-Za-z]{1,5}[-.]?\d+[A-Za-z]?\b")
"""A grade or a name of a thing: its figures are no quantity."""
_NUMBERED = re.compile(r"[\s\"“«]*\d+(?:[.-]\d+)+\.?\s+(?=[A-Z])")
_VERB = re.compile(r"\b(?:is|are|was|were|be|has|have|had|do|does|did|will|would|\w{3,}(?:es|ed))\b", re.I)
"""Words that make a few words a sentence; a plural in "es" may be one too, and is then no caption."""
LONGEST_CAPTION = 5
"""Words of a caption at most."""
MODAL = re.compile(
    r"\b(?:must|shall|should|may|need|can(?:not)?|is to|are to|required|permitted|allowed|prohibited|forbidden|"
    r"recommended|not be used|deprecated|no longer)\b",
    re.I,
)
_OUT = frozenset({Signal.SUPERSEDED_IN_PART, Signal.SUPERSEDED, Signal.WITHDRAWN})
SAID = "said"
"""The intent of a question after what somebody, or a text, said."""
_ASKING = ("?", "？", "؟")


@dataclass(frozen=True, slots=True)
class Scored:
    """A unit with its score and what of the question it covers, by itself and with its surroundings."""

    unit: Unit
    passage: Passage
    score: float
    terms: frozenset[str]
    surroundings: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Nearby:
    """What else tells what a unit speaks of: the sentences beside it, and what it was lent by withheld text."""

    beside: tuple[str, ...]
    lent: tuple[Lent, ...]


class Selection:
    """Scores the units of a retrieval's evidence for one question.

    Args:
        wanted: Term to idf weight of what the question asks about.
    """

    def __init__(self, corpus: Corpus, question: Question, wanted: Mapping[str, float], wording: Wording) -> None:
        self.corpus = corpus
        self.question = question
        self.wanted = wanted
        self.wording = wording
        self.total = sum(wanted.values()) or 1.0
        self.known_at: datetime | None = None

    def scored(self, retrieval: Retrieval, further: tuple[Candidate, ...] = ()) -> list[Scored]:
        """All units of the evidence that is read, best first; ties by place.

        Args:
            further: Evidence to be read besides the shortlist.
        """
        return self._of((*retrieval.shortlist, *further), retrieval, opened=True)

    def closed(self, retrieval: Retrieval) -> list[Scored]:
        """The units of documents in force in part that may not be quoted, best first; ties by place."""
        in_part = [c for c in retrieval.candidates if c.signal in _OUT]
        whole = self.corpus.governing(retrieval.query.moment).of_source
        kept = [c for c in in_part if whole(c.source_id).signal is Signal.SUPERSEDED_IN_PART]
        return self._of(tuple(kept[: retrieval.profile.evidence]), retrieval, opened=False)

    def _of(self, evidence: tuple[Candidate, ...], retrieval: Retrieval, *, opened: bool) -> list[Scored]:
        """The units of candidates that may be quoted, or those that may not; none that is an order to a program."""
        self.known_at = retrieval.query.moment.known_at
        best = evidence[0].final if evidence else 1.0
        found: list[Scored] = []
        for candidate in evidence:
            passage = retrieval.passages[candidate.passage_id]
            if passage.kind == "header" and self.question.intent == SAID:
                continue  # who wrote to whom is not what they said
            told = telling(units_of(passage), passage, self.question.text)
            units, lents = statements_of(told), retrieval.lent.get(passage.id, ())
            for place, unit in enumerate(units):
                if self._is_open(unit, passage, candidate, retrieval) is opened and not is_order(unit.text):
                    beside = [u.text for u in (*units[max(place - 1, 0) : place], *units[place + 1 : place + 2])]
                    lent = [lent for lent in lents if lent.span.overlaps(unit.span)]
                    nearby = _Nearby(tuple(beside), tuple(lent))
                    found.append(self._score(unit, passage, candidate.final / best, nearby))
        unique = {(item.unit.source_id, item.unit.span): item for item in reversed(found)}
        return sorted(unique.values(), key=lambda item: (-item.score, item.unit.source_id, item.unit.span.start))

    def _is_open(self, unit: Unit, passage: Passage, candidate: Candidate, retrieval: Retrieval) -> bool:
        """Whether the unit itself may be quoted, where its passage is in force only in part."""
        if retrieval.history or candidate.signal is not Signal.SUPERSEDED_IN_PART:
            return retrieval.history or candidate.passes
        return may_quote(self.corpus.verdict(passage, retrieval.query.moment, unit.span))

    def _score(self, unit: Unit, passage: Passage, standing: float, nearby: _Nearby) -> Scored:
        settling = settling_words(self.question.text, [unit.text])
        own = self.terms(" ".join((unit.text, *settling, *(lent.words for lent in nearby.lent))))
        above = (lent.above for lent in nearby.lent)
        description = self.corpus.description(passage.source_id, self.known_at)
        is_talk = description.authority in SPOKEN
        voice = (passage.speaker or description.author or "") if is_talk and passage.kind != "header" else ""
        around = self.terms(" ".join((*above, voice, passage.context, unit.lead, *unit.column_heads))) - own
        near = self.terms(" ".join(nearby.beside)) - own - around if not unit.is_row else frozenset()
        held = self.weight(own)
        score = (held + AROUND * self.weight(around) + BESIDE * self.weight(near)) / self.total
        score -= TALK_PENALTY if is_talk else 0.0
        score += (
            RANK_BONUS * standing + PRECISION_BONUS * held / (held + self._foreign(own)) + self._form(unit, passage)
        )
        return Scored(unit, passage, score, own, around)

    def _foreign(self, terms: frozenset[str]) -> float:
        """Weight of what a unit speaks of that is not asked for; figures are what an answer is made of."""
        words = (term for term in terms if term not in self.wanted and not any(sign.isdigit() for sign in term))
        return sum(self.corpus.idf(term) for term in words) + 1e-9

    def _form(self, unit: Unit, passage: Passage) -> float:
        """Whether the unit has the form of what is asked for: a quantity, a permission; no heading or header."""
        bonus = 0.0
        if self.question.quantities:
            bonus += QUANTITY_BONUS if holds_quantity(unit, self.question) else -QUANTITY_BONUS
        if self.question.asks_permission:
            bonus += MODAL_BONUS if MODAL.search(unit.text) else -MODAL_BONUS
        return bonus - HEADING_PENALTY if is_heading(unit) or is_caption(unit) or passage.kind == "header" else bonus

    def terms(self, text: str) -> frozenset[str]:
        """Terms of a text, as the index sees them."""
        return self.wording.terms(text)

    def weight(self, terms: frozenset[str]) -> float:
        """What terms hold of what is asked about, as idf weight."""
        return sum(weight for term, weight in self.wanted.items() if self.wording.meets(term, terms))


def statements_of(units: list[Unit]) -> list[Unit]:
    """The units without questions, and without headings where there is anything else: neither answers."""
    told = [unit for unit in units if not unit.text.rstrip("\"'”’») ").endswith(_ASKING)]
    return [unit for unit in told if not is_heading(unit)] or told


def is_heading(unit: Unit) -> bool:
    """Whether a unit is a heading or a label rather than a statement or an item of a list."""
    text = unit.text.strip()
    if is_item(text) or unit.is_row or unit.lead:
        return False
    words = len(text.split())
    if not re.search(r"\w", without_addresses(text)):  # "Section 12-1."
        return True
    is_bare = re.fullmatch(r"[A-Za-z]+(?: [A-Za-z]+)?\.?", text) is not None  # "Purpose."
    return is_bare or (words < 9 and not re.search(r"[.!;:。；]\s*$", text))


def is_caption(unit: Unit) -> bool:
    """Whether a unit reads as the title of a numbered clause, though it ends as a sentence: "8.12 Snow and ice."."""
    found = _NUMBERED.match(unit.text)
    rest = unit.text[found.end() :].strip().rstrip(".:;") if found and not unit.is_row else ""
    words = rest.split()
    is_bare = 0 < len(words) <= LONGEST_CAPTION and not re.search(r"\d|[.;:!?]", rest)
    return is_bare and not MODAL.search(rest) and not _VERB.search(rest)


@cache
def _unit_pattern(spellings: frozenset[str]) -> re.Pattern[str]:
    words = "|".join(re.escape(s) for s in sorted(spellings, key=len, reverse=True))
    return re.compile(rf"\d[\d.,]*\s*(?:{words})(?!\w)|(?:{words})\b", re.I)


def holds_quantity(unit: Unit, question: Question) -> bool:
    """Whether a unit holds a number, in a unit of measure that the question names if it names any."""
    text = without_addresses(" ".join((unit.text, *unit.column_heads)))
    body = re.sub(r"^\s*\(?[\w.]{1,6}[.)]?\s", " ", without_addresses(unit.text)) if not unit.is_row else text
    if "duration" not in question.quantities:
        body = _MARK.sub(" ", body)  # a class such as FD30 tells minutes, and nothing else
    if not NUMBER_WORD.search(body):
        return False
    return all(_unit_pattern(spellings).search(text) for spellings in question.units)


@lru_cache(maxsize=4096)
def without_addresses(text: str) -> str:
    """A text without the numbers of documents, clauses and tables that it names: they are no quantities."""
    spans = [span for span, _ in find_clauses(text)] + [reference.span for reference in find_references(text)]
    for span in sorted(spans, reverse=True):
        text = f"{text[: span.start]} {text[span.end :]}"
    return re.sub(r"\[[^\]\s]{1,20}\]", " ", text)


def best_column(unit: Unit, wanted: Mapping[str, float], wording: Wording) -> int | None:
    """The column of a row that the question asks for: the head that holds most of what the row's label
    does not; None where no head stands out."""
    label = wording.terms(unit.cells[0])
    asked = {term: w for term, w in wanted.items() if term not in label}
    heads = [wording.terms(head) for head in unit.column_heads]
    weights = [sum(w for term, w in asked.items() if wording.meets(term, head)) for head in heads]
    best = max(range(len(weights)), key=lambda i: (weights[i], -i))
    return best if weights[best] > 0 and best > 0 else None


def spread(chosen: Sequence[Scored]) -> list[str]:
    """All terms that the chosen units hold, themselves or around them."""
    return sorted({term for item in chosen for term in item.terms | item.surroundings})

"""Whether a document that puts a question, such as a request for information, holds the answer to it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files

from graph.model import Passage
from retrieval.answering.citations import cite
from retrieval.answering.composing import quoted
from retrieval.answering.model import Abstention, Answer, Outcome, Reason, Sentence
from retrieval.answering.question import Question
from retrieval.answering.selection import is_heading
from retrieval.answering.units import Unit, units_of
from retrieval.corpus import Corpus
from retrieval.gate import may_quote
from retrieval.model import Query

_Found = tuple[Passage, Unit]


@cache
def _patterns() -> Mapping[str, re.Pattern[str]]:
    table = tomllib.loads(files(__package__).joinpath("answered.toml").read_text("utf-8"))
    return {name: re.compile(pattern, re.I | re.S) for name, pattern in table.items()}


def asks_whether_answered(question: Question) -> bool:
    """Whether a question is after there being an answer, not after what it says."""
    return _patterns()["asks"].match(question.text) is not None


def whether_answered(corpus: Corpus, query: Query, sources: Iterable[str], threshold: float) -> Outcome | None:
    """The answer that stands in documents, or that they say that there is none; None where they tell neither.

    What says so and may not be quoted, such as the status of a draft, is told as an abstention.
    """
    told = [one for source in sorted(sources) for one in _told(corpus, source)]
    given = next((one for one in told if _is_answer(one) and _may_quote(corpus, query, one)), None)
    denied = next((one for one in told if _patterns()["unanswered"].search(one[1].text)), None)
    found = given or denied
    if found is None:
        return None
    passage, unit = found
    name = corpus.description(unit.source_id, query.moment.known_at).name
    said = " ".join(unit.text.split())
    text = f"{name} is answered: {said}" if given else f"{name} is not answered, by its own words: {said}"
    if not _may_quote(corpus, query, found):
        return Abstention(Reason.NO_EVIDENCE, text, (), (f"the answer to {name}",), 0.0, threshold)
    citation = cite(corpus, query.moment, passage, quoted(unit), 1)
    return Answer((Sentence(text, (1,)),), (citation,), 1.0, threshold)


def _told(corpus: Corpus, source: str) -> Iterator[_Found]:
    for passage in corpus.passages_of(source):
        yield from ((passage, unit) for unit in units_of(passage))


def _may_quote(corpus: Corpus, query: Query, one: _Found) -> bool:
    return may_quote(corpus.verdict(one[0], query.moment, one[1].span))


def _is_answer(one: _Found) -> bool:
    """Whether a unit gives an answer: text after a label, or the first statement beneath such a heading."""
    passage, unit = one
    labelled = _patterns()["label"].match(unit.text)
    if labelled is not None:
        return _patterns()["pending"].fullmatch(labelled["text"]) is None and not _denies(labelled["text"])
    beneath = passage.context.partition("\n")[0].rsplit(" > ", 1)[-1].strip(" .:")
    if _patterns()["heading"].fullmatch(beneath) is None or is_heading(unit):
        return False
    return _patterns()["pending"].fullmatch(unit.text) is None and not _denies(unit.text)


def _denies(text: str) -> bool:
    return _patterns()["unanswered"].search(text) is not None

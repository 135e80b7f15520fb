"""An extractive answer in the words of a model: what the quotes do not say is left out, and where what is left does
not say what has to be said, the extractive answer stays as it was.

A model is asked only after everything is decided: what governs, who may read it, whether there is an answer at all.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace

from graph.errors import PrevailError
from graph.quantities.readings import Reading, read_value
from graph.vocabulary import SPOKEN
from retrieval import tokenizer
from retrieval.answering.addressed import is_addressed
from retrieval.answering.answerer import Answered
from retrieval.answering.extractive import asked_terms
from retrieval.answering.generated.evidence import Evidence, evidence_of
from retrieval.answering.generated.prompt import Prompt, build_prompt
from retrieval.answering.generated.sentences import sentences_of
from retrieval.answering.generated.statement import read_statement
from retrieval.answering.generated.verification import Checked, Problem, verify
from retrieval.answering.generated.writer import Writer
from retrieval.answering.model import Abstention, Answer, Sentence
from retrieval.answering.question import Question
from retrieval.answering.scope import scope_of
from retrieval.corpus import Corpus
from retrieval.coverage import coverage
from retrieval.wording import Wording

MOST_SENTENCES = 6
"""Sentences of an answer at most; what a draft says further is left out."""


@dataclass(frozen=True, slots=True)
class Written:
    """How the words of an outcome came about.

    Attributes:
        asked: The answerer of the settings.
        why_not: Why the words are those of the extractive answer; None where they are the model's.
        draft: All that the model wrote; None where it was not asked.
        failure: What the model's server did; None where it wrote to the end.
        removed: The sentences that do not stand.
        prompt_sha256: Of what it was asked; weights: digest of the model.
    """

    asked: str
    why_not: str | None
    draft: str | None = None
    failure: str | None = None
    removed: tuple[Checked, ...] = ()
    prompt_sha256: str | None = None
    weights: str | None = None


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What was found with the words it is given in."""

    answered: Answered
    written: Written


@dataclass(frozen=True, slots=True)
class Asked:
    """What an answer has to say: its question, and where words of question and texts meet."""

    question: Question
    corpus: Corpus
    wording: Wording


def as_it_stands(answered: Answered, answerer: str, why_not: str | None = None) -> Rewritten:
    """The extractive outcome."""
    return Rewritten(answered, Written(answerer, why_not))


def rewrite(answered: Answered, asked: Asked, writer: Writer) -> Generator[Sentence, None, Rewritten]:
    """Yields every sentence of the draft that stands, as soon as it does; returns what is final.

    What is yielded is said by the quotes, and yet not final: the whole may turn out to leave something out.
    """
    kept_form = _keeps_its_form(answered)
    if kept_form or answered.retrieval is None or not isinstance(answered.outcome, Answer):
        return as_it_stands(answered, writer.name, kept_form)
    answer, evidence = answered.outcome, evidence_of(answered.outcome, answered.retrieval)
    prompt = build_prompt(asked.question.text, evidence)
    if prompt.left_out:
        return as_it_stands(answered, writer.name, "the evidence is too long for the model")
    drafting = _Drafting(evidence, writer, prompt)
    yield from drafting.sentences()
    kept = tuple(drafting.kept)
    why_not = drafting.failure or _lacks(answer, kept, evidence, answered, asked)
    written = Written(
        asked=writer.name,
        why_not=why_not,
        draft=drafting.draft,
        failure=drafting.failure,
        removed=tuple(drafting.removed),
        prompt_sha256=prompt.sha256,
        weights=writer.digest() if drafting.failure is None else None,
    )
    return Rewritten(answered if why_not else replace(answered, outcome=replace(answer, sentences=kept)), written)


class _Drafting:
    """One draft under way: what stands of it, what does not, and what went wrong."""

    def __init__(self, evidence: Sequence[Evidence], writer: Writer, prompt: Prompt) -> None:
        self._evidence = evidence
        self._writer = writer
        self._prompt = prompt
        self.draft = ""
        self.kept: list[Sentence] = []
        self.removed: list[Checked] = []
        self.failure: str | None = None

    def sentences(self) -> Iterator[Sentence]:
        """The sentences that stand, in order."""
        try:
            for sentence in sentences_of(self._pieces()):
                checked = self._checked(sentence)
                if checked.stands:
                    self.kept.append(Sentence(checked.text, checked.citations))
                    yield self.kept[-1]
                else:
                    self.removed.append(checked)
        except PrevailError as error:
            self.failure = str(error)

    def _pieces(self) -> Iterator[str]:
        for piece in self._writer.write(self._prompt):
            self.draft += piece
            yield piece

    def _checked(self, sentence: str) -> Checked:
        checked = verify(sentence, self._evidence)
        if checked.stands and any(checked.text == one.text for one in self.kept):
            return Checked(checked.text, (), (Problem("repeated", "it is said already"),))
        if checked.stands and len(self.kept) >= MOST_SENTENCES:
            return Checked(checked.text, (), (Problem("length", "the answer is long enough"),))
        return checked


def _keeps_its_form(answered: Answered) -> str | None:
    """Why an outcome is never worded by a model; None where it may be."""
    outcome = answered.outcome
    if isinstance(outcome, Abstention):
        return "an abstention is never worded by a model"
    if answered.retrieval is None:
        return "what governs is said by the graph"
    if outcome.history:
        return "what texts said before is marked as such"
    if outcome.disputes:
        return "texts that differ are shown side by side"
    if outcome.unlisted:
        return "there is more of the kind than is listed"
    if outcome.is_dated:
        return "the answer is of another day"
    if any(is_addressed(citation.quote.text) for citation in outcome.citations):
        return "a text gives orders to the program that reads it"
    talk = any(citation.authority in SPOKEN for citation in outcome.citations)
    return "what was said in mail or talk is marked as such" if talk else None


def _lacks(
    answer: Answer, kept: Sequence[Sentence], evidence: Sequence[Evidence], answered: Answered, asked: Asked
) -> str | None:
    """What the sentences that stand leave out of what has to be said; None where they say it."""
    if not kept:
        return "no sentence of the draft stands"
    cited = {n for sentence in kept for n in sentence.citations}
    if cited != {citation.n for citation in answer.citations}:
        return "the draft leaves out a text that answers too"
    stated = [value.reading for sentence in kept for value in read_statement(sentence.text).values]
    if any(not _is_stated(wanted, stated) for wanted in _demanded(answer)):
        return "the draft leaves out a value that is demanded"
    return None if _covers(answer, kept, evidence, answered, asked) else "the draft does not answer the question"


def _demanded(answer: Answer) -> Iterator[Reading]:
    """The values of the requirements that an answer states."""
    yield from (read_value(value) for one in answer.requirements for value in one.requirement.values)


def _is_stated(wanted: Reading, stated: Sequence[Reading]) -> bool:
    return any((wanted.dimension, wanted.low, wanted.high) == (one.dimension, one.low, one.high) for one in stated)


def _covers(
    answer: Answer, kept: Sequence[Sentence], evidence: Sequence[Evidence], answered: Answered, asked: Asked
) -> bool:
    """Whether the sentences cover the question as far as an answer has to, or as the extractive answer does."""
    assert answered.retrieval is not None
    query = answered.retrieval.query
    corpus = asked.corpus.seen_by(query)
    wanted = asked_terms(corpus, asked.question, scope_of(asked.question, query, corpus))
    heads = " ".join(one.head for one in evidence)

    def covered(words: Sequence[Sentence]) -> float:
        said = tokenizer.terms(" ".join([heads, *(sentence.text for sentence in words)]))
        return coverage(wanted, said, asked.wording.synonyms, asked.wording.similar).value

    return covered(kept) >= min(answer.threshold, covered(answer.sentences))

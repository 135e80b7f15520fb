"""What documents say of decisions of meetings and messages: that they no longer stand.

An addendum that rescinds what a meeting agreed is a later decision of higher authority; which earlier one it means
is proposed by `graph.commitments.reversal`, and a person affirms it.
"""

from __future__ import annotations

from collections.abc import Iterator

from graph.commitments.draft import Draft
from graph.commitments.procedure import procedure
from graph.commitments.utterances import Conversation
from graph.commitments.words import LANGUAGES, words
from graph.vocabulary import CommitmentKind

METHOD = "ruling of a document"

_SURE = 0.8


def read(talk: Conversation) -> Iterator[Draft]:
    """The sentences of a document by which decisions no longer stand."""
    spoken = [language for language in LANGUAGES if procedure(language).ruling.search(talk.plain)]
    for sentence in talk.sentences if spoken else ():
        said = talk.plain_words(sentence)
        for language in spoken:
            if procedure(language).ruling.search(said) and not words(language).hedge.search(said):
                yield Draft(
                    kind=CommitmentKind.DECISION,
                    span=sentence.span,
                    who="",
                    what=talk.words(sentence.span),
                    confidence=_SURE,
                    method=METHOD,
                    language=language,
                )
                break

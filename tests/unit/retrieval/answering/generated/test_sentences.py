"""Sentences of a text that is still being written."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.answering.generated.sentences import sentences_of, split_sentences

TEXT = "The gap is 6 mm. [1] See cl. 3.2 for e.g. seals [2]. It is so!\n- Next one: 1.5 kN [1]\nЭто так. 是的。好 [2]"


def test_a_sentence_keeps_the_citations_behind_its_end() -> None:
    """Numbers before and behind the full stop belong to it; short forms end nothing."""
    assert split_sentences(TEXT) == [
        "The gap is 6 mm. [1]",
        "See cl. 3.2 for e.g. seals [2].",
        "It is so!",
        "- Next one: 1.5 kN [1]",
        "Это так.",
        "是的。",
        "好 [2]",
    ]


@settings(max_examples=60)
@given(st.text(alphabet="aB1. [2]\n!。é", max_size=60), st.lists(st.integers(1, 9), min_size=1, max_size=12))
def test_sentences_do_not_depend_on_how_the_text_was_cut(text: str, lengths: list[int]) -> None:
    """A stream in pieces of any length gives what the whole text gives."""
    pieces, at = [], 0
    for length in lengths * (len(text) + 1):
        if at >= len(text):
            break
        pieces.append(text[at : at + length])
        at += length
    assert list(sentences_of(pieces)) == split_sentences(text)


def test_a_sentence_comes_before_the_next_one_is_written() -> None:
    """A reader does not wait for the whole draft."""
    taken: list[str] = []

    def pieces() -> object:
        for piece in ("One is so. ", "Two is", " so. Three"):
            taken.append(piece)
            yield piece

    assert next(sentences_of(pieces())) == "One is so."  # type: ignore[arg-type]  # a generator of texts
    assert taken == ["One is so. ", "Two is"]

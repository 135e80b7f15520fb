"""Where sentences end in regulations, specifications and letters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.model import Span
from retrieval.chunking.recursive import split
from retrieval.chunking.sentences import sentences


def cut(text: str) -> list[str]:
    """The sentences as text."""
    return [text[span.start : span.end] for span in sentences(text)]


@pytest.mark.parametrize(
    "sentence",
    [
        "The rise is 150 mm min. and the going, e.g. for ramps, is 1.2 m.",
        "See No. 5 and Fig. 3 of BS 8300-2.",
        "1.36 Provide handrails at 900 mm.",
        "a. Position the handrail 900mm from the pitch line.",
        "By R. Fielding and J. Reschke.",
        "Work is covered by the Etc. (1974) rule.",
        "Provide a handrail\nat 900 mm above\nthe pitch line.",
        "Comply with section\n4.2 and table\n1.3.",
        "Высота не более 5 м, т.е. три этажа, см. рис. 4.",
        "Doors of Class B need a closer (see 4.2. for more).",
    ],
)
def test_one_sentence_stays_one(sentence: str) -> None:
    """Abbreviations, decimals, initials, labels and wrapped lines end nothing."""
    assert cut(sentence) == [sentence]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Use steel. Do not use timber.", ["Use steel.", "Do not use timber."]),
        ("Comply with Class B. The door closes.", ["Comply with Class B.", "The door closes."]),
        ("See paragraph 1.36. The next one.", ["See paragraph 1.36.", "The next one."]),
        ('Is it? "Yes." Good!', ["Is it?", '"Yes."', "Good!"]),
        ("All of these:\na. steel\nb. timber", ["All of these:", "a. steel", "b. timber"]),
        ("One:\n• two\n• three\nand more", ["One:", "• two", "• three\nand more"]),
        ("Heading\n\nBody text.", ["Heading", "Body text."]),
        ("A\t10\t20\nB\t30\t40", ["A\t10\t20", "B\t30\t40"]),
        ("Sash windows | \nDoors | \nVents | 30", ["Sash windows |", "Doors |", "Vents | 30"]),
        ("См. п. 4.2. Двери должны быть.", ["См. п. 4.2.", "Двери должны быть."]),
        ("厚度不小于240mm。窗户应符合第4.2条；门应防火！", ["厚度不小于240mm。", "窗户应符合第4.2条；", "门应防火！"]),
        ("First words\n1.2 The second clause.", ["First words", "1.2 The second clause."]),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, expected: list[str]) -> None:
    """Stops, blank lines, list items and table rows end a sentence."""
    assert cut(text) == expected


@given(st.text(alphabet="aB1 .,;:\n\t()。•-А", max_size=120))
def test_every_visible_character_is_in_exactly_one_sentence(text: str) -> None:
    """Sentences are in order, apart, trimmed, and leave out only white space."""
    end = 0
    for span in sentences(text):
        assert not text[end : span.start].strip()
        assert text[span.start : span.end] == text[span.start : span.end].strip() != ""
        end = span.end
    assert not text[end:].strip()


@given(st.text(alphabet="aB1 .\n", max_size=300), st.integers(5, 80), st.integers(0, 40))
def test_cutting_keeps_every_visible_character_within_the_size(text: str, size: int, overlap: int) -> None:
    """Pieces cover the text in order, none longer than the size, overlaps within bounds."""
    spans = split(text, Span(0, len(text)), size, min(overlap, size))
    covered = {at for span in spans for at in range(span.start, span.end)}
    assert {at for at, character in enumerate(text) if not character.isspace()} <= covered
    assert all(0 < len(span) <= size for span in spans)
    for before, after in zip(spans, spans[1:], strict=False):
        assert before.start < after.start
        assert before.end < after.end
        assert before.end - after.start <= overlap


def test_a_heading_in_a_quotation_is_no_sentence_of_its_own() -> None:
    """The text that an amendment substitutes begins with its number and heading; its second sentence stands alone."""
    text = 'Delete 2.2 and substitute the following: "2.2 Hinges. Each leaf shall have 4 hinges. They are of steel."'
    assert [text[s.start : s.end] for s in sentences(text)] == [
        'Delete 2.2 and substitute the following: "2.2 Hinges. Each leaf shall have 4 hinges.',
        'They are of steel."',
    ]

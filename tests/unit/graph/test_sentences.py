"""Sentences are told from lines of title pages, in four languages."""

from __future__ import annotations

import pytest

from graph.sentences import ends_sentence, has_verb, is_sentence


@pytest.mark.parametrize(
    "text",
    [
        "Guard height shall be 1050 mm.",
        "Notice HT-N-5 is revoked with effect from 1 September 2024.",
        'Section 05 52 00, clause 2.3: delete "1050 mm" and substitute "1100 mm."',
        "No more than two hooks on each side of the rail.",
        "Температура в помещении склада должна быть не менее 12 °C.",
        "Zinapoya kengligi 1,20 m dan kam bo'lmasligi kerak.",
        "窗户高度不应小于1.2m。",
    ],
)
def test_statements_and_instructions_are_sentences(text: str) -> None:
    """They end as sentences and have a verb, or are mostly words in lower case."""
    assert is_sentence(text)


@pytest.mark.parametrize(
    "text",
    [
        "HARBOUR TRUST",
        "Example Works Ltd.",
        "Prepared for the use of:",
        "Third edition, 2014-01-10",
        "Glass handrails - Part 1: Loads",
        "Тепловая защита складов",
        "仓库采光设计规范",
    ],
)
def test_lines_of_a_title_page_are_no_sentences(text: str) -> None:
    """Names, titles and editions stay in the head."""
    assert not is_sentence(text)


def test_a_closing_quote_does_not_hide_the_end() -> None:
    """The mark may stand before or after it."""
    assert ends_sentence('substitute "1100 mm."')
    assert ends_sentence('substitute "1100 mm".')
    assert not ends_sentence('substitute "1100 mm"')


def test_a_verb_counts_in_a_line_of_some_length() -> None:
    """ "May 2031" is no statement."""
    assert has_verb("本规范代替 GB 50777-2006")
    assert has_verb("This notice expires on 31 December 2023")
    assert not has_verb("May 2031")

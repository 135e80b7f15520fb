"""Uzbek words in both scripts and all their endings."""

import pytest

from retrieval.tokenizer import terms
from retrieval.uzbek import in_latin, is_uzbek, stem


@pytest.mark.parametrize(
    "text",
    [
        "Yoʻlakning kengligi qancha?",
        "Zinapoya kengligi 1,20 m dan kam bo'lmasligi kerak.",
        "Омбордаги ҳарорат 14 °C дан кам бўлмаслиги керак.",
        "3 Sinf xonalari",
    ],
)
def test_a_text_shows_by_its_letters_and_words_that_it_is_uzbek(text: str) -> None:
    """A letter or a word of its own is enough in a short text."""
    assert is_uzbek(text)


@pytest.mark.parametrize(
    "text",
    [
        "Work starts at 8 o'clock on site.",
        "The planning officer shall approve the lightning protection.",
        "Ширина выхода по ШНҚ 2.77.02-09 должна быть не менее 0,9 м.",
        "Действует ли ҚМҚ 2.97.03-96?",
        "疏散门的净宽度",
        "",
    ],
)
def test_texts_of_other_languages_are_not_taken_for_uzbek(text: str) -> None:
    """An acronym in capitals, or an apostrophe in English, proves nothing."""
    assert not is_uzbek(text)


@pytest.mark.parametrize(
    ("word", "bare"),
    [
        ("kengligi", "kenglik"),
        ("kenglik", "kenglik"),
        ("eshigining", "eshik"),
        ("eshikning", "eshik"),
        ("xonalarining", "xona"),
        ("xonasida", "xona"),
        ("ombordagi", "ombor"),
        ("uy", "uy"),
    ],
)
def test_endings_of_number_possession_and_case_are_stripped(word: str, bare: str) -> None:
    """What stays is the same for all forms of a word, and never shorter than three letters."""
    assert stem(word) == bare


def test_a_question_in_one_script_meets_a_text_in_the_other() -> None:
    """Both are compared in Latin letters."""
    asked = set(terms("Sinf xonasida harorat qancha bo'lishi kerak?"))
    assert {"sinf", "xona", "harorat"} <= asked & set(terms("Синф хонасидаги ҳарорат 20 °C бўлиши керак."))


def test_only_cyrillic_words_are_written_anew() -> None:
    """Figures, signs and Latin words stay; a vowel or a beginning turns "е" to "ye"."""
    assert in_latin("Ер 5 mm, ғишт") == "yer 5 mm, gisht"

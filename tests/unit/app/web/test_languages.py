"""The languages of the pages: which is chosen, whether its catalogue is whole, how it writes days and figures."""

from __future__ import annotations

from datetime import date

import pytest

from app.web.catalogues import messages, updated, written
from app.web.languages import LANGUAGES, LOCALES, SOURCE, catalogue, language_of, translations, writing

TRANSLATED = [language for language in LANGUAGES if language != SOURCE]


@pytest.mark.parametrize(
    ("asked", "cookies", "accepted", "language"),
    [
        ({}, {}, "", "en"),
        ({}, {}, "fr-FR,fr;q=0.9", "en"),
        ({}, {}, "fr, uz-UZ;q=0.8, ru;q=0.9", "ru"),
        ({}, {}, "ru;q=0, uz;q=0.1", "uz"),
        ({}, {}, "ru;q=many, en", "en"),
        ({}, {"lang": "uz"}, "ru", "uz"),
        ({"lang": "en"}, {"lang": "uz"}, "ru", "en"),
        ({"lang": "xx"}, {"lang": "<script>"}, "ru", "ru"),
    ],
)
def test_a_click_goes_before_a_cookie_and_that_before_the_browser(
    asked: dict[str, str], cookies: dict[str, str], accepted: str, language: str
) -> None:
    """What nobody has a catalogue for is English."""
    assert language_of(asked, cookies, accepted) == language


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_has_every_text_that_pages_show_and_no_other(language: str) -> None:
    """A new text in a template needs `python -m app.web.catalogues`."""
    held = {
        message.id if isinstance(message.id, str) else tuple(message.id)
        for message in catalogue(language)
        if message.id
    }
    assert held == set(messages())


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_same_places_as_its_text(language: str) -> None:
    """Names in `%(…)s` are kept, so that no page fails on them."""
    wrong = [(message.id, str(error)) for message in catalogue(language) if message.id for error in message.check()]
    assert wrong == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_most_of_a_catalogue_is_translated(language: str) -> None:
    """A catalogue that is hardly begun is not offered."""
    every = [message for message in catalogue(language) if message.id]
    done = [one for one in every if (all(one.string) if isinstance(one.string, tuple | list) else one.string)]
    assert len(done) > 0.9 * len(every)


@pytest.mark.parametrize("language", TRANSLATED)
def test_bringing_a_catalogue_up_to_date_twice_changes_nothing(language: str) -> None:
    """The file is what the command writes."""
    assert (LOCALES / language / "prevail.po").read_bytes() == written(updated(language))


def test_counts_take_the_form_that_the_language_asks_for() -> None:
    """One, two and five documents in Russian."""
    known = translations("ru")
    one, many = "%(num)s document is held here", "%(num)s documents are held here"
    forms = {known.ngettext(one, many, count) for count in (1, 2, 5)}
    assert len(forms) == 3


def test_days_and_figures_are_written_as_the_language_writes_them() -> None:
    """What is no day stays as the text has it."""
    day = date(2024, 6, 3)
    assert [writing(language).day(day) for language in ("en", "ru")] == ["3 Jun 2024", "3 июн. 2024"]
    assert writing("en").day("spring 2024") == "spring 2024"
    assert writing("en").day(None) == "–"
    assert writing("ru").figure(12345.5) == "12\xa0345,5"
    assert writing("en").figure({"files": 1234}) == "files 1,234"

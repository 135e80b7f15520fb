"""Reasons and refusals told by their pattern in the language of the reader."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from litestar.testing import TestClient

from app.web.languages import LANGUAGES, SOURCE, translations, writing
from app.web.phrases import Teller, phrases
from tests.unit.app.web.test_pages import page, text_of

RUSSIAN = Teller(translations("ru").gettext, writing("ru").day)
ENGLISH = Teller(lambda text: text, writing(SOURCE).day)

TOLD = {
    "A-201 is in force since 10 June 2024: nothing that is held supersedes it": "A-201 действует с 10 June 2024: ничто "
    "из имеющегося его не заменяет",
    "RFI-014 was never issued (for review): title page says 'For review'": "RFI-014 не выпускался (на рассмотрении): "
    "титульный лист: 'For review'",
    "Track 4 is superseded in part: Bulletin 2 (May 2024) amends Track 4 3.2: the text says '3.2 is withdrawn: x'": (
        "Track 4 частично заменён: Bulletin 2 (May 2024) изменяет Track 4 3.2: текст говорит: '3.2 is withdrawn: x'"
    ),
    "version: title page says 'Revision B', file name says 'A'; the title page is believed": "версия: титульный лист — "
    "'Revision B', имя файла — 'A'; принято: титульный лист",
    "nothing found speaks of colour (coverage 0.30 of the 0.62 that an answer needs)": "ничто из найденного не говорит "
    "о: colour (охват 0.30 при нужных для ответа 0.62)",
}


@pytest.mark.parametrize("reason", TOLD)
def test_a_reason_is_told_by_its_pattern(reason: str) -> None:
    """Names, days and quotations stay, whatever stands in them; the sentence around them is translated."""
    assert RUSSIAN.told(reason) == TOLD[reason]
    assert ENGLISH.told(reason) == reason


def test_what_has_no_pattern_stays_as_it_is() -> None:
    """Half a translation would be worse; nothing is nothing."""
    assert RUSSIAN.told("the moon is made of cheese") == "the moon is made of cheese"
    assert RUSSIAN.told(None) == ""


def test_the_date_of_a_message_is_written_as_days_are() -> None:
    """Its header says it in a form for machines."""
    reason = "Gaps is in force since Mon, 7 Oct 2024 10:00:00 +0000: nothing that is held supersedes it"
    assert ENGLISH.told(reason).startswith(f"Gaps is in force since {writing(SOURCE).day(date(2024, 10, 7))}: ")


@settings(max_examples=60, derandomize=True)
@given(st.text(st.characters(blacklist_categories=("Cs", "Co")), max_size=40))
def test_a_quotation_is_never_changed(words: str) -> None:
    """Not even one that reads like a reason."""
    quote = repr(f"X is withdrawn: {words}")
    assert quote in RUSSIAN.told(f"B supersedes A: the text says {quote}")


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != SOURCE])
def test_a_translation_keeps_every_part_of_its_sentence(language: str) -> None:
    """No name, reason or quotation is lost on the way."""
    parts = re.compile(r"\{\w+\}").findall
    said = {text: translations(language).gettext(text) for text in phrases()}
    assert [text for text, told in said.items() if sorted(parts(text)) != sorted(parts(told))] == []


def test_a_page_tells_why_in_its_language(client: TestClient[Any]) -> None:
    """The verdict of what governs, and the definition of a figure."""
    assert "ничто из имеющегося его не заменяет" in text_of(
        page(client, "/governing", q="Guide 7", lang="ru"), ".verdict"
    )
    assert "фрагментов в индексе" in text_of(page(client, "/methods", lang="ru"), '[data-figure="passages_indexed"] dt')

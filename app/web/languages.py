"""The languages of the pages: which one somebody reads, its catalogue, and how it writes dates and numbers.

English is the source. A catalogue is `locales/LANGUAGE/prevail.po`; what it does not have stays English.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from babel import Locale, negotiate_locale
from babel.dates import format_date, format_datetime
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from babel.support import NullTranslations, Translations

from app.wording import figure_text

LOCALES = Path(__file__).parent / "locales"
SOURCE = "en"
LANGUAGES = {SOURCE: "English", "ru": "Русский", "uz": "Oʻzbekcha"}
"""Language code to what its readers call it."""

CHOICE = "lang"
"""Query parameter and cookie that hold the choice of a language."""

_FORMATS = {SOURCE: "en_GB"}
"""Locale of dates and numbers where it is not the language itself."""


def language_of(asked: Mapping[str, str], cookies: Mapping[str, str], accepted: str) -> str:
    """The language to answer in: the one asked for, else the one chosen before, else what the browser prefers."""
    for chosen in (asked.get(CHOICE), cookies.get(CHOICE)):
        if chosen in LANGUAGES:
            return chosen
    return negotiate_locale(_preferred(accepted), list(LANGUAGES), sep="-") or SOURCE


def _preferred(accepted: str) -> list[str]:
    """The languages of an Accept-Language header, the most wanted first."""
    ranked = []
    for part in accepted.split(","):
        name, _, quality = part.strip().partition(";q=")
        try:
            ranked.append((-float(quality or 1), name))
        except ValueError:
            continue
    return [name for weight, name in sorted(ranked, key=lambda one: one[0]) if name and weight < 0]


def catalogue(language: str) -> Catalog:
    """The catalogue of a language as its file has it."""
    with (LOCALES / language / "prevail.po").open("rb") as file:
        return read_po(file, locale=language)


@cache
def translations(language: str) -> NullTranslations:
    """The translations into a language; none for the source."""
    if language == SOURCE:
        return NullTranslations()
    compiled = io.BytesIO()
    write_mo(compiled, catalogue(language))
    compiled.seek(0)
    return Translations(compiled)


@dataclass(frozen=True)
class Writing:
    """How a language writes days, instants and figures."""

    language: str

    @cached_property
    def _locale(self) -> Locale:
        return Locale.parse(_FORMATS.get(self.language, self.language))

    def day(self, value: date | str | None) -> str:
        """A day; text that is no ISO day as it stands, nothing as a dash."""
        if not value:
            return "–"
        try:
            day = value if isinstance(value, date) else date.fromisoformat(value)
        except ValueError:
            return str(value)
        return str(format_date(day, "d MMM y", self._locale))

    def instant(self, value: datetime | str | None) -> str:
        """An instant to the minute, UTC; nothing as a dash."""
        if not value:
            return "–"
        instant = value if isinstance(value, datetime) else datetime.fromisoformat(value)
        return f"{format_datetime(instant, 'd MMM y, HH:mm', locale=self._locale)} UTC"

    def figure(self, value: Any) -> str:
        """A figure as `figure_text`, with the separators of the language."""
        match value:
            case int() | float() if not isinstance(value, bool) and self.language != SOURCE:
                return str(format_decimal(value, "#,##0.###", self._locale))
            case dict():
                return ", ".join(f"{key} {self.figure(part)}" for key, part in value.items()) or figure_text(value)
            case list() | tuple():
                return ", ".join(self.figure(part) for part in value) or figure_text(value)
            case _:
                return figure_text(value)


@cache
def writing(language: str) -> Writing:
    """How a language writes; kept, for its locale takes a moment to load."""
    return Writing(language)

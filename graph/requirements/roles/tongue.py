"""Which language a sentence is in: by its letters, and Uzbek by its own letters and words."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from graph.requirements.roles.data import Words

_HAN = re.compile("[\u4e00-\u9fff]")
_CYRILLIC = re.compile("[\u0400-\u04ff]")
_FOREIGN = re.compile("[\u0400-\u04ff\u4e00-\u9fff]")
_LETTER = re.compile(r"[A-Za-z\u00c0-\u024f]")
_WORDS_PER_SIGN = 4
"""A Han sign weighs about as many Latin letters."""


@dataclass(frozen=True, slots=True)
class _Marks:
    """Attributes: hints are strings one of which a text with Uzbek demands in Latin letters holds."""

    hints: tuple[str, ...]
    latin: re.Pattern[str]
    cyrillic: re.Pattern[str]
    own: re.Pattern[str]
    foreign: re.Pattern[str]


@cache
def _marks() -> _Marks:
    path = Path(__file__).parent.parent / "languages" / "uz.toml"
    data, words = tomllib.loads(path.read_text(encoding="utf-8"))["writing"], Words("uz", joined=False)
    return _Marks(
        tuple(data["hints"]),
        words.whole(data["marks"]),
        words.whole([*data["marks"], *data["cyrillic"]]),
        re.compile(data["own"], re.IGNORECASE),
        re.compile(data["foreign"], re.IGNORECASE),
    )


def is_english_alone(text: str) -> bool:
    """Whether no sentence of a text can be in another language than English: no letters and no words are foreign."""
    if not text.isascii() and _FOREIGN.search(text):
        return False
    return not any(hint in text for hint in _marks().hints)


def tongue_of(words: str) -> str:
    """ISO 639-1 code of a sentence: "ru", "uz", "zh", else "en".

    Examples:
        >>> tongue_of("Ширина марша не менее 1,2 м"), tongue_of("Эшикнинг эни камида 0,9 м бўлиши керак")
        ('ru', 'uz')
        >>> tongue_of("门的净宽度不应小于0.90m"), tongue_of("The door shall be 900 mm wide")
        ('zh', 'en')
    """
    han, cyrillic, latin = (len(letters.findall(words)) for letters in (_HAN, _CYRILLIC, _LETTER))
    if han and han * _WORDS_PER_SIGN > latin + cyrillic:
        return "zh"
    if cyrillic > latin:
        own, foreign = (len(letters.findall(words)) for letters in (_marks().own, _marks().foreign))
        return "uz" if own > foreign or (not foreign and _marks().cyrillic.search(words)) else "ru"
    return "uz" if _marks().latin.search(words) else "en"

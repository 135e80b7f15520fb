"""Sets what was read in Russian, Uzbek and Chinese sentences beside judged requirements.

The rule of agreement is that of `requirement_scores`; here are only the judges' names of the units, kept apart
from the product's own on purpose.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from graph.demands import Quantity, Requirement
from graph.requirements.extract import extract
from tests.fakes.pages import NOON, page
from tests.quality.requirement_scores import Json, Scores, score

JUDGED = Path(__file__).parent / "judged" / "requirements_languages.jsonl"

_NAMES = {
    "mm": "мм 毫米 millimetr",
    "cm": "см 厘米 santimetr",
    "m": "м 米 metr ｍ",
    "m2": "м² м2 m² ㎡ 平方米",
    "m3": "м³ м3 m³ 立方米",
    "mm2": "мм² mm²",
    "m/s": "м/с m/s",
    "l/s": "л/с",
    "kPa": "кпа",
    "MPa": "мпа mpa",
    "kN/m2": "kn/m² кн/м²",
    "kg": "кг 千克",
    "t": "т 吨",
    "s": "с 秒 soniya секунд soniyadan секунддан сония",
    "min": "мин 分钟 daqiqa дақиқа",
    "h": "ч 小时 soat соат",
    "d": "сут 天 日 kun kundan кун кундан",
    "year": "лет года год 年 yil йил",
    "°C": "°с °c ℃",
    "%": "% foizdan foiz foizgacha фоиз фоиздан фоизгача",
    "lux": "лк lx lk",
    "dB": "дба db dba дб",
    "ohm": "ом ω",
}
_UNITS = {written: unit for unit, row in _NAMES.items() for written in row.split()}


def score_sentences(rows: Iterable[Json]) -> Scores:
    """Reads each judged sentence as a document of its own."""
    rows = list(rows)
    texts = {row["file"]: row["quote"] for row in rows}
    return score(lambda name: (texts[name], _in_judges_units(read(texts[name]))), rows)


def read(sentence: str) -> list[Requirement]:
    """Everything that one sentence demands."""
    return extract(page(sentence), NOON)


def conditions_held(rows: Iterable[Json]) -> tuple[int, int]:
    """Of the judged conditions, how many are in the words of a condition that was read; and how many there are."""
    wanted = {row["file"]: row for row in rows if row.get("conditions")}
    held = 0
    for row in wanted.values():
        said = " | ".join(one.text for requirement in read(row["quote"]) for one in requirement.conditions).casefold()
        held += all(_plain(words) in _plain(said) for words in row["conditions"])
    return held, len(wanted)


def _plain(words: str) -> str:
    return "".join(letter for letter in words.casefold() if letter.isalnum())


def _in_judges_units(found: Sequence[Requirement]) -> list[Requirement]:
    return [replace(one, values=tuple(_renamed(value) for value in one.values)) for one in found]


def _renamed(value: Quantity) -> Quantity:
    """With the judges' unit and decimal sign, and a Han number as its digits."""
    if value.magnitude is None:
        return replace(value, written=value.written.replace(",", "."))
    unit = (value.unit or "").casefold().rstrip(".")
    return replace(value, unit=_UNITS.get(unit, value.unit))

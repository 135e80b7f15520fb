"""Values as judges write them: numbers, units and the bounds that a demand sets.

Kept apart from the product's own units on purpose: what is measured must not lend its ruler.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from graph.vocabulary import Comparator

TOLERANCE = Fraction(1, 1000)
"""Two magnitudes are equal where they differ by at most this share of the larger."""

_WORDS: dict[str, int | Fraction] = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_WORDS |= {"eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30}
_WORDS |= {"single": 1, "half": Fraction(1, 2), "half a": Fraction(1, 2), "quarter": Fraction(1, 4)}
_NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+"
_PARTS = ("whole", "upper", "lower", "left", "right", "plain")
_QUANTITY = re.compile(
    rf"(?P<whole>{_NUMBER})\s+(?P<upper>\d+)/(?P<lower>\d+)|(?P<left>{_NUMBER})\s*(?::|/|\bin\b)\s*(?P<right>{_NUMBER})"
    rf"|(?P<plain>{_NUMBER})|\b(?P<word>{'|'.join(sorted(_WORDS, key=len, reverse=True))})\b"
)

_UNITS: dict[str, dict[str, int | str]] = {
    "length": {"m": 1, "mm": "1/1000", "cm": "1/100", "km": 1000, "in": "0.0254", "ft": "0.3048", "µm": "1/1000000"},
    "area": {"m2": 1, "mm2": "1/1000000", "ft2": "0.09290304"},
    "volume": {"m3": 1, "l": "1/1000"},
    "time": {"s": 1, "min": 60, "h": 3600, "d": 86400, "week": 604800, "year": 31556952, "ms": "1/1000"},
    "mass": {"kg": 1, "g": "1/1000", "t": 1000, "lb": "0.45359237"},
    "force": {"n": 1, "kn": 1000, "lbf": "4.4482216152605"},
    "pressure": {"pa": 1, "kpa": 1000, "mpa": 10**6, "bar": 10**5, "psi": "6894.757", "kn/m2": 1000, "n/mm2": 10**6},
    "speed": {"m/s": 1, "km/h": "5/18", "mph": "0.44704"},
    "flow": {"m3/s": 1, "l/s": "1/1000", "dm3/s": "1/1000", "l/min": "1/60000", "m3/h": "1/3600"},
    "flow per area": {"l/(s·m2)": 1, "dm3/(s·m2)": 1, "l/s·m2": 1},
    "water per person": {"l/(person·d)": 1},
    "rate": {"1/h": 1},
    "share": {"": 1, "%": "1/100", "ppm": "1/1000000"},
    "angle": {"°": 1},
    "illuminance": {"lux": 1, "fc": "10.7639"},
    "frequency": {"hz": 1, "khz": 1000},
    "density": {"kg/m3": 1},
    "power": {"w": 1, "kw": 1000},
    "information": {"bit": 1, "octet": 8},
    "level": {"db": 1},
}
_SCALES = {unit: (dimension, Fraction(str(scale))) for dimension, row in _UNITS.items() for unit, scale in row.items()}

_SPELLINGS = (
    (r"litres?/person/day|litres? per person per day|l/person/d(ay)?", "l/(person·d)"),
    (r"(litres?|l) per (second|s) per (square metres?|m2)( floor area| of internal floor area)?", "l/(s·m2)"),
    (r"dm3/s per m2", "dm3/(s·m2)"),
    (r"air changes?(?: per hour|/h)?( per room)?|ach|h-1", "1/h"),
    (r"parts per million", "ppm"),
    (r"foot ?candles?", "fc"),
    (r"db laeq.*|db\(a\)|decibels?|dba", "db"),
    (r"per ?cent|percent|pct", "%"),
    (r"millimet(re|er)s?", "mm"),
    (r"centimet(re|er)s?", "cm"),
    (r"kilomet(re|er)s?", "km"),
    (r"\bmet(re|er)s?\b", "m"),
    (r"inch(es)?|″|\"", "in"),
    (r"feet|foot|′", "ft"),
    (r"(deg(rees?)?|°)\.? ?(celsius|c\b)|℃|˚c|^c$", "°c"),
    (r"(deg(rees?)?|°)\.? ?(fahrenheit|f\b)|℉", "°f"),
    (r"degrees?|deg|˚|º", "°"),
    (r"litres?|liters?", "l"),
    (r"seconds?|secs?", "s"),
    (r"minutes?|mins?", "min"),
    (r"hours?|hrs?", "h"),
    (r"days?", "d"),
    (r"weeks?", "week"),
    (r"months?", "month"),
    (r"years?", "year"),
    (r"kilograms?|kilos?", "kg"),
    (r"pounds?", "lbf"),
    (r"newtons?", "n"),
    (r"watts?( per room)?", "w"),
    (r"octets?|bytes?", "octet"),
    (r"bits?", "bit"),
    (r" per (person|machine|shower or bath|wc pan or urinal)$", ""),
    (r" per ", "/"),
)


@dataclass(frozen=True, slots=True)
class Size:
    """A magnitude in the base unit of its dimension.

    Attributes:
        magnitude: None for a class, which has its words instead.
        dimension: "" where the unit is in no table; then numbers alone are compared.
        written: The number before any conversion.
    """

    magnitude: Fraction | None
    dimension: str
    written: Fraction = Fraction(0)
    words: str = ""

    def equals(self, other: Size) -> bool:
        """Whether both say the same, within the tolerance; sizes of different known dimensions never do."""
        if self.magnitude is None or other.magnitude is None:
            return self.words != "" and self.words == other.words
        if self.dimension and other.dimension:
            return self.dimension == other.dimension and _are_close(self.magnitude, other.magnitude)
        return _are_close(self.written, other.written)


def _are_close(first: Fraction, second: Fraction) -> bool:
    return abs(first - second) <= TOLERANCE * max(abs(first), abs(second))


@dataclass(frozen=True, slots=True)
class Bound:
    """One side of a demand: what is counted. A range is two bounds, a set of classes one."""

    comparator: Comparator
    sizes: tuple[Size, ...]

    def agrees(self, other: Bound) -> bool:
        """Whether comparators are the same and some way of writing the one equals one of the other."""
        return self.comparator is other.comparator and self.is_as_large(other)

    def is_as_large(self, other: Bound) -> bool:
        """Whether the sizes agree, whatever the comparators; a set of classes has to be the whole set."""
        if self.comparator is Comparator.ONE_OF and other.comparator is Comparator.ONE_OF:
            return {size.words for size in self.sizes} == {size.words for size in other.sizes}
        return any(mine.equals(theirs) for mine in self.sizes for theirs in other.sizes)


def number(text: str) -> Fraction | None:
    """The first number of a text: digits, "1 1/4", "1:12", "1 in 40", "1/20", or an English word up to twelve."""
    found = _first(text)
    return found[0] if found else None


def after_number(text: str) -> str:
    """What follows the first number: "mm wide", "" where there is no number."""
    found = _first(text)
    return text[found[1] :].strip() if found else ""


def _first(text: str) -> tuple[Fraction | None, int] | None:
    found = _QUANTITY.search(text.casefold())
    if found is None:
        return None
    if found["word"]:
        return Fraction(_WORDS[found["word"]]), found.end()
    parts = [Fraction(found[name].replace(",", "")) for name in _PARTS if found[name]]
    return _combined(parts), found.end()


def _combined(parts: Sequence[Fraction]) -> Fraction | None:
    if len(parts) == 1:
        return parts[0]
    *whole, upper, lower = parts
    return None if lower == 0 else sum(whole, Fraction(0)) + upper / lower


def unit_name(text: str | None) -> str:
    """A unit's spelling as the table of units writes it; an unknown one in small letters."""
    plain = unicodedata.normalize("NFKC", text or "").casefold().replace("μ", "µ").strip(" .")
    for pattern, name in _SPELLINGS:
        plain = re.sub(pattern, name, plain)
    return plain.replace(" ", "")


def size(text: str, unit: str | None) -> Size:
    """What a written value is worth: a class where "class" or letters stand before its digits, else a number."""
    words = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    magnitude, name = number(words), unit_name(unit)
    if magnitude is None or "class" in words or re.match(r"[a-z]{1,4} ?\d", words):
        return Size(None, "class", words=words.replace("class", "").replace(" ", ""))
    if name in {"°c", "°f"}:
        celsius = magnitude if name == "°c" else (magnitude - 32) * Fraction(5, 9)
        return Size(celsius + Fraction("273.15"), "temperature", magnitude)
    dimension, scale = _SCALES.get(name, ("", Fraction(1)))
    return Size(magnitude * scale, dimension, magnitude)


def bounds(comparator: Comparator, values: Sequence[tuple[Size, ...]]) -> Iterator[Bound]:
    """The bounds that a demand sets; each value comes with all the ways in which it is written."""
    if comparator is Comparator.RANGE and len(values) == 2:
        low, high = sorted(values, key=lambda ways: ways[0].magnitude or Fraction(0))
        yield Bound(Comparator.AT_LEAST, low)
        yield Bound(Comparator.AT_MOST, high)
    elif comparator is Comparator.ONE_OF:
        yield Bound(comparator, tuple(way for ways in values for way in ways))
    else:
        for ways in values:
            yield Bound(comparator, ways)

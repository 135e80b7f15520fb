"""How texts write units: spellings in several languages, compiled once, and a scanner of compound units."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

LETTER = "A-Za-zÀ-ɏʻʼЀ-ӿ"
_EXPONENT = (
    r"(?P<exponent>²|³|⁻[¹²³]|\^?[-−]?[23](?![\d.,]\d|\d)|[-−]1(?!\d)"
    r"|(?<![A-Za-z]m)(?<=m)\s[23](?!\s?[-–—x×%\d]|[.,]\d|\w))"
)
_EXPONENTS = {"²": 2, "³": 3, "⁻¹": -1, "⁻²": -2, "⁻³": -3}
_MOST_FACTORS = 5


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit of the data file.

    Attributes:
        definition: As Pint reads it.
        system: "us" for inch-pound units, else "si".
        counting: A count of things: alone it is a plain number.
    """

    name: str
    definition: str
    system: str
    counting: bool


@dataclass(frozen=True, slots=True)
class Factor:
    """A unit and its power within a compound unit."""

    name: str
    exponent: int


@dataclass(frozen=True, slots=True)
class Written:
    """A unit found in a text: where it ends and what it is made of."""

    end: int
    factors: tuple[Factor, ...]


@dataclass(frozen=True, slots=True)
class Spellings:
    """The compiled data file.

    Attributes:
        signs, words, stems: Name of the unit that is written so; words and stems case-folded.
        one: Pattern of one unit with its power; `joint`: of what joins two.
        pairs: Names of a larger and a smaller unit that one value may be written in.
        capital_of: Units in the capitals of a drawing's note, with how they are written else; `capitals`: any of them;
            timed: those that are one only on a line in which something is found.
    """

    units: Mapping[str, Unit]
    signs: Mapping[str, str]
    words: Mapping[str, str]
    stems: Mapping[str, str]
    endings: tuple[str, ...]
    one: re.Pattern[str]
    joint: re.Pattern[str]
    before_length: frozenset[str]
    powered: frozenset[str]
    shy: frozenset[str]
    closing: Mapping[str, str]
    after_inch: frozenset[str]
    pairs: frozenset[tuple[str, str]]
    capital_of: Mapping[str, str]
    capitals: re.Pattern[str]
    timed: Mapping[str, re.Pattern[str]]


@cache
def spellings() -> Spellings:
    """The spellings of all units, read and compiled once."""
    data = tomllib.loads(Path(__file__).with_name("units.toml").read_text(encoding="utf-8"))
    rows, grammar = data["unit"], data["grammar"]
    signs = {sign: row["name"] for row in rows for sign in row.get("signs", ())}
    words = {word.casefold(): row["name"] for row in rows for word in row.get("words", ())}
    return Spellings(
        units={row["name"]: _unit(row) for row in rows},
        signs=signs,
        words={word: name for word, name in words.items() if not word.endswith("*")},
        stems={word[:-1]: name for word, name in words.items() if word.endswith("*")},
        endings=tuple(sorted(grammar["endings"], key=_longest_first)),
        one=_one(signs, words, grammar),
        joint=_joint(grammar),
        before_length=frozenset(grammar["before_length"]),
        powered=frozenset(grammar["powered"]),
        shy=frozenset(grammar["shy"]),
        closing=grammar["closing"],
        after_inch=frozenset(grammar["after_inch"]),
        pairs=frozenset((pair["large"], pair["small"]) for pair in data["pair"]),
        capital_of={unit.upper(): unit for unit in grammar["capitals"]},
        timed={unit: re.compile(pattern) for unit, pattern in grammar["timed"].items()},
        capitals=re.compile(rf"(?:{_either(unit.upper() for unit in grammar['capitals'])})(?![{LETTER}0-9])"),
    )


def _unit(row: Mapping[str, Any]) -> Unit:
    return Unit(row["name"], row["define"], row.get("system", "si"), row.get("counting", False))


def _one(signs: Mapping[str, str], words: Iterable[str], grammar: Mapping[str, Any]) -> re.Pattern[str]:
    """Pattern of one unit: "square" or "cubic", a word or a sign, an exponent."""
    endings = grammar["endings"]
    exact = "|".join(re.escape(sign) for sign in sorted(signs, key=_longest_first))
    sign_end = rf"(?:(?![{LETTER}0-9])|(?=(?:{_either(grammar['sign_endings'])})(?![{LETTER}])))"
    square, cubic = (_spelled(grammar[word], endings) for word in ("square", "cubic"))
    squared, cubed = (_spelled(grammar[word], ()) for word in ("squared", "cubed"))
    power = rf"(?:(?:(?P<square>{square})|(?P<cubic>{cubic}))\s{{0,2}})?"
    after = rf"(?:\s(?:(?P<squared>{squared})|(?P<cubed>{cubed})))?"
    return re.compile(
        rf"{power}(?:(?P<word>{_spelled(words, endings)}){after}"
        rf"|(?P<sign>{exact})(?:{_EXPONENT}|{sign_end}))"
    )


def _joint(grammar: Mapping[str, Any]) -> re.Pattern[str]:
    """Pattern of what joins two units: "/" or "per", a dot, a blank or nothing."""
    per = rf"\s?(?P<per>/|(?:{_spelled(grammar['per'], ())})\s|每)\s?"
    return re.compile(rf"{per}|\s?[·⋅•]\s?|\.(?=[{LETTER}])|(?P<blank>[ \u00a0]?)")


def _spelled(words: Iterable[str], endings: Iterable[str]) -> str:
    """Pattern of any of the words, in any case; those in Han signs need no boundary after them."""
    folded = sorted({word.casefold() for word in words}, key=_longest_first)
    han = [word for word in folded if "\u4e00" <= word[-1] <= "\u9fff"]
    starred = [word[:-1] for word in folded if word.endswith("*")]
    plain = [word for word in folded if word not in han and not word.endswith("*")]
    tail = rf"(?:{_either(endings)})?" if endings else ""
    groups = [_either(han)] if han else []
    groups += [rf"(?i:{_either(plain)})(?![{LETTER}0-9_])"] if plain else []
    groups += [rf"(?i:{_either(starred)}){tail}(?![{LETTER}0-9_])"] if starred else []
    return "|".join(groups)


def _either(words: Iterable[str]) -> str:
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in sorted(words, key=_longest_first))


def _longest_first(text: str) -> tuple[int, str]:
    return -len(text), text


def factors_of(unit: str) -> tuple[Factor, ...]:
    """What a unit is made of; empty where any part of it is unknown."""
    text = " ".join(unit.split())
    written = scan_unit(text, 0)
    return written.factors if written and written.end == len(text) else ()


def scan_unit(text: str, start: int) -> Written | None:
    """The longest unit that begins at `start`.

    What follows a "/" or "per" without another sign belongs under it: "W/m²K" is a watt per (square metre kelvin).
    """
    capital, plain = spellings().capitals.match(text, start), _scan_plain(text, start)
    if capital is None or (plain is not None and plain.end >= capital.end()):
        return plain
    meant = _scan_plain(spellings().capital_of[capital[0]], 0)
    return Written(capital.end(), meant.factors) if meant else plain


def _scan_plain(text: str, start: int) -> Written | None:
    found = _scan_one(text, start, 1)
    if found is None:
        return None
    factors, end, sign = [found[0]], found[1], 1
    while len(factors) < _MOST_FACTORS and (joint := spellings().joint.match(text, end)):
        sign = -1 if joint["per"] else sign
        more, after = _scan_group(text, joint.end(), sign)
        blank = joint["blank"]
        if not more or (blank is not None and not _joins(text, joint, more[0].exponent * sign, factors[-1])):
            break
        factors, end = factors + more, after
    return Written(end, tuple(factors))


def _scan_group(text: str, start: int, sign: int) -> tuple[list[Factor], int]:
    """One unit, or some in brackets, and where they end; nothing where the bracket holds anything else."""
    if not text.startswith("(", start):
        found = _scan_one(text, start, sign)
        return ([found[0]], found[1]) if found else ([], start)
    inside, closed = text[start + 1 :].partition(")")[:2]
    written = scan_unit(inside, 0) if closed else None
    if written is None or written.end != len(inside):
        return [], start
    return [Factor(part.name, sign * part.exponent) for part in written.factors], start + 2 + written.end


def _joins(text: str, joint: re.Match[str], own: int, before: Factor) -> bool:
    """Whether two units side by side are one: after an exponent ("m²K"), "kN m", "m s-1".

    Args:
        own: Exponent of the second unit, as written.
    """
    if not joint["blank"]:
        return abs(before.exponent) > 1
    if text.startswith("(", joint.end()):
        return False
    return own < 0 or (before.name in spellings().before_length and text.startswith(("m", "м"), joint.end()))


def _scan_one(text: str, start: int, sign: int) -> tuple[Factor, int] | None:
    match = spellings().one.match(text, start)
    if match is None:
        return None
    name = spellings().signs[match["sign"]] if match["sign"] else _name(match["word"])
    if match["exponent"] in ("2", "3") and name not in spellings().powered:
        return None
    return Factor(name, sign * _power(match)), match.end()


def _power(match: re.Match[str]) -> int:
    if match["square"] or match["squared"]:
        return 2
    if match["cubic"] or match["cubed"]:
        return 3
    written = match["exponent"] or "1"
    return _EXPONENTS.get(written) or int(written.strip().lstrip("^").replace("−", "-"))


def _name(word: str) -> str:
    """Name of the unit that the word spells, without regard to case, blanks and ending."""
    known = spellings()
    folded = " ".join(word.casefold().split())
    exact = known.words.get(folded) or known.stems.get(folded)
    if exact:
        return exact
    stems = (folded.removesuffix(ending) for ending in known.endings if folded.endswith(ending))
    return next(known.stems[stem] for stem in stems if stem in known.stems)

"""Numbers in words and digits, in English, Russian, Uzbek (both alphabets) and Chinese."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from graph.quantities.units import as_decimal

BLANK = " \u00a0\u2009\u202f"
VULGAR = {"½": "1/2", "¼": "1/4", "¾": "3/4", "⅓": "1/3", "⅔": "2/3", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8"}
_APOSTROPHES = "'`ʻʼ’‘"
_FOLDED = str.maketrans(_APOSTROPHES, "‘" * len(_APOSTROPHES))
_NARROW = str.maketrans("０１２３４５６７８９．", "0123456789.")
_WORD = re.compile(rf"[^\W\d_]+(?:[{_APOSTROPHES}][^\W\d_]+)*")
_COMMA_DECIMALS = frozenset({"ru", "uz"})


@dataclass(frozen=True, slots=True)
class NumberWords:
    """The number words of one language.

    Attributes:
        pattern: Matches a number in words, with its boundaries.
        openings: Words with which a number can begin, case-folded; empty for Chinese.
        measures: Chinese: what has to follow for the number to count.
    """

    pattern: re.Pattern[str]
    openings: frozenset[str]
    values: Mapping[str, Decimal]
    multipliers: Mapping[str, Decimal]
    fractions: Mapping[str, Decimal]
    joiners: frozenset[str]
    endings: tuple[str, ...]
    measures: tuple[str, ...]


@cache
def number_data() -> Mapping[str, Any]:
    """The data file, read once."""
    return tomllib.loads(Path(__file__).with_name("numbers.toml").read_text(encoding="utf-8"))


def find_in_words(text: str, start: int, end: int, language: str) -> Iterator[re.Match[str]]:
    """Matches of numbers in words, left to right; some of them may spell no number."""
    known = number_words(language)
    if known is None:
        return
    if not known.openings:
        yield from known.pattern.finditer(text, start, end)
        return
    after = start
    for word in _WORD.finditer(text, start, end):
        if word.start() >= after and _folded(word[0]) in known.openings:
            match = known.pattern.match(text, word.start(), end)
            if match:
                after = match.end()
                yield match


def _folded(word: str) -> str:
    return word.casefold().translate(_FOLDED)


@cache
def number_words(language: str) -> NumberWords | None:
    """Number words of a language (ISO 639-1); None where the data has none."""
    rows = number_data()["words"].get(language)
    if rows is None:
        return None
    values, multipliers, fractions = (_flat(rows[name]) for name in ("values", "multipliers", "fractions"))
    endings = tuple(sorted(rows.get("endings", ()), key=len, reverse=True))
    han = language == "zh"
    pattern = _han_pattern(values, multipliers) if han else _word_pattern(rows, values, multipliers, fractions)
    return NumberWords(
        re.compile(pattern, re.IGNORECASE),
        frozenset() if han else _openings(values, multipliers, fractions, endings=endings),
        values,
        multipliers,
        fractions,
        frozenset(rows["joiners"]),
        endings,
        tuple(rows.get("measures", ())),
    )


def _flat(rows: Iterable[list[Any]]) -> dict[str, Decimal]:
    return {word: Decimal(str(row[0])) for row in rows for word in row[1:]}


def _openings(*words: Iterable[str], endings: Iterable[str]) -> frozenset[str]:
    first = {re.split(r"[\s-]", word)[0] for group in words for word in group}
    return frozenset(word + ending for word in first for ending in ("", *endings))


def _han_pattern(values: Iterable[str], multipliers: Iterable[str]) -> str:
    return f"[{''.join(values)}{''.join(multipliers)}]+"


def _word_pattern(rows: Mapping[str, Any], *words: Iterable[str]) -> str:
    values, multipliers, fractions = (_alternatives(group) for group in words)
    ending = rf"(?:\s?(?:{'|'.join(rows['endings'])}))?" if rows.get("endings") else ""
    # A joiner stands only after a multiplier: "one hundred and twenty", but "two and three" are two numbers.
    joiner = rf"(?:{multipliers})\s+(?:{'|'.join(rows['joiners'])})(?=\s)|" if rows["joiners"] else ""
    one = f"(?:{values}|{multipliers})"
    chain = rf"(?:(?:{joiner}{one})[\s-]+)*{one}"
    return rf"(?<![\w-])(?:{fractions}|{chain}){ending}(?![\w‘'’-]|\.\d)|(?<![\w-]){chain}(?=-\w)"


def _alternatives(words: Iterable[str]) -> str:
    ordered = sorted(words, key=len, reverse=True)
    return "|".join(re.escape(word).replace("‘", f"[{_APOSTROPHES}]").replace(r"\ ", r"\s+") for word in ordered)


def in_words(text: str, language: str) -> Decimal | None:
    """The number that words spell; None where they spell none.

    Examples:
        >>> in_words("one hundred and twenty", "en"), in_words("beshta", "uz"), in_words("二十五", "zh")
        (Decimal('120'), Decimal('5'), Decimal('25'))
    """
    known = number_words(language)
    if known is None:
        return None
    folded = _folded(" ".join(text.split()))
    if (fraction := known.fractions.get(folded)) is not None:
        return fraction
    words = list(folded) if language == "zh" else re.split(r"[\s-]+", folded)
    return _sum([word for word in words if word not in known.endings and word not in known.joiners], known)


def _sum(words: list[str], known: NumberWords) -> Decimal | None:
    """Total of number words from left to right: a multiplier multiplies what stands before it."""
    total, section, current = Decimal(0), Decimal(0), Decimal(0)
    for word in words:
        multiplier, value = known.multipliers.get(word), _value(word, known)
        if multiplier is not None and multiplier < 1000:
            section, current = section + (current or 1) * multiplier, Decimal(0)
        elif multiplier is not None:
            total, section, current = total + (section + current or 1) * multiplier, Decimal(0), Decimal(0)
        elif value is None or current % 10 ** len(str(value)):
            return None
        else:
            current += value
    return total + section + current


def _value(word: str, known: NumberWords) -> Decimal | None:
    """Value of one number word, with or without an ending."""
    forms = (word, *(word.removesuffix(ending) for ending in known.endings))
    return next((known.values[form] for form in forms if form in known.values), None)


def in_digits(text: str, language: str = "en") -> Decimal | None:
    """The number that digits, separators and fractions write; None for anything else.

    A comma before exactly three digits groups thousands, except in languages that write decimals with it.

    Examples:
        >>> [str(in_digits(text)) for text in ("1 500", "1,500", "0,3", "1½", "1 1/2", "−20")]
        ['1500', '1500', '0.3', '1.5', '1.5', '-20']
        >>> str(in_digits("1,500", "ru"))
        '1.500'
    """
    plain = text.strip().translate(_NARROW).replace("−", "-").replace("–", "-")
    for sign, fraction in VULGAR.items():
        plain = plain.replace(sign, f" {fraction}")
    match = re.fullmatch(rf"(-?)\s?([\d.,'{BLANK}]*?)[\s-]?(?:(\d+)/(\d+))?", plain.replace("+", ""))
    if match is None or not re.search(r"\d", plain) or match[4] == "0":
        return None
    whole = _plain(match[2].strip(), language) if match[2].strip() else Decimal(0)
    if whole is None:
        return None
    part = Fraction(int(match[3]), int(match[4])) if match[3] else Fraction(0)
    value = as_decimal(Fraction(whole) + part) if part else whole
    return -value if match[1] else value


def _plain(digits: str, language: str) -> Decimal | None:
    """A number without sign and fraction; grouping is told from decimals by its form and the language."""
    joined = re.sub(rf"(?<=\d)[{BLANK}'](?=\d{{3}}(?!\d))", "", digits)
    grouped = re.fullmatch(r"[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?", joined)
    if grouped and (language not in _COMMA_DECIMALS or joined.count(",") > 1):
        joined = joined.replace(",", "")
    elif re.fullmatch(r"[1-9]\d{0,2}(?:\.\d{3}){2,}(?:,\d+)?", joined):
        joined = joined.replace(".", "").replace(",", ".")
    else:
        joined = joined.replace(",", ".")
    return Decimal(joined) if re.fullmatch(r"\d+(?:\.\d+)?|\.\d+", joined) and joined.isascii() else None

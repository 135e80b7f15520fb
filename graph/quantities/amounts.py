"""Numbers that are written short, and money: "£5 million", "USD 2.5m", "1.2 million euros", "€500 per day"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from graph.quantities.numerals import BLANK, number_data
from graph.quantities.spellings import scan_unit
from graph.quantities.unit_places import unit_after
from graph.spans import Span


@dataclass(frozen=True, slots=True)
class Amount:
    """What stands around a number that is written short or is money.

    Attributes:
        scale: How many times the digits.
        end: Behind the word or sign for it.
        per: What it is paid for, each time; None for a sum.
    """

    scale: Decimal
    end: int
    unit: Span | None
    per: Span | None = None


@dataclass(frozen=True, slots=True)
class _Patterns:
    currency: re.Pattern[str]
    word: re.Pattern[str]
    sign: re.Pattern[str]
    each: re.Pattern[str]
    scales: Mapping[str, Decimal]


def amount_at(text: str, digits: Span, limit: int) -> Amount | None:
    """The amount that the digits at a place are of; None for a plain number with or without a unit behind it."""
    known = _patterns()
    before = known.currency.search(text, max(0, digits.start - 5), digits.start)
    scale = known.word.match(text, digits.end, limit) or _sign(text, digits, limit, is_money=before is not None)
    if before is None and scale is None:
        return None
    end = scale.end() if scale else digits.end
    times = known.scales[scale["scale"].casefold()] if scale else Decimal(1)
    if before is None:
        return Amount(times, end, unit_after(text, end, limit))
    return Amount(times, end, Span(*before.span("sign")), _per(text, end, limit))


def _sign(text: str, digits: Span, limit: int, *, is_money: bool) -> re.Match[str] | None:
    """The letter of "£5m", or of "500k EUR"."""
    sign = _patterns().sign.match(text, digits.end, limit)
    if sign is None or is_money:
        return sign
    unit = unit_after(text, sign.end(), limit)
    return sign if unit is not None and text[unit.start : unit.end] in number_data()["context"]["currencies"] else None


def _per(text: str, end: int, limit: int) -> Span | None:
    """The unit that money is paid for each of: "per day", "/m²", "a week"."""
    each = _patterns().each.match(text, end, limit)
    unit = scan_unit(text, each.end()) if each else None
    return Span(each.end(), unit.end) if each and unit and unit.end <= limit else None


@cache
def _patterns() -> _Patterns:
    scales, signs = number_data()["scales"], number_data()["context"]["currencies"]
    either = "|".join(re.escape(sign) for sign in sorted(signs, key=len, reverse=True))
    return _Patterns(
        currency=re.compile(rf"(?<![^\W\d_])(?P<sign>{either})[{BLANK}]?$"),
        word=_scale(rf"[{BLANK}\n]?", scales["words"], re.IGNORECASE),
        sign=_scale(f"[{BLANK}]?", scales["signs"], re.NOFLAG),
        each=re.compile(rf"(?:[{BLANK}\n](?:{'|'.join(scales['each'])})[{BLANK}\n]|/)"),
        scales={word.casefold(): Decimal(row[0]) for row in (*scales["words"], *scales["signs"]) for word in row[1:]},
    )


def _scale(gap: str, rows: list[list[str]], flags: re.RegexFlag) -> re.Pattern[str]:
    words = sorted((re.escape(word) for row in rows for word in row[1:]), key=len, reverse=True)
    return re.compile(rf"{gap}(?P<scale>{'|'.join(words)})(?![^\W_])", flags)

"""Quantities in running text and cells: numbers with their units, ratios and classes, with their places.

What is found is verbatim: `text[span]` is what was written. Numbers that only name something - clauses,
tables, standards, dates, list labels, parts of identifiers - are left out.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from graph.dates import find_dates
from graph.demands import Quantity
from graph.quantities.amounts import amount_at
from graph.quantities.classes import find_classes
from graph.quantities.numerals import BLANK, VULGAR, find_in_words, in_digits, in_words, number_data, number_words
from graph.quantities.spellings import spellings
from graph.quantities.unit_places import unit_after
from graph.quantities.units import from_base, to_base
from graph.spans import Span

_VULGAR = "".join(VULGAR)
_DIGITS = (
    r"[1-9]\d{0,2}(?:[\u00a0\u2009\u202f]\d{3})+(?:[.,]\d+)?|[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d+)?"
    r"|[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?|\d+[.,．]\d+|\d+|(?<![\w.,])\.\d+"
)
_FRACTION = rf"(?:[ -]?[{_VULGAR}]|[ -]\d{{1,2}}/\d{{1,2}}(?![\d/]))"
_NUMBER = re.compile(
    r"(?P<ratio>\d+(?:\.\d+)?(?:\s?[:：]|\s[:：]\s)\d+(?:\.\d+|,\d+(?![\d:：,]))?(?:[:：]\d+(?:\.\d+)?)*"
    r"|(?<![\d./])1/(?:[1-9]\d{2,3})(?![\d./])"
    r"|(?<![\d.])1 in (?:every |each )?\d+(?![\d.]*\d))"
    rf"|(?P<number>[-−–+]?(?:\d{{1,2}}/\d{{1,2}}(?![\d/])|(?:{_DIGITS})(?!\d){_FRACTION}?|[{_VULGAR}]))"
)
_GLUED_BEFORE = re.compile(r"[A-Za-zÀ-ɏЀ-ӿ_0-9#@]$(?<!\d\d[xх])|[A-Za-zÀ-ɏЀ-ӿ_]\d*[-/.:]$|\d[.:]$")
_GLUED_AFTER = re.compile(r"(?!(?<=\d\d)[xх]\s?\d)[A-Za-zÀ-ɏЀ-ӿ_]|[.:]\d|/[A-Za-z]|-[A-Za-zÀ-ɏЀ-ӿ]?\d|\(\d")
_RANGE_AFTER = re.compile(r"-\d+(?:\.\d+)?(?!\d)")
_DIGITS_BEFORE = re.compile(rf"\d[{BLANK}\n]?$")
_WORD_BEFORE = re.compile(rf"([^\W\d_]+|[§№]+)[.{BLANK}\n]{{0,3}}$")
_EDITION = re.compile(r"(?!1:)\d+:(?:19|20)\d\d")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_YEARLIKE = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)|\d[./]\d")
_ONE_IN = re.compile(
    r"\b[Oo]ne in (?:every |each )?"
    r"(?:\d+(?![\d.]*\d)|(?:two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty)\b)"
)
_AGAIN = re.compile(r"\s?\(\d+\)")
"""Digits that repeat a number in words: "thirty (30) days"."""
_LOOK_BACK = 40


@dataclass(frozen=True, slots=True)
class _Found:
    """A number and the unit beside it, while they are being put together.

    Attributes:
        per: What money is paid for: the day of "£500 per day".
    """

    start: int
    end: int
    magnitude: Decimal | None
    unit: Span | None = None
    digits: str = ""
    per: Span | None = None

    @property
    def after(self) -> int:
        """Where the number with its unit ends."""
        return max([self.end, *(part.end for part in (self.unit, self.per) if part)])

    @property
    def before(self) -> int:
        """Where the number begins, with a unit before it."""
        return min(self.start, self.unit.start) if self.unit else self.start


def find_quantities(text: str, span: Span | None = None, language: str = "en") -> list[Quantity]:
    """The quantities within a span of a text, left to right, not overlapping.

    A unit that several numbers share ("900 to 1000 mm", "50 ± 5 mm") is given to each of them, as
    `unit_span` where it stands apart. "2 ft 6 in." is one quantity in the smaller unit. Ratios, times of day
    and classes have no magnitude: `graph.quantities.values` reads what was written. A sign belongs to
    its number; "±" does not.

    Args:
        text: The whole text, so that what stands before the span tells what a number is.
        span: Where to look; all of the text if None.
        language: ISO 639-1 code: whose number words and decimal signs are read.
    """
    within = span or Span(0, len(text))
    classes = find_classes(text, within)
    found = _outside(sorted(_found(text, within, language), key=lambda item: item.start), classes)
    found = _without_names(text, within, found)
    merged = _share_units(text, _merge_pairs(text, found))
    quantities = [*(_quantity(text, item) for item in merged), *(_class(text, place) for place in classes)]
    return sorted(quantities, key=lambda quantity: quantity.span)


def _found(text: str, within: Span, language: str) -> Iterator[_Found]:
    """Ratios in words, and the numbers outside them."""
    written = _ONE_IN.finditer(text, within.start, within.end) if "ne in " in text[within.start : within.end] else ()
    ratios = [ratio for ratio in (_ratio(text, match) for match in written) if ratio is not None]
    numbers = [*_numbers(text, within, language), *_words(text, within, language)]
    yield from ratios
    yield from _outside(numbers, [Span(ratio.start, ratio.end) for ratio in ratios]) if ratios else numbers


def _outside(found: list[_Found], places: list[Span]) -> list[_Found]:
    """Those that no place overlaps; both are in order, and places do not overlap each other."""
    ends = [place.end for place in places]
    return [item for item in found if not _overlaps(item, places, ends)]


def _overlaps(item: _Found, places: Sequence[Span], ends: Sequence[int]) -> bool:
    at = bisect_right(ends, item.start)
    return at < len(places) and places[at].start < item.end


def _class(text: str, place: Span) -> Quantity:
    return Quantity(text[place.start : place.end], None, None, place)


def _quantity(text: str, found: _Found) -> Quantity:
    unit = text[found.unit.start : found.unit.end] if found.unit else None
    magnitude = None if found.magnitude is None else found.digits or format(found.magnitude, "f")
    if found.unit and found.per:
        unit = f"{unit} per {text[found.per.start : found.per.end]}"
    if found.unit is None or text[found.end : found.unit.start].strip(f"{BLANK}\n-‑"):
        return Quantity(text[found.start : found.end], magnitude, unit, Span(found.start, found.end), found.unit)
    place = Span(found.before, found.after)
    return Quantity(text[place.start : place.end], magnitude, unit, place)


def _numbers(text: str, within: Span, language: str) -> Iterator[_Found]:
    """Numbers in digits and ratios, with the unit that follows each."""
    at = within.start
    while match := _NUMBER.search(text, at, within.end):
        found = _ratio(text, match) if match["ratio"] else _number(text, match, within, language)
        at = match.end() if found is None else max(found.after, match.start() + 1)
        if found is not None:
            yield found


def _ratio(text: str, match: re.Match[str]) -> _Found | None:
    """A ratio, but not "one in 24 hours", and not the edition of a standard: "EN 13501:2018"."""
    if _EDITION.fullmatch(match[0]):
        return None
    is_rate = " in " in match[0] and unit_after(text, match.end(), len(text)) is not None
    return None if is_rate else _Found(match.start(), match.end(), None)


def _number(text: str, match: re.Match[str], within: Span, language: str) -> _Found | None:
    start, end = match.span()
    if text[start] in "-−–+" and re.search(rf"[\w'\"′″’”]$|\d[{BLANK}]?$", text[max(0, start - 2) : start]):
        start += 1
    end = _end_of_number(text, Span(start, end), within, language)
    value = in_digits(text[start:end], language)
    if value is None:
        return None
    digits = text[start:end] if re.fullmatch(r"\d+(?:\.\d+)?", text[start:end]) and text[start:end].isascii() else ""
    if (amount := amount_at(text, Span(start, end), within.end)) is not None:
        return _Found(start, amount.end, value * amount.scale, amount.unit, per=amount.per)
    unit = unit_after(text, end, within.end)
    below = _minus(text, start)
    return _Found(start, end, value, unit, digits) if below is None else _Found(below, end, -value, unit)


def _minus(text: str, start: int) -> int | None:
    """Where the word begins that makes the number at `start` negative."""
    before = text[max(0, start - _LOOK_BACK) : start]
    match = re.search(rf"(?:{'|'.join(number_data()['context']['minus'])})\s?$", before, re.IGNORECASE)
    return None if match is None else start - len(match[0])


def _end_of_number(text: str, number: Span, within: Span, language: str) -> int:
    """Where a number ends whose groups may be numbers of their own: "Table 2 600 mm", "10,15 and 20 mm"."""
    written = text[number.start : number.end]
    measured = unit_after(text, number.end, within.end) is not None
    if re.match(r"\d+ \d{3}", written) and (
        _word_before(text, number.start) in _labels()
        or not (measured or language in ("ru", "uz") or re.search(r" 0", written))
    ):
        return number.start + written.index(" ")
    if re.fullmatch(r"[1-9]\d*,\d{1,2}", written) and not measured and language not in ("ru", "uz"):
        return number.start + written.index(",")
    return number.end


def _words(text: str, within: Span, language: str) -> Iterator[_Found]:
    """Numbers in words; "one" counts only where it is no pronoun."""
    known = number_words(language)
    if known is None:
        return
    for match in find_in_words(text, within.start, within.end, language):
        value = in_words(match[0], language)
        again = _AGAIN.match(text, match.end(), within.end)
        behind = again.end() if again else match.end()
        unit = unit_after(text, behind, within.end, number_data()["context"]["articles"])
        measured = not known.measures or text.startswith(known.measures, match.end()) or unit is not None
        is_alone = not (_is_scale(text, match, known.multipliers) or _is_pronoun(text, match, language))
        if value is not None and measured and is_alone:
            yield _Found(match.start(), match.end(), value, unit)


def _is_scale(text: str, match: re.Match[str], multipliers: Container[str]) -> bool:
    """Whether the word says how many times the digits before it are meant: "5 million"."""
    before = text[max(0, match.start() - 2) : match.start()]
    return match[0].split()[0].casefold() in multipliers and bool(_DIGITS_BEFORE.search(before))


def _is_pronoun(text: str, match: re.Match[str], language: str) -> bool:
    if language != "en" or match[0].casefold() != "one":
        return False
    context = number_data()["context"]
    before = _word_before(text, match.start())
    after = re.match(r"\s+([^\W\d_]+)", text[match.end() : match.end() + _LOOK_BACK])
    return before in context["one_after"] or (after is not None and after[1].casefold() in context["one_before"])


def _word_before(text: str, at: int) -> str:
    match = _WORD_BEFORE.search(text[max(0, at - _LOOK_BACK) : at])
    return match[1].casefold() if match else ""


def _without_names(text: str, within: Span, found: list[_Found]) -> list[_Found]:
    """Leave out numbers that name something: labelled, glued to letters, list labels, dates, and their lists."""
    labels, days = _labels(), _days(text, within, found)
    ends = [day.end for day in days]
    kept: list[_Found] = []
    named_until = -1
    for item in found:
        goes_on = named_until >= 0 and item.unit is None and _is_between(text[named_until : item.start])
        labelled = _word_before(text, item.start) in labels and not _is_measured(text, item)
        if (
            goes_on
            or labelled
            or (item.unit is None and item.digits and _overlaps(item, days, ends))
            or _is_glued(text, item)
            or _is_label(text, within, item)
        ):
            named_until = item.after
            continue
        named_until = -1
        kept.append(item)
    return kept


@cache
def _labels() -> frozenset[str]:
    return frozenset(number_data()["context"]["labels"])


def _is_measured(text: str, item: _Found) -> bool:
    """Whether a unit of more than one letter makes a number after a label a quantity ("no 900 mm")."""
    return item.unit is not None and len(item.unit) > 1 and "\n" not in text[item.end : item.unit.start]


def _days(text: str, within: Span, found: list[_Found]) -> list[Span]:
    """The dates that bare numbers may be part of; looked for only where something looks like a year."""
    is_bare = any(item.unit is None and item.digits for item in found)
    if not is_bare or not _YEARLIKE.search(text, within.start, within.end):
        return []
    days = find_dates(text[within.start : within.end])
    return [Span(day.start + within.start, day.end + within.start) for day, _ in days]


def _is_glued(text: str, item: _Found) -> bool:
    """Whether the number is part of a longer name: "A-201", "5839-1", "3.1.2", "M4(2)", "2nd"."""
    before = text[max(0, item.before - _LOOK_BACK) : item.before]
    if _GLUED_BEFORE.search(before) and not (item.digits == "" and text[item.start].isalpha()):
        return True
    if _YEAR.fullmatch(item.digits) and _is_year(text, item):
        return True
    if item.unit is not None or item.magnitude is None or _GLUED_AFTER.match(text, item.end) is None:
        return False
    ranged = _RANGE_AFTER.match(text, item.end)
    return ranged is None or unit_after(text, ranged.end(), len(text)) is None


def _is_year(text: str, item: _Found) -> bool:
    """Whether four digits are a year by what follows: "1990s", "2010 edition"."""
    if item.unit is not None:
        return text[item.end : item.unit.end] == "s"
    following = re.match(r"\s([^\W\d_]+)", text[item.end : item.end + _LOOK_BACK])
    return following is not None and following[1].casefold() in number_data()["context"]["year_names"]


def _is_label(text: str, within: Span, item: _Found) -> bool:
    """Whether a bare number is the label of a list item or clause, or repeats a number in words: "two (2)"."""
    if item.unit is not None or not item.digits:
        return False
    line = text.rfind("\n", within.start, item.start) + 1 or within.start
    opening = re.match(r"[.)]?[ \t\u00a0]+[A-ZА-ЯЁ]|[.)][ \t\u00a0]", text[item.end : item.end + 4])
    in_brackets = text[item.start - 1 : item.start] == "(" and text.startswith(")", item.end)
    return in_brackets or (not text[line : item.start].strip(" \t\u00a0•–-") and opening is not None)


def _is_between(gap: str) -> bool:
    """Whether only a connector stands between two numbers."""
    return " ".join(gap.split()).strip("()").casefold() in number_data()["context"]["between"]


def _merge_pairs(text: str, found: list[_Found]) -> list[_Found]:
    """Join "2 ft 6 in." and "1 hour 30 minutes" into one value of the smaller unit."""
    merged: list[_Found] = []
    for item in found:
        before = merged[-1] if merged else None
        joined = _pair(text, before, item) if before else None
        merged[-1:] = [joined] if joined else [before, item] if before else [item]
    return merged


def _pair(text: str, large: _Found, small: _Found) -> _Found | None:
    if large.unit is None or small.unit is None or large.magnitude is None or small.magnitude is None:
        return None
    gap = " ".join(text[large.after : small.start].split()).casefold()
    units = [text[part.start : part.end] for part in (large.unit, small.unit)]
    if gap not in ("", "-", "and", "и", "va") or not _are_pair(units[0], units[1]):
        return None
    base = to_base(large.magnitude, units[0])
    whole = from_base(base.value, units[1]) if base else None
    return None if whole is None else _Found(large.start, small.end, whole + small.magnitude, small.unit)


def _are_pair(large: str, small: str) -> bool:
    known = spellings()
    names = [known.signs.get(unit) or known.words.get(unit.casefold()) for unit in (large, small)]
    return (names[0], names[1]) in known.pairs


def _share_units(text: str, found: list[_Found]) -> list[_Found]:
    """Give the unit after the last of several numbers to those before it that have none."""
    shared: list[_Found] = []
    for item in reversed(found):
        after = shared[-1] if shared else None
        bare = item.unit is None and item.magnitude is not None
        if after and after.unit and bare and _is_between(text[item.end : after.start]):
            item = _Found(item.start, item.end, item.magnitude, after.unit, item.digits)
        shared.append(item)
    return shared[::-1]

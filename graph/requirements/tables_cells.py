"""Cells of a table: values with what binds and limits them, words that demand presence, or plain words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from graph.demands import Quantity
from graph.quantities.numbers import find_quantities
from graph.quantities.spellings import scan_unit
from graph.requirements.measures import Measure, measures
from graph.requirements.patterns import grammar
from graph.requirements.tables_words import table_words
from graph.spans import Span
from graph.vocabulary import Comparator

_LONGEST = 160
_MINUTES = re.compile(r"\s*min\.?$", re.IGNORECASE)
_SIZE = re.compile(r"[1-9]\d*(?:\.\d+)?(?:\s?[x×]\s?\d+(?:\.\d+)?){1,2}", re.IGNORECASE)
_COUNTED = re.compile(r"[^\W\d_A-Z]{3,}(?:\s[^\W\d_A-Z]{3,})?")
"""A noun that is counted: "12 characters", "3 coats"."""
_OTHERWISE = re.compile(r"[\s,;]+(?P<word>otherwise|elsewhere|in other cases)[\s,;:]*$", re.IGNORECASE)
_IN_BRACKET = re.compile(r"\s*\((?P<words>[^()]*[^()\s])\s*\)")
_SIGN = re.compile(r"[^\W\d_]{1,2}\d?")
"""What a drawing calls a measure: "800 mm (h1)"."""
_LOOSE = re.compile(r"\d+/\d+")
_JOINT = re.compile(r"[\s,;.]*(?:\b(?:or|and|but)\b)?[\s,;.]*", re.IGNORECASE)
_CYRILLIC, _HAN = re.compile("[а-яё]", re.IGNORECASE), re.compile("[\u4e00-\u9fff]")
_DEVIATION = re.compile(r"\s*(?:±|\+/-|\+/−)\s*$")


@dataclass(frozen=True, slots=True)
class Held:
    """One value of a cell; spans count from the head of the cell.

    Attributes:
        comparator: None where the cell does not bind it; PRESENT and ABSENT without values.
        qualifier: Words behind it that limit it.
        answer: It is a plain yes or no.
    """

    comparator: Comparator | None
    values: tuple[Quantity, ...]
    tolerance: tuple[Quantity, Quantity] | None = None
    qualifier: Span | None = None
    answer: bool = False


@dataclass(frozen=True, slots=True)
class Content:
    """What a cell holds: values; nothing at all; or words, where it has neither."""

    held: tuple[Held, ...] = ()
    blank: bool = False

    @property
    def is_words(self) -> bool:
        """Whether it is neither values nor blank."""
        return not self.held and not self.blank


_BLANK, _WORDS = Content(blank=True), Content()


@lru_cache(maxsize=8192)
def read_cell(words: str, measured: bool) -> Content:
    """Reads a cell.

    Args:
        measured: The unit stands elsewhere, so that "min." is a minimum and no minute.
    """
    known = table_words()
    if known.blank.fullmatch(words):
        return _BLANK
    if len(words) > _LONGEST:
        return _WORDS
    answer = known.answer.fullmatch(words) is not None
    if known.absent.fullmatch(words):
        return Content((Held(Comparator.ABSENT, (), answer=answer),))
    if known.present.fullmatch(words):
        return Content((Held(Comparator.PRESENT, (), answer=answer),))
    return _values(words, measured)


def _values(words: str, measured: bool) -> Content:
    if size := _SIZE.fullmatch(words):
        return Content((Held(None, (Quantity(size[0], None, None, Span(0, len(words))),)),))
    all_found = find_quantities(words, language=_language(words))
    open_ones = [one for at, one in enumerate(all_found) if not at or not _limits(words, one)]
    found = [_in_minimum(one, measured) for one in open_ones]
    if not found or any(_LOOSE.match(one.written) and _is_improper(one) for one in found):
        return _WORDS
    read = measures(words, Span(0, len(words)), found, grammar())
    ends = [0, *(one.end for one in read)]
    starts = [*(one.start for one in read[1:]), len(words)]
    held = _shared([_held(words, one, after, until) for one, after, until in zip(read, ends, starts, strict=False)])
    left = _unread(words, read)
    return Content(tuple(held)) if read and left is not None and _are_apart(held) else _WORDS


def _shared(held: list[Held]) -> list[Held]:
    """The values of a cell with the unit that only the last has: "≥ 10 and ≤ 20 mm"."""
    last = held[-1].values[-1] if len(held) > 1 and held[-1].values else None
    if last is None or last.unit is None:
        return held
    at = last.unit_span or Span(last.span.end - len(last.unit), last.span.end)
    return [replace(one, values=tuple(_with_unit(value, last.unit, at) for value in one.values)) for one in held]


def _with_unit(value: Quantity, unit: str, at: Span) -> Quantity:
    is_bare = value.unit is None and value.magnitude is not None
    return replace(value, unit=unit, unit_span=at) if is_bare else value


def _are_apart(held: Sequence[Held]) -> bool:
    """Whether several values limit each other: "900 mm for flights, otherwise 1100 mm", "min. 2, max. 5"."""
    bound = [one.comparator for one in held]
    return (
        len(held) == 1
        or sum(one.qualifier is not None for one in held) >= len(held) - 1
        or (None not in bound and len(set(bound)) == len(held))
    )


def _in_minimum(one: Quantity, measured: bool) -> Quantity:
    """ "2500 min." under a head in mm is a minimum and not a time."""
    if not measured or one.unit is None or not _MINUTES.fullmatch(one.unit):
        return one
    bare = _MINUTES.sub("", one.written)
    return replace(one, written=bare, unit=None, span=Span(one.span.start, one.span.start + len(bare)))


def _language(words: str) -> str:
    """Whose decimal signs and number words a cell has, by its script."""
    return "ru" if _CYRILLIC.search(words) else "zh" if _HAN.search(words) else "en"


def _limits(words: str, one: Quantity) -> bool:
    """Whether a value only limits the one before it: "1 per 125"."""
    return table_words().limited.search(words[: one.span.start]) is not None


def _is_improper(one: Quantity) -> bool:
    above, below = (int(part) for part in _LOOSE.match(one.written)[0].split("/"))  # type: ignore[index]
    return above >= below


def _held(words: str, one: Measure, after: int, until: int) -> Held:
    """A value with what limits it: words behind it, else an "otherwise" between the value before and it."""
    comparator = one.comparator or _said(words[: one.first])
    if comparator is None and _DEVIATION.search(words[: one.first]):
        comparator = Comparator.AT_MOST
    qualifier = _qualifier(words, one, until)
    other = _OTHERWISE.search(words, after, one.start)
    if qualifier is None and other is not None:
        qualifier = Span(*other.span("word"))
    return Held(comparator, one.values, one.tolerance, qualifier)


def _qualifier(words: str, one: Measure, until: int) -> Span | None:
    """Words behind a value that limit it: those of a bracket alone where one follows."""
    behind = words[one.end : until] if until == len(words) else _without_denial(words[one.end : until])
    behind = _OTHERWISE.sub("", behind)
    bracket = _IN_BRACKET.match(behind)
    if bracket is not None and _SIGN.fullmatch(bracket["words"]):
        return None
    if bracket is not None:
        return Span(one.end + bracket.start("words"), one.end + bracket.end("words"))
    start = one.end + len(behind) - len(behind.lstrip(" ,;("))
    end = one.end + len(behind.rstrip(" ,;).")) if behind.strip() else one.end
    return Span(start, end) if end > start and not _is_idle(words[start:end], one) else None


def _without_denial(gap: str) -> str:
    """What stands before a comparator without the "not" of it."""
    last = gap.split()[-1:]
    return gap.rstrip()[: -len(last[0])].rstrip() if last and grammar().comparing.denied.fullmatch(last[0]) else gap


def _is_idle(behind: str, one: Measure) -> bool:
    """Whether what stands behind a value does not limit it."""
    return _JOINT.fullmatch(behind) is not None or _is_counted(behind, one)


def _is_counted(behind: str, one: Measure) -> bool:
    value = one.values[-1]
    plain = value.unit is None and value.written.isdecimal() and table_words().qualifier.match(behind) is None
    return plain and _COUNTED.fullmatch(behind) is not None


def _said(before: str) -> Comparator | None:
    """The comparator that the words before a value are, in any language."""
    bare = before.strip(" ,;:()")
    return next((kind for kind, pattern in table_words().bounds if bare and pattern.fullmatch(bare)), None)


def _unread(words: str, read: Sequence[Measure]) -> str | None:
    """What stands between and behind the values, all of which has to limit them; None where it does not."""
    known, at = table_words(), 0
    for place, one in enumerate([*read, None]):
        gap = words[at : one.start if one else len(words)]
        bare = gap.strip(" ,;.()")
        if one is not None:
            bare = _without_denial(_DEVIATION.sub("", bare))
        if place == 0 and _said(gap) is not None:
            bare = ""
        limits = place > 0 and (bare.startswith("/") or known.qualifier.match(bare) is not None)
        counted = place > 0 and _is_counted(bare, read[place - 1])
        if bare and not limits and not counted and not _JOINT.fullmatch(bare) and not _is_bracket(gap, place):
            return None
        at = one.end if one else at
    return words


def _is_bracket(gap: str, place: int) -> bool:
    """Whether a gap is words in brackets behind a value, or a unit that the value does not know."""
    bare = gap.strip(" ,;.")
    return place > 0 and (re.fullmatch(r"\([^()]*\)", bare) is not None or scan_unit(bare, 0) is not None)

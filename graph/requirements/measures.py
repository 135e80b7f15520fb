"""Values of a sentence with what binds them: comparators before and behind, ranges, tolerances, second units."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from graph.demands import Quantity
from graph.requirements.patterns import Comparing, Grammar
from graph.requirements.tolerances import Tolerance, tolerances, untaken
from graph.spans import Span
from graph.vocabulary import Comparator

_FLIPPED = {Comparator.MORE: Comparator.AT_MOST, Comparator.LESS: Comparator.AT_LEAST}
_BRACKET = re.compile(r"\([^()]*\)")
_TO = re.compile(r"\s*(?:to|through|[-–—~])\s*", re.IGNORECASE)
_AND = re.compile(r"\s*(?:and|to|[-–—])\s*(?:(?:a|an|the)\s+)?", re.IGNORECASE)
_OR = re.compile(r"\s*(?:,\s*)?or\s+", re.IGNORECASE)
_LIST = re.compile(r"\s*,\s*|\s*,?\s*or\s+", re.IGNORECASE)
_JOINED = re.compile(
    r"\s*(?:(?:\w+(?:ly|wise)|from|above|below|beyond|behind|under)\s+|(?:at|by|in|on)\s+(?:the\s+)?\w+\s+)?[,;]?\s*(?:(?:and|or|by|x|×)\s*)(?:(?:[a-z-]+\s+){1,3}of\s+)?",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"\s+(?:in|on|at|for|by|between|during|from|under|within)\s(?:(?!\b(?:shall|must|should|may|is|are|has|have)\b)[^;:.]){1,60}?"
    r",?\s+and\s+(?:(?:by|to)\s+)?",
    re.IGNORECASE,
)
"""Between values of one bound that hold in two places: "not less than 900 mm in dwellings and 1000 mm elsewhere"."""
_BOUNDS = (Comparator.AT_LEAST, Comparator.AT_MOST, Comparator.MORE, Comparator.LESS)
_PLACED = re.compile(
    r"\s+(?:above|below|from|behind|beyond)\s(?:[\w-]+,?\s){1,4}?(?=(?:at\s(?:most|least)|minimum|maximum|min|max)\b\.?\s*(?:[.,;]|$))",
    re.IGNORECASE,
)
"""A place between a value and its bound: "900 mm above the floor at most"."""
_BLANK = re.compile(r"[\s,]*")
_COUNTED = re.compile(r"\s+(?:[a-z-]+\s+){1,2}(?=(?:or|and|minimum|maximum|min|max)\b)", re.IGNORECASE)
_VALUE = re.compile(r"\s+(?:\d|(?:one|two|three|four|five|six|seven|eight|nine|ten)\b)", re.IGNORECASE)
_TIME = re.compile(r"s|secs?|seconds?|min|mins|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?", re.IGNORECASE)
_LASTING = re.compile(r"\s{3,}for\s+$", re.IGNORECASE)
"""Behind an earlier value: "above 80 % for longer than"; what is denied before it is not denied here."""
_ENDED = re.compile(r"\s*(?:[.,;:)]|$)")
_CLOSED = re.compile(
    r"\s*(?:[.,;:)]|$|\s(?:and|but|or|above|below|from|for|in|at|on|to|measured|when|where)\b)", re.IGNORECASE
)
_FAR_WORDS = 14
_BETTER = re.compile(r"\bbetter\b", re.IGNORECASE)
_LOSS = re.compile(r"W\s*/\s*\(?\s*m|m[3³]\s*/\s*\(?\s*h|[µμ]m\b|ppm|ppb|[mµμ]?g\s*/", re.IGNORECASE)
"""Units of what is lost, let through, rough or dirty: the smaller is the better."""
_FLAW = re.compile(
    r"\b(?:u-values?|transmittance|permeability|leakage|accuracy|tolerances?|deviation|errors?|latency|roughness"
    r"|emissions?|noise|flatness|loss(?:es)?|delay|downtime)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Measure:
    """One value, or several of one range, and how it is bound.

    Attributes:
        comparator: None where no word binds it.
        start, end: From its comparator, if that stands before, to the end of all that belongs to it.
        first: Where its first value begins.
        bound_by: Words of its comparator.
        inherited: The comparator stands at an earlier value.
        dimension: Word behind it that says of what ("wide"), and the property's name.
        after: Where what follows value, second unit and comparator begins.
    """

    values: tuple[Quantity, ...]
    comparator: Comparator | None
    start: int
    end: int
    first: int
    bound_by: str = ""
    inherited: bool = False
    dimension: str | None = None
    tolerance: tuple[Quantity, Quantity] | None = None
    near: bool = True


def measures(text: str, span: Span, found: Sequence[Quantity], rules: Grammar) -> list[Measure]:
    """The values of a sentence outside its brackets, left to right, each bound as its words say."""
    brackets = [Span(*match.span()) for match in _BRACKET.finditer(text, span.start, span.end)]
    margins = tolerances(text, found, rules.comparing)
    open_ones = [
        one
        for one in untaken(found, margins)
        if not any(b.covers(one.span) and not one.span.covers(b) for b in brackets)
    ]
    bound: list[Measure] = []
    for group in _groups(text, span, open_ones, rules.comparing):
        group = _with_tolerance(group, margins)
        widened = replace(group, end=_after_bracket(text, group.end, found, brackets))
        bound.append(_bind(text, span, widened, bound, rules))
    return _chosen(text, _merged(text, bound))


def _with_tolerance(group: Measure, margins: Mapping[Quantity, Tolerance]) -> Measure:
    held = margins.get(group.values[0]) if len(group.values) == 1 else None
    return replace(group, tolerance=held.margins, end=max(group.end, held.end)) if held else group


def _after_bracket(text: str, end: int, found: Sequence[Quantity], brackets: Sequence[Span]) -> int:
    """The end of a bracket that follows at once and repeats the value in another unit."""
    follows = re.compile(r"\s*").match(text, end)
    at = follows.end() if follows else end
    inside = next((b for b in brackets if b.start == at), None)
    return inside.end if inside and any(inside.covers(one.span) for one in found) else end


def _groups(text: str, span: Span, found: Sequence[Quantity], rules: Comparing) -> Iterator[Measure]:
    """Single values, ranges, values with a tolerance, and choices."""
    at = 0
    while at < len(found):
        one, other = found[at], found[at + 1] if at + 1 < len(found) else None
        group = _pair(text, span, one, other, rules) if other else None
        at += 2 if group else 1
        yield group or Measure((one,), None, _start(one), _end(one), _start(one))


def _start(one: Quantity) -> int:
    return min(one.span.start, one.unit_span.start) if one.unit_span else one.span.start


def _end(one: Quantity) -> int:
    return one.span.end


def _pair(text: str, span: Span, one: Quantity, other: Quantity, rules: Comparing) -> Measure | None:
    gap = text[one.span.end : other.span.start]
    bare_gap = _BRACKET.sub("", gap)
    start, end = _start(one), max(_end(one), _end(other))
    if rules.changed.search(text, span.start, start):
        return None
    opening = rules.between.search(text, span.start, start)
    if opening and _AND.fullmatch(bare_gap) and (other.unit or not one.unit):
        return Measure((one, other), Comparator.RANGE, opening.start(), end, start, text[opening.start() : start])
    if _TO.fullmatch(gap) and other.unit == one.unit:
        return Measure((one, other), Comparator.RANGE, start, end, start, gap)
    return None


def _bind(text: str, span: Span, one: Measure, earlier: Sequence[Measure], rules: Grammar) -> Measure:
    """The measure with its comparator and the dimension word behind it."""
    before = earlier[-1] if earlier else None
    start = before.end if before else span.start
    one = _with_dimension(text, one, rules)
    if one.comparator is Comparator.RANGE:
        return one
    post = _after(text, span, one, rules)
    if near := _before(_blanked(text, span, earlier, one), start, one, rules):
        return near if near.near or not post else _post(text, one, post, rules)
    if post:
        return _post(text, one, post, rules)
    if before and before.comparator and before.comparator is not Comparator.RANGE:
        gap = _BRACKET.sub("", text[before.end : one.start])
        if _JOINED.fullmatch(gap):
            return replace(one, comparator=before.comparator, inherited=True, bound_by=before.bound_by)
    alike = next((held for held in reversed(earlier) if _is_alike(held, one)), None)
    if alike and _ELSEWHERE.fullmatch(text, alike.end, one.start):
        return replace(one, comparator=alike.comparator, inherited=True, bound_by=alike.bound_by)
    return one


def _is_alike(held: Measure, one: Measure) -> bool:
    """Whether an earlier value has a bound that one in the same unit may share."""
    unit = one.values[0].unit
    return held.comparator in _BOUNDS and unit is not None and held.values[-1].unit == unit


def _after(text: str, span: Span, one: Measure, rules: Grammar) -> re.Match[str] | None:
    """The comparator behind a value, or behind what it counts: "six or more", "three flights or more"."""
    behind = _BLANK.match(text, one.end)
    post = rules.comparing.after.match(text, behind.end() if behind else one.end, span.end)
    if post is None and (placed := _PLACED.match(text, one.end, span.end)):
        return rules.comparing.after.match(text, placed.end(), span.end)
    if post is not None:
        is_loose = " " not in post[0] and "," in text[one.end : post.start()]
        is_next = is_loose and not _CLOSED.match(text, post.end(), span.end)
        return None if is_next or _VALUE.match(text, post.end(), span.end) else post
    counted = _COUNTED.match(text, one.end) if one.values[0].unit is None else None
    after = rules.comparing.after.match(text, counted.end(), span.end) if counted else None
    return after if after and (" " in after[0] or _ENDED.match(text, after.end(), span.end)) else None


def _post(text: str, one: Measure, match: re.Match[str], rules: Grammar) -> Measure:
    kind = rules.comparing.kind(match)
    if _BETTER.search(match[0]) and _is_less_better(text[: one.start], one):
        kind = Comparator.AT_MOST
    end = one.end if _PLACED.match(text, one.end) else match.end()
    held = replace(one, comparator=kind, end=end, bound_by=match[0])
    return held if held.dimension else _with_dimension(text, held, rules)


def _is_less_better(before: str, one: Measure) -> bool:
    """Whether the smaller of two values is the better one, by unit or by what it is a value of."""
    unit = one.values[0].unit or ""
    return _LOSS.match(unit) is not None or _FLAW.search(before[before.rfind(".") + 1 :]) is not None


def _with_dimension(text: str, one: Measure, rules: Grammar) -> Measure:
    match = rules.naming.dimension.match(text, one.end)
    if match is None:
        return one
    word = " ".join(match["word"].casefold().split())
    return replace(one, end=match.end(), dimension=rules.naming.dimensions[word])


def _blanked(text: str, span: Span, earlier: Sequence[Measure], one: Measure) -> str:
    """The sentence up to the value, with earlier measures blanked out: their "no" denies nothing here."""
    words = text[span.start : one.first]
    for other in earlier:
        start, end = other.start - span.start, other.end - span.start
        words = words[:start] + " " * (end - start) + words[end:]
    return words


def _before(words: str, start: int, one: Measure, rules: Grammar) -> Measure | None:
    """The nearest comparator behind `start` that reaches the value at the end of the words."""
    comparing, shift = rules.comparing, one.first - len(words)
    for match in reversed(list(comparing.before.finditer(words, start - shift))):
        rest = words[match.end() :]
        word = " ".join(match[0].casefold().split()).rstrip(".")
        if word in comparing.shy and _is_while(words, match, one):
            continue
        close = comparing.filler.fullmatch(rest + " ") is not None and not (word in comparing.shy and rest.strip())
        is_far = word in comparing.far and word not in comparing.shy
        if close or (is_far and (_reaches(rest) or _labels(words, match, rest))):
            kind = _negated(words, match, comparing)
            return replace(one, comparator=kind, start=match.start() + shift, bound_by=match[0], near=close)
    return None


def _is_while(words: str, match: re.Match[str], one: Measure) -> bool:
    """Whether "over" behind another value says for how long: "85 dB over 8 hours"."""
    is_time = _TIME.fullmatch(one.values[0].unit or "") is not None
    return match[0].casefold() == "over" and is_time and "   " in words[: match.start()]


def _labels(words: str, match: re.Match[str], rest: str) -> bool:
    """Whether a bound begins the label of a field: "Maximum layer thickness, embankment fill: 250 mm"."""
    return not words[: match.start()].strip() and rest.rstrip().endswith(":") and rest.count(":") == 1


def _reaches(rest: str) -> bool:
    rest = rest.rstrip().removesuffix(",")
    listed = rest.endswith(" of") and ";" not in rest
    return (listed or not re.search(r"[,;(]|\.\s|:\s*\S", rest)) and len(rest.split()) <= _FAR_WORDS


def _negated(words: str, match: re.Match[str], comparing: Comparing) -> Comparator:
    """The comparator as the sentence means it: not more than is at most."""
    kind, before = comparing.kind(match), words[: match.start()]
    is_denied = comparing.denied.search(before) and not _LASTING.search(before)
    return _FLIPPED[kind] if kind in _FLIPPED and is_denied else kind


def _merged(text: str, found: list[Measure]) -> list[Measure]:
    """ "300 Hz minimum and 3000 Hz maximum" as one range."""
    merged: list[Measure] = []
    for one in found:
        last = merged[-1] if merged else None
        if last and _is_range(text, last, one):
            values = last.values + one.values
            merged[-1] = replace(last, values=values, comparator=Comparator.RANGE, end=one.end, dimension=one.dimension)
        else:
            merged.append(one)
    return merged


def _chosen(text: str, found: Sequence[Measure]) -> list[Measure]:
    """Values that nothing binds and an "or" ends, as one choice: "230 V, 400 V or 690 V"."""
    kept: list[Measure] = []
    for one in found:
        run = [one]
        while kept and _is_listed(text, kept[-1], run[0]):
            run.insert(0, kept.pop())
        is_choice = len(run) > 1 and _OR.fullmatch(text, run[-2].end, run[-1].start)
        kept += [_one_of(run)] if is_choice else run
    return kept


def _is_listed(text: str, before: Measure, one: Measure) -> bool:
    """Whether two values of one kind stand side by side in a list that binds neither."""
    values = before.values[-1], one.values[0]
    is_plain = all(side.comparator is None and side.tolerance is None for side in (before, one))
    are_alike = (values[0].magnitude is None) == (values[1].magnitude is None)
    has_kind = values[1].unit is not None or values[1].magnitude is None
    return is_plain and are_alike and has_kind and _LIST.fullmatch(text, before.end, one.start) is not None


def _one_of(run: Sequence[Measure]) -> Measure:
    values = tuple(value for one in run for value in one.values)
    return replace(run[0], values=values, end=run[-1].end, dimension=run[-1].dimension or run[0].dimension)


def _is_range(text: str, low: Measure, high: Measure) -> bool:
    kinds = {low.comparator, high.comparator}
    if kinds != {Comparator.AT_LEAST, Comparator.AT_MOST} or low.inherited or high.inherited:
        return False
    gap = text[low.end : high.start]
    if (low.values[-1].unit is None) != (high.values[0].unit is None):
        return False
    same = low.dimension is None or low.dimension == high.dimension
    return same and re.fullmatch(r"\s*(?:,|,?\s*(?:and|but))\s+", gap + " ", re.IGNORECASE) is not None

"""What a sentence claims: values with their comparators, dates, negations, force and conditions.

Drafted sentences and the sentences of quotes are read by the same rules, so that they can be compared.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from graph.dates import find_dates
from graph.demands import Quantity
from graph.quantities.numbers import find_quantities
from graph.quantities.readings import Reading, read_value
from graph.requirements.measures import Measure, measures
from graph.requirements.patterns import grammar
from graph.spans import Span
from graph.vocabulary import Comparator
from retrieval import tokenizer
from retrieval.answering.generated.sentences import split_sentences

_FLIPPED = frozenset({Comparator.AT_LEAST, Comparator.AT_MOST})
_TURNED = re.compile(
    r"(?:exceed|more|greater|less|fewer|over|under|above|below|lower|higher|\w+er\b|in excess)", re.IGNORECASE
)
_JOINT = re.compile(r"[;,:]|\s(?:and|or|but|while|whereas|versus|against)\s", re.IGNORECASE)
_CLAUSE_END = re.compile(r"[;,.:]|\s(?:and|but)\s", re.IGNORECASE)
_WITH_DIGIT = re.compile(r"(?<!\w)(?=[\w./:+-]*\d)[^\W_](?:[\w./:+-]*[^\W_])?(?:\(\w{1,4}\))*")
_LONGEST_FORCE_GAP_CHARS = 24
_DAYS = {
    "until": Comparator.AT_MOST,
    "since": Comparator.AT_LEAST,
    "before": Comparator.LESS,
    "after": Comparator.MORE,
}
"""What binds a day, by the group of the grammar's pattern."""


@dataclass(frozen=True, slots=True)
class Value:
    """A value that a sentence states.

    Attributes:
        comparators: What binds it; None stands for nothing. Several where the sentence leaves it open.
        context: Terms that stand with it and with no other value of the sentence.
    """

    reading: Reading
    comparators: frozenset[Comparator | None]
    span: Span
    context: frozenset[str]


@dataclass(frozen=True, slots=True)
class Condition:
    """A limit of what is said, by the terms in it."""

    terms: frozenset[str]
    negated: bool


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence as it is compared.

    Attributes:
        terms: All its terms; content: those that are words and say something of their own.
        names: Pieces with figures that are neither values nor dates ("08 11 13", "A-201").
        negations: For each word that denies, the terms that it denies.
        forces: "demanded", "advised", "allowed", "forbidden", "advised against"; none for a plain statement.
        limited: It holds only for what it names.
        framed: It tells of what somebody says, asks or once was.
    """

    text: str
    terms: frozenset[str]
    content: frozenset[str]
    values: tuple[Value, ...]
    names: frozenset[str]
    negations: tuple[frozenset[str], ...]
    forces: frozenset[str]
    conditions: tuple[Condition, ...]
    limited: bool
    framed: bool


@dataclass(frozen=True, slots=True)
class Words:
    """The compiled data file."""

    negation: re.Pattern[str]
    idle_negation: re.Pattern[str]
    opener: re.Pattern[str]
    negated: re.Pattern[str]
    limits: re.Pattern[str]
    frames: re.Pattern[str]
    forces: tuple[tuple[str, str, re.Pattern[str]], ...]
    glue: frozenset[str]
    documents: frozenset[str]
    standing: re.Pattern[str]
    opposites: tuple[tuple[str, str], ...]
    alike: Mapping[str, frozenset[str]]


@cache
def words() -> Words:
    """The words of `verification.toml`, read and compiled once."""
    data = tomllib.loads(Path(__file__).with_name("verification.toml").read_text(encoding="utf-8"))
    conditions, table = data["conditions"], data["words"]
    pairs = [tuple(pair.split()) for pair in table["opposites"]]
    alike = [frozenset(tokenizer.terms(row)) for row in table["alike"]]
    return Words(
        negation=_whole(data["negations"]),
        idle_negation=_whole(data["idle_negations"]),
        opener=_whole(conditions["openers"]),
        negated=_whole(conditions["negated"]),
        limits=_whole(conditions["limits"]),
        frames=_whole(data["frames"]["words"]),
        forces=tuple((row["plain"], row["denied"], _whole(row["words"])) for row in data["force"]),
        glue=frozenset(tokenizer.terms(table["glue"])),
        documents=frozenset(tokenizer.terms(table["documents"])),
        standing=_whole(table["standing"]),
        opposites=tuple((one, other) for pair in pairs for one, other in (pair, pair[::-1])),
        alike={term: row for row in alike for term in row},
    )


def _whole(patterns: Iterable[str]) -> re.Pattern[str]:
    either = "|".join(sorted((pattern.replace(" ", r"\s+") for pattern in patterns), key=len, reverse=True))
    return re.compile(rf"(?<![\w])(?:{either})(?![\w])", re.IGNORECASE)


@lru_cache(maxsize=2048)
def read_statement(sentence: str) -> Statement:
    """What one sentence claims."""
    known, terms = words(), frozenset(tokenizer.terms(sentence))
    bound = _bound(sentence)
    dates = [(span, anchor) for span, anchor in find_dates(sentence) if anchor.earliest and anchor.latest]
    spans = [*(span for span, _ in dates), *(quantity.span for quantity, _ in bound)]
    figures = [match for match in _WITH_DIGIT.finditer(sentence) if not any(s.covers(_span(match)) for s in spans)]
    bare = re.sub(r"^A(?=\s)", " ", _without(sentence, spans))
    content = {term for term in tokenizer.terms(bare) if not any(sign.isdigit() for sign in term)}
    return Statement(
        text=sentence,
        terms=terms,
        content=frozenset(content - known.glue),
        values=tuple(_values(sentence, bound, dates)),
        names=frozenset(normalised(match[0]) for match in figures),
        negations=tuple(_negations(sentence, bound)),
        forces=frozenset(_forces(sentence)),
        conditions=tuple(_conditions(sentence)),
        limited=known.limits.search(sentence) is not None,
        framed=known.frames.search(sentence) is not None,
    )


def read_statements(text: str) -> tuple[Statement, ...]:
    """The sentences of a text, and what semicolons part in them, each as it is compared."""
    parts = (part.strip() for sentence in split_sentences(text) for part in sentence.split(";"))
    return tuple(read_statement(part) for part in parts if part)


def _without(sentence: str, spans: Iterable[Span]) -> str:
    """The sentence with the characters of spans blanked out."""
    for span in spans:
        sentence = f"{sentence[: span.start]}{' ' * len(span)}{sentence[span.end :]}"
    return sentence


def normalised(figure: str) -> str:
    """A piece with figures without regard to case, dashes and the mark that ends its sentence."""
    return re.sub(r"[\u2010-\u2015\u2212]", "-", figure).casefold().rstrip(".:-/")


def _span(match: re.Match[str]) -> Span:
    return Span(match.start(), match.end())


def _bound(sentence: str) -> list[tuple[Quantity, Measure | None]]:
    """The quantities of a sentence, each with the measure that binds it; one in brackets with that before it."""
    found = find_quantities(sentence)
    groups = measures(sentence, Span(0, len(sentence)), found, grammar("en"))
    return [(one, _group_of(one, groups)) for one in found]


def _group_of(quantity: Quantity, groups: Sequence[Measure]) -> Measure | None:
    holding = (group for group in groups if group.start <= quantity.span.start and quantity.span.end <= group.end)
    named = next((group for group in groups if quantity in group.values), None)
    return named or next(holding, None)


def _values(
    sentence: str, bound: Sequence[tuple[Quantity, Measure | None]], dates: Sequence[tuple[Span, object]]
) -> Iterator[Value]:
    """Quantities and days, each with what stands about it."""
    measured = [quantity.span for quantity, group in bound if not _is_bare(quantity, group)]
    places = sorted([*measured, *(span for span, _ in dates)])
    for quantity, group in bound:
        context = _context(sentence, quantity.span, places)
        yield Value(read_value(quantity), frozenset(_comparators(quantity, group)), quantity.span, context)
    for span, _ in dates:
        written = Quantity(sentence[span.start : span.end], None, None, span)
        bound_by = grammar("en").dated.search(sentence[: span.start])
        comparator = _DAYS.get(bound_by.lastgroup or "") if bound_by else None
        yield Value(read_value(written), frozenset({comparator}), span, _context(sentence, span, places))


def _comparators(quantity: Quantity, group: Measure | None) -> Iterator[Comparator | None]:
    """What may bind a value: the ends of a range are its least and its most."""
    comparator = group.comparator if group else None
    if group is not None and comparator is Comparator.RANGE:
        yield Comparator.AT_LEAST if quantity == group.values[0] else Comparator.AT_MOST
        return
    yield None if comparator is Comparator.EQUAL else comparator
    if group is not None and group.inherited:
        yield None


def _is_bare(quantity: Quantity, group: Measure | None) -> bool:
    """Whether a number has no unit and nothing binds it: it may be a label ("stair 2")."""
    return quantity.magnitude is not None and quantity.unit is None and not (group and group.comparator)


def _context(sentence: str, place: Span, places: Sequence[Span]) -> frozenset[str]:
    """The terms that stand with a value: between it and its neighbours, up to what joins it with them."""
    before = max((other.end for other in places if other.end <= place.start), default=0)
    after = min((other.start for other in places if other.start >= place.end), default=len(sentence))
    left, right = sentence[before : place.start], sentence[place.end : after]
    joint = _JOINT.search(left) if before else None
    left = left[joint.end() :] if joint else left
    joint = next(reversed(list(_JOINT.finditer(right))), None) if after < len(sentence) else None
    right = right[: joint.start()] if joint else right
    return frozenset(tokenizer.terms(left)) | frozenset(tokenizer.terms(right))


def _negations(sentence: str, bound: Sequence[tuple[Quantity, Measure | None]]) -> Iterator[frozenset[str]]:
    """What each word that denies denies; those of comparators ("no more than", "shall not exceed") deny nothing."""
    known = words()
    idle = [_span(match) for match in known.idle_negation.finditer(sentence)]
    groups = {(group.start, group.end): group for _, group in bound if group and group.comparator in _FLIPPED}
    for match in known.negation.finditer(sentence):
        if any(span.covers(_span(match)) for span in idle):
            continue
        if any(_is_comparing(sentence, match, group) for group in groups.values()):
            continue
        end = _CLAUSE_END.search(sentence, match.end())
        yield frozenset(tokenizer.terms(sentence[match.end() : end.start() if end else len(sentence)]))


def _is_comparing(sentence: str, negation: re.Match[str], group: Measure) -> bool:
    """Whether a word that denies belongs to a comparator."""
    if group.start <= negation.start() < group.first:
        return True
    near = sentence[negation.end() : group.start]
    return (
        negation.end() <= group.start
        and len(near.split()) <= 2
        and not _CLAUSE_END.search(near)
        and _TURNED.match(group.bound_by.strip()) is not None
    )


def _forces(sentence: str) -> Iterator[str]:
    known = words()
    for plain, denied, pattern in known.forces:
        for match in pattern.finditer(sentence):
            yield denied if _is_denied(sentence, match) else plain


def _is_denied(sentence: str, modal: re.Match[str]) -> bool:
    """Whether "not" or "never" stands right before or behind a word of force, or "no" at the sentence's head."""
    before = sentence[max(0, modal.start() - _LONGEST_FORCE_GAP_CHARS) : modal.start()]
    after = sentence[modal.end() : modal.end() + _LONGEST_FORCE_GAP_CHARS]
    behind = re.match(r"\s+(?:in\s+no\s+case\s+)?(?:not|never)\b", after, re.IGNORECASE)
    exceeding = re.match(r"\s+(?:not|never)\s+(?:be\s+)?(?:exceed|more|less|\w+er\b)", after, re.IGNORECASE)
    ahead = re.search(r"(?:\bnot|\bnever|n['’]t)(?:\s+(?:be|been|being))?\s+$", before, re.IGNORECASE)
    head = re.match(r"\s*(?:no|neither|none)\b(?!\s+(?:more|less|later|fewer))", sentence, re.IGNORECASE)
    return bool((behind and not exceeding) or ahead or head)


def _conditions(sentence: str) -> Iterator[Condition]:
    known = words()
    for match in known.opener.finditer(sentence):
        end = re.compile(r"[;,.:](?!\d)").search(sentence, match.end())
        terms = tokenizer.terms(sentence[match.end() : end.start() if end else len(sentence)])
        inside = frozenset(term for term in terms if term not in known.glue)
        if inside:
            yield Condition(inside, known.negated.match(match[0]) is not None)

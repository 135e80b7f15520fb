"""CODE-ACCORD's relations as truth for "which quantity is bound how": `example_id`, comparator, size.

The corpus marks pairs of words in sentences of English and Finnish building regulations. A row whose
relation is a comparison and one of whose words holds a number says what a reader of that sentence has to
find; the unit is what stands beside the number. Rows without a number ("must not exceed the target
emission rate"), and formulas, are no quantity and are counted apart. The corpus lost the signs % and ° in
many sentences; what is left there is a bare number on both sides.

`python -m tests.quality.code_accord` prints the scores of the dev part; with "test" those of the test part.
"""

from __future__ import annotations

import csv
import hashlib
import json
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from graph.demands import Quantity, Requirement
from graph.requirements.extract import extract
from graph.vocabulary import Comparator
from tests.fakes.pages import NOON, page
from tests.quality.judged_quantities import Bound, after_number, bounds, number, size
from tests.quality.questions import SHARED, wilson

RELATIONS = SHARED / "extraction" / "code-accord" / "relations-train.csv"
DISPUTED = Path(__file__).parent / "judged" / "code-accord-disputed.jsonl"
TEST_SHARE = 0.4

Reader = Callable[[str], Iterable[tuple[Comparator, str, str | None]]]
"""Reads a sentence: comparator, magnitude ("900", "1:12", or a class "EI 30") and unit of every bound in it.

Bounds of conditions count as well as those of demands, for the corpus marks both. A range is two bounds.
"""

_COMPARATORS = {
    "greater": Comparator.MORE,
    "greater-equal": Comparator.AT_LEAST,
    "less": Comparator.LESS,
    "less-equal": Comparator.AT_MOST,
    "equal": Comparator.EQUAL,
}
_RANGE = re.compile(r"(?:between )?([\d.,]+) ?([a-z]*) ?(?:-|–|to|and) ?([\d.,]+) ?([a-zA-Z]+)$")
_CLASS = re.compile(r"(?:class )?[A-Z]{1,3} ?\d{1,3}$|class [A-Z]$")


@dataclass(frozen=True, slots=True)
class Row:
    """One comparison of one sentence.

    Attributes:
        bounds: Empty where the row is counted apart, for `apart` ("no number", "formula").
        disputed: The label contradicts the sentence's own words, by a judge's reading.
    """

    example_id: str
    sentence: str
    words: str
    relation: str
    bounds: tuple[Bound, ...]
    apart: str
    disputed: bool


@dataclass(slots=True)
class Agreement:
    """How many rows a reader found, and how many of its bounds on marked quantities are marked so.

    Attributes:
        right: Bounds that agree with a row, of those `on_marked`: of a size that some row of the sentence holds.
        wrong_comparator: Rows whose size was read with another comparator only.
        unmarked: Bounds of sizes that no row of the sentence holds; the corpus does not mark every quantity.
    """

    rows: int = 0
    found: int = 0
    wrong_comparator: int = 0
    right: int = 0
    on_marked: int = 0
    unmarked: int = 0
    missed: list[str] = field(default_factory=list)
    by_relation: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))

    def __str__(self) -> str:
        """Recall by row, precision on marked quantities, F1, each with its counts."""
        recall, precision = self.found / max(self.rows, 1), self.right / max(self.on_marked, 1)
        f1 = 2 * recall * precision / max(recall + precision, 1e-9)
        low, high = wilson(self.found, self.rows) if self.rows else (0.0, 1.0)
        parts = ", ".join(f"{name} {found}/{rows}" for name, (found, rows) in sorted(self.by_relation.items()))
        return (
            f"recall {self.found}/{self.rows} = {recall:.3f} ({low:.3f} to {high:.3f}), "
            f"precision on marked sizes {self.right}/{self.on_marked} = {precision:.3f}, F1 {f1:.3f}; "
            f"wrong comparator {self.wrong_comparator}, unmarked {self.unmarked}; {parts}"
        )


def is_test(example_id: str) -> bool:
    """Whether a sentence is of the part that is asked once at the end: two fifths, by hash."""
    return hashlib.sha256(example_id.encode()).digest()[0] < 256 * TEST_SHARE


def load(part: str) -> list[Row]:
    """Comparison rows of part "dev", "test" or "all"."""
    judged = map(json.loads, DISPUTED.read_text("utf-8").splitlines())
    disputed = {(row["example_id"], row["labelled"], row["words"]) for row in judged}
    rows = []
    with RELATIONS.open(encoding="utf-8", newline="") as handle:
        for raw in csv.DictReader(handle):
            if raw["relation_type"] in _COMPARATORS and part in {
                "all",
                "test" if is_test(raw["example_id"]) else "dev",
            }:
                rows.append(_row(raw, disputed))
    return rows


def _row(raw: dict[str, str], disputed: set[tuple[str, str, str]]) -> Row:
    tagged, relation = raw["tagged_sentence"], raw["relation_type"]
    words = quantity_words(_tagged(tagged, "e1"), _tagged(tagged, "e2"))
    found, apart = _bounds(words, _COMPARATORS[relation])
    is_disputed = (raw["example_id"], relation, words or "") in disputed
    return Row(raw["example_id"], raw["content"], words or "", relation, found, apart, is_disputed)


def _tagged(sentence: str, tag: str) -> str:
    found = re.search(rf"<{tag}>(.*?)</{tag}>", sentence)
    return found[1].strip() if found else ""


def quantity_words(first: str, second: str) -> str | None:
    """Of a pair's words those that are the quantity: a class, else digits before number words, else the first."""
    held = [text for text in (first, second) if number(text) is not None or _CLASS.match(text)]
    if first.casefold() == "class":
        return f"class {second}"
    ranked = sorted(held, key=lambda text: 0 if re.match(r"[\d.]", text) or _CLASS.match(text) else 1 + (text is first))
    return ranked[0] if ranked else None


def _bounds(words: str | None, comparator: Comparator) -> tuple[tuple[Bound, ...], str]:
    if words is None:
        return (), "no number"
    if re.search(r"[+*()]\s*\d+(?:\.\d+)?\s+[A-Z\d]|\(2R", words):
        return (), "formula"
    if ranged := _RANGE.search(words):
        pair = [(size(ranged[1], ranged[2] or ranged[4]),), (size(ranged[3], ranged[4]),)]
        return tuple(bounds(Comparator.RANGE, pair)), ""
    if _CLASS.match(words):
        return (Bound(comparator, (size(words, None),)),), ""
    return (Bound(comparator, (size(words, _unit(words)),)),), ""


def _unit(words: str) -> str | None:
    return re.sub(r"\(.*?\)$|^x [\d.,]+|^per (?!cent).*", "", after_number(words)).strip() or None


def score(read: Reader, rows: Sequence[Row]) -> Agreement:
    """Reads every sentence once and sets its bounds beside its rows; a bound answers at most one row."""
    total = Agreement()
    sentences: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row.bounds:
            sentences[row.sentence].append(row)
    for sentence, held in sentences.items():
        found = [Bound(comparator, (size(text, unit),)) for comparator, text, unit in read(sentence)]
        _score_sentence(found, held, total)
    return total


def _score_sentence(read: list[Bound], rows: list[Row], total: Agreement) -> None:
    left = list(read)
    for row in rows:
        hits = [next((bound for bound in left if bound.agrees(wanted)), None) for wanted in row.bounds]
        total.rows += 1
        total.by_relation[row.relation][1] += 1
        if all(hits):
            total.found += 1
            total.on_marked += len(hits)
            total.right += len(hits)
            total.by_relation[row.relation][0] += 1
            left = [bound for bound in left if all(bound is not hit for hit in hits)]
        else:
            total.wrong_comparator += all(any(bound.is_as_large(want) for bound in read) for want in row.bounds)
            total.missed.append(f"{row.example_id[:8]} {row.relation} {row.words}")
    marked = [wanted for row in rows for wanted in row.bounds]
    on_marked = sum(any(bound.is_as_large(wanted) for wanted in marked) for bound in left)
    total.on_marked += on_marked
    total.unmarked += len(left) - on_marked


def read(sentence: str) -> list[tuple[Comparator, str, str | None]]:
    """What the product reads in a sentence on its own: the bounds of its demands and of their conditions, each once."""
    found: dict[Quantity, Comparator] = {}
    for requirement in extract(page(sentence), NOON):
        for comparator, values in _compared(requirement):
            found |= zip(values, _sides(comparator, values), strict=True)
    return [(comparator, value.magnitude or value.written, value.unit) for value, comparator in found.items()]


def _compared(requirement: Requirement) -> Iterator[tuple[Comparator, tuple[Quantity, ...]]]:
    yield requirement.comparator, requirement.values
    for condition in requirement.conditions:
        if condition.comparator is not None:
            yield condition.comparator, condition.values


def _sides(comparator: Comparator, values: Sequence[Quantity]) -> list[Comparator]:
    """The comparator of each value: those of a range are its ends, those of a choice are equal to it."""
    if comparator is Comparator.RANGE and len(values) == 2:
        first, second = (number(value.magnitude or value.written) or 0 for value in values)
        ends = [Comparator.AT_LEAST, Comparator.AT_MOST]
        return ends if first <= second else ends[::-1]
    return [Comparator.EQUAL if comparator is Comparator.ONE_OF else comparator] * len(values)


if __name__ == "__main__":
    print(score(read, load(sys.argv[1] if len(sys.argv) > 1 else "dev")))

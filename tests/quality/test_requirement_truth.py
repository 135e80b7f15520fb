"""The judged requirements and pairs themselves: they stand in their sources, and the ruler measures right."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from connectors.parsing import parse
from graph.demands import Quantity, Requirement
from graph.spans import Span
from graph.vocabulary import Comparator, ConflictClass, Modality
from tests.quality.code_accord import Row, is_test, load
from tests.quality.code_accord import score as score_sentences
from tests.quality.conflict_scores import NO_PAIR, by_ratio, guess, pairs, score_pairs
from tests.quality.judged_quantities import Bound, bounds, number, size
from tests.quality.questions import SHARED
from tests.quality.requirement_scores import Folded, Json, judged, overlap, score

ROWS = judged("all")
TEXT = "Gangways should be a minimum of 900 mm wide and no more than 1:12 steep. See Table 5.1."


def _requirement(comparator: Comparator, *values: tuple[str, str | None]) -> Requirement:
    quantities = []
    for written, unit in values:
        start = TEXT.index(written)
        quantities.append(Quantity(written, written, unit, Span(start, start + len(written))))
    return Requirement(
        id="r",
        source_id="s",
        clause_id=None,
        span=Span(0, len(TEXT)),
        subject="gangways",
        property="width",
        comparator=comparator,
        values=tuple(quantities),
        modality=Modality.SHOULD,
        confidence=0.95,
        method="a rule",
        recorded_at=datetime(2026, 1, 1, tzinfo=UTC),
    )


def _row(**changed: object) -> Json:
    row: Json = {"id": "j", "file": "f", "quote": "Gangways should be a minimum of 900 mm wide", "subject": "gangway"}
    row |= {
        "property": "width",
        "comparator": "≥",
        "values": ["0.9"],
        "unit": "m",
        "modality": "should",
        "kind": "prose",
    }
    return row | changed


def _with(read: Sequence[Requirement], *rows: Json) -> str:
    total = score(lambda name: (TEXT, read), rows)
    return f"{total.found} of {total.wanted} found, {total.found} of {total.read} right"


@pytest.mark.parametrize("file", sorted({row["file"] for row in ROWS}))
def test_judged_words_stand_in_their_source(file: str) -> None:
    """Every quote is found in the text that the parser makes of the file."""
    path = next(SHARED.glob(f"regulations/*/{file}"))
    text = Folded.of(parse(path.read_bytes(), file).text)
    assert [row["id"] for row in ROWS if row["file"] == file and text.find(row["quote"]) is None] == []


def test_judged_rows_are_many_distinct_and_split_by_section() -> None:
    """Counts that the aims rest on; no section is in both parts."""
    parts: dict[tuple[str, str], set[str]] = defaultdict(set)
    for row in ROWS:
        parts[row["file"], row["section"]].add(row["split"])
    kinds = Counter("none" if row.get("none") else "demand" for row in ROWS)
    assert len({row["id"] for row in ROWS}) == len(ROWS)
    assert all(len(part) == 1 for part in parts.values())
    assert kinds["demand"] >= 250
    assert kinds["none"] >= 40


def test_what_agrees_after_conversion_counts() -> None:
    """0.9 m is 900 mm."""
    assert _with([_requirement(Comparator.AT_LEAST, ("900", "mm"))], _row()) == "1 of 1 found, 1 of 1 right"


def test_another_comparator_is_missed_and_wrong() -> None:
    """At most is not at least."""
    assert _with([_requirement(Comparator.AT_MOST, ("900", "mm"))], _row()) == "0 of 1 found, 0 of 1 right"


def test_what_is_read_outside_every_window_is_not_judged() -> None:
    """The slope stands behind the quote."""
    assert _with([_requirement(Comparator.AT_MOST, ("1:12", None))], _row()) == "0 of 1 found, 0 of 0 right"


def test_a_number_that_demands_nothing_is_wrong_when_read() -> None:
    """A table's number."""
    none = {"id": "n", "file": "f", "quote": "See Table 5.1", "none": True, "kind": "reference"}
    assert _with([_requirement(Comparator.EQUAL, ("5.1", None))], none) == "0 of 0 found, 0 of 1 right"


def test_a_value_read_twice_counts_once() -> None:
    """The second is a repetition, neither right nor wrong."""
    twice = [_requirement(Comparator.AT_LEAST, ("900", "mm"))] * 2
    assert _with(twice, _row()) == "1 of 1 found, 1 of 1 right"


def test_numbers_are_read_as_a_judge_writes_them() -> None:
    """Mixed, ratios, words, thousands."""
    written = ["1 1/4", "1:12", "1 in 40", "8 per cent (1:12.5)", "five", "1,200", "one per 100m2", "half a metre", "x"]
    assert [number(text) and float(number(text) or 0) for text in written] == pytest.approx(
        [1.25, 1 / 12, 0.025, 8, 5, 1200, 1, 0.5, None]
    )


def test_sizes_meet_across_units() -> None:
    """Length, temperature, pressure, share, and classes by their words."""
    same = [("36", "inches", "920", "mm"), ("32", "°F", "0", "deg C"), ("8", "per cent", "0.08", None)]
    assert [size(a, b).equals(size(c, d)) for a, b, c, d in same] == [False, True, True]
    assert size("36", "in").equals(size("914.4", "millimetres"))
    assert size("Class U4", None).equals(size("class u4", None))
    assert not size("90", "min").equals(size("90", "mm"))


def test_a_range_is_two_bounds() -> None:
    """Whichever way round it was written."""
    low, high = bounds(Comparator.RANGE, [(size("1:12", None),), (size("1:20", None),)])
    assert (low.comparator, high.comparator) == (Comparator.AT_LEAST, Comparator.AT_MOST)
    assert low.agrees(Bound(Comparator.AT_LEAST, (size("1:20", None),)))


def test_words_overlap_by_the_shorter_text() -> None:
    """Plurals aside."""
    assert overlap("the handrails", "handrail of stair 2") == 1.0
    assert overlap("stair width", "height") == 0.0


def test_relations_become_truth() -> None:
    """Every comparison row is a bound, or is counted apart with its reason; two fifths of the sentences are test."""
    rows = load("all")
    assert len(rows) == 252
    assert Counter(row.apart for row in rows) == {"": 226, "no number": 24, "formula": 2}
    assert {is_test(row.example_id) for row in load("test")} == {True}
    assert len(load("dev")) + len(load("test")) == len(rows)


def test_a_sentence_is_scored_by_its_rows() -> None:
    """One found, one with the wrong comparator, one unmarked."""
    metre, slope = size("1", "m"), size("1:12", None)
    rows = [
        Row("a", "s", "1 m", "less-equal", (Bound(Comparator.AT_MOST, (metre,)),), "", disputed=False),
        Row("a", "s", "1:12", "greater", (Bound(Comparator.MORE, (slope,)),), "", disputed=False),
    ]
    read = [(Comparator.AT_MOST, "1000", "mm"), (Comparator.AT_LEAST, "1:12", None), (Comparator.EQUAL, "7", "kg")]
    total = score_sentences(lambda _: read, rows)
    assert (total.found, total.rows, total.wrong_comparator, total.unmarked) == (1, 2, 1, 1)
    assert (total.right, total.on_marked) == (1, 2)


def test_judged_pairs_cover_every_class_in_both_parts() -> None:
    """All classes but metadata clashes, which stand between claims and not between texts."""
    rows = pairs("all")
    classes = {word.value for word in ConflictClass} - {ConflictClass.METADATA_CLASH.value} | {NO_PAIR}
    assert len({row["id"] for row in rows}) == len(rows) >= 140
    assert all({row["class"] for row in pairs(part)} == classes for part in ("dev", "test"))
    assert all(row["a"]["text"] != row["b"]["text"] or row["a"]["work"] != row["b"]["work"] for row in rows)


def test_verdicts_are_scored_by_class_and_as_conflict_or_not() -> None:
    """A judge who knows the classes is right throughout; one who says duplicate reports no conflict."""
    rows = pairs("all")
    known = {(row["a"]["text"], row["b"]["text"]): row["class"] for row in rows}
    perfect = score_pairs(lambda a, b: known.get((a["text"], b["text"])) or known[b["text"], a["text"]], rows)
    assert (perfect.right, perfect.pairs, perfect.unsymmetric) == (len(rows), len(rows), [])
    assert perfect.conflicts["both"] == perfect.conflicts["judged"] == perfect.conflicts["reported"]
    mild = score_pairs(lambda a, b: "duplicate", rows)
    assert (mild.conflicts["reported"], mild.classes["duplicate"][0]) == (0, mild.classes["duplicate"][1])


def test_a_ratio_of_numbers_is_a_poor_guess() -> None:
    """90 and 100 are near, 90 and 60 are not; equal numbers are no conflict."""
    texts = [("90 mm", "100 mm"), ("90 min", "60 min"), ("5 m", "5 mm"), ("none", "5 mm")]
    rows: list[Json] = [{"a": {"text": a}, "b": {"text": b}, "class": "contradiction"} for a, b in texts]
    assert by_ratio(rows) == [True, False, False, False]
    assert guess(by_ratio(rows), rows).both == 1

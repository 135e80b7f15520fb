"""Evidence coverage, by hand and by property."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.coverage import SIMILAR, SYNONYM, coverage

terms = st.dictionaries(st.sampled_from("abcdefgh"), st.floats(0.1, 10), min_size=1)
evidence = st.sets(st.sampled_from("abcdefgh"))


def no_synonyms(term: str) -> frozenset[str]:
    return frozenset()


def nothing_similar(term: str, held: frozenset[str]) -> bool:
    return False


def test_a_question_is_covered_by_weight_not_by_count() -> None:
    """(4 * 1 + 2 * 0.9 + 1 * 0.6 + 3 * 0) / 10 = 0.64: a word itself, a synonym, a near word, nothing."""
    result = coverage(
        {"handrail": 4.0, "stair": 2.0, "tall": 1.0, "roof": 3.0},
        ["handrail", "staircase", "high"],
        lambda term: frozenset({"staircase"}) if term == "stair" else frozenset(),
        lambda term, held: term == "tall",
    )
    assert result.value == pytest.approx((4 + 2 * SYNONYM + SIMILAR) / 10)
    assert result.missing == ("roof",)


@given(terms, evidence, evidence)
def test_more_evidence_never_covers_less(wanted: dict[str, float], some: set[str], more: set[str]) -> None:
    """Coverage grows with the evidence and stays in [0, 1]."""
    less = coverage(wanted, some, no_synonyms, nothing_similar).value
    assert 0 <= less <= coverage(wanted, some | more, no_synonyms, nothing_similar).value <= 1 + 1e-9

"""The order of revision labels."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.revisions import compare, revision_key

SERIES = {
    "letters": ["-", "A", "A1", "A2", "B", "C", "Z", "AA", "AB"],
    "numbers": ["0", "1", "2", "9", "10", "11"],
    "dotted numbers": ["v1.0", "1.1", "Version 1.10", "2"],
    "phases": ["P01", "P01.01", "P02", "T01", "C01", "C01.02", "C02"],
    "short phases": ["P1", "P3", "C1", "C2"],
    "years": ["2010", "2016", "2016+A1", "2016+A2:2021", "2019"],
    "two-digit years": ["-96", "-19", "-20", "-20a"],
    "bare two-digit years": ["62", "96"],
    "editions": ["1st edition", "Second Edition", "Edition 3", "4th ed."],
    "revisions": ["Rev. 4", "Revision 5", "rev 6"],
    "year editions": ["1998 edition", "2010 edition", "2010 edition incorporating 2013 amendments", "Edition 2013"],
    "amendments": ["Amendment 1", "Amdt. 2"],
    "dates": ["2015-01-22", "March 2016", "3 April 2016", "June 2022"],
    "chinese editions": ["第1版", "第2版"],
    "russian editions": ["издание 2", "3-е издание"],
}


@pytest.mark.parametrize("name", SERIES)
def test_each_series_is_ordered_as_its_field_orders_it(name: str) -> None:
    """Every pair of labels, not only neighbours."""
    for (i, a), (j, b) in itertools.product(enumerate(SERIES[name]), repeat=2):
        assert compare(a, b) == (i > j) - (i < j), (a, b)


@pytest.mark.parametrize(
    ("a", "b"), [("Rev C", "C"), ("revision c", "REV. C"), ("Rev 05", "5"), ("v1.2", "Version 1.2"), ("(Rev. 4)", "4")]
)
def test_words_around_a_label_do_not_matter(a: str, b: str) -> None:
    """Two ways of writing one label are equal."""
    assert compare(a, b) == 0


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("A", "1"),
        ("Edition 3", "Rev 4"),
        ("2016", "B"),
        ("issued", "A"),
        ("", "A"),
        ("June 2022", "2022-06-15"),
        ("final", "final"),
    ],
)
def test_labels_of_different_or_unknown_series_have_no_order(a: str, b: str) -> None:
    """No order is None, never a guess."""
    assert compare(a, b) is None


def test_letters_that_are_also_label_words_are_still_letters() -> None:
    """Revision R and revision V come between Q and W."""
    assert [compare("Rev Q", "Rev R"), compare("R", "S"), compare("V", "Rev W")] == [-1, -1, -1]


def test_a_two_digit_number_beside_a_year_is_a_year() -> None:
    """1996 comes before 2019 although 96 is more than 19."""
    assert compare("96", "19") == -1
    assert compare("19", "2020") == -1


_LABELS = st.one_of(
    st.from_regex(r"[A-Z]{1,2}[1-9]?", fullmatch=True),
    st.from_regex(r"[PC][0-9]{2}(\.[0-9]{2})?", fullmatch=True),
    st.from_regex(r"[0-9]{1,2}(\.[0-9])?", fullmatch=True),
    st.from_regex(r"(19|20)[0-9]{2}(\+A[1-9])?", fullmatch=True),
)


@given(_LABELS, _LABELS, _LABELS)
def test_order_is_antisymmetric_and_transitive_within_a_series(a: str, b: str, c: str) -> None:
    """A total order within each series."""
    assert compare(a, a) == 0
    forth, back = compare(a, b), compare(b, a)
    assert forth == (None if back is None else -back)
    keys = [revision_key(label) for label in (a, b, c)]
    if len({key.series for key in keys if key}) == 1:
        assert forth is not None
        if forth <= 0 and (compare(b, c) or 0) <= 0:
            assert (compare(a, c) or 0) <= 0

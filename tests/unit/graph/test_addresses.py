"""Clause addresses whose numbers have hyphens, and what only looks like one."""

from __future__ import annotations

import pytest

from graph.addresses import clause_path, find_clauses
from graph.references import find_references
from graph.supersession.naming import clauses


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("Section 12-4 is repealed", ["12-4"]),
        ("Sec. 12-4. Fences.", ["12-4"]),
        ("§ 12-4", ["12-4"]),
        ("section 9-2-101(b)", ["9-2-101(b)"]),
        ("статья 15-1", ["15-1"]),
        ("Table 1-3", ["Table 1-3"]),
        ("Sections 12-1, 12-14 and 12-5(a)", ["12-1", "12-14", "12-5(a)"]),
        ("§§ 12-1 et seq.", ["12-1"]),
    ],
)
def test_numbers_with_hyphens_are_whole_addresses(text: str, paths: list[str]) -> None:
    """After a singular word, and in lists that go on with the same beginning."""
    assert [path for _, path in find_clauses(text)] == paths


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("sections 1-3", ["1"]),
        ("paras. 3-5", ["3"]),
        ("sections 3, 5-7", ["3", "5"]),
        ("clause 4-6-2020", ["4"]),
        ("item 555-0123", ["555"]),
        ("part 10-20 mm", ["10"]),
        ("Section 05 52 00", []),
        ("Ordinance No. 2018-07", []),
    ],
)
def test_ranges_dates_and_telephone_numbers_are_no_hyphened_addresses(text: str, paths: list[str]) -> None:
    """They stay what they were."""
    assert [path for _, path in find_clauses(text)] == paths


def test_a_printed_number_keeps_its_hyphen_as_path() -> None:
    """With or without the word in front."""
    assert [clause_path(text) for text in ("Section 12-4.", "Sec. 12-4", "§ 12-4", "12-4")] == ["12-4"] * 4


def test_a_clause_with_a_hyphen_belongs_to_the_document_after_it() -> None:
    """ "Section 12-4.1 of RFC 9110" is one reference; of a range no clause is picked."""
    assert [r.clause for r in find_references("Section 12-4.1 of RFC 9110")] == ["12-4.1"]
    assert [r.clause for r in find_references("sections 1-3 of RFC 9110")] == [None]


@pytest.mark.parametrize("text", ["§§ 12-1 – 12-3", "Sections 12-1 through 12-3", "sections 12-1 to section 12-3"])
def test_ranges_of_numbers_with_hyphens_are_read_in_full(text: str) -> None:
    """Every section in between is named."""
    assert [path for _, path in clauses(text)] == ["12-1", "12-2", "12-3"]


def test_a_plural_before_two_plain_numbers_is_a_range() -> None:
    """ "sections 1-3" names three."""
    assert [path for _, path in clauses("sections 1-3")] == ["1", "2", "3"]

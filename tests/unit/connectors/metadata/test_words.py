"""The word lists: labels, statuses, designations."""

from __future__ import annotations

import pytest

from connectors.metadata.words import is_designation, is_label_line, is_opening, status_of
from graph.vocabulary import Status


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("S0", Status.DRAFT),
        ("S3", Status.FOR_REVIEW),
        ("A1", Status.ISSUED),
        ("B2", Status.ISSUED),
        ("Final", Status.ISSUED),
        ("Issued for Construction", Status.ISSUED),
        ("ISSUED FOR REVIEW", Status.FOR_REVIEW),
        ("Superseded by C03", Status.SUPERSEDED),
        ("internal, not released", Status.NOT_RELEASED),
        ("Rejected", Status.REJECTED),
        ("Withdrawn", Status.WITHDRAWN),
        ("действует", Status.ISSUED),
        ("废止", Status.WITHDRAWN),
        ("blue", None),
        ("C1", None),
    ],
)
def test_words_and_codes_mean_a_status(text: str, status: Status | None) -> None:
    """The longest known phrase in the words decides."""
    assert status_of(text) is status


def test_labels_are_known_in_their_spellings() -> None:
    """Dots and case do not matter; an unknown word before a colon is no label."""
    assert is_label_line("Dwg. No.: A-201")
    assert is_label_line("OBSOLETES: 7, 8")
    assert not is_label_line("Beware: wet paint")


@pytest.mark.parametrize(
    "line",
    ["SECTION 08 11 13", "Approved Document K", "RFC 9110", "QMQ 2.01.03-96", "Addendum No. 2", "GB/T 50081-2019"],
)
def test_documents_name_themselves_at_the_start_of_a_line(line: str) -> None:
    """Families of numbers from several countries."""
    assert is_designation(line)


@pytest.mark.parametrize("line", ["The section 08 11 13 says", "Approved Document K, which", "Guards", "NA/R0603"])
def test_sentences_are_no_designations(line: str) -> None:
    """A reference inside a sentence names another document; a part that is not fitted names none."""
    assert not is_designation(line)


def test_openings_end_the_front_matter() -> None:
    """In several languages."""
    assert is_opening("Table of Contents")
    assert is_opening("ВВЕДЕНИЕ")
    assert not is_opening("Stairs")


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("DRAFT - pricing under negotiation, not executed", Status.DRAFT),
        ("Issued, pending signature", Status.DRAFT),
        ("Unsigned", Status.DRAFT),
        ("Approved (not for construction)", Status.DRAFT),
        ("Approved - superseded by Rev C", Status.SUPERSEDED),
        ("Pending", Status.DRAFT),
        ("Open - sent to the engineer", Status.DRAFT),
        ("Draft Standard", Status.ISSUED),
        ("Executed", Status.ISSUED),
        ("In force until superseded", Status.ISSUED),
        ("Withdrawn by sponsor", Status.REJECTED),
        ("Current; replaces the withdrawn sheet", Status.ISSUED),
        ("Current, under review", Status.ISSUED),
        ("Under review", Status.FOR_REVIEW),
        ("Opened", None),
    ],
)
def test_of_several_statuses_the_one_that_keeps_a_text_out_of_force_counts(words: str, status: Status | None) -> None:
    """Not the longest word; what is denied is none."""
    assert status_of(words) is status

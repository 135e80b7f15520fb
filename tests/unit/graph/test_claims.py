"""How claims about a source are weighed, and what is made of their disagreements."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.claims import agree, describe, work_of
from graph.dates import parse_date
from graph.identity import claim_id, work_id
from graph.model import Claim, Source
from graph.vocabulary import AuthorityClass, ClaimField, Ground, SourceKind, Status

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)
SOURCE = Source(
    "s-1", "files", "drawings/A-201.pdf", "file:A-201.pdf", "application/pdf", "0" * 64, 1, 1, "tower", ("*",), NOON
)


def claim(fact: ClaimField, value: str, ground: Ground = Ground.HEADER, confidence: float = 1.0) -> Claim:
    identifier = claim_id(SOURCE.id, fact, value, ground, "")
    return Claim(identifier, SOURCE.id, fact, value, ground, confidence, NOON, date=parse_date(value))


def test_the_title_block_is_believed_over_the_file_name_and_both_are_shown() -> None:
    """A file named Rev D whose title block says C is revision C, with the disagreement listed."""
    found = describe(
        SOURCE,
        [claim(ClaimField.VERSION, "D", Ground.FILE_NAME), claim(ClaimField.VERSION, "Rev C", Ground.TITLE_BLOCK)],
    )
    assert found.version == "Rev C"
    assert found.ground_of(ClaimField.VERSION) is Ground.TITLE_BLOCK
    (disagreement,) = found.disagreements
    assert str(disagreement) == ("version: title block says 'Rev C', file name says 'D'; the title block is believed")


def test_what_a_person_says_is_believed_first() -> None:
    """A person's claim outranks the document's own header."""
    found = describe(SOURCE, [claim(ClaimField.STATUS, "issued"), claim(ClaimField.STATUS, "withdrawn", Ground.PERSON)])
    assert found.status is Status.WITHDRAWN


@pytest.mark.parametrize(
    ("fact", "one", "other", "same"),
    [
        (ClaimField.VERSION, "Rev C", "C", True),
        (ClaimField.VERSION, "C", "D", False),
        (ClaimField.DATE, "June 2022", "2022-06-15", True),
        (ClaimField.DATE, "June 2022", "2022-07-15", False),
        (ClaimField.NUMBER, "A-201", "a–201", True),
        (ClaimField.TITLE, "HTTP Semantics", "http semantics.", True),
        (ClaimField.STATUS, "draft", "issued", False),
    ],
)  # fmt: skip
def test_claims_agree_when_they_say_the_same_once_written_alike(
    fact: ClaimField, one: str, other: str, same: bool
) -> None:
    """Spelling is no disagreement; a different fact is."""
    assert agree(fact, claim(fact, one), claim(fact, other)) is same
    assert bool(describe(SOURCE, [claim(fact, one), claim(fact, other, Ground.BODY)]).disagreements) is not same


def test_the_edition_in_a_number_is_the_version_and_dates_the_source() -> None:
    """ "QMQ 2.01.03-96" is the edition of 1996 of QMQ 2.01.03."""
    found = describe(SOURCE, [claim(ClaimField.NUMBER, "QMQ 2.01.03-1996")])
    assert (found.number, found.version) == ("QMQ 2.01.03", "1996")
    assert found.date is not None
    assert (found.date.earliest, found.date.latest) == (date(1996, 1, 1), date(1996, 12, 31))


def test_of_a_revision_table_the_last_row_counts() -> None:
    """Rows of one table are a history, not a disagreement."""
    rows = [claim(ClaimField.VERSION, label, Ground.REVISION_TABLE) for label in ("P01", "C02", "C01")]
    found = describe(SOURCE, rows)
    assert found.version == "C02"
    assert found.disagreements == ()


def test_authority_follows_from_the_kind_unless_claimed() -> None:
    """A drawing has the authority of drawings."""
    kind = claim(ClaimField.KIND, SourceKind.DRAWING)
    assert describe(SOURCE, [kind]).authority is AuthorityClass.DRAWING
    assert describe(SOURCE, [kind, claim(ClaimField.AUTHORITY, "addendum")]).authority is AuthorityClass.ADDENDUM


def test_only_what_was_recorded_by_then_counts() -> None:
    """The recorded axis: a claim made later was not known before."""
    claims = [claim(ClaimField.TITLE, "Stair 2")]
    assert describe(SOURCE, claims, NOON).title == "Stair 2"
    assert describe(SOURCE, claims, NOON - timedelta(seconds=1)).title is None


def test_a_register_is_a_work_of_its_own_although_it_names_the_number_it_is_about() -> None:
    """A change log of drawing A-201 is no version of drawing A-201."""
    number = claim(ClaimField.NUMBER, "A-201")
    assert work_of(SOURCE, describe(SOURCE, [number])) == work_id("tower", "A-201")
    log = describe(SOURCE, [number, claim(ClaimField.KIND, SourceKind.REGISTER)])
    assert work_of(SOURCE, log) == work_id("tower", "item:files:drawings/A-201.pdf")


@given(st.permutations([claim(ClaimField.VERSION, v, g) for v in "ABC" for g in (Ground.HEADER, Ground.FILE_NAME)]))
def test_the_order_of_claims_does_not_matter(claims: list[Claim]) -> None:
    """Descriptions are a function of the set of claims."""
    assert describe(SOURCE, claims) == describe(SOURCE, sorted(claims, key=lambda c: c.id))

"""From when and until when a text binds, in its own sentences."""

from __future__ import annotations

import pytest

from connectors.metadata.effective import effective_statements
from graph.dates import parse_date
from graph.vocabulary import ClaimField

FROM, TO = ClaimField.EFFECTIVE_FROM, ClaimField.EFFECTIVE_TO


def stated(text: str) -> list[tuple[ClaimField, str]]:
    """Field and date as written, for a text adopted on 2 April 2020."""
    return [(s.field, s.value) for s in effective_statements(text, parse_date("2 April 2020"))]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("This notice expires on 31 May 2024.", [(TO, "31 May 2024")]),
        ("Valid until 31 May 2024.", [(TO, "31 May 2024")]),
        ("This bulletin becomes mandatory on 1 July 2025.", [(FROM, "1 July 2025")]),
        ("This bulletin applies to work started on or after 1 January 2026.", [(FROM, "1 January 2026")]),
        ("Passed on February 3, 2015. Effective March 1, 2015.", [(FROM, "March 1, 2015")]),
        (
            "This ordinance takes effect immediately upon adoption and shall expire on September 30, 2020.",
            [(FROM, "immediately"), (TO, "September 30, 2020")],
        ),
        ("This notice is withdrawn with effect from 1 March 2024.", [(TO, "1 March 2024")]),
    ],
)
def test_a_sentence_about_the_text_itself_gives_its_days(sentence: str, expected: list[tuple[ClaimField, str]]) -> None:
    """Each phrase with the date that belongs to it, not with that of the next statement."""
    assert stated(sentence) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "Notice HT-N-5 is revoked with effect from 1 March 2024.",
        "This notice remains in force until revoked.",
        "A mooring permit expires on 31 December 2025.",
    ],
)
def test_days_of_other_things_are_not_the_texts_own(sentence: str) -> None:
    """Another notice's end, no day at all, and a permit's end."""
    assert stated(sentence) == []

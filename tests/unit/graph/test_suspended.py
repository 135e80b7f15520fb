"""Suspensions end, starts are put off, moratoria are extended, predecessors may be used for a while."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from graph.governing import Verdict
from tests.fakes.shelf import Shelf, open_shelf, query

CODE = """# Marlow State Building Code

Adopted: November 5, 2018

## Section 9 Sprinklers

9.2 Sprinklers shall be provided above 12,000 square feet.

9.3 Sprinklers shall be tested each year.

9.4 Valves shall be sealed.
"""
EMERGENCY = """# Emergency Rule ER 2024-2

Date: March 1, 2024

This emergency rule takes effect on March 1, 2024 and expires on August 28, 2024.

During that time section 9.3 of the Marlow State Building Code is suspended.
"""
STAY = """# Ordinance No. 2023-1

Adopted: March 1, 2023

Section 1. Section 9.4 of the Marlow State Building Code is suspended until March 1, 2025.
"""
ACT = """# Ordinance No. 2019-4

Adopted: May 1, 2019

Section 1. Section 9.2 of the Marlow State Building Code is amended to read: "Sprinklers shall be provided everywhere."
"""
DELAY = """# Ordinance No. 2019-9

Adopted: May 2, 2019

Section 1. The effective date of the amendment to section 9.2 by Ordinance No. 2019-4 is postponed until July 1, 2020.
"""
PARTED = """# Ordinance No. 2021-3

Adopted: March 1, 2021

## 1 Ladders

Ladders shall be tied.

## 2 Ropes

Ropes shall be of hemp.

## 3 Start

Section 2 comes into force on 1 June 2030.
"""
MORATORIUM = """# Ordinance No. 2023-8

Adopted: April 24, 2023

This ordinance shall expire on October 24, 2024.

Section 1. No permit shall be issued.
"""
EXTENSION = """# Ordinance No. 2024-19

Adopted: September 9, 2024

Section 1. The moratorium imposed by Ordinance No. 2023-8 is hereby extended to April 24, 2025.
"""
OLD = "# QVS 60:2008\n\nPublished: 2008-10-01\n\n## 4 Strength\n\n4.1 Shotcrete shall reach 10 MPa.\n"
NEW = """# QVS 60-1:2020

Published: 2020-11-15

## Foreword

This first edition cancels and replaces QVS 60:2008. QVS 60:2008 may be used in parallel until 2022-12-31.

## 4 Strength

4.1 Shotcrete shall reach 12 MPa.
"""
PIERS = """# Piers Regulations 2014

Date: 1 June 2014

## 6 Bollards

A bollard is tested to 50 tonnes.

## 10 Decking

Decking carries 5 kPa.
"""
LATER = """# Piers Amendment Regulations 2019

Date: 8 October 2019

1 These Regulations come into operation on a day or days to be appointed by the Minister.

3 For regulation 6 of the Piers Regulations 2014 substitute "A bollard is tested to 80 tonnes."

4 For regulation 10 of the Piers Regulations 2014 substitute "Decking carries 7 kPa."
"""
APPOINTED = """# Piers Amendment Regulations 2019 (Commencement) Order 2020

Date: 11 February 2020

Regulations 1 and 3 of the Piers Amendment Regulations 2019 come into operation on 1 March 2020.
"""
TEXTS = {
    "code.md": CODE,
    "emergency.md": EMERGENCY,
    "stay.md": STAY,
    "act.md": ACT,
    "delay.md": DELAY,
    "parted.md": PARTED,
    "moratorium.md": MORATORIUM,
    "extension.md": EXTENSION,
    "old.md": OLD,
    "new.md": NEW,
    "piers.md": PIERS,
    "later.md": LATER,
    "appointed.md": APPOINTED,
}


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """A code and what holds for a time only, and a standard with a time of grace."""
    with open_shelf(Path(tmp_path_factory.mktemp("suspended"))) as shelf:
        for name, text in TEXTS.items():
            shelf.put(name, text, "Marlow")
        yield shelf


def _of(shelf: Shelf, name: str, clause: str | None, day: date) -> Verdict:
    corpus = shelf.corpus()
    source = next(s.id for s in corpus.snapshot(None).sources.values() if s.remote_id.endswith(name))
    governing = corpus.governing(query("", as_of=day).moment)
    return governing.of_clause(source, clause) if clause else governing.of_source(source)


@pytest.mark.parametrize(
    ("name", "clause", "day", "signal"),
    [
        ("code.md", "9.3", date(2024, 2, 1), "governs"),
        ("code.md", "9.3", date(2024, 5, 1), "superseded"),
        ("code.md", "9.3", date(2024, 9, 1), "governs"),
        ("code.md", "9.4", date(2024, 5, 1), "superseded"),
        ("code.md", "9.4", date(2025, 5, 1), "governs"),
        ("code.md", "9.2", date(2020, 2, 1), "governs"),
        ("code.md", "9.2", date(2020, 8, 1), "superseded"),
        ("act.md", "1", date(2020, 2, 1), "not yet effective"),
        ("act.md", "1", date(2020, 8, 1), "governs"),
        ("parted.md", "1", date(2022, 1, 1), "governs"),
        ("parted.md", "2", date(2022, 1, 1), "not yet effective"),
        ("parted.md", "2", date(2031, 1, 1), "governs"),
        ("piers.md", "6", date(2020, 2, 1), "governs"),
        ("piers.md", "6", date(2020, 4, 1), "superseded"),
        ("piers.md", "10", date(2020, 4, 1), "governs"),
        ("moratorium.md", None, date(2025, 1, 15), "governs"),
        ("moratorium.md", None, date(2025, 5, 1), "withdrawn"),
        ("old.md", None, date(2021, 6, 1), "governs"),
        ("old.md", None, date(2023, 6, 1), "superseded"),
    ],
)
def test_what_holds_for_a_time_ends_with_it(
    shelf: Shelf, name: str, clause: str | None, day: date, signal: str
) -> None:
    """The text that was set aside is in force before and after, and not in between."""
    assert _of(shelf, name, clause, day).signal == signal


RULE = """Federal Register / Vol. 84, No. 43 / Tuesday, March 5, 2019 / Rules and Regulations

61 CFR Part 2110

Safety of Quays

ACTION: Final rule.

DATES: This rule is effective April 4, 2019, except for the amendment to § 2110.20, which is effective January 1, 2020.

# PART 2110 - SAFETY OF QUAYS

1. Revise § 2110.10 to read as follows:

## § 2110.10 Guardrails.

Guardrails shall be 45 inches high.

2. Revise § 2110.20 to read as follows:

## § 2110.20 Noise.

Noise shall not exceed 85 dBA.

3. Add § 2110.45 to read as follows:

## § 2110.45 Ladders.

Ladders shall have a safety system.
"""
CODE_PART = """61 CFR Part 2110 (January 1, 2018 edition)

## § 2110.10 Guardrails.

Guardrails shall be 42 inches high.

## § 2110.20 Noise.

Noise shall not exceed 90 dBA.
"""
STAYED = """Federal Register / Vol. 88, No. 37 / Friday, February 24, 2023 / Rules and Regulations

61 CFR Part 2110

Safety of Quays; Stay

ACTION: Final rule; administrative stay.

DATES: Effective March 1, 2023, 61 CFR 2110.45 is stayed until March 1, 2024.
"""


@pytest.mark.parametrize(
    ("name", "clause", "day", "signal"),
    [
        ("rule.md", "2110.10", date(2019, 6, 1), "governs"),
        ("part.md", "2110.10", date(2019, 6, 1), "superseded"),
        ("rule.md", "2110.20", date(2019, 6, 1), "not yet effective"),
        ("part.md", "2110.20", date(2019, 6, 1), "governs"),
        ("rule.md", "2110.20", date(2020, 6, 1), "governs"),
        ("rule.md", "2110.45", date(2022, 6, 1), "governs"),
        ("rule.md", "2110.45", date(2023, 6, 1), "superseded"),
        ("rule.md", "2110.45", date(2024, 6, 1), "governs"),
    ],
)
def test_the_new_words_of_a_rule_bind_from_their_own_day(
    tmp_path: Path, name: str, clause: str, day: date, signal: str
) -> None:
    """Those of a section that begins later wait for it, and a stay reaches what the rule added."""
    with open_shelf(tmp_path) as shelf:
        for path, text in (("part.md", CODE_PART), ("rule.md", RULE), ("stay.md", STAYED)):
            shelf.put(path, text, "Quay")
        assert _of(shelf, name, clause, day).signal == signal

"""Documents by what they are about."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.subjects import Match, Subjects, initials, simple
from retrieval.tokenizer import terms
from tests.fakes.library import Library

LIBRARY = Library()
PROTOCOL = LIBRARY.add("NOTE 21", title="Gravel Sorting Protocol")
GUIDE = LIBRARY.add("NOTE 35", title="Guide to gravel and sand")
STAIRS = LIBRARY.add("HLS 12", title="Guarding of stairs")
BARE = LIBRARY.add("A-201")
SUBJECTS = Subjects(LIBRARY.snapshot(), terms)
vocabulary = st.lists(
    st.sampled_from(["gravel", "sorting", "protocol", "guide", "sand", "stairs", "a-201", "lamp"]),
    max_size=6,
)


def _ids(matches: list[Match]) -> list[str]:
    return [match.source_id for match in matches]


@pytest.mark.parametrize(
    ("subject", "best"),
    [
        ("gravel sorting", PROTOCOL),
        ("the gravel sorting protocol", PROTOCOL),
        ("GSP", PROTOCOL),
        ("gravel and sand", GUIDE),
        ("stair guarding", STAIRS),
        ("HLS 12", STAIRS),
        ("A-201", BARE),
    ],
)
def test_the_title_that_fits_best_comes_first(subject: str, best: str) -> None:
    """Words in any order and inflection, initials, and numbers find their document."""
    assert _ids(SUBJECTS.match(subject))[0] == best


def test_a_subject_that_no_title_holds_matches_nothing() -> None:
    """Neither does an empty one, nor one of which a title holds less than half."""
    assert SUBJECTS.match("window cleaning") == []
    assert SUBJECTS.match("") == []
    assert SUBJECTS.match("stairs of concrete with lamps and mirrors") == []


def test_a_title_that_says_more_than_was_asked_ranks_below_one_that_does_not() -> None:
    """Both titles hold the subject whole; the shorter one is about nothing else."""
    library = Library()
    longer = library.add("NOTE 1", title="Chimneys and their cleaning in winter")
    shorter = library.add("NOTE 2", title="Chimneys")
    assert _ids(Subjects(library.snapshot(), terms).match("chimneys")) == [shorter, longer]


@given(vocabulary)
def test_scores_are_shares_in_descending_order(words: list[str]) -> None:
    """`held` and `score` lie in [0, 1], `score` is never above `held`, and ties come by id."""
    matches = SUBJECTS.match(" ".join(words))
    assert all(0.5 <= m.held <= 1 + 1e-9 and 0 <= m.score <= m.held + 1e-9 for m in matches)
    assert matches == sorted(matches, key=lambda m: (-m.score, m.source_id))


def test_initials_are_of_runs_of_capitalised_words() -> None:
    """Small words join a run and give no initial; a lower-case word breaks it."""
    assert dict(initials("Code of Practice for Gravel")) == {"CPG": "Code Practice Gravel"}
    assert dict(initials("Uses of gravel in Garden Path Design")) == {"GPD": "Garden Path Design"}
    assert initials("gravel") == []


def test_a_term_that_joins_two_others_is_left_out() -> None:
    """ "tls1.3" says no more than "tls" and "1.3" together."""
    assert simple(["tls", "1.3", "tls1.3"]) == {"tls", "1.3"}
    assert simple(["tls1.3"]) == {"tls1.3"}

"""Places by their names and by the numbers of their documents."""

from __future__ import annotations

import pytest

from graph.places import is_within, place_named, place_of_number, places


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        ("How wide is a stair in England?", "England", "England"),
        ("What do the English rules say?", "England", "English"),
        ("Handrails in Northern Ireland", "Northern Ireland", "Northern Ireland"),
        ("Handrails in Ireland", "Ireland", "Ireland"),
        ("Ramps in the US", "United States", "US"),
        ("Ramps in the U.S. and in Canada", "United States", "U.S."),
        ("Что действует в россия", "Russia", "россия"),
        ("Scotland comes before Wales here", "Scotland", "Scotland"),
    ],
)
def test_the_place_named_first_is_found_with_its_words(text: str, name: str, words: str) -> None:
    """As a whole word, the longer name where two begin alike."""
    found = place_named(text)
    assert found is not None
    assert (found[0].name, found[1]) == (name, words)


@pytest.mark.parametrize("text", ["Give it to us", "The whales swim", "a corkscrew", "", "Englandia", "usage"])
def test_a_word_that_only_looks_like_a_place_is_none(text: str) -> None:
    """Abbreviations count as written alone, and parts of words never."""
    assert place_named(text) is None


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("BS EN 12101", "United Kingdom"),
        ("bs 5839", "United Kingdom"),
        ("APPROVED DOCUMENT K", "England"),
        ("GB/T 50011", "China"),
        ("GB 50016", "China"),
        ("QMQ 2.01.03", "Uzbekistan"),
        ("NFPA 101", "United States"),
        ("BSX 12", None),
        ("ГОСТ 30247", "Russia"),
        ("SP 800-53", None),
        ("NOTE 7", None),
        ("7", None),
        ("", None),
    ],
)
def test_the_lead_of_a_number_tells_its_place(key: str, name: str | None) -> None:
    """Whole words of the lead, in any case; a number without a known lead tells nothing."""
    assert place_of_number(key) == name


def test_a_text_of_a_part_is_a_text_of_the_whole_but_not_the_other_way_round() -> None:
    """England's text is of the United Kingdom; what a text claims may be any of a place's names."""
    by_name = {place.name: place for place in places()}
    assert is_within("England", by_name["England"])
    assert is_within("England and Wales", by_name["England"])
    assert is_within("English", by_name["United Kingdom"])
    assert not is_within("United Kingdom", by_name["England"])
    assert not is_within("Scotland", by_name["England"])
    assert not is_within("Holmland", by_name["England"])


def test_every_larger_place_is_itself_a_place_and_no_lead_is_of_two() -> None:
    """The table holds together."""
    names = [place.name for place in places()]
    leads = [number for place in places() for number in place.numbers]
    assert {place.within for place in places()} - {None} <= set(names)
    assert len(set(names)) == len(names)
    assert len(set(leads)) == len(leads)

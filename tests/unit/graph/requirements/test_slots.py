"""Slots: words for one thing meet, words for two things do not, and likeness merges nothing."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.demands import ConceptLink
from graph.identity import concept_link_id
from graph.requirements.concepts import Concepts, proposals, spelt_alike
from graph.requirements.slots import Slot, slot_of, terms_of
from graph.requirements.terms import concept_data, read_term, words_of
from tests.unit.graph.quantities.demanding import demand

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def slot(subject: str, prop: str = "", text: str = "shall = 900 mm", concepts: Concepts | None = None) -> Slot:
    """The slot of a requirement with this subject and property."""
    return slot_of(replace(demand(text), subject=subject, property=prop), concepts or Concepts())


def link(term: str, concept: str, *, accepted: bool = True, project: str = "", role: str = "subject") -> ConceptLink:
    """What a person said of a term."""
    return ConceptLink(concept_link_id(project, role, term), role, term, concept, accepted, "ana", NOON, None, project)


@pytest.mark.parametrize(
    ("subject", "prop", "key"),
    [
        ("The top of the handrails", "height", ("handrail", "height")),
        ("hand-rail", "high", ("handrail", "height")),
        ("", "clear width of walking surfaces", ("walking surface", "clear width")),
        ("the rise of each step", "", ("step", "rise")),
        ("ballast depth", "", ("ballast", "depth")),
        ("Doors", "minimum clear opening width", ("door", "clear width")),
        ("total number of ventilators in habitable rooms", "", ("ventilator", "number")),
        ("глубина заложения фундамента", "", ("foundation", "depth")),
        ("Предел огнестойкости двери Д-1", "", ("door", "fire resistance")),
        ("栏杆", "高度", ("guarding", "height")),
        ("means of escape routes", "clear headroom", ("escape route", "headroom")),
        ("", "going", ("step", "going")),
        ("session cookie", "retention time", ("session cookie", "retention period")),
    ],
)
def test_words_for_one_thing_and_property_have_one_key(subject: str, prop: str, key: tuple[str, str]) -> None:
    """Articles, endings, parts, synonyms and the place of the property do not matter."""
    assert slot(subject, prop).key() == key


@pytest.mark.parametrize(
    ("verbal", "nominal"),
    [
        (("Pipework", "pressure tested"), ("pipework", "test pressure")),
        (("Hot water", "temperature stored"), ("hot water", "storage temperature")),
        (("Invoices", "time paid"), ("Payment of invoices", "time")),
        (("Anchor bolts", "size embedded"), ("anchor bolts", "embedment")),
        (("Cable troughs", "depth buried"), ("cable troughs", "burial depth")),
        (("Signal sighting", "time"), ("signals", "sighting time")),
        (("Trains", "speed run"), ("trains", "speed")),
    ],
)
def test_a_measure_of_an_act_is_the_same_as_verb_and_as_noun(verbal: tuple[str, str], nominal: tuple[str, str]) -> None:
    """What is tested at 10 bar has a test pressure of 10 bar."""
    assert slot(*verbal).key() == slot(*nominal).key()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("pipework", "test pressure"), ("pipework", "working pressure")),
        (("Invoices", "time paid"), ("Invoices", "time submitted")),
        (("cable troughs", "burial depth"), ("cable troughs", "depth")),
        (("access token", "lifetime"), ("refresh token", "lifetime")),
    ],
)
def test_measures_of_two_acts_are_two_properties(one: tuple[str, str], other: tuple[str, str]) -> None:
    """A test pressure says nothing of a working pressure."""
    assert slot(*one).key() != slot(*other).key()


def test_what_places_a_thing_may_stand_on_either_side_of_it() -> None:
    """The site hoarding is the hoarding to the site, and a timeout is of its session, for whomever it holds."""
    assert slot("site hoarding", "height") == slot("hoarding to the site", "height")
    owned = slot("web clients", "session timeout")
    assert (owned.key(), owned.places) == (("session", "timeout"), frozenset({"web", "client"}))


def test_a_value_without_a_word_for_its_property_is_known_by_its_dimension() -> None:
    """Lengths meet lengths and times meet times."""
    assert slot("widget").property == "[length]"
    assert slot("widget", text="shall = 60 min").property == "[time]"
    assert slot("widget", text="shall present").property == "presence"


def test_what_sets_a_thing_apart_is_a_mark_and_what_places_it_is_a_place() -> None:
    """Marks exclude one another; places only narrow."""
    assert slot("Internal fire doors", "width").marks == (("position", "internal"),)
    assert slot("Internal fire doors", "width").places == {"fire"}
    assert slot("Door D-201", "width").marks == (("identifier", "d-201"),)
    assert slot("stair 2", "width").marks == (("identifier", "stair 2"),)
    assert slot("concrete of the pile caps", "cover").places == {"pile", "cap"}


def test_a_mark_that_belongs_to_the_name_of_a_concept_sets_nothing_apart() -> None:
    """A vertical height is a height; a vertical rail is a rail of its own."""
    assert slot("handrail", "vertical height") == slot("handrail", "height")
    assert slot("vertical rail", "height").marks == (("direction", "vertical"),)


def test_a_requirement_without_a_subject_has_no_name() -> None:
    """It is compared with nothing."""
    assert not slot("", "width").is_named


def test_a_person_joins_and_parts_terms_for_a_project_or_for_all() -> None:
    """The project's own word goes before the general one, and both before the table."""
    joined = Concepts([link("grab bar", "handrail")])
    assert slot("grab bars", "height", concepts=joined).subject == "handrail"
    parted = Concepts([link("staircase", "stair", accepted=False)])
    assert slot("staircases", "width", concepts=parted).subject == "staircase"
    both = [link("grab bar", "handrail"), link("grab bar", "support rail", project="tower")]
    assert Concepts(both, "tower").of("subject", "grab bar") == "support rail"
    assert Concepts(both, "bridge").of("subject", "grab bar") == "handrail"


def test_likeness_proposes_and_changes_nothing() -> None:
    """A proposal is open until a person accepts or refuses it."""
    (near,) = proposals({"subject": ["fire exit door", "fire exits door"]}, Concepts())
    assert (near.term, near.concept) == ("fire exits door", "fire exit door")
    assert slot("fire exits door").subject == "door"
    refused = Concepts([link("fire exits door", "fire exit door", accepted=False)])
    assert proposals({"subject": ["fire exit door", "fire exits door"]}, refused) == []


def test_terms_are_named_as_links_name_them() -> None:
    """The words of subject and property, reduced."""
    assert terms_of(replace(demand("shall = 1 m"), subject="The Grab bars", property="heights"), Concepts()) == (
        "grab bar",
        "height",
    )


def test_every_term_of_the_table_names_one_concept() -> None:
    """A term under two labels of one role would merge by the order of lines."""
    for role in ("subject", "property"):
        named: dict[str, set[str]] = defaultdict(set)
        for label, also in concept_data()[role].items():
            for term in (label, *also):
                named[" ".join(words_of(term))].add(label)
        assert {term: labels for term, labels in named.items() if len(labels) > 1} == {}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("to‘siq", "toʻsiqlari"),
        ("to'siq", "toʻsigʻi"),
        ("balandlik", "balandligi"),
        ("eshik", "eshigining"),
        ("қалинлик", "қалинлигининг"),
        ("the contractor’s plant", "contractor plant"),
    ],
)
def test_spellings_and_owners_of_a_word_are_one_term(one: str, other: str) -> None:
    """Uzbek writes one letter with many apostrophes, and says whose a thing is at its end; English with "'s"."""
    assert read_term(one).words == read_term(other).words


@given(st.text(max_size=40))
def test_any_words_make_a_term_that_reads_the_same_again(text: str) -> None:
    """Reading never fails, and what names a thing names it still."""
    term = read_term(text)
    assert set(read_term(term.name).words) <= set(term.words) | {""}


@given(st.text(max_size=12), st.text(max_size=12))
def test_likeness_is_symmetric(first: str, second: str) -> None:
    """And a whole is like itself."""
    assert spelt_alike(first, second) == spelt_alike(second, first)
    assert spelt_alike(first, first) == 1


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("lifts L1 to L3", {"l1", "l2", "l3"}),
        ("LIFTS L1-L3", {"l1", "l2", "l3"}),
        ("rooms B.09 through B.11", {"b.09", "b.10", "b.11"}),
        ("doors D-201 and D-204", {"d-201", "d-204"}),
        ("sheet A-101-02", {"a-101-02"}),
        ("concrete C30/37", {"c30/37"}),
    ],
)
def test_a_run_of_marks_names_each_of_them(words: str, wanted: set[str]) -> None:
    """However its dash is written; what does not count up is one mark."""
    assert {word for dimension, word in read_term(words).marks if dimension == "identifier"} == wanted

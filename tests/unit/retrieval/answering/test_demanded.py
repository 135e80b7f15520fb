"""What requirements say to a question: others of the same slot, what they are to each other, and what stays out."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

from graph.model import ConceptLink
from graph.vocabulary import AuthorityClass
from retrieval.answering import demanded
from tests.fakes.shelf import NOON, Shelf, open_shelf, section
from tests.fakes.soundness import faults

Json = dict[str, Any]

GATE = "What is the gate width?"


def _asked(shelf: Shelf, question: str, **how: Any) -> Json:
    outcome = shelf.ask(question, project="Quay", **how)
    assert faults(shelf, outcome) == []
    return outcome


def _values(outcome: Json) -> list[str]:
    return [f"{one['comparator']} {one['value']} {one['unit']}" for one in outcome["requirements"]]


def test_a_contradiction_is_seen_though_the_other_text_did_not_rank(tmp_path: Path) -> None:
    """Many passages speak more of gates than the one that says otherwise in another document."""
    names = [f"{one}{other}" for one in "Aelmo" for other in "nrstv"]
    chatter = [f"The gate of {name} has its gate width painted on it." for name in names]
    with open_shelf(tmp_path) as shelf:
        own = section("08 34 00", "Gates", "A", "6 May 2024", "The gate width shall be 900 mm.", *chatter)
        shelf.put("gates.txt", own, "Quay")
        filler = (
            "It carries the load of the crane and the wind on the boom, as the sketches of the yard show at length."
        )
        other = f"{filler} The width of each gate shall be 1200 mm. {filler} {filler} {filler}"
        shelf.put("yard.txt", section("32 31 00", "Yard", "A", "6 May 2024", other), "Quay")
        outcome = _asked(shelf, GATE, explain=True)
        evidence = [row["source_id"] for row in outcome["trace"]["candidates"][:8]]
        rival = next(s["citation"] for s in outcome["conflicts"][0]["sides"] if s["value"] == 1200)
        assert rival["source_id"] not in evidence
        assert outcome["abstention"]["reason"] == "unresolved conflict"


def test_a_text_out_of_force_is_no_side_of_a_conflict(tmp_path: Path) -> None:
    """The older revision said otherwise; only the one in force is stated."""
    with open_shelf(tmp_path) as shelf:
        for revision, day, width in (("A", "6 May 2023", 800), ("B", "6 May 2024", 900)):
            text = section("08 34 00", "Gates", revision, day, f"The gate width shall be {width} mm.")
            shelf.put(f"gates-{revision}.txt", text, "Quay")
        outcome = _asked(shelf, GATE)
        assert (_values(outcome), outcome["conflicts"]) == (["= 900 mm"], [])


def test_another_projects_text_is_no_side_of_a_conflict(tmp_path: Path) -> None:
    """What another building demands is its own affair."""
    with open_shelf(tmp_path) as shelf:
        for project, width in (("Quay", 900), ("Pier", 800)):
            text = section("08 34 00", "Gates", "A", "6 May 2024", f"The gate width shall be {width} mm.")
            shelf.put(f"{project}.txt", text, project)
        assert _values(_asked(shelf, GATE)) == ["= 900 mm"]


def test_a_bound_from_the_other_side_is_no_answer_but_may_contradict_one(tmp_path: Path) -> None:
    """Asked for the maximum, a minimum is left out; where both cannot be met, both are shown."""
    with open_shelf(tmp_path / "meet") as shelf:
        both = "The gate width shall not exceed 3 m.", "The gate width shall be at least 2 m."
        shelf.put("gates.txt", section("08 34 00", "Gates", "A", "6 May 2024", *both), "Quay")
        assert _values(_asked(shelf, "What is the maximum gate width?")) == ["≤ 3 m"]
        assert sorted(_values(_asked(shelf, GATE))) == ["≤ 3 m", "≥ 2 m"]
    with open_shelf(tmp_path / "clash") as shelf:
        shelf.put("gates.txt", section("08 34 00", "Gates", "A", "6 May 2024", both[0]), "Quay")
        other = "The gate width shall be at least 4 m."
        shelf.put("fire.txt", section("32 31 00", "Fire access", "A", "6 May 2024", other), "Quay")
        outcome = _asked(shelf, "What is the maximum gate width?")
        assert outcome["abstention"]["reason"] == "unresolved conflict"


def test_a_laxer_text_of_a_lower_class_adds_nothing(tmp_path: Path) -> None:
    """What meets the higher one meets it too; a stricter one of a lower class is shown beside."""
    for low, stated in ((2, ["≥ 3 m"]), (4, ["≥ 3 m", "≥ 4 m"])):
        with open_shelf(tmp_path / str(low)) as shelf:
            for number, width, authority in (
                ("08 34 00", 3, AuthorityClass.SPECIFICATION),
                ("32 31 00", low, AuthorityClass.DRAWING),
            ):
                text = section(number, "Gates", "A", "6 May 2024", f"The gate width shall be at least {width} m.")
                shelf.put(f"{number}.txt", text, "Quay", authority=authority)
            assert sorted(_values(_asked(shelf, GATE))) == stated


def test_units_that_state_values_of_other_things_step_back(tmp_path: Path) -> None:
    """A sentence about the fence shares most words with the question and is no answer to it."""
    with open_shelf(tmp_path) as shelf:
        fence = "The minimum width of the fence along the gate shall be at least 50 mm."
        text = section("08 34 00", "Works", "A", "6 May 2024", fence, "Gates shall be at least 900 mm wide.")
        shelf.put("gates.txt", text, "Quay")
        assert _values(_asked(shelf, "What is the minimum width of gates?")) == ["≥ 900 mm"]


def test_names_that_a_person_joined_are_one_slot_from_then_on(tmp_path: Path) -> None:
    """A contradiction between two words for one thing shows once somebody said that they are one."""
    with open_shelf(tmp_path) as shelf:
        for number, thing in (("08 34 00", "gate"), ("32 31 00", "barrow way")):
            width = 900 if thing == "gate" else 1200
            text = section(number, thing, "A", "6 May 2024", f"The {thing} width shall be {width} mm.")
            shelf.put(f"{number}.txt", text, "Quay")
        assert _values(_asked(shelf, GATE)) == ["= 900 mm"]
        joined = ConceptLink("t-1", "subject", "barrow way", "gate", True, "ada", NOON + timedelta(days=2))
        with shelf.services.store.write() as writer:
            writer.put([joined])
        assert _asked(shelf, GATE)["abstention"]["reason"] == "unresolved conflict"
        before = NOON + timedelta(days=1)
        assert _values(_asked(shelf, GATE, known_at=before)) == ["= 900 mm"]


def test_many_values_are_cut_and_the_rest_is_counted(tmp_path: Path) -> None:
    """At most four citations; the last sentence says how many more there are."""
    with open_shelf(tmp_path) as shelf:
        clauses = [
            f"In zone {zone}, the gate width shall be at least {900 + 10 * n} mm." for n, zone in enumerate("ABCDEF")
        ]
        shelf.put("gates.txt", section("08 34 00", "Gates", "A", "6 May 2024", *clauses), "Quay")
        outcome = _asked(shelf, GATE)
        assert len(outcome["citations"]) == len(outcome["requirements"]) == 4
        assert "(2 more of the kind" in outcome["answer"]


def test_what_one_text_demands_and_another_forbids_is_shown_in_their_words(tmp_path: Path) -> None:
    """A clash of presence has no values; each side is its sentence."""
    with open_shelf(tmp_path) as shelf:
        for number, text in (
            ("08 80 00", "Wired glass shall not be used."),
            ("08 10 00", "Wired glass shall be used."),
        ):
            shelf.put(f"{number}.txt", section(number, "Glass", "A", "6 May 2024", text), "Quay")
        outcome = _asked(shelf, "May wired glass be used?")
        (conflict,) = outcome["conflicts"]
        assert conflict["class"] == "modality clash"
        said = {side["says"] for side in conflict["sides"]}
        assert said == {"Wired glass shall not be used", "Wired glass shall be used"}


def test_the_case_of_a_sentence_that_the_question_names_is_answered_alone(tmp_path: Path) -> None:
    """The other case of the same sentence is no answer to it."""
    sentence = "Concrete cover shall be 40 mm in slabs and 50 mm in footings."
    with open_shelf(tmp_path) as shelf:
        shelf.put("concrete.txt", section("03 30 00", "Concrete", "A", "6 May 2024", sentence), "Quay")
        outcome = _asked(shelf, "What is the concrete cover in slabs?")
        assert outcome["answer"] == "Concrete cover: 40 mm, in slabs (shall). [1]"


def test_the_thresholds_are_those_that_extraction_calls_high() -> None:
    """Below high confidence nothing is put into normal form, and nothing unsure stops an answer."""
    assert demanded.SURE_ENOUGH < demanded.SURE == 0.9

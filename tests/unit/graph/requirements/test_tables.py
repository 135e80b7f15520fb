"""Requirements in tables: heads, labels, captions and cells."""

from __future__ import annotations

import pytest

from graph.demands import Requirement
from graph.requirements.extract import extract
from graph.vocabulary import Comparator, Modality
from tests.fakes.pages import NOON, page

RAIL = "Structure|Normal|Reduced\nSignal post|2150|1900\nParapet|2350|–"


def read(*blocks: str | tuple[str, str]) -> list[Requirement]:
    """Everything that the tables of a document demand."""
    return [requirement for requirement in extract(page(*blocks), NOON) if requirement.method == "table"]


def lines(*blocks: str | tuple[str, str]) -> list[str]:
    """Subject, property, comparator, values with their units, and conditions, in a line each."""
    return [_line(requirement) for requirement in read(*blocks)]


def _line(one: Requirement) -> str:
    values = " to ".join(
        f"{value.written} {value.unit}" if value.unit and value.unit_span else value.written for value in one.values
    )
    said = f"{one.subject} | {one.property} {one.comparator.value} {values}".strip()
    return " ; ".join([said, *(condition.text for condition in one.conditions)])


def table(words: str, caption: str = "") -> list[str]:
    """The lines of one table under its caption."""
    return lines(*([("caption", caption)] if caption else []), ("table", words))


def test_a_caption_gives_property_comparator_and_unit() -> None:
    """The heads are conditions."""
    assert table(RAIL, "Table 4-1 Minimum clearances to fixed structures (mm)") == [
        "Signal post | clearances ≥ 2150 mm ; Normal",
        "Signal post | clearances ≥ 1900 mm ; Reduced",
        "Parapet | clearances ≥ 2350 mm ; Normal",
    ]


def test_heads_give_property_comparator_and_unit() -> None:
    """Each column has its own."""
    assert table("Lift|Min. car width (mm)|Max. rise, m|Rated load\nPassenger lift|1100|4|630 kg") == [
        "Passenger lift | car width ≥ 1100 mm",
        "Passenger lift | rise ≤ 4 m",
        "Passenger lift | Rated load = 630 kg",
    ]


def test_heads_of_two_levels_are_one_head() -> None:
    """The upper one spans two columns and names the property."""
    words = "|Rise|||Going|\n|Minimum (mm)||Maximum (mm)|Minimum (mm)\nPrivate stair|150||220|220"
    view = page(("caption", "Table 1 Rise and going"), ("table", words.replace("||", "|")))
    found = [_line(one) for one in extract(view, NOON)]
    assert found[0] == "Private stair | Rise ≥ 150 mm"


@pytest.mark.parametrize(
    ("cell", "wanted"),
    [
        ("900 mm min.", "≥ 900 mm"),
        ("≤ 0.35 mm", "≤ 0.35 mm"),
        ("150 – 170 mm", "in range 150 to 170 mm"),
        ("not less than 90 days", "≥ 90 days"),
        ("up to 200", "≤ 200"),
        ("1.2 or later", "≥ 1.2"),
        ("1:12 max.", "≤ 1:12"),
        ("> 30 dB", "> 30 dB"),
        ("max. 5 s", "≤ 5 s"),
        ("between 5 and 10 °C", "in range 5 to 10 °C"),
    ],
)
def test_cells_bind_their_values(cell: str, wanted: str) -> None:
    """Comparators before and behind, ranges."""
    (one,) = read(("heading", "Pump station"), ("table", f"Parameter|Limit\nPump setting|{cell}"))
    assert (one.subject, one.property) == ("Pump station", "Pump setting")
    assert f"{one.comparator.value} {' to '.join(value.written for value in one.values)}" == wanted


@pytest.mark.parametrize("cell", ["–", "N/A", "None", "No minimum", "TBC", "see 4.2", "", "Varies"])
def test_blank_cells_demand_nothing(cell: str) -> None:
    """Signs and words for "nothing here"."""
    assert table(f"Room|Minimum width (mm)\nStore|{cell}\nLobby|1200") == ["Lobby | width ≥ 1200 mm"]


def test_a_tolerance_in_the_cell_is_no_value_of_its_own() -> None:
    """915 ± 10 with its unit in a column."""
    (one,) = read(("table", "Item|Required|Unit\nPlatform height|915 ± 10|mm"))
    assert [(value.written, value.unit) for value in one.values] == [("915", "mm")]
    assert one.tolerance is not None
    assert (one.tolerance[0].written, one.tolerance[0].unit) == ("10", "mm")


def test_min_behind_a_measured_value_is_no_minute() -> None:
    """The unit stands in the head."""
    assert table("Room|Clear width (mm)\nLobby|1200 min.") == ["Lobby | Clear width ≥ 1200 mm"]


def test_words_behind_a_value_limit_it_with_their_not() -> None:
    """Two values of one cell, each with its own."""
    found = table("Way|Minimum width (mm)\nCorridor|900 (when not on a bend), otherwise 1200 mm for trolleys")
    assert sorted(found) == [
        "Corridor | width ≥ 1200 mm ; for trolleys",
        "Corridor | width ≥ 900 mm ; when not on a bend",
    ]


def test_values_and_units_stand_in_the_text() -> None:
    """Word for word, at their spans."""
    view = page(("caption", "Minimum sizes"), ("table", "Room|Width (mm)|Area\nStore|900 mm|≥ 4 m²\nLobby|1200|6 m²"))
    for one in extract(view, NOON):
        for value in one.values:
            unit = value.unit_span or value.span
            assert view.text[value.span.start : value.span.end] == value.written
            assert value.unit is not None
            assert value.unit in view.text[unit.start : unit.end]


def test_a_schedule_names_each_thing_by_its_mark() -> None:
    """The other columns are its properties; a yes wants it, a no forbids it."""
    words = (
        "Door no.|Location|Width (mm)|Fire rating|Finish|Vision panel\n"
        "D-201|Stair 2|926|FD60|Oak|Yes\nD-202|Store|826|–|Paint|No"
    )
    assert lines("Doors shall be as scheduled below.", ("table", words)) == [
        "Door D-201 | Width = 926 mm ; Location Stair 2",
        "Door D-201 | Fire rating = FD60 ; Location Stair 2",
        "Door D-201 | Finish = Oak ; Location Stair 2",
        "Door D-201 | Vision panel present ; Location Stair 2",
        "Door D-202 | Width = 826 mm ; Location Store",
        "Door D-202 | Finish = Paint ; Location Store",
        "Door D-202 | Vision panel absent ; Location Store",
    ]


def test_rows_without_values_head_those_below_them() -> None:
    """ "Level 1" holds until "Level 2"."""
    words = "Door|Width (mm)|Height (mm)\nLevel 1||\nD-1|900|2000\nLevel 2||\nD-2|950|2100"
    found = lines("Doors shall be as scheduled below.", ("table", words))
    assert found[0].endswith("; Level 1")
    assert found[-1].endswith("; Level 2")


def test_a_label_that_stands_once_holds_for_the_rows_below_it() -> None:
    """Carried down with what tells the rows apart."""
    words = "Use|Escape in|Distance (m)\nOffice|one direction|18\n|several directions|45\nShop|one direction|9"
    assert table(words, "Table 6 Maximum travel distance") == [
        "Office | Distance ≤ 18 m ; one direction",
        "Office | Distance ≤ 45 m ; several directions",
        "Shop | Distance ≤ 9 m ; one direction",
    ]


def test_bands_of_the_label_are_compared_conditions() -> None:
    """ "Over 22 but not more than 54" is two of them."""
    words = "Pipe diameter (mm)|Spacing (m)\nUp to 22|1.8\nOver 22 but not more than 54|2.4"
    first, second = read(("caption", "Table 1 Maximum spacing of supports"), ("table", words))
    assert [(one.property, one.comparator) for one in first.conditions] == [("Pipe diameter", Comparator.AT_MOST)]
    assert [one.comparator for one in second.conditions] == [Comparator.MORE, Comparator.AT_MOST]
    assert [value.unit for one in second.conditions for value in one.values] == ["mm", "mm"]


def test_values_in_the_head_are_conditions_of_the_head_above() -> None:
    """Fire resistance by height of the top storey."""
    words = "Element|≤ 5 m|> 5 m\nFloors|REI 30|REI 60"
    assert table(words, "Table 5 Minimum fire resistance") == [
        "Floors | fire resistance ≥ REI 30 ; Element ≤ 5 m",
        "Floors | fire resistance ≥ REI 60 ; Element > 5 m",
    ]


def test_labels_and_values_alone_are_read_without_heads() -> None:
    """A data sheet."""
    words = "Relative humidity|40 – 60 %\nDoor opening force|30 N max."
    assert lines(("heading", "Room data sheet: Seminar room"), ("table", f"Property|Value\n{words}"))[-1].startswith(
        "Door opening | force ≤ 30 N"
    )


def test_words_for_presence_demand_it() -> None:
    """Required, not permitted; what is not required demands nothing."""
    words = "Item|Requirement\nAudit log|Required\nBasic authentication|Not permitted\nBanner|Not required"
    found = read(("table", words))
    assert [(one.subject, one.comparator, one.modality) for one in found] == [
        ("Audit log", Comparator.PRESENT, Modality.SHALL),
        ("Basic authentication", Comparator.ABSENT, Modality.SHALL_NOT),
    ]


def test_the_sentence_that_names_the_table_binds_it() -> None:
    """Its modality and its comparator."""
    lead = "Humidity should always be less than the value in Table B2."
    words = "Period|Relative humidity (%)\n1 month|65"
    (one,) = read(lead, ("caption", "Table B2 Indoor air"), ("table", words))
    assert (one.comparator, one.modality) == (Comparator.LESS, Modality.SHOULD)


def test_a_caption_tells_what_its_values_are_for() -> None:
    """Two tables of the same heads do not contradict each other."""
    words = "Bedspaces|Worktop length (mm)\n2|4330"
    (line,) = table(words, "Table 3 Minimum lengths for a wheelchair adaptable dwelling")
    assert line.endswith("; for a wheelchair adaptable dwelling")


@pytest.mark.parametrize(
    ("caption", "words"),
    [
        ("Table 9 Cube test results", "Mix|Strength (MPa)\nA|41.0"),
        ("Revisions", "Item|Change\nA|Height now 1100 mm"),
        ("Table 2", "Rev|Date|Height (mm)\nP01|2 May 2024|1100"),
        ("Table 3", "Item|Qty|Rate (€)\nHandrail 900 mm|42|118.00"),
        ("Table 4", "Zone|Measured level (dB)|Limit (dB)\nA|62|60"),
        ("Distribution", "Company|Copies\nBuilders|3"),
        ("Contents", "Section|Page\nGeneral|3"),
        ("Table 5", "Activity|Start|Duration (days)\nPiling|4 March|25"),
        ("Table 6", "Question|Answer|\nIs it clean?|Yes|No\nIs it safe?|Yes|No"),
        ("Table 7", "1450 mm|1450 mm\n450 mm|1000 mm"),
        ("Table 8", "Code|Name\n12|alpha\n13|beta"),
        ("Table 10", "Material|Density (kg/m³)\nOak|700\nPine|500"),
    ],
)
def test_tables_that_report_demand_nothing(caption: str, words: str) -> None:
    """Results, revisions, prices, lists, dates, forms, labels of drawings, data."""
    assert table(words, caption) == []


def test_totals_are_no_demands() -> None:
    """The last row adds up the others."""
    assert table("Room|Minimum area (m²)\nHall|12\nTotal|12") == ["Hall | area ≥ 12 m²"]


def test_high_confidence_needs_a_comparator_that_is_said() -> None:
    """A bare value in a data sheet is less sure than one under "minimum"."""
    bare = read(("heading", "Specification"), ("table", "Room|Width (mm)\nHall|1200"))
    bound = read(("heading", "Specification"), ("table", "Room|Minimum width (mm)\nHall|1200"))
    assert bare[0].confidence < 0.9 <= bound[0].confidence


def test_sentences_in_cells_are_read_as_prose() -> None:
    """A table of numbered requirements."""
    view = page(("table", "ID|Requirement\nR-1|The pump shall deliver at least 5 l/s."))
    assert [(one.subject, one.values[0].written) for one in extract(view, NOON)] == [("pump", "5 l/s")]


def test_a_report_demands_only_where_something_says_so() -> None:
    """The warmest day of a week is no limit."""
    words = "Day|Max temperature (°C)\nMonday|12"
    assert lines(("heading", "Weekly report 14"), ("table", words)) == []
    assert lines(("heading", "Climate chamber"), ("table", words)) == ["Monday | temperature ≤ 12 °C"]


def test_counts_per_something_keep_what_they_are_per() -> None:
    """The second number limits the first."""
    assert table("Use|Minimum number of water closets\nTheatre|1 per 125\nOffice|3 units") == [
        "Theatre | number of water closets ≥ 1 ; per 125",
        "Office | number of water closets ≥ 3",
    ]


def test_labels_under_parameter_are_properties() -> None:
    """The other heads say for whom."""
    words = "Rule|Standard user|Administrator\nMaximum password age|365 days|90 days\nMFA|Optional|Required"
    assert lines(("heading", "Password policy"), ("table", words)) == [
        "password | age ≤ 365 days ; Standard user",
        "password | age ≤ 90 days ; Administrator",
        "MFA |  present ; Administrator",
    ]


def test_levels_at_which_somebody_has_to_act_are_no_limits() -> None:
    """An alarm is not what is built."""
    words = "Item|Maximum (mm)|Action level (mm)\nCant deviation|150|180"
    assert lines(("heading", "Track"), ("table", words)) == ["Track | Cant deviation ≤ 150 mm"]


def test_comparators_in_other_scripts_are_read() -> None:
    """Russian cells and heads."""
    words = "Помещение|Минимальная ширина (мм)|Температура\nКоридор|1200|не менее 18 °С"
    found = [(one.comparator, one.values[0].magnitude) for one in read(("heading", "Нормы"), ("table", words))]
    assert found == [(Comparator.AT_LEAST, "1200"), (Comparator.AT_LEAST, "18")]

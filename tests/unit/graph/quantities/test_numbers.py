"""Numbers and quantities in running text, in four languages."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.quantities.numbers import find_quantities
from graph.quantities.numerals import in_digits, in_words
from graph.spans import Span


def read(text: str, language: str = "en") -> list[tuple[str, str | None, str | None]]:
    """What was written, the number and the unit, of every quantity."""
    return [(found.written, found.magnitude, found.unit) for found in find_quantities(text, None, language)]


@pytest.mark.parametrize(
    ("words", "language", "value"),
    [
        ("five", "en", 5),
        ("twenty-five", "en", 25),
        ("one hundred and twenty", "en", 120),
        ("two thousand five hundred", "en", 2500),
        ("пяти", "ru", 5),
        ("сто двадцать", "ru", 120),
        ("beshta", "uz", 5),
        ("o'n ikki", "uz", 12),
        ("бешта", "uz", 5),
        ("三", "zh", 3),
        ("二十五", "zh", 25),
        ("一百二十", "zh", 120),
        ("两万五千", "zh", 25000),
    ],
)
def test_number_words_add_up(words: str, language: str, value: int) -> None:
    """A multiplier multiplies what stands before it; the rest is added."""
    assert in_words(words, language) == value


@pytest.mark.parametrize("words", ["two two", "twenty thirty", "five hundred of", ""])
def test_words_that_spell_no_number_are_none(words: str) -> None:
    """Unknown is not zero."""
    assert in_words(words, "en") is None


@pytest.mark.parametrize(
    ("digits", "language", "value"),
    [
        ("1 500", "en", "1500"),
        ("1,500", "en", "1500"),
        ("1,500", "ru", "1.500"),
        ("0,3", "en", "0.3"),
        ("1½", "en", "1.5"),
        ("1-1/2", "en", "1.5"),
        ("3/4", "en", "0.75"),
        ("−20", "en", "-20"),
        ("1.500.000,5", "en", "1500000.5"),
        ("1 500,5", "ru", "1500.5"),
    ],
)
def test_separators_are_read_by_form_and_language(digits: str, language: str, value: str) -> None:
    """A comma before three digits groups them, except where it writes decimals."""
    assert in_digits(digits, language) == Decimal(value)


def test_a_shared_unit_goes_to_every_number_of_a_range() -> None:
    """The unit stands apart from all but the last."""
    first, second = find_quantities("between 900 and 1000mm above")
    assert (first.written, first.magnitude, first.unit) == ("900", "900", "mm")
    assert first.unit_span == Span(20, 22)
    assert (second.written, second.magnitude, second.unit, second.unit_span) == ("1000mm", "1000", "mm", None)


def test_two_units_of_one_value_are_one_quantity() -> None:
    """Feet and inches, hours and minutes; the metric value in brackets is another quantity."""
    assert read("2 ft 6 in. (760 mm)") == [("2 ft 6 in.", "30", "in."), ("760 mm", "760", "mm")]
    assert read("1 hour 30 minutes") == [("1 hour 30 minutes", "90", "minutes")]
    assert read('2\'-6" and 36" wide') == [("2'-6\"", "30", '"'), ('36"', "36", '"')]


@pytest.mark.parametrize(
    "text",
    [
        "See Table 5.1 and paragraphs 1.3 to 1.6.",
        "BS 5839-1:2013 and Diagram 2",
        "RFC 2616 section 4.2",
        "M4(2) dwellings on the 3rd floor",
        "It came into force on 6 April 2013.",
        "the 1990s and the 2010 edition",
        "1.34 The stair",
        "(1) the door",
        "3.2.1 General",
        "none of these; each one of the doors; no one",
        "drawing A-201",
        "DOI: 10.17487/RFC0031",
        "0x10",
    ],
)
def test_numbers_that_only_name_something_are_no_quantities(text: str) -> None:
    """Clauses, tables, standards, dates, labels and identifiers measure nothing."""
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("at least five ventilators", "en", [("five", "5", None)]),
        ("two (2) exits", "en", [("two", "2", None)]),
        ("half an hour", "en", [("half", "0.5", "hour")]),
        ("10,15 and 20 mm", "en", [("10", "10", "mm"), ("15", "15", "mm"), ("20 mm", "20", "mm")]),
        ("Table 2 600 mm", "en", [("600 mm", "600", "mm")]),
        ("2 in each; 36 in. wide; 1 in 12", "en", [("2", "2", None), ("36 in.", "36", "in."), ("1 in 12", None, None)]),
        ("a 30-minute door, 1:12, FD30S", "en",
         [("30-minute", "30", "minute"), ("1:12", None, None), ("FD30S", None, None)]),
        ("from -20 °C or minus 5 °C to 10–15°C", "en",
         [("-20 °C", "-20", "°C"), ("minus 5 °C", "-5", "°C"), ("10", "10", "°C"), ("15°C", "15", "°C")]),
        ("a door of 926x2040mm", "en", [("926", "926", "mm"), ("2040mm", "2040", "mm")]),
        ("10 metres per second (m/s) at layer 2 L2", "en",
         [("10 metres per second", "10", "metres per second"), ("2", "2", None)]),
        ("a fee of £500 within 24 hours", "en", [("£500", "500", "£"), ("24 hours", "24", "hours")]),
        ("Ширина не менее 0,9 м и не более 1 500 мм; п. 3.2; 2 с каждой стороны", "ru",
         [("0,9 м", "0.9", "м"), ("1 500 мм", "1500", "мм"), ("2", "2", None)]),
        ("kengligi 900 mm dan kam emas, kamida beshta", "uz", [("900 mm", "900", "mm"), ("beshta", "5", None)]),
        ("баландлиги 900 ммдан кам эмас", "uz", [("900 мм", "900", "мм")]),
        ("楼梯宽度不应小于1.10m，至少两个出口，3.2.1 不超过30分钟", "zh",
         [("1.10m", "1.10", "m"), ("两", "2", None), ("30分钟", "30", "分钟")]),
    ],
)  # fmt: skip
def test_quantities_are_read_as_they_stand(
    text: str, language: str, expected: list[tuple[str, str | None, str | None]]
) -> None:
    """What was written, its number in plain digits, and its unit."""
    assert read(text, language) == expected


PIECES = st.sampled_from(
    [
        "900",
        "mm",
        " ",
        "to",
        "1:12",
        "FD30",
        "five",
        "½",
        "°C",
        "-",
        "(",
        ")",
        "\n",
        ".",
        ",",
        "1 500",
        "in",
        "м",
        "三",
        "£",
        "x",
    ]
)


@given(st.lists(PIECES, max_size=14).map("".join), st.sampled_from(["en", "ru", "uz", "zh"]))
def test_everything_found_is_verbatim_and_in_order(text: str, language: str) -> None:
    """Spans hold exactly what was written, units stand where they are said to, and nothing overlaps."""
    found = find_quantities(text, None, language)
    for quantity in found:
        assert text[quantity.span.start : quantity.span.end] == quantity.written
        assert quantity.magnitude is None or Decimal(quantity.magnitude).is_finite()
        place = quantity.unit_span or quantity.span
        assert quantity.unit is None or quantity.unit in text[place.start : place.end]
    assert all(before.span.end <= after.span.start for before, after in zip(found, found[1:], strict=False))


def test_a_span_limits_where_quantities_are_looked_for() -> None:
    """What stands before it still tells what a number is."""
    text = "Table 5 shows 900 mm and 5 m"
    assert [found.written for found in find_quantities(text, Span(6, 20))] == ["900 mm"]


@pytest.mark.parametrize(
    ("text", "language", "quantity"),
    [
        ("cover of £5 million for each claim", "en", ("£5 million", "5000000", "£")),
        ("a bond of USD 2.5m is kept", "en", ("USD 2.5m", "2500000.0", "USD")),
        ("1.2 million euros", "en", ("1.2 million euros", "1200000.0", "euros")),
        ("500 k EUR", "en", ("500 k EUR", "500000", "EUR")),
        ("damages of £1,000 per day", "en", ("£1,000 per day", "1000", "£ per day")),
        ("at $3.50/m² of wall", "en", ("$3.50/m²", "3.50", "$ per m²")),
        ("two million pounds sterling", "en", ("two million pounds sterling", "2000000", "pounds sterling")),
        ("штраф 2,5 млн руб", "ru", ("2,5 млн руб", "2500000.0", "руб")),
        ("tested over 5 million cycles", "en", ("5 million", "5000000", None)),
        ("a beam of 50 m", "en", ("50 m", "50", "m")),
    ],
)
def test_amounts_count_with_their_word_and_sign(
    text: str, language: str, quantity: tuple[str, str, str | None]
) -> None:
    """A million is told from a metre by the currency beside it; what is paid for each time is of the unit."""
    assert read(text, language) == [quantity]

"""Lists that share a lead-in, headings over sentences, and conditions in both."""

from __future__ import annotations

from graph.demands import Requirement
from graph.model import Block, Span
from graph.requirements.extract import extract
from graph.requirements.lists import statements
from graph.supersession.view import DocumentView
from graph.vocabulary import Comparator, Modality
from tests.fakes.pages import NOON, page


def listed(*rows: tuple[str, int, str | None, str]) -> DocumentView:
    """A document of blocks: kind, level, number, text."""
    view = page(*((kind, words) for kind, _, _, words in rows))
    blocks = tuple(
        Block(kind, block.span, level, number)
        for block, (kind, level, number, _) in zip(view.blocks, rows, strict=True)
    )
    return DocumentView(view.source, view.description, view.text, blocks, view.clauses, view.claims)


STAIRS = (
    ("heading", 1, None, "Stairs"),
    ("heading", 2, None, "For dwellings"),
    ("paragraph", 0, "1.1", "1.1 A flight should comply with all of the following."),
    ("list_item", 1, "a", "a. A minimum clear width of 900 mm."),
    ("list_item", 1, "b", "b. For each step:"),
    ("list_item", 2, "i", "i. maximum rise: 220 mm"),
    ("list_item", 2, "ii", "ii. minimum going: 220 mm"),
    ("list_item", 1, "c", "c. No more than 16 risers."),
    ("paragraph", 0, None, "The handrail should be 900 mm high."),
)


def read(*rows: tuple[str, int, str | None, str]) -> list[Requirement]:
    """What the blocks demand."""
    return extract(listed(*rows), NOON)


def test_items_take_subject_and_modality_from_their_lead_in() -> None:
    """A fragment without a verb demands what its lead-in demands of."""
    found = {requirement.values[0].span.start: requirement for requirement in read(*STAIRS)}
    width, rise, going, risers, handrail = (found[start] for start in sorted(found))
    assert (width.subject, width.property, width.comparator) == ("flight", "clear width", Comparator.AT_LEAST)
    assert (rise.subject, rise.property, rise.comparator) == (
        "each step".removeprefix("each "),
        "rise",
        Comparator.AT_MOST,
    )
    assert (going.property, going.comparator) == ("going", Comparator.AT_LEAST)
    assert (risers.subject, risers.comparator) == ("flight", Comparator.AT_MOST)
    assert handrail.subject == "handrail"
    assert {one.modality for one in (width, rise, going, risers, handrail)} == {Modality.SHOULD}


def test_headings_give_the_scope() -> None:
    """ "For dwellings" holds for all that stands below it."""
    scopes = [dict(requirement.scope) for requirement in read(*STAIRS)]
    assert {(scope["building"], scope["section"]) for scope in scopes} == {("dwellings", "Stairs / For dwellings")}


def test_a_borrowed_subject_is_not_high() -> None:
    """Only what stands in one sentence is at least 0.9."""
    assert all(requirement.confidence < 0.9 for requirement in read(*STAIRS)[:4])


def test_a_new_paragraph_with_a_number_ends_the_list() -> None:
    """The next clause has no lead-in of the one before."""
    view = listed(*STAIRS[2:4], ("paragraph", 0, "1.2", "1.2 Ramps."), ("list_item", 1, "a", "a. Ramps are long."))
    assert [len(statement.leads) for statement in statements(view)] == [0, 1, 0, 0]


def test_the_condition_of_a_lead_in_holds_for_its_items() -> None:
    """Where ..., provide: ..."""
    (requirement,) = read(
        ("paragraph", 0, "2.1", "2.1 Where the pitch exceeds 25°, provide all of the following:"),
        ("list_item", 1, "a", "a. Landings at least 1100 mm deep."),
    )
    assert [condition.text for condition in requirement.conditions] == ["Where the pitch exceeds 25°"]


def test_examples_and_talk_demand_nothing() -> None:
    """A list of assumptions; a speaker's turn; a caption."""
    assert (
        read(
            ("paragraph", 0, None, "The following assumptions have been made:"),
            ("list_item", 1, "a", "a. A wind speed of at least 2.1 m/s."),
            ("turn", 0, None, "The wall should be at least 2 m high."),
            ("caption", 0, None, "Diagram 2 Wall at least 2 m high"),
        )
        == []
    )


def test_spans_of_statements_leave_labels_out() -> None:
    """ "a. A minimum" begins at the article."""
    view = listed(("list_item", 1, "a", "a. A minimum width of 900 mm."))
    (statement,) = statements(view)
    assert statement.span == Span(3, 29)

"""From what people write to the works that they mean."""

from __future__ import annotations

import pytest

from graph.lookup import address_in, nearest, resolve
from graph.vocabulary import EdgeType
from tests.fakes.library import Library


def shelf() -> Library:
    """Two volumes of one guide, a drawing, a section and a standard that is only cited."""
    library = Library()
    library.add("Approved Document W Volume 1", title="Water supply", alias="AD W", version="2015")
    library.add("Approved Document W Volume 2", title="Water supply", version="2016")
    library.add("A-201", title="Ground floor plan", version="C")
    library.add("Section 08 11 13", title="Hollow metal doors", version="B")
    library.link(EdgeType.CITES, library.add("Note 7", title="Notes on doors"), "HLS 40")
    return library


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Approved Document W", ["Approved Document W Volume 1", "Approved Document W Volume 2"]),
        ("AD W", ["Approved Document W Volume 1", "Approved Document W Volume 2"]),
        ("Approved Document W Volume 2", ["Approved Document W Volume 2"]),
        ("water supply", ["Approved Document W Volume 1", "Approved Document W Volume 2"]),
        ("Section 08 11", ["Section 08 11 13"]),
        ("А 2O1", ["A-201"]),
        ("a201", ["A-201"]),
        ("A-20", []),
        ("A-202", []),
        ("HLS 40", ["HLS 40"]),
    ],
)
def test_an_identifier_names_every_work_that_it_may_mean(text: str, names: list[str]) -> None:
    """Volumes of one document, a common title, a beginning, a look-alike; never another number."""
    assert sorted(match.name for match in resolve(shelf().snapshot(), text)) == names


@pytest.mark.parametrize(
    ("text", "read_as"), [("A-201", None), ("а-201", "A-201"), ("Section 08 11", "Section 08 11 13")]
)
def test_what_is_not_written_like_the_number_says_how_it_was_read(text: str, read_as: str | None) -> None:
    """A person sees that the identifier was taken for another one."""
    assert [match.read_as for match in resolve(shelf().snapshot(), text)] == [read_as]


def test_a_beginning_of_too_many_numbers_names_none() -> None:
    """The list would say nothing."""
    library = Library()
    for number in range(50):
        library.add(f"ZX {number}", title=f"Text {number}")
    assert resolve(library.snapshot(), "ZX") == ()


def test_the_nearest_names_come_first() -> None:
    """The more like, the earlier; what is not like at all is left out; only what may be told of."""
    library = shelf()
    snapshot = library.snapshot()
    assert nearest(snapshot, "A-202")[0] == "A-201"
    assert nearest(snapshot, "Section 08 11 15") == ("Section 08 11 13",)
    assert nearest(snapshot, "quite another thing") == ()
    hidden = [source for source in snapshot.sources if snapshot.descriptions[source].number != "A-201"]
    assert "A-201" not in nearest(snapshot, "A-202", hidden)


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("Section 08 11 13, 2.1.B", "2.1.B"),
        ("Section 08 11 13 2.1.B", "2.1.B"),
        ("2.1.B of Section 08 11 13", "2.1.B"),
        ("2.1(b) in the Section 08 11 13", "2.1(b)"),
        ("Section 08 11 13", None),
        ("Section 08 11 13 B", None),
        ("Section 08 11 13 1.4", None),
        ("Section 08 11 13, hollow metal doors", None),
    ],
)
def test_a_clause_beside_a_number_needs_no_word(text: str, clause: str | None) -> None:
    """Before or after it; a letter alone, the label of a version and words are none."""
    library = shelf()
    library.add("Section 08 11 13", title="Hollow metal doors", version="1.4")
    found = resolve(library.snapshot(), text)
    assert {match.clause for match in found} == {clause}
    assert {match.name for match in found} == {"Section 08 11 13"}


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("MES 220 451 V1.3.1", "V1.3.1"),
        ("MES 220 451, V2.0.1", "V2.0.1"),
        ("MES 220 451", None),
        ("MES 220 451 V9.9.9", None),
    ],
)
def test_the_label_of_a_held_version_beside_a_number_pins_that_version(text: str, version: str | None) -> None:
    """A label that no version has pins none."""
    library = Library()
    library.add("MES 220 451", title="Cabinets on masts", version="V1.3.1")
    library.add("MES 220 451", title="Cabinets on masts", version="V2.0.1")
    assert {match.version for match in resolve(library.snapshot(), text)} == {version}


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("8.12.060", "8.12.060"),
        ("Section 14-202", "14-202"),
        ("§ 6.04.010.", "6.04.010"),
        ("Rule 3", "3"),
        ("article 3.1.A", "3.1.A"),
        ("AC-13", "AC-13"),
        ("Section 08 11 13", None),
        ("A-201", None),
        ("42", None),
        ("section 4 of the code", None),
    ],
)
def test_a_text_may_be_a_clause_address_and_nothing_else(text: str, address: str | None) -> None:
    """With a word, or with a number of several parts; the number of a document is none."""
    assert address_in(text) == address

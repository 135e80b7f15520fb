"""What a thing can be only one of has a value, in whatever words it is demanded."""

from __future__ import annotations

import pytest

from graph.conflicts.compare import compare
from graph.requirements.concepts import Concepts
from graph.requirements.slots import slot_of
from graph.requirements.valued import valued
from graph.vocabulary import Comparator, ConflictClass
from tests.unit.graph.requirements.test_prose import read

C = ConflictClass


@pytest.mark.parametrize(
    ("sentence", "subject", "kind", "value"),
    [
        ("The plant room doors shall be painted white.", "plant room doors", "colour", "white"),
        ("The colour of the plant room doors shall be gray.", "plant room doors", "colour", "grey"),
        ("Handrails shall be made of stainless steel.", "Handrails", "material", "stainless steel"),
        ("The handrail material shall be timber.", "handrail", "material", "timber"),
        ("Timestamps shall be recorded in UTC.", "Timestamps", "time zone", "utc"),
        ("Log messages must be written in the English language.", "Log messages", "language", "english"),
        ("Gates shall open outwards.", "Gates", "opening direction", "outward"),
        ("Files shall be encoded in UTF-8.", "Files", "encoding", "utf-8"),
    ],
)
def test_a_demand_that_names_a_kind_has_its_value(sentence: str, subject: str, kind: str, value: str) -> None:
    """Whether the kind is said, or only how the thing gets it."""
    (one,) = map(valued, read(sentence))
    assert (one.subject, one.property, one.values[0].written) == (subject, kind, value)
    assert one.comparator is Comparator.EQUAL
    assert one.confidence >= 0.85


@pytest.mark.parametrize(
    "sentence",
    [
        "Doors shall be painted.",
        "Handrails shall be made of steel and timber.",
        "Notices shall be in English and Welsh.",
        "Roofs shall be green roofs.",
        "Handrails shall be galvanised.",
        "A white line shall be provided.",
    ],
)
def test_what_names_no_value_or_several_stays_as_it_is(sentence: str) -> None:
    """Two may be met together."""
    found = read(sentence)
    assert found
    assert list(map(valued, found)) == found


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [
        ("Doors shall be painted white.", "The colour of doors shall be grey.", C.CONTRADICTION),
        ("Doors shall be painted grey.", "The doors are to be gray.", C.DUPLICATE),
        ("Doors shall be painted white.", "Doors shall not be painted white.", C.MODALITY_CLASH),
        ("Doors shall be painted white.", "Doors may be painted grey.", C.MODALITY_CLASH),
        ("Timestamps must be expressed in UTC.", "Timestamps shall be in local time.", C.CONTRADICTION),
        ("Handrails shall be timber.", "Handrails shall be made from wood.", C.DUPLICATE),
        ("Gates shall open inwards.", "Gates shall open outward.", C.CONTRADICTION),
    ],
)
def test_values_of_one_kind_decide(first: str, second: str, kind: ConflictClass) -> None:
    """Both are of one slot, and only one of them can be."""
    one, other = (valued(read(text)[0]) for text in (first, second))
    assert slot_of(one, Concepts()).key() == slot_of(other, Concepts()).key()
    assert compare(one, other).kind is kind

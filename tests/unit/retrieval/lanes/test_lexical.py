"""BM25 worked by hand, and identifiers that find their own passage."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.lanes.lexical import LexicalLane, inverse_document_frequency, read_lexical, write_lexical
from retrieval.tokenizer import terms


def lane_over(directory: Path, texts: dict[str, str]) -> LexicalLane:
    """A lane over texts by passage id, which must ascend."""
    write_lexical(directory / "lexical", [terms(text) for text in texts.values()])
    return LexicalLane(read_lexical(directory / "lexical"), tuple(texts))


def test_scores_are_okapi_bm25_as_worked_by_hand(tmp_path: Path) -> None:
    """Three passages of 3, 5 and 4 terms; avgdl = 4; k1 = 1.5, b = 0.75.

    `door` stands in p1 (once) and p2 (twice): n = 2, idf = ln(1 + 1.5/2.5) = ln 1.6.
    `slab` stands in p3 (once): n = 1, idf = ln(1 + 2.5/1.5) = ln(8/3).
    p1: |d|/avgdl = 3/4: 1·2.5 / (1 + 1.5·(0.25 + 0.75·0.75)) = 2.5 / 2.21875.
    p2: |d|/avgdl = 5/4: 2·2.5 / (2 + 1.5·(0.25 + 0.75·1.25)) = 5 / 3.78125.
    p3: |d|/avgdl = 1:   1·2.5 / (1 + 1.5) = 1.
    """
    lane = lane_over(
        tmp_path, {"p1": "door frame lock", "p2": "door door lintel glass hinge", "p3": "slab beam roof pier"}
    )
    scores = {hit.passage_id: hit.score for hit in lane.search("door slab", 10, None).hits}
    assert scores == pytest.approx(
        {
            "p1": math.log(1.6) * 2.5 / 2.21875,
            "p2": math.log(1.6) * 5 / 3.78125,
            "p3": math.log(8 / 3),
        },
        abs=1e-6,
    )


def test_a_repeated_query_term_counts_once(tmp_path: Path) -> None:
    """The sum runs over the different terms of the query."""
    lane = lane_over(tmp_path, {"p1": "door frame", "p2": "slab"})
    assert lane.search("door", 1, None) == lane.search("door, doors and the door", 1, None)


def test_a_passage_that_shares_no_term_is_no_hit(tmp_path: Path) -> None:
    """A lane returns fewer than asked for rather than something irrelevant."""
    lane = lane_over(tmp_path, {"p1": "door", "p2": "slab"})
    assert [hit.passage_id for hit in lane.search("the door", 10, None).hits] == ["p1"]
    assert lane.search("escalator", 10, None).hits == ()
    assert lane.search("of the", 10, None).hits == ()


def test_passages_without_a_single_term_are_served(tmp_path: Path) -> None:
    """Pictures and blank pages give such passages."""
    lane = lane_over(tmp_path, {"p1": "", "p2": "— * —"})
    assert lane.search("door", 10, None).hits == ()
    assert (lane.vocabulary, lane.passages_with("door")) == (0, 0)


IDENTIFIED = {
    "p01": "QMQ 2.01.03-96 Construction in seismic regions.",
    "p02": "QMQ 2.01.03-19 Construction in seismic regions.",
    "p03": "QMQ 2.01.07-96 Loads and actions.",
    "p04": "Drawing A-201 First floor plan, see A-102 and A-301.",
    "p05": "Drawing A-102 Ground floor plan.",
    "p06": "RFI-112 Which door closer is meant? Asked in 2021, 112 days ago.",
    "p07": "RFI-121 Which lintel is meant?",
    "p08": "Tested after ASTM E119-20 for two hours.",
    "p09": "Tested after ASTM E84-21 for flame spread.",
    "p10": "903.2.1 Group A. Sprinklers are required.",
    "p11": "903.2 Where required. Sprinklers, see 903.3.1.",
    "p12": "Concrete strength class C30/37, exposure XC4.",
    "p13": "Concrete strength class C25/30, exposure XC2, 37 samples.",
    "p14": "Cover 75 mm at foundations.",
    "p15": "Cover 40 mm at walls, tolerance 5 mm, 75 walls.",
    "p16": "RFC 9110 HTTP Semantics.",
    "p17": "RFC 9111 HTTP Caching, 9110 bytes.",
    "p18": "Ramps shall not be steeper than 1:12.",
    "p19": "Ramps of 1:20 need no handrail; 12 mm lip; 1 in 12 slopes.",
    "p20": "Requirement K 1.36(a) guards to windows.",
    "p21": "Requirement K 1.3 stairs. Requirement M 1.36 access.",
    "p22": "Section 08 11 13 Hollow metal doors.",
    "p23": "Section 08 13 11 Other doors, 11 of them.",
}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("QMQ 2.01.03-96", "p01"),
        ("what does qmq 2.01.03-19 demand?", "p02"),
        ("A-201", "p04"),
        ("drawing A201", "p04"),
        ("RFI-112", "p06"),
        ("rfi 112", "p06"),
        ("ASTM E119-20", "p08"),
        ("astm e119", "p08"),
        ("§ 903.2.1", "p10"),
        ("section 903.2", "p11"),
        ("C30/37", "p12"),
        ("75 mm", "p14"),
        ("75mm cover", "p14"),
        ("RFC 9110", "p16"),
        ("RFC9110", "p16"),
        ("rfc-9110", "p16"),
        ("1:12", "p18"),
        ("K 1.36(a)", "p20"),
        ("k1.36", "p20"),
        ("08 11 13", "p22"),
        ("081113", "p22"),
    ],
)
def test_a_query_for_an_identifier_ranks_its_own_passage_first(tmp_path: Path, query: str, expected: str) -> None:
    """Among passages with the same parts in another order or of another edition."""
    assert lane_over(tmp_path, IDENTIFIED).search(query, 3, None).hits[0].passage_id == expected


def test_equal_passages_give_equal_files(tmp_path: Path) -> None:
    """Nothing depends on the order of a set or on the process."""
    found = [terms(text) for text in IDENTIFIED.values()]
    for name in ("one", "two"):
        write_lexical(tmp_path / name, found)
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()


@given(st.integers(1, 10_000), st.data())
def test_the_weight_of_a_term_is_positive_and_falls_with_its_passages(passages: int, data: st.DataObject) -> None:
    """Even for a term that stands in every passage."""
    few = data.draw(st.integers(0, passages - 1))
    more = data.draw(st.integers(few + 1, passages))
    assert inverse_document_frequency(few, passages) > inverse_document_frequency(more, passages) > 0

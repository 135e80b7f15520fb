"""The pipeline: filters before the cut-off, fusion, re-rank and gate, with figures that add up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.outcomes import trace_json
from retrieval.model import Hit, Query, Ranking
from retrieval.pipeline import Retrieval, merge, retrieve
from retrieval.profiles import PROFILES, PROVENANCE
from tests.fakes.shelf import NOON, Shelf, open_shelf, query, section

ASKED = "slip resistance of floor tiles in wet areas"
LOUD = "Slip resistance of floor tiles, wet areas: floor tiles have slip resistance {} in wet areas."
QUIET = "In the pool hall the floor is laid with tiles of a slip resistance of 45 units, also where it is wet."
MAIL = "From: Ada Moss <ada.moss@example.com>\nTo: Bo Reed <bo.reed@example.com>\nDate: {}\nSubject: Tiles\n\n{}\n"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """Five superseded revisions that fit the query better than the one in force; and what nobody should find."""
    with open_shelf(tmp_path_factory.mktemp("pipeline")) as shelf:
        for n in range(1, 6):
            text = section("09 30 13", "Ceramic Tiling", str(n), f"{n} March 2023", LOUD.format(n + 20))
            shelf.put(f"tiling-{n:02}.txt", text, "Tower")
            shelf.put(f"foreign-{n:02}.txt", f"{LOUD.format(n)}\n", "Quay")
            shelf.put(f"closed-{n:02}.txt", f"{LOUD.format(n)} Closed.\n", "Tower", ("ada",))
            shelf.put(f"nobody-{n:02}.txt", f"{LOUD.format(n)} Sealed.\n", "Tower", ())
            later = NOON + timedelta(days=n)
            shelf.put(f"later-{n:02}.txt", f"{LOUD.format(n)} Later.\n", "Tower", recorded_at=later)
        shelf.put("tiling-06.txt", section("09 30 13", "Ceramic Tiling", "6", "1 May 2024", QUIET), "Tower")
        shelf.put("mail.eml", MAIL.format("Mon, 5 May 2025 09:00:00 +0000", "The wet floor tiles look fine."), "Tower")
        yield shelf


def _asked(shelf: Shelf, **how: object) -> Query:
    return query(ASKED, **{"project": "Tower", "known_at": NOON} | how)  # type: ignore[arg-type]  # only tests say so


def _files(shelf: Shelf, found: Retrieval) -> set[str]:
    names = {shelf.corpus().source(candidate.source_id).remote_id for candidate in found.candidates}
    return {name.split("-")[0].split(".")[0] for name in names}


@pytest.mark.parametrize("name", sorted(PROFILES))
def test_the_figures_of_every_trace_multiply_out(shelf: Shelf, name: str) -> None:
    """`final == rrf * ((1 - w) + w * recency) * penalty` and `rrf == sum of 1 / (k + rank)`, for every candidate."""
    found = retrieve(_asked(shelf), PROFILES[name], shelf.corpus())
    trace = trace_json(found, shelf.corpus())
    lanes = {lane: {hit["passage_id"]: hit["rank"] for hit in hits} for lane, hits in trace["lanes"].items()}
    weight = trace["recency_weight"]
    assert trace["candidates"]
    for row in trace["candidates"]:
        assert row["ranks"] == {
            lane: ranks[row["passage_id"]] for lane, ranks in lanes.items() if row["passage_id"] in ranks
        }
        assert row["rrf"] == pytest.approx(sum(1 / (trace["rrf_k"] + rank) for rank in row["ranks"].values()))
        factor = (1 - weight) + weight * row["recency"]
        assert row["final"] == pytest.approx(row["rrf"] * factor * row["penalty"])
        assert row["penalty"] == (
            PROFILES[name].superseded_penalty if row["signal"] in ("superseded", "withdrawn") else 1
        )
    order = [(-row["final"], row["passage_id"]) for row in trace["candidates"]]
    assert order == sorted(order)


def test_mail_ages_and_a_specification_in_force_does_not(shelf: Shelf) -> None:
    """27 days old on 1 June: e^(-27/30) = 0.4066 is below the floor of 0.45; the section has no age."""
    trace = trace_json(retrieve(_asked(shelf), PROVENANCE, shelf.corpus()), shelf.corpus())
    ages = {row["work"]: (row["age_days"], row["recency"]) for row in trace["candidates"] if row["passes"]}
    assert ages["Section 09 30 13"] == (None, 1.0)
    assert ages["Tiles"] == (27.0, 0.45)


@pytest.mark.parametrize("name", sorted(PROFILES))
def test_filters_hold_in_every_lane_before_its_cut_off(shelf: Shelf, name: str) -> None:
    """At any depth a lane is filled from what the query may see; better-fitting texts outside take no place."""
    for depth in (1, 3, 100):
        found = retrieve(_asked(shelf), replace(PROFILES[name], depth=depth), shelf.corpus())
        assert _files(shelf, found) <= {"tiling", "mail"}
        assert all(len(ranking.hits) >= min(depth, 3) for ranking in found.rankings if ranking.lane != "graph")


def test_each_filter_opens_what_it_is_asked_to_open(shelf: Shelf) -> None:
    """The reader on a list, the other project, all projects, and today see more; nobody sees a list of nobody."""
    corpus = shelf.corpus()
    assert "closed" in _files(shelf, retrieve(_asked(shelf, reader="ada"), PROVENANCE, corpus))
    assert _files(shelf, retrieve(_asked(shelf, project="Quay"), PROVENANCE, corpus)) == {"foreign"}
    assert "foreign" in _files(shelf, retrieve(_asked(shelf, project=None), PROVENANCE, corpus))
    assert "later" in _files(shelf, retrieve(_asked(shelf, known_at=None), PROVENANCE, corpus))
    widest = retrieve(_asked(shelf, reader="ada", project=None, known_at=None), PROVENANCE, corpus)
    assert "nobody" not in _files(shelf, widest)


@pytest.mark.parametrize("name", sorted(PROFILES))
@pytest.mark.parametrize("depth", [3, 100])
def test_superseded_text_never_crowds_out_the_text_in_force(shelf: Shelf, name: str, depth: int) -> None:
    """However many old revisions fit better than the new one, it is found, and they are still counted."""
    found = retrieve(_asked(shelf), replace(PROFILES[name], depth=depth), shelf.corpus())
    assert any(QUIET in found.passages[candidate.passage_id].text for candidate in found.evidence)
    assert not any("Slip resistance of floor" in found.passages[c.passage_id].text for c in found.evidence)
    assert found.withheld


@pytest.mark.parametrize("name", sorted(PROFILES))
def test_even_one_hit_a_lane_leaves_room_for_text_in_force(shelf: Shelf, name: str) -> None:
    """A lane that returned superseded text alone is asked again for text in force."""
    found = retrieve(_asked(shelf), replace(PROFILES[name], depth=1), shelf.corpus())
    assert found.evidence


def test_evidence_and_withheld_share_out_the_candidates(shelf: Shelf) -> None:
    """Each candidate is one or the other, with a reason in words."""
    found = retrieve(_asked(shelf), PROVENANCE, shelf.corpus())
    assert {*found.evidence, *found.withheld} == set(found.candidates)
    assert all(candidate.reason for candidate in found.candidates)
    assert {c.signal for c in found.withheld} == {"superseded"}


def test_a_search_can_be_confined_to_some_sources(shelf: Shelf) -> None:
    """`within` narrows what the reader may see; it never widens it."""
    corpus = shelf.corpus()
    closed = {s.id for s in corpus.snapshot(None).sources.values() if s.remote_id.startswith("closed")}
    mail = {s.id for s in corpus.snapshot(None).sources.values() if s.remote_id == "mail.eml"}
    found = retrieve(_asked(shelf), PROVENANCE, corpus, frozenset(closed | mail))
    assert _files(shelf, found) == {"mail"}


def test_the_same_query_gives_the_same_candidates(shelf: Shelf) -> None:
    """Lanes run side by side, and yet nothing depends on which of them ends first."""
    corpus = shelf.corpus()
    assert (
        retrieve(_asked(shelf), PROVENANCE, corpus).candidates == retrieve(_asked(shelf), PROVENANCE, corpus).candidates
    )


hits = st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from([0.5, 1.0, 2.0])), unique_by=lambda pair: pair[0])


@given(hits, hits)
def test_two_rankings_of_one_lane_merge_into_one(
    first: list[tuple[str, float]], second: list[tuple[str, float]]
) -> None:
    """Every passage once, by score, ties by id, ranks from 1 without a gap."""
    scores = {"a": 3.0} | dict(first)
    same = [(name, scores.get(name, score)) for name, score in second]
    merged = merge(_ranking(list(scores.items())), _ranking(same)).hits
    assert {hit.passage_id for hit in merged} == scores.keys() | dict(same).keys()
    assert [hit.rank for hit in merged] == list(range(1, len(merged) + 1))
    assert list(merged) == sorted(merged, key=lambda hit: (-hit.score, hit.passage_id))


def _ranking(pairs: list[tuple[str, float]]) -> Ranking:
    ordered = sorted(pairs, key=lambda pair: (-pair[1], pair[0]))
    return Ranking("lexical", tuple(Hit(name, rank, score) for rank, (name, score) in enumerate(ordered, start=1)))

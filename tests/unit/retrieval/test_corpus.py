"""Index, texts and graph as one view, and the part of it that a query may see."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from graph.errors import NotFound
from graph.model import Clause, Passage, Span
from graph.time import Moment
from graph.vocabulary import Signal
from retrieval.corpus import Corpus
from tests.fakes.shelf import NOON, TODAY, Shelf, open_shelf, query, section


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """A section in two revisions, of which the second is for Ada alone, and a note that came later."""
    with open_shelf(tmp_path_factory.mktemp("corpus")) as shelf:
        joints = "Grout joints shall be 3 mm wide."
        shelf.put("a.txt", section("09 30 13", "Tiling", "A", "2 May 2023", "Tiles are glazed.", joints), "Tower")
        shelf.put("b.txt", section("09 30 13", "Tiling", "B", "6 May 2024", "Tiles are matt."), "Tower", ("ada",))
        shelf.put("memo.md", "# Glazes\n\nNumber: Bluebird 7\n\nThe glaze is blue.\n", "Tower", ("ada",))
        shelf.put("late.txt", "Tiles are delivered on Mondays.\n", "Quay", recorded_at=NOON + timedelta(days=9))
        yield shelf


def _source(shelf: Shelf, name: str) -> str:
    return next(s.id for s in shelf.corpus().snapshot(None).sources.values() if s.remote_id == name)


def _names(corpus: Corpus) -> set[str]:
    return {source.remote_id for source in corpus.snapshot(None).sources.values()}


def test_who_sees_everything_has_the_corpus_itself(shelf: Shelf) -> None:
    """No second copy is made where nothing is hidden."""
    corpus = shelf.corpus()
    assert corpus.seen_by(query("", reader="ada")) is corpus


def test_a_view_holds_what_its_query_may_see(shelf: Shelf) -> None:
    """Reader, project and recorded time each leave sources out; who sees the same shares a view."""
    corpus = shelf.corpus()
    assert _names(corpus.seen_by(query("", reader="bob"))) == {"a.txt", "late.txt"}
    assert _names(corpus.seen_by(query("", "Tower", "ada"))) == {"a.txt", "b.txt", "memo.md"}
    assert _names(corpus.seen_by(query("", reader="ada", known_at=NOON))) == {"a.txt", "b.txt", "memo.md"}
    assert corpus.seen_by(query("", reader="bob")) is corpus.seen_by(query("another", reader="eve"))


def test_a_view_of_a_view_is_itself(shelf: Shelf) -> None:
    """Narrowing twice for one query changes nothing, at any recorded time."""
    for asked in (query("", "Tower", "bob"), query("", reader="bob", known_at=NOON), query("", "Nowhere")):
        view = shelf.corpus().seen_by(asked)
        assert view.seen_by(asked) is view


def test_what_governs_depends_on_who_asks(shelf: Shelf) -> None:
    """A revision that the reader may not see displaces nothing for that reader."""
    corpus, old = shelf.corpus(), _source(shelf, "a.txt")
    assert corpus.governing(Moment(TODAY)).of_source(old).signal is Signal.SUPERSEDED
    view = corpus.seen_by(query("", reader="bob"))
    assert view.governing(Moment(TODAY)).of_source(old).signal is Signal.GOVERNS


def test_rarity_is_counted_among_what_may_be_seen(shelf: Shelf) -> None:
    """A word of hidden texts alone is as rare as one that stands nowhere: ln(1 + (N + 0.5) / 0.5)."""
    corpus = shelf.corpus()
    view = corpus.seen_by(query("", reader="bob"))
    assert view.idf("matt") == view.idf("quince") > view.idf("tile")
    assert corpus.idf("matt") < corpus.idf("quince")


def test_names_and_clauses_of_hidden_texts_are_not_known(shelf: Shelf) -> None:
    """Neither does a name of no known notation, nor a clause address, tell that a text is there."""
    corpus = shelf.corpus()
    view = corpus.seen_by(query("", reader="bob"))
    assert "Bluebird 7" in corpus.names(None)
    assert "Bluebird 7" not in view.names(None)
    assert len(corpus.clauses_at("1.1")) == 2
    assert [clause.source_id for clause in view.clauses_at("1.1")] == [_source(shelf, "a.txt")]


def test_a_clause_is_found_by_its_address_in_any_case(shelf: Shelf) -> None:
    """The clause holds its own text; an address that no text has finds nothing."""
    [clause] = shelf.corpus().clauses_at("1.2")
    assert "Grout joints" in shelf.text(clause.source_id)[clause.span.start : clause.span.end]
    assert shelf.corpus().clauses_at("7.7.7") == []


def test_a_passage_is_found_by_a_position_in_its_source(shelf: Shelf) -> None:
    """The passage that holds the character; None behind the end."""
    source_id = _source(shelf, "a.txt")
    text = shelf.text(source_id)
    passage = shelf.corpus().passage_at(source_id, text.index("Grout"))
    assert passage is not None
    assert "Grout joints" in passage.text
    assert shelf.corpus().passage_at(source_id, len(text) + 10) is None


def test_passages_and_clauses_are_those_of_the_store(shelf: Shelf) -> None:
    """What is fetched in batches is what is kept, with its clause and source, whatever was asked before."""
    corpus = shelf.corpus()
    with shelf.services.store.read() as reader:
        stored = {passage.id: passage for passage in reader.find(Passage)}
        clauses = {clause.id: clause for clause in reader.find(Clause)}
    for _ in range(2):
        assert corpus.passages([*stored, "p-none"]) == stored
    for passage in stored.values():
        assert corpus.clause_of(passage) == (clauses[passage.clause_id] if passage.clause_id else None)
        assert corpus.source_of(passage.id) == passage.source_id
        assert corpus.text(passage.source_id, passage.span) == passage.text


def test_an_unknown_passage_has_no_source(shelf: Shelf) -> None:
    """It is said which one."""
    with pytest.raises(NotFound, match="p-none"):
        shelf.corpus().source_of("p-none")


def test_rows_are_those_of_the_sources_asked_for(shelf: Shelf) -> None:
    """One flag a row; unknown sources have none."""
    corpus, source_id = shelf.corpus(), _source(shelf, "a.txt")
    rows = corpus.rows_of(frozenset({source_id, "s-none"}))
    assert [corpus.index.source_ids[i] for i in rows.nonzero()[0]] == [source_id] * int(rows.sum())
    assert rows.sum() == corpus.index.source_ids.count(source_id)
    assert not corpus.rows_of(frozenset()).any()


def test_a_verdict_is_of_the_span_asked_about(tmp_path_factory: pytest.TempPathFactory) -> None:
    """In a section of which one clause is replaced, that clause is out of force and the other in force."""
    with open_shelf(tmp_path_factory.mktemp("spans")) as shelf:
        old = shelf.put("s.txt", section("09 30 16", "Beds", "A", "6 May 2024", "Cure for 7 days.", "Level them."))
        order = "In Section 09 30 16, delete clause 1.1 and substitute:\n\nCure for 14 days.\n"
        shelf.put("add.txt", f"Addendum 3\nDate: 9 September 2024\n\n1 Changes\n\n{order}")
        corpus, text = shelf.corpus(), shelf.text(old)
        signals = {}
        for words in ("Cure for 7 days.", "Level them."):
            start = text.index(words)
            passage = corpus.passage_at(old, start)
            assert passage is not None
            signals[words] = corpus.verdict(passage, Moment(TODAY), Span(start, start + len(words))).signal
    assert signals == {"Cure for 7 days.": Signal.SUPERSEDED, "Level them.": Signal.GOVERNS}


def test_requirements_are_found_by_their_place_in_the_text(shelf: Shelf) -> None:
    """Exactly those that share characters with a span, however long others are."""
    corpus = shelf.corpus()
    source = _source(shelf, "a.txt")
    every = corpus.requirements_of(source, None)
    assert [one.values[0].written for one in every if one.values] == ["3 mm"]
    length = corpus.source(source).text_chars
    for start in range(0, length, 7):
        span = Span(start, min(start + 5, length))
        assert corpus.requirements_over(source, span, None) == [one for one in every if one.span.overlaps(span)]


def test_requirements_recorded_later_are_not_known_earlier(shelf: Shelf) -> None:
    """Asked by what was recorded before the source, there are none."""
    corpus = shelf.corpus()
    assert corpus.requirements_of(_source(shelf, "a.txt"), NOON - timedelta(days=1)) == ()

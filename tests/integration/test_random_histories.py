"""Whatever is read, decided, taken back and asked, in whatever order: nothing leaks, nothing is lost.

The documents are written for this test. A history is a list of small numbers that Hypothesis draws; each
pair is an act on what is there by then.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from app.errors import InvalidInput
from app.use_cases.proposals import judge
from app.use_cases.ruling import Voice
from app.use_cases.supersede import SupersedeRequest, supersede
from app.use_cases.undo import undo
from graph.codec import encode
from graph.errors import NotFound, Refused
from graph.governing import Governing
from graph.model import Edge, Node, Ruling, Span
from graph.snapshot import Snapshot, load_snapshot
from graph.time import Moment, now_utc
from graph.vocabulary import EdgeState, Signal
from retrieval.profiles import PROFILES
from tests.fakes.shelf import Shelf, open_shelf, section
from tests.fakes.soundness import OPEN, bare, faults

EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
VOICE = Voice("Ada Stone", "as agreed on site", override=True)

_SLIP = "Floor tiles in wet areas shall have a slip resistance of at least {} units."
DOCUMENTS = {
    "tiling-a.txt": section(
        "09 30 13", "Ceramic Tiling", "A", "2 February 2023", _SLIP.format(36), "Tiles are square."
    ),
    "tiling-b.txt": section("09 30 13", "Ceramic Tiling", "B", "6 May 2024", _SLIP.format(45), "Tiles are square."),
    "grout.txt": section(
        "09 30 23", "Grout", "A", "1 March 2023", "Grout joints shall be 3 mm wide.", "Grout is grey."
    ),
    "addendum.txt": "Addendum 3\nDate: 9 September 2024\n\n1 Changes\n\nIn Section 09 30 23, delete clause 1.1 and "
    "substitute:\n\nGrout joints shall be 5 mm wide.\n",
    "guards-1.txt": "QX 12:2015\nGuarding of stairs\nPublished 2 March 2015\n\n1 Guards\n\nGuards shall be at least "
    "900 mm high.\n",
    "guards-2.txt": "QX 12:2022\nGuarding of stairs\nPublished 4 April 2022\n\nThis edition replaces QX 12:2015.\n\n"
    "1 Guards\n\nGuards shall be at least 1100 mm high.\n",
    "mail.eml": "From: Olaf Brand <olaf@quay.example>\nTo: Ada Stone <ada@quay.example>\nSubject: Grout\n"
    "Date: Mon, 7 Oct 2024 10:00:00 +0000\nMessage-ID: <1@quay.example>\n\n"
    "This instruction supersedes Section 09 30 23.\n"
    "Grout joints shall be 8 mm wide.\n",
}
NAMES = tuple(DOCUMENTS)
QUESTIONS = (
    "What slip resistance must floor tiles in wet areas have?",
    "How wide must grout joints be?",
    "How high must guards be?",
)
DAYS = (date(2023, 6, 1), date(2024, 7, 1), date(2025, 6, 1))

acts = st.lists(st.tuples(st.sampled_from("paarsu"), st.integers(0, 40)), min_size=4, max_size=9)


def examples(number: int) -> settings:
    """So many histories; each takes about a second."""
    return settings(
        max_examples=number,
        suppress_health_check=[HealthCheck.too_slow],
        phases=[Phase.explicit, Phase.generate],  # a failing history is short anyway, and slow to shrink
    )


@dataclass
class Story:
    """A shelf and what happens to it."""

    shelf: Shelf
    read: list[str] = field(default_factory=list)

    def act(self, kind: str, number: int) -> str | None:
        """Does one thing; the id of the ruling if somebody decided something, None where nothing came of it."""
        try:
            return {"p": self.put, "a": self.affirm, "r": self.reject, "s": self.supersede, "u": self.undo}[kind](
                number
            )
        except (Refused, NotFound, InvalidInput):
            return None

    def put(self, number: int) -> None:
        name = NAMES[number % len(NAMES)]
        if name not in self.read:
            self.read.append(name)
            self.shelf.put(name, DOCUMENTS[name], "Quay", recorded_at=now_utc())

    def affirm(self, number: int) -> str | None:
        return self._judge(number, EdgeState.AFFIRMED)

    def reject(self, number: int) -> str | None:
        return self._judge(number, EdgeState.REJECTED)

    def _judge(self, number: int, state: EdgeState) -> str | None:
        edges = [edge for edge in self.snapshot().edges if edge.type.value in ("SUPERSEDES", "AMENDS", "WITHDRAWS")]
        if not edges:
            return None
        report = judge(self.shelf.services, edges[number % len(edges)].id, state, VOICE)
        ruling: str | None = report["ruling_id"]
        return ruling

    def supersede(self, number: int) -> str | None:
        if len(self.read) < 2:
            return None
        new, old = self.read[number % len(self.read)], self.read[(number // 5) % len(self.read)]
        clauses = ("1.1",) if number % 3 == 0 else ()
        report = supersede(self.shelf.services, SupersedeRequest(new, old, clauses, withdraw=number % 7 == 0), VOICE)
        ruling: str | None = report["ruling_id"]
        return ruling

    def undo(self, number: int) -> None:
        with self.shelf.services.store.read() as reader:
            rulings = sorted(ruling.id for ruling in reader.find(Ruling))
        if rulings:
            undo(self.shelf.services, rulings[number % len(rulings)], VOICE)

    def snapshot(self, known_at: datetime | None = None) -> Snapshot:
        with self.shelf.services.store.read() as reader:
            return load_snapshot(reader, known_at)

    def signals(self, day: date, known_at: datetime | None = None) -> dict[str, tuple[str, str]]:
        """File name to signal and reason."""
        snapshot = self.snapshot(known_at)
        governing = Governing(snapshot, Moment(day, known_at))
        verdicts = {source.remote_id: governing.of_source(key) for key, source in snapshot.sources.items()}
        return {name: (verdict.signal, verdict.reason) for name, verdict in sorted(verdicts.items())}

    def answers(self, day: date, known_at: datetime | None = None) -> list[dict[str, Any]]:
        """What is answered on a day, without what belongs to the run."""
        if not self.read:
            return []
        outcomes = [bare(self.shelf.ask(q, as_of=day, known_at=known_at)) for q in QUESTIONS]
        return [outcome | {"known_at": None} for outcome in outcomes]

    def present(self) -> list[bytes]:
        """All that is present, byte by byte, but for the time of recording, which is history."""
        with self.shelf.services.store.read() as reader:
            nodes = [node for kind in get_args(Node) for node in reader.find(kind)]
            return [_timeless(record) for record in (*nodes, *reader.edges())]


def _timeless(record: Node | Edge) -> bytes:
    return encode(replace(record, recorded_at=EPOCH, retracted_at=None))


@contextmanager
def story(names: Sequence[str] = ()) -> Iterator[Story]:
    """An empty story, or one for which some documents have been read in this order."""
    with tempfile.TemporaryDirectory() as folder, open_shelf(Path(folder) / "data") as shelf:
        told = Story(shelf)
        for name in names:
            told.put(NAMES.index(name))
        yield told


@examples(10)
@given(st.permutations(NAMES), acts, st.tuples(st.sampled_from("ars"), st.integers(0, 40)))
def test_undo_restores_everything(order: list[str], before: list[tuple[str, int]], act: tuple[str, int]) -> None:
    """After any history: a decision and its undo leave every present record, signal and answer as it was."""
    with story(order) as told:
        for kind, number in before:
            told.act(kind, number)
        records, signals, answers = told.present(), [told.signals(day) for day in DAYS], told.answers(DAYS[-1])
        ruling = told.act(*act)
        if ruling is None:
            assert told.present() == records
            return
        assert told.present() != records
        undo(told.shelf.services, ruling, VOICE)
        assert told.present() == records
        assert [told.signals(day) for day in DAYS] == signals
        assert told.answers(DAYS[-1]) == answers


@examples(6)
@given(st.permutations(NAMES))
def test_the_order_of_reading_does_not_matter(order: list[str]) -> None:
    """Signals with their reasons, and answers with their citations, are the same on every day."""
    with story(NAMES) as one, story(order) as other:
        for day in DAYS:
            assert one.signals(day) == other.signals(day)
            assert one.answers(day) == other.answers(day)


@examples(8)
@given(acts, st.integers(0, 40))
def test_nothing_that_does_not_govern_is_ever_cited(history: list[tuple[str, int]], pick: int) -> None:
    """After every act, through every profile, for days and states of knowledge gone by."""
    moments: list[datetime] = []
    with story(NAMES[:5]) as told:
        for kind, number in history:
            told.act(kind, number)
            moments.append(now_utc())
            known_at = moments[pick % len(moments)] if number % 2 else None
            day, profile = DAYS[number % len(DAYS)], sorted(PROFILES)[number % len(PROFILES)]
            governing = Governing(told.snapshot(known_at), Moment(day, known_at))
            for question in QUESTIONS:
                outcome = told.shelf.ask(question, as_of=day, known_at=known_at, profile=profile)
                assert faults(told.shelf, outcome) == []
                for citation in outcome["citations"] if not outcome["history"] else ():
                    assert _signal(governing, citation) in OPEN


def _signal(governing: Governing, citation: dict[str, Any]) -> Signal:
    """The signal of cited words, decided anew."""
    span = Span(*citation["span"])
    clauses = governing.snapshot.clauses.get(citation["source_id"], {})
    holding = [(len(s), path) for path, spans in clauses.items() for s in spans if s.overlaps(span)]
    return governing.of_passage(citation["source_id"], min(holding)[1] if holding else None, span).signal


@examples(6)
@given(acts)
def test_the_past_stays_as_it_was_known(history: list[tuple[str, int]]) -> None:
    """What `known_at` gives later is what was said then: signals, reasons and answers."""
    with story(NAMES[:3]) as told:
        then = []
        for kind, number in history:
            told.act(kind, number)
            then.append((now_utc(), told.signals(DAYS[-1]), told.answers(DAYS[-1])))
        for known_at, signals, answers in then:
            assert told.signals(DAYS[-1], known_at) == signals
            assert told.answers(DAYS[-1], known_at) == answers


@pytest.mark.parametrize("day", DAYS)
def test_a_day_gone_by_is_as_if_later_texts_did_not_exist(day: date) -> None:
    """Signals of the texts that had begun by a day are those of a store that never got the others."""
    starts = dict(zip(NAMES, map(date.fromisoformat, _STARTS), strict=True))
    begun = [name for name in NAMES if starts[name] <= day]
    with story(NAMES) as whole, story(begun) as part:
        signals = whole.signals(day)
        assert {name: signals[name][0] for name in begun} == {n: s for n, (s, _) in part.signals(day).items()}
        assert all(signals[name][0] == "not yet effective" for name in NAMES if name not in begun)


_STARTS = ("2023-02-02", "2024-05-06", "2023-03-01", "2024-09-09", "2015-03-02", "2022-04-04", "2024-10-07")

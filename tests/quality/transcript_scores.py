"""Measures how well passages of a transcript are found, by how the transcript was cut into them.

`python -m tests.quality.transcript_scores dev` prints the table. The questions and their spans of turns are those of
QMSum (Zhong et al. 2021, doi:10.18653/v1/2021.naacl-main.472); each is asked of its own meeting. A span counts as
found where one of the first ten passages lies in it by half of its characters, or holds half of the span.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

from connectors.parsing import parse
from connectors.protocol import ParsedDocument
from graph.model import Span
from graph.progress import silent
from retrieval.chunking.passages import ChunkRequest, chunk
from retrieval.chunking.talk import spoken
from retrieval.embedders.choose import make_embedder
from retrieval.fusion import reciprocal_rank_fusion
from retrieval.index import IndexEntry, build_index
from retrieval.protocols import Embedder
from tests.quality.questions import SHARED

MEETINGS = SHARED / "transcripts" / "qmsum"
WORK = Path(__file__).parents[2] / ".services" / "qmsum"
JUDGED = Path(__file__).with_name("judged")
DEPTH = 10
FIXED_WORDS = 200
READ_CHARS = 6000
"""How much of the first passages is read where cuttings are compared by the same amount of text."""

Cut = tuple[Span, str]
"""A passage's place and the text that the lanes see."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """One meeting as ingest reads it, with its questions and the spans that answer each."""

    name: str
    document: ParsedDocument
    questions: tuple[tuple[str, tuple[Span, ...]], ...]


def split_of(name: str) -> str:
    """Whether a meeting is of "dev" or of "test": as in the judged commitments, else by its name's digest."""
    lines = (JUDGED / "commitments.jsonl").read_text("utf-8").splitlines()
    known = {Path(row["file"]).stem: row["split"] for row in map(json.loads, lines)}
    digest = sha256(name.encode()).digest()[0]
    return str(known.get(name, "dev" if digest % 2 == 0 else "test"))


def meetings(split: str) -> Iterator[Meeting]:
    """The meetings of a split, by name."""
    for path in sorted(MEETINGS.glob("*.json")):
        if split == split_of(path.stem):
            yield _meeting(path)


def _meeting(path: Path) -> Meeting:
    document = parse(path.read_bytes(), path.name)
    said = json.loads(path.read_text("utf-8"))
    places = _places(document, said["meeting_transcripts"])
    asked = [
        (one["query"], tuple(found for pair in one["relevant_text_span"] if (found := _span(places, *pair))))
        for one in said["specific_query_list"]
    ]
    return Meeting(path.stem, document, tuple((query, spans) for query, spans in asked if spans))


def _places(document: ParsedDocument, turns: Sequence[dict[str, Any]]) -> list[Span | None]:
    """Where each turn of the file stands in the text; None for those without words."""
    blocks = iter(block for block in document.blocks if block.kind == "turn")
    silence = re.compile(r"(?:\{\w+\}|\s)*")
    return [None if silence.fullmatch(turn["content"]) else next(blocks).span for turn in turns]


def _span(places: Sequence[Span | None], first: str, last: str) -> Span | None:
    inside = [place for place in places[int(first) : int(last) + 1] if place]
    return Span(inside[0].start, inside[-1].end) if inside else None


def by_turns(meeting: Meeting) -> list[Cut]:
    """The passages as ingest makes them."""
    parsed = meeting.document
    request = ChunkRequest("s", "Meeting", None, parsed.text, parsed.blocks, (), datetime(2024, 1, 1, tzinfo=UTC))
    return [(one.span, f"{one.context}\n{spoken(one)}") for one in chunk(request).passages if one.kind == "turn"]


def fixed(meeting: Meeting, *, named: bool) -> list[Cut]:
    """Runs of 200 words whatever the turns; with the speaker's name in front of each turn, or without."""
    text, words = meeting.document.text, []
    for block in (block for block in meeting.document.blocks if block.kind == "turn"):
        found = [(m.span(), m[0]) for m in re.compile(r"\S+").finditer(text, block.span.start, block.span.end)]
        if named and found and block.speaker:
            found[0] = (found[0][0], f"{block.speaker}: {found[0][1]}")
        words += found
    parts = [words[at : at + FIXED_WORDS] for at in range(0, len(words), FIXED_WORDS)]
    return [(Span(part[0][0][0], part[-1][0][1]), " ".join(word for _, word in part)) for part in parts]


CUTTINGS: dict[str, Callable[[Meeting], list[Cut]]] = {
    "turns": by_turns,
    "fixed 200": lambda meeting: fixed(meeting, named=False),
    "fixed 200, named": lambda meeting: fixed(meeting, named=True),
}


@dataclass
class Score:
    """Sums over the questions of one cutting in one lane."""

    spans: int = 0
    found: int = 0
    questions: int = 0
    covered: float = 0.0
    covered_equal: float = 0.0

    def add(self, spans: Sequence[Span], ranked: Sequence[Span]) -> None:
        """Counts one question."""
        self.questions += 1
        self.spans += len(spans)
        self.found += sum(any(_meets(span, place) for place in ranked[:DEPTH]) for span in spans)
        self.covered += _covered(spans, ranked[:DEPTH])
        self.covered_equal += _covered(spans, _first_chars(ranked))

    @property
    def recall(self) -> float:
        """R@10 of spans."""
        return self.found / self.spans

    def line(self, name: str) -> str:
        """The figures in a row."""
        n = self.questions
        return f"{name:28} {self.recall:.3f}  {self.covered / n:.3f}  {self.covered_equal / n:.3f}  {self.spans}/{n}"


def _meets(span: Span, place: Span) -> bool:
    shared = min(span.end, place.end) - max(span.start, place.start)
    return 2 * shared >= min(len(span), len(place))


def _covered(spans: Sequence[Span], places: Iterable[Span]) -> float:
    """Share of the spans' characters that the places hold."""
    held: set[int] = set()
    for place in places:
        held.update(range(place.start, place.end))
    wanted = {at for span in spans for at in range(span.start, span.end)}
    return len(wanted & held) / len(wanted)


def _first_chars(ranked: Iterable[Span]) -> Iterator[Span]:
    left = READ_CHARS
    for place in ranked:
        if left <= 0:
            return
        yield Span(place.start, min(place.end, place.start + left))
        left -= len(place)


def score(
    split: str, lanes: Sequence[str], cuttings: Iterable[str] = CUTTINGS, shortest: int | None = None
) -> dict[tuple[str, str], Score]:
    """The scores by lane and cutting.

    Args:
        lanes: Of "lexical", "vector" and "fused".
        shortest: Only so many meetings, those with the fewest words; None for all.
    """
    scores = {(lane, cutting): Score() for lane in lanes for cutting in cuttings}
    embedder = make_embedder("hashed" if list(lanes) == ["lexical"] else "minilm", WORK / "models")
    some = sorted(meetings(split), key=lambda meeting: len(meeting.document.text))[:shortest]
    for meeting, cutting in product(some, cuttings):
        wanted = {lane: scores[lane, cutting] for lane in lanes}
        _score(meeting, CUTTINGS[cutting](meeting), embedder, wanted)
    return scores


def _score(meeting: Meeting, cuts: Sequence[Cut], embedder: Embedder, scores: dict[str, Score]) -> None:
    entries = [IndexEntry(f"{at:05}", "s", text, text) for at, (_, text) in enumerate(cuts)]
    with tempfile.TemporaryDirectory() as directory:
        index = build_index(Path(directory), entries, embedder, 1, silent)
        for query, spans in meeting.questions:
            rankings = {name: index.lanes[name].search(query, 100, None) for name in ("lexical", "vector")}
            ranked = {lane: [hit.passage_id for hit in found.hits] for lane, found in rankings.items()}
            ranked["fused"] = [one.passage_id for one in reciprocal_rank_fusion(list(rankings.values()), 60)]
            for lane, one in scores.items():
                one.add(spans, [cuts[int(identifier)][0] for identifier in ranked[lane]])


def table(scores: dict[tuple[str, str], Score]) -> Iterator[str]:
    """The scores in lines."""
    yield f"{'lane, cutting':28} R@10   cover  equal  spans/questions"
    for (lane, cutting), one in sorted(scores.items()):
        yield one.line(f"{lane}, {cutting}")


if __name__ == "__main__":
    print("\n".join(table(score(sys.argv[1], sys.argv[2].split(",")))))

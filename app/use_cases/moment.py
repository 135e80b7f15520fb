"""The moment of a meeting in which something was said: the turn, and what was said before and after it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from app.errors import InvalidInput
from app.use_cases.known_people import Speakers, confirmed_speakers, speaker_json
from app.use_cases.sources import readable_source
from app.use_cases.viewpoint import Viewpoint, view
from app.wiring import Services
from graph.errors import NotFound
from graph.model import Commitment, Passage, Span, Turn
from graph.store import Reader

Json = dict[str, Any]

NEIGHBOURS = 3
"""Turns that are shown on either side."""

_FEWEST_CHARS = 12
"""A shorter neighbour, such as a word of assent, is shown beside the others and does not count."""

_FARTHEST = 12
"""Turns beyond which no neighbour is looked for."""


def moment_of(services: Services, source_id: str, span: Span, viewpoint: Viewpoint | None = None) -> Json:
    """The turn in which a span of a transcript begins, with its neighbours.

    Raises:
        NotFound: There is no such source from that viewpoint, or nobody speaks in it.
        InvalidInput: The span begins behind the end of the text.
    """
    at = viewpoint or Viewpoint()
    source = readable_source(services, source_id, at.reader)
    governing = view(services, at)
    if source.id not in governing.snapshot.sources:
        raise NotFound("source", source_id)
    if span.start >= source.text_chars:
        raise InvalidInput(f"{source.remote_id} has {source.text_chars} characters; {span.start} is behind its end")
    with services.store.read() as store:
        turns = turns_of(store.find(Passage, source_id=source.id, known_at=at.known_at))
        if not turns:
            raise NotFound("moment", f"{source.remote_id}, in which nobody speaks,")
        here = next((n for n, turn in enumerate(turns) if turn.span.end > span.start), len(turns) - 1)
        first, last = _around(turns, here)
        settled = list(store.find(Commitment, source_id=source.id, known_at=at.known_at))
        speakers = confirmed_speakers(services, at)
        shown = [_turn_json(store, source.id, turn, settled, speakers) for turn in turns[first:last]]
    return {
        "source_id": source.id,
        "title": governing.snapshot.descriptions[source.id].title or source.remote_id,
        "before": shown[: here - first],
        "turn": shown[here - first],
        "after": shown[here - first + 1 :],
    }


def turns_within(services: Services, source_id: str, window: Span, viewpoint: Viewpoint | None = None) -> list[Json]:
    """The turns that reach into a part of a transcript, in order; none where nobody speaks.

    Raises:
        NotFound: There is no such source that the reader may see.
    """
    at = viewpoint or Viewpoint()
    source = readable_source(services, source_id, at.reader)
    speakers = confirmed_speakers(services, at)
    with services.store.read() as store:
        turns = turns_of(store.find(Passage, source_id=source.id, known_at=at.known_at))
        settled = list(store.find(Commitment, source_id=source.id, known_at=at.known_at))
        return [_turn_json(store, source.id, turn, settled, speakers) for turn in turns if turn.span.overlaps(window)]


def turns_of(passages: Iterable[Passage]) -> list[Turn]:
    """The turns of a source in their order; one that several passages hold a part of stands there once."""
    by_span = {turn.span: turn for passage in passages for turn in passage.turns}
    return [by_span[span] for span in sorted(by_span)]


def _around(turns: list[Turn], here: int) -> tuple[int, int]:
    """From which to which turn is shown: on each side as many that say something as there are neighbours."""
    before = _neighbours(list(reversed(turns[max(0, here - _FARTHEST) : here])))
    after = _neighbours(turns[here + 1 : here + 1 + _FARTHEST])
    return here - before, here + 1 + after


def _neighbours(turns: list[Turn]) -> int:
    """How many of the turns, nearest first, are shown."""
    said = 0
    for count, turn in enumerate(turns, start=1):
        said += len(turn.span) >= _FEWEST_CHARS
        if said == NEIGHBOURS:
            return count
    return len(turns)


def _turn_json(store: Reader, source_id: str, turn: Turn, settled: list[Commitment], speakers: Speakers) -> Json:
    """A turn, with what was promised or decided in it."""
    kinds = (one.kind.value for one in settled if one.span.overlaps(turn.span))
    return {
        "speaker": turn.speaker,
        "person": speaker_json(speakers.get((source_id, turn.speaker or ""))),
        "identity": turn.identity,
        "attribution": turn.attribution,
        "start_s": turn.start_s,
        "end_s": turn.end_s,
        "text": store.text(source_id, turn.span),
        "from": turn.span.start,
        "to": turn.span.end,
        "kind": "turn",
        "settles": sorted(set(kinds)),
    }

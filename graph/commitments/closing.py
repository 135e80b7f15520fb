"""What somebody says to have done: grounds to close a promise of theirs, which a person looks at."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from graph.commitments.reversal import telling_words
from graph.commitments.words import languages_of, words
from graph.demands import Commitment
from graph.model import Passage
from graph.spans import Span

_SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？]*")
_SHARE = 0.4


def done_evidence(one: Commitment, later: Iterable[Passage]) -> Iterator[tuple[Passage, Span]]:
    """The sentences of later passages that may say that a promise was kept.

    Args:
        later: Said after the promise, by who promised or by several; quoted ones are passed over.

    Yields:
        The passage and the sentence's span in its source: it tells of something done, in at least two of the telling
        words of the promise and two fifths of them.
    """
    wanted = telling_words(one.what)
    for passage in later:
        for match in _SENTENCE.finditer(passage.text) if not passage.quoted else ():
            said = match[0].strip()
            if not _is_own(one, passage, passage.span.start + match.start()):
                continue
            shared = wanted & telling_words(said)
            if len(shared) >= min(2, len(wanted)) and len(shared) >= _SHARE * len(wanted) and shared and _is_done(said):
                start = passage.span.start + match.start() + len(match[0]) - len(match[0].lstrip())
                yield passage, Span(start, start + len(said))


def _is_own(one: Commitment, passage: Passage, start: int) -> bool:
    """Whether words are of who promised, and stand behind the promise; the others of a passage are not."""
    turn = passage.turn_at(Span(start, start))
    is_behind = passage.source_id != one.source_id or start >= one.span.end
    return is_behind and (turn is None or turn.speaker == one.who)


def _is_done(said: str) -> bool:
    return any(words(language).done.search(said) for language in languages_of(said))

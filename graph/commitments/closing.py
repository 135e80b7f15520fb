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
        later: Said by who promised, after the promise; quoted ones are passed over.

    Yields:
        The passage and the sentence's span in its source: it tells of something done, in at least two of the telling
        words of the promise and two fifths of them.
    """
    wanted = telling_words(one.what)
    for passage in later:
        for match in _SENTENCE.finditer(passage.text) if not passage.quoted else ():
            said = match[0].strip()
            shared = wanted & telling_words(said)
            if len(shared) >= min(2, len(wanted)) and len(shared) >= _SHARE * len(wanted) and shared and _is_done(said):
                start = passage.span.start + match.start() + len(match[0]) - len(match[0].lstrip())
                yield passage, Span(start, start + len(said))


def _is_done(said: str) -> bool:
    return any(words(language).done.search(said) for language in languages_of(said))

"""Sentences of a text that is still being written: what is complete comes off its head, the rest waits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_SHORT = (
    r"(?<!\bNo)(?<!\bno)(?<!\bcl)(?<!\bCl)(?<!\bFig)(?<!\bfig)(?<!\bapprox)(?<!\bmin)(?<!\bmax)(?<!\bRev)(?<!\brev)"
    r"(?<!\be\.g)(?<!\bi\.e)(?<!\bSt)(?<!\bMr)(?<!\bMs)(?<!\bDr)(?<!\bSec)(?<!\bsec)(?<!\bvs)(?<!\bin)(?<!\bft)"
    r"(?<!\bEd)(?<!\bed)(?<!\bdia)(?<!\bpp)(?<!\bDwg)(?<!\bRef)(?<!\bref)(?<!\bPt)(?<!\bVol)(?<!\b[A-Z])(?<!^\d)"
)
_MARKERS = r"(?:\s*\[\s*\d+(?:\s*,\s*\d+)*\s*\])*"
_END = re.compile(
    rf"(?:{_SHORT}[.!?…]|(?<=[^\W\d_]{{4}})[.]|(?<=\d)[.](?=\s))[\"”’')\]]*{_MARKERS}(?=\s+[^\s\[a-z(])"
    r"|[.!?…][\"”’')\]]*(?:\s*\[\s*\d+(?:\s*,\s*\d+)*\s*\])+(?=\s+[^\s\[])"
    rf"|[。！？][」』”)]*{_MARKERS}(?=\s*[^\s\[])|{_MARKERS}\s*\n(?=\s*[^\s\[])"
)
"""Where a sentence ends, its markers with it; what follows has to be seen, or a marker might still come."""


def split_sentences(text: str) -> list[str]:
    """All sentences of a finished text, without blanks at their ends; none is empty."""
    return [sentence for sentence in map(str.strip, [*_complete(text)]) if sentence]


def _complete(text: str) -> Iterator[str]:
    at = 0
    for match in _END.finditer(text):
        yield text[at : match.end()]
        at = match.end()
    yield text[at:]


def sentences_of(pieces: Iterable[str]) -> Iterator[str]:
    """The sentences of a text that comes in pieces, each as soon as it is seen to be complete.

    They do not depend on how the text was cut into pieces.
    """
    buffer = ""
    for piece in pieces:
        buffer += piece
        *whole, buffer = _complete(buffer)
        yield from (sentence.strip() for sentence in whole if sentence.strip())
    yield from split_sentences(buffer)

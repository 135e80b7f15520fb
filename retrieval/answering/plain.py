"""Words of documents in an answer: without addresses and tags, which a reader's program might follow or fetch."""

from __future__ import annotations

import re

_TARGET = re.compile(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
_TAG = re.compile(
    r"</?(?:a|img|script|style|svg|iframe|object|embed|form|input|link|meta|video)\b[^<>]*>", re.IGNORECASE
)
_ADDRESS = re.compile(
    r"<?\b(?:[a-z][a-z0-9+.-]{1,20}://|www\.(?=\w)|(?:javascript|data|vbscript|mailto):(?=\S))"
    r"[^\s<>\"'”]*[^\s<>\"'”.,;:!?)\]]>?|(?<![\w:/])//[\w-]+\.[\w./-]*\w",
    re.IGNORECASE,
)
ELSEWHERE = "(address in the quote)"
"""In place of an address."""


def plain(text: str) -> str:
    """A text without the targets of links and pictures, without addresses and tags; its quote holds them all.

    Examples:
        >>> plain("orange; see ![plan](http://example.org/x), [A-201](a.pdf) or https://example.org/y.")
        'orange; see plan, A-201 or (address in the quote).'
        >>> plain('<img src="x">at 900 mm, where a < b')
        'at 900 mm, where a < b'
    """
    return _ADDRESS.sub(ELSEWHERE, _TAG.sub("", _TARGET.sub(r"\1", text)))

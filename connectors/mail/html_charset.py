"""Characters of an HTML body: what its header says, what the page itself says, a guess."""

from __future__ import annotations

import re

from connectors.text.charset import decode

_META = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?([\w.:-]{2,40})", re.IGNORECASE)
_HEAD_BYTES = 4096


def decode_html(data: bytes, declared: str | None, warnings: list[str]) -> str:
    """The characters of a page; what is a guess is added to `warnings`."""
    stated = _META.search(data[:_HEAD_BYTES])
    words, told = decode(data, declared or (stated[1].decode("ascii") if stated else None))
    if told and declared and stated:
        words, told = decode(data, stated[1].decode("ascii"))
    warnings += told
    return words

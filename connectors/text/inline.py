"""Inline markup of reStructuredText as plain words."""

from __future__ import annotations

import re

_NAMED_ROLE = re.compile(r":(?P<role>pep|rfc):`(?P<n>\d+)(?:#[^`]*)?`")
_TITLED_ROLE = re.compile(r":(?:[\w:+.-]+):`!?~?(?P<text>[^`<]+?)(?:\s*<[^`>]*>)?`")
_LINK = re.compile(r"`(?P<text>[^`<]+?)\s*<(?P<target>[^`>]*)>`_{1,2}")
_REFERENCE = re.compile(r"`(?P<text>[^`]+)`_{1,2}")
_LITERAL = re.compile(r"``(?P<text>.+?)``")
_FOOTNOTE = re.compile(r"\[(?P<label>#?\w+|\*|#)\]_(?!\w)")
_STRONG = re.compile(r"(?<![\w*])\*\*(?P<text>[^*\s](?:[^*]*[^*\s])?)\*\*(?!\w)")
_EMPHASIS = re.compile(r"(?<![\w*])\*(?P<text>[^*\s](?:[^*]*[^*\s])?)\*(?![\w*])")
_WORD_REFERENCE = re.compile(r"(?<=[A-Za-z0-9])_{1,2}(?=[\s.,;:)]|$)")


def plain_words(text: str) -> str:
    """The text without roles, link targets, literal and emphasis marks."""
    text = _NAMED_ROLE.sub(lambda match: f"{match['role'].upper()} {match['n']}", text)
    text = _TITLED_ROLE.sub(lambda match: match["text"], text)
    for pattern in (_LINK, _LITERAL, _REFERENCE, _STRONG, _EMPHASIS):
        text = pattern.sub(lambda match: match["text"], text)
    text = _FOOTNOTE.sub(lambda match: f"[{match['label'].lstrip('#') or '#'}]", text)
    return _WORD_REFERENCE.sub("", text)

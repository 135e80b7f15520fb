"""A second opinion on what a model worded: plain string work, which shares no code with verification."""

from __future__ import annotations

import re
from typing import Any

Json = dict[str, Any]

_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
_WORD = re.compile(r"[^\W\d_]{4,}")
_DENIALS = frozenset({"not", "no", "never", "none", "without", "cannot", "neither"})
_OF_ANY_ANSWER = frozenset(
    ["according", "answer", "question", "evidence", "text", "document", "documents", "states", "stated", "says"]
    + ["shall", "must", "should", "required", "requires", "requirement", "specified", "with", "that", "this", "these"]
    + ["those", "from", "have", "been", "which", "their", "there", "least", "most", "minimum", "maximum", "than"]
    + ["more", "less", "also"]
)
_STEM_CHARS = 4
_FOREIGN_WORDS = 0.25
"""Share of words that may stand in no quote before a sentence counts as unsupported."""


def unsupported(outcome: Json) -> list[str]:
    """What is wrong with the sentences of an outcome that a model worded, one line each."""
    cited = {citation["n"]: citation for citation in outcome["citations"]}
    wrong = []
    for sentence in outcome["sentences"]:
        quotes = [cited[n] for n in sentence["citations"] if n in cited]
        wrong += [f"{found}: {sentence['text']}" for found in _flaws(sentence["text"], quotes)]
    return wrong


def _flaws(text: str, quotes: list[Json]) -> list[str]:
    if not quotes:
        return ["no citation"]
    named = " ".join(str(quote.get(key) or "") for quote in quotes for key in ("work", "title", "version", "clause"))
    dated = " ".join(str(quote.get("date") or "") for quote in quotes)
    said = " ".join(quote["quote"] for quote in quotes).casefold()
    known = f"{said} {named.casefold()} {dated.casefold()}"
    flaws = [f"figure {figure}" for figure in _FIGURE.findall(text) if figure not in _FIGURE.findall(known)]
    words = [word for word in _WORD.findall(text.casefold()) if word not in _OF_ANY_ANSWER]
    stems = {word[:_STEM_CHARS] for word in _WORD.findall(known)}
    foreign = [word for word in words if word[:_STEM_CHARS] not in stems]
    if len(foreign) > _FOREIGN_WORDS * max(len(words), 1):
        flaws.append(f"words {', '.join(foreign)}")
    denied = _DENIALS & set(re.findall(r"[a-z]+", text.casefold()))
    if denied and not _DENIALS & set(re.findall(r"[a-z]+", said)):
        flaws.append(f"denial {min(denied)}")
    return flaws + (["address"] if re.search(r"https?:|www\.|\]\(|<\w", text) else [])

"""Which lines of a mail are the sender's new words, which are quoted, which are the signature.

A view for retrieval: no line is dropped, each is only told what it is.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_ATTRIBUTION_LINES = 3
_HEADER_LINES = 6


@dataclass(frozen=True, slots=True)
class _Rules:
    quoted: re.Pattern[str]
    attribution: re.Pattern[str]
    divider: re.Pattern[str]
    from_label: re.Pattern[str]
    other_label: re.Pattern[str]
    signature: re.Pattern[str]


@cache
def _rules() -> _Rules:
    data = tomllib.loads(files("connectors.mail").joinpath("quoting.toml").read_text("utf-8"))
    return _Rules(
        re.compile(data["quoted"], re.IGNORECASE),
        _any(data["attributions"]),
        _any(data["dividers"]),
        _labels(data["from_labels"]),
        _labels(data["other_labels"]),
        _any(data["signatures"]),
    )


def _any(patterns: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE | re.DOTALL)


def _labels(words: list[str]) -> re.Pattern[str]:
    return re.compile(rf"^\W{{0,4}}(?:{'|'.join(map(re.escape, words))})\s?\*?\s*[:：]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Lines of one kind: `paragraph` (new words), `quoted` or `signature`."""

    kind: str
    lines: tuple[str, ...]


def split_stretches(lines: Sequence[str]) -> list[Stretch]:
    """The lines of a body in stretches of one kind, in order."""
    kinds = _kinds([line.strip() for line in lines])
    stretches: list[Stretch] = []
    start = 0
    for position in range(1, len(lines) + 1):
        if position == len(lines) or kinds[position] != kinds[start]:
            if any(line.strip() for line in lines[start:position]):
                stretches.append(Stretch(kinds[start], tuple(lines[start:position])))
            start = position
    return stretches


def _kinds(lines: Sequence[str]) -> list[str]:
    """The kind of each line; a blank line is of the kind of the line before it."""
    kinds: list[str] = []
    earlier = False
    while len(kinds) < len(lines):
        at = len(kinds)
        earlier = earlier or bool(_rules().divider.match(lines[at])) or _is_header_block(lines, at)
        attribution = 0 if earlier else _attribution(lines, at)
        if earlier or attribution or _rules().quoted.match(lines[at]):
            kinds += ["quoted"] * max(attribution, 1)
        elif _rules().signature.match(lines[at]) or (kinds and kinds[-1] == "signature"):
            kinds.append("signature")
        else:
            kinds.append(kinds[-1] if kinds and not lines[at] else "paragraph")
    return kinds


def _is_header_block(lines: Sequence[str], at: int) -> bool:
    """Whether a block "From: … Sent: … To: …" of an earlier message starts at this line."""
    block = [line for line in lines[at : at + _HEADER_LINES] if line]
    if not lines[at] or not (_rules().from_label.match(block[0]) or _rules().other_label.match(block[0])):
        return False
    others = sum(1 for line in block if _rules().other_label.match(line))
    return any(_rules().from_label.match(line) for line in block) and others >= 2


def _attribution(lines: Sequence[str], at: int) -> int:
    """How many lines from here introduce a quotation that follows them; 0 if none."""
    if not lines[at]:
        return 0
    for length in range(1, _ATTRIBUTION_LINES + 1):
        piece = lines[at : at + length]
        if len(piece) < length or not piece[-1]:
            return 0
        if _rules().attribution.match(" ".join(piece)):
            following = next((line for line in lines[at + length :] if line), "")
            strict = bool(_rules().quoted.match(following)) or not following
            dated = re.search(r"\d", " ".join(piece)) is not None
            return length if strict or dated else 0
    return 0

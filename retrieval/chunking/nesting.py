"""Heading levels where the format tells none: from numbers, from order, and from headings that repeat.

A page shows the depth of a heading by its size, which a parser may not know. Where all headings
of a document have one level, numbers decide ("2.1" is below "2"), a heading without number is
below the numbered one before it, and one that stands directly below another qualifies it
("Handrails for stairs", "For all buildings").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from graph.model import Block
from graph.references import clause_path, find_references

_FEWEST_HEADINGS = 4
_SHORTEST_TAIL = 40
_PRINTED = re.compile(
    r"(?P<number>(?:part|section|chapter|article|appendix|annex|division|schedule|часть|раздел|глава|приложение)\s+"
    r"(?:\d{1,3}(?:[‐‑-]\d{1,4})*|[A-Z]|[IVX]{1,5})\b|(?!(?:19|20)\d\d\b)\d{1,3}(?:\.\d{1,3})*(?=\.?\s+(?-i:[A-ZÀ-ÞЀ-Я])))",
    re.IGNORECASE,
)
_QUALIFYING = ("for ", "in ", "at ", "on ", "with ", "where ", "для ", "при ", "в ")


def nested(text: str, blocks: Sequence[Block]) -> list[Block]:
    """The blocks, with the levels of headings inferred where all of them are the same.

    A long "heading" that begins in lower case is the end of a sentence, and becomes a paragraph; a
    heading whose words begin with its number gets it.
    """
    blocks = [_mended(text, block) for block in blocks]
    headings = [block for block in blocks if block.kind == "heading"]
    if len(headings) < _FEWEST_HEADINGS or len({block.level for block in headings}) > 1:
        return blocks
    qualifying = _qualifying(text, blocks)
    found: list[Block] = []
    base, bodiless = 1, 0
    for block in blocks:
        if block.kind != "heading":
            bodiless = 0
            found.append(block)
            continue
        if block.number:
            level = _level_of_number(block.number)
            base = 1 if level == bodiless else level + 1  # a list of numbered headings opens no section
            bodiless = level
        else:
            level = base + 1 if _words(text, block) in qualifying or _is_qualifier(text, block) else base
            bodiless = 0
        found.append(replace(block, level=level))
    return found


def _mended(text: str, block: Block) -> Block:
    if block.kind != "heading" or block.number is not None:
        return block
    if _is_tail(text, block):
        return replace(block, kind="paragraph", level=0)
    words = text[block.span.start : block.span.end]
    printed = _PRINTED.match(words)
    references = find_references(words[:60]) if printed else []
    if printed is None or (references and references[0].span.start == 0):
        return block
    return replace(block, number=printed["number"])


def _is_tail(text: str, block: Block) -> bool:
    words = text[block.span.start : block.span.end]
    return words[:1].islower() and len(words) > _SHORTEST_TAIL


def _level_of_number(number: str) -> int:
    path = clause_path(number)
    return 1 + path.count(".") if path[:1].isdigit() else 1


def _words(text: str, block: Block) -> str:
    return " ".join(text[block.span.start : block.span.end].split()).casefold()


def _is_qualifier(text: str, block: Block) -> bool:
    return _words(text, block).startswith(_QUALIFYING)


def _qualifying(text: str, blocks: Sequence[Block]) -> frozenset[str]:
    """The words of headings without number that stand somewhere directly below another such heading."""
    found = set()
    above: str | None = None
    for block in blocks:
        if block.kind != "heading" or block.number:
            above = None
            continue
        words = _words(text, block)
        if above is not None and above not in found:
            found.add(words)
        above = words
    return frozenset(found)

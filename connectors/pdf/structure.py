"""What each paragraph is: heading, clause, list item, caption, contents, plain text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from connectors.pdf.columns import Line
from connectors.pdf.paragraphs import Paragraph
from connectors.pdf.patterns import bare, clause_number, follows, list_label, patterns, settled_style
from connectors.pdf.segments import Segment
from connectors.pdf.tables import Grid

_HEADING_CHARS = 200
_HEADING_LINES = 4
_LEAST_HEADINGS = 3
_LARGER = 1.12
_DEEPEST = 6
_LEAST_OPEN_CHARS = 30
_CLOSED = re.compile(r"""[.:;!?]["”’)]?\s*$""")
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_LONE = re.compile(r"^([a-z]|\d{1,2})\s+(?=[A-Z])")


@dataclass(frozen=True, slots=True, eq=False)
class Draft:
    """A paragraph with its role; `level` and `number` as in `graph.model.Block`."""

    kind: str
    paragraphs: tuple[Paragraph, ...]
    level: int = 0
    number: str | None = None

    @property
    def page(self) -> int:
        """The page on which it begins."""
        return self.paragraphs[0].page

    @property
    def text(self) -> str:
        """Its words, for looking at."""
        return " ".join(paragraph.text for paragraph in self.paragraphs)


def body_size(pieces: Iterable[Segment]) -> float:
    """The size in which most characters are set, to half a point; 10 where there is no text."""
    counts: Counter[float] = Counter()
    for piece in pieces:
        counts[round(piece.size * 2) / 2] += len(piece.text)
    return counts.most_common(1)[0][0] if counts else 10.0


class Classifier:
    """Gives paragraphs their roles in reading order; remembers list nesting and heading sizes."""

    def __init__(self, body: float) -> None:
        self.body = body
        self._nesting: list[tuple[str, str]] = []

    def draft(self, paragraph: Paragraph) -> Draft:
        """The role of the next paragraph; heading levels are set later by `with_levels`."""
        text = paragraph.text
        if (caption := patterns("caption")["words"].match(text)) and _is_short(paragraph) and self._is_caption(text):
            return Draft("caption", (paragraph,), 0, caption[1])
        number = clause_number(text)
        if self._is_heading(paragraph, number):
            self._nesting.clear()
            label = list_label(text)
            return Draft("heading", (paragraph,), 1, number or (bare(label[1]) if label else None))
        if number:
            self._nesting.clear()
            return Draft("paragraph", (paragraph,), 0, number)
        label = list_label(text) or self._lone(text)
        if label:
            style = settled_style(*label, self._nesting)
            return Draft("list_item", (paragraph,), self._level(style, label[1]), bare(label[1]))
        return Draft("paragraph", (paragraph,))

    def _is_heading(self, paragraph: Paragraph, number: str | None) -> bool:
        text = paragraph.text
        if not _is_short(paragraph) or not (_LETTERS.search(text) or number):
            return False
        if text.rstrip().endswith((".", ";", ",")) and not (number and paragraph.bold):
            return False
        return paragraph.size >= _LARGER * self.body or (paragraph.bold and paragraph.size >= 0.95 * self.body)

    @staticmethod
    def _is_caption(text: str) -> bool:
        return not text.rstrip().endswith((";", ",")) and " below " not in text

    def _lone(self, text: str) -> tuple[str, str] | None:
        """A label whose full stop is missing, where it goes on with the list ("f" after "e.")."""
        found = _LONE.match(text)
        if found and self._nesting and follows(found[1], self._nesting[-1][1]):
            return self._nesting[-1][0], found[1]
        return None

    def _level(self, style: str, label: str) -> int:
        styles = [known for known, _ in self._nesting]
        if style in styles:
            del self._nesting[styles.index(style) :]
        self._nesting.append((style, label))
        return len(self._nesting)


def _is_short(paragraph: Paragraph) -> bool:
    return len(paragraph.lines) <= _HEADING_LINES and len(paragraph.text) <= _HEADING_CHARS


def with_levels(items: Sequence[Draft | Grid]) -> list[Draft | Grid]:
    """Heading levels by rank of size and weight over the document, the largest being 1.

    A style used for fewer than three headings takes the level of the next larger one in use.
    """
    styles = Counter(_rank(d.paragraphs[0]) for d in items if isinstance(d, Draft) and d.kind == "heading")
    usual = [style for style, count in styles.items() if count >= _LEAST_HEADINGS] or list(styles)
    return [
        replace(item, level=min(max(sum(style >= _rank(item.paragraphs[0]) for style in usual), 1), _DEEPEST))
        if isinstance(item, Draft) and item.kind == "heading"
        else item
        for item in items
    ]


def joined_across(items: Sequence[Draft | Grid]) -> list[Draft | Grid]:
    """Paragraphs that go on in the next column or on the next page made one."""
    result: list[Draft | Grid] = []
    for item in items:
        last = result[-1] if result else None
        if isinstance(last, Draft) and isinstance(item, Draft) and _goes_on(last, item):
            result[-1] = replace(last, paragraphs=(*last.paragraphs, *item.paragraphs))
        else:
            result.append(item)
    return result


def _goes_on(last: Draft, item: Draft) -> bool:
    """Whether a sentence stays open at the end of one and goes on in small letters in the other."""
    if last.kind not in ("paragraph", "list_item") or item.kind != "paragraph" or item.number:
        return False
    a, b = last.paragraphs[-1], item.paragraphs[0]
    if abs(a.size - b.size) > 0.5 or a.bold != b.bold or len(a.text) < _LEAST_OPEN_CHARS:
        return False
    return not _CLOSED.search(a.text) and b.text[0].islower() and b.first.base > a.lines[-1].whole.base


def _rank(paragraph: Paragraph) -> tuple[float, bool]:
    return round(paragraph.size), paragraph.bold


def contents_run(lines: Sequence[Line], known_contents: bool) -> tuple[int, int] | None:
    """The half-open range of lines that are a table of contents; None where there is none.

    Args:
        known_contents: Whether this page has the title "Contents" or goes on from such a page.
    """
    leaders = patterns("contents")["leader"]
    entries = [at for at, line in enumerate(lines) if leaders.search(line.text) or _ends_in_page(line)]
    dotted = sum(bool(leaders.search(lines[at].text)) for at in entries)
    enough = 3 if dotted >= 3 or known_contents else 8
    if len(entries) < enough or (dotted < 3 and not known_contents and not _rising(lines, entries)):
        return None
    start, end = entries[0], entries[-1] + 1
    return (start, end) if 2 * len(entries) >= end - start else None


def _ends_in_page(line: Line) -> bool:
    if len(line.parts) < 2 or not patterns("contents")["page"].match(line.parts[-1].text):
        return False
    return line.parts[-1].x0 - line.parts[-2].x1 > 1.5 * line.whole.size and bool(_LETTERS.search(line.parts[0].text))


def _rising(lines: Sequence[Line], entries: Sequence[int]) -> bool:
    numbers = [int(text) for at in entries if (text := lines[at].parts[-1].text).isdigit()]
    steps = list(zip(numbers, numbers[1:], strict=False))
    return len(steps) >= 5 and sum(a <= b for a, b in steps) >= 0.9 * len(steps)

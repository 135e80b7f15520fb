"""Lines to paragraphs, by leading, indent, style and labels."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import quantiles

from connectors.pdf.columns import Line
from connectors.pdf.patterns import clause_number, list_label, patterns
from connectors.pdf.segments import Segment

_GAP = 1.25
"""A step to the next line longer than this many leadings starts a paragraph."""

_SENTENCE_END = re.compile(r"""[.?!:;]["”’)]?$""")


@dataclass(frozen=True, slots=True, eq=False)
class Paragraph:
    """Consecutive lines that belong together."""

    page: int
    lines: tuple[Line, ...]

    @property
    def first(self) -> Segment:
        """The first line."""
        return self.lines[0].whole

    @property
    def text(self) -> str:
        """The lines joined by blanks, for looking at; hyphenation is not repaired."""
        return " ".join(line.text for line in self.lines)

    @property
    def size(self) -> float:
        """The size of the longest line."""
        return max(self.lines, key=lambda line: len(line.text)).whole.size

    @property
    def bold(self) -> bool:
        """Whether every line is bold."""
        return all(line.whole.bold for line in self.lines)


def paragraphs(lines: Sequence[Line], page: int) -> list[Paragraph]:
    """The paragraphs of one region, in order."""
    groups: list[list[Line]] = []
    leading = _leading(lines)
    right = max((line.whole.x1 for line in lines), default=0.0)
    for line in lines:
        if groups and not _starts(groups[-1], line, leading, right):
            groups[-1].append(line)
        else:
            groups.append([line])
    return [Paragraph(page, tuple(group)) for group in groups]


def _leading(lines: Sequence[Line]) -> float:
    """The usual step between lines in em: the lower quartile, for paragraph gaps lie above."""
    steps = [
        (a.whole.base - b.whole.base) / max(a.whole.size, b.whole.size)
        for a, b in zip(lines, lines[1:], strict=False)
        if abs(a.whole.size - b.whole.size) < 0.5
    ]
    usual = [step for step in steps if 0.8 < step < 3.0]
    return min(max(quantiles(usual, n=4)[0], 1.0), 2.6) if len(usual) > 2 else 1.25


def _starts(group: Sequence[Line], line: Line, leading: float, right: float) -> bool:
    """Whether a line starts a paragraph, given the one that is being gathered."""
    before, now = group[-1].whole, line.whole
    em = max(before.size, now.size)
    step = (before.base - now.base) / em
    if step > _GAP * leading or abs(before.size - now.size) > 0.09 * em:
        return True
    if before.bold != now.bold and not now.text[0].islower() and (_is_title(group) or now.bold):
        return True
    if _has_label(line.text):
        return _label_starts(group, now, em)
    return _indent_starts(group, now, em, right)


def _is_title(group: Sequence[Line]) -> bool:
    return all(line.whole.bold for line in group) and not group[-1].text.rstrip().endswith(",")


def _has_label(text: str) -> bool:
    return bool(clause_number(text) or list_label(text) or patterns("caption")["words"].match(text))


def _label_starts(group: Sequence[Line], now: Segment, em: float) -> bool:
    """A label in line with running text is a wrapped reference; one that hangs out is a label."""
    before = group[-1].whole
    if abs(before.x0 - now.x0) > 0.3 * em:
        return now.x0 < before.x0 or len(group) == 1 or bool(_SENTENCE_END.search(before.text))
    if len(group) == 1 and _has_label(before.text):
        return True
    return bool(_SENTENCE_END.search(before.text))


def _indent_starts(group: Sequence[Line], now: Segment, em: float, right: float) -> bool:
    before = group[-1].whole
    shift = now.x0 - before.x0
    ended = bool(_SENTENCE_END.search(before.text))
    if ended and before.x1 < right - 0.25 * max(right - before.x0, 1.0) and before.x1 < now.x1:
        return True
    if len(group) == 1:
        return shift < -4.0 * em and ended
    centred = abs((now.x0 + now.x1) - (before.x0 + before.x1)) < 2.0 * em
    return abs(shift) > 0.8 * em and ended and not centred

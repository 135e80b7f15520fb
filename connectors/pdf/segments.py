"""Glyphs to segments: pieces of one line with no wide gap inside, superscripts put back in place."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

import numpy as np
from numpy.typing import NDArray

from connectors.pdf.characters import SOFT_HYPHEN, raised
from connectors.pdf.glyphs import Floats, Glyphs

WIDE_GAP_EM = 1.0
"""A gap from which on two words of one baseline may belong to different columns."""

_BASELINE_EM = 0.12
_SPACE_EM = 0.14
_SCRIPT_SPACE_EM = 0.2
_BOLD_SHARE = 0.85


@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """Some text on one baseline, in the frame of its reading direction.

    Attributes:
        boxes: Per character of `text`, `float32[n, 4]`, user space; NaN for synthesised blanks.
        x0, x1: Extent along the reading direction; `base`: the baseline, growing upwards.
        spaced: Whether white space stands before it in the file.
        table: Index of the table whose place this segment holds; None for text.
    """

    text: str
    boxes: NDArray[np.float32]
    x0: float
    x1: float
    base: float
    size: float
    bold: bool
    angle: int
    spaced: bool = True
    table: int | None = None

    @property
    def top(self) -> float:
        """About the height of capitals above the baseline."""
        return self.base + 0.75 * self.size

    @property
    def bottom(self) -> float:
        """About the depth of descenders below the baseline."""
        return self.base - 0.22 * self.size


def project(points: Floats, angle: int) -> Floats:
    """Turns user-space points `[n, 2]` so that text of that angle reads from left to right."""
    turn = np.radians(angle)
    cos, sin = round(float(np.cos(turn)), 9), round(float(np.sin(turn)), 9)
    return np.asarray(points @ np.array([[cos, -sin], [sin, cos]]), dtype=np.float64)


def project_boxes(boxes: Floats, angle: int) -> Floats:
    """As `project`, for boxes `[n, 4]`; the result is the box around the turned corners."""
    if angle == 0 or not len(boxes):
        return boxes
    corners = [project(boxes[:, columns], angle) for columns in ([0, 1], [2, 1], [0, 3], [2, 3])]
    stack = np.stack(corners)
    return np.concatenate([stack.min(axis=0), stack.max(axis=0)], axis=1)


def join(parts: Sequence[Segment], glue: str = " ") -> Segment:
    """One segment out of several, left to right; `glue` gets no box."""
    first = parts[0]
    if len(parts) == 1:
        return first
    blank = np.full((len(glue), 4), np.nan, dtype=np.float32)
    boxes = [first.boxes]
    for part in parts[1:]:
        boxes.extend((blank, part.boxes))
    lead = max(parts, key=lambda part: len(part.text))
    return replace(
        lead,
        text=glue.join(part.text for part in parts),
        boxes=np.concatenate(boxes),
        x0=min(part.x0 for part in parts),
        x1=max(part.x1 for part in parts),
        spaced=first.spaced,
        bold=all(part.bold for part in parts),
    )


def cut(segment: Segment, start: int, end: int) -> Segment | None:
    """Characters `[start, end)` of a segment without blanks at the ends; None where none are left.

    Reading direction must be one of the axes; the extent is taken from the character boxes.
    """
    text = segment.text[start:end]
    start += len(text) - len(text.lstrip())
    end = start + len(text.strip())
    if end <= start:
        return None
    boxes = segment.boxes[start:end]
    known = boxes[~np.isnan(boxes[:, 0])].astype(np.float64)
    extent = project_boxes(known, segment.angle)
    x0, x1 = (float(extent[:, 0].min()), float(extent[:, 2].max())) if len(extent) else (segment.x0, segment.x1)
    return replace(segment, text=segment.text[start:end], boxes=boxes, x0=x0, x1=x1)


def segments(glyphs: Glyphs, angle: int) -> list[Segment]:
    """The segments of all glyphs that run in that direction, in no particular order."""
    angles = np.array([style.angle for style in glyphs.styles], dtype=np.int64)
    mine = glyphs.only(angles[glyphs.style_of] == angle) if len(glyphs) else glyphs
    return _merged(_runs(mine, angle)) if len(mine) else []


def _runs(glyphs: Glyphs, angle: int) -> list[Segment]:
    """Neighbours in the file that also are neighbours on one baseline."""
    extents = project_boxes(glyphs.boxes, angle)
    bases = project(glyphs.origins, angle)[:, 1]
    sizes = np.array([max(style.size, 0.1) for style in glyphs.styles])[glyphs.style_of]
    gaps = extents[1:, 0] - extents[:-1, 2]
    scale = np.maximum(sizes[1:], sizes[:-1])
    breaks = (
        (np.abs(np.diff(bases)) > _BASELINE_EM * scale)
        | (gaps > WIDE_GAP_EM * scale)
        | (extents[1:, 0] < extents[:-1, 0] - 0.5 * scale)
    )
    blank_before = glyphs.spaced.copy()
    blank_before[1:] |= gaps > 0.5 * scale
    edges = [0, *(np.flatnonzero(breaks) + 1).tolist(), len(glyphs)]
    bold = np.array([style.bold for style in glyphs.styles])[glyphs.style_of]
    runs = []
    for start, end in zip(edges, edges[1:], strict=False):
        text, boxes = _spell(glyphs, blank_before, start, end)
        if text:
            x0, x1 = float(extents[start:end, 0].min()), float(extents[start:end, 2].max())
            size, is_bold = float(np.median(sizes[start:end])), bool(bold[start:end].mean() > _BOLD_SHARE)
            base = float(np.median(bases[start:end]))
            runs.append(Segment(text, boxes, x0, x1, base, size, is_bold, angle, bool(glyphs.spaced[start])))
    return runs


def _spell(glyphs: Glyphs, blank_before: NDArray[np.bool_], start: int, end: int) -> tuple[str, NDArray[np.float32]]:
    """The characters of a run with a box for each; a ligature's box is shared out evenly."""
    texts = glyphs.texts[start:end]
    blanks = blank_before[start:end].tolist()
    blanks[0] = False
    spelled = "".join(f" {text}" if blank else text for text, blank in zip(texts, blanks, strict=True))
    rows = np.full((len(spelled), 4), np.nan, dtype=np.float32)
    lengths = np.array([len(text) for text in texts])
    ends = np.cumsum(lengths + np.array(blanks, dtype=np.int64))
    boxes = glyphs.boxes[start:end]
    rows[ends - lengths] = boxes
    for at in np.flatnonzero(lengths > 1).tolist():
        rows[ends[at] - lengths[at] : ends[at]] = _shared(boxes[at], int(lengths[at]))
    return spelled, rows


def _shared(box: Floats, count: int) -> NDArray[np.float32]:
    """The box of a ligature cut into equal parts along its longer way."""
    parts = np.tile(box, (count, 1)).astype(np.float32)
    edges = np.linspace(box[0], box[2], count + 1)
    parts[:, 0], parts[:, 2] = edges[:-1], edges[1:]
    return parts


class _Baseline:
    """Runs that stand on one baseline."""

    def __init__(self, run: Segment) -> None:
        self.base, self.size = run.base, run.size
        self.runs = [run]

    def takes(self, run: Segment) -> bool:
        offset = abs(run.base - self.base)
        return offset <= 0.2 * min(self.size, run.size)

    def takes_script(self, run: Segment) -> bool:
        """Whether a smaller run is a super- or subscript right behind one of this line's runs."""
        offset = run.base - self.base
        if run.size > 0.85 * self.size or not -0.4 * self.size < offset < 0.7 * self.size:
            return False
        reach = 0.35 * self.size
        return any(other.x1 - reach <= run.x0 <= other.x1 + reach for other in self.runs)


def _merged(runs: list[Segment]) -> list[Segment]:
    """Runs on one baseline joined where no wide gap parts them."""
    lines: list[_Baseline] = []
    keys: list[float] = []
    for run in sorted(runs, key=lambda run: (-run.size, -run.base, run.x0)):
        line = _line_for(run, lines, keys)
        if line is None:
            at = bisect_left(keys, run.base)
            keys.insert(at, run.base)
            lines.insert(at, _Baseline(run))
        elif line.takes(run):
            line.runs.append(run)
        else:
            up = run.base - line.base > 0.15 * line.size
            line.runs.append(replace(run, text=raised(run.text) if up else run.text, base=line.base))
    return [piece for line in reversed(lines) for piece in _pieces(line)]


def _line_for(run: Segment, lines: list[_Baseline], keys: list[float]) -> _Baseline | None:
    low, high = bisect_left(keys, run.base - 2.0 * run.size), bisect_left(keys, run.base + 2.0 * run.size)
    near = sorted(lines[low:high], key=lambda line: abs(line.base - run.base))
    return next((line for line in near if line.takes(run)), None) or next(
        (line for line in near if line.takes_script(run)), None
    )


def _pieces(line: _Baseline) -> list[Segment]:
    """Groups without wide gaps; a run printed over another that already says the same is dropped."""
    ordered = sorted(line.runs, key=lambda run: (run.x0, -run.x1))
    groups: list[list[Segment]] = [[ordered[0]]]
    end = ordered[0].x1
    for run in ordered[1:]:
        last = groups[-1][-1]
        if run.x1 <= end + 0.5 and any(run.text in known.text and known.x1 >= run.x1 - 0.5 for known in groups[-1]):
            continue
        if run.x0 - end > WIDE_GAP_EM * max(min(run.size, last.size), 0.6 * line.size):
            groups.append([run])
            end = run.x1
        else:
            groups[-1].append(run)
            end = max(end, run.x1)
    return [_glued(group) for group in groups]


def _glued(group: list[Segment]) -> Segment:
    result = last = group[0]
    for run in group[1:]:
        gap = run.x0 - result.x1
        scripted = max(run.size, last.size) > 1.15 * min(run.size, last.size)
        trusted = run.spaced and gap > 0.05 * result.size and not scripted
        touching = gap < (_SCRIPT_SPACE_EM if scripted else _SPACE_EM) * result.size and not trusted
        result = join([result, run], "" if touching or result.text.endswith(SOFT_HYPHEN) else " ")
        last = run
    return replace(result, size=max(run.size for run in group))


def typical_size(pieces: Sequence[Segment]) -> float:
    """The median size in points, 10 where there is no text."""
    return median(piece.size for piece in pieces) if pieces else 10.0

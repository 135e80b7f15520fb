"""What stands around a table: its caption, the sentence that points to it, headings, and whether it demands at all."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from graph.quantities.spellings import scan_unit
from graph.requirements.draft import NOTHING, Phrase
from graph.requirements.frames import LISTED, Frame, frame
from graph.requirements.lists import Statement, statements
from graph.requirements.tables_grid import Entry, entry
from graph.requirements.tables_titles import FLIPPED, Reader, Title, read_title
from graph.spans import Block, Span
from graph.supersession.view import DocumentView
from graph.vocabulary import AuthorityClass, Comparator, Modality

_BINDING = frozenset({AuthorityClass.STATUTE, AuthorityClass.SPECIFICATION})
_LONGEST_CAPTION = 200
_COMPARES = re.compile(r"\b(?:than|exceed\w*)\b", re.IGNORECASE)
_FAR = 12
"""Words between a comparator and the table it is said of: "at least the fire resistance in Table 5"."""


class Told(IntEnum):
    """What says that a table demands, the strongest last; that the document only reports, the weakest."""

    REPORT = -1
    NOTHING = 0
    DOCUMENT = 1
    TITLE = 2
    SENTENCE = 3


@dataclass(frozen=True, slots=True)
class Context:
    """What is around a table.

    Attributes:
        caption: Without its number; None where nothing stands over the table.
        frame: Of the sentence that points to the table, else of the headings alone.
        comparator: That this sentence binds the table's values with.
        unit: Of the whole table.
        heading: Innermost heading, or the document's first.
        told: What says that the table demands.
        plain: A value that nothing binds is demanded as it stands.
    """

    caption: Title | None
    frame: Frame
    comparator: Comparator | None
    unit: Entry | None
    heading: Phrase
    told: Told
    plain: bool


class Surroundings:
    """Finds the context of each table of one document."""

    def __init__(self, view: DocumentView, reader: Reader) -> None:
        self._view, self._reader = view, reader

    def context(self, at: int) -> Context | None:
        """The context of the table that is the block at a position; None where it demands nothing."""
        blocks, words = self._view.blocks, self._reader.words
        caption, label = self._caption(at)
        headings = _headings(self._view.text, blocks, at)
        heading = entry(self._view.text, headings[-1]) if headings else None
        if any(over is not None and words.mute.search(over.words) for over in (caption, heading)):
            return None
        lead = self._lead(at, label)
        found = self._frame(lead, headings)
        title = read_title(self._reader, caption) if caption is not None else self._as_caption(heading)
        comparator, plain = self._bound_by(lead, label) if lead is not None else (None, False)
        told = title is not None and (title.comparator is not None or words.binding.search(title.words) is not None)
        demanded = lead is not None and found.modality in (Modality.SHALL, Modality.SHOULD)
        strength = Told.SENTENCE if demanded else Told.TITLE if told or self._binds(heading) else self._told()
        return Context(
            title, found, comparator, self._unit(at, title), _topic(heading, found), strength, plain or lead is None
        )

    def _told(self) -> Told:
        """Whether the document's kind or title makes its tables demands."""
        description = self._view.description
        first = next((block for block in self._view.blocks if block.kind == "heading"), None)
        titles = [description.title or "", self._view.text[first.span.start : first.span.end] if first else ""]
        if any(map(self._reader.words.report.search, titles)):
            return Told.REPORT
        named = description.authority in _BINDING or any(map(self._reader.words.binding.search, titles))
        return Told.DOCUMENT if named else Told.NOTHING

    def _binds(self, heading: Entry | None) -> bool:
        return heading is not None and self._reader.words.binding.search(heading.words) is not None

    def _caption(self, at: int) -> tuple[Entry | None, str]:
        """The caption without its label, and the label; a heading right over the table is its caption too."""
        for block in _beside(self._view.blocks, at):
            text = self._view.text
            match = self._reader.words.caption.match(text, block.span.start, block.span.end)
            labelled = match is not None and re.search(r"\d|[A-Z]$", match["label"]) is not None
            short = len(block.span) <= _LONGEST_CAPTION
            if block.kind == "caption" or (labelled and short):
                start = match.end() if match and labelled else block.span.start
                label = match["label"] if match and labelled else ""
                return entry(text, Span(min(start, block.span.end), block.span.end)), label
        return None, ""

    def _as_caption(self, heading: Entry | None) -> Title | None:
        """A heading that binds, such as "Maximum travel distances", is a caption where there is no other."""
        title = read_title(self._reader, heading) if heading is not None else None
        return title if title is not None and (title.comparator or title.unit) else None

    def _lead(self, at: int, label: str) -> Statement | None:
        """The last sentence before the table that names it, else the one right before it that points to it."""
        found, start = statements(self._view), self._view.blocks[at].span.start
        before = found[: bisect_right(found, start, key=lambda one: one.span.start)]
        open_ones = (one for one in reversed(before) if not self._is_caption(one.span))
        if label:
            named = re.compile(rf"\b{re.escape(label)}(?![\w]|[.\-–]\d)".replace(r"\ ", r"\s+"))
            text = self._view.text
            by_name = (one for one in before[::-1] if named.search(text, one.span.start, one.span.end))
            if (lead := next((one for one in by_name if not self._is_caption(one.span)), None)) is not None:
                return lead
        last = next(open_ones, None)
        near = [block for block in self._view.blocks[max(0, at - 2) : at] if block.kind in ("paragraph", "list_item")]
        is_near = last is not None and near and near[0].span.start <= last.span.start
        return last if is_near and last is not None and self._points(last.span) else None

    def _is_caption(self, span: Span) -> bool:
        return self._reader.words.caption.match(self._view.text, span.start, span.end) is not None

    def _points(self, span: Span) -> bool:
        text = self._view.text
        closes = text[span.start : span.end].rstrip().endswith((":", "："))
        return closes or self._reader.words.pointing.search(text, span.start, span.end) is not None

    def _frame(self, lead: Statement | None, headings: tuple[Span, ...]) -> Frame:
        leads = (*lead.leads, lead.span) if lead is not None else ()
        found = frame(self._view.text, Statement(Span(0, 0), leads, headings), self._reader.rules)
        return replace(found, scope=tuple(pair for pair in found.scope if pair[0] != LISTED))

    def _bound_by(self, lead: Statement, label: str) -> tuple[Comparator | None, bool]:
        """The comparator right before the table's name in a sentence, and whether it is plain."""
        text, span, comparing = self._view.text, lead.span, self._reader.rules.comparing
        named = text.find(label, span.start, span.end) if label else -1
        end = named if named >= 0 else span.end
        for match in reversed(list(comparing.before.finditer(text, span.start, end))):
            word = " ".join(match[0].casefold().split()).rstrip(".")
            rest = text[match.end() : end]
            if word in comparing.shy or re.search(r"\d", rest) or len(rest.split()) > _FAR:
                continue
            kind = comparing.kind(match)
            denied = comparing.denied.search(text[span.start : match.start()])
            return FLIPPED.get(kind, kind) if denied else kind, True
        return None, _COMPARES.search(text, span.start, end) is None

    def _unit(self, at: int, title: Title | None) -> Entry | None:
        """The unit that caption, or a sentence beside the table, gives for all of it."""
        if title is not None and title.unit is not None:
            return title.unit
        for block in _around(self._view.blocks, at):
            for match in self._reader.words.measured_in.finditer(self._view.text, block.span.start, block.span.end):
                name = match.lastgroup
                if name is not None and scan_unit(match[name], 0) is not None:
                    return Entry(match[name], Span(*match.span(name)))
        return None


def _beside(blocks: Sequence[Block], at: int) -> Iterator[Block]:
    """Where a caption may stand: before the table, or else behind it unless another table follows."""
    if at:
        yield blocks[at - 1]
    following = blocks[at + 1 : at + 3]
    if following and following[0].kind == "caption" and not any(block.kind == "table" for block in following):
        yield following[0]
    if at > 1 and blocks[at - 1].kind == "paragraph":
        yield blocks[at - 2]


def _around(blocks: Sequence[Block], at: int) -> Iterator[Block]:
    for block in reversed(blocks[max(0, at - 3) : at]):
        if block.kind in ("table", "heading"):
            break
        yield block
    for block in blocks[at + 1 : at + 4]:
        if block.kind in ("table", "heading"):
            break
        yield block


def _headings(text: str, blocks: Sequence[Block], at: int) -> tuple[Span, ...]:
    """Headings over a block without their numbers, outer first."""
    found: list[Span] = []
    level = 99
    for block in reversed(blocks[:at]):
        if block.kind == "heading" and block.level < level:
            level = block.level
            number = block.number or ""
            start = block.span.start + len(number) * text.startswith(number, block.span.start)
            found.append(Span(start, block.span.end))
            if level <= 1:
                break
    return tuple(reversed(found))


def _topic(heading: Entry | None, found: Frame) -> Phrase:
    if found.topic.words:
        return found.topic
    return Phrase(heading.words, heading.span) if heading is not None else NOTHING

"""The clause tree: which addressable parts a document has, from its headings and numbered paragraphs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from graph.identity import clause_id
from graph.model import Block, Clause, Span
from graph.references import clause_path, short_name
from graph.spans import EARLIER_KINDS, SURROUNDING_KINDS

_RELATIVE = re.compile(r"\(?(?:[a-z]{1,2}|[ivxlc]{1,5}|[A-Z]|[IVX]{1,4}|\d{1,2})\)?")
_CAPTIONED = re.compile(r"(?:Table|Figure|Diagram) \S+")
_ADDRESS = re.compile(r"\(|(?:Table|Figure|Diagram|Appendix|Annex) \S+$|[A-Z]{1,3}-?\d[\w.()\[\]-]*$")
_MEASURE = re.compile(r"\d[\d.,]*\s?(?:m|mm|cm|km|kg|kN|kPa|MPa|kW|W|V|°|%)")
_ROMANS = (
    *("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"),
    *("xi", "xii", "xiii", "xiv", "xv", "xvi", "xvii", "xviii", "xix", "xx"),
)
_FIRST_LABELS = frozenset({"a", "A", "i", "I", "1"})
_BODILESS = frozenset({"toc", "turn"}) | EARLIER_KINDS | SURROUNDING_KINDS
_LONGEST_HEADING = 120
_LONGEST_PATH = 60
_LONGEST_NAME = 60


@dataclass(slots=True)
class _Open:
    """A clause that is being read.

    Attributes:
        depth: Heading level, or None for a numbered paragraph or a list item.
        label: The printed label of a lettered item, "" for what has an absolute number.
        nesting: List level of a lettered item; -1 for a caption, else 0.
        is_section: Whether it is more than an item of a list or a caption.
    """

    index: int
    path: str
    depth: int | None
    label: str
    nesting: int
    is_section: bool


@dataclass(slots=True)
class _Draft:
    path: str
    heading: str | None
    start: int
    end: int
    parent: int | None
    is_item: bool


@dataclass(frozen=True, slots=True)
class Outline:
    """A document's clauses, and where each block belongs.

    Attributes:
        clauses: In reading order, parents first.
        owners: For each block, the index of its innermost clause; None before the first.
        sections: For each block, the index of its innermost clause that is no lettered item or caption.
    """

    clauses: tuple[Clause, ...]
    owners: tuple[int | None, ...]
    sections: tuple[int | None, ...]


@dataclass(slots=True)
class _Reader:
    """Walks the blocks and keeps the clauses that are open at each."""

    text: str
    drafts: list[_Draft] = field(default_factory=list)
    stack: list[_Open] = field(default_factory=list)

    def read(self, block: Block) -> None:
        """Opens the clause that a block begins, if it begins one, after closing what it ends."""
        if block.kind == "heading":
            self._heading(block)
        elif block.kind == "caption":
            self._caption(block)
        elif self._is_numbered(block):
            self._numbered(block)
        else:
            self._unnumbered(block)
        for opened in self.stack:
            self.drafts[opened.index].end = block.span.end

    def _is_numbered(self, block: Block) -> bool:
        """Whether a paragraph or item has a number of its own: no bullet, "1.9m" or "Regulation 3 of the …"."""
        number = block.number
        if block.kind not in {"paragraph", "list_item"} or number is None or not any(map(str.isalnum, number)):
            return False
        after = self.text[block.span.start + len(number) : block.span.end].lstrip()
        return not (" " in number and after[:1].islower()) and not _MEASURE.fullmatch(number)

    def _heading(self, block: Block) -> None:
        level = max(1, block.level)
        while self.stack and (self.stack[-1].depth is None or self.stack[-1].depth >= level):
            self.stack.pop()
        words = _without_number(self._line(block), block.number)
        path = clause_path(block.number) if block.number else _shortened(words, _LONGEST_PATH)
        if path:
            self._open(block, path, words or None, level)

    def _caption(self, block: Block) -> None:
        self._drop_caption()
        line = self._line(block)
        path = clause_path(block.number or line)
        named = path if _CAPTIONED.fullmatch(path) else clause_path(line[:40])
        words = _without_number(line, block.number or named)
        if _CAPTIONED.fullmatch(named) and words[:1].isalnum() and not words[:1].islower():
            self._open(block, named, words, depth=None, nesting=-1)

    def _drop_caption(self) -> None:
        if self.stack and self.stack[-1].nesting == -1:
            self.stack.pop()

    def _unnumbered(self, block: Block) -> None:
        """A plain paragraph ends a list of items; anything else goes on in the open clause."""
        if block.kind != "table" and not self._is_drawn(block):
            self._drop_caption()
        if self.stack and self.stack[-1].nesting == -1:
            return
        while block.kind == "paragraph" and self.stack and not self.stack[-1].is_section and block.level == 0:
            self.stack.pop()

    def _is_drawn(self, block: Block) -> bool:
        """Whether a block is the table right below its caption, with its rows as lines."""
        if not self.stack or self.stack[-1].nesting != -1 or block.kind not in {"paragraph", "code"}:
            return False
        caption = self.drafts[self.stack[-1].index]
        has_rows = "\n" in self.text[block.span.start : block.span.end]
        return has_rows and not self.text[caption.end : block.span.start].strip()

    def _numbered(self, block: Block) -> None:
        self._drop_caption()
        number = (block.number or "").strip()
        if self._is_relative(block, number):
            self._item(block, number.strip("()"))
            return
        path = clause_path(number)
        while self.stack and self.stack[-1].depth is None and not _is_below(path, self.stack[-1].path):
            self.stack.pop()
        self._open(block, path, None, depth=None)
        self.stack[-1].is_section = block.kind == "paragraph" or len(self.stack) == 1

    def _is_relative(self, block: Block, number: str) -> bool:
        if not _RELATIVE.fullmatch(number) or self._goes_on(block, number):
            return False
        return bool(self.stack) or block.kind == "list_item" or not number.isdigit()

    def _goes_on(self, block: Block, number: str) -> bool:
        """Whether a numbered paragraph is the next after an open one, and so no part of it: "7" after "6"."""
        return block.kind == "paragraph" and any(
            opened.depth is None and not opened.label and opened.path.isdigit() and _follows(number, opened.path)
            for opened in self.stack
        )

    def _item(self, block: Block, label: str) -> None:
        nesting = max(1, block.level)
        while self.stack and self.stack[-1].nesting > nesting:
            self.stack.pop()
        siblings = [opened for opened in self.stack if opened.nesting == nesting]
        before = _sibling_before(label, siblings)
        while before is not None and before in self.stack:
            self.stack.pop()
        parent = self.stack[-1].path if self.stack and self._has_number(self.stack[-1]) else ""
        printed = self.text[block.span.start : block.span.start + 8].lstrip()
        dotted = not printed.startswith("(") and (label.isupper() or re.search(r"\.[A-Z](?:\.\w+)?$", parent))
        path = f"{parent}.{label}" if dotted and parent else f"{parent}({label})"
        self._open(block, path, None, depth=None, label=label, nesting=nesting)

    def _has_number(self, opened: _Open) -> bool:
        return opened.depth is None or opened.path != _shortened(self.drafts[opened.index].heading or "", _LONGEST_PATH)

    def _open(
        self, block: Block, path: str, heading: str | None, depth: int | None, *, label: str = "", nesting: int = 0
    ) -> None:
        parent = self.stack[-1].index if self.stack else None
        index = len(self.drafts)
        heading = _shortened(heading, _LONGEST_HEADING) if heading else None
        self.drafts.append(_Draft(path, heading, block.span.start, block.span.end, parent, bool(label)))
        self.stack.append(_Open(index, path, depth, label, nesting, is_section=nesting == 0))

    def _line(self, block: Block) -> str:
        return " ".join(self.text[block.span.start : block.span.end].split())


def _is_below(path: str, above: str) -> bool:
    """Whether a number is a part of another: "9.3.6" of "9.3", "AC-2(3)" of "AC-2"."""
    return path.startswith((f"{above}.", f"{above}(", f"{above}["))


def _sibling_before(label: str, opened: Sequence[_Open]) -> _Open | None:
    """The open item of one printed level that a label follows; None where it opens a list inside the last.

    Levels are often printed alike, so the labels decide: "(ii)" follows "(i)", "(b)" follows "(a)".
    """
    for item in reversed(opened):
        if _follows(label, item.label):
            return item
    if not opened or (label in _FIRST_LABELS and all(label != item.label for item in opened)):
        return None
    alike = [item for item in opened if _style(item.label) == _style(label)]
    return alike[-1] if alike else opened[0]


def _follows(label: str, last: str) -> bool:
    if label.isdigit() and last.isdigit():
        return int(label) == int(last) + 1
    if len(label) == len(last) == 1 and ord(label) == ord(last) + 1:
        return True
    if label.islower() != last.islower() or label.lower() not in _ROMANS or last.lower() not in _ROMANS:
        return False
    return _ROMANS.index(label.lower()) == _ROMANS.index(last.lower()) + 1


def _style(label: str) -> str:
    if label.isdigit():
        return "digit"
    return "upper" if label.isupper() else "lower"


def _without_number(line: str, number: str | None) -> str:
    """A heading's words, without the number that is printed before them."""
    if number and line.casefold().startswith(number.casefold()):
        line = line[len(number) :]
    return line.strip(" .:–—-\t")


def _shortened(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    cut = text[: limit - 1].rsplit(" ", 1)[0]
    return f"{cut.rstrip()}…"


def outline(source_id: str, label: str, text: str, blocks: Sequence[Block], recorded_at: datetime) -> Outline:
    """Read the clause tree and, for each block, the clauses it belongs to."""
    reader = _Reader(text)
    owners: list[int | None] = []
    sections: list[int | None] = []
    for block in blocks:
        if block.kind not in _BODILESS:
            reader.read(block)
        owners.append(reader.stack[-1].index if reader.stack else None)
        sections.append(next((opened.index for opened in reversed(reader.stack) if opened.is_section), None))
    return Outline(_clauses(source_id, label, reader.drafts, recorded_at), tuple(owners), tuple(sections))


def _clauses(source: str, label: str, drafts: Sequence[_Draft], recorded_at: datetime) -> tuple[Clause, ...]:
    ids = [clause_id(source, draft.path, draft.start) for draft in drafts]
    return tuple(
        Clause(
            id=ids[index],
            source_id=source,
            path=draft.path,
            label=clause_label(label, draft.path),
            heading=draft.heading,
            span=Span(draft.start, draft.end),
            parent_id=None if draft.parent is None else ids[draft.parent],
            recorded_at=recorded_at,
        )
        for index, draft in enumerate(drafts)
    )


def clause_tree(
    source_id: str, label: str, text: str, blocks: Sequence[Block], recorded_at: datetime
) -> tuple[Clause, ...]:
    """The addressable parts of a document, in reading order, parents first.

    Headings, numbered paragraphs and lettered items become clauses; lettered items stand under
    the numbered paragraph before them ("1.36(a)"), captions of tables and figures under their own
    name ("Table 1.3"). A heading without number is addressed by its words. A number that occurs
    twice gives two clauses.

    Args:
        label: Number or name of the document, from which labels are made.
        blocks: In reading order.
    """
    return outline(source_id, label, text, blocks, recorded_at).clauses


def clause_label(document_label: str, path: str) -> str:
    """A clause's address with its document: "K 1.36(a)", "RFC 9110 §9.3.6", "PEP 440, Abstract"."""
    name = _shortened(short_name(document_label), _LONGEST_NAME)
    if len(name) <= 2 and path.startswith(name) and path[len(name) :].isdigit():
        return path
    if path[:1].isdigit():
        return f"{name} {path}" if len(name) <= 2 else f"{name} §{path}"
    return f"{name} {path}" if _ADDRESS.match(path) else f"{name}, {path}"

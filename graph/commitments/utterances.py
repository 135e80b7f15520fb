"""What was said in a conversation, sentence by sentence, with who said it; nothing quoted, no signature."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from graph.commitments.words import LANGUAGES, words
from graph.sentences import ends_sentence
from graph.spans import EARLIER_KINDS, SURROUNDING_KINDS, Block, Span
from graph.supersession.view import DocumentView, masked
from graph.time import DateAnchor
from graph.vocabulary import AuthorityClass, ClaimField, SourceKind

MAIL, TALK, MINUTES = "mail", "talk", "minutes"

_LINE = re.compile(
    r"(?<=[.:;,!?)\]])\n|(?<=\S)\n(?=[\W\d_]*[^\W\d_a-zа-яё])|\n(?=\s*(?:[-*•–@]|\[[ xX]?\]|\d+[.)])\s*\S)"
)
_ITEM = re.compile(r"\s*(?:[-*•–@]|\[[ xX]?\]|\d+[.)])\s*\S")
_SILENT = frozenset({"toc", "code", "table"}) | EARLIER_KINDS | SURROUNDING_KINDS
_ADDRESS = re.compile(r"\s*<[^<>]*>|\(.*?\)|\"")
_SHORT_LINE = 55
_ATTENDANCE_CHARS = 3000
_SHORTENED = re.compile(
    r"(?P<name>[^\W\d_a-zа-я][\w’'-]+(?: [^\W\d_a-zа-я][\w.’'-]*){1,3}) ?\((?P<short>[^\W\d_a-zа-я]{2,4})\)"
)
_HEAD_CHARS, _HEAD_LINES, _LONGEST_TITLE = 600, 6, 120
_BREAK = re.compile(r"[,;:]\s+|(?<!\s)\s+(?=(?:and|so|but|then|okay|because|и|а|но|va|va|ва)\s)|[，；]", re.IGNORECASE)
_LONG, _PIECE = 800, 250
"""Characters: speech without marks is cut where it may be, so that one "if" does not silence minutes of it."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of somebody.

    Attributes:
        turn: Position of its block among those of the conversation.
        speaker: Who says it: the speaker of a turn, the author of a message; "" where nobody knows.
    """

    span: Span
    turn: int
    speaker: str
    start_s: float | None


@dataclass(frozen=True)
class Conversation:
    """A message, a transcript or the minutes of a meeting.

    Attributes:
        place: "mail", "talk" or "minutes".
        plain: The text with quoted words blanked out, position by position.
        said: When it was said; None where nobody knows.
        people: Words of the names of those who are known to take part, in lower case.
        initials: Names by the initials that the text itself sets beside them: "Ann Reed (AR)".
    """

    view: DocumentView
    place: str
    plain: str
    said: DateAnchor | None
    people: frozenset[str]
    initials: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def turns(self) -> tuple[Block, ...]:
        """The blocks that hold what was said, tables aside; a numbered paragraph may be taken for a heading."""
        if self.place == MINUTES:
            return tuple(block for block in self.view.blocks if block.kind not in _SILENT)
        return tuple(block for block in self.view.statements() if self._is_said(block))

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """All sentences, in order."""
        return tuple(one for at, block in enumerate(self.turns) for one in self._of(at, block))

    def _is_said(self, block: Block) -> bool:
        if block.kind == "heading":
            return ends_sentence(self.view.text[block.span.start : block.span.end])
        return block.kind != "header"

    def of_turn(self, turn: int) -> list[Sentence]:
        """The sentences of one turn."""
        return [one for one in self.sentences if one.turn == turn]

    def speaker_of(self, block: Block) -> str:
        """Who says a block: its speaker, or the author of the message."""
        if self.place == TALK:
            return block.speaker or ""
        return person_name(self.view.description.author or "") if self.place == MAIL else ""

    def plain_words(self, sentence: Sentence) -> str:
        """The characters of a sentence, quoted words blanked out."""
        return self.plain[sentence.span.start : sentence.span.end]

    def full_name(self, who: str) -> str:
        """Who is meant, with the name behind initials where the text itself tells it."""
        name = self.initials.get(who)
        return f"{name} ({who})" if name else who

    def words(self, span: Span) -> str:
        """The characters of a span, white space folded."""
        return " ".join(self.view.text[span.start : span.end].split())

    def _of(self, at: int, block: Block) -> Iterator[Sentence]:
        for span in self.view.sentences(block):
            for line in self._lines(span):
                for piece in self._pieces(line):
                    yield Sentence(piece, at, self.speaker_of(block), block.start_s)

    def _pieces(self, span: Span) -> Iterator[Span]:
        """A sentence, or the pieces of one that is too long to be one."""
        start = span.start
        while span.end - start > _LONG:
            cut = _BREAK.search(self.plain, start + _PIECE, start + _LONG)
            end = cut.end() if cut else start + _LONG
            yield Span(start, end)
            start = end
        yield Span(start, span.end)

    def _is_item(self, position: int) -> bool:
        return _ITEM.match(self.plain, position) is not None

    def _lines(self, span: Span) -> Iterator[Span]:
        """The lines of a sentence that are none of one that was wrapped."""
        start = span.start
        for end in _LINE.finditer(self.plain, span.start, span.end):
            if end.start() - start < _SHORT_LINE or self.plain[end.start() - 1] in ".:;!?" or self._is_item(end.end()):
                yield Span(start, end.start())
                start = end.end()
        yield Span(start, span.end)


def conversation(view: DocumentView) -> Conversation | None:
    """A document as a conversation; None where it is none."""
    place = _place(view)
    if place is None:
        return None
    claimed = [c.value for c in view.claims if c.field in (ClaimField.AUTHOR, ClaimField.RECIPIENT)]
    names = [person_name(name) for name in claimed] + [b.speaker for b in view.blocks if b.speaker]
    names += _attendance(view.text[:_ATTENDANCE_CHARS]) if place == MINUTES else []
    people = frozenset(word.casefold() for name in names for word in re.findall(r"[^\W\d_]{2,}", name))
    initials = {one["short"]: one["name"] for one in _SHORTENED.finditer(view.text[:_ATTENDANCE_CHARS])}
    return Conversation(view, place, masked(view.text), view.description.date, people, initials)


def _attendance(text: str) -> list[str]:
    """What minutes write behind "Present", "Apologies" and the like: names, initials, firms."""
    names: list[str] = []
    is_listed = False
    for line in text.splitlines():
        head = next((found for one in _present() if (found := one.search(line))), None)
        if head or is_listed:
            names += re.findall(r"(?-i:[A-ZА-ЯЁЎҚҒҲ]\w+)", line[head.end() if head else 0 :])
        is_listed = (head is not None and head.end() == len(line.rstrip())) or (is_listed and bool(line.strip()))
    return names


def _present() -> list[re.Pattern[str]]:
    return [words(language).present for language in LANGUAGES]


def document(view: DocumentView) -> Conversation:
    """A document that is no conversation, as one in which nobody in particular speaks."""
    return Conversation(view, MINUTES, masked(view.text), view.description.date, frozenset())


def person_name(written: str) -> str:
    """A name without its mail address, unless there is nothing else."""
    return " ".join(_ADDRESS.sub(" ", written).split()).strip(" ,;'") or written.strip(" <>")


def _place(view: DocumentView) -> str | None:
    description = view.description
    if description.kind is SourceKind.MAIL:
        return MAIL
    if any(block.speaker or block.kind == "turn" for block in view.blocks):
        return TALK
    is_called = description.kind is SourceKind.TRANSCRIPT or description.authority is AuthorityClass.MEETING_DECISION
    is_meeting = is_called or _records_meeting(view)
    return MINUTES if is_meeting else None


def _records_meeting(view: DocumentView) -> bool:
    """Whether the title, the file name or one of the first lines calls the document minutes, or lists who was there."""
    name = re.sub(r"[_.-]+", " ", view.source.remote_id.rpartition("/")[2])
    lines = [line.strip() for line in view.text[:_HEAD_CHARS].splitlines() if line.strip()][:_HEAD_LINES]
    heads = [view.description.title or "", name, *(line[:_LONGEST_TITLE] for line in lines[:1])]
    titles = [words(language).titles for language in LANGUAGES]
    return any(title.search(head) for title in titles for head in heads) or any(
        title.match(line) for title in titles for line in lines if len(line) <= _LONGEST_TITLE
    )

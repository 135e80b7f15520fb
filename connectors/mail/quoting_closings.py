"""What surrounds new words of a mail: banners of mail servers, signatures, disclaimers.

Precision before recall: a line that may hold substance stays new.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from connectors.mail.quoting_leads import Frame
from connectors.mail.quoting_rules import rules

NEW, SIGNATURE, DISCLAIMER, BANNER = "paragraph", "signature", "disclaimer", "banner"

_HEAD_LINES = 10
_LONGEST_SIGNATURE = 16
_LONGEST_LINE = 90
_LONGEST_NAME = 44
_LONGEST_PARAGRAPH = 8_000
_LONGEST_FOOTER = 1_500
_RULE_SIGNS = 5
_ENDED = re.compile(r"[.!?;:。！？；：؟…][\"”’)\]]*$")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SENTENCE_WORDS, _LINE_WORDS, _SENTENCE_SIGNS, _LINE_SIGNS = 5, 13, 12, 26


@dataclass
class Surroundings:
    """Reads one run of lines that no earlier message holds.

    Attributes:
        raw: The lines with the blanks at their ends: "-- " is a mark that "--" is not.
        is_head: Whether the run opens the message.
        preceded: Whether new words stand in an earlier run.
    """

    raw: Sequence[str]
    frame: Frame
    is_head: bool = True
    preceded: bool = False
    lines: list[str] = field(init=False)
    found: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.lines = [line.strip() for line in self.raw]
        self.found = [NEW] * len(self.lines)

    def kinds(self) -> list[str]:
        """The kind of each line; a blank line is of the kind of the line before it."""
        for start, end in self._paragraphs():
            self._banner(start, end)
            self._disclaimer(start, end)
        self._footer()
        self._invitations()
        self._delimited()
        self._closed()
        self._devices()
        self._unclosed()
        for at, line in enumerate(self.lines):
            if not line:
                self.found[at] = self.found[at - 1] if at else NEW
        return self.found

    def _paragraphs(self) -> Iterator[tuple[int, int]]:
        start = 0
        for end in range(len(self.lines) + 1):
            if end == len(self.lines) or not self.lines[end]:
                if end > start:
                    yield start, end
                start = end + 1

    def _mark(self, start: int, end: int, kind: str) -> None:
        for at in range(start, end):
            if self.lines[at] and self.found[at] == NEW:
                self.found[at] = kind

    def _banner(self, start: int, end: int) -> None:
        if not self.is_head or start >= 2 * _HEAD_LINES or sum(map(bool, self.lines[:start])) >= _HEAD_LINES:
            return
        if rules().tags.match(self.lines[start]):
            self._mark(start, start + 1, BANNER)
        last = max(
            (match.end() for match in rules().warnings.finditer(" ".join(self.lines[start:end])[:_LONGEST_PARAGRAPH])),
            default=0,
        )
        if last:
            stop = _line_of(self.lines[start:end], last - 1) + start + 1
            while stop < end and not _ENDED.search(self.lines[stop - 1]):
                stop += 1
            self._mark(start, stop, BANNER)

    def _disclaimer(self, start: int, end: int) -> None:
        """From the line in which the first phrase of a disclaimer begins, or its sentence, to the paragraph's end."""
        text = " ".join(self.lines[start:end])
        if len(text) > _LONGEST_PARAGRAPH:
            return
        strong, secret = rules().strong.search(text), rules().secret.search(text)
        if strong is None and secret is None:
            return
        weak = [match.start() for pattern in rules().weak if (match := pattern.search(text))]
        if strong is None and len(weak) < 2:
            return
        first = min([*(match.start() for match in (strong, secret) if match), *weak])
        at = start + _line_of(self.lines[start:end], first)
        while at > start and not _ENDED.search(self.lines[at - 1]) and not is_contact(self.lines[at - 1]):
            at -= 1
        self._mark(at, end, DISCLAIMER)

    def _footer(self) -> None:
        """What two rules fence at the end, where it speaks as programs do."""
        rest = [n for n, line in enumerate(self.lines) if line]
        last = rest[-1] if rest else 0
        if not rest or not rules().rule.match(self.lines[last]) or len(self.lines[last]) < _RULE_SIGNS:
            return
        first = next((n for n in reversed(rest[:-1]) if self.lines[n] == self.lines[last]), None)
        fenced = "" if first is None else " ".join(self.lines[first + 1 : last])
        if first is not None and len(fenced) <= _LONGEST_FOOTER and rules().footer.search(fenced):
            self._mark(first, last + 1, DISCLAIMER)

    def _invitations(self) -> None:
        for at, line in enumerate(self.lines):
            if self.found[at] == NEW and rules().invitation.match(line):
                start = at - 1 if at and rules().rule.match(self.lines[at - 1]) else at
                rest = range(at + 1, min(at + 2 * _LONGEST_SIGNATURE, len(self.lines)))
                ruled = next((n for n in rest if rules().rule.match(self.lines[n])), rest.stop)
                self._mark(start, min(ruled + 1, len(self.lines)), SIGNATURE)

    def _delimited(self) -> None:
        """From the two dashes of the standard, or a line that sets the author's lines or short ones off."""
        for at, line in enumerate(self.lines):
            if self.found[at] == NEW and line and self._delimits(at):
                self._mark(at, len(self.lines), SIGNATURE)
                return

    def _delimits(self, at: int) -> bool:
        ruled = rules().rule.match(self.lines[at]) is not None
        if not ruled and not rules().delimiter.match(self.lines[at]):
            return False
        rest = [n for n in range(at + 1, len(self.lines)) if self.lines[n] and self.found[n] == NEW]
        if self.raw[at].rstrip("\r\n") == "-- ":
            return len(rest) <= 2 * _LONGEST_SIGNATURE
        if not ruled:
            return len(rest) <= _LONGEST_SIGNATURE and not any(self._prose[n] for n in rest)
        reached = any(is_contact(self.lines[n]) for n in rest)
        named = bool(rest) and not self._prose[rest[0]] and self.frame.names(self.lines[rest[0]])
        return named and reached and len(rest) <= _LONGEST_SIGNATURE // 2

    def _devices(self) -> None:
        for at, line in enumerate(self.lines):
            if self.found[at] == NEW and line and len(line) <= _LONGEST_LINE and rules().device.match(line):
                self.found[at] = SIGNATURE

    def _closed(self) -> None:
        """Signatures that begin with a closing phrase."""
        for at, line in enumerate(self.lines):
            if self.found[at] != NEW or not line or len(line) > _LONGEST_LINE:
                continue
            closing = rules().closing.match(line)
            if closing is None:
                continue
            name = closing["name"].strip()
            below = self._below(at)
            if self._signs(name, below) if name else self._is_signed(at, below):
                self._mark(at, (below[-1] if below else at) + 1, SIGNATURE)

    def _signs(self, name: str, below: list[int]) -> bool:
        """Whether a name on the line of the closing phrase is that of who signs, not of who is thanked."""
        if not is_name(name):
            return False
        return self.frame.signs(name) or (self.frame.author is None and not self._has_more(below))

    def _is_signed(self, at: int, below: list[int]) -> bool:
        if not below:
            return not self._has_more([at])
        first = self.lines[below[0]]
        if self.frame.signs(first) and len(first) <= _LONGEST_NAME:
            return True
        contacts = any(is_contact(self.lines[n]) for n in below)
        if rules().behalf.match(first) or rules().closing.match(first):
            return contacts or any(self.frame.signs(self.lines[n]) for n in below) or not self._has_more(below)
        if not (is_name(first) or is_contact(first)) or _ENDED.search(first):
            return False
        return contacts or (len(below) <= 3 and (self.frame.author is None or below[0] == at + 1))

    def _has_more(self, taken: Sequence[int]) -> bool:
        """Whether new words follow the lines that were taken."""
        return bool(taken) and self._last_prose > taken[-1]

    @cached_property
    def _last_prose(self) -> int:
        """The last new line that may hold substance; -1 where there is none."""
        last = (n for n in range(len(self.lines) - 1, -1, -1) if self.found[n] == NEW and self._prose[n])
        return next(last, -1)

    @cached_property
    def _prose(self) -> list[bool]:
        return [bool(line) and is_prose(line) for line in self.lines]

    def _below(self, at: int) -> list[int]:
        """The lines under a closing phrase that may belong to its signature: short, no sentences, no values."""
        taken: list[int] = []
        for n in range(at + 1, len(self.lines)):
            line = self.lines[n]
            if not line:
                continue
            if self.found[n] != NEW or len(taken) >= _LONGEST_SIGNATURE:
                break
            if self._prose[n]:
                return self._whole_paragraphs(taken, at, n)
            taken.append(n)
        return taken

    def _whole_paragraphs(self, taken: list[int], at: int, prose: int) -> list[int]:
        """What was taken, without the lines of the paragraph in which prose began."""
        start = max((n for n in range(at, prose) if not self.lines[n]), default=at)
        return [n for n in taken if n < start]

    def _unclosed(self) -> None:
        """A signature without a closing phrase: the sender's name, or a name over contacts, at the end."""
        tail = self._tail()
        for place, at in enumerate(tail):
            if self._opens(at, [self.lines[n] for n in tail[place + 1 :]]):
                self._mark(self._ruled(tail[: place + 1]), len(self.lines), SIGNATURE)
                return

    def _tail(self) -> list[int]:
        """The last new lines that are short and no prose, in order; never all there is."""
        tail: list[int] = []
        rest = [n for n, line in enumerate(self.lines) if line]
        for n in reversed(rest):
            if self.found[n] in (DISCLAIMER, SIGNATURE) and not tail:
                continue
            if self.found[n] != NEW or self._prose[n] or len(tail) >= _LONGEST_SIGNATURE:
                return tail[::-1]
            tail.append(n)
        return tail[::-1] if self.preceded else tail[::-1][1:]

    def _opens(self, at: int, below: list[str]) -> bool:
        """Whether a line of the tail begins the signature."""
        line = re.sub(r"^[-–—~*/]{1,3}\s?", "", self.lines[at])
        before = next((self.lines[n] for n in range(at - 1, -1, -1) if self.lines[n]), "")
        if not is_name(line) or before.endswith((":", "：")):
            return False
        contacts = sum(map(is_contact, below))
        if self.frame.author is None:
            apart = at == 0 or not self.lines[at - 1]
            return apart and contacts >= 1 and len(below) >= 2
        return self.frame.signs(line) and (contacts >= 1 or len(below) <= 3)

    def _ruled(self, tail: Sequence[int]) -> int:
        """Where a rule shortly above sets the signature off, its line; else the line itself."""
        above = [n for n in tail[-4:] if rules().rule.match(self.lines[n])]
        return above[-1] if above else tail[-1]


def _line_of(lines: Sequence[str], position: int) -> int:
    """Which of the lines a position falls into, once they are joined by blanks."""
    for number, line in enumerate(lines):
        if position <= len(line):
            return number
        position -= len(line) + 1
    return len(lines) - 1


def is_contact(line: str) -> bool:
    """Whether a line tells how or where to reach somebody."""
    return len(line) <= _LONGEST_LINE + 40 and rules().contact.search(line) is not None


def is_prose(line: str) -> bool:
    """Whether a line may hold substance: a sentence, an item of a list, a value with a unit, an afterthought."""
    if rules().afterthought.match(line) or (rules().item.match(line) and not _is_lettered(line)):
        return True
    words, signs = len(line.split()), len(_CJK.findall(line))
    if is_contact(line) and words <= _LINE_WORDS and not signs >= _LINE_SIGNS:
        return False
    ended = _ENDED.search(line) is not None
    sentence = ended and (words >= _SENTENCE_WORDS or signs >= _SENTENCE_SIGNS)
    return sentence or words >= _LINE_WORDS or signs >= _LINE_SIGNS or rules().value.search(line) is not None


def _is_lettered(line: str) -> bool:
    """Whether a line begins with a letter as names and telephones do, not items: "A. Quill", "t. 555-0102"."""
    return line[0].isalpha() and (is_contact(line) or (line[0].isupper() and is_name(line)))


def is_name(line: str) -> bool:
    """Whether a line can be the name of a person: one to five words with capitals, or of a script without them."""
    words = re.sub(r"\([^)]*\)|[,.;!*/|]", " ", line).split()
    if not 1 <= len(words) <= 6 or len(line) > _LONGEST_NAME or re.search(r"\d|[:：?@。？]", line):
        return False
    return all(rules().lesser.match(word) or _is_capital(word) for word in words)


def _is_capital(word: str) -> bool:
    first = word.lstrip("'\"“«-")[:1]
    return first.isalpha() and not first.islower()

"""Which lines of a mail are of an earlier message: marked ones, and what follows a lead.

A lead is an attribution ("On Monday Ada wrote:"), a dividing line, or a header block of the earlier
message. Where marked lines follow it, the marks say what is quoted; else everything after it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from connectors.mail.quoting_rules import rules

QUOTED, FORWARDED = "quoted", "forwarded"

_ATTRIBUTION_LINES = 3
_LONGEST_ATTRIBUTION = 600
_HEADER_LINES = 16
_WRAPPED = 2
_LONG_LINE, _REMAINDER = 60, 45
_LEAD_END = re.compile(r"(?:[:：>-]|wrote|[道了信])$", re.IGNORECASE)
_EXACT = re.compile(r"\d[^@]*(?:\d\s?[:.h]\s?\d\d|@)|@.*\d", re.DOTALL)
_MARK = re.compile(r"^[\s|]*(?:[a-z]{1,3}(?=>))?(?:[>＞]\s?)+", re.IGNORECASE)
_COMPARED = re.compile(
    r"^>\s?\d[\d.,]*\s?(?:mm|cm|m|km|m[2³²3]|min(?:utes)?|h|s|°C?|[kMG]?(?:N|Pa|W|V)|kg|t|%|psi|ft|in)\b"
)
_DATED_LINE = re.compile(
    r"^(?:on )?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? +\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?$", re.IGNORECASE
)
_LONGEST_NAME = 70
_POSTED = re.compile(r"@|\d\s?[:.h]\s?\d\d")
_DATED = re.compile(r"^\W{0,3}\d{1,4}[-./年]\d{1,2}|^\d{1,2}[:.h]\d\d")
_WORDS = re.compile(r"\w{2,}")


@dataclass(frozen=True, slots=True)
class Frame:
    """What is known of a message that helps to read its body; None for what is not known.

    Attributes:
        unique: The lines that a mail server takes for new, without blanks and marks.
    """

    subject: str | None = None
    author: str | None = None
    unique: frozenset[str] | None = None

    @property
    def is_forward(self) -> bool:
        """Whether the subject says that the message was forwarded."""
        return self.subject is not None and rules().forwarding.match(self.subject) is not None

    @property
    def is_reply(self) -> bool:
        """Whether the subject says that the message is an answer."""
        return self.subject is not None and rules().replying.match(self.subject) is not None

    def signs(self, line: str) -> bool:
        """Whether a line is no more than the author's name, a part of it, or its initials."""
        written = re.sub(r"[\W_]", "", line)
        return self.names(line) or (len(written) > 1 and written.isupper() and written in self._initials())

    def _initials(self) -> set[str]:
        """The first letters of the author's names, of all and of the first and last."""
        words = _WORDS.findall((self.author or "").rpartition("<")[0])
        letters = "".join(word[0] for word in words).upper()
        return {letters, letters[:1] + letters[-1:]}

    def names(self, text: str) -> bool:
        """Whether a text names the author, by a word of the name or by the address."""
        known = (self.author or "").casefold()
        local = known.rpartition("<")[2].partition("@")[0]
        words = [word.casefold() for word in _WORDS.findall(text)]
        return any(
            re.search(rf"(?<!\w){re.escape(word)}(?!\w)", known) or (len(word) > 2 and word in local) for word in words
        )


@dataclass(frozen=True, slots=True)
class _Lead:
    """Lines that introduce an earlier message.

    Attributes:
        certain: Enough to say that what follows is quoted, even without marks.
    """

    length: int
    kind: str
    certain: bool = True


@dataclass
class Earlier:
    """Reads the kinds of the lines of one body: `quoted`, `forwarded`, or None for the rest.

    Attributes:
        is_led: Whether something said whose words the earlier ones are; known once they are read.
    """

    lines: Sequence[str]
    frame: Frame
    is_led: bool = False

    def kinds(self) -> list[str | None]:
        """One for each line; blank lines among quoted ones are quoted with them."""
        found: list[str | None] = []
        kind, opened = QUOTED, False
        while len(found) < len(self.lines):
            at = len(found)
            if self._is_marked(at) or self._is_remainder(at):
                kind = self._marked_kind(at, kind, is_new=not found or found[-1] is None)
                found.append(kind)
            elif lead := self._lead(at, is_first=not opened):
                kind, self.is_led = lead.kind, True
                found += [kind] * lead.length
                if lead.certain and not self._is_marked_after(len(found)):
                    return found + [kind] * (len(self.lines) - len(found))
            else:
                found.append(None if self.lines[at] or not found else found[-1])
                kind = kind if not self.lines[at] else QUOTED
                opened = opened or bool(self.lines[at])
        return found

    @cached_property
    def _compares(self) -> bool:
        """Whether every marked line is a comparison, as "> 50 mm" in a list of demands."""
        marked = [line for line in self.lines if rules().marks.match(line)]
        return bool(marked) and all(_COMPARED.match(line) for line in marked) and not self._has_attribution()

    def _has_attribution(self) -> bool:
        return any(self._attribution(at) is not None for at in range(len(self.lines)))

    def _is_marked(self, at: int) -> bool:
        return rules().marks.match(self.lines[at]) is not None and not self._compares

    def _is_remainder(self, at: int) -> bool:
        """Whether a line is the end of a quoted one that a program wrapped without marking it again."""
        if not 0 < at < len(self.lines) - 1 or not 0 < len(self.lines[at]) <= _REMAINDER:
            return False
        last, line, following = self.lines[at - 1 : at + 2]
        if not self._is_marked(at - 1) or not self._is_marked(at + 1) or last[-1] in ".!?:;。":
            return False
        goes_on = _MARK.sub("", following)[:1].islower()
        if len(last) >= _LONG_LINE:
            return line[0].islower() or goes_on
        return len(last) >= _LONG_LINE // 2 and line[0].islower() and goes_on and line[-1] not in ".!?"

    def _marked_kind(self, at: int, kind: str, *, is_new: bool) -> str:
        """The kind of a marked line; a lead at the head of a run, itself marked, tells of the run."""
        bare = _MARK.sub("", self.lines[at])
        if rules().forward.match(bare):
            self.is_led = True
            return FORWARDED
        if not is_new:
            return kind
        inner = Earlier([_MARK.sub("", line) for line in self.lines[at : at + _HEADER_LINES]], self.frame)
        start = inner._next(0)
        lead = inner._lead(start, is_first=False) if start is not None else None
        self.is_led = self.is_led or lead is not None
        return FORWARDED if lead is not None and self.frame.is_forward else kind

    def _next(self, at: int) -> int | None:
        """The first line from here on that is not blank."""
        return next((n for n in range(at, len(self.lines)) if self.lines[n]), None)

    def _is_marked_after(self, at: int) -> bool:
        following = self._next(at)
        return following is not None and self._is_marked(following)

    def _lead(self, at: int, *, is_first: bool) -> _Lead | None:
        line = self.lines[at]
        if not line:
            return None
        if rules().forward.match(line) or rules().original.match(line):
            forward = rules().forward.match(line) is not None or self.frame.is_forward
            return _Lead(1 + self._block_after(at + 1), FORWARDED if forward else QUOTED)
        ruled = len(line) >= 5 and rules().rule.match(line) is not None
        if ruled and (below := self._block_after(at + 1)):
            return _Lead(1 + below, self._block_kind(is_first=False))
        if (length := header_block(self.lines, at)) and not (is_first and self._is_memo(at, length)):
            return _Lead(length, self._block_kind(is_first=is_first))
        return self._attribution(at)

    def _block_after(self, at: int) -> int:
        """How many lines a header block takes that begins here or after blank lines; 0 if there is none."""
        start = self._next(at)
        length = header_block(self.lines, start, introduced=True) if start is not None else 0
        return start - at + length if start is not None and length else 0

    def _block_kind(self, *, is_first: bool) -> str:
        """An earlier message under a header block is forwarded where the subject says so, or nothing says reply."""
        unsaid = is_first and self.frame.subject is not None and not self.frame.is_reply
        return FORWARDED if self.frame.is_forward or unsaid else QUOTED

    def _is_memo(self, at: int, length: int) -> bool:
        """Whether a header block that opens a message is the sender's own: a memo, not an earlier message."""
        frame = self.frame
        if frame.subject is None or frame.is_forward or frame.is_reply:
            return False
        written = [line for line in self.lines[at : at + length] if rules().sender.match(line)]
        return bool(written) and (
            frame.author is None or any(frame.names(re.split("[:：]", line, maxsplit=1)[1]) for line in written)
        )

    def _attribution(self, at: int) -> _Lead | None:
        """Up to three lines that say who wrote what follows."""
        if not self.lines[at]:
            return None
        for length in range(1, _ATTRIBUTION_LINES + 1):
            piece = self.lines[at : at + length]
            if len(piece) < length or not piece[-1] or (length > 1 and _ends_before(piece)):
                return None
            joined = " ".join(piece)
            if len(joined) > _LONGEST_ATTRIBUTION or not _LEAD_END.search(joined):
                continue
            if length > 1 and _begins_below(piece):
                return None
            worded = rules().lead.match(joined) is not None
            if worded and (below := self._block_after(at + length)):
                return _Lead(length + below, QUOTED)
            certain = worded and _EXACT.search(joined) is not None
            unfollowed = worded and self._next(at + length) is None
            stamped = (worded or rules().stamp.match(joined) is not None) and self._is_marked_below(at + length)
            if certain or unfollowed or stamped:
                return _Lead(length, QUOTED, certain)
        return None

    def _is_marked_below(self, at: int) -> bool:
        following = self._next(at)
        return following is not None and rules().marks.match(self.lines[following]) is not None


def _ends_before(piece: Sequence[str]) -> bool:
    """Whether an attribution cannot go on to the last of some lines."""
    return piece[-2][-1] in ":：" or rules().marks.match(piece[-1]) is not None


def _begins_below(piece: Sequence[str]) -> bool:
    """Whether lines that look like an attribution begin with one that is no part of it: a greeting, a signature."""
    rest = " ".join(piece[1:])
    if rules().delimiter.match(piece[0]) or rules().device.match(piece[0]):
        return True
    return not re.search(r"\d", piece[0]) and _DATED.search(rest) is not None and rules().lead.match(rest) is not None


def header_block(lines: Sequence[str], at: int, *, introduced: bool = False) -> int:
    """How many lines a header block of an earlier message takes from here; 0 if none starts here.

    Three labels make one, the sender's among them, where a fourth label, an address or a time of day
    stands in it or a dividing line introduced it: a list "From, To, Date" of something else is none.
    """
    known = rules()
    first = lines[at]
    if _DATED_LINE.match(lines[at + 1] if at + 1 < len(lines) else "") and len(first) <= _LONGEST_NAME:
        below = next((n for n in range(at + 2, min(at + 5, len(lines))) if lines[n]), at)
        labelled = _labelled(lines, below) if known.labels.match(lines[below]) else []
        return labelled[-1] - at + 1 if len(labelled) >= 2 else 0
    if known.sender.match(first) and len(known.inline.findall(first)) >= 3 and len(first) < _LONGEST_ATTRIBUTION:
        return 1
    if not (known.sender.match(first) or known.labels.match(first)):
        return 0
    labelled = _labelled(lines, at)
    senders = sum(1 for n in labelled if known.sender.match(lines[n]))
    enough = introduced or len(labelled) > 3 or any(_POSTED.search(lines[n]) for n in range(at, labelled[-1] + 1))
    return labelled[-1] - at + 1 if senders and len(labelled) >= 3 and enough else 0


def _labelled(lines: Sequence[str], at: int) -> list[int]:
    """The lines of a block that begin with a label; a value may run over a line or two, a blank may stand between."""
    known = rules()
    found = [at]
    for n in range(at + 1, min(at + _HEADER_LINES, len(lines))):
        if known.sender.match(lines[n]) or known.labels.match(lines[n]):
            found.append(n)
        elif n - found[-1] > _WRAPPED or (n - found[-1] > 1 and not lines[n - 1] and lines[n]):
            break
    return found

"""Whether what follows a number is its unit or an ordinary word that looks like one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graph.quantities.spellings import scan_unit, spellings
from graph.spans import Span

_GAP = re.compile(r"[ \u00a0\u2009\u202f]?\n?[ \u00a0]?")
_NEXT_WORD = re.compile(r"[ \u00a0\n]+([^\W\d_]+)")


def unit_after(text: str, end: int, limit: int, articles: Sequence[str] = ()) -> Span | None:
    """The unit that follows a number ending at `end`, within `limit`; None where nothing or a mere word does.

    Args:
        articles: Words that may stand between, as in "half an hour".
    """
    for start in _starts(text, end, articles):
        written = scan_unit(text, start)
        if written is not None and written.end <= limit and _is_unit(text, end, start, written.end):
            return Span(start, written.end)
    return None


def _starts(text: str, end: int, articles: Sequence[str]) -> list[int]:
    """Where the unit may begin: after a blank, a line end or a hyphen ("30-minute"), or an article."""
    gap = _GAP.match(text, end)
    starts = [gap.end() if gap else end]
    if text.startswith(("-", "‑"), end):
        starts.append(end + 1)
    if articles and (word := re.compile(rf"\s(?:{'|'.join(articles)})\s").match(text, end)):
        starts.append(word.end())
    return starts


def _is_unit(text: str, end: int, start: int, after: int) -> bool:
    known = spellings()
    written = text[start:after]
    if written in known.closing:
        return start == end and _is_free(text, end, written)
    if written in known.timed and known.timed[written].search(_line(text, end, after)) is None:
        return False
    if text[end:start] == "-" and len(written) < 3:
        return False
    following = _NEXT_WORD.match(text, after)
    if written.casefold() not in known.shy or start == end:
        return True
    return (following is None or following[1].casefold() in known.after_inch) and not re.match(r"\s\d", text[after:])


def _line(text: str, start: int, end: int) -> str:
    behind = text.find("\n", end)
    return text[text.rfind("\n", 0, start) + 1 : behind if behind >= 0 else len(text)]


def _is_free(text: str, end: int, mark: str) -> bool:
    """Whether a mark that may close a quotation stands for inches or feet: none is open on its line."""
    opening = spellings().closing[mark]
    line = text[text.rfind("\n", 0, end) + 1 : end]
    if opening == mark:
        return line.count(mark) % 2 == 0 or re.search(rf"\d{re.escape(mark)}", line) is not None
    return line.count(opening) <= line.count(mark)

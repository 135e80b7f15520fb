"""Which turns of speech make one passage: exchanges of short turns together, a question with its answer.

A word of assent, or an answer of a few words, says nothing without the turn before; so neighbouring turns share
a passage, whoever speaks, as far as the size allows. A question that would be the last turn of a passage goes
with what follows, and what was said last before a passage is part of its context.
"""

from __future__ import annotations

from collections.abc import Sequence

from graph.model import Block, Passage, Span, Turn

_LONGEST_QUESTION = 0.5
"""Share of a passage's size up to which a question goes with its answer."""

_LONGEST_BEFORE = 150
"""Characters of what was said before that are kept as context."""

_QUESTION = ("?", "？", "؟")


def exchanges(text: str, turns: Sequence[Block], size_chars: int) -> list[list[Block]]:
    """Neighbouring turns in groups of at most `size_chars`; a turn that is longer is one of its own, or
    follows the question that it answers."""
    groups: list[list[Block]] = []
    for turn in turns:
        if groups and turn.span.end - groups[-1][0].span.start <= size_chars:
            groups[-1].append(turn)
        else:
            groups.append([*_asked(text, groups, size_chars), turn])
    return groups


def _asked(text: str, groups: list[list[Block]], size_chars: int) -> list[Block]:
    """Takes a question off the end of the last group."""
    last = groups[-1] if groups else []
    if len(last) < 2 or len(last[-1].span) > _LONGEST_QUESTION * size_chars or not is_question(text, last[-1].span):
        return []
    return [last.pop()]


def is_question(text: str, span: Span) -> bool:
    """Whether the last words of a turn ask something."""
    return text[span.start : span.end].rstrip(" .\"'”’)").endswith(_QUESTION)


def said_before(text: str, turns: Sequence[Block], span: Span) -> str:
    """The last words of the turn before the one in which a span begins; "" where there is none."""
    last = next((turn for turn in reversed(turns) if turn.span.end <= span.start), None)
    words = " ".join(text[last.span.start : last.span.end].split()) if last else ""
    return words if len(words) <= _LONGEST_BEFORE else f"…{words[-_LONGEST_BEFORE:].partition(' ')[2]}"


def turns_in(span: Span, turns: Sequence[Block]) -> tuple[Turn, ...]:
    """The turns that a span holds something of."""
    return tuple(
        Turn(turn.span, turn.speaker, turn.start_s, turn.end_s, turn.identity, turn.attribution)
        for turn in turns
        if turn.span.overlaps(span)
    )


def only_speaker(turns: Sequence[Turn]) -> str | None:
    """Who says all of it; None where several do, or nobody knows."""
    speakers = {turn.speaker for turn in turns}
    return speakers.pop() if len(speakers) == 1 else None


def spoken(passage: Passage) -> str:
    """The words of a passage for searching: of speech, each turn behind the name of its speaker."""
    if not passage.turns:
        return passage.text
    lines = []
    for turn in passage.turns:
        start, end = max(turn.span.start, passage.span.start), min(turn.span.end, passage.span.end)
        words = passage.text[start - passage.span.start : end - passage.span.start]
        lines.append(f"{turn.speaker}: {words}" if turn.speaker else words)
    return "\n".join(lines)

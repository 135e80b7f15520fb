"""Motions: what was moved before a meeting, and what was done with it until it was carried or lost.

A motion binds nobody; the decision, if it was carried, is read by `graph.commitments.decisions`. An amendment is a
motion about the motion: what ends it does not end that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from graph.commitments.draft import Draft
from graph.commitments.procedure import ACTS, Procedure, procedure
from graph.commitments.utterances import MAIL, TALK, Conversation, Sentence
from graph.commitments.words import languages_of, words
from graph.demands import MotionStep
from graph.spans import Span
from graph.vocabulary import ENDINGS, CommitmentKind, MotionAct

_LONGEST_TURNS = 60
"""Turns after which nothing is said of a motion any more."""

_SURE, _UNENDED = 0.88, 0.72


@dataclass
class _Motion:
    """A motion that is before the meeting.

    Attributes:
        label: The number by which it is called ("2A"); "" where it has none.
    """

    sentence: Sentence
    span: Span
    who: str
    language: str
    is_amendment: bool = False
    label: str = ""
    steps: list[MotionStep] = field(default_factory=list)

    @property
    def is_open(self) -> bool:
        """Whether nothing has ended it yet."""
        return not any(step.act in ENDINGS for step in self.steps)

    def take(self, act: MotionAct, sentence: Sentence) -> None:
        """Adds what was done with it, each thing once."""
        if all(step.act is not act for step in self.steps):
            self.steps.append(MotionStep(act, sentence.span, sentence.speaker or None, sentence.start_s))


def read(talk: Conversation) -> Iterator[Draft]:
    """The motions of a meeting, in the order in which they were moved."""
    if talk.place == MAIL:
        return
    motions: list[_Motion] = []
    for at, sentence in enumerate(talk.sentences):
        said = talk.plain_words(sentence)
        for language in languages_of(said):
            _follow(talk, motions, at, procedure(language), language)
    for motion in motions:
        yield _draft(talk, motion)


def _follow(talk: Conversation, motions: list[_Motion], at: int, how: Procedure, language: str) -> None:
    """Takes what one sentence does with motions."""
    sentence = talk.sentences[at]
    said = talk.plain_words(sentence)
    if how.elsewhere.search(said):
        return
    moved = _moved(talk, at, how, language)
    if moved is not None and not _is_moved_again(motions, moved):
        motions.append(moved)
    for act in [*_acts(said, how), *_consented(talk, sentence, language)]:
        target = _target(motions, sentence, said, how, act)
        if target is not None:
            target.take(act, sentence)


def _moved(talk: Conversation, at: int, how: Procedure, language: str) -> _Motion | None:
    """The motion that a sentence puts before the meeting."""
    sentence = talk.sentences[at]
    said = talk.plain_words(sentence)
    match = how.moved.search(said)
    if match and not words(language).reported.search(said[: match.start()]) and not _is_question(said, match):
        moved = _started(sentence, sentence.span, _who(match, sentence), language)
        moved.is_amendment, moved.label = how.amendment.search(said) is not None, _label(said, how)
        return moved
    if how.so_moved.search(said):
        asked = next((one for one in reversed(talk.sentences[max(0, at - 4) : at]) if _asks(talk, one, how)), sentence)
        moved, words_moved = _started(sentence, asked.span, sentence.speaker, language), talk.plain_words(asked)
        moved.is_amendment, moved.label = how.amendment.search(words_moved) is not None, _label(words_moved, how)
        return moved
    return None


def _is_moved_again(motions: list[_Motion], moved: _Motion) -> bool:
    """Whether a motion is before the meeting already: it was called on, and is moved for the vote."""
    return bool(moved.label) and any(one.label == moved.label and one.is_open for one in motions)


def _started(sentence: Sentence, span: Span, who: str, language: str) -> _Motion:
    motion = _Motion(sentence, span, who, language)
    motion.take(MotionAct.MOVED, sentence)
    return motion


def _label(said: str, how: Procedure) -> str:
    found = how.label.search(said)
    return found["label"] if found else ""


def _asks(talk: Conversation, sentence: Sentence, how: Procedure) -> bool:
    return how.asked.search(talk.plain_words(sentence)) is not None


def _is_question(said: str, match: re.Match[str]) -> bool:
    """Whether somebody is asked whether a motion was moved; "Can I propose a motion to …?" puts one."""
    return said.rstrip().endswith(("?", "？")) and not re.match(
        r"(?:can|may|could|shall)\b|\bfor me", match[0], re.IGNORECASE
    )


def _who(match: re.Match[str], sentence: Sentence) -> str:
    named = next((name for group, name in match.groupdict().items() if group.startswith("who") and name), "")
    return " ".join(named.split()) or sentence.speaker


def _acts(said: str, how: Procedure) -> list[MotionAct]:
    """What a sentence does with a motion; one thing that ends it at most."""
    found = [act for act in ACTS if how.acts[act].search(said)]
    tally = how.tally.search(said)
    if tally and not ENDINGS.intersection(found):
        votes = {name.rstrip("2"): int(figure) for name, figure in tally.groupdict().items() if figure}
        found.append(MotionAct.CARRIED if votes["for"] > votes["against"] else MotionAct.FAILED)
    ending = next((act for act in found if act in ENDINGS), None)
    order = [act for act in MotionAct if act in found and act not in ENDINGS]
    return [*order, *([ending] if ending else [])]


def _consented(talk: Conversation, sentence: Sentence, language: str) -> list[MotionAct]:
    """Carried, where a chair asks all and goes on after their assent in the same turn."""
    grammar, span = words(language), sentence.span
    asked = grammar.asks.search(talk.plain, span.start, span.end)
    end = talk.turns[sentence.turn].span.end
    return [MotionAct.CARRIED] if asked and grammar.assent.match(talk.plain, asked.end(), end) else []


def _target(motions: list[_Motion], sentence: Sentence, said: str, how: Procedure, act: MotionAct) -> _Motion | None:
    """The motion that words are about: the last open one, or the one behind its amendment where they say so."""
    near = [one for one in motions if one.is_open and sentence.turn - one.sentence.turn <= _LONGEST_TURNS]
    label = _label(said, how)
    if label and act in ENDINGS:
        near = [one for one in near if one.label == label] or [one for one in near if not one.label]
    if act is MotionAct.AMENDED or how.acts[MotionAct.AMENDED].search(said):
        near = [one for one in near if not one.is_amendment] or near
    elif how.amendment.search(said):
        near = [one for one in near if one.is_amendment] or near
    return near[-1] if near else None


def _draft(talk: Conversation, motion: _Motion) -> Draft:
    return Draft(
        kind=CommitmentKind.MOTION,
        span=motion.span,
        who=motion.who,
        what=talk.words(motion.span),
        confidence=_SURE if len(motion.steps) > 1 else _UNENDED,
        method="amendment" if motion.is_amendment else "motion",
        language=motion.language,
        speaker=motion.sentence.speaker or None,
        start_s=motion.sentence.start_s if talk.place == TALK else None,
        steps=tuple(motion.steps),
    )

"""Values that no verb states: fields such as "Height: 1100 mm", and the notes of drawings and schedules."""

from __future__ import annotations

import re
from itertools import pairwise

from graph.requirements.measures import Measure
from graph.requirements.mentioned import is_adjective
from graph.requirements.naming import Named
from graph.requirements.sentence import Sentence
from graph.spans import Span

_NAMED_FIELD = re.compile(r"[^:\n.]{3,60}:\s*(?:(?:[a-z]|\d+-[a-z])[\w-]*\s+){0,6}")
_NOTED_FIELD = re.compile(_NAMED_FIELD.pattern, re.IGNORECASE)
_FIELD = re.compile(_NAMED_FIELD.pattern + r"(?=[\d½¼¾A-Z])")
_UNTOLD = frozenset({"size", "value", "class", "number"})
"""Properties that only the kind of the value names, and that say nothing of it."""
_SIGNS = frozenset({"≥", "≤", ">", "<", ">=", "<="})
_WORD = re.compile(r"(?<!\w)[^\W\d_]{3,}")
_LONGEST_FIELD = 120
_WORDS_BEHIND_FIELD = 3
_WORDS_OF_FIELD = 12
_WORDS_OF_NOTE = 24
_MOST_VALUES = 2
_FIGURE = re.compile(r"^\W*\d|\d\s?(?:mm|m|cm|in|ft)\b", re.IGNORECASE)


def may_be_note(text: str, span: Span) -> bool:
    """Whether a sentence is short and looks like a field or a note in capitals; cheap, and never wrongly no."""
    return len(span) <= _LONGEST_FIELD and (
        _FIELD.match(text, span.start, span.end) is not None or _is_capital(text, span)
    )


def is_field(sentence: Sentence) -> bool:
    """Whether the sentence is "height: 1100 mm" or "walls: thickness 1100 mm": words, a colon, a value and no more."""
    told = [one for one in sentence.measures if not is_adjective(sentence, one)]
    if len(told) != 1 or _is_untold(sentence):
        return False
    one, text = told[0], sentence.text
    if one.bound_by.strip() in _SIGNS:
        return len(text[sentence.span.start : sentence.span.end].split()) <= _WORDS_OF_FIELD
    most = _WORDS_BEHIND_FIELD if one.comparator is None else _WORDS_OF_FIELD
    is_end = len(text[one.end : sentence.span.end].split()) <= most
    ends = (one.start, one.first) if one.bound_by else (one.start,)
    return is_end and any(_NAMED_FIELD.fullmatch(text, sentence.span.start, end) for end in ends)


def is_note(sentence: Sentence) -> bool:
    """Whether a sentence is a note, which needs no verb: "STUDS 16 IN. O.C. MAX."."""
    return (_is_capital(sentence.text, sentence.span) and not _is_untold(sentence)) or is_told(sentence)


def is_told(sentence: Sentence) -> bool:
    """Whether a short text without a verb states something in a project's own document: "Sign plates: 2 mm thick"."""
    is_bare = not (sentence.verbs or sentence.frame.led or sentence.command is not None)
    words = sentence.text[sentence.span.start : sentence.span.end].split()
    is_short = sentence.rules.declares and is_bare and len(words) <= _WORDS_OF_NOTE
    return is_short and not _is_untold(sentence)


def _is_untold(sentence: Sentence) -> bool:
    return sentence.rules.telling.untold.match(sentence.text, sentence.span.start, sentence.span.end) is not None


def is_named(sentence: Sentence, one: Measure, named: Named) -> bool:
    """Whether the words of a note say what its value is of; other sentences need not."""
    is_bare = not (sentence.verbs or sentence.frame.led) and is_note(sentence)
    is_loose = is_told(sentence)
    if is_loose and _is_figure(sentence, named):
        return False
    if not is_bare or named.property.span is not None or one.dimension is not None:
        return True
    if is_loose and named.borrowed:
        return False
    if is_loose and (one.values[0].unit is not None or one.values[0].magnitude is None):
        return True
    if is_loose and named.subject.words.endswith("s") and one.comparator is not None:
        return True
    is_field = _NOTED_FIELD.fullmatch(sentence.text, sentence.span.start, one.start) is not None
    return is_field and bool(named.subject.words) and named.property.words not in _UNTOLD


def _is_figure(sentence: Sentence, named: Named) -> bool:
    """Whether a note is a figure of a drawing, or a row of them, which names nothing: "50 mm max.", "1.10 m 2.25 m"."""
    naming = sentence.rules.naming
    said = named.property.words if named.borrowed or not named.subject.words else named.subject.words
    words = (word.casefold() for word in _WORD.findall(said))
    names = [word for word in words if word not in naming.stops and word not in naming.light]
    is_row = len(sentence.measures) > _MOST_VALUES or any(
        not sentence.text[one.end : other.start].strip() for one, other in pairwise(sentence.measures)
    )
    return is_row or not names or _FIGURE.search(named.subject.words) is not None


def _is_capital(text: str, span: Span) -> bool:
    words = _WORD.findall(text, span.start, span.end)
    return bool(words) and all(word.isupper() for word in words)

"""Telling running sentences from lines of title pages, fields and headings."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_WORD = re.compile(r"[^\W\d_]+")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_CLOSING = "\"'”’»)]）」』"
_FEWEST_WORDS = 3
_FEWEST_HAN = 5
_FEWEST_PLAIN_WORDS = 5


@dataclass(frozen=True, slots=True)
class _Table:
    verbs: re.Pattern[str]
    ends: str


@cache
def _table() -> _Table:
    data = tomllib.loads(Path(__file__).with_name("sentences.toml").read_text(encoding="utf-8"))
    words = "|".join(re.escape(verb).replace(r"\*", r"\w*").replace(r"\ ", r"\s+") for verb in data["verbs"])
    return _Table(re.compile(rf"(?<!\w)(?:{words})(?!\w)|{'|'.join(data['han'])}", re.IGNORECASE), data["ends"])


def ends_sentence(text: str) -> bool:
    """Whether the text ends with a mark that ends a sentence, before closing quotes and brackets."""
    return text.rstrip().rstrip(_CLOSING)[-1:] in tuple(_table().ends)


def has_verb(text: str) -> bool:
    """Whether the text is of some length and holds a verb that statements and instructions use."""
    long = len(_WORD.findall(text)) >= _FEWEST_WORDS or len(_HAN.findall(text)) >= _FEWEST_HAN
    return long and _table().verbs.search(text) is not None


def is_sentence(text: str) -> bool:
    """Whether the text is a whole sentence: it ends as one, and has a verb or mostly words in lower case."""
    if not ends_sentence(text):
        return False
    if has_verb(text) or len(_HAN.findall(text)) >= _FEWEST_HAN:
        return True
    words = [] if text.rstrip()[-1] in ":：" else _WORD.findall(text)
    return len(words) >= _FEWEST_PLAIN_WORDS and sum(word.islower() for word in words) * 3 >= len(words) * 2

"""The patterns of `quoting.toml`, compiled once: all languages together, since mail of one thread mixes them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_Pattern = re.Pattern[str]
_RULE = r"[-_=*~—–]{2,}"


@dataclass(frozen=True, slots=True)
class Rules:
    """What the lines of a mail are recognised by.

    Attributes:
        marks, rule, labels, sender: Match at the start of a line.
        inline: Finds labels inside a line.
        lead, stamp, delimiter, closing, device, invitation: Match a whole line or lines joined.
        original, forward: A dividing line over an earlier message.
        item, value: What has substance, in a line of anything.
        lesser: A word of a name that has no capital.
        tags, warnings: What a mail server writes.
        strong, secret, weak: Phrases of disclaimers; the last two one by one, because they are counted.
    """

    marks: _Pattern
    rule: _Pattern
    lead: _Pattern
    stamp: _Pattern
    original: _Pattern
    forward: _Pattern
    sender: _Pattern
    labels: _Pattern
    inline: _Pattern
    delimiter: _Pattern
    closing: _Pattern
    device: _Pattern
    footer: _Pattern
    invitation: _Pattern
    afterthought: _Pattern
    greeting: _Pattern
    item: _Pattern
    value: _Pattern
    lesser: _Pattern
    behalf: _Pattern
    contact: _Pattern
    tags: _Pattern
    warnings: _Pattern
    strong: _Pattern
    secret: _Pattern
    weak: tuple[_Pattern, ...]
    forwarding: _Pattern
    replying: _Pattern


@cache
def rules() -> Rules:
    """The rules of the package."""
    data = tomllib.loads(files("connectors.mail").joinpath("quoting.toml").read_text("utf-8"))

    def every(key: str) -> list[str]:
        return [pattern for language in data["languages"].values() for pattern in language.get(key, ())]

    disclaimers = data["disclaimers"]
    return Rules(
        marks=_compiled(data["marks"]),
        rule=_whole([data["separators"]]),
        lead=_whole(one.replace("DATE", r"\d") for one in every("leads")),
        stamp=_whole(one.replace("DATE", r"\d") for one in data["stamps"]),
        original=_divider(every("originals")),
        forward=_divider(every("forwards")),
        sender=_label(every("from")),
        labels=_label(every("labels")),
        inline=_compiled(rf"(?<!\w){_any(every('labels'))}\s?\*?\s*[:：]"),
        delimiter=_whole(data["delimiters"]),
        closing=_closing(every("closings")),
        device=_whole(every("devices")),
        footer=_compiled(_any(data["footers"]["words"])),
        invitation=_whole(data["invitations"]["openings"]),
        afterthought=_compiled(rf"^{_any(data['afterthoughts']['openings'])}"),
        greeting=_greeting(**data["greetings"]),
        item=_compiled(data["substance"]["item"]),
        value=_compiled(data["substance"]["value"]),
        lesser=_whole([*data["names"]["small"], *(rf"{title}\.?" for title in data["names"]["titles"])]),
        behalf=_whole(data["names"]["behalf"]),
        contact=_compiled(_any(data["contacts"]["lines"])),
        tags=_whole(data["banners"]["tags"]),
        warnings=_compiled(_any(data["banners"]["phrases"])),
        strong=_compiled(_any(disclaimers["strong"])),
        secret=_compiled(_any(disclaimers["secret"])),
        weak=tuple(_compiled(pattern) for pattern in disclaimers["weak"]),
        forwarding=_subject(data["subjects"]["forwards"]),
        replying=_subject(data["subjects"]["replies"]),
    )


def _any(patterns: Iterable[str]) -> str:
    return f"(?:{'|'.join(dict.fromkeys(patterns))})"


def _compiled(pattern: str) -> _Pattern:
    return re.compile(pattern, re.IGNORECASE | re.DOTALL)


def _whole(patterns: Iterable[str]) -> _Pattern:
    return _compiled(rf"^{_any(patterns)}$")


def _divider(words: list[str]) -> _Pattern:
    """Words between rules, or alone before a colon."""
    return _compiled(rf"^(?:{_RULE}\s*{_any(words)}\s*:?\s*{_RULE}|{_any(words)}\s*[:：])$")


def _label(words: list[str]) -> _Pattern:
    return _compiled(rf"^[^\w]{{0,4}}{_any(words)}\s?\*{{0,2}}\s*[:：]")


def _closing(phrases: list[str]) -> _Pattern:
    """One to three phrases, then perhaps who signs: the group `name`."""
    joint = r"[\s,.!;،，、]*(?:and|&|und|et|y|e|en|og|och|i|ve|и|та|va|و|/|\||-|–|—)?[\s,.!]*"
    phrase = _any(phrases)
    return _compiled(
        rf"^(?:[-–—*]\s?)?{phrase}(?:{joint}{phrase}){{0,2}}(?![\w])[\s,.!;:…،，。！~*–—-]*(?P<name>.{{0,60}})$"
    )


def _greeting(alone: list[str], openings: list[str]) -> _Pattern:
    return _compiled(rf"^(?:{_any(alone)}\s*\W|{_any(openings)}(?:(?!\w)|(?<=[\u3400-\u9fff\uac00-\ud7af])).{{0,60}})$")


def _subject(prefixes: list[str]) -> _Pattern:
    return _compiled(rf"^\s*(?:\[[^\]:]{{1,40}}\]\s*)?\[?{_any(prefixes)}\s?(?:\[\d+\]|\(\d+\))?\s*[:：]")

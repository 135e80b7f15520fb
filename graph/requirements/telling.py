"""Words by which a value tells of a thing, of a ban or of what is known rather than being demanded itself."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graph.requirements.compiling import NEVER, either, insensitive, whole

_NONE = ("(?!)",)


@dataclass(frozen=True, slots=True)
class Telling:
    """The patterns of one language.

    Attributes:
        told: What opens a clause that tells of a thing, up to its verb.
        aim: A verb that says what something is for; `definite`: before a number of things that are there already.
        inverted: What opens a condition without "if"; `vague`: a sentence that only tells of some things.
        classing: Before the number of a class; `being`: before a value that something has.
        state: Of a thing, which limits what is said of it.
        beside: Before a value of what stands there rather than of the thing; `described`: of what a clause tells there.
        refusing: A verb that forbids the values behind it.
        refused: A predicate that forbids the values before it, as `accepted` does where it is denied;
            exceeded: one that, denied, makes them the most.
        passing: Words up to a value that is of what must not pass.
        amounts: What is done with an amount that is demanded; each: for whom a rate is.
        declaring: What a thing does, where no other verb rules; untold: a short text without a verb that is no note.
    """

    told: re.Pattern[str]
    aim: re.Pattern[str]
    definite: re.Pattern[str]
    inverted: re.Pattern[str]
    vague: re.Pattern[str]
    classing: re.Pattern[str]
    being: re.Pattern[str]
    state: re.Pattern[str]
    beside: re.Pattern[str]
    described: re.Pattern[str]
    refused: re.Pattern[str]
    refusing: re.Pattern[str]
    accepted: re.Pattern[str]
    exceeded: re.Pattern[str]
    passing: re.Pattern[str]
    amounts: re.Pattern[str]
    declaring: re.Pattern[str]
    untold: re.Pattern[str]
    each: re.Pattern[str]


def telling(data: Mapping[str, Any], *, declares: bool = False) -> Telling:
    """The patterns that a language file gives; what it does not give is never found."""
    openers, presence, words = data["openers"], data["presence"], data["words"]
    copulas = either(data["words"]["copulas"])
    beside = either(openers.get("beside", _NONE))
    return Telling(
        told=insensitive(openers.get("told", "(?!)")),
        aim=insensitive(openers.get("aim", "(?!)")),
        definite=_before(openers.get("definite", _NONE)),
        inverted=_any(openers.get("inverted", ())),
        vague=_any(openers.get("vague", ())),
        classing=_before(openers.get("classing", _NONE)),
        being=insensitive(rf"\b(?:{copulas})(?:\s+equal\s+to)?\s+$"),
        state=_any(openers.get("states", ())),
        beside=insensitive(rf"\b(?:{beside})\s+(?:(?:a|an|the|any|each)\s+)?$"),
        described=insensitive(openers.get("described", "(?!)")),
        refused=_any(presence.get("refused", ())),
        refusing=_any(presence.get("refusing", ())),
        accepted=_any(presence.get("accepted", ())),
        exceeded=_any(presence.get("exceeded", ())),
        passing=insensitive(data["skips"].get("passing", "(?!)")),
        amounts=insensitive(rf"\s*(?:be\s+)?(?:{either(presence.get('amounts', _NONE))})\b"),
        declaring=_any(words.get("declaring", ()) if declares else ()),
        untold=_untold(words) if declares and "untold" in words else NEVER,
        each=_any(data.get("actions", {}).get("each", ())),
    )


def _untold(words: Mapping[str, Sequence[str]]) -> re.Pattern[str]:
    """What begins as a document speaks of itself, or tells of what was."""
    opened = rf"\s*(?:the\s+)?(?:{either(words['untold'])})\b"
    return insensitive(rf"{opened}|.*?\b(?:{either(words['past'])})\b")


def _any(words: Sequence[str]) -> re.Pattern[str]:
    return whole(words) if words else NEVER


def _before(words: Sequence[str]) -> re.Pattern[str]:
    return insensitive(rf"\b(?:{either(words)})\s+$")

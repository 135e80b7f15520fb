"""How promises, requests and decisions are said in one language: the data of `languages/*.toml`, compiled."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("en", "ru", "uz", "zh")

_SCRIPT = {"zh": re.compile(r"[\u4e00-\u9fff]"), "ru": re.compile(r"[Ѐ-ӿ]"), "uz": re.compile(r"[A-Za-zЀ-ӿ]")}
_UZBEK = re.compile(r"[ўқғҳЎҚҒҲ]|[og][‘’ʻ'`]|(?<=\w)(?:man|miz|di|ldi|ман|миз|лди)\b", re.IGNORECASE)

COLUMNS = ("action", "matter", "owner", "due", "state", "closed")
"""What the columns of a table of tasks hold, and what is written under "state" of those that are closed."""

_NEVER = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class Rule:
    """One way of saying something.

    Attributes:
        places: Where it counts: "mail", "talk", "minutes".
        who: Of a promise: "self", "named" (the group `who`), "nobody"; of a request "order" or "question".
        needs_due: It counts only with words that say until when.
        needs_assent: It counts only with a word of assent by somebody else.
        of_motion: It settles what was moved before.
        needs_known: It counts only of somebody who takes part, or who is named by initials.
    """

    pattern: re.Pattern[str]
    places: frozenset[str]
    confidence: float
    who: str
    needs_due: bool = False
    needs_assent: bool = False
    of_motion: bool = False
    needs_known: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """All patterns of one language; the comments of its file say what each is for."""

    language: str
    promises: tuple[Rule, ...]
    requests: tuple[Rule, ...]
    decisions: tuple[Rule, ...]
    no_promise: re.Pattern[str]
    no_decision: re.Pattern[str]
    reported: re.Pattern[str]
    hedge: re.Pattern[str]
    strong: re.Pattern[str]
    weak: re.Pattern[str]
    refuse: re.Pattern[str]
    broken: re.Pattern[str]
    pointing: re.Pattern[str]
    heads: Mapping[str, re.Pattern[str]]
    asks: re.Pattern[str]
    assent: re.Pattern[str]
    motion: re.Pattern[str]
    failed: re.Pattern[str]
    done: re.Pattern[str]
    reversal: re.Pattern[str]
    empty: frozenset[str]
    titles: re.Pattern[str]
    present: re.Pattern[str]
    columns: Mapping[str, re.Pattern[str]]


def languages_of(text: str) -> tuple[str, ...]:
    """The languages in which a sentence may be, by its script and its spelling."""
    if _SCRIPT["zh"].search(text):
        return ("zh",)
    if _SCRIPT["ru"].search(text):
        return ("uz",) if _UZBEK.search(text) else ("ru",)
    return ("uz", "en") if _UZBEK.search(text) else ("en",)


@cache
def words(language: str) -> Words:
    """The words of a language, read and compiled once."""
    data, lists = _data(language), lists_of(language)
    skip, answer, consent, minutes = (data.get(name, {}) for name in ("skip", "answer", "consent", "minutes"))
    return Words(
        language=language,
        promises=tuple(_rule(row, lists) for row in data.get("promise", ())),
        requests=tuple(_rule(row, lists) for row in data.get("request", ())),
        decisions=tuple(_rule(row, lists) for row in data.get("decision", ())),
        no_promise=any_of(skip.get("promise", ()), lists),
        no_decision=any_of(skip.get("decision", ()), lists),
        reported=any_of(skip.get("before", ()), lists),
        hedge=any_of(skip.get("hedge", ()), lists),
        strong=_opening(answer.get("strong", ())),
        weak=_opening(answer.get("weak", ())),
        refuse=any_of(answer.get("refuse", ()), lists),
        broken=any_of([answer["broken"]] if "broken" in answer else (), lists),
        pointing=any_of([answer["pointing"]] if "pointing" in answer else (), lists),
        heads={name: _whole([data["heads"][name]]) for name in data.get("heads", {})},
        asks=any_of([consent["asks"]] if consent else (), lists),
        assent=any_of([consent["assent"]] if consent else (), lists),
        motion=any_of([consent["motion"]] if consent else (), lists),
        failed=any_of([consent["failed"]] if consent else (), lists),
        done=any_of(data.get("done", {}).get("patterns", ()), lists),
        reversal=any_of(data.get("reversal", {}).get("patterns", ()), lists),
        empty=frozenset(data.get("reversal", {}).get("empty", "").split()),
        titles=any_of(minutes.get("titles", ()), lists),
        present=any_of(minutes.get("present", ()), lists),
        columns={
            name: _whole(minutes.get(name, ())) for name in ("action", "matter", "owner", "due", "state", "closed")
        },
    )


@cache
def lists_of(language: str) -> Mapping[str, str]:
    """The lists of a language by the names that patterns call them."""
    return _lists(_data(language).get("lists", {}))


def _data(language: str) -> dict[str, Any]:
    path = files("graph.commitments").joinpath("languages", f"{language}.toml")
    return tomllib.loads(path.read_text("utf-8"))


def _lists(data: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """The lists as alternatives, with the gaps in which adverbs may stand."""
    lists = {f"{{{name}}}": "|".join(data[name]) for name in data}
    adverb = lists.get("{adverb}", "(?!)")
    lists["{gap}"] = rf"(?>(?:[\s,]+(?:{adverb})\b)*)[\s,]+"
    lists["{gap0}"] = rf"(?>(?:(?:{adverb})\b[\s,]+)*)"
    lists["{start}"] = r"(?:^|(?<=[.;:,!?–—-]\x20)|(?<=\band\x20)|(?<=\bthat\x20)|(?<=\bcourse\x20))\W*(?:[\d.]+\s)?"
    return lists


def _rule(row: Mapping[str, Any], lists: Mapping[str, str]) -> Rule:
    return Rule(
        _compiled(row["pattern"], lists),
        frozenset(row.get("in", ("talk",))),
        row.get("confidence", 0.65),
        row.get("who", row.get("kind", "")),
        row.get("due", False),
        row.get("ack", False),
        row.get("motion", False),
        row.get("known", False),
    )


def any_of(patterns: Iterable[str], lists: Mapping[str, str]) -> re.Pattern[str]:
    """One pattern for several, with the lists put in; of none, one that never matches."""
    found = list(patterns)
    return _compiled("|".join(f"(?:{pattern})" for pattern in found), lists) if found else _NEVER


def _opening(spellings: Iterable[str]) -> re.Pattern[str]:
    """Words at the start of a turn, behind noises."""
    found = "|".join(spellings)
    return _compiled(rf"(?:\W|\b(?:oh|uh|um|er|mm|well|so|ah)\b)*(?:{found})(?!\w)", {}) if found else _NEVER


def _whole(spellings: Iterable[str]) -> re.Pattern[str]:
    found = "|".join(spellings)
    return _compiled(rf"\W*(?:{found})\W*$", {}) if found else _NEVER


def _compiled(pattern: str, lists: Mapping[str, str]) -> re.Pattern[str]:
    for _ in range(2):
        for name, body in lists.items():
            pattern = pattern.replace(name, body)
    return re.compile(re.sub(r" (?![?*+])", r"\\s+", pattern), re.IGNORECASE)

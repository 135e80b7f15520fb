"""Judged questions: the files that hold them, and what an outcome misses of what was expected."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from app.errors import InvalidInput

Json = dict[str, Any]

ANSWERED, REFUSED = "answer", "abstention"


@dataclass(frozen=True, slots=True)
class Judged:
    """A question and what its outcome must be.

    Attributes:
        expect: `kind` ("answer" or "abstention"), `cite` and `must_not_cite` (documents or clauses by name),
            `must_contain` (words of the answer), `reason` (of an abstention).
    """

    id: str
    question: str
    expect: Json
    as_of: date | None = None
    project: str | None = None


def read_questions(text: str, name: str) -> tuple[Judged, ...]:
    """The questions of a file, one JSON object a line.

    Raises:
        InvalidInput: A line is none, or lacks its question; the message names it. Or there is no line.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise InvalidInput(f"{name} holds no questions; {FORMAT}")
    return tuple(_judged(line, f"{name}, line {number}") for number, line in lines)


FORMAT = (
    'write one a line: {"question": "…", "expect": {"kind": "answer", "cite": ["Section 08 11 13"], '
    '"must_contain": ["60"]}}'
)


def _judged(line: str, place: str) -> Judged:
    try:
        row = json.loads(line)
        expect = _expectation(row.get("expect") or {})
        as_of = date.fromisoformat(row["as_of"]) if row.get("as_of") else None
        question = str(row["question"])
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        raise InvalidInput(f"{place} is no judged question ({error}); {FORMAT}") from error
    return Judged(str(row.get("id") or question), question, expect, as_of, row.get("project"))


def _expectation(said: Json) -> Json:
    kind = said.get("kind", ANSWERED)
    if kind not in (ANSWERED, REFUSED):
        raise ValueError(f"kind {kind!r} is neither {ANSWERED!r} nor {REFUSED!r}")
    lists = {name: [str(one) for one in said.get(name) or ()] for name in ("cite", "must_contain", "must_not_cite")}
    return {"kind": kind, "reason": said.get("reason"), **lists}


def is_named(name: str, places: Iterable[str | None]) -> bool:
    """Whether all words of a name stand in what says where a text is, without regard to case."""
    return _words(name) <= _words(" ".join(place for place in places if place))


def is_cited(name: str, citation: Json) -> bool:
    """Whether a citation is of the document or clause that a judgement names."""
    return is_named(name, (citation["work"], citation["title"], citation["version"], citation["clause"]))


def misses(expect: Json, outcome: Json) -> list[str]:
    """Everything in which an outcome differs from what was expected; empty where it holds."""
    found = [] if outcome["kind"] == expect["kind"] else [f"{outcome['kind']} instead of {expect['kind']}"]
    if expect["kind"] == REFUSED:
        reason = (outcome["abstention"] or {}).get("reason")
        return found or ([f"reason {reason}"] if expect["reason"] and reason != expect["reason"] else [])
    said = f"{outcome['answer'] or ''} {' '.join(c['quote'] for c in outcome['citations'])}".casefold()
    found += [f"does not contain {text!r}" for text in expect["must_contain"] if text.casefold() not in said]
    cited = outcome["citations"]
    found += [f"does not cite {name}" for name in expect["cite"] if not any(is_cited(name, c) for c in cited)]
    return found + [f"cites {name}" for name in expect["must_not_cite"] if any(is_cited(name, c) for c in cited)]


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", text.casefold()))

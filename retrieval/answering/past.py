"""Questions about the past: the moment before something, and the version that went before another."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta

from graph.claims import Description
from graph.clause_places import is_within
from graph.effects import UNISSUED, first_day
from graph.governing import Governing
from graph.references import find_clauses, find_references
from graph.snapshot import Snapshot
from graph.time import DateAnchor
from graph.versions import same_version
from retrieval.answering.question import Question, read_question
from retrieval.corpus import Corpus
from retrieval.model import Query

FIRST = frozenset({"first", "original", "initial", "oldest"})
"""Words for the version that a work began with."""
PREVIOUS = frozenset({"previous", "former", "old", "older", "earlier", "prior", "preceding", "superseded", "last"})
"""Words for the version before the one in force."""

_RELATIVE = re.compile(
    r"\b(?P<word>original|initial|previous|former|prior|preceding|earlier|old)(?:ly)?\b(?!\s+(?:to|than)\b)"
)  # in lower case: "Initial" begins a name
_PAST_TENSE = re.compile(r"\b(?:did|was|were|had|could|used to|said|stated|required|allowed|applied|asked for)\b", re.I)
_BEFORE = re.compile(r"\b(?:before|prior to|until|up to)\s+(?:the\s+)?$", re.I)
_BEFORE_VERSION = re.compile(
    r"\b(?:before|prior to|until|up to)\s+(?:the\s+)?(?P<version>(?:revision|rev\.?|edition|version|issue)\s+"
    r"(?P<label>(?=[\w.+-]*\d|[A-Z]{1,2}\b)[\w.+-]*\w))",
    re.I,
)
_LABEL = re.compile(
    r"\b(?:revision|rev\.?|edition|version|issue)\s+(?P<after>(?=[\w.+-]*\d|[A-Z]{1,2}\b)[\w.+-]*\w)"
    r"|\b(?P<before>(?:19|20)\d\d|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|original|previous|old|"
    r"earlier|former|superseded)\s+(?:revision|edition|version|issue)\b"
)
_EVENT = re.compile(
    r"\b(?:at|by) the time of (?:the )?(?P<event>tender|bid|bidding|award|contract|signing|permit|application)\b"
    r"|\bat (?:the )?(?P<other>tender|contract award|contract signature)\b",
    re.I,
)


def asks_of_past(question: Question) -> bool:
    """Whether it asks, in the past tense, what was so."""
    return _PAST_TENSE.search(question.text) is not None


def undated_event(question: Question) -> str | None:
    """What happened on the day that a question asks about, where it does not name the day."""
    found = _EVENT.search(question.text) if asks_of_past(question) and not question.dates else None
    return (found["event"] or found["other"]) if found else None


def version_asked(question: Question) -> str | None:
    """The revision or edition that a question speaks of: "B" of "under revision B", "first" of "the first edition"."""
    found = _LABEL.search(question.text)
    return question.version or ((found["after"] or found["before"]) if found else None)


def without_version(text: str) -> str:
    """A question's text without the revision or edition that it speaks of."""
    return _LABEL.sub(" ", text)


def relative_word(question: Question) -> str | None:
    """ "original" or "previous" and the like, where a question in the past tense has it."""
    found = _RELATIVE.search(question.text) if asks_of_past(question) else None
    return found["word"].casefold() if found else None


def without_relative(question: Question) -> Question:
    """The question without "original", "previous" and the like, for finding what it is about."""
    return replace(read_question(_RELATIVE.sub(" ", question.text)), asked_on=question.asked_on)


def placed_in_time(question: Question, query: Query, corpus: Corpus) -> Question:
    """The question as of the last day before a document took effect, where it says "before Addendum 2"."""
    snapshot = corpus.snapshot(query.moment.known_at)
    readable = corpus.readable_sources(query)
    for reference in find_references(question.text, corpus.names(query.moment.known_at)):
        before = _BEFORE.search(question.text[: reference.span.start])
        sources = [s for s in snapshot.sources_numbered(reference.key) if s in readable] if before else []
        days = [day for source in sources if (day := first_day(snapshot.descriptions[source].starts))]
        if before and days:
            rest = question.text[: before.start()] + question.text[reference.span.end :]
            rest = _of_what_it_changes(rest, sources, snapshot)
            return _on_the_eve(rest, min(days), reference.text)
    return _before_a_version(question, snapshot, readable)


def _is_labelled(description: Description, asked: re.Match[str]) -> bool:
    own = filter(None, (description.version, *description.labels))
    return any(same_version(asked[group], label) for label in own for group in ("label", "version"))


def _on_the_eve(text: str, day: date, event: str) -> Question:
    eve = DateAnchor.on(day - timedelta(days=1), f"before {event}")
    return replace(read_question(text), asked_on=eve)


def _of_what_it_changes(text: str, acts: Iterable[str], snapshot: Snapshot) -> str:
    """A question that names a clause and no document, with the document of which the acts change that clause."""
    asked = read_question(text)
    if asked.references or not asked.clauses:
        return text
    edges = [edge for act in acts for edge in snapshot.edges_at(act) if edge.src == act]
    changed = {
        snapshot.descriptions[source].number
        for edge in edges
        for source in snapshot.named_by(edge)
        if any(is_within(clause, path) for clause in edge.scope.clauses for path in asked.clauses)
    }
    (number,) = changed if len(changed) == 1 else (None,)
    first = find_clauses(text)[0][0] if number else None
    return f"{text[: first.end]} of {number}{text[first.end :]}" if first else text


def _before_a_version(question: Question, snapshot: Snapshot, readable: frozenset[str]) -> Question:
    """The question as of the last day before a revision or edition took effect, where one work alone has such a one."""
    found = _BEFORE_VERSION.search(question.text)
    if found is None:
        return question
    named = {s for one in question.references for s in snapshot.sources_numbered(one.key)} & readable or readable
    labelled = [s for s in named if _is_labelled(snapshot.descriptions[s], found)]
    days = [day for source in labelled if (day := first_day(snapshot.descriptions[source].starts))]
    if not days or len({snapshot.work(source) for source in labelled}) != 1:
        return question
    rest = question.text[: found.start()] + question.text[found.end() :]
    return _on_the_eve(rest, min(days), found["version"])


def predecessors(governing: Governing, source_id: str, word: str, readable: Iterable[str]) -> list[str]:
    """What a source took the place of, directly, or at the beginning of the line for "original" and the like.

    What was never issued is left out.
    """
    known, seen, found = frozenset(readable), {source_id}, list[str]()
    heads = [source_id]
    while heads:
        before = [s for head in heads for s in _replaced(governing, head) if s in known and s not in seen]
        if not before:
            break
        seen |= set(before)
        found, heads = before, before
        if word not in FIRST:
            break
    return list(dict.fromkeys(found))


def _replaced(governing: Governing, source_id: str) -> list[str]:
    snapshot = governing.snapshot
    versions = snapshot.versions.get(snapshot.work(source_id), ())
    issued = [v for v in versions if snapshot.descriptions[v].status not in UNISSUED]
    if source_id in issued and issued.index(source_id) > 0:
        return [issued[issued.index(source_id) - 1]]
    effects = (e for found in governing.effects.by_target.values() for e in found)
    return list(dict.fromkeys(effect.target for effect in effects if effect.by == source_id))

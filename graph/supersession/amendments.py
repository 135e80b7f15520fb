"""Acts on clauses of other documents: "Clause 2.3(a): delete … and substitute …".

The document and the clause that are acted on are those that the sentence names; in a text that is
there to amend others, what it leaves out is what the heading or the lead-in before it named. Words in
quotes are the old or new text, and name nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from graph.clause_places import clause_key, is_within
from graph.dates import find_dates
from graph.model import Block, Span
from graph.references import Reference, find_references
from graph.supersession.certify import may_act
from graph.supersession.corrections import corrected, is_corrigendum
from graph.supersession.naming import clauses, clauses_of, documents
from graph.supersession.patterns import patterns
from graph.supersession.terms import dated
from graph.supersession.view import DocumentView, Finding, masked
from graph.vocabulary import EdgeType, SourceKind

_STARTS = re.compile(r"\b(?:from|on|effective|as\s+of|с|от)\s+(?:the\s+)?$", re.IGNORECASE)
_PLACE = re.compile(
    r"\b(?:after|before|following|see|under|per|than\s+in|(?:pursuant|according|subject|prior)\s+to|required\s+by|"
    r"(?:accordance|line|conformity|compliance|comply|complies|complying)\s+with|conform(?:s|ing)?\s+(?:to|with)|"
    r"(?:as|which|that)\s+(?:(?:is|are)\s+)?(?:\w+ed|shown|given|set\s+out|laid\s+down)\s+(?:in|by|under|at)|"
    r"(?:required|described|specified|stated|listed|given|shown|found|defined)\s+(?:in|by|under|at))\s+(?:the\s+)?$",
    re.IGNORECASE,
)
"""Before a clause or document that a sentence only mentions."""
_BASIS = re.compile(r"\b(?:under|pursuant\s+to)\s+(?:the\s+)?$", re.IGNORECASE)
"""Before a clause that something else rests on: "a licence under section 4"."""
_PARTS = re.compile(r"[:;,.]\s")
_FEWEST_INITIALS = 2
_FRONT_CHARS = 1500
_LONGEST_NUMBER_CHARS = 60
_LABEL = re.compile(r"\s*[:.–—-]")


@dataclass(frozen=True, slots=True)
class _Topic:
    """What the sentences of a part are about until they name something else."""

    target: Reference | None = None
    clauses: tuple[str, ...] = ()


def amendments(view: DocumentView) -> Iterator[Finding]:
    """The acts of substitution, deletion and addition, one finding for each sentence, with their days."""
    yield from dated(view, (_located(view, act) for act in _acts(view)))


def _located(view: DocumentView, act: Finding) -> Finding:
    """The act with the clause of the text that holds its new words.

    Where a text prints the clauses anew under their own numbers, that is the one behind the act, not the one
    that the act happens to stand at the end of.
    """
    printed = next((c for c in view.clauses if c.span.start >= act.span.end), None)
    leads = patterns().amendment["opens"].search(view.text[act.span.start : act.span.end]) is not None
    if leads and printed and act.method == "substitution" and printed.path in act.clauses:
        return replace(act, into=(printed.path,))
    is_beside = any(clause_key(one)[:1] == clause_key(other)[:1] for one in act.into for other in act.clauses)
    if not is_beside and (act.into or act.method != "addition"):
        return act
    behind = [c.path for c in view.clauses if c.span.start >= act.span.end]
    own = [path for path in behind if any(is_within(clause, path) for clause in act.clauses)]
    return replace(act, into=(max(own, key=lambda path: len(clause_key(path))),) if own else ())


def _acts(view: DocumentView) -> Iterator[Finding]:
    base = corrected(view)
    acts = base is not None or may_act(view.description)
    trigger = patterns().amendment["trigger"]
    opening = topic = _opening(view, base) if acts else _Topic()
    for block in view.statements():
        for span in view.sentences(block):
            is_act = trigger.search(view.text, span.start, span.end) is not None
            if not acts and not is_act:
                continue
            words = _without_proviso(masked(view.text[span.start : span.end]))
            said = _named(view, _spelled(words, topic), base)
            if is_act and (said.clauses or said.target or _is_of_words(words)):
                yield from _of_sentence(view, span, words, _completed(said, topic) if acts else said)
            topic = _next_topic(block, words, said, topic, opening)


def answers(view: DocumentView) -> Iterator[Finding]:
    """In the answer to a question about the documents: the clauses that it is about are clarified."""
    if view.description.kind is not SourceKind.RFI:
        return
    for block in view.statements():
        for span in view.sentences(block):
            if patterns().sentence["unless"].search(view.text, span.start, span.end):
                continue
            for reference in view.references(span):
                if reference.key != view.key and reference.clause:
                    path = (reference.clause,)
                    yield Finding(EdgeType.CLARIFIES, "answer", span, reference.key, reference.edition, clauses=path)


def _named(view: DocumentView, words: str, base: Reference | None) -> _Topic:
    """The document and the clauses that a sentence names; clauses may stand apart from the document.

    A sign alone names a document only where clauses of it are named.
    """
    known = documents(words)
    others = [*known, *(r for r in documents(words, coded=True) if r not in known and clauses_of(words, r))]
    others = [r for r in others if (r.key != view.key or base) and not _PLACE.search(words[: r.span.start][-40:])]
    others = [r for r in others if not (_is_only_named(words) and patterns().named["issued"].match(r.key))]
    others = [r for r in others if not (base and (_only_rests_on(words, r) or _is_itself(view, r, base)))]
    target = next((r for r in others if clauses_of(words, r)), others[0] if others else None)
    joined = _without_bases(words, clauses_of(words, target)) if target else ()
    if base and target and target.key == base.key:
        target = base
    return _Topic(target, joined or _loose_clauses(words))


def _is_itself(view: DocumentView, reference: Reference, base: Reference) -> bool:
    """Whether a supplement names itself, without what it is to: "TIA 21-1" in "FLB 412 TIA 21-1"."""
    return reference.key != base.key and reference.text.casefold() in (view.description.number or "").casefold()


def _only_rests_on(words: str, reference: Reference) -> bool:
    """Whether a sentence names a document only for the power that it gives: "pursuant to section 5 of the Rules"."""
    named = clauses_of(words, reference)
    return bool(named) and not _without_bases(words, named)


def _without_bases(words: str, paths: tuple[str, ...]) -> tuple[str, ...]:
    """Clauses without those that only something else rests on: "a licence under section 4 is suspended"."""
    bases = {path for span, path in clauses(words) if _BASIS.search(words[: span.start][-20:])}
    return tuple(path for path in paths if path not in bases)


def _is_of_words(words: str) -> bool:
    """Whether a sentence that names no place is about the wording of a text, and not about things."""
    return patterns().amendment["wording"].search(words) is not None


def _spelled(words: str, topic: _Topic) -> str:
    """Where a code is called by its initials ("CCC 14.20.030"), they stand for "section"."""
    letters = "".join(word[0] for word in re.findall(r"[A-Z]\w*", topic.target.key)) if topic.target else ""
    if len(letters) < _FEWEST_INITIALS or letters not in words:
        return words
    return re.sub(rf"\b{letters}(?=\s+(?:§\s*)?\d+[.-]\d)", "§".ljust(len(letters)), words)


def _loose_clauses(words: str) -> tuple[str, ...]:
    """The clauses that are acted on: not the sentence's own label, nor one that only tells a place."""
    found = [(span, path) for span, path in clauses(words) if not _PLACE.search(words[: span.start][-40:])]
    for named in ("bare", "notes"):
        matches = patterns().amendment[named].finditer(words) if not found else ()
        found += [(Span(*match.span("path")), match["path"]) for match in matches]
    if len(found) > 1 and not words[: found[0][0].start].strip(" (*-•") and _LABEL.match(words, found[0][0].end):
        del found[0]
    return tuple(dict.fromkeys(path for _, path in found))


def _completed(said: _Topic, topic: _Topic) -> _Topic:
    """What a sentence is about, with what it leaves out; an item alone is one of the clause before it."""
    of_others = () if said.target else topic.clauses
    if len(of_others) == 1 and all(path.startswith("(") for path in said.clauses):
        return _Topic(topic.target, tuple(of_others[0] + path for path in said.clauses) or of_others)
    return _Topic(said.target or topic.target, said.clauses or of_others)


def _opening(view: DocumentView, base: Reference | None) -> _Topic:
    """What the text as a whole is about: what it corrects, else what its header or title names last."""
    topic = _Topic(base)
    lines = [line for line in view.text[:_FRONT_CHARS].splitlines() if _is_only_named(line)]
    lines += [view.text[block.span.start : block.span.end] for block in view.of_kind("header")]
    for line in [view.description.title or "", *"\n".join(lines).splitlines()]:
        said = _named(view, masked(line), base)
        if said.target is not None or said.clauses:
            topic = _Topic(base or said.target or topic.target, said.clauses)
    return topic if topic.target else replace(topic, target=_principal(view))


def _principal(view: DocumentView) -> Reference | None:
    """The one document that a text says it is there to amend: "the principal Regulations"."""
    spans = (span for block in view.statements() for span in view.sentences(block))
    said = [view.text[span.start : span.end] for span in spans]
    stated = [words for words in said if patterns().named["principal"].search(words)]
    named = ((words, reference) for words in stated for reference in documents(words))
    return next((r for words, r in named if r.key != view.key and not _BASIS.search(words[: r.span.start][-20:])), None)


def _is_only_named(line: str) -> bool:
    """Whether a line is the number of a document and nothing else: "61 CFR Part 2110" at the head of a rule."""
    found = find_references(line) if len(line) <= _LONGEST_NUMBER_CHARS else []
    return len(found) == 1 and len(found[0].span) == len(line.strip(" .#*"))


def _next_topic(block: Block, words: str, said: _Topic, topic: _Topic, opening: _Topic) -> _Topic:
    """A heading or a lead-in sets the topic; a sentence that names a document changes it."""
    if block.kind == "heading":
        if said.target or said.clauses:
            target = said.target or topic.target
            own = target.key.split()[-1] if target else ""
            return _Topic(target, tuple(path for path in said.clauses if path != own))
        return _Topic(topic.target) if block.level > 1 else _Topic(opening.target)
    opens = words.rstrip().endswith(":")
    if said.target:
        return _Topic(said.target, said.clauses if opens else ())
    return _Topic(topic.target, said.clauses) if opens and said.clauses else topic


def _of_sentence(view: DocumentView, span: Span, words: str, topic: _Topic) -> Iterator[Finding]:
    method = _act(words)
    target = topic.target
    if target is not None and not topic.clauses and patterns().amendment["whole"].search(words):
        yield Finding(EdgeType.WITHDRAWS, "deletion", span, target.key, target.edition)
    if method is None or target is None or not topic.clauses or _is_denied(words):
        return
    dates = [anchor for place, anchor in find_dates(words) if _STARTS.search(words[: place.start])]
    into = view.clause_at(span.start)
    yield Finding(
        kind=EdgeType.CORRECTS if is_corrigendum(view.description) else EdgeType.AMENDS,
        method=method,
        span=span,
        key=target.key,
        edition=target.edition,
        clauses=topic.clauses,
        into=(into,) if into and method == "substitution" else (),
        effective=dates[0] if len(dates) == 1 else None,
    )


def _without_proviso(words: str) -> str:
    """A sentence without the "Subject to section 2," before it, position by position: that names no object."""
    return patterns().amendment["proviso"].sub(lambda match: " " * len(match[0]), words)


def _is_denied(words: str) -> bool:
    """Whether a sentence only supposes, plans or denies its act; the new text that it brings may say "not"."""
    return patterns().sentence["unless"].search(patterns().amendment["affirmed"].sub(" ", words)) is not None


def _act(words: str) -> str | None:
    """The method of the act; a substitution counts before a deletion, that before an addition.

    What is only added takes nothing away, whatever "to read as follows" comes after it.
    """
    table = patterns().amendment
    words = _without_things(words)
    if table["adding"].search(words) and not table["removing"].search(words):
        return "addition"
    acts = ("substitution", "deletion", "addition")
    return next((name for name in acts if table[name].search(words)), None)


def _without_things(words: str) -> str:
    """A sentence without the passive forms that are about things: "the pump shall be replaced"."""
    table = patterns().amendment
    for match in list(table["passive"].finditer(words)):
        part = _PARTS.split(words[: match.start()])[-1]
        if not table["subject"].search(part):
            words = words[: match.start()] + " " * len(match[0]) + words[match.end() :]
    return words

"""Sentences that say what replaces, amends, withdraws or clarifies what.

A sentence counts where it has a verb of the table, a document that the verb is about right beside it,
and somebody who does it: the document itself ("this standard", "it") or another one that is named.
Denials, wishes, conditions, questions and quoted words say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from graph.claims import Description
from graph.dates import find_dates
from graph.model import Span
from graph.references import Reference
from graph.supersession.certify import is_of_series, may_act, may_decide
from graph.supersession.naming import clauses_of, documents
from graph.supersession.patterns import Verb, patterns
from graph.supersession.view import DocumentView, Finding, masked
from graph.time import DateAnchor
from graph.vocabulary import AuthorityClass, EdgeType

_APPOSITION = re.compile(
    r"(?:[\s,]|\b(?:and|be|which|that|now|dated|adopted|passed|approved|enacted|issued|published|on|of|as\s+amended|heretofore|hereinbefore|previously|amended|"
    r"from\s+time\s+to\s+time|hereafter|aforesaid|said)\b)*",
    re.IGNORECASE,
)
_BY = re.compile(
    r"\s*(?:in\s+(?:its|their)\s+entirety\s*)?(?:,?\s*(?:on|effective|from|in)\s+[^.;]{3,30}?)?,?\s*(?:by|на|with(?!\s+(?:immediate\s+)?effect))\b",
    re.IGNORECASE,
)
_TOGETHER = re.compile(r"[\s,]*(?:and|&|together\s+with|along\s+with|with)\s+(?:the\s+)?(?:\w+\s+)?", re.IGNORECASE)
_TITLE = re.compile(r"^\s*,\s*(?:(?:[A-Z][\w’'/-]*|of|and|the|for|in|to|on|&)[ \n]*)+(?=,|$)")
"""A title in capitals after a number: ", Pier Lighting, dated …"."""

_FRONT = 3000
"""Code points at the start of a text in which a sentence without a subject is about the text."""

_WHOLE = frozenset({EdgeType.SUPERSEDES, EdgeType.WITHDRAWS})

_REACH = 90
"""Code points between a verb and the document that does it, or that it is done to."""


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence with the documents it names; positions count from its start."""

    view: DocumentView
    span: Span
    words: str
    plain: str
    references: tuple[Reference, ...]


def declarations(view: DocumentView) -> Iterator[Finding]:
    """The findings of every sentence outside headers, tables, quotations and tables of contents."""
    trigger = patterns().sentence["trigger"]
    for block in view.statements():
        if trigger.search(view.text, block.span.start, block.span.end):
            for span in view.sentences(block):
                if trigger.search(view.text, span.start, span.end):
                    yield from _of_sentence(_read(view, span))


def _read(view: DocumentView, span: Span) -> _Sentence:
    words = view.text[span.start : span.end]
    return _Sentence(view, span, words, masked(words), tuple(documents(words, coded=True)))


def _of_sentence(sentence: _Sentence) -> Iterator[Finding]:
    if sentence.words.rstrip().endswith("?"):
        return
    for verb in patterns().verbs:
        for match in verb.active.finditer(sentence.plain):
            yield from _active(sentence, verb, match)
        for match in verb.passive.finditer(sentence.plain):
            yield from _passive(sentence, verb, match)
        for match in verb.after.finditer(sentence.plain):
            if _is_said(sentence, match) and _speaks_before(sentence, match):
                for reference in _before(sentence, match.start()):
                    yield from _finding(sentence, verb.kind, reference, "", inverse=False)


def _speaks_before(sentence: _Sentence, match: re.Match[str]) -> bool:
    """Whether a verb that comes last is about the document itself, or about what alone stands before it on
    the front, and is not denied behind."""
    if patterns().sentence["denied"].search(sentence.plain[match.end() :]):
        return False
    if patterns().own.search(sentence.plain, 0, match.start()):
        return True
    objects = _before(sentence, match.start())
    is_bare = bool(objects) and not sentence.plain[: objects[0].span.start].strip(" \t\n-–•*([")
    return is_bare and sentence.span.start < _FRONT


def _active(sentence: _Sentence, verb: Verb, match: re.Match[str]) -> Iterator[Finding]:
    """ "This standard supersedes X": subject, verb, documents."""
    if not _is_said(sentence, match):
        return
    objects = _after(sentence, match.end())
    subject = _subject(sentence, match.start())
    if not objects or subject is None:
        return
    subjects = dict.fromkeys((subject, "") if subject and _is_joined(sentence, match.start()) else (subject,))
    for doer, reference in product(subjects, objects):
        yield from _finding(sentence, verb.kind, reference, doer, inverse=False)


def _passive(sentence: _Sentence, verb: Verb, match: re.Match[str]) -> Iterator[Finding]:
    """ "X is superseded by Y", "X is hereby repealed", "this standard has been replaced by Y"."""
    if not _is_said(sentence, match) or not _is_resolved(sentence, match):
        return
    by = _BY.match(sentence.plain, match.end())
    doers = _after(sentence, by.end()) if by else []
    if by and not doers and not patterns().own.match(sentence.plain, by.end() + 1):
        return
    objects = _before(sentence, match.start())
    if objects and doers and not _is_reissue(sentence, objects, doers):
        yield from _by_others(sentence, verb, match, objects, doers)
    elif not objects:
        for doer in doers if _own_before(sentence, match.start()) else ():
            yield from _finding(sentence, verb.kind, doer, "", inverse=True)
        if verb.kind is EdgeType.WITHDRAWS and _is_own_end(sentence, match):
            yield Finding(verb.kind, "declaration", sentence.span, None, effective=_effective(sentence))
    else:
        is_own = by is not None or _is_act(sentence, match, objects)
        yield from _without_doer(sentence, verb.kind, objects, is_own_act=is_own)


def _by_others(
    sentence: _Sentence, verb: Verb, match: re.Match[str], objects: list[Reference], doers: list[Reference]
) -> Iterator[Finding]:
    """What is displaced by documents that are named: news, but in the present tense of a decision an act."""
    is_decided = may_decide(sentence.view.description) and patterns().sentence["present"].match(match[0])
    for reference, doer in product(objects, doers):
        for found in _finding(sentence, verb.kind, reference, doer.key, inverse=False):
            if found.clauses and may_act(sentence.view.description):
                yield replace(found, method="substitution")
            else:
                yield replace(found, method="declaration") if is_decided else found


def _is_own_end(sentence: _Sentence, match: re.Match[str]) -> bool:
    """ "This notice is withdrawn", with nothing named that takes its place."""
    names_other = any(reference.span.start >= match.end() for reference in sentence.references)
    return not names_other and patterns().itself.search(sentence.plain[: match.start()]) is not None


def _is_reissue(sentence: _Sentence, objects: list[Reference], doers: list[Reference]) -> bool:
    """An addendum's "Section X is replaced with the attached Section X" is an act of the addendum."""
    same = all(doer.key == objects[0].key for doer in doers)
    return same and may_act(sentence.view.description)


def _without_doer(
    sentence: _Sentence, kind: EdgeType, objects: list[Reference], *, is_own_act: bool
) -> Iterator[Finding]:
    """ "X is hereby repealed" is the document's own act; "X is withdrawn" is news from nobody."""
    if kind is EdgeType.WITHDRAWS or (is_own_act and kind is EdgeType.SUPERSEDES):
        for reference in objects:
            yield from _finding(sentence, kind, reference, "" if is_own_act else None, inverse=False)


def _finding(
    sentence: _Sentence, kind: EdgeType, reference: Reference, subject: str | None, *, inverse: bool
) -> Iterator[Finding]:
    """One finding; `subject` is "" for the document itself, None where nobody is named."""
    view = sentence.view
    own = subject == "" or (subject is not None and subject == view.key)
    if reference.key == view.key and not (own and not inverse and _is_earlier(view, reference)):
        return
    clauses = clauses_of(sentence.words, reference)
    if kind in _WHOLE and not clauses and _is_partial(sentence, reference):
        kind = EdgeType.AMENDS
    acts = own and kind is EdgeType.WITHDRAWS
    found = Finding(
        kind=kind,
        method="repeal" if acts else "declaration" if own else "phrase",
        span=sentence.span,
        key=reference.key,
        edition=reference.edition,
        inverse=inverse,
        clauses=clauses,
        effective=_effective(sentence),
    )
    yield found if own or subject is None else replace(found, subject=subject)


def _is_earlier(view: DocumentView, reference: Reference) -> bool:
    """Whether a naming of the text's own number is one of another version: the first has no label."""
    return reference.edition != view.description.version


def _is_said(sentence: _Sentence, match: re.Match[str]) -> bool:
    """Whether the sentence says that it is so, not that it is not, or may be, or will be some day."""
    before = sentence.plain[: match.start()]
    table = patterns().sentence
    if table["unless"].search(before[max(0, len(before) - 160) :]) or match.start() != _visible(sentence, match):
        return False
    return not table["future"].search(before[-24:]) or _effective(sentence) is not None


def _is_resolved(sentence: _Sentence, match: re.Match[str]) -> bool:
    """Whether what should "be repealed" was resolved to be; other forms need no such word."""
    if not re.match(r"be\b", match[0], re.IGNORECASE):
        return True
    return patterns().sentence["resolved"].search(sentence.plain[: match.end()]) is not None


def _visible(sentence: _Sentence, match: re.Match[str]) -> int:
    """Where the verb stands, or -1 inside a quotation, whose words were blanked out."""
    return match.start() if match[0].strip() else -1


def _is_act(sentence: _Sentence, match: re.Match[str], objects: list[Reference]) -> bool:
    """Whether a passive form does what it says: "is hereby repealed", or "is repealed" in an ordinance.

    "Notice 5 is revoked" is an act in a later notice of the same series.
    """
    table, own = patterns().sentence, sentence.view.description
    by_house = own.authority is AuthorityClass.UNCLASSIFIED and all(
        r.key == own.key or is_of_series(own, r.key) for r in objects
    )
    acting = may_act(own) or may_decide(own) or by_house
    present = table["present"].match(match[0].strip()) is not None or _is_revocation(own)
    return (acting and present) or table["act"].search(sentence.plain) is not None


def _is_revocation(description: Description) -> bool:
    """Whether a text is there to revoke others: what it says has been revoked, it revokes."""
    return patterns().listing["revocation"].search(f"{description.number or ''} {description.title or ''}") is not None


def _subject(sentence: _Sentence, verb: int) -> str | None:
    """Who does it: "" for the document itself, a key for another one, None for nobody."""
    named = [r for r in sentence.references if r.span.end <= verb and verb - r.span.end <= 8]
    if named and not _is_object(sentence, named[-1], verb):
        return "" if _is_own_part(sentence, named[-1]) else named[-1].key
    return "" if _own_before(sentence, verb) else None


def _is_joined(sentence: _Sentence, verb: int) -> bool:
    """Whether the document and another one do it together: "this drawing and A-203 replace A-201"."""
    named = [r for r in sentence.references if r.span.end <= verb]
    speakers = list(patterns().own.finditer(sentence.plain, 0, named[-1].span.start)) if named else []
    if not speakers:
        return False
    return _TOGETHER.fullmatch(sentence.plain[speakers[-1].end() : named[-1].span.start]) is not None


def _is_own_part(sentence: _Sentence, reference: Reference) -> bool:
    """ "This part of GB/T 50081" is the document itself."""
    speakers = list(patterns().own.finditer(sentence.plain, 0, reference.span.start))
    return bool(speakers) and sentence.plain[speakers[-1].end() : reference.span.start].strip() == "of"


def _is_object(sentence: _Sentence, reference: Reference, verb: int) -> bool:
    """Whether a document before "and obsoletes" is what an earlier verb was about."""
    return bool(re.search(r",|\band\b|&", sentence.plain[reference.span.end : verb])) and _own_before(sentence, verb)


def _own_before(sentence: _Sentence, verb: int) -> bool:
    speakers = list(patterns().own.finditer(sentence.plain, 0, verb))
    if not speakers:
        return _starts_with_verb(sentence, verb) or _is_decision(sentence, verb)
    between = sentence.plain[speakers[-1].end() : verb]
    return len(between) <= 4 * _REACH and not patterns().sentence["relative"].search(between)


def _is_decision(sentence: _Sentence, verb: int) -> bool:
    """ "The council hereby repeals Ordinance 12" in a decision of those who may decide."""
    return may_decide(sentence.view.description) and bool(patterns().sentence["bodies"].search(sentence.plain[:verb]))


def _starts_with_verb(sentence: _Sentence, verb: int) -> bool:
    """ "Supersedes BS 12:1990." on a line of its own is about the document that says it."""
    if sentence.plain[:verb].strip(" \t\n-–•*(["):
        return False
    word = re.match(r"\w+", sentence.plain[verb:])
    if word and patterns().sentence["imperative"].match(word[0]):
        return may_act(sentence.view.description)
    is_act = may_act(sentence.view.description) and patterns().sentence["act"].search(sentence.plain) is not None
    return is_act or sentence.span.start < max(_FRONT, len(sentence.view.text) // 4)


def _after(sentence: _Sentence, start: int) -> list[Reference]:
    """The documents that follow a verb, with nothing but fillers and one another between."""
    found: list[Reference] = []
    end = start
    for reference in sentence.references:
        if reference.span.start < start:
            continue
        gap = sentence.words[end : reference.span.start]
        allowed = _fills(gap) or patterns().sentence["partial"].search(gap) is not None or (found and _is_title(gap))
        if not allowed:
            break
        found.append(reference)
        end = reference.span.end
    return found


def _before(sentence: _Sentence, verb: int) -> list[Reference]:
    """The documents right before a passive verb, with a title or relative word between at most."""
    found: list[Reference] = []
    start = verb
    for reference in reversed([r for r in sentence.references if r.span.end <= verb]):
        gap = sentence.plain[reference.span.end : start]
        is_near = _fills(gap) or (not found and _is_title(gap))
        if not is_near or len(gap) > _REACH:
            break
        found.insert(0, reference)
        start = reference.span.start
    amended = patterns().sentence["amended"].search(sentence.plain[:start]) if found else None
    if amended:
        return _before(sentence, amended.start())
    is_compared = found and patterns().sentence["beside"].search(sentence.plain[:start])
    return [] if is_compared else found


def _fills(gap: str) -> bool:
    return patterns().sentence["filler"].fullmatch(gap) is not None


def _is_title(gap: str) -> bool:
    """Whether only a title in quotes or brackets stands between, or a comma and "which"."""
    bare = re.sub(r"[\"“«《(\[].*?[\"”»》)\]]", "", gap, flags=re.DOTALL)
    for span, _ in reversed(find_dates(bare)):
        bare = bare[: span.start] + bare[span.end :]
    bare = _TITLE.sub("", bare)
    return _APPOSITION.fullmatch(bare) is not None or _fills(bare)


def _is_partial(sentence: _Sentence, reference: Reference) -> bool:
    before = sentence.words[max(0, reference.span.start - 40) : reference.span.start]
    table = patterns().sentence
    if table["partial"].search(before):
        return True
    return patterns().named["of"].search(before) is not None and table["whole"].search(before) is None


def _effective(sentence: _Sentence) -> DateAnchor | None:
    """The one date that the sentence gives after "from", "on", "with effect from" …"""
    pattern = re.compile(
        r"\b(?:from|on|at|as\s+of|effective|effect|since|с|от)\s+(?:the\s+)?(?P<end>end\s+of\s+(?:the\s+)?)?$",
        re.IGNORECASE,
    )
    dates: list[DateAnchor] = []
    for span, anchor in find_dates(sentence.words):
        match = pattern.search(sentence.words[max(0, span.start - 32) : span.start])
        if match:
            dates.append(DateAnchor(anchor.latest, anchor.latest, anchor.text) if match["end"] else anchor)
    return dates[0] if len(dates) == 1 else None

"""What a question confines its answer to: documents it names, a jurisdiction, clauses."""

from __future__ import annotations

import re
from dataclasses import dataclass

from graph.model import Clause
from graph.places import is_within, place_named
from graph.references import Reference, find_clauses, find_references
from graph.requirements.patterns import grammar
from retrieval.answering.question import Question
from retrieval.corpus import Corpus
from retrieval.model import Query

NAMED_HELD = 0.9
"""Share of a document's name in a question that a title must hold to be meant."""
NAMED_SCORE = 0.6

_OF_DOCUMENTS = re.compile(
    r"addendum|bulletin|clause|code|detail|document|drawing|figure|guide|instruction|letter|manual|memo|memorandum|norm"
    r"|number|part|plan|report|rfcs?|rfi|section|sheet|spec|specification|standard|submittal|table"
)
"""Words before the number of a document; before a mark, any other noun says what thing is marked: "door D-102"."""
_MARK = re.compile(r"[A-Z]{1,4}[-.]?\d{1,4}[A-Za-z]?")
_SHOUTED = re.compile(r"\b[A-Z]{2,}(?:[ /-]v?\d+(?:\.\d+)+)|\b(?=\w*[A-Z]\w*[A-Z])[A-Za-z][\w/.-]*\b")


@dataclass(frozen=True, slots=True)
class Scope:
    """Where an answer may come from.

    Attributes:
        named: Sources of the documents that the question names, all versions.
        names: Those documents, as the question writes them.
        unknown: Documents that it names and that are not here.
        clauses: Clauses that it names, in those documents; in any where it names none.
        within: Sources that the answer is confined to; None for no confinement.
        place: The jurisdiction it names, as the question writes it.
        things: Marks of things that it names ("D-102"), which an answer has to hold.
    """

    named: frozenset[str]
    names: tuple[str, ...]
    unknown: tuple[str, ...]
    clauses: tuple[Clause, ...]
    within: frozenset[str] | None
    place: str | None
    things: tuple[str, ...] = ()


def scope_of(question: Question, query: Query, corpus: Corpus) -> Scope:
    """Reads the scope of a question; documents that the reader may not see are unknown to it."""
    readable = corpus.readable_sources(query)
    snapshot = corpus.snapshot(query.moment.known_at)
    named: set[str] = set()
    names: list[str] = []
    unknown: list[str] = []
    things: list[str] = []
    for reference in find_references(question.text, corpus.names(query.moment.known_at)):
        sources = frozenset(snapshot.sources_numbered(reference.key)) & readable
        sources = sources or _titled(reference.text, corpus, query) & readable
        named |= sources
        if not sources and _is_mark(reference, question.text, corpus):
            things.append(reference.text)
        else:
            (names if sources else unknown).append(document_part(reference))
    place, of_place = _jurisdiction(question, corpus, query)
    within = frozenset(named) if named else None
    if of_place is not None:
        within = of_place if within is None else within & of_place or within
    clauses = _clauses(question, corpus, query, frozenset(named))
    paths = {clause.path.casefold() for clause in clauses}
    strangers = tuple(name for name in unknown if name.casefold() not in paths)
    return Scope(frozenset(named), tuple(names), strangers, tuple(clauses), within, place, tuple(things))


def _is_mark(reference: Reference, text: str, corpus: Corpus) -> bool:
    """Whether what looks like the number of a document marks a thing: a noun for one stands before it, and the
    mark in some text that is held."""
    before = re.search(r"(\w+)\s+$", text[: reference.span.start])
    word = before[1] if before else ""
    is_noun = word.islower() and not _OF_DOCUMENTS.fullmatch(word) and word not in grammar("en").naming.stops
    held = (corpus.index.passages_with(term) for term in corpus.index.terms(reference.text))
    return is_noun and _MARK.fullmatch(reference.text) is not None and all(held)


def document_part(reference: Reference) -> str:
    """How a reference names its document, without the clause that it names too."""
    clauses = find_clauses(reference.text)
    if not reference.clause or not clauses:
        return reference.text
    span, _ = clauses[0]
    before, after = reference.text[: span.start], reference.text[span.end :]
    longer = max(before, after, key=len)
    return re.sub(r"^\W*(?:of|in|to|from)\s+(?:the\s+)?", "", longer, flags=re.I).strip(" ,;:") or reference.text


def _titled(name: str, corpus: Corpus, query: Query) -> frozenset[str]:
    """Sources whose title is that name: all of it, and little else."""
    matches = corpus.subjects(query.moment.known_at).match(name, least=NAMED_HELD)
    return frozenset(match.source_id for match in matches if match.score >= NAMED_SCORE)


def _jurisdiction(question: Question, corpus: Corpus, query: Query) -> tuple[str | None, frozenset[str] | None]:
    """The place named in a question, and the sources that are texts of it.

    Nobody is confined by a place of which no text is held and none is claimed: it may be a word of the
    subject. A place of the table of which no text is held has no sources.
    """
    named = place_named(question.text)
    if named is None:
        return None, None
    place, words = named
    descriptions = corpus.snapshot(query.moment.known_at).descriptions
    claimed = {source: d.jurisdiction for source, d in descriptions.items() if d.jurisdiction}
    if not claimed:
        return None, None
    return words, frozenset(source for source, jurisdiction in claimed.items() if is_within(jurisdiction, place))


def _clauses(question: Question, corpus: Corpus, query: Query, named: frozenset[str]) -> list[Clause]:
    """The clauses that a question names: in the documents that it names, else wherever they are held."""
    addresses = dict.fromkeys((*question.clauses, *(r.text for r in question.references)))
    found: dict[str, Clause] = {}
    for address in addresses:
        for clause in corpus.clauses_at(address):
            if clause.source_id in (named or corpus.readable_sources(query)):
                found[clause.id] = clause
    return list(found.values())


_PERSON = re.compile(
    r"(?!(?:\w+\s)*(?:Documents?|Spec\w*|Code|Standard|Regulations?|Act|Order|Policy|Ordinance|Drawing|Addendum|"
    r"Contract|Minutes|Report|Section|Part|Revision|Edition|Guide|Manual|Instruction|Approved)\b)"
    r"[A-Z][\w’'-]+(?:\s[A-Z][\w’'.-]*){0,3}"
)
"""A person's name, as the subject of "what did … say"."""


_OF_THING = re.compile(
    r"(?:what|which)\b.*?\bof\s+(?:(?:the|an?|each|every|all|any)\s+)?(?P<of>[\w-]+(?:\s[\w-]+){0,6})"
    r"|how\s\w+\s(?:shall|must|should|is|are|may)\s(?:(?:the|an?|each|every|all|any)\s+)?"
    r"(?P<be>[\w-]+(?:\s[\w-]+){0,6}?)(?:\sbe\b.*)?",
    re.IGNORECASE,
)
_BEHIND_THING = re.compile(
    r"\s(?:in|on|at|for|to|with|from|between|under|above|below|of|that|which|where|when|if|serving|having|containing"
    r"|used|located|exceeding|wider|higher|longer|more)\s.*",
    re.I,
)


def thing_measured(question: Question) -> str | None:
    """The head word of the thing of which a quantity is asked: "copings" of "the height of platform copings"."""
    asked = _OF_THING.fullmatch(question.text.strip(" ?")) if question.quantities else None
    if asked is None:
        return None
    words = _BEHIND_THING.sub("", f"{asked['of'] or asked['be']} ").split()
    return words[-1] if words and words[-1].isalpha() and words[-1].islower() else None


def required_names(question: Question, scope: Scope) -> list[str]:
    """Names that some citation must hold: written in capitals, and no name of a document or place."""
    text = question.text
    if text.upper() == text:
        return list(scope.things)
    for name in (*(reference.text for reference in question.references), *scope.names):
        text = text.replace(name, " ")
    names = [name.rstrip(".,-/") for name in _SHOUTED.findall(text)]
    is_of_person = question.intent == "said" and not scope.named and _PERSON.fullmatch(question.subject)
    names += [question.subject] if is_of_person else []
    return [name for name in dict.fromkeys([*scope.things, *names]) if name != scope.place]

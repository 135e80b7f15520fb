"""Concepts: which words mean one thing, by the table and by what people said; likeness alone only proposes."""

from __future__ import annotations

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from app.errors import InvalidInput
from app.use_cases.demanded import demanded
from app.use_cases.ruling import Voice
from app.use_cases.sources import MAX_LIMIT, page_of
from app.use_cases.viewpoint import Viewpoint
from app.wiring import Services
from graph.conflicts.demands import Demands
from graph.conflicts.export import inert
from graph.demands import ConceptLink, Requirement
from graph.errors import Refused, UnknownName
from graph.identity import concept_link_id
from graph.requirements.concepts import ROLES, proposals
from graph.requirements.slots import terms_of
from graph.requirements.terms import concept_data, words_of
from graph.store import Reader
from graph.time import now_utc

Json = dict[str, Any]

BY_TABLE = "table"
"""Ground of what the shipped table says."""


@dataclass(frozen=True, slots=True)
class Wording:
    """What somebody says of a term.

    Attributes:
        role: Of `ROLES`.
        term: As a text writes it.
        concept: The preferred label, or another term.
        accepted: Whether they mean one thing.
        project: Only there; "" everywhere.
    """

    role: str
    term: str
    concept: str
    accepted: bool
    project: str = ""

    def link(self, voice: Voice) -> ConceptLink:
        """The link, its term reduced as terms are compared.

        Raises:
            UnknownName: There is no such role.
            InvalidInput: A term has no words, or is its own concept.
        """
        if self.role not in ROLES:
            raise UnknownName("role", self.role, list(ROLES))
        term, concept = " ".join(words_of(self.term)), self.concept.strip()
        if concept not in concept_data()[self.role]:
            concept = " ".join(words_of(concept))
        if not term or not concept:
            raise InvalidInput("a term and its concept are words")
        if term == concept:
            raise InvalidInput(f"{term!r} is its own concept already")
        identifier = concept_link_id(self.project, self.role, term)
        return ConceptLink(
            identifier, self.role, term, concept, self.accepted, voice.by, now_utc(), None, self.project, voice.reason
        )


def list_concepts(
    services: Services,
    at: Viewpoint | None = None,
    role: str | None = None,
    text: str | None = None,
    cursor: str | None = None,
    limit: int = 50,
) -> Json:
    """One page of concepts, each with its terms, who says so, and how many requirements use it.

    Raises:
        UnknownName: There is no such role.
        InvalidInput: The cursor names no concept of this list.
    """
    _check_role(role)
    at = at or Viewpoint()
    demands, found = demanded(services, at), {}
    with services.store.read() as store:
        links = [link for link in store.find(ConceptLink, known_at=at.known_at) if _is_for(link, at.project)]
    used = _used(demands)
    for concept in _concepts(links):
        if (role is None or concept["role"] == role) and _has(concept, text):
            concept["requirements"] = used[concept["role"], concept["concept"]]
            found[f"{concept['role']}:{concept['concept']}"] = concept
    page, more = page_of(list(found), cursor, limit, "concept") if limit <= MAX_LIMIT else (list(found), False)
    refused = [_link_json(link) for link in links if not link.accepted and role in (None, link.role)]
    return {
        "items": [found[one] for one in page],
        "refused": refused,
        "total": len(found),
        "next_cursor": page[-1] if page and more else None,
    }


def propose_concepts(
    services: Services, at: Viewpoint | None = None, *, by_meaning: bool = False, limit: int = 50
) -> Json:
    """Terms in use that may mean what another one means, the likest first; a person accepts or refuses each.

    Args:
        by_meaning: By the cosine of their vectors instead of their spelling.
    """
    demands = demanded(services, at)
    terms = _terms_in_use(demands)
    likeness = _cosine(services, {term for found in terms.values() for term in found}) if by_meaning else None
    every = proposals({role: list(found) for role, found in terms.items()}, demands.concepts, likeness)
    items = [
        {
            "role": one.role,
            "term": one.term,
            "concept": one.concept,
            "likeness": round(one.likeness, 4),
            "requirements": len(terms[one.role][one.term]),
            "example": _example(demands, terms[one.role][one.term]),
        }
        for one in every[:limit]
    ]
    return {"items": items, "total": len(every), "next_cursor": None}


def say_concept(services: Services, wording: Wording, voice: Voice, at: Viewpoint | None = None) -> Json:
    """Says that a term names a concept, or that it does not; tells what that changes; `undo` takes it back.

    Raises:
        UnknownName: There is no such role.
        InvalidInput: A term has no words.
        Refused: The concept is itself sent to another one.
        RetryLater: Another process is writing.
    """
    link, demands = wording.link(voice), demanded(services, at or voice.viewpoint)
    if voice.dry_run:
        with services.store.read() as store:
            return _report(store, demands, link, voice)
    with services.writer_lock, services.store.write() as writer:
        report = _report(writer, demands, link, voice)
        if report["changed"]:
            writer.replace(link)
    return report


def export_concepts(services: Services, at: Viewpoint | None = None) -> str:
    """Every term with its concept as CSV: preferred label, alternative label, and who says so."""
    page = list_concepts(services, at, limit=1_000_000)
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(("role", "preferred", "alternative", "by", "project", "reason"))
    for concept in page["items"]:
        for term in concept["terms"] or [{"term": "", "by": BY_TABLE, "project": ""}]:
            row = (concept["role"], concept["concept"], term["term"], term["by"], term["project"], term.get("reason"))
            writer.writerow([inert(cell or "") for cell in row])
    return out.getvalue()


def _check_role(role: str | None) -> None:
    if role is not None and role not in ROLES:
        raise UnknownName("role", role, list(ROLES))


def _is_for(link: ConceptLink, project: str | None) -> bool:
    return project is None or link.project in ("", project)


def _concepts(links: Iterable[ConceptLink]) -> list[Json]:
    """Every concept by role and label, its terms by the table and by people."""
    said: dict[tuple[str, str], list[Json]] = defaultdict(list)
    for role in ROLES:
        for label, also in concept_data()[role].items():
            said[role, label] += [{"term": term, "by": BY_TABLE, "project": ""} for term in also]
    for link in links:
        if link.accepted:
            said[link.role, link.concept].append(_link_json(link))
    return [{"role": role, "concept": label, "terms": terms} for (role, label), terms in sorted(said.items())]


def _link_json(link: ConceptLink) -> Json:
    return {
        "id": link.id,
        "role": link.role,
        "term": link.term,
        "concept": link.concept,
        "accepted": link.accepted,
        "by": link.by,
        "reason": link.reason,
        "at": link.recorded_at.isoformat(),
        "project": link.project,
    }


def _has(concept: Json, text: str | None) -> bool:
    whole = "\n".join([concept["concept"], *(term["term"] for term in concept["terms"])]).casefold()
    return text is None or text.casefold() in whole


def _used(demands: Demands) -> Counter[tuple[str, str]]:
    """How many requirements have each subject and each property, by role and label."""
    slots = [party.slot for party in demands.parties.values()]
    return Counter([(ROLES[0], slot.subject) for slot in slots] + [(ROLES[1], slot.property) for slot in slots])


def _terms_in_use(demands: Demands) -> dict[str, dict[str, list[Requirement]]]:
    """By role: every term with the requirements that have it."""
    found: dict[str, dict[str, list[Requirement]]] = {role: defaultdict(list) for role in ROLES}
    for one in demands.requirements.values():
        for role, term in zip(ROLES, terms_of(one, demands.concepts), strict=True):
            if term:
                found[role][term].append(one)
    return found


def _example(demands: Demands, requirements: list[Requirement]) -> str:
    """How a text writes a term, and where."""
    one = min(requirements, key=lambda requirement: requirement.id)
    named = " · ".join(part for part in (one.subject, one.property) if part)
    return f"{named} ({demands.governing.snapshot.name(one.source_id)})"


def _cosine(services: Services, terms: Iterable[str]) -> Callable[[str, str], float]:
    """The likeness of terms by their vectors, which are made once."""
    labels = {label for role in ROLES for label in concept_data()[role]}
    ordered = sorted({*terms, *labels})
    vectors = dict(zip(ordered, services.embedder.embed(ordered, "passage"), strict=True)) if ordered else {}
    return lambda one, other: float(np.dot(vectors[one], vectors[other]))


def _report(store: Reader, demands: Demands, link: ConceptLink, voice: Voice) -> Json:
    standing = next(iter(store.find(ConceptLink, ids=[link.id])), None)
    links = [one for one in store.find(ConceptLink) if one.id != link.id]
    _check_chain(link, links)
    said = standing is not None and (standing.concept, standing.accepted) == (link.concept, link.accepted)
    return {
        "act": "accept" if link.accepted else "refuse",
        "says": f"{link.role} {link.term!r} {'means' if link.accepted else 'does not mean'} {link.concept!r}",
        "dry_run": voice.dry_run,
        "changed": not said,
        "link_id": None if voice.dry_run or said else link.id,
        "link": _link_json(link),
        **difference(demands, [*links, link]),
    }


def _check_chain(link: ConceptLink, links: list[ConceptLink]) -> None:
    """Refuses a concept that is itself said to mean another one, and a term that is a concept of others."""
    if not link.accepted:
        return
    mine = [one for one in links if one.accepted and one.role == link.role and one.project in ("", link.project)]
    onward = next((one for one in mine if one.term == link.concept), None)
    if onward is not None:
        raise Refused("chain", f"{link.concept!r} itself means {onward.concept!r} here: name that one")
    behind = next((one for one in mine if one.concept == link.term), None)
    if behind is not None:
        raise Refused("chain", f"{behind.term!r} means {link.term!r} here: take that back first ({behind.id})")


def difference(demands: Demands, links: Iterable[ConceptLink]) -> Json:
    """What other links would change: requirements of another slot, conflicts that come, go, or change class."""
    every = demands.requirements.values()
    then = Demands(demands.governing, every, links, demands.project, demands.paths)
    now = {one.id: one.kind for one in demands.conflicts}
    after = {one.id: one.kind for one in then.conflicts}
    moved = [i for i, party in demands.parties.items() if party.slot.key() != then.parties[i].slot.key()]
    return {
        "requirements": len(moved),
        "conflicts_new": [{"id": i, "class": kind} for i, kind in after.items() if i not in now],
        "conflicts_gone": [{"id": i, "class": kind} for i, kind in now.items() if i not in after],
        "conflicts_changed": [{"id": i, "class": kind} for i, kind in after.items() if now.get(i, kind) is not kind],
    }

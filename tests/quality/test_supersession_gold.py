"""Supersession on documents that nobody here wrote: edges, and what governs, against their gold.

Needs the shared data (`PREVAIL_SHARED_DATA`, else `../shared/data` beside the repository).
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path

import pytest
from defusedxml import ElementTree

from app.use_cases.reading import claims_of
from connectors.parsing import parse
from graph.claims import describe
from graph.governing import Governing
from graph.identity import source_id, work_id
from graph.model import Edge, Source
from graph.snapshot import Snapshot, build_snapshot
from graph.supersession.detect import DocumentView, detect
from graph.time import Moment
from graph.vocabulary import EdgeState, EdgeType, Signal
from retrieval.chunking.clauses import clause_tree

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("PREVAIL_SHARED_DATA", ROOT.parent / "shared" / "data")) / "supersession"
NOW = datetime(2026, 12, 1, tzinfo=UTC)
NEVER_IN_FORCE = frozenset({"Draft", "Rejected", "Withdrawn", "Deferred"})

Gold = Mapping[str, object]

pytestmark = pytest.mark.timeout(600)


@dataclass(frozen=True, slots=True)
class Shelf:
    """Parsed documents, the edges they state, and the snapshot of both."""

    edges: tuple[Edge, ...]
    snapshot: Snapshot


@cache
def view(path: Path) -> DocumentView:
    """A document as ingest sees it."""
    data = path.read_bytes()
    parsed = parse(data, path.name)
    sha = hashlib.sha256(data).hexdigest()
    identifier = source_id("files", path.name, sha)
    source = Source(
        identifier, "files", path.name, path.as_uri(), parsed.media_type, sha,
        len(data), len(parsed.text), "", ("*",), NOW,
    )  # fmt: skip
    claims = claims_of(identifier, parsed.statements, NOW)
    description = describe(source, claims)
    clauses = clause_tree(identifier, description.number or path.name, parsed.text, parsed.blocks, NOW)
    return DocumentView(source, description, parsed.text, parsed.blocks, clauses, claims)


def shelve(paths: Iterable[Path]) -> Shelf:
    """Everything that these documents say."""
    views = [view(path) for path in sorted(paths)]
    edges = tuple(edge for found in map(stated, views) for edge in found)
    return Shelf(edges, build_snapshot([v.source for v in views], [c for v in views for c in v.claims], edges))


@cache
def stated(document: DocumentView) -> list[Edge]:
    """The edges of one document."""
    return detect(document)


def gold(folder: str) -> list[Gold]:
    """The judged documents of a folder."""
    return [json.loads(line) for line in (DATA / folder / "gold.jsonl").read_text("utf-8").splitlines()]


@dataclass(frozen=True, slots=True)
class Score:
    """Edges against gold, and verdicts against gold.

    Attributes:
        collateral: Documents in force by gold that were taken out of force, and how many are in force.
    """

    precision: float
    recall: float
    governs: float
    n: int
    collateral: tuple[int, int]
    wrong: tuple[str, ...]

    def __str__(self) -> str:
        hit, n = self.collateral
        return (
            f"edges P {self.precision:.3f} R {self.recall:.3f}; governs {self.governs:.4f} (n = {self.n}); "
            f"collateral {hit}/{n}, 95 % at most {upper_bound(hit, n):.3f}; {'; '.join(self.wrong)}"
        )


def upper_bound(hits: int, n: int, z: float = 1.96) -> float:
    """Upper end of the Wilson score interval of a proportion (E. B. Wilson, 1927)."""
    share = hits / n
    centre = share + z * z / (2 * n)
    spread = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return (centre + spread) / (1 + z * z / n)


def score(
    shelf: Shelf,
    judged: list[Gold],
    family: str,
    displacing: Callable[[Gold], set[int]],
    is_in_force: Callable[[Gold], bool],
) -> Score:
    """Compares whole supersession among the judged documents, proposals included, and the verdicts."""
    number = {work_id("", f"{family} {n}"): n for n in range(1, 10_000)}
    key = family.lower()
    held = {int(str(g[key])) for g in judged}
    wanted = {(by, int(str(g[key]))) for g in judged for by in displacing(g)}
    found = {
        (number.get(shelf.snapshot.work(e.src)), number.get(shelf.snapshot.work(e.dst)))
        for e in shelf.edges
        if e.type is EdgeType.SUPERSEDES and e.scope.is_whole and e.state is not EdgeState.REJECTED
    }
    found = {pair for pair in found if pair[1] in held}
    governing = Governing(shelf.snapshot, Moment(NOW.date()))
    wrong, collateral, in_force = [], 0, 0
    for g in judged:
        (source, *_) = shelf.snapshot.sources_of(work_id("", f"{family} {g[key]}"))
        verdict, expected = governing.of_source(source), is_in_force(g)
        in_force += expected
        if verdict.is_in_force != expected:
            collateral += expected
            wrong.append(verdict.reason)
    return Score(
        len(found & wanted) / len(found),
        len(found & wanted) / len(wanted),
        1 - len(wrong) / len(judged),
        len(judged),
        (collateral, in_force),
        tuple(wrong),
    )


@pytest.mark.parametrize("register", [False, True], ids=["without the register", "with the older register"])
def test_rfcs_govern_as_their_headers_and_the_register_say(register: bool) -> None:
    """Newer headers win over the older register, which adds what no held document states."""
    field = "obsoleted_by" if register else "stated_by_newer_header"
    paths = (path for path in (DATA / "rfc").glob("*.txt") if register or path.name != "rfc-index.txt")

    def displacing(g: Gold) -> set[int]:
        return set(g[field])  # type: ignore[call-overload, no-any-return] # a list of numbers, by the file

    result = score(shelve(paths), gold("rfc"), "RFC", displacing, lambda g: not g[field])
    print(f"\nRFC, {'with' if register else 'without'} register: {result}")
    assert result.precision >= 0.95, result
    assert result.recall >= 0.98, result
    assert result.governs >= 0.98, result
    assert result.collateral[0] == 0, result


def test_peps_govern_although_drafts_and_withdrawn_ones_claim_to_replace_them() -> None:
    """Statements at one end suffice; those of texts that were never in force have no effect."""
    judged = gold("pep")
    status = {g["pep"]: g["status"] for g in judged}

    def displacing(g: Gold) -> set[int]:
        return {*g["superseded_by_own_header"], *g["replaced_by_other_header"]}  # type: ignore[misc] # lists of numbers

    def is_in_force(g: Gold) -> bool:
        own = set(g["superseded_by_own_header"])  # type: ignore[call-overload] # a list of numbers
        effective = own | {by for by in displacing(g) if status.get(by) not in NEVER_IN_FORCE}
        return g["status"] in ("Active", "Final", "Accepted") and not effective

    result = score(shelve((DATA / "pep").glob("*.rst")), judged, "PEP", displacing, is_in_force)
    print(f"\nPEP: {result}")
    assert result.precision >= 0.95, result
    assert result.recall >= 0.98, result
    assert result.governs >= 0.98, result
    assert result.collateral[0] == 0, result


def withdrawn_controls() -> dict[str, set[str]]:
    """Label of each withdrawn control to the labels that its content went into, from the catalogue itself."""
    name = "{http://csrc.nist.gov/ns/oscal/1.0}"
    tree = ElementTree.parse(next((DATA / "nist").glob("*.xml")))
    controls = list(tree.iter(f"{name}control"))
    props = {c.get("id"): {p.get("name"): p.get("value") for p in c.findall(f"{name}prop")} for c in controls}
    return {
        props[c.get("id")]["label"]: {
            props[link.get("href")[1:]]["label"]
            for link in c.findall(f"{name}link")
            if link.get("rel") == "incorporated-into" and link.get("href")[1:] in props
        }
        for c in controls
        if props[c.get("id")].get("status") == "Withdrawn"
    }


def test_withdrawn_controls_are_out_of_force_and_say_where_their_content_went() -> None:
    """Clause by clause, and no other control of the catalogue is touched."""
    document = view(next((DATA / "nist").glob("*.xml")))
    snapshot = build_snapshot([document.source], document.claims, stated(document), (), document.clauses)
    governing = Governing(snapshot, Moment(NOW.date()))
    wanted = {plain(label): {plain(target) for target in into} for label, into in withdrawn_controls().items()}
    labels = {plain(clause.path): clause.path for clause in document.clauses}
    out = {
        label: {plain(path) for step in verdict.successors for path in step.clauses}
        for label, path in labels.items()
        if (verdict := governing.of_clause(document.source.id, path)).signal is Signal.WITHDRAWN
    }
    right = sum(out.get(label) == into for label, into in wanted.items())
    extra = sorted(set(out) - set(wanted))
    print(
        f"\nNIST: {right} of {len(wanted)} withdrawn with their targets, {len(extra)} others of {len(labels)} clauses"
    )
    assert right / len(wanted) >= 0.98, sorted(set(wanted) - set(out))
    assert len(extra) / len(labels) < 0.01, extra


def plain(label: str) -> str:
    """A label without spaces: "AC-2 (10)" and "AC-2(10)" are one."""
    return label.replace(" ", "")


def test_verdicts_of_the_past_follow_the_dates() -> None:
    """In 2010 TCP was RFC 793, and RFC 9293 was not yet there."""
    shelf = shelve((DATA / "rfc").glob("*.txt"))
    governing = Governing(shelf.snapshot, Moment(date(2010, 1, 1)))
    (old,), (new,) = (shelf.snapshot.sources_of(work_id("", f"RFC {n}")) for n in (793, 9293))
    assert governing.of_source(old).is_in_force
    assert governing.of_source(new).signal is Signal.NOT_YET_EFFECTIVE
    assert [s.node for s in Governing(shelf.snapshot, Moment(NOW.date())).successors(old)] == [new]

"""Identities: the same thing met again gets the same id, whatever the order of arrival."""

from __future__ import annotations

import hashlib

from graph.vocabulary import ClaimField, EdgeType, Ground


def digest(*parts: str) -> str:
    """A 128-bit hexadecimal hash of the parts, which may contain any character."""
    joined = "\x1f".join(f"{len(part)}:{part}" for part in parts)
    return hashlib.sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def source_id(connector: str, remote_id: str, sha256: str) -> str:
    """Id of a source: one version of one item of one connector."""
    return "s-" + digest(connector, remote_id, sha256)


def work_id(project: str, key: str) -> str:
    """Id of a work.

    Args:
        project: Owning project, "" for shared texts.
        key: `normalise_number` of its document number, else "item:" and the connector's item id.
    """
    return "w-" + digest(project, key)


def claim_id(source: str, field: ClaimField, value: str, ground: Ground, where: str) -> str:
    """Id of a claim; `where` tells apart two places that say the same."""
    return "m-" + digest(source, field, value, ground, where)


def clause_id(source: str, path: str, start: int) -> str:
    """Id of a clause; `start` tells apart two clauses that carry the same number."""
    return "c-" + digest(source, path, str(start))


def passage_id(source: str, start: int, end: int) -> str:
    """Id of a passage: its source and span."""
    return "p-" + digest(source, str(start), str(end))


def edge_id(kind: EdgeType, src: str, dst: str, method: str, scope: str = "") -> str:
    """Id of an edge: the same rule finding the same relation again is the same edge."""
    return "e-" + digest(kind, src, dst, method, scope)


def person_id(address: str) -> str:
    """Id of a person by mail address, which is compared without case."""
    return "n-" + digest(address.strip().casefold())


def person_link_id(one: str, other: str, source: str | None = None) -> str:
    """Id of what a person said about two addresses, or about a speaker's label `one` in a source."""
    return "y-" + (digest(*sorted((one, other))) if source is None else digest(source, one, "speaker"))


def thread_id(root: str) -> str:
    """Id of a thread by the oldest message that is known of it."""
    return "h-" + digest(root)


def instruction_id(source: str, start: int, end: int) -> str:
    """Id of a candidate instruction: its source and span."""
    return "i-" + digest(source, str(start), str(end))


def requirement_id(source: str, start: int, end: int, slot: str) -> str:
    """Id of a requirement: source, span, and the words of its slot, since one sentence may demand twice."""
    return "r-" + digest(source, str(start), str(end), slot)


def commitment_id(source: str, start: int, end: int, kind: str = "") -> str:
    """Id of a commitment or decision: its source and span.

    Args:
        kind: Of what settles nothing: the words of a motion may be those of the decision as well.
    """
    return "k-" + digest(source, str(start), str(end), *([kind] if kind else []))


def is_commitment(identifier: str) -> bool:
    """Whether an id is that of a commitment or decision: edges between such are none between texts."""
    return identifier.startswith("k-")


def conflict_id(members: list[tuple[str, str]]) -> str:
    """Id of a conflict: the (work id, slot) of each side, sorted, so a re-issued text meets the same record."""
    return "x-" + digest(*(part for member in sorted(members) for part in member))


def concept_link_id(project: str, role: str, term: str) -> str:
    """Id of what a person said about one term."""
    return "t-" + digest(project, role, term)

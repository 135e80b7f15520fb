"""By which other names a held work is meant: aliases, titles, short numbers, and numbers spelt with other marks."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping

from graph.claims import Description, work_key
from graph.identity import work_id
from graph.likeness import number_parts
from graph.model import Edge, Source
from graph.references import normalise_number


def same_works(
    sources: Mapping[str, Source],
    descriptions: Mapping[str, Description],
    work_ids: Mapping[str, str],
    edges: tuple[Edge, ...],
) -> dict[str, str]:
    """Ids by which other projects, and aliases or titles that only one work has, name a held work."""
    projects = sorted({source.project for source in sources.values()})
    held = set(work_ids.values())
    candidates: dict[str, set[str]] = defaultdict(set)
    for identifier, work in work_ids.items():
        source, description = sources[identifier], descriptions[identifier]
        titles = (description.title,) if description.title and " " in description.title else ()
        keys = {normalise_number(alias) for alias in (*description.aliases, *titles, *_short(description.number))}
        if description.key and work_key(source, description) == description.key:
            keys.add(description.key)
        for project in projects if source.project == "" else [source.project]:
            for key in keys:
                candidates[work_id(project, key)].add(work)
    found = {name: min(works) for name, works in candidates.items() if len(works) == 1 and name not in held}
    return _spelt_otherwise(sources, descriptions, work_ids, edges) | found


def _spelt_otherwise(
    sources: Mapping[str, Source],
    descriptions: Mapping[str, Description],
    work_ids: Mapping[str, str],
    edges: tuple[Edge, ...],
) -> dict[str, str]:
    """Ids of numbers that edges name and nothing here has, which differ from that of one held work by marks only."""
    held, spelt = set(work_ids.values()), defaultdict[tuple[str, tuple[str, ...]], set[str]](set)
    for identifier, work in work_ids.items():
        source, description = sources[identifier], descriptions[identifier]
        own = description.number if work_key(source, description) == description.key else None
        for name in (own, *description.aliases):
            spelt[source.project, number_parts(name or "")].add(work)
    found: dict[str, str] = {}
    for edge in edges:
        stating = sources.get(edge.evidence.source_id) if edge.evidence else None
        project, parts = stating.project if stating else "", number_parts(edge.note or "")
        works = {work for place in {project, ""} for work in spelt.get((place, parts), ())} if parts else set()
        named = work_id(project, edge.note or "")
        if len(works) == 1 and named not in held:
            found[named] = min(works)
    return found


def _short(number: str | None) -> tuple[str, ...]:
    """The last word of a number, where it is a number by itself: "FS-12" for "Policy FS-12"."""
    words = (number or "").split()
    last = words[-1] if len(words) > 1 else ""
    return (last,) if re.fullmatch(r"[A-Z]{1,8}[-./]?\d[\w./-]*", last) else ()

"""From an identifier as people write it to the work, version and clause that it names."""

from __future__ import annotations

import re
from dataclasses import dataclass

from graph.model import Span
from graph.references import Reference, find_clauses, find_references, normalise_number, split_edition
from graph.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Match:
    """Something that an identifier names: a work of which versions are held, or one known by name only.

    Attributes:
        sources: Versions, oldest first; empty for a work that is only cited.
        version: The label of the version that the identifier pins, if it does.
        clause: The clause that it names, if it does.
    """

    work: str
    name: str
    sources: tuple[str, ...]
    version: str | None = None
    clause: str | None = None


def resolve(snapshot: Snapshot, text: str) -> tuple[Match, ...]:
    """What a text names, best first: by number, then by title, then by clause alone.

    An exact number or alias counts first, wherever it stands in the text; then works that are only
    cited; then titles that are the text or hold all its words; last a bare clause ("AC-13"), in every
    source that holds that clause.
    """
    references = find_references(text, known=_known(snapshot)) or [_whole(text)]
    found: dict[tuple[str, str | None, str | None], Match] = {}
    for reference in references:
        for match in _numbered(snapshot, reference):
            found.setdefault((match.work, match.version, match.clause), match)
    if not found:
        for match in [*_titled(snapshot, text), *_by_clause(snapshot, text)]:
            found.setdefault((match.work, match.version, match.clause), match)
    return tuple(found.values())


def _known(snapshot: Snapshot) -> list[str]:
    """Numbers of the works, and the aliases of their versions, that are worth finding in a text."""
    aliases = {alias for description in snapshot.descriptions.values() for alias in description.aliases}
    names = {d.number for d in snapshot.descriptions.values() if d.number} | aliases
    return sorted(name for name in names if any(c.isdigit() or c.isupper() for c in name) and len(name) > 1)


def _whole(text: str) -> Reference:
    number, edition = split_edition(text)
    whole = find_references(text, known=[number])
    if whole:
        return whole[0]
    return Reference(Span(0, len(text)), text, normalise_number(number), edition)


def _numbered(snapshot: Snapshot, reference: Reference) -> list[Match]:
    held = snapshot.sources_numbered(reference.key)
    works = dict.fromkeys(snapshot.work_ids[source_id] for source_id in held)
    if works:
        return [
            Match(work, snapshot.name(work), snapshot.versions[work], reference.edition, reference.clause)
            for work in works
        ]
    cited = sorted(work for work, name in snapshot.names.items() if normalise_number(name) == reference.key)
    return [Match(work, snapshot.name(work), (), reference.edition, reference.clause) for work in cited]


def _titled(snapshot: Snapshot, text: str) -> list[Match]:
    wanted = set(_words(text))
    works: dict[str, int] = {}
    for source_id, description in snapshot.descriptions.items():
        title = set(_words(description.title or ""))
        if wanted and wanted <= title:
            works[snapshot.work_ids[source_id]] = len(title)
    ranked = sorted(works, key=lambda work: (works[work], work))
    return [Match(work, snapshot.name(work), snapshot.versions[work]) for work in ranked]


def _by_clause(snapshot: Snapshot, text: str) -> list[Match]:
    paths = [path for _, path in find_clauses(text)] or [text.strip()]
    return [
        Match(snapshot.work_ids[source_id], snapshot.name(source_id), (source_id,), None, path)
        for path in dict.fromkeys(paths)
        for source_id, known in snapshot.clauses.items()
        if path in known
    ]


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())

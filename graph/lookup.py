"""From an identifier as people write it to the work, version and clause that it names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from graph.addresses import clause_path
from graph.clause_places import clause_key, spans_at
from graph.likeness import number_parts, skeleton
from graph.model import Span
from graph.notation import notation
from graph.references import Reference, find_clauses, find_references, normalise_number, split_edition
from graph.snapshot import Snapshot
from graph.versions import same_version

PARTS = 40
"""Works that a partial identifier may mean; one that begins more names none."""
_VOLUME = re.compile(r" (?:VOLUME|VOL\.?|PART|BOOK) \w{1,4}$")
"""How the keys of the parts of one document end."""
_OF = re.compile(r"[\s,]+(?:of|in|from|to|under)(?:\s+the)?\s*$", re.IGNORECASE)
ALIKE = 0.6
"""Likeness of two names, 0 to 1, from which on one is near the other."""


@dataclass(frozen=True, slots=True)
class Match:
    """Something that an identifier names: a work of which versions are held, or one known by name only.

    Attributes:
        sources: Versions, oldest first; empty for a work that is only cited.
        version: The label of the version that the identifier pins, if it does.
        clause: The clause that it names, if it does.
        read_as: The number of the work, where the identifier is spelt otherwise or is only its beginning.
    """

    work: str
    name: str
    sources: tuple[str, ...]
    version: str | None = None
    clause: str | None = None
    read_as: str | None = None


def resolve(snapshot: Snapshot, text: str) -> tuple[Match, ...]:
    """What a text names, best first: by number, then by title, then by clause alone, last by likeness.

    An exact number or alias counts first, wherever it stands in the text; with an alias, and with a
    number that nothing here has, come all works whose numbers begin with it, such as the volumes of one
    document. Then works that are only cited; then titles that are the text or hold all its words; then a
    bare clause ("AC-13"), in every source that holds that clause; then numbers that look the same.
    """
    references = [
        _with_bare_clause(snapshot, text, reference) for reference in find_references(text, known=_known(snapshot))
    ] or [_whole(text)]
    found = {(match.work, match.version, match.clause): match for match in _called(snapshot, text)}
    for reference in references:
        for match in _numbered(snapshot, reference):
            found.setdefault((match.work, match.version, match.clause), match)
    if not found:
        for match in [*_titled(snapshot, text), *_by_clause(snapshot, text)] or _look_alike(snapshot, references):
            found.setdefault((match.work, match.version, match.clause), match)
    return tuple(found.values())


def _called(snapshot: Snapshot, text: str) -> Iterator[Match]:
    """The works that have the whole of a text as a name beside their number: "IVS 9050:2016/Amd 1:2019"."""
    wanted = number_parts(text)
    for source_id, description in snapshot.descriptions.items():
        if wanted and any(number_parts(alias) == wanted for alias in description.aliases):
            work = snapshot.work_ids[source_id]
            yield Match(work, snapshot.name(work), snapshot.versions[work])


def nearest(snapshot: Snapshot, text: str, among: Iterable[str] | None = None, most: int = 5) -> tuple[str, ...]:
    """The names of held works that are most like a text that names none of them, the most like first.

    Args:
        among: Source ids that may be told of; None for all.
    """
    wanted = skeleton(text)
    descriptions = [snapshot.descriptions[source] for source in (snapshot.sources if among is None else among)]
    names = {name for d in descriptions for name in (d.number or d.title,) if name}
    ranked = sorted((-_likeness(wanted, name), name) for name in names)
    return tuple(name for likeness, name in ranked[:most] if -likeness >= ALIKE)


def _likeness(wanted: str, name: str) -> float:
    """How like a name is, or one of its words that has a figure: 1 for the same, 0 where it is below `ALIKE`."""
    return max(_ratio(wanted, skeleton(said)) for said in (name, *(w for w in name.split() if re.search(r"\d", w))))


def _ratio(one: str, other: str) -> float:
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    if matcher.real_quick_ratio() < ALIKE or matcher.quick_ratio() < ALIKE:
        return 0.0
    return matcher.ratio()


def _known(snapshot: Snapshot) -> list[str]:
    """Numbers of the works, and the aliases of their versions, that are worth finding in a text."""
    aliases = {alias for description in snapshot.descriptions.values() for alias in description.aliases}
    names = {d.number for d in snapshot.descriptions.values() if d.number} | aliases
    return sorted(name for name in names if any(c.isdigit() or c.isupper() for c in name) and len(name) > 1)


def address_in(text: str) -> str | None:
    """The clause address that a text is and nothing else: "Section 14-202", "8.12.060"; None where it is none.

    A number without a word must have several parts.

    Examples:
        >>> address_in("§ 8.12.060."), address_in("2.1.B"), address_in("42")
        ('8.12.060', '2.1.B', None)
    """
    said = text.strip(" \t,;:.–—")
    worded = find_clauses(said)
    if len(worded) == 1 and worded[0][0] == Span(0, len(said)):
        return worded[0][1]
    number = notation().hyphened.fullmatch(said) or notation().clause_number.fullmatch(said)
    return clause_path(said) if number and len(clause_key(said)) > 1 else None


def _with_bare_clause(snapshot: Snapshot, text: str, reference: Reference) -> Reference:
    """The reference with the clause that is all that the text says beside it, with a word or without one:
    "Section 07 92 00, 2.1.B", "2.1.B of Section 07 92 00". A label of one of its versions pins that version."""
    if reference.clause is not None:
        return reference
    before, after = text[: reference.span.start], text[reference.span.end :]
    said = after if after.strip(" .,;:") else _OF.sub("", before)
    other = before if said is after else after
    clause = None if other.strip(" .,;:") else address_in(said)
    labels = [label for s in snapshot.sources_numbered(reference.key) for label in snapshot.descriptions[s].labels]
    label = said.strip(" .,;:()")
    if any(same_version(label, held) for held in labels):
        pins = reference.edition is None and not other.strip(" .,;:")
        return replace(reference, edition=label) if pins else reference
    return replace(reference, clause=clause) if clause else reference


def _whole(text: str) -> Reference:
    number, edition = split_edition(text)
    whole = find_references(text, known=[number])
    if whole:
        return whole[0]
    return Reference(Span(0, len(text)), text, normalise_number(number), edition)


def _numbered(snapshot: Snapshot, reference: Reference) -> list[Match]:
    """The works of a number; all that begin with it where it is no more than an alias or a beginning."""
    held = snapshot.sources_numbered(reference.key) or _spelt_otherwise(snapshot, reference.key)
    works = dict.fromkeys(snapshot.work_ids[source_id] for source_id in held)
    spelt = number_parts(reference.key)
    exact = any(
        snapshot.descriptions[source_id].key == reference.key
        or (spelt and number_parts(snapshot.descriptions[source_id].number or "") == spelt)
        for source_id in held
    )
    begun = [] if exact else _parts(snapshot, reference.key, works)
    if works or begun:
        return [_match(snapshot, work, reference) for work in works] + [
            _match(snapshot, work, reference, as_part=True) for work in begun
        ]
    cited = sorted(work for work, name in snapshot.names.items() if normalise_number(name) == reference.key)
    return [
        Match(same, snapshot.name(same), snapshot.versions.get(same, ()), reference.edition, reference.clause)
        for same in dict.fromkeys(map(snapshot.work, cited))
    ]


def _spelt_otherwise(snapshot: Snapshot, key: str) -> tuple[str, ...]:
    """The sources of which a number differs from this one only by the marks between its parts."""
    wanted = number_parts(key)
    return tuple(
        source_id
        for source_id, description in snapshot.descriptions.items()
        if wanted and any(number_parts(name) == wanted for name in (description.number or "", *description.aliases))
    )


def _match(snapshot: Snapshot, work: str, reference: Reference, *, as_part: bool = False) -> Match:
    read_as = snapshot.name(work) if as_part else None
    versions = snapshot.versions[work]
    return Match(work, snapshot.name(work), versions, reference.edition, reference.clause, read_as)


def _parts(snapshot: Snapshot, key: str, named: Iterable[str]) -> list[str]:
    """The other works that a number means which no work has itself: those that begin with it, and the other
    volumes of the works that it names by an alias."""
    stems = {_VOLUME.sub("", key) for work in named for key in _keys(snapshot, work) if _VOLUME.search(key)}
    found = {work: None for stem in (key, *sorted(stems)) for work in _begun_by(snapshot, stem)}
    return [work for work in found if work not in set(named)]


def _keys(snapshot: Snapshot, work: str) -> set[str]:
    return {key for source in snapshot.versions[work] if (key := snapshot.descriptions[source].key)}


def _begun_by(snapshot: Snapshot, key: str) -> list[str]:
    """Held works whose number goes on after this one: "EN 9001-2" after "EN 9001", a volume after its document."""
    if len(key) < 2:
        return []
    going_on = re.compile(rf"{re.escape(key)}(?![A-Z0-9])")
    works = {
        snapshot.work_ids[source_id]: description.key
        for source_id, description in snapshot.descriptions.items()
        if description.key and description.key != key and going_on.match(description.key)
    }
    return sorted(works, key=lambda work: (works[work] or "", work)) if len(works) <= PARTS else []


def _look_alike(snapshot: Snapshot, references: Iterable[Reference]) -> list[Match]:
    """Works whose numbers differ from what is written by signs that look alike, or by spaces and points."""
    found = []
    for reference in references:
        wanted = skeleton(reference.key)
        works: dict[str, None] = {}
        for source_id, description in snapshot.descriptions.items():
            alike = [k for k in (description.number, *description.aliases) if k and wanted and skeleton(k) == wanted]
            if alike:
                works.setdefault(snapshot.work_ids[source_id])
        works |= dict.fromkeys(_parts(snapshot, reference.key, works)) if works else {}
        found += [_match(snapshot, work, reference, as_part=True) for work in works]
    return found


def _titled(snapshot: Snapshot, text: str) -> list[Match]:
    wanted = set(_words(text))
    works: dict[str, int] = {}
    for source_id, description in snapshot.descriptions.items():
        title = set(_words(description.title or ""))
        if wanted and wanted <= title:
            works[snapshot.work_ids[source_id]] = len(title)
    ranked = sorted(works, key=lambda work: (works[work], snapshot.name(work), work))
    return [Match(work, snapshot.name(work), snapshot.versions[work]) for work in ranked]


def _by_clause(snapshot: Snapshot, text: str) -> list[Match]:
    paths = [path for _, path in find_clauses(text)] or [text.strip()]
    return [
        Match(snapshot.work_ids[source_id], snapshot.name(source_id), (source_id,), None, path)
        for path in dict.fromkeys(paths)
        for source_id, known in snapshot.clauses.items()
        if spans_at(known, path)
    ]


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())

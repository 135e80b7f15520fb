"""Which of two versions of one work is the later one, and by what rule."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from graph.claims import Description
from graph.model import Source
from graph.revisions import RevisionKey, compare_keys, revision_key
from graph.time import DateAnchor
from graph.vocabulary import ClaimField, Ground

_WEAK = frozenset({Ground.FILE_NAME, Ground.FILE_PROPERTIES, Ground.CONNECTOR})
"""Grounds on which a number alone does not prove that two sources are versions of one work."""

_PART = re.compile(r"\b(?:volume|vol|part|sheet|book|том|часть|лист)\b\.?\s*(\d+|[ivx]+\b)", re.IGNORECASE)

_SHEET = re.compile(r"(?P<year>(?:19|20)\d\d)\s?/\s?(?:A|AC|C|Amd|Cor)\.?\s?\d{0,2}(?::(?:19|20)\d\d)?", re.IGNORECASE)

Version = tuple[Source, Description]


def later_rule(newer: Version, older: Version) -> str | None:
    """The method by which the first is a later version of the second; None where it is not.

    Revision labels decide where both have one: in one series by its order; equal or without order
    they leave it open. Dates decide where a label is missing, between texts of one kind and title
    whose number their own words state. Last comes the place: newer contents of the same item.
    An amendment sheet ("2009/A1") leaves the edition that it changes in force; both fall with the next.
    """
    (source, description), (other, earlier) = newer, older
    if description.kind is not earlier.kind or _part(description) != _part(earlier):
        return None
    if _is_sheet_of(description.version, earlier.version):
        return None
    if description.version and earlier.version:
        order = _by_label(description, earlier)
        if order is not None and order != 0:
            return "revision-series" if order == 1 else None
    elif _is_named(description) and _is_named(earlier) and _same_title(description, earlier):
        order = _by_date(description.date, earlier.date)
        if order:
            return "later-date" if order == 1 else None
    if _same_place(source, other) and source.recorded_at > other.recorded_at:
        return "replaced-in-place"
    return None


def ordered(versions: Mapping[str, Version]) -> tuple[str, ...]:
    """The ids of a work's versions, oldest first; ties by date, label and id."""

    def place(identifier: str) -> tuple[int, str, str, str]:
        before = sum(1 for other in versions.values() if later_rule(versions[identifier], other))
        description = versions[identifier][1]
        earliest = description.starts.earliest if description.starts else None
        return before, earliest.isoformat() if earliest else "", description.version or "", identifier

    return tuple(sorted(versions, key=place))


def same_version(label: str, version: str | None) -> bool:
    """Whether a version label that a text pins is that version.

    The star of a reprint ("СНиП 2.01.07-85*") may be left out.
    """
    if version is None:
        return False
    if label.endswith("*") != version.endswith("*"):
        label, version = label.rstrip("* "), version.rstrip("* ")
    order = _order(label, version)
    return order == 0 if order is not None else label.strip().casefold() == version.strip().casefold()


def pinned(label: str, versions: Sequence[Version]) -> tuple[str, ...]:
    """The ids of the versions that a pinned label means: by their version, else by another label."""
    exact = tuple(source.id for source, description in versions if same_version(label, description.version))
    return exact or tuple(
        source.id for source, description in versions if any(same_version(label, own) for own in description.labels)
    )


_key = lru_cache(maxsize=8192)(revision_key)


def _order(first: str, second: str) -> int | None:
    one: RevisionKey | None = _key(first)
    other: RevisionKey | None = _key(second)
    return compare_keys(one, other) if one and other else None


def _by_label(description: Description, earlier: Description) -> int | None:
    """The order of two versions by the first pair of their labels that has one."""
    orders = (_order(one, other) for one in description.labels for other in earlier.labels)
    return next((order for order in orders if order is not None), None)


def _is_named(description: Description) -> bool:
    ground = description.ground_of(ClaimField.NUMBER)
    return ground is not None and ground not in _WEAK


def _part(description: Description) -> str | None:
    """The volume, part or sheet that a title says it is: parts are no versions of one another."""
    match = _PART.search(description.title or "")
    return match[1].casefold() if match else None


def _is_sheet_of(version: str | None, edition: str | None) -> bool:
    """Whether a version is an amendment printed by itself to an edition, or to one that has others in it."""
    sheet = _SHEET.fullmatch(version.strip()) if version else None
    return sheet is not None and edition is not None and edition.strip().startswith(sheet["year"])


def _same_title(first: Description, second: Description) -> bool:
    if first.title is None or second.title is None:
        return True
    return first.title.casefold().split() == second.title.casefold().split()


def _by_date(first: DateAnchor | None, second: DateAnchor | None) -> int | None:
    """1 or -1 where one date is surely after or before the other."""
    if first is None or second is None:
        return None
    if first.earliest and second.latest and first.earliest > second.latest:
        return 1
    if second.earliest and first.latest and second.earliest > first.latest:
        return -1
    return None


def _same_place(first: Source, second: Source) -> bool:
    return (first.connector, first.remote_id) == (second.connector, second.remote_id)

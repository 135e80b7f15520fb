"""What is known about a source: its claims, weighed by their ground, with their disagreements.

Claims are kept as they were made. `describe` takes, for each fact, the claim on the best ground (order
of `Ground`), then the more confident one, then the one that stands first in the text; what other
claims say differently is a `Disagreement`, never dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import TypeVar

from graph.designations import may_be_one
from graph.identity import work_id
from graph.model import Claim, Source
from graph.places import place_of_number
from graph.references import normalise_number, split_edition
from graph.revisions import compare, revision_key
from graph.time import DateAnchor
from graph.vocabulary import AuthorityClass, ClaimField, Ground, SourceKind, Status

W = TypeVar("W", bound=StrEnum)

_RANK = {ground: rank for rank, ground in enumerate(Ground)}

_DISPUTABLE = (
    ClaimField.NUMBER,
    ClaimField.TITLE,
    ClaimField.VERSION,
    ClaimField.DATE,
    ClaimField.EFFECTIVE_FROM,
    ClaimField.EFFECTIVE_TO,
    ClaimField.STATUS,
)
"""Facts of which a source has one; different claims about them disagree."""

_OF_THE_FILE = frozenset({Ground.FILE_PROPERTIES, Ground.CONNECTOR})
"""Grounds whose titles and dates describe the file: other facts than the document's own."""

_AUTHORITY_OF_KIND = {
    SourceKind.STATUTE: AuthorityClass.STATUTE,
    SourceKind.STANDARD: AuthorityClass.ADOPTED_STANDARD,
    SourceKind.CONTRACT: AuthorityClass.AGREEMENT,
    SourceKind.ADDENDUM: AuthorityClass.ADDENDUM,
    SourceKind.SPECIFICATION: AuthorityClass.SPECIFICATION,
    SourceKind.DRAWING: AuthorityClass.DRAWING,
    SourceKind.RFI: AuthorityClass.RFI_RESPONSE,
    SourceKind.SUBMITTAL: AuthorityClass.SUBMITTAL,
    SourceKind.MAIL: AuthorityClass.MAIL,
    SourceKind.TRANSCRIPT: AuthorityClass.TALK,
}
"""Authority of a source that claims none."""

_PRINT = re.compile(r"^\d{2,4}[a-z]?\s?\((?:R|Reapproved\s|Reaffirmed\s)?(?:19|20)\d\d\)$", re.IGNORECASE)
"""The year in which an edition was confirmed: "15(2019)"."""
_REPRINT = re.compile(r"((?:19|20)\d\d)\s?[(（](?:19|20)\d\d\s?年版")

_OWN_WORK = frozenset({SourceKind.REGISTER, SourceKind.MAIL, SourceKind.TRANSCRIPT})
"""Kinds whose numbers are those of what they are about; each such item is a work of its own."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two claims about one fact that do not say the same."""

    field: ClaimField
    taken: Claim
    other: Claim

    def __str__(self) -> str:
        return (
            f"{self.field.replace('_', ' ')}: {self.taken.ground} says {self.taken.value!r}, "
            f"{self.other.ground} says {self.other.value!r}; the {self.taken.ground} is believed"
        )


@dataclass(frozen=True, slots=True)
class Description:
    """A source's facts as its best claims state them; None where nobody claims one.

    Attributes:
        number: Document number without edition, as written.
        version: Revision or edition label as written; from the number ("QMQ 2.01.03-96") where
            nothing else states one.
        labels: All revision and edition labels that its number and its version claims give it, the
            version first; a text may pin it by any of them.
        date: Of issue; the year of the edition where no date is claimed.
        status: `UNKNOWN` where no claim states one.
        aliases: Other numbers and short names, in order of their claims' weight.
        taken: For each field, the claim that decided it.
    """

    source_id: str
    number: str | None = None
    title: str | None = None
    version: str | None = None
    labels: tuple[str, ...] = ()
    date: DateAnchor | None = None
    effective_from: DateAnchor | None = None
    effective_to: DateAnchor | None = None
    status: Status = Status.UNKNOWN
    kind: SourceKind = SourceKind.DOCUMENT
    authority: AuthorityClass = AuthorityClass.UNCLASSIFIED
    author: str | None = None
    jurisdiction: str | None = None
    project: str | None = None
    aliases: tuple[str, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    taken: dict[ClaimField, Claim] = field(default_factory=dict, hash=False)

    @property
    def key(self) -> str | None:
        """The number's key, equal for all ways of writing it."""
        return normalise_number(self.number) if self.number else None

    @property
    def starts(self) -> DateAnchor | None:
        """When it begins to bind: its effective date, else its date of issue; None if unknown."""
        return self.effective_from or self.date

    @property
    def name(self) -> str:
        """Number and version for people: "Spec 08 11 13 Rev B"; else title; else source id."""
        version = _spoken_version(self.version) if self.version else ""
        return " ".join(part for part in (self.number or self.title or self.source_id, version) if part)

    def ground_of(self, fact: ClaimField) -> Ground | None:
        """The ground of the claim that decided this field."""
        claim = self.taken.get(fact)
        return claim.ground if claim else None


def describe(source: Source, claims: Iterable[Claim], known_at: datetime | None = None) -> Description:
    """Weighs the claims about a source.

    Args:
        claims: Any claims; those about other sources are ignored.
        known_at: Only what was recorded by then; None: what is not retracted.
    """
    known = sorted((c for c in claims if c.source_id == source.id and _is_known(c, known_at)), key=_weight)
    by_field: dict[ClaimField, list[Claim]] = {}
    for claim in known:
        by_field.setdefault(claim.field, []).append(claim)
    taken = {fact: _best(fact, found) for fact, found in by_field.items()}
    number, edition = _number(taken.get(ClaimField.NUMBER))
    version = _version(taken, edition)
    kind = _word(taken, ClaimField.KIND, SourceKind.DOCUMENT)
    default_authority = _AUTHORITY_OF_KIND.get(kind, AuthorityClass.UNCLASSIFIED)
    return Description(
        source_id=source.id,
        number=number,
        title=_value(taken, ClaimField.TITLE),
        version=version,
        labels=_labels(version, edition, taken),
        date=_date(taken, ClaimField.DATE) or _edition_year(version),
        effective_from=_date(taken, ClaimField.EFFECTIVE_FROM),
        effective_to=_date(taken, ClaimField.EFFECTIVE_TO),
        status=_word(taken, ClaimField.STATUS, Status.UNKNOWN),
        kind=kind,
        authority=_word(taken, ClaimField.AUTHORITY, default_authority),
        author=_value(taken, ClaimField.AUTHOR),
        jurisdiction=_value(taken, ClaimField.JURISDICTION) or (place_of_number(number) if number else None),
        project=_value(taken, ClaimField.PROJECT),
        aliases=tuple(dict.fromkeys(claim.value for claim in by_field.get(ClaimField.ALIAS, ()))),
        disagreements=tuple(_disagreements(by_field, taken)),
        taken=taken,
    )


def work_key(source: Source, description: Description) -> str:
    """The key under which `graph.identity.work_id` knows the source's work."""
    if description.key is None or description.kind in _OWN_WORK:
        return f"item:{source.connector}:{source.remote_id}"
    return description.key


def work_of(source: Source, description: Description) -> str:
    """Id of the work whose version the source is."""
    return work_id(source.project, work_key(source, description))


def agree(fact: ClaimField, first: Claim, second: Claim) -> bool:
    """Whether two claims about a field say the same once written alike.

    Versions are compared in their series ("Rev C" is "C"), dates by overlap of their bounds,
    titles by their words, where one may be part of the other, as one number may be the other shortened.
    """
    if fact is ClaimField.VERSION:
        order = compare(first.value, second.value)
        return order == 0 if order is not None else _fold(first.value) == _fold(second.value)
    if fact in (ClaimField.DATE, ClaimField.EFFECTIVE_FROM, ClaimField.EFFECTIVE_TO):
        return _overlap(first.date, second.date)
    if fact is ClaimField.NUMBER:
        is_one = normalise_number(first.value) == normalise_number(second.value)
        return is_one or may_be_one(first.value, second.value)
    one, other = _fold(first.value), _fold(second.value)
    return one == other or (fact is ClaimField.TITLE and (one in other or other in one))


def _is_known(claim: Claim, known_at: datetime | None) -> bool:
    if known_at is None:
        return claim.retracted_at is None
    return claim.recorded_at <= known_at and (claim.retracted_at is None or known_at < claim.retracted_at)


def _weight(claim: Claim) -> tuple[int, float, int, str, str]:
    start = claim.span.start if claim.span else -1
    return _RANK[claim.ground], -claim.confidence, start, claim.value, claim.id


def _best(fact: ClaimField, claims: Sequence[Claim]) -> Claim:
    """The first by weight; of several rows of a revision table the latest revision or date."""
    best = claims[0]
    if best.ground is Ground.LATER_TEXT:
        return max((c for c in claims if c.ground is best.ground), key=_day_of)
    if best.ground is Ground.REVISION_TABLE:
        for claim in claims[1:]:
            if claim.ground is Ground.REVISION_TABLE and _is_later(fact, claim, best):
                best = claim
    return best


def _day_of(claim: Claim) -> tuple[date, str]:
    return (claim.date.latest if claim.date and claim.date.latest else date.min), claim.id


def _is_later(fact: ClaimField, claim: Claim, than: Claim) -> bool:
    if fact is ClaimField.VERSION:
        return compare(claim.value, than.value) == 1
    if claim.date and than.date and claim.date.earliest and than.date.latest:
        return claim.date.earliest > than.date.latest
    return False


def _disagreements(by_field: dict[ClaimField, list[Claim]], taken: dict[ClaimField, Claim]) -> Iterable[Disagreement]:
    for fact in _DISPUTABLE:
        best = taken.get(fact)
        seen: list[Claim] = []
        for claim in by_field.get(fact, ()):
            if best is None or claim is best or not _is_disputable(fact, claim, best):
                continue
            if not agree(fact, best, claim) and not any(agree(fact, claim, other) for other in seen):
                seen.append(claim)
                yield Disagreement(fact, best, claim)


def _is_disputable(fact: ClaimField, claim: Claim, best: Claim) -> bool:
    """Rows of one revision table are a history; a file's own title and dates are other facts."""
    if claim.ground is best.ground is Ground.REVISION_TABLE:
        return False
    of_the_document = fact in (ClaimField.NUMBER, ClaimField.VERSION, ClaimField.STATUS)
    return of_the_document or not {claim.ground, best.ground} & _OF_THE_FILE


def _value(taken: dict[ClaimField, Claim], fact: ClaimField) -> str | None:
    claim = taken.get(fact)
    return claim.value if claim else None


def _date(taken: dict[ClaimField, Claim], fact: ClaimField) -> DateAnchor | None:
    claim = taken.get(fact)
    return claim.date if claim else None


def _word(taken: dict[ClaimField, Claim], fact: ClaimField, default: W) -> W:
    claim = taken.get(fact)
    if claim is None:
        return default
    try:
        return type(default)(claim.value.strip().casefold())
    except ValueError:
        return default


def _number(claim: Claim | None) -> tuple[str | None, str | None]:
    return split_edition(claim.value) if claim else (None, None)


def _version(taken: dict[ClaimField, Claim], edition: str | None) -> str | None:
    """The version that is claimed, else the edition of the number; that first where only a file's name has another."""
    version, number = taken.get(ClaimField.VERSION), taken.get(ClaimField.NUMBER)
    if version is None or number is None:
        return version.value if version else edition
    is_weaker = version.ground is Ground.FILE_NAME and _RANK[number.ground] < _RANK[version.ground]
    if is_weaker and number.value.endswith(f"/{version.value}"):
        return edition
    return edition if edition and is_weaker else version.value


def _labels(version: str | None, edition: str | None, taken: dict[ClaimField, Claim]) -> tuple[str, ...]:
    """The version, the number's edition, the year that a revised print goes by ("2014(2018年版)" is the 2014
    one), and the year of issue where none is a year."""
    labels = [label for label in (version, edition) if label]
    labels += [match[1] for label in labels if (match := _REPRINT.match(label))]
    dated = _date(taken, ClaimField.DATE)
    if dated and dated.earliest and dated.latest and dated.earliest.year == dated.latest.year:
        keys = [revision_key(label) for label in labels]
        if labels and not any(key and key.series == "year" for key in keys):
            labels.append(str(dated.earliest.year))
    return tuple(dict.fromkeys(labels))


def _edition_year(version: str | None) -> DateAnchor | None:
    """The year that an edition is named after, as bounds."""
    key = revision_key(version) if version else None
    if version is None or key is None or key.series != "year":
        return None
    year = key.parts[2] if _PRINT.search(version) and key.parts[2] else key.parts[0]
    return DateAnchor(date(year, 1, 1), date(year, 12, 31), version)


def _overlap(first: DateAnchor | None, second: DateAnchor | None) -> bool:
    """Whether two dates may be the same day; an unknown one may be any."""
    if first is None or second is None:
        return True
    starts = [d for d in (first.earliest, second.earliest) if d]
    ends = [d for d in (first.latest, second.latest) if d]
    return not starts or not ends or max(starts) <= min(ends)


def _fold(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def _spoken_version(version: str) -> str:
    """ "C" is said "Rev C"; labels that say what they are stay as they are."""
    return f"Rev {version}" if re.fullmatch(r"[A-Z]{1,2}\d{0,2}|[PTC]\d{2}(?:\.\d+)?|\d{1,2}", version) else version

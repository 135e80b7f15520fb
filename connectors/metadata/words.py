"""The compiled word lists of `words.toml`: labels, designations, editions, statuses."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from graph.notation import narrow
from graph.vocabulary import AuthorityClass, ClaimField, SourceKind, Status

_LABEL_LINE = re.compile(r"^\s*(?P<label>[^\W\d_][^:：\t]{0,40}?)\s*(?:[:：]|\s№)\s*(?P<value>.*)$")
_STATUS_PARTS = re.compile(r"\s[-–—]\s|[,;:(|/]")
_UNTIL = re.compile(r"\b(?:until|unless|replac(?:es|ing)|supersed(?:es|ing))\b")
_NOT = re.compile(r"\b(?:not|never|no longer|yet to be|to be)\s+$")
_SUITABILITY = re.compile(r"^(?:S[0-7]|[AB]\d{0,2}|CR)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Label:
    """What a label of a header announces.

    Attributes:
        prefix: Family put before a bare value: "RFC" before "9110".
        authority: The class of a document with such a label, where its kind does not tell it.
        value: Pattern that a value must start with; what follows is no part of it.
        means: The status that a date after the label dates.
    """

    field: ClaimField
    prefix: str | None
    kind: SourceKind | None
    authority: AuthorityClass | None
    value: re.Pattern[str] | None
    means: Status | None = None


@dataclass(frozen=True, slots=True)
class Phrase:
    """A pattern with the words it stands for, what it implies, and how much that is worth."""

    pattern: re.Pattern[str]
    template: str | None
    kind: SourceKind | None
    authority: AuthorityClass | None
    confidence: float


@dataclass(frozen=True, slots=True)
class Dated:
    """What a date means by the words after it.

    Attributes:
        ending: The end that the date itself must have; None for any.
    """

    field: ClaimField
    pattern: re.Pattern[str]
    ending: re.Pattern[str] | None


@dataclass(frozen=True, slots=True)
class Codes:
    """How a code of a place names itself, its place, the part of it that a text is, and where joined lines part."""

    name: re.Pattern[str]
    place: re.Pattern[str]
    part: re.Pattern[str]
    joined: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Fate:
    """How a sentence says what became of a proposed text.

    Attributes:
        anywhere: Believed outside the front matter too, such as beside the signatures.
        motion: Tells of a motion, which may be one about how to go on.
    """

    status: Status
    pattern: re.Pattern[str]
    anywhere: bool
    motion: bool
    confidence: float


@dataclass(frozen=True, slots=True)
class Votes:
    """How votes are counted.

    Attributes:
        counts: Patterns of a count, each with groups `ayes` and `nays`: figures or names.
        needed: The count that was needed, as group `needed`.
        ayes: The head of a column of votes for.
        nays: The head of a column of votes against.
        total: The label of a row of sums.
        nobody: Words for no votes.
    """

    counts: tuple[re.Pattern[str], ...]
    needed: re.Pattern[str]
    ayes: re.Pattern[str]
    nays: re.Pattern[str]
    total: re.Pattern[str]
    nobody: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Replies:
    """Where an answer to a question stands, and what stands there while there is none."""

    heading: re.Pattern[str]
    empty: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Periods:
    """How a text states a day by a period from its adoption.

    Attributes:
        after: Number, unit and event, as groups `n` and `unit`.
        at_once: The day of the adoption itself.
        during: How long it binds, as groups `n`, `unit` and `event`.
        start: The events that are the day from which it binds.
        numbers: Spelled numbers.
        units: Words for day, week, month and year, to those.
        named: What the tokens of the patterns stand for.
    """

    after: re.Pattern[str]
    at_once: re.Pattern[str]
    during: re.Pattern[str]
    start: re.Pattern[str]
    numbers: dict[str, int]
    units: dict[str, str]
    named: dict[str, str]


@dataclass(frozen=True, slots=True)
class Words:
    """All lists."""

    openings: frozenset[str]
    not_titles: tuple[str, ...]
    bodies: tuple[str, ...]
    letterheads: re.Pattern[str]
    house_titles: re.Pattern[str]
    labels: dict[str, Label]
    related: frozenset[str]
    designations: tuple[Phrase, ...]
    aliases: tuple[Phrase, ...]
    editions: tuple[Phrase, ...]
    kinds: tuple[Phrase, ...]
    contract_authority: tuple[Phrase, ...]
    jurisdictions: tuple[Phrase, ...]
    effective_from: tuple[str, ...]
    effective_to: tuple[str, ...]
    effective_forms: re.Pattern[str]
    ended: re.Pattern[str]
    stops: re.Pattern[str]
    reach: int
    volume: re.Pattern[str]
    supplement: re.Pattern[str]
    supplements: re.Pattern[str]
    in_volumes: frozenset[SourceKind]
    kind_authority: dict[SourceKind, AuthorityClass]
    status: dict[str, Status]
    whole_status: dict[str, Status]
    lone_statuses: frozenset[str]
    not_designated: re.Pattern[str]
    house_number: re.Pattern[str]
    dated: tuple[Dated, ...]
    codes: Codes
    fates: tuple[Fate, ...]
    procedure: re.Pattern[str]
    votes: Votes
    replies: Replies
    periods: Periods


@cache
def words() -> Words:
    """The word lists, read once."""
    data = tomllib.loads(files("connectors.metadata").joinpath("words.toml").read_text("utf-8"))
    return Words(
        openings=frozenset(data["openings"]),
        not_titles=tuple(data["not_titles"]),
        bodies=tuple(data["bodies"]),
        letterheads=re.compile(data["letterheads"], re.IGNORECASE),
        house_titles=re.compile(data["house_titles"], re.IGNORECASE),
        labels={word: _label(entry) for entry in data["labels"] for word in entry["words"]},
        related=frozenset(data["related"]["words"]),
        designations=_phrases(data["designations"], "number"),
        aliases=_phrases(data["aliases"], "alias"),
        editions=_phrases(data["editions"], "value"),
        kinds=_phrases(data["kinds"], "kind"),
        contract_authority=_phrases(data["contract_authority"], "authority"),
        jurisdictions=_phrases(data["jurisdictions"], "value"),
        effective_from=tuple(data["effective"]["from"]),
        effective_to=tuple(data["effective"]["to"]),
        effective_forms=re.compile("|".join(data["effective"]["from_forms"]), re.IGNORECASE | re.MULTILINE),
        ended=re.compile(data["effective"]["ended"], re.IGNORECASE),
        stops=re.compile(data["effective"]["stops"], re.IGNORECASE),
        reach=data["effective"]["reach"],
        volume=re.compile(data["volumes"]["pattern"], re.IGNORECASE),
        supplement=re.compile(data["supplements"]["pattern"], re.IGNORECASE),
        supplements=re.compile(data["supplements"]["numbers"], re.IGNORECASE),
        in_volumes=frozenset(SourceKind(kind) for kind in data["volumes"]["kinds"]),
        kind_authority={SourceKind(k): AuthorityClass(v) for k, v in data["kind_authority"].items()},
        status=_statuses(data["status"]),
        whole_status=_statuses(data["whole_status"]),
        lone_statuses=frozenset(data["lone_statuses"]),
        not_designated=re.compile(data["not_designated"], re.IGNORECASE),
        house_number=re.compile(data["house_number"]["pattern"]),
        dated=tuple(_dated(entry) for entry in data["dated"]),
        codes=Codes(**{name: re.compile(pattern, re.IGNORECASE) for name, pattern in data["codes"].items()}),
        fates=tuple(_fate(entry, data["fate_subject"]) for entry in data["fates"]),
        procedure=re.compile(data["procedure"]["pattern"], re.IGNORECASE),
        votes=_votes(data["votes"]),
        replies=Replies(*(re.compile(data["replies"][n], re.IGNORECASE | re.MULTILINE) for n in ("heading", "empty"))),
        periods=_periods(data["periods"]),
    )


def _label(entry: dict[str, Any]) -> Label:
    value = re.compile(entry["value"], re.IGNORECASE) if "value" in entry else None
    kind = SourceKind(entry["kind"]) if "kind" in entry else None
    authority = AuthorityClass(entry["authority"]) if "authority" in entry else None
    means = Status(entry["means"]) if "means" in entry else None
    return Label(ClaimField(entry["field"]), entry.get("prefix"), kind, authority, value, means)


def _dated(entry: dict[str, Any]) -> Dated:
    ending = re.compile(entry["ending"], re.IGNORECASE) if "ending" in entry else None
    return Dated(ClaimField(entry["field"]), re.compile(entry["pattern"], re.IGNORECASE), ending)


def _fate(entry: dict[str, Any], subject: str) -> Fate:
    pattern = re.compile(rf"(?:{subject})?(?:{entry['pattern']})", re.IGNORECASE)
    kinds = entry.get("anywhere", False), entry.get("motion", False)
    return Fate(Status(entry["status"]), pattern, *kinds, entry["confidence"])


def _votes(data: dict[str, str]) -> Votes:
    ayes, nays = data["for"], data["against"]
    counts = (
        rf"(?<![\w-])(?P<ayes>\d{{1,3}})\s+(?:{ayes})\b[^.\n]{{0,20}}?\b(?P<nays>\d{{1,3}})\s+(?:{nays})\b",
        rf"(?<![\w-])(?:{ayes})\s*[:=–-]\s*(?P<ayes>\d{{1,3}})\b.{{0,40}}?\b(?:{nays})\s*[:=–-]\s*(?P<nays>\d{{1,3}})\b",
        rf"(?<![\w-])(?:{ayes})\s*[:–]\s*(?P<ayes>[^\n.;:]+?)\W+(?:{nays})\s*[:–]\s*(?P<nays>[^\n.;:]+)",
    )
    return Votes(
        tuple(re.compile(pattern, re.IGNORECASE | re.DOTALL) for pattern in counts),
        *(re.compile(data[name], re.IGNORECASE) for name in ("needed", "for", "against", "total", "nobody")),
    )


def _statuses(data: dict[str, list[str]]) -> dict[str, Status]:
    return {word: Status(status) for status, entries in data.items() for word in entries}


def _periods(data: dict[str, Any]) -> Periods:
    numbers = {word: int(figure) for word, figure in data["numbers"].items()}
    spelled = "|".join(sorted(map(re.escape, numbers), key=len, reverse=True))
    units = {word: unit for unit, spellings in data["units"].items() for word in spellings}
    number = rf"(?<!\w)(?:\d{{1,3}}(?:st|nd|rd|th)?|(?:{spelled})(?:[\s-]+(?:and[\s-]+)?(?:{spelled}))*)"
    named = {"<N>": number, "<U>": "|".join(map(re.escape, units)), "<E>": data["event"]}

    def compiled(name: str) -> re.Pattern[str]:
        pattern: str = data[name]
        for token, meaning in named.items():
            pattern = pattern.replace(token, meaning)
        return re.compile(pattern, re.IGNORECASE)

    after, at_once, during, start = map(compiled, ("after", "at_once", "during", "start"))
    return Periods(after, at_once, during, start, numbers=numbers, units=units, named=named)


def _phrases(entries: list[dict[str, Any]], template: str) -> tuple[Phrase, ...]:
    return tuple(
        Phrase(
            re.compile(entry["pattern"], re.IGNORECASE),
            entry.get(template),
            SourceKind(entry["kind"]) if "kind" in entry else None,
            AuthorityClass(entry["authority"]) if "authority" in entry else None,
            entry.get("confidence", 0.5),
        )
        for entry in entries
    )


@cache
def known_label() -> re.Pattern[str]:
    """Any known label with its colon; the group `label` is the label."""
    known = sorted([*words().labels, *words().related], key=lambda word: (-len(word), word))
    spelled = "|".join(re.escape(word).replace(r"\ ", r"\.?\s+") for word in known)
    return re.compile(rf"(?<![\w-])(?P<label>{spelled})\.?\s*[:：]\s*", re.IGNORECASE)


def label_key(label: str) -> str:
    """A label without case, dots and doubled blanks: "Dwg. No." and "DWG NO" are one."""
    return " ".join(label.replace(".", " ").casefold().split())


def split_label(line: str) -> tuple[str, str, int] | None:
    """Label key, value, and where the value starts in the line, for a line "Label: value"; or None."""
    match = _LABEL_LINE.match(line)
    if match is None:
        return None
    return label_key(match["label"]), match["value"].rstrip(), match.start("value")


def is_label(words_of_cell: str) -> bool:
    """Whether the words are a known label, with or without a colon."""
    key = label_key(words_of_cell.strip().rstrip(":："))
    return key in words().labels or key in words().related


def is_label_line(line: str) -> bool:
    """Whether the line starts with a label that headers of documents use."""
    parts = split_label(line)
    return parts is not None and (parts[0] in words().labels or parts[0] in words().related)


def is_designation(line: str) -> bool:
    """Whether the line starts with a document's own designation, such as "SECTION 08 11 13" or "MUNICIPAL CODE"."""
    return designation(line) is not None or words().codes.name.match(line.strip()) is not None


def starts_with_number(line: str) -> bool:
    """Whether the line starts with the number of a document, its own or another's."""
    return any(phrase.pattern.search(line.strip()) for phrase in words().designations)


_DASH_IN_NUMBER = re.compile(r"(?<=\d)[\u2010-\u2015\u2212](?=\d)")


_LONGEST_DESIGNATION = 600
"""Characters at the start of a line in which its number stands, if anywhere."""


def designation(line: str) -> tuple[Phrase, re.Match[str]] | None:
    """The designation at the start of a line without the blanks around it, or None.

    A line that goes on as a sentence ("Section 07 21 00 clause 2.1 is amended") names another document.
    """
    stripped = _DASH_IN_NUMBER.sub("-", narrow(line.strip()[:_LONGEST_DESIGNATION]))
    for phrase in words().designations:
        match = phrase.pattern.search(stripped)
        if match and not words().not_designated.match(stripped, match.end()):
            return phrase, match
    return None


def is_opening(line: str) -> bool:
    """Whether the line is the heading that a document's body or front sections start with."""
    return line.strip().strip(".:").casefold() in words().openings


def status_of(text: str) -> Status | None:
    """The status that some words or an ISO 19650 code mean, or None.

    Of several the one that keeps the text out of force counts: "Approved - superseded by Rev C".
    """
    key = _folded(text)
    whole = {**words().status, **words().whole_status}
    if key in whole:
        return whole[key]
    if _SUITABILITY.match(key):
        return whole[key[0]] if key[0] in "ab" else whole.get(key)
    first = _folded(_STATUS_PARTS.split(key)[0])
    return words().whole_status.get(first) or _weakest(_UNTIL.split(key)[0])


def _folded(text: str) -> str:
    return " ".join(text.casefold().replace("_", " ").split()).strip(" .;,()[]")


def _weakest(key: str) -> Status | None:
    """The status among the known words of a text, without those that are part of longer ones or denied."""
    places = [
        match.span()
        for word in sorted(words().status, key=len, reverse=True)
        if len(word) > 3 and word in key
        for match in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", key)
    ]
    kept = [p for p in places if not any(o != p and o[0] <= p[0] and p[1] <= o[1] for o in places)]
    found = [_denied(words().status[key[start:end]], key[:start]) for start, end in kept]
    standing = [status for status in found if status is not None]
    return next((status for status in standing if status is not Status.ISSUED), next(iter(standing), None))


def _denied(status: Status, before: str) -> Status | None:
    """The status, or what is left of it after "not"."""
    if not _NOT.search(before):
        return status
    return Status.DRAFT if status is Status.ISSUED else None

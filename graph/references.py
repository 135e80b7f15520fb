"""Document identifiers, clause addresses and editions in running text and in queries.

The notations are data (`references.toml`): one entry per family of numbers, in several languages.
All functions are pure; spans are half-open code points of the text that was given.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from graph.addresses import clause_after, clause_before, clause_path, find_clauses
from graph.model import Span
from graph.notation import DASHES, Family, find_cores, narrow, notation
from graph.unlisted import numbers, titles

__all__ = [
    "Reference",
    "clause_path",
    "expand_list",
    "find_clauses",
    "find_references",
    "normalise_number",
    "short_name",
    "split_edition",
]

_DASH = str.maketrans({**dict.fromkeys(DASHES, "-"), "’": "'"})
_SPACES = re.compile(r"[\s_\u00a0]+")
_AROUND = 64
_PART = re.compile(r"\.\d{1,4}(?:\([a-zA-Z0-9]{1,4}\))*")
_ITEM_START = re.compile(r"(?:^|[:,;(]|\b(?:and|or|of)|&|\n|\s\s|[、и])\s*$", re.IGNORECASE)
_CLOSE = re.compile(r"^([A-Z]{2,6})(\d)")
_PRODUCT = re.compile(r"(?<![A-Za-z0-9])[A-Z][A-Z0-9]{1,11}(?:-[A-Z0-9]{2,11}){1,4}(?![A-Za-z0-9-])")
_CONFIRMED = re.compile(r"\s?\((?:R|Reapproved\s|Reaffirmed\s)?((?:19|20)\d\d)\)$", re.IGNORECASE)
"""The year in which an edition was confirmed, behind its own: "-15 (Reapproved 2019)", "-2010 (R2016)"."""
_ACRONYM = re.compile(r"^[A-Z]{2,8}\b.*\d$")
_DESIGNATED = re.compile(
    r"(?<![A-Za-z0-9])(?P<head>[A-Z]{2,8} [A-Z]{1,2} ?\d{1,5}(?:\.\d{1,3}){0,3}M?)"
    r"(?: ?[-‐-―−] ?|\s*:\s*)(?P<edition>(?:(?:19|20)\d\d|\d\d[a-z]?)"
    r"(?:\s?\((?:R|[Rr]e(?:approved|affirmed)\s)?(?:19|20)\d\d\))?)(?![A-Za-z0-9-])"
)
"""A number of letter and figures with a year, or its last two figures, behind it: "VST D45-09", "VSI A8.7-2010"."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A document named in a text.

    Attributes:
        span: Everything that belongs to the naming: number, edition and clause.
        text: The characters of `span`.
        key: `normalise_number` of the document: equal for all ways of writing it, no edition.
        edition: As written without its word: "20", "2013+A2:2021", "C", "4"; None where not named.
        clause: Address within the document, as `find_clauses` gives it; None where not named.
    """

    span: Span
    text: str
    key: str
    edition: str | None = None
    clause: str | None = None


def find_references(text: str, known: Collection[str] = ()) -> list[Reference]:
    """The documents that a text names, left to right, longest first, without overlaps.

    Args:
        known: More numbers or names to recognise, such as those of the works in a store; they
            are matched without regard to case, kind of dash or width of space.
    """
    plain = narrow(text)
    found = [*_of_families(plain), *_with_edition(plain), *_of_known(plain, known)]
    found.sort(key=lambda reference: (reference.span.start, -reference.span.end))
    kept: list[Reference] = []
    for reference in found:
        if not kept or reference.span.start >= kept[-1].span.end:
            kept.append(reference)
        elif len(reference.span) > len(kept[-1].span):
            kept[-1] = reference
    return kept if plain == text else [replace(r, text=text[r.span.start : r.span.end]) for r in kept]


def _of_families(text: str) -> Iterator[Reference]:
    last = 0
    for family, core in find_cores(text):
        if core.start() < last:
            continue
        key = _key(family, core["lead"], core["number"])
        reference = _surrounded(text, Span(*core.span()), family, key, last)
        if family.dotted and (part := _PART.match(text, core.end())):
            span = Span(core.start(), part.end())
            reference = Reference(span, text[span.start : span.end], key, None, core["number"] + part[0])
        yield reference
        last = reference.span.end
        for more in (*_alternatives(text, reference), *_list_tail(text, core, family, last)):
            yield more
            last = more.span.end


def _alternatives(text: str, reference: Reference) -> Iterator[Reference]:
    """The same document in the further editions that are named: "A156.19 (1997 or 2002 edition)"."""
    at = reference.span.end
    while reference.edition and (match := notation().edition_next.match(text, at)):
        span, at = Span(match.start("year"), match.end()), match.end()
        yield Reference(span, text[span.start : span.end], reference.key, match["year"])


def _surrounded(text: str, core: Span, family: Family, key: str, floor: int) -> Reference:
    """A document number with the edition and the clause written after or before it."""
    start, end = core.start, core.end
    edition, end = _edition_after(text, end, family)
    if edition is None:
        edition, start = _edition_before(text, start, family.year, floor)
    clause, end = clause_after(text, end, bare=family.year or family.clause)
    if clause is None:
        clause, start = clause_before(text, start, max(floor, start - _AROUND))
    return Reference(Span(start, end), text[start:end], key, edition, clause)


def _edition_after(text: str, end: int, family: Family) -> tuple[str | None, int]:
    match = family.edition.match(text, end)
    return (_clean_edition(match[0]), match.end()) if match else (None, end)


def _edition_before(text: str, start: int, year: bool, floor: int) -> tuple[str | None, int]:
    table, floor = notation(), max(floor, start - _AROUND)
    match = table.edition_leading.search(text, floor, start)
    if match is None and year:
        match = table.edition_year.search(text, floor, start)
    return (_clean_edition(match[0]), match.start()) if match else (None, start)


def _clean_edition(text: str) -> str:
    """An edition without its word: " (2013 edition)" is "2013", ", Rev. 4" is "4", "third edition of" is "3"."""
    table = notation()
    cleaned = _CONFIRMED.sub(r"(\1)", text.translate(_DASH))
    while (shorter := table.edition_noise.sub("", cleaned).strip(" _\t\n\u00a0")) != cleaned:
        cleaned = shorter
    cleaned = re.sub(r"(?i)^(\d+)(?:st|nd|rd|th)$", r"\1", cleaned.lstrip(".:")).strip()
    return table.ordinals.get(cleaned.casefold(), cleaned)


def _list_tail(text: str, core: re.Match[str], family: Family, end: int) -> Iterator[Reference]:
    """The further items of "RFCs 2818, 7231 and 7235"."""
    if family.plural is None or not family.plural.match(core["lead"]):
        return
    while gap := notation().separator.match(text, end):
        item = family.item.match(text, gap.end())
        if item is None:
            return
        edition, end = _edition_after(text, item.end(), family)
        span = Span(item.start(), end)
        yield Reference(
            span,
            text[span.start : end],
            _key(family, core["lead"], item["number"]),
            edition,
        )


def _with_edition(text: str) -> Iterator[Reference]:
    """Numbers of no listed family that state an edition: "HLS 12:2015", "ESP32-EVB Rev D"."""
    for match in numbers(text):
        yield _with_month(text, _of_no_family(text, match))
    for span, title, edition in titles(text):
        yield Reference(span, text[span.start : span.end], _fold(title), _clean_edition(edition))
    for match in _DESIGNATED.finditer(text):
        edition = _clean_edition(match["edition"])
        yield Reference(Span(*match.span()), match[0], _fold(match["head"]), edition)
    for match in _PRODUCT.finditer(text):
        reference = _of_no_family(text, match)
        if reference.edition is not None:
            yield reference


def _with_month(text: str, reference: Reference) -> Reference:
    """The reference, with a month and year behind it as its edition where it has no other and is of no family."""
    month = notation().edition_month.match(text, reference.span.end)
    if month is None or reference.edition is not None or _parse_whole(reference.text):
        return reference
    span = Span(reference.span.start, month.end())
    return replace(reference, span=span, text=text[span.start : span.end], edition=month[0].strip(" ,;()"))


def _of_known(text: str, known: Collection[str]) -> Iterator[Reference]:
    if known:
        for match in _known_pattern(tuple(sorted(set(known)))).finditer(text):
            yield _of_no_family(text, match)


def _of_no_family(text: str, match: re.Match[str]) -> Reference:
    key = _key_of_whole(match[0]) or _key_of_whole(_CLOSE.sub(r"\1 \2", match[0])) or _fold(match[0])
    return _surrounded(text, Span(*match.span()), _no_family(), key, 0)


@lru_cache(maxsize=1)
def _no_family() -> Family:
    table = notation()
    edition = re.compile(f"{table.edition_trailing.pattern}|{table.edition_bare.pattern}")
    return replace(
        table.families[0],
        name="",
        first=(),
        edition=edition,
        clause=False,
        year=False,
        dotted=False,
    )


@lru_cache(maxsize=8)
def _known_pattern(known: tuple[str, ...]) -> re.Pattern[str]:
    parts = []
    for number in sorted(known, key=lambda name: (-len(name), name)):
        folded = _SPACES.sub(" ", number.translate(_DASH)).strip()
        if folded:
            parts.append(
                re.escape(folded).replace(r"\ ", rf"[\s_\u00a0{DASHES}]{{1,12}}").replace(r"\-", rf"[{DASHES}\s_]?")
            )
    return re.compile(
        rf"(?<![A-Za-z0-9])(?:{'|'.join(parts) or '(?!)'})(?![A-Za-z0-9])",
        re.IGNORECASE,
    )


def _key(family: Family, lead: str, number: str) -> str:
    folded = _fold_number(family.form, number)
    match family.form:
        case "none":
            return family.name
        case "lift":
            return folded
        case "named":
            return family.renamed(_fold_lead(lead))
        case "lead":
            whole = _fold(lead + number)
            return family.alias.get(whole, whole)
    name = family.name or family.renamed(_fold_lead(lead))
    separator = "" if not name or name.endswith("DRAFT-") else family.separator
    return f"{name}{separator}{folded}"


def _fold(text: str) -> str:
    return _SPACES.sub(" ", text.translate(_DASH)).strip().upper()


def _fold_lead(lead: str) -> str:
    """Fold "Change Orders No. " to "CHANGE ORDER": no number word, no plural of a long word."""
    name = _fold(lead)
    if name == "DRAFT-":
        return name
    name = re.sub(r"[\s:#.-]*(?:\b(?:NOS?|NUMBER|NR|PART)\b\.?|№|§+)?[\s:#.-]*$", "", name)
    name = re.sub(r"(?<=[A-Z])[-/](?=EN\b)", " ", name)
    name = re.sub(r"(?<=[A-Z]{4})S$", "", name.replace("C.F.R", "CFR").replace("U.S.C", "USC"))
    return re.sub(r"\s(?:STANDARD|STD\.?|NO\.?|CODE)$", "", name)


_FOLDS = {
    "integer": (re.compile(r"^0+(?=\d)"), ""),
    "volume": (re.compile(r"[:,]? ?(?:VOLUME|VOL\.?|V) ?(\d)$"), r" VOLUME \1"),
    "page": (re.compile(r"^(\d+)-?[A-Z]+-?(\d+)$"), r"\1 FR \2"),
    "part": (re.compile(r"(?:PART|PT\.?)(?=\d)"), "-"),
    "dual": (re.compile(r"/.*"), ""),
    "slash": (re.compile(r"NO\.?"), "/"),
    "lift": (re.compile(r"^([A-Z]{1,4})(\d{3,4})"), r"\1-\2"),
}
"""What stands in a number and what is written for it, by the form of its family; see `references.toml`."""


def _fold_number(form: str, number: str) -> str:
    folded = re.sub(r"\s", "", _fold(number)) if form != "volume" else _fold(number)
    if form == "pairs":
        digits = re.sub(r"[^\d.]|\.(?!\d\d$)", "", folded)
        return f"{digits[:2]} {digits[2:4]} {digits[4:]}"
    if form == "page":
        folded = re.sub(r"[.,]", "", folded)
    found = _FOLDS.get(form)
    return found[0].sub(found[1], folded) if found else folded


def normalise_number(text: str) -> str:
    """The key of a document number: equal for all ways of writing one number, without its edition.

    A number of no known family is folded only: upper case, plain dashes, single spaces; an
    edition goes when it is written as one ("HLS 12:2015", "ESP32-EVB Rev D"). Idempotent.
    """
    key = _fold(narrow(text))
    seen = {key}
    while (shorter := _normalise_once(key)) not in seen:
        seen.add(shorter)
        key = shorter
    return key


def _normalise_once(text: str) -> str:
    whole = _key_of_whole(text)
    if whole is not None:
        return whole
    references = find_references(text)
    if len(references) == 1 and references[0].clause is None and references[0].span == Span(0, len(text)):
        return references[0].key
    return _fold(_split_generic(text)[0]) or text


def _key_of_whole(text: str) -> str | None:
    parsed = _parse_whole(text)
    return _key(parsed[0], parsed[1]["lead"], parsed[1]["number"]) if parsed else None


def _parse_whole(text: str) -> tuple[Family, re.Match[str], str | None] | None:
    """The family of a text that is one document number, perhaps with its edition, and nothing else."""
    best: tuple[Family, re.Match[str], str | None] | None = None
    for family in notation().families:
        core = family.core.match(text)
        if core is None or family.clause:
            continue
        edition, end = _edition_after(text, core.end(), family)
        if not text[end:].strip(" .,;:_") and (best is None or core.end() > best[1].end()):
            best = family, core, edition
    return best


def split_edition(text: str) -> tuple[str, str | None]:
    """A document number and its edition, both as written: ("ASTM E119", "20"), ("A-201", "C").

    The edition is None where none is written.
    """
    whole = narrow(text.strip())
    parsed = _parse_whole(whole)
    if parsed is not None:
        return whole[: parsed[1].end()].strip(), parsed[2]
    references = find_references(whole)
    if len(references) == 1 and references[0].edition and references[0].span == Span(0, len(whole)):
        cores = find_cores(whole)
        number, edition = _split_generic(whole)
        return cores[0][1][0].strip() if cores else number if edition else references[0].key, references[0].edition
    return _split_generic(whole)


def short_name(number: str) -> str:
    """The name by which a document's clauses are cited: "K" for "Approved Document K", else as written."""
    parsed = _parse_whole(number.strip())
    if parsed is None or not parsed[0].short:
        return number.strip()
    return parsed[1]["number"]


def _split_generic(whole: str) -> tuple[str, str | None]:
    """Split an edition off a number of no family; a bare "-2015" only from an acronym with a number."""
    table = notation()
    for pattern in (table.edition_trailing, table.edition_bare):
        for match in pattern.finditer(whole):
            head = whole[: match.start()].strip(" _,;")
            if match.end() < len(whole) or not head:
                continue
            if pattern is table.edition_trailing or ":" in match[0] or _ACRONYM.match(head):
                return head, _clean_edition(match[0])
    designated = _DESIGNATED.fullmatch(whole)
    return (designated["head"], _clean_edition(designated["edition"])) if designated else (whole, None)


def expand_list(text: str, document: str | None = None) -> list[Reference]:
    """The documents of a list whose items share a family, each with its own span.

    "Obsoletes: 2818, 7230" in RFC 9110 names RFC 2818 and RFC 7230; "Replaces: 345" in PEP 566
    names PEP 345. A bare number inherits the family of the item before it, else of `document`.

    Args:
        document: Number of the document that holds the list; None where it is unknown.
    """
    parsed = _parse_whole(document.strip()) if document else None
    heirs = (parsed[0], parsed[1]["lead"]) if parsed else None
    named = {reference.span.start: reference for reference in find_references(text)}
    found: list[Reference] = []
    at = 0
    while at < len(text):
        reference = named.get(at) or (_heir(text, at, heirs) if heirs else None)
        if reference is None:
            at += 1
            continue
        found.append(reference)
        cores = find_cores(reference.text)
        heirs = (cores[0][0], cores[0][1]["lead"]) if cores else heirs
        at = max(reference.span.end, at + 1)
    return found


def _heir(text: str, at: int, heirs: tuple[Family, str]) -> Reference | None:
    family, lead = heirs
    match = family.item.match(text, at)
    if match is None or not _ITEM_START.search(text[max(0, at - 12) : at]):
        return None
    edition, end = _edition_after(text, match.end(), family)
    return Reference(Span(at, end), text[at:end], _key(family, lead, match["number"]), edition)

"""Document identifiers, clause addresses and editions in running text and in queries.

The notations are data (`references.toml`): one entry per family of numbers, in several languages.
All functions are pure; spans are half-open code points of the text that was given.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from graph.model import Span
from graph.notation import DASHES, Family, notation

_DASH = str.maketrans(dict.fromkeys(DASHES, "-"))
_SPACES = re.compile(r"[\s_\u00a0]+")
_AROUND = 64
_ITEM_START = re.compile(r"(?:^|[:,;(]|\b(?:and|or|of)|&|\n|\s\s|[、и])\s*$", re.IGNORECASE)
_GENERIC = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2,6}(?:/[A-Z]{1,4})?[ _-]\d{1,5}(?:\.\d{1,3})*(?:-\d{1,3}(?!\d))?")
_NAMED_REVISION = re.compile(r"(?<![A-Za-z0-9])[A-Z][A-Z0-9]{1,11}(?:-[A-Z0-9]{2,11}){1,4}(?![A-Za-z0-9-])")
_ACRONYM = re.compile(r"^[A-Z]{2,8}\b.*\d$")


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
    found = [*_family_references(text), *_other_references(text, known)]
    found.sort(key=lambda reference: (reference.span.start, -reference.span.end))
    kept: list[Reference] = []
    for reference in found:
        if not kept or reference.span.start >= kept[-1].span.end:
            kept.append(reference)
        elif len(reference.span) > len(kept[-1].span):
            kept[-1] = reference
    return kept


def _family_references(text: str) -> Iterator[Reference]:
    table = notation()
    last = 0
    for match in table.any_core.finditer(text):
        if match.start() < last or match.lastgroup is None:
            continue
        family = table.families[int(match.lastgroup[1:])]
        core = family.core.match(text, match.start())
        if core is None:
            continue
        reference = _surrounded(text, core, family, last)
        yield reference
        last = reference.span.end
        for more in _list_tail(text, core, family, last):
            yield more
            last = more.span.end


def _surrounded(text: str, core: re.Match[str], family: Family, floor: int) -> Reference:
    """The core match with the edition and the clause written before or after it."""
    start, end = core.span()
    edition, end = _edition_after(text, end, family)
    if edition is None:
        edition, start = _edition_before(text, start, family, floor)
    clause, end = _clause_after(text, end, family, core["number"])
    if clause is None:
        clause, start = _clause_before(text, start, floor)
    key = _key(family, core["lead"], core["number"])
    return Reference(Span(start, end), text[start:end], key, edition, clause)


def _edition_after(text: str, end: int, family: Family) -> tuple[str | None, int]:
    match = family.edition.match(text, end)
    return (_clean_edition(match[0]), match.end()) if match else (None, end)


def _edition_before(text: str, start: int, family: Family, floor: int) -> tuple[str | None, int]:
    window = max(floor, start - _AROUND)
    before = text[window:start]
    match = notation().edition_leading.search(before)
    if match is None and family.year:
        match = notation().edition_year.search(before)
    return (_clean_edition(match[0]), window + match.start()) if match else (None, start)


def _clean_edition(text: str) -> str:
    table = notation()
    cleaned = text.translate(_DASH)
    while (shorter := table.edition_noise.sub("", cleaned).strip(" _\t\n\u00a0")) != cleaned:
        cleaned = shorter
    cleaned = re.sub(r"(?i)^(\d+)(?:st|nd|rd|th)$", r"\1", cleaned.lstrip(".:")).strip()
    return table.ordinals.get(cleaned.casefold(), cleaned)


def _clause_after(text: str, end: int, family: Family, number: str) -> tuple[str | None, int]:
    if family.dotted:
        part = re.compile(r"\.\d{1,4}(?:\([a-zA-Z0-9]{1,4}\))*").match(text, end)
        return (number + part[0], part.end()) if part else (None, end)
    gap = re.compile(r"(?:\]|[’']s|ning|нинг)?,?[\s_\u00a0]{0,12}\(?").match(text, end)
    at = gap.end() if gap else end
    for pattern, keep in (*notation().words, *notation().forms):
        match = pattern.match(text, at)
        if match and (keep or "lead" in pattern.groupindex or at > end or match[0][0] == "第"):
            return _clause_path(match, keep), match.end()
    if family.clause or family.year:
        match = notation().clause_number.match(text, at)
        if match and (family.clause or "." in match[0]):
            return _fold_clause(match[0]), match.end()
    return None, end


def _clause_before(text: str, start: int, floor: int) -> tuple[str | None, int]:
    window = max(floor, start - _AROUND)
    match = notation().clause_before.search(text[window:start])
    if match is None:
        return None, start
    if match["bare"]:
        return _fold_clause(match["bare"]), window + match.start()
    return clause_path(f"{match['lead']} {match['number']}"), window + match.start()


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
        yield Reference(span, text[span.start : end], _key(family, core["lead"], item["number"]), edition)


def _other_references(text: str, known: Collection[str]) -> Iterator[Reference]:
    """Numbers of no listed family: known ones, and unknown ones that state an edition."""
    for pattern, form in ((_GENERIC, "bare"), (_NAMED_REVISION, "trailing")):
        for match in pattern.finditer(text):
            table = notation()
            suffix = (table.edition_bare if form == "bare" else table.edition_trailing).match(text, match.end())
            if suffix and (form == "trailing" or ":" in suffix[0]):
                yield _with_clause(text, match.start(), suffix.end(), match[0], _clean_edition(suffix[0]))
    if known:
        for match in _known_pattern(tuple(sorted(set(known)))).finditer(text):
            suffix = notation().edition_trailing.match(text, match.end()) or notation().edition_bare.match(
                text, match.end()
            )
            end = suffix.end() if suffix else match.end()
            yield _with_clause(text, match.start(), end, match[0], _clean_edition(suffix[0]) if suffix else None)


def _with_clause(text: str, start: int, end: int, number: str, edition: str | None) -> Reference:
    plain = _plain_family()
    if edition is None:
        edition, start = _edition_before(text, start, plain, 0)
    clause, end = _clause_after(text, end, plain, number)
    if clause is None:
        clause, start = _clause_before(text, start, 0)
    return Reference(Span(start, end), text[start:end], normalise_number(number), edition, clause)


@lru_cache(maxsize=1)
def _plain_family() -> Family:
    return replace(notation().families[0], name="", clause=False, year=False, dotted=False)


@lru_cache(maxsize=8)
def _known_pattern(known: tuple[str, ...]) -> re.Pattern[str]:
    parts = []
    for number in sorted(known, key=lambda name: (-len(name), name)):
        folded = _SPACES.sub(" ", number.translate(_DASH)).strip()
        if folded:
            parts.append(re.escape(folded).replace(r"\ ", r"[\s_\u00a0-]{1,12}").replace(r"\-", rf"[{DASHES}\s_]?"))
    return re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(parts) or '(?!)'})(?![A-Za-z0-9])", re.IGNORECASE)


def _key(family: Family, lead: str, number: str) -> str:
    folded = _fold_number(family.form, number)
    if family.form == "none":
        return family.name
    if family.form == "lift":
        return folded
    if family.form == "lead":
        whole = _fold(lead + number)
        return family.alias.get(whole, whole)
    name = family.name or _fold_lead(lead)
    separator = "" if not name or name.endswith("-") else family.separator
    return f"{name}{separator}{folded}"


def _fold(text: str) -> str:
    return _SPACES.sub(" ", text.translate(_DASH)).strip().upper()


def _fold_lead(lead: str) -> str:
    """ "Change Orders No. " becomes "CHANGE ORDER": no number word, no plural of a long word."""
    name = re.sub(r"[\s:#.]*(?:\b(?:NOS?|NUMBER|NR|№|PART|§+)\b\.?|№|§+)?[\s:#.]*$", "", _fold(lead))
    name = re.sub(r"(?<=[A-Z]{4})S$", "", name.replace("C.F.R", "CFR").replace("U.S.C", "USC"))
    return re.sub(r"\s(?:STANDARD|STD\.?|NO\.?|CODE)$", "", name)


def _fold_number(form: str, number: str) -> str:
    folded = re.sub(r"\s", "", _fold(number)) if form != "volume" else _fold(number)
    match form:
        case "integer":
            return re.sub(r"^0+(?=\d)", "", folded)
        case "pairs":
            digits = re.sub(r"[^\d.]|\.(?!\d\d$)", "", folded)
            return f"{digits[:2]} {digits[2:4]} {digits[4:]}"
        case "volume":
            return re.sub(r"[:,]? ?(?:VOLUME|VOL\.?|V) ?(\d)$", r" VOLUME \1", folded)
        case "slash":
            return re.sub(r"NO\.?", "/", folded)
        case "lift":
            return re.sub(r"^([A-Z]{1,4})(\d{3,4})", r"\1-\2", folded)
        case _:
            return folded


def clause_path(printed: str) -> str:
    """The address of a clause from its printed number: "Section 3." is "3", "table 1.3" is "Table 1.3"."""
    text = printed.strip()
    for pattern, keep in notation().words:
        match = pattern.match(text)
        if match:
            return _clause_path(match, keep)
    return _fold_clause(text.strip(".:;§ "))


def _clause_path(match: re.Match[str], keep: str | None) -> str:
    number = match["number"] if "number" in match.re.groupindex else match[1]
    path = _fold_clause(number)
    return f"{keep} {path}" if keep else path


def _fold_clause(text: str) -> str:
    return _SPACES.sub("", text.translate(_DASH))


def find_clauses(text: str) -> list[tuple[Span, str]]:
    """The clause addresses that a text names, left to right, without overlaps.

    The second item is the path as `graph.model.Clause.path` writes it: "14.9", "1.36(a)",
    "Table 1.3", "Appendix A". "Sections 3.1 and 3.2" gives both.
    """
    table = notation()
    found: list[tuple[Span, str]] = []
    for pattern, keep in (*table.words, *table.forms):
        for match in pattern.finditer(text):
            found.append((Span(*match.span()), _clause_path(match, keep)))
            if "lead" in pattern.groupindex:
                found.extend(_clause_list(text, match, keep))
    found.sort(key=lambda item: (item[0].start, -item[0].end))
    kept: list[tuple[Span, str]] = []
    for item in found:
        if not kept or item[0].start >= kept[-1][0].end:
            kept.append(item)
    return kept


def _clause_list(text: str, first: re.Match[str], keep: str | None) -> Iterator[tuple[Span, str]]:
    """The further items after a plural word or a doubled sign: "sections 3.1, 3.2 and 3.3"."""
    lead = first["lead"].casefold()
    if not (lead.endswith(("s", "ces")) or lead in {"§§", "¶¶", "пп.", "пункты", "пунктов"}):
        return
    end = first.end()
    while gap := notation().separator.match(text, end):
        item = notation().clause_number.match(text, gap.end())
        if item is None:
            return
        end = item.end()
        path = _fold_clause(item[0])
        yield Span(*item.span()), f"{keep} {path}" if keep else path


def normalise_number(text: str) -> str:
    """The key of a document number: equal for all ways of writing one number, without its edition.

    A number of no known family is folded only: upper case, plain dashes, single spaces; an
    edition goes when it is written as one ("HLS 12:2015", "ESP32-EVB Rev D"). Idempotent.
    """
    key = _fold(text)
    for _ in range(8):
        shorter = _normalise_once(key)
        if shorter == key:
            break
        key = shorter
    return key


def _normalise_once(text: str) -> str:
    parsed = _parse_whole(text)
    if parsed is not None:
        family, core, _ = parsed
        return _key(family, core["lead"], core["number"])
    return _fold(split_edition(text)[0]) or text


def _parse_whole(text: str) -> tuple[Family, re.Match[str], str | None] | None:
    """The family of a text that is one document number and nothing else."""
    for family in notation().families:
        core = family.core.match(text)
        if core is None or family.clause:
            continue
        edition, end = _edition_after(text, core.end(), family)
        if not text[end:].strip(" .,;:_"):
            return family, core, edition
    return None


def split_edition(text: str) -> tuple[str, str | None]:
    """A document number and its edition, both as written: ("ASTM E119", "20"), ("A-201", "C").

    The edition is None where none is written.
    """
    whole = text.strip()
    parsed = _parse_whole(whole)
    if parsed is not None:
        _, core, edition = parsed
        return whole[: core.end()].strip(), edition
    references = find_references(whole)
    if len(references) == 1 and references[0].edition and references[0].span == Span(0, len(whole)):
        return _without_edition(whole, references[0])
    return _split_generic(whole)


def _without_edition(whole: str, reference: Reference) -> tuple[str, str | None]:
    table = notation()
    match = table.any_core.search(whole)
    return (match[0].strip(), reference.edition) if match else _split_generic(whole)


def _split_generic(whole: str) -> tuple[str, str | None]:
    table = notation()
    for pattern in (table.edition_trailing, table.edition_bare):
        for match in pattern.finditer(whole):
            head = whole[: match.start()].strip(" _,;")
            acronym = ":" in match[0] or pattern is table.edition_trailing or _ACRONYM.match(head)
            if match.end() == len(whole) and head and acronym:
                return head, _clean_edition(match[0])
    return whole, None


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
        heirs = _family_of(text, reference) or heirs
        at = max(reference.span.end, at + 1)
    return found


def _family_of(text: str, reference: Reference) -> tuple[Family, str] | None:
    match = notation().any_core.search(text, reference.span.start, reference.span.end)
    if match is None or match.lastgroup is None:
        return None
    family = notation().families[int(match.lastgroup[1:])]
    core = family.core.match(text, match.start())
    return (family, core["lead"]) if core else None


def _heir(text: str, at: int, heirs: tuple[Family, str]) -> Reference | None:
    family, lead = heirs
    match = family.item.match(text, at)
    if match is None or not _ITEM_START.search(text[max(0, at - 12) : at]):
        return None
    edition, end = _edition_after(text, match.end(), family)
    return Reference(Span(at, end), text[at:end], _key(family, lead, match["number"]), edition)

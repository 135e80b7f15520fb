"""Lines of the front matter that carry no label: designation, edition, date, status, kind, place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from connectors.metadata.fields import dated_by_what_follows, line_date
from connectors.metadata.titles import FrontGroup, choose_title
from connectors.metadata.words import Phrase, designation, status_of, words
from connectors.metadata.zones import Line
from connectors.protocol import Statement
from graph.dates import find_dates
from graph.references import find_references, split_edition
from graph.vocabulary import AuthorityClass, ClaimField, Ground, SourceKind

_LONGEST_MARK_CHARS = 120
_LONGEST_ISSUED_CHARS = 40
_ISSUED = re.compile(r"(?:SI|SR|SOR) ")
_SERIES = re.compile(r"(?P<series>(?:[A-Z][\w’]+\s+){2,4})(?:No\.? ?)?(?P<number>\d{1,4}/\d{2,4})$", re.IGNORECASE)
_PERSON = re.compile(r"^(?:[A-Z]\.\s?-?){1,3}\s*(?:van |de |von )?[A-Z][\w'’-]+(?:, Eds?\.)?$")


def designation_statements(line: Line) -> Iterator[Statement]:
    """Number, short names and kind from a line that starts with the document's designation."""
    found = designation(line.text)
    if found is None:
        return
    phrase, match = found
    offset = len(line.text) - len(line.text.lstrip())
    number = _tidy((phrase.template or "{n}").format(**match.groupdict()))
    span = line.span(offset + match.start("n"), offset + match.end("n"))
    yield Statement(ClaimField.NUMBER, number, line.ground, phrase.confidence, span)
    yield from alias_statements(number, line.ground)
    groups = match.groupdict()
    if groups.get("alias"):
        yield Statement(ClaimField.ALIAS, " ".join(groups["alias"].split()), line.ground, 0.8)
        yield from _initials(groups["alias"], line.ground)
    if groups.get("base"):
        yield Statement(ClaimField.ALIAS, match.group().strip(), line.ground, 0.8)
    edition = groups.get("v") or groups.get("base")
    if edition:
        yield Statement(ClaimField.VERSION, edition, line.ground, phrase.confidence, span)
    if phrase.kind:
        yield Statement(ClaimField.KIND, phrase.kind, line.ground, phrase.confidence * 0.9, span)
    if phrase.authority:
        yield Statement(ClaimField.AUTHORITY, phrase.authority, line.ground, phrase.confidence * 0.8, span)


def issued_statements(line: Line) -> Iterator[Statement]:
    """The number under which an instrument was issued, where a line is that number alone: "S.R. 2014/61"."""
    said = line.text.strip(" .#*()")
    found = find_references(said) if len(said) <= _LONGEST_ISSUED_CHARS else []
    if len(found) == 1 and found[0].text == said and _ISSUED.match(found[0].key):
        yield Statement(ClaimField.ALIAS, found[0].key, line.ground, 0.8)


def house_number(lines: Sequence[Line]) -> tuple[int, list[Statement]] | None:
    """The number of an unknown family that stands alone on a line ("KSS 620") or after the words of its
    series ("Operations Manual OM-5"), with the line's place.

    Only where another line names an edition; else it may be anything.
    """
    if not any(True for line in lines for _ in edition_statements(line)):
        return None
    for place, line in enumerate(lines):
        match = words().house_number.match(line.text.strip()) if line.label is None else None
        if match:
            number = match["n"] or match["coded"]
            start = line.text.index(number)
            span = line.span(start, start + len(number))
            said = " ".join(line.text.split())
            whole = [Statement(ClaimField.ALIAS, said, line.ground, 0.6)] if match["coded"] else []
            return place, [Statement(ClaimField.NUMBER, number, line.ground, 0.6, span), *whole]
    return None


def _tidy(number: str) -> str:
    """A number's blanks collapsed; a shouted one as people write it ("APPROVED DOCUMENT K")."""
    parts = number.split()
    if number.isupper() and any(len(part) > 5 and part.isalpha() for part in parts):
        parts = [part.capitalize() if len(part) > 3 and part.isalpha() else part for part in parts]
    return " ".join(parts)


def alias_statements(number: str, ground: Ground) -> Iterator[Statement]:
    """Short names that people use for a document of this number."""
    for phrase in words().aliases:
        match = phrase.pattern.search(number)
        alias = (phrase.template or "{n}").format(**match.groupdict()) if match else number
        if alias != number:
            yield Statement(ClaimField.ALIAS, alias, ground, 0.8)


def _initials(name: str, ground: Ground) -> Iterator[Statement]:
    """The short name of a series with its number: "MB 07/2012" for "Marine Bulletin 07/2012"."""
    match = _SERIES.match(name)
    if match:
        letters = "".join(word[0] for word in match["series"].split()).upper()
        yield Statement(ClaimField.ALIAS, f"{letters} {match['number']}", ground, 0.5)


def with_volume(designated: Sequence[Statement], lines: Sequence[Line]) -> Iterator[Statement]:
    """The statements of a designation; where a line names a volume, the number is that volume's.

    The number of the whole is then another name.
    """
    kinds = {statement.value for statement in designated if statement.field is ClaimField.KIND}
    found = next((match for line in lines if (match := words().volume.match(line.text))), None)
    for statement in designated:
        if found is None or statement.field is not ClaimField.NUMBER or not kinds & words().in_volumes:
            yield statement
        else:
            yield replace(statement, value=f"{statement.value} Volume {found['v']}")
            yield replace(statement, field=ClaimField.ALIAS)


def with_supplement(stated: Sequence[Statement], lines: Sequence[Line]) -> Iterator[Statement]:
    """The statements; where a line says "ERRATUM" or "Amendment No. 1", the number is that of the supplement.

    It then names a document of its own, about the one that the page numbers.
    """
    found = next((match for line in lines if (match := words().supplement.match(line.text.strip()))), None)
    for statement in stated:
        is_base = statement.field is ClaimField.NUMBER and not words().supplements.search(statement.value)
        if found is None or not is_base:
            yield statement
        else:
            part = " ".join(filter(None, (found["s"].capitalize(), found["k"])))
            yield replace(statement, value=f"{split_edition(statement.value)[0]} {part}")


def mark_statements(line: Line) -> Iterator[Statement]:
    """Edition, date of issue, status and author where a short line is nothing else."""
    if len(line.text) > _LONGEST_MARK_CHARS:
        return
    editions = list(edition_statements(line))
    yield from editions
    explained = list(dated_by_what_follows(line))
    yield from explained
    dated = None if explained else line_date(line.text, after_edition=bool(editions))
    if dated:
        field, span, anchor = dated
        value = line.text[span.start : span.end].strip()
        yield Statement(field, value, line.ground, 0.8, line.span(span.start, span.end), anchor)
    yield from _status(line)
    if _PERSON.match(line.text.strip()):
        yield Statement(ClaimField.AUTHOR, line.text.strip(), line.ground, 0.7, line.span(0, len(line.text)))


def edition_statements(line: Line) -> Iterator[Statement]:
    """The first edition or revision that a line names."""
    for phrase in words().editions:
        match = phrase.pattern.search(line.text)
        if match:
            value = (phrase.template or "{v}").format(v=match["v"])
            yield Statement(ClaimField.VERSION, value, line.ground, phrase.confidence, line.span(*match.span("v")))
            return


def _status(line: Line) -> Iterator[Statement]:
    """A status that stands alone ("DRAFT") or after an edition ("Revision B - Issued for Construction")."""
    for start, part in _parts(line.text):
        folded = _bare(part).casefold().strip(" .()[]")
        if folded in words().lone_statuses:
            status = status_of(folded)
            if status:
                yield Statement(
                    ClaimField.STATUS, status, line.ground, 0.75, line.span(start, start + len(part)), note=part
                )
                return


def _bare(part: str) -> str:
    """A part of a line without the edition that it starts with and the day that it ends with."""
    ends = [match.end() for phrase in words().editions if (match := phrase.pattern.match(part))]
    start = max(ends, default=0)
    days = [place.start for place, _ in find_dates(part) if place.end == len(part)] if ends else []
    return part[start : min(days, default=len(part))].strip(" -:") or part


def _parts(text: str) -> Iterator[tuple[int, str]]:
    for match in re.finditer(r"[^,;|:()\[\]–—]+?(?=\s+[-–—]\s|[,;|:()\[\]–—]|$)", text):
        part = match.group()
        lead = len(part) - len(part.lstrip(" -"))
        if part.strip(" -"):
            yield match.start() + lead, part.strip(" -")


def title_statement(lines: Sequence[Line]) -> Statement | None:
    """The title of front lines that no field names."""
    plain = [line for line in lines if line.label is None]
    chosen = choose_title([FrontGroup((line.text,)) for line in plain])
    if chosen is None:
        return None
    line = plain[chosen[0]]
    start = line.text.find(chosen[2])
    span = line.span(start, start + len(chosen[2])) if start >= 0 else line.span(0, len(line.text))
    return Statement(ClaimField.TITLE, chosen[2], line.ground, 0.7, span)


def kind_statements(lines: Sequence[Line]) -> Iterator[Statement]:
    """What sort of document it is, by its words; the first pattern that any line holds."""
    for line in lines:
        phrase, match = _first(words().kinds, line.text)
        if phrase and match and phrase.kind:
            span = line.span(*match.span())
            yield Statement(ClaimField.KIND, phrase.kind, line.ground, phrase.confidence, span)
            if phrase.kind is SourceKind.CONTRACT:
                yield from _contract(line)
            if phrase.kind is SourceKind.TRANSCRIPT:
                yield from _day_held(line)
            return


def _day_held(line: Line) -> Iterator[Statement]:
    """The day of a meeting, where the line that calls the text its minutes names one: "Minutes, 6 June 2024"."""
    found = find_dates(line.text)
    if len(found) == 1 and found[0][1].is_exact:
        span, day = found[0]
        words_of_it = line.text[span.start : span.end]
        yield Statement(ClaimField.DATE, words_of_it, line.ground, 0.6, line.span(span.start, span.end), day)


def _contract(line: Line) -> Iterator[Statement]:
    phrase, match = _first(words().contract_authority, line.text)
    if phrase and match and phrase.template:
        authority = AuthorityClass(phrase.template)
        yield Statement(ClaimField.AUTHORITY, authority, line.ground, 0.6, line.span(*match.span()))


def place_statements(lines: Sequence[Line]) -> Iterator[Statement]:
    """Where the document applies."""
    for line in lines:
        phrase, match = _first(words().jurisdictions, line.text)
        if phrase and match:
            yield Statement(
                ClaimField.JURISDICTION, match["j"], line.ground, phrase.confidence, line.span(*match.span("j"))
            )
            return


def _first(phrases: Sequence[Phrase], text: str) -> tuple[Phrase | None, re.Match[str] | None]:
    for phrase in phrases:
        match = phrase.pattern.search(text)
        if match:
            return phrase, match
    return None, None

"""A document's statements about itself, from its own words; never from a file's time stamps.

| what                | where it is read                                             | ground              |
|---------------------|--------------------------------------------------------------|---------------------|
| name               | a line that is a name of which there is one in its place     | header / title page |
| labelled fields     | header blocks, front page, label and value cells of tables   | header / title page |
| designation, kind   | front lines that start with one ("SECTION 08 11 13")         | header / title page |
| edition, date, mark | front lines that are nothing else ("Revision B", "DRAFT")    | header / title page |
| title               | a field, else the front line after the designation           | header / title page |
| earlier revisions  | tables of revision, date and change                           | revision table      |
| adopted, rejected   | sentences that start with it ("Motion failed"), lost votes   | where it stands     |
| only proposed       | marks of the first page ("DRAFT INTERNATIONAL STANDARD")     | where it stands     |
| not answered        | nothing under the heading for the answer                     | body                |
| entry of a gazette | the head of its page, its fields AGENCY, ACTION             | header              |
| in force from, to   | sentences about "this ordinance", or of the first pages      | body                |
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from connectors.metadata.codes import code_statements, is_part
from connectors.metadata.effective import effective_statements
from connectors.metadata.fates import fate_statements, is_in_force
from connectors.metadata.fields import field_statements
from connectors.metadata.front_page import (
    designation_statements,
    edition_statements,
    house_number,
    issued_statements,
    kind_statements,
    mark_statements,
    place_statements,
    title_statement,
    with_supplement,
    with_volume,
)
from connectors.metadata.gazettes import gazette_statements
from connectors.metadata.named import named_statements
from connectors.metadata.replies import reply_statements
from connectors.metadata.tables import revision_statements
from connectors.metadata.titles import may_be_title
from connectors.metadata.unadopted import unadopted_statements
from connectors.metadata.zones import Line, front_lines
from connectors.protocol import ParsedDocument, Statement
from graph.vocabulary import ClaimField, Ground, SourceKind, Status

_RECORDS = frozenset({"text/csv", "text/tab-separated-values", "application/x-ndjson"})
_FOR_BID = re.compile(
    r"^(?:issued? )?for (?:bid|bids|bidding|tender|tenders|tendering|pricing)\b|^(?:bid|bidding|tender)(?: set)?$"
)
_WRITTEN_TO_SOMEBODY = "message/rfc822"


def read_statements(document: ParsedDocument) -> tuple[Statement, ...]:
    """What the document says about itself, each with its span, beyond what its parser stated.

    A mail states nothing beyond its parser's fields, nor do records: their words are about other documents.
    """
    if document.media_type == _WRITTEN_TO_SOMEBODY or document.media_type in _RECORDS:
        return ()
    lines = front_lines(document)
    entry = list(gazette_statements(document.text))
    stated = entry or list(with_supplement(list(_of_lines(lines)), lines))
    numbered = any(s.field is ClaimField.NUMBER and not is_part(s.value) for s in (*document.statements, *stated))
    coded = [] if numbered or entry else list(code_statements(lines, document))
    stated = [*(s for s in stated if not coded or s.field is not ClaimField.NUMBER), *coded]
    numbered = any(s.field is ClaimField.NUMBER for s in (*document.statements, *stated))
    housed = None if numbered or entry else house_number(lines)
    stated += (
        with_supplement(housed[1], lines) if housed else list(() if numbered or entry else named_statements(lines))
    )
    fields = {statement.field for statement in (*document.statements, *stated)}
    titled = any(s.field is ClaimField.TITLE for s in stated)
    if not titled and not _on_its_face(document):
        title = title_statement(lines[housed[0] + 1 :] if housed else lines)
        stated += [title] if title else []
    if ClaimField.KIND not in fields:
        stated += kind_statements(lines)
    stated += list(revision_statements(document, stated))
    stated += place_statements(lines)
    stated = [_as_contract(statement, stated) for statement in stated]
    if not any(block.kind == "turn" for block in document.blocks):
        stated += _times(document, lines, stated)
    return tuple(_distinct(stated))


def _as_contract(statement: Statement, stated: Sequence[Statement]) -> Statement:
    """A specification that is issued for bid is the text that addenda change and the contract builds on: issued."""
    specified = any(s.field is ClaimField.KIND and s.value == SourceKind.SPECIFICATION for s in stated)
    told = (statement.note or "").casefold()
    if statement.field is ClaimField.STATUS and specified and _FOR_BID.search(told):
        return replace(statement, value=Status.ISSUED)
    return statement


def _times(document: ParsedDocument, lines: Sequence[Line], stated: Sequence[Statement]) -> list[Statement]:
    """What became of it, and from when until when it binds, unless it was never passed."""
    fates = list(fate_statements(document.text, lines, stated, document.blocks))
    fates += reply_statements(document.text, stated)
    fates += unadopted_statements(document.text, lines)
    if not is_in_force(fates):
        return fates
    adopted, starts = (
        next((s.date for s in (*fates, *stated) if s.field is field and s.date is not None), None)
        for field in (ClaimField.DATE, ClaimField.EFFECTIVE_FROM)
    )
    return [*fates, *effective_statements(document.text, adopted, starts)]


def _on_its_face(document: ParsedDocument) -> bool:
    """Whether the parser states a title that is no mere property of the file and no edition."""
    titles = [s for s in document.statements if s.field is ClaimField.TITLE and s.ground is not Ground.FILE_PROPERTIES]
    return any(may_be_title(s.value) for s in titles)


def _of_lines(lines: Sequence[Line]) -> Iterator[Statement]:
    labelled: list[Statement] = []
    designated: list[Statement] = []
    for line in lines:
        fields = list(field_statements(line))
        labelled += fields
        titles = [s for s in fields if s.field is ClaimField.TITLE and s.span]
        for part in [Line(s.value, s.span.start, line.ground) for s in titles if s.span]:
            designated += designation_statements(part)
            labelled += edition_statements(part)
        if not fields and line.label is None:
            designated += designation_statements(line)
            labelled += [*issued_statements(line), *mark_statements(line)]
    yield from labelled
    if not any(statement.field is ClaimField.NUMBER for statement in labelled):
        yield from with_volume(list(_of_first_number(designated)), lines)


def _of_first_number(designated: Iterable[Statement]) -> Iterator[Statement]:
    """Statements of the first designation; front pages go on to list other documents."""
    first: str | None = None
    for statement in designated:
        if statement.field is ClaimField.NUMBER:
            if first is not None and statement.value.casefold() != first.casefold():
                return
            first = statement.value
        yield statement


def _distinct(statements: Iterable[Statement]) -> Iterator[Statement]:
    """Each thing said once on each ground, at its first place; a status once with a day and once without."""
    seen: set[tuple[str, str, str, bool]] = set()
    for statement in statements:
        key = (statement.field, statement.value.casefold(), statement.ground, statement.date is not None)
        if key not in seen:
            seen.add(key)
            yield statement

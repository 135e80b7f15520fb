"""The Word document and the register of the sample project."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterator
from datetime import datetime, time

from docx import Document
from docx.document import Document as WordDocument

from app.sample import facts

_ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)


def request_for_information() -> bytes:
    """Return the request for information, as the contractor's Word form."""
    document = Document()
    _properties(document)
    document.add_heading("REQUEST FOR INFORMATION", level=0)
    _form(document)
    document.add_heading("1 Question", level=1)
    document.add_paragraph(
        f"Section {facts.SECTION} Rev B, clause 2.4(a), asks for fire-resisting glass in vision panels but gives no "
        f"size. May we use our standard panel with a glass area of {facts.RFI_ASKED_PANEL_M2} m² in stair doors ST-1 "
        "and ST-2?"
    )
    document.add_heading("2 Proposal", level=1)
    document.add_paragraph("If the panel is too large, please give the greatest area and the height of its lower edge.")
    document.add_heading("3 Needed by", level=1)
    document.add_paragraph("An answer within 5 working days keeps the doors in the September production slot.")
    return _with_fixed_times(document)


def register() -> bytes:
    """Return the document register: right on its date, and older than the newest documents."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows(_register_rows())
    return text.getvalue().encode()


def _register_rows() -> Iterator[tuple[str, ...]]:
    on = facts.in_words(facts.REGISTER_DATE)
    yield ("Document no.", "Title", "Revision", "Date", "Status", "Superseded by", "Register date")
    section = (f"Section {facts.SECTION}", facts.SECTION_TITLE)
    yield (*section, "A", facts.in_words(facts.SECTION_DATE["A"]), "Issued", "", on)
    plan_date = facts.in_words(facts.PLAN_DATES["C01"])
    yield (facts.PLAN, facts.PLAN_TITLE, "C01", plan_date, "Issued for Construction", "", on)
    detail = (facts.DETAIL, facts.DETAIL_TITLE, facts.DETAIL_REVISION)
    yield (*detail, facts.in_words(facts.DETAIL_DATE), "Issued for Construction", "", on)
    yield from _editions(facts.GUARDING, facts.GUARDING_TITLE, facts.GUARD_HEIGHT_MM, on)
    yield from _editions(facts.SEALS, facts.SEALS_TITLE, facts.OPENING_FORCE_N, on)


def _editions(number: str, title: str, years: dict[int, int], on: str) -> Iterator[tuple[str, ...]]:
    latest = max(years)
    for year in years:
        newer = "" if year == latest else f"{number}:{latest}"
        yield (f"{number}:{year}", title, str(year), str(year), "Superseded" if newer else "Current", newer, on)


def _properties(document: WordDocument) -> None:
    properties = document.core_properties
    properties.author = facts.CONTRACTOR.name
    properties.title = f"{facts.RFI} Vision panels in the stair doors"
    properties.created = properties.modified = datetime.combine(facts.RFI_ASKED, time())


def _form(document: WordDocument) -> None:
    fields = (
        ("RFI no.", facts.RFI),
        ("Project", f"{facts.PROJECT}, project {facts.PROJECT_NUMBER}"),
        ("Subject", "Vision panels in the stair doors"),
        ("Date", facts.in_words(facts.RFI_ASKED)),
        ("From", f"{facts.CONTRACTOR.name}, {facts.CONTRACTOR.firm}"),
        ("To", f"{facts.ARCHITECT.name}, {facts.ARCHITECT.firm}"),
        ("Status", "For review"),
    )
    table = document.add_table(rows=0, cols=2)
    table.style = "Table Grid"
    for name, value in fields:
        cells = table.add_row().cells
        cells[0].text, cells[1].text = name, value


def _with_fixed_times(document: WordDocument) -> bytes:
    """Save the document with the same bytes every time: a zip archive else records the clock."""
    saved, fixed = io.BytesIO(), io.BytesIO()
    document.save(saved)
    with zipfile.ZipFile(saved) as source, zipfile.ZipFile(fixed, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            target.writestr(zipfile.ZipInfo(name, _ZIP_EPOCH), source.read(name), zipfile.ZIP_DEFLATED)
    return fixed.getvalue()

"""Every figure, date and name of the sample project, once.

The documents are filled from here and tests compare answers with it, so that an expectation can
never drift away from the text. All people, firms and standards are invented.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

PROJECT = "Harbour Lane Library"
PROJECT_NUMBER = "HLL-2023-07"
COUNTRY = "Holmland"


@dataclass(frozen=True, slots=True)
class Party:
    """A person of the project team, with an address that can belong to nobody."""

    name: str
    firm: str
    address: str


ARCHITECT = Party("Nora Quill", "Quill and Tern Architects", "nora.quill@example.com")
CONTRACTOR = Party("Ivo Brandt", "Saltmarsh Builders", "ivo.brandt@example.net")
SUPPLIER = Party("Tomas Reed", "Reed Steel Doors", "tomas.reed@example.net")
CLIENT = Party("Mina Osei", "Harbour Lane Library Trust", "mina.osei@example.org")

SECTION = "08 11 13"
SECTION_TITLE = "Hollow Metal Doors and Frames"
SECTION_DATE = {"A": date(2024, 2, 12), "B": date(2024, 6, 3)}
STAIR_DOOR_RATING_MIN = {"A": 60, "B": 90}
FRAME_THICKNESS_MM = {"A": "1.5", "B": "2.0"}
SEAL_STANDARD = {"A": "HLS 31:2018", "B": "HLS 31:2023"}
FLOOR_GAP_MM = 10

ADDENDUM = "Addendum 2"
ADDENDUM_DATE = date(2024, 7, 15)
ADDENDUM_CLAUSE = "3.2(b)"
ADDENDUM_GAP_MM = 6
MAIL_GAP_MM = 8

PLAN = "A-201"
PLAN_TITLE = "Ground floor plan and door schedule"
PLAN_REVISION = "C02"
PLAN_DATES = {"C01": date(2024, 3, 15), "C02": date(2024, 6, 10)}
PLAN_STAIR_DOOR_RATING_MIN = 60
PLAN_PLANT_DOOR_RATING_MIN = 60

DETAIL = "A-501"
DETAIL_TITLE = "Plant room enclosure and door details"
DETAIL_REVISION = "C01"
DETAIL_DATE = date(2024, 5, 24)
DETAIL_PLANT_DOOR_RATING_MIN = 30

RFI = "RFI-014"
RFI_ASKED = date(2024, 8, 5)
RFI_ANSWERED = date(2024, 8, 9)
RFI_ASKED_PANEL_M2 = "0.12"
RFI_PANEL_M2 = "0.06"

REGISTER_DATE = date(2024, 5, 31)

MEETING = "Site meeting 7"
MEETING_DATE = date(2024, 9, 12)
MEETING_COLOUR = "slate grey HL-7"
MEETING_TALK_RATING_MIN = 45
COMMITMENT_DUE = date(2024, 9, 20)

GUARDING = "HLS 12"
GUARDING_TITLE = "Guarding of stairs"
GUARD_HEIGHT_MM = {2015: 900, 2022: 1100}
GUARD_OPENING_MM = {2015: 120, 2022: 100}
GUARDING_EFFECTIVE = {2015: date(2015, 5, 1), 2022: date(2022, 10, 1)}

SEALS = "HLS 31"
SEALS_TITLE = "Seals and closers for fire doors"
OPENING_FORCE_N = {2018: 45, 2023: 30}
SEALS_EFFECTIVE = {2018: date(2018, 9, 1), 2023: date(2023, 4, 1)}

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def in_words(day: date) -> str:
    """Write a date as the documents do, "3 June 2024", whatever the locale of the machine."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def words() -> Mapping[str, str]:
    """Return what the templates of all documents may name, as text."""
    return {
        "project": PROJECT,
        "project_number": PROJECT_NUMBER,
        "country": COUNTRY,
        **_people(),
        **_standards(),
        "section": SECTION,
        "section_title": SECTION_TITLE,
        "gap": str(FLOOR_GAP_MM),
        "addendum_gap": str(ADDENDUM_GAP_MM),
        "mail_gap": str(MAIL_GAP_MM),
        "addendum": ADDENDUM,
        "addendum_date": in_words(ADDENDUM_DATE),
        "addendum_clause": ADDENDUM_CLAUSE,
        "rfi": RFI,
        "rfi_asked": in_words(RFI_ASKED),
        "rfi_answered": in_words(RFI_ANSWERED),
        "asked_panel": RFI_ASKED_PANEL_M2,
        "panel": RFI_PANEL_M2,
        "colour": MEETING_COLOUR,
        "talk_rating": str(MEETING_TALK_RATING_MIN),
        "due": in_words(COMMITMENT_DUE),
        "meeting": MEETING,
        "meeting_date": in_words(MEETING_DATE),
    }


def _people() -> dict[str, str]:
    parties = {"architect": ARCHITECT, "contractor": CONTRACTOR, "supplier": SUPPLIER, "client": CLIENT}
    return {
        name: value
        for role, party in parties.items()
        for name, value in (
            (role, party.name),
            (f"{role}_first", party.name.split()[0]),
            (f"{role}_firm", party.firm),
            (f"{role}_address", party.address),
        )
    }


def _standards() -> dict[str, str]:
    return {
        **{f"guard_{year}": str(height) for year, height in GUARD_HEIGHT_MM.items()},
        **{f"opening_{year}": str(width) for year, width in GUARD_OPENING_MM.items()},
        **{f"force_{year}": str(force) for year, force in OPENING_FORCE_N.items()},
        **{f"guarding_effective_{year}": in_words(day) for year, day in GUARDING_EFFECTIVE.items()},
        **{f"seals_effective_{year}": in_words(day) for year, day in SEALS_EFFECTIVE.items()},
    }

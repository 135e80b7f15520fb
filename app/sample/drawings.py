"""The two drawings of the sample project: a floor plan and a door detail."""

from __future__ import annotations

from pathlib import Path

from reportlab.lib import colors
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from app.sample import facts
from app.sample.sheet import Sheet, label, open_sheet

_ROOMS = (  # name, left, bottom, width, height in millimetres of paper
    ("STAIR 1", 30, 180, 45, 80),
    ("READING ROOM", 75, 120, 125, 140),
    ("STAIR 2", 200, 180, 50, 80),
    ("STAFF", 30, 60, 45, 120),
    ("BOOK STORE", 200, 120, 50, 60),
    ("LOBBY", 75, 60, 80, 60),
    ("PLANT ROOM", 155, 60, 95, 60),
)
_DOORS = (  # number, hinge point, whether the door stands in a vertical wall
    ("ST-1", 75, 196, True),
    ("ST-2", 200, 196, True),
    ("BS-1", 200, 142, True),
    ("PL-1", 155, 82, True),
    ("LB-1", 112, 120, False),
    ("EN-1", 104, 60, False),
)
_LEAF_MM = 10


def plan() -> Sheet:
    """Return the sheet of the ground floor plan with the door schedule."""
    stair, plant = str(facts.PLAN_STAIR_DOOR_RATING_MIN), str(facts.PLAN_PLANT_DOOR_RATING_MIN)
    schedule = (
        ("Door", "Location", "Width (mm)", "Height (mm)", "Fire rating (min)"),
        ("ST-1", "Stair 1", "1050", "2100", str(facts.STAIR_DOOR_RATING_MIN["B"])),
        ("ST-2", "Stair 2", "1050", "2100", stair),
        ("BS-1", "Book store", "950", "2100", "60"),
        ("PL-1", "Plant room", "950", "2100", plant),
        ("LB-1", "Lobby", "1800", "2100", "none"),
        ("EN-1", "Entrance", "1800", "2400", "none"),
    )
    return Sheet(
        number=facts.PLAN,
        title=facts.PLAN_TITLE,
        revision=facts.PLAN_REVISION,
        date=facts.in_words(facts.PLAN_DATES["C02"]),
        scale="1:100",
        revisions=(
            ("C01", facts.in_words(facts.PLAN_DATES["C01"]), "First issue for construction"),
            ("C02", facts.in_words(facts.PLAN_DATES["C02"]), "Stair doors rated, door PL-1 added"),
        ),
        schedule_title="DOOR SCHEDULE",
        schedule=schedule,
        notes=(
            "Do not scale from this drawing.",
            f"Read with Section {facts.SECTION} and drawing {facts.DETAIL}.",
            f"Door PL-1 shall have a fire resistance of {plant} minutes.",
            "Clear width of doors on escape routes shall be at least 1000 mm.",
        ),
    )


def detail() -> Sheet:
    """Return the sheet of the plant room door."""
    rating = str(facts.DETAIL_PLANT_DOOR_RATING_MIN)
    return Sheet(
        number=facts.DETAIL,
        title=facts.DETAIL_TITLE,
        revision=facts.DETAIL_REVISION,
        date=facts.in_words(facts.DETAIL_DATE),
        scale="1:20",
        revisions=((facts.DETAIL_REVISION, facts.in_words(facts.DETAIL_DATE), "First issue for construction"),),
        schedule_title="PLANT ROOM DOOR",
        schedule=(
            ("Door", "Leaf", "Threshold", "Fire rating (min)"),
            ("PL-1", "Steel, 45 mm thick", "Drop seal", rating),
        ),
        notes=(
            "Do not scale from this drawing.",
            f"Door PL-1 shall have a fire resistance of {rating} minutes.",
            "The plant room enclosure shall be built of concrete blocks at least 140 mm thick.",
            "The threshold of the plant room shall be raised by 50 mm.",
        ),
    )


def draw_plan(path: Path) -> None:
    """Write the floor plan to `path`."""
    canvas = open_sheet(path, plan())
    canvas.setLineWidth(2.4)
    for name, left, bottom, width, height in _ROOMS:
        canvas.rect(left * mm, bottom * mm, width * mm, height * mm)
        label(canvas, name, left + width / 2, bottom + height - 9, 10)
    for left in (30, 200):
        _treads(canvas, left + 8, 212)
    for number, x, y, in_vertical_wall in _DOORS:
        _door(canvas, number, x, y, in_vertical_wall)
    _dimension(canvas, 30, 250, 50, "22 000")
    label(canvas, "GROUND FLOOR PLAN  1:100", 140, 30, 12)
    canvas.save()


def draw_detail(path: Path) -> None:
    """Write the door detail to `path`: the elevation of the door in its wall."""
    canvas = open_sheet(path, detail())
    canvas.setLineWidth(0.3)
    for course in range(14):
        canvas.rect(40 * mm, (60 + 14 * course) * mm, 200 * mm, 14 * mm)
    canvas.setFillColor(colors.white)
    for inset, weight in ((0, 2.4), (5, 1.2)):
        canvas.setLineWidth(weight)
        canvas.rect((105 + inset) * mm, 60 * mm, (70 - 2 * inset) * mm, (150 - inset) * mm, fill=1)
    canvas.setFillColor(colors.black)
    canvas.setLineWidth(0.6)
    for height in (80, 132, 190):
        canvas.rect(109 * mm, height * mm, 2 * mm, 10 * mm, fill=1)
    canvas.circle(163 * mm, 130 * mm, 2 * mm)
    label(canvas, "PL-1", 140, 150, 14)
    _dimension(canvas, 105, 175, 50, "950")
    label(canvas, "ELEVATION OF DOOR PL-1  1:20", 140, 30, 12)
    canvas.save()


def _treads(canvas: Canvas, left: float, bottom: float) -> None:
    canvas.setLineWidth(0.5)
    for tread in range(9):
        y = (bottom + 4 * tread) * mm
        canvas.line(left * mm, y, (left + 30) * mm, y)
    label(canvas, "UP", left + 27, bottom - 5, 7)


def _door(canvas: Canvas, number: str, x: float, y: float, in_vertical_wall: bool) -> None:
    """Cut the opening out of the wall, draw the open leaf and its swing, and tag it."""
    dx, dy = (0, _LEAF_MM) if in_vertical_wall else (_LEAF_MM, 0)
    canvas.setStrokeColor(colors.white)
    canvas.setLineWidth(4)
    canvas.line(x * mm, y * mm, (x + dx) * mm, (y + dy) * mm)
    canvas.setStrokeColor(colors.black)
    canvas.setLineWidth(0.8)
    canvas.line(x * mm, y * mm, (x + dy) * mm, (y + dx) * mm)
    canvas.arc((x - _LEAF_MM) * mm, (y - _LEAF_MM) * mm, (x + _LEAF_MM) * mm, (y + _LEAF_MM) * mm, 0, 90)
    label(canvas, number, x + 16, y + 10, 8)


def _dimension(canvas: Canvas, start: float, end: float, y: float, text: str) -> None:
    canvas.setLineWidth(0.5)
    canvas.line(start * mm, y * mm, end * mm, y * mm)
    for x in (start, end):
        canvas.line(x * mm, (y - 2) * mm, x * mm, (y + 2) * mm)
    label(canvas, text, (start + end) / 2, y + 1.5, 8)

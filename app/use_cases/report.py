"""The register as a report to print: cover, overview, and every conflict with both sides and its history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, PageBreak, Spacer, Table, TableStyle

from app.use_cases.citing import cell_text, place_text
from app.use_cases.paper import GREY, HEAD, RULE, WIDTH, Paper, grid, heading, set_pages, text
from graph.time import Moment

Json = dict[str, Any]

_SHORT = 14
"""Characters of an id that tables show; the heading of each conflict has all of it."""
_LONGEST_QUOTE = 1500
"""Characters of a side's words in its table, so that a row fits on a page; the attached table lacks none."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a report is made of.

    Attributes:
        project: Whose conflicts; None for those of all projects.
        items: Conflicts as `app.use_cases.conflicts` gives them, with their history.
    """

    project: str | None
    moment: Moment
    items: Sequence[Json]


def set_report(report: Report) -> bytes:
    """The report as a PDF of A4 pages, whose bytes depend on nothing but the report and the fonts of the machine."""
    foot = f"Register of conflicts · {report.project or 'all projects'} · as of {report.moment.as_of}"
    return set_pages(Paper("Register of conflicts", foot), _story(report))


def _story(report: Report) -> Iterator[Flowable]:
    yield from _cover(report)
    yield heading("Overview")
    yield from _overview(report.items)
    for number, item in enumerate(report.items, 1):
        yield PageBreak() if number == 1 else Spacer(0, 7 * mm)
        yield from _conflict(number, item)


def _cover(report: Report) -> Iterator[Flowable]:
    known = report.moment.known_at
    yield Spacer(0, 20 * mm)
    yield text("Register of conflicts", 24, spaceAfter=6 * mm)
    yield text(f"Project: {report.project or 'all'}", 12, spaceAfter=2 * mm)
    yield text(f"In force on {report.moment.as_of}, as known {f'at {known.isoformat()}' if known else 'now'}", 12)
    yield Spacer(0, 8 * mm)
    to_decide, overdue = (sum(bool(item[key]) for item in report.items) for key in ("to_decide", "overdue"))
    count = f"{len(report.items)} conflict{'' if len(report.items) == 1 else 's'}"
    yield text(f"{count}, {to_decide} to decide, {overdue} overdue.", 11, spaceAfter=4 * mm)
    yield grid(
        ("State", "Conflicts"),
        _counts(_state(item) or "nothing to decide" for item in report.items),
        (60 * mm, 30 * mm),
    )
    yield Spacer(0, 4 * mm)
    yield grid(("Class", "Conflicts"), _counts(item["class"] for item in report.items), (60 * mm, 30 * mm))
    yield Spacer(0, 6 * mm)
    yield text(
        "Every word between quotation marks stands so in the document named above it. What a side demands was read "
        "by rules and compared by arithmetic; what was decided was decided by the people named. The file register.csv "
        "in this PDF holds every step; replaying it gives the states shown here.",
        9,
        textColor=GREY,
    )


def _counts(words: Iterable[str | None]) -> list[list[object]]:
    return [[word or "no longer found", count] for word, count in sorted(Counter(words).items(), key=lambda c: -c[1])]


def _overview(items: Sequence[Json]) -> Iterator[Flowable]:
    columns = ("No.", "Matter", "Class", "State", "Owner", "Due")
    rows = [
        [
            number,
            item["slot"] or item["id"],
            item["class"],
            _state(item),
            item["owner"],
            f"{item['due']}{' overdue' if item['overdue'] else ''}" if item["due"] else None,
        ]
        for number, item in enumerate(items, 1)
    ]
    widths = (10 * mm, 62 * mm, 28 * mm, 26 * mm, 26 * mm, 22 * mm)
    yield grid(columns, rows, widths) if rows else text("There is none.")


def _conflict(number: int, item: Json) -> Iterator[Flowable]:
    yield KeepTogether(list(_matter(number, item)))
    yield text("History", 9.5, spaceBefore=3 * mm, spaceAfter=1 * mm, keepWithNext=1)
    yield _history(item["history"])


def _state(item: Json) -> str | None:
    """The state of what has to be decided or was; None for what is only listed."""
    return str(item["state"]) if item["to_decide"] or item["steps"] else None


def _matter(number: int, item: Json) -> Iterator[Flowable]:
    yield heading(f"{number}. {item['slot'] or 'a conflict that is no longer found'}")
    told = [item["class"], _state(item), item["project"], item["owner"] and f"owner {item['owner']}"]
    told += [item["due"] and f"due {item['due']}", "overdue" if item["overdue"] else None, item["id"]]
    yield text(" · ".join(part for part in told if part), 8.5, textColor=GREY, spaceAfter=2 * mm, keepWithNext=1)
    for at in range(0, len(item["sides"]), 2):
        yield _sides(item, item["sides"][at : at + 2])
    unsure = " Whether both apply at once is not known." if item["is_sure"] is False else ""
    yield text(f"{item['reason']}{unsure}", spaceBefore=2 * mm)
    if item["resolution"]:
        yield text(_resolution(item), spaceBefore=1.5 * mm)


def _sides(item: Json, sides: Sequence[Json]) -> Table:
    """Two sides next to each other; an odd last one stands alone."""
    rows = [
        [text(f"{_mark(side)}{_role(item, side)}", 9.5) for side in sides],
        [text(f"{place_text(side['citation'])} · {side['authority']} · {side['signal']}", 8) for side in sides],
        [text(_quote(side), 9) for side in sides],
    ]
    if any(side["conditions"] for side in sides):
        rows.append([text("; ".join(f"if {c}" for c in side["conditions"]) or "no condition", 8) for side in sides])
    style = [
        ("BOX", (0, 0), (-1, -1), 0.5, RULE),
        ("LINEAFTER", (0, 0), (-2, -1), 0.5, RULE),
        ("BACKGROUND", (0, 0), (-1, 0), HEAD),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ]
    return Table(rows, colWidths=[WIDTH / len(sides)] * len(sides), style=TableStyle(style))


def _mark(side: Json) -> str:
    return f"{side['n']}. {side['says']}"


def _role(item: Json, side: Json) -> str:
    roles = [
        word
        for key, word in (("stricter", "the stricter"), ("prevails", "prevails"))
        if item[key] and item[key] == side["key"]
    ]
    return f" ({', '.join(roles)})" if roles else ""


def _quote(side: Json) -> str:
    quote = side["citation"]["quote"]
    if not quote:
        return "not said by a text"
    if len(quote) > _LONGEST_QUOTE:
        return f"“{quote[:_LONGEST_QUOTE]}” (goes on)"
    return " ".join(filter(None, (f"“{quote}”", cell_text(side["citation"]))))


def _resolution(item: Json) -> str:
    made = item["resolution"]
    side = next((f", side {side['n']}" for side in item["sides"] if side["key"] == made["chosen"]), "")
    parts = [f"Decided by {made['by']} on {made['at'][:10]}: {made['act']}{side}", made["scope"], made["reason"]]
    return ". ".join(part for part in parts if part)


def _history(steps: Sequence[Json]) -> Flowable:
    if not steps:
        return text("Nobody has done anything about it yet.", 8.5)
    columns = ("When", "What", "By", "Told", "Step")
    rows = [[s["at"][:16].replace("T", " "), s["act"], s["by"], _told(s), s["id"][:_SHORT]] for s in steps]
    return grid(columns, rows, (27 * mm, 25 * mm, 27 * mm, 65 * mm, 30 * mm), 8)


def _told(step: Json) -> str:
    undone = (
        f"taken back by {step['undone_by'] or 'somebody'} on {step['undone_at'][:10]}" if step["undone_at"] else None
    )
    due = f"due {step['due']}" if step["due"] else None
    edge = f"carried out by {step['edge_id'][:_SHORT]}" if step["edge_id"] else None
    owner = f"to {step['owner']}" if step["owner"] else None
    quote = f"“{step['quote']}”" if step["quote"] else None
    return "; ".join(part for part in (owner, due, quote, step["scope"], step["reason"], edge, undone) if part)

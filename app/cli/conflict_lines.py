"""Conflicts as lines of text for a terminal. Input is the JSON that every surface shares."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from app.cli.console import table_lines
from app.cli.decision import impact_lines
from app.cli.outcome import INDENT, indented, place

Json = dict[str, Any]

_DEEPER = INDENT + "   "
_GAP = "   "
"""Between two columns."""


def page_lines(page: Json, width: int) -> list[str]:
    """The conflicts of a page, how many there are, and how to go on."""
    lines = [line for item in page["items"] for line in [*item_lines(item, width), ""]]
    possible = f", {page['possible']} possible (--possible)" if page["possible"] else ""
    lines.append(f"{len(page['items'])} of {page['total']} conflicts, {page['to_decide']} to decide{possible}")
    if page["hidden"]:
        ids = ", ".join(one["id"] for one in page["hidden"])
        lines += textwrap.wrap(f"and {len(page['hidden'])} with a side that you may not see: {ids}", width)
    return lines + ([f"more: --cursor {page['next_cursor']}"] if page["next_cursor"] else [])


def item_lines(item: Json, width: int) -> list[str]:
    """A conflict: what it is and where it stands, each side, and why."""
    lines = _head(item, width)
    for side in item["sides"]:
        lines += _side(item, side, width)
    return lines + _ground(item, width)


def _head(item: Json, width: int) -> list[str]:
    state = item["state"] if item["to_decide"] or item["steps"] else None
    kind = f"possible {item['was']}" if item["possible"] else item["class"]
    named = " · ".join(part for part in (kind, state, item["slot"]) if part)
    lines = textwrap.wrap(f"{item['id']}  {named}", width, subsequent_indent=INDENT)
    return lines + (indented(_task(item), width) if _task(item) else [])


def _ground(item: Json, width: int) -> list[str]:
    unsure = "" if item["is_sure"] in (True, None) else " Whether both apply at once is not known."
    lines = indented(f"{item['reason']}{unsure}", width)
    return lines + (indented(_resolution(item), width) if item["resolution"] else [])


def _task(item: Json) -> str:
    parts = [
        item["owner"] and f"owner {item['owner']}",
        item["due"] and f"due {item['due']}" + (" (overdue)" if item["overdue"] else ""),
        item["reopened"] and "open again: a side says another value than the one that was decided on",
        item["project"] and f"project {item['project']}",
    ]
    return " · ".join(part for part in parts if part)


def _side(item: Json, side: Json, width: int) -> list[str]:
    lines = textwrap.wrap(_said(item, side), width, initial_indent=INDENT, subsequent_indent=_DEEPER)
    lines += _set_in(place(side["citation"]), width)
    return lines + [line for condition in side["conditions"] for line in _set_in(f"if: {condition}", width)]


def _said(item: Json, side: Json) -> str:
    marks = [
        mark
        for key, mark in (("stricter", "the stricter"), ("prevails", "prevails"))
        if item[key] is not None and item[key] == side["key"]
    ]
    return f"{side['n']}. {side['says']}" + (f" ({', '.join(marks)})" if marks else "")


def _columns(item: Json, width: int) -> list[str]:
    """The sides next to each other, two at a time: what each says, where, in which words, and how it stands.

    Scripts whose characters are two columns wide stand one below the other.
    """
    abreast = 1 if any(_is_wide(side) for side in item["sides"]) else 2
    each = (width - len(INDENT) - len(_GAP) * (abreast - 1)) // abreast
    lines: list[str] = []
    for at in range(0, len(item["sides"]), abreast):
        columns = [_column(item, side, each) for side in item["sides"][at : at + abreast]]
        lines += [f"{INDENT}{_GAP.join(cell.ljust(each) for cell in row)}".rstrip() for row in _rows(columns)]
        lines.append("")
    return lines[:-1]


def _is_wide(side: Json) -> bool:
    return any(unicodedata.east_asian_width(sign) in "WF" for sign in side["citation"]["quote"] or "")


def _rows(columns: list[list[list[str]]]) -> Iterator[tuple[str, ...]]:
    """The lines of columns, of which every part begins on the same line."""
    for parts in zip_longest(*columns, fillvalue=[]):
        yield from zip_longest(*parts, fillvalue="")


def _column(item: Json, side: Json, width: int) -> list[list[str]]:
    parts = [
        _said(item, side),
        place(side["citation"]),
        quoted(side["citation"]),
        "; ".join(f"if: {condition}" for condition in side["conditions"]),
        f"{side['authority']}: {side['why']}",
    ]
    return [textwrap.wrap(part, width) for part in parts]


def quoted(citation: Json) -> str:
    """The words of a citation, with the row and column of the table in which they stand."""
    if not citation["quote"]:
        return "(not said by a text)"
    words = f"“{' '.join(citation['quote'].split())}”"
    row, column = (" ".join((citation[key] or "").split()) for key in ("row", "column"))
    return words + (f" in the row “{row}”" if row else "") + (f" under “{column}”" if row and column else "")


def _set_in(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, initial_indent=_DEEPER, subsequent_indent=_DEEPER)


def _resolution(item: Json) -> str:
    made = item["resolution"]
    which = {side["key"]: f" side {side['n']}" for side in item["sides"]}.get(made["chosen"], "")
    why = f": {made['reason']}" if made["reason"] else ""
    scope = f" ({made['scope']})" if made["scope"] else ""
    return f"{item['state']} by {made['by']} on {made['at'][:10]}: {made['act']}{which}{scope}{why}"


def conflict_lines(item: Json, width: int) -> list[str]:
    """One conflict in full, with its history, precedents and the draft RFI."""
    if item["hidden"]:
        return textwrap.wrap(f"{item['id']}: a conflict with a side that you may not see; ask who may see it", width)
    lines = [*_head(item, width), "", *_columns(item, width), "", *_ground(item, width)]
    lines += ["", "history", *_history(item["history"])]
    if item["precedents"]:
        lines += ["", "decided before between the same things (nothing of it is applied by itself)"]
        lines += [line for one in item["precedents"] for line in _precedent(one, width)]
    if item["to_decide"] and item["rfi"]:
        lines += ["", "draft of a request for information (offered, never sent):", ""]
        lines += [line for part in item["rfi"].split("\n") for line in indented(part, width) or [""]]
    return lines


def _history(steps: list[Json]) -> list[str]:
    if not steps:
        return [f"{INDENT}nobody has done anything about it yet"]
    columns = ("step", "at", "act", "by", "what", "undone by", "reason")
    rows = [
        [
            s["id"][:14],
            s["at"][:16],
            s["act"],
            s["by"],
            _what(s),
            s["undone_by"] or (s["undone_at"] and "yes"),
            s["reason"],
        ]
        for s in steps
    ]
    return [f"{INDENT}{line}" for line in table_lines(columns, rows)]


def _what(step: Json) -> str | None:
    quote = f"“{' '.join(step['quote'].split())}”" if step["quote"] else None
    told = [step["owner"], step["due"], quote, step["scope"], step["edge_id"] and step["edge_id"][:14]]
    return ", ".join(part for part in told if part) or None


def _precedent(one: Json, width: int) -> list[str]:
    made = one["resolution"]
    alike = "the same values" if one["same_values"] else "other values"
    scope = f" ({made['scope']})" if made["scope"] else ""
    why = f": {made['reason']}" if made["reason"] else ""
    where = f" in {one['project']}" if one["project"] else ""
    return indented(f"{one['id'][:14]}, {alike}{where}: {made['act']}{scope} by {made['by']}{why}", width)


def taken_lines(report: Json, width: int) -> list[str]:
    """A step, what it changes, and how to take it back."""
    lines = textwrap.wrap(f"{report['says']}: {report['state_before']} → {report['state']}", width)
    lines += _carried_out(report, width)
    if report["dry_run"]:
        return [*lines, "dry run: nothing was changed"]
    return [*lines, f"to take it back: prevail undo {report['step_id']}"]


def _carried_out(report: Json, width: int) -> list[str]:
    """The edge or order that a step makes and what it changes; of a resolving step without either, that it is so."""
    if not (report["edge"] or report["order"]):
        only = "the register alone says it: no text goes out of force"
        return indented(only, width) if report["resolution"] and report["state_before"] != report["state"] else []
    edge = report["edge"]
    said = f"{edge['says']} ({edge['id'][:14]})" if edge else f"order of precedence: {report['order']}"
    lines = [*indented(said, width), *impact_lines(report["impact"], width)]
    if report["conflicts_changed"]:
        lines.append(f"conflicts of another class: {report['conflicts_changed']}; this one is now: {report['class']}")
    return lines


def replayed_lines(found: Json, width: int) -> list[str]:
    """States by conflict as the file's history gives them, and how they compare."""
    rows = [[one["id"], one["state"], one["owner"], one["due"], one["register"]] for one in found["items"]]
    lines = table_lines(("conflict", "replayed", "owner", "due", "register"), rows)
    verdict = "the same as the register" if found["identical"] else "not the same as the register"
    return [*lines, "", f"{len(rows)} conflicts replayed: {verdict}"]

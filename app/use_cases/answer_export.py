"""One answer as a document to hand on: Markdown or PDF, with every quote and where it stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer, Table, TableStyle

from app.use_cases.citing import place_text
from app.use_cases.paper import GREY, RULE, WIDTH, Paper, heading, set_pages, text
from app.use_cases.recall import show_receipt
from app.use_cases.viewpoint import Viewpoint
from app.wiring import Services
from app.wording import conflict_head, withheld_phrase

Json = dict[str, Any]

_ACTIVE = re.compile(r"[\\`*_\[\]<>&~$@]|(?<=\w):(?=//)|(?<=www)\.", re.IGNORECASE)
"""What Markdown acts on within a line, with the address that some programs make a link of."""
_LEADING = re.compile(r"^(\d*)([-+#=|.)])")
_LONGEST_QUOTE = 3000
"""Characters of a quote on paper, so that it fits on a page."""


def export_answer(services: Services, receipt_id: str, form: str, at: Viewpoint | None = None) -> bytes:
    """A stored answer or abstention, as its receipt keeps it, and whether it still holds.

    Args:
        receipt_id: The id or its beginning.
        form: Of `FORMS`.

    Raises:
        NotFound: There is no such receipt from that viewpoint.
    """
    return FORMS[form](show_receipt(services, receipt_id, at))


def as_markdown(receipt: Json) -> bytes:
    """CommonMark in which all that comes from documents is plain text: no link, image or markup of theirs works."""
    return ("\n\n".join(_blocks(receipt)) + "\n").encode()


def _blocks(receipt: Json) -> Iterator[str]:
    outcome = receipt["outcome"]
    yield f"# {plain(outcome['question'])}"
    yield plain(_moment(outcome))
    if receipt["suspect"]:
        yield f"**{plain(_warning(receipt))}**"
    yield from (plain(line) for line in _said(outcome))
    yield from _cited(outcome)
    for conflict in outcome["conflicts"]:
        yield f"## {plain(conflict_head(conflict))}"
        yield "\n".join(f"- {plain(line)}" for line in _sides(conflict))
    yield "---"
    yield plain(_record(receipt))


def _cited(outcome: Json) -> Iterator[str]:
    for label, citation in _citations(outcome):
        yield f"**{plain(label)} {plain(place_text(citation))}** ({plain(citation['signal'])})"
        yield f"> {plain(citation['quote'])}"


def plain(said: str) -> str:
    """Words in one line that Markdown shows as they are, and of which it makes no link."""
    line = _ACTIVE.sub(r"\\\g<0>", " ".join(str(said).split()))
    return _LEADING.sub(r"\1\\\2", line)


def as_pdf(receipt: Json) -> bytes:
    """A4 pages to print."""
    outcome = receipt["outcome"]
    return set_pages(Paper(outcome["question"], f"{_moment(outcome)} · receipt {receipt['id'][:12]}"), _story(receipt))


def _story(receipt: Json) -> Iterator[Flowable]:
    outcome = receipt["outcome"]
    yield heading(outcome["question"], 17)
    yield text(_moment(outcome), textColor=GREY, spaceAfter=4 * mm)
    if receipt["suspect"]:
        yield text(_warning(receipt), 10, borderWidth=0.8, borderColor=RULE, borderPadding=4, spaceAfter=5 * mm)
    for line in _said(outcome):
        yield text(line, 12, spaceAfter=2 * mm)
    yield Spacer(0, 4 * mm)
    for label, citation in _citations(outcome):
        yield text(f"{label} {place_text(citation)} · {citation['signal']}", 8.5, textColor=GREY, keepWithNext=1)
        yield _quoted(citation["quote"])
    for conflict in outcome["conflicts"]:
        yield heading(conflict_head(conflict), 11)
        for line in _sides(conflict):
            yield text(f"– {line}", 9.5, spaceAfter=1 * mm)
    yield Spacer(0, 5 * mm)
    yield text(_record(receipt), 8, textColor=GREY)


def _quoted(quote: str) -> Flowable:
    whole = len(quote) <= _LONGEST_QUOTE
    said = text(f"“{quote}”" if whole else f"“{quote[:_LONGEST_QUOTE]}” (goes on)", 10)
    style = TableStyle([("LINEBEFORE", (0, 0), (0, -1), 2, RULE), ("LEFTPADDING", (0, 0), (-1, -1), 8)])
    return Table([[said]], colWidths=[WIDTH], style=style, spaceAfter=3 * mm)


def _moment(outcome: Json) -> str:
    known = f", as known at {outcome['known_at']}" if outcome["known_at"] else ""
    return f"{outcome['project'] or 'All projects'} · in force on {outcome['as_of']}{known}"


def _warning(receipt: Json) -> str:
    reasons = "; ".join(
        f"[{one['n']}] {one['work']}: {one['signal_now']}, {one['reason']}" for one in receipt["reasons"]
    )
    return f"This answer no longer stands: {reasons}"


def _said(outcome: Json) -> Iterator[str]:
    """The lines of the answer with their markers, or why there is none."""
    if outcome["kind"] == "answer":
        yield from str(outcome["answer"]).split("\n")
        return
    abstention = outcome["abstention"]
    yield f"Not answered ({abstention['reason']}): {abstention['detail']}"
    if abstention["would_settle"]:
        yield f"What would settle it: {'; '.join(abstention['would_settle'])}"
    if abstention["nearest"]:
        yield "Nearest, but no answer:"


def _citations(outcome: Json) -> Iterator[tuple[str, Json]]:
    for citation in outcome["citations"]:
        yield f"[{citation['n']}]", citation
    for place, near in enumerate((outcome["abstention"] or {}).get("nearest", ()), 1):
        yield f"({near.get('n') or place})", near


def _sides(conflict: Json) -> Iterator[str]:
    for side in conflict["sides"]:
        yield f"{side['says']}: {place_text(side['citation'])}"


def _record(receipt: Json) -> str:
    outcome = receipt["outcome"]
    withheld = withheld_phrase(outcome["withheld"])
    parts = [
        f"Asked {receipt['recorded_at'][:19]} UTC",
        f"coverage {outcome['coverage']:.2f}, threshold {outcome['threshold']:.2f}",
        f"withheld: {withheld}" if withheld else None,
        f"receipt {receipt['id']}",
    ]
    return " · ".join(part for part in parts if part)


FORMS: dict[str, Callable[[Json], bytes]] = {"md": as_markdown, "pdf": as_pdf}
"""By the ending of the file."""

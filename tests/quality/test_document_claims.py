"""What documents say of themselves, against lists that others made."""

from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path
from typing import Any

import pytest

from connectors.files import FileConnector
from connectors.parsing import parse
from connectors.protocol import ParsedDocument, Statement
from graph.dates import parse_date
from graph.errors import SkipRecord
from graph.vocabulary import ClaimField

DATA = Path(os.environ.get("PREVAIL_SHARED_DATA", Path(__file__).resolve().parents[3] / "shared" / "data"))
SETS = DATA / "supersession"


def _first(document: ParsedDocument, field: ClaimField) -> Statement | None:
    return next((statement for statement in document.statements if statement.field is field), None)


def _gold(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (SETS / name / "gold.jsonl").read_text("utf-8").splitlines()]


def _read(path: Path) -> ParsedDocument:
    return parse(path.read_bytes(), path.name)


def _fold(text: str) -> str:
    return re.sub(r"\W+", "", text.casefold())


def _within(stated: Statement | None, truth: str) -> bool:
    expected = parse_date(truth)
    if stated is None or stated.date is None or expected is None:
        return False
    earliest, latest = stated.date.earliest, stated.date.latest
    bounds = (expected.earliest, expected.latest)
    return all(day is not None for day in (earliest, latest, *bounds)) and bool(
        bounds[0] <= earliest and latest <= bounds[1]  # type: ignore[operator]  # none of them is None here
    )


def test_numbers_dates_and_titles_of_memos() -> None:
    """RFC texts of five decades: every number and date, titles as the index has them but for articles."""
    index = (SETS / "rfc" / "rfc-index.txt").read_text("utf-8")
    listed = {int(m[1]): " ".join(m[2].split()) for m in re.finditer(r"^(\d{4}) (.*?)\n\n", index, re.M | re.S)}
    gold = _gold("rfc")
    numbers = dates = titles = titled = 0
    for entry in gold:
        document = _read(SETS / "rfc" / f"rfc{entry['rfc']}.txt")
        number, title = _first(document, ClaimField.NUMBER), _first(document, ClaimField.TITLE)
        numbers += number is not None and number.value == f"RFC {entry['rfc']}"
        dates += _within(_first(document, ClaimField.DATE), entry["date"])
        if entry["rfc"] in listed:
            titled += 1
            titles += title is not None and _fold(listed[entry["rfc"]]).startswith(_fold(title.value))
    assert (numbers, dates) == (len(gold), len(gold))
    assert titles >= 0.98 * titled


def test_header_fields_of_proposals() -> None:
    """PEPs: number, title, date and status word, all of them."""
    gold = _gold("pep")
    wrong = []
    for entry in gold:
        document = _read(SETS / "pep" / f"pep-{entry['pep']:04}.rst")
        status, title = _first(document, ClaimField.STATUS), _first(document, ClaimField.TITLE)
        number, created = _first(document, ClaimField.NUMBER), _first(document, ClaimField.DATE)
        found = [s.value if s else None for s in (number, title, created)] + [status.note if status else None]
        if found != [f"PEP {entry['pep']}", entry["title"], entry["created"], entry["status"]]:
            wrong.append((entry["pep"], found))
    assert wrong == []


def test_withdrawn_controls_say_where_their_content_went() -> None:
    """The catalogue's withdrawn controls are sentences under their own numbers."""
    document = _read(SETS / "nist" / "NIST_SP-800-53_rev4_catalog.xml")
    spoken = [document.text[b.span.start : b.span.end] for b in document.blocks]
    assert sum(1 for words in spoken if words.startswith("Withdrawn")) == 96
    at = next(n for n, block in enumerate(document.blocks) if block.number == "AC-13")
    assert spoken[at + 1] == "Withdrawn: incorporated into AC-2, AU-6."


@pytest.mark.parametrize(
    "folder", ["mail", "transcripts", "regulations/us-ada", "supersession/rfc", "supersession/pep"]
)
def test_every_file_is_read_or_refused_with_a_reason(folder: str) -> None:
    """No other exception, no overlapping block, whatever the file holds."""
    outcomes: dict[str, int] = {}
    items = [item for batch in FileConnector([DATA / folder]).changes(None) for item in batch.upserts]
    for item in items:
        if item.name.endswith(".pdf"):
            continue
        try:
            document = parse(item.load(), item.name)
        except SkipRecord as error:
            outcomes[error.reason] = outcomes.get(error.reason, 0) + 1
            continue
        ends = [0, *(block.span.end for block in document.blocks)]
        assert all(block.span.start >= end for block, end in zip(document.blocks, ends, strict=False))
        assert ends[-1] <= len(document.text)
    assert items
    assert outcomes.keys() <= {"unsupported type", "empty"}


def test_half_a_megabyte_of_text_takes_a_moment() -> None:
    """The best of three readings of RFC 9110, in under a second of processor time."""
    path = SETS / "rfc" / "rfc9110.txt"
    spent = []
    for _ in range(3):
        started = time.process_time()
        _read(path)
        spent.append(time.process_time() - started)
    assert min(spent) < 1.0

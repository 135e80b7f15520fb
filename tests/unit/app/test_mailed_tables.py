"""What a table in a mail demands is found as in any other document; a quoted one demands nothing."""

from __future__ import annotations

from datetime import UTC, datetime
from email.message import EmailMessage

from app.use_cases.reading import Arrival, read_item
from graph.model import Requirement

TABLE = """<p>Doors shall meet these minimum values:</p>
<table><tr><td><b>Door</b></td><td><b>Minimum fire resistance</b></td><td><b>Minimum clear width</b></td></tr>
<tr><td>PD-01</td><td>120 min</td><td>1,200 mm</td></tr><tr><td>PD-02</td><td>60 min</td><td>900 mm</td></tr></table>"""


def _demands(page: str) -> list[tuple[str, str, str]]:
    message = EmailMessage()
    message["From"], message["To"] = "Mina Castell <mina@castell.example>", "all@castell.example"
    message["Subject"], message["Date"] = "Platform doors", "Tue, 3 Jun 2031 09:00:00 +0000"
    message.set_content("This message is a page.")
    message.add_alternative(f"<html><body>{page}</body></html>", subtype="html")
    arrival = Arrival("files", "m.eml", "file:m.eml", "m.eml", "", ("*",), (), datetime(2031, 7, 1, tzinfo=UTC))
    return [_told(one) for one in read_item(message.as_bytes(), arrival).sources[0].requirements]


def _told(one: Requirement) -> tuple[str, str, str]:
    return one.subject, one.property, f"{one.comparator} {getattr(one.values[0], 'written', '')}"


def test_a_table_in_a_mail_demands() -> None:
    """Each value for its row, with the words of its column."""
    assert _demands(TABLE) == [
        ("Door PD-01", "fire resistance", "≥ 120 min"),
        ("Door PD-01", "clear width", "≥ 1,200 mm"),
        ("Door PD-02", "fire resistance", "≥ 60 min"),
        ("Door PD-02", "clear width", "≥ 900 mm"),
    ]


def test_a_table_of_an_earlier_message_demands_nothing() -> None:
    """Its sender demanded it, when it was sent."""
    assert _demands(f"<p>Noted.</p><blockquote>{TABLE}</blockquote>") == []

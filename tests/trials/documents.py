"""A folder of some sixty small files of many kinds, the same each time, for trials of ingest."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

from app.sample.project import write_sample

SECTION = """Section {number}
{title}
Revision {revision}
Issued {day} March 2024
Status: Issued for Construction

1 General

1.1 Scope

This section covers the {thing} of the Heron Yard Boathouse.

1.2 Related work

Coordinate with Section {other} before any {thing} is ordered.

2 Products

2.1 Materials

Each {thing} shall {do}.

2.2 Finish

Each {thing} shall be finished in two coats to a dry film of {film} micrometres.
"""

DOES = {
    "gutter": "drain at least {number} litres of rain in a minute",
    "handrail": "stand at least {number} cm clear of the wall",
    "slipway plate": "withstand a load of at least {number} kN",
    "door closer": "shut the door within {number} seconds",
    "louvre": "be tilted by {number} degrees",
    "roof light": "let in at least {number} per cent of the daylight",
    "anchor bolt": "be tightened to {number} Nm",
    "duct": "stay below a surface temperature of {number} °C",
}
THINGS = (*DOES,)


def write_documents(folder: Path) -> Path:
    """Writes the files, the sample project's among them, and gives the folder."""
    write_sample(folder / "sample")
    for number in range(16):
        _write(folder / f"specs/Section 05 {number:02} 10 Rev A.txt", section(number).encode())
    for number in range(8):
        _write(folder / f"notes/note {number}.md", _note(number).encode())
        _write(folder / f"pages/page {number}.html", _page(number).encode())
        _write(folder / f"mail/{number:02} Delivery.eml", mail(number))
    _write(folder / "tables/loads.csv", _table())
    return folder


def section(number: int, revision: str = "A") -> str:
    """A section of a specification."""
    return SECTION.format(
        number=f"05 {number:02} 10",
        title=f"{THINGS[number % 8].title()}s",
        revision=revision,
        day=number + 1,
        thing=THINGS[number % 8],
        other=f"05 {(number + 1) % 16:02} 10",
        do=DOES[THINGS[number % 8]].format(number=number * 3 + 2),
        film=number * 10 + 60,
    )


def mail(number: int) -> bytes:
    """A message with a table, a section and a message attached, the last with an attachment of its own."""
    message = _letter(f"Delivery {number}", f"The {THINGS[number]}s of lot {number} arrive on {number + 3} May 2024.")
    message.add_attachment(f"item,count\n{THINGS[number]},{number + 7}\n", subtype="csv", filename="count.csv")
    message.add_attachment(section(20 + number), filename=f"Section 05 {20 + number} 10 Rev A.txt")
    inner = _letter(f"Earlier {number}", f"Please confirm the colour of lot {number}.")
    inner.add_attachment(f"Lot {number} is painted grey, shade {number}.\n", filename="colour.txt")
    message.add_attachment(inner)
    for letter, side in ((message, "outer"), (inner, "inner")):
        letter.set_boundary(f"{side}-{number}")  # else a new one each time
    return bytes(message)


def _letter(subject: str, words: str) -> EmailMessage:
    message = EmailMessage()
    message["From"] = "Ida Fenn <ida@heronyard.example>"
    message["To"] = "Odo Marsh <odo@marshworks.example>"
    message["Subject"] = subject
    message["Date"] = "Thu, 02 May 2024 09:00:00 +0000"
    message["Message-ID"] = f"<{subject.replace(' ', '.').lower()}@heronyard.example>"
    message.set_content(words + "\n")
    return message


def _note(number: int) -> str:
    return f"# Note {number}\n\n## Findings\n\n- Pier {number} settled by {number} mm.\n- No cracks were seen.\n"


def _page(number: int) -> str:
    return f"<html><title>Page {number}</title><h1>Berth {number}</h1><p>Berth {number} holds {number + 2} boats.</p>"


def _table() -> bytes:
    rows = [f"{thing},{number * 4}" for number, thing in enumerate(THINGS)]
    return ("thing,load kN\n" + "\n".join(rows) + "\n").encode()


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)

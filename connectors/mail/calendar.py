"""Invitations (iCalendar, RFC 5545) as lines of text."""

from __future__ import annotations

import re

_FOLD = re.compile(r"\r?\n[ \t]")
_LINE = re.compile(r"^([A-Z-]+)((?:;[^:\"]*(?:\"[^\"]*\")?)*):(.*)$", re.IGNORECASE)
_NAME = re.compile(r";CN=(?:\"([^\"]*)\"|([^;:]*))", re.IGNORECASE)
_SHOWN = {
    "SUMMARY": "Event",
    "DTSTART": "Start",
    "DTEND": "End",
    "LOCATION": "Place",
    "ORGANIZER": "Organizer",
    "ATTENDEE": "Attendee",
    "STATUS": "Status",
    "DESCRIPTION": "Description",
}
_MOMENT = re.compile(r"^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?$")


def calendar_lines(words: str, described: bool = True) -> str:
    """What an invitation says of its events, a line each.

    Args:
        described: Whether the description is wanted: mostly it repeats the body of the message.
    """
    found: list[str] = []
    inside = False
    for line in _FOLD.sub("", words).splitlines():
        inside = (
            inside or line.upper().startswith("BEGIN:V") and not line.upper().startswith(("BEGIN:VCAL", "BEGIN:VTIMEZ"))
        )
        read = _LINE.match(line.strip())
        label = _SHOWN.get(read[1].upper()) if read and inside else None
        if read and label and (described or label != "Description"):
            found.append(f"{label}: {_value(label, read[2], read[3])}")
        inside = inside and not line.upper().startswith("END:V")
    return "\n".join(found)


def _value(label: str, parameters: str, value: str) -> str:
    if label in ("Start", "End"):
        return _moment(value) + _zone(parameters)
    if label in ("Organizer", "Attendee"):
        name = _NAME.search(parameters)
        address = re.sub(r"^mailto:", "", value, flags=re.IGNORECASE)
        words = (name[1] or name[2] or "").strip() if name else ""
        return f"{words} <{address}>" if words and words != address else address
    return re.sub(r"\\([,;\\nN])", lambda sign: "\n" if sign[1] in "nN" else sign[1], value)


def _moment(value: str) -> str:
    read = _MOMENT.match(value.strip())
    if read is None:
        return value
    day = f"{read[1]}-{read[2]}-{read[3]}"
    return f"{day} {read[4]}:{read[5]}{' UTC' if read[6] else ''}" if read[4] else day


def _zone(parameters: str) -> str:
    found = re.search(r";TZID=([^;:]+)", parameters, re.IGNORECASE)
    return f" ({found[1].strip(chr(34))})" if found else ""

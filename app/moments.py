"""Reading the moments that people write, the same on the command line and over HTTP."""

from __future__ import annotations

from datetime import UTC, date, datetime, time

from app.errors import InvalidInput


def day(text: str | None) -> date | None:
    """The calendar day written as 2024-05-31; None for nothing or blanks.

    Raises:
        InvalidInput: It is no day.
    """
    if text is None or not text.strip():
        return None
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise InvalidInput(f"{text!r} is no day; write it as 2024-05-31") from None


def instant(text: str | None) -> datetime | None:
    """The instant written as 2024-05-31 (its last moment, UTC) or 2024-05-31T17:00Z; None for nothing.

    Raises:
        InvalidInput: It is no instant.
    """
    if text is None or not text.strip():
        return None
    try:
        if len(text.strip()) == len("2024-05-31"):
            return datetime.combine(date.fromisoformat(text.strip()), time.max, UTC)
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        raise InvalidInput(f"{text!r} is no date; write it as 2024-05-31 or 2024-05-31T17:00Z") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)

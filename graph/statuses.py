"""What the status that a text claims means: that it was never in force, displaces nothing, or ended on a day."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from graph.claims import Description
from graph.dates import find_dates
from graph.time import DateAnchor
from graph.vocabulary import ClaimField, Ground, Status

UNISSUED = frozenset({Status.DRAFT, Status.FOR_REVIEW, Status.REJECTED, Status.NOT_RELEASED})
"""Status of text that was never in force."""

WITHOUT_EFFECT = UNISSUED | {Status.WITHDRAWN}
"""Status, stated by the text itself, that keeps it from displacing anything."""


def first_day(anchor: DateAnchor | None) -> date | None:
    """The day from which a date counts as reached: its earliest bound, else its latest."""
    return (anchor.earliest or anchor.latest) if anchor else None


def ended_on(description: Description) -> date | None:
    """The day from which a text says that it is withdrawn or superseded; None where it gives no day.

    A text that was withdrawn on a day was in force until then, and what it displaced stays displaced.
    """
    claim = description.taken.get(ClaimField.STATUS)
    if claim is None or description.status not in (Status.WITHDRAWN, Status.SUPERSEDED):
        return None
    if claim.date is not None:
        return first_day(claim.date)
    if claim.ground is Ground.REGISTER:
        return None
    stated = [anchor for text in (claim.value, claim.note or "") for _, anchor in find_dates(text)]
    days = {first_day(anchor) for anchor in stated}
    return days.pop() if len(days) == 1 else None


def takes_effect(description: Description) -> bool:
    """Whether what a text says of others has effect: it was issued, even if it was withdrawn later."""
    return description.status not in WITHOUT_EFFECT or ended_on(description) is not None


def end_of(description: Description, came: Iterable[date]) -> date | None:
    """The day from which a text's word that it is withdrawn or superseded counts; None for every day.

    A text that says undated that it is withdrawn may never have been in force. A superseded one was, until
    its first successor came, which was before its word was recorded.

    Args:
        came: The days on which what displaces all of it came.
    """
    claim = description.taken.get(ClaimField.STATUS)
    stated = ended_on(description)
    if stated or claim is None or description.status is not Status.SUPERSEDED:
        return stated
    return min((day for day in came if day <= claim.recorded_at.date()), default=None)

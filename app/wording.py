"""Small phrases that terminal and pages share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from graph.vocabulary import SPOKEN, Signal

ONLY_SAID = "said, binds nobody"
"""Of mail and talk, in the place of their signal."""


def timecode(seconds: float | None) -> str | None:
    """Seconds as 1:02:03 or 2:03; None where unknown."""
    if seconds is None:
        return None
    minutes, second = divmod(int(seconds), 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour}:{minute:02}:{second:02}" if hour else f"{minute}:{second:02}"


def withheld_phrase(withheld: dict[str, int], word: Callable[[str], str] = str) -> str | None:
    """The counts of what was withheld, in words; None where nothing was.

    Args:
        word: Translates a reason.
    """
    counts = [f"{count} {word(reason.replace('_', ' '))}" for reason, count in withheld.items() if count]
    return ", ".join(counts) if counts else None


def figure_text(value: Any) -> str:
    """A figure for people: thousands separated, tables as `name n, …`, unknown as a dash."""
    match value:
        case None:
            return "–"
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:,}"
        case float():
            return f"{value:,.3f}".rstrip("0").rstrip(".")
        case dict():
            return ", ".join(f"{key} {figure_text(part)}" for key, part in value.items()) or "none"
        case list() | tuple():
            return ", ".join(figure_text(part) for part in value) or "none"
        case _:
            return str(value)


def standing(item: Mapping[str, Any]) -> str:
    """The signal of a text in a word for people: what was only said is no doubtful document."""
    is_said = item["signal"] == Signal.UNVERIFIED and item.get("authority") in SPOKEN
    return ONLY_SAID if is_said else str(item["signal"])


def clause_text(label: str | None) -> str | None:
    """A clause for people: "K 1.36(a)" says what it is, "405.2" needs the word; None where there is none."""
    if not label:
        return None
    return label if label[0].isalpha() else f"clause {label}"


def conflict_head(conflict: dict[str, Any]) -> str:
    """The line over the sides of a conflict, a difference or an update of an outcome."""
    if conflict.get("decision"):
        return f"texts said different things; {conflict['decision']}"
    match conflict["class"]:
        case "difference" if conflict.get("stricter"):
            return "these texts differ; what meets the stricter meets both:"
        case "difference":
            return "these texts differ; some values meet both:"
        case "update":
            return "one of these texts prevails over the other:"
        case _ if all(side["citation"]["signal"] == Signal.UNVERIFIED for side in conflict["sides"]):
            return "what was said differs, and binds nobody:"
        case _:
            return "these texts are in force and contradict each other:"


def conflict_named(conflict: dict[str, Any]) -> str | None:
    """How a conflict is called in the register, and where it stands there; None for what is not in it."""
    return f"conflict {conflict['id']}, {conflict['state']}" if conflict.get("state") else None


def worded_phrase(answerer: Mapping[str, Any] | None) -> str | None:
    """Who worded an outcome; None where no model was asked for.

    Args:
        answerer: As an outcome has it; receipts of before drafts have none.
    """
    if answerer is None or answerer["name"] == answerer["wrote"] == "extractive":
        return None
    left_out = answerer["sentences_removed"]
    kinds = ", ".join(f"{count} {kind}" for kind, count in answerer["removed"].items())
    removed = f"; {left_out} sentence{'s' if left_out != 1 else ''} of its draft left out ({kinds})" if left_out else ""
    if answerer["why"] is None:
        return f"worded by {answerer['name']}, each sentence checked against its quotes{removed}"
    return f"not worded by {answerer['name']}: {answerer['why']}{removed}"

"""Units that state nothing by themselves: entries of indexes and of lists of references, and bare lead-ins."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from graph.model import Passage
from graph.references import find_references
from retrieval.answering.units import Unit, without_label

_ENDS_OPEN = (":", "\uff1a", "following", "following.")
_NUMBERING = re.compile(
    r"^[\W_]*(?:(?:section|chapter|part|annex|appendix)\s+)?(?:\d+(?:\.\d+)*|[A-Z])?[.):]?\s+(?=\S)", re.I
)


@cache
def _patterns() -> Mapping[str, re.Pattern[str]]:
    table = tomllib.loads(files(__package__).joinpath("mute.toml").read_text("utf-8"))
    return {name: re.compile(pattern, re.I) for name, pattern in table.items()}


def telling(units: Sequence[Unit], passage: Passage, question: str) -> list[Unit]:
    """The units of a passage that state something that may answer a question."""
    patterns = _patterns()
    wants_list = patterns["asks_documents"].search(question) is not None or bool(find_references(question))
    heading = _heading(passage.context.partition("\n")[0].rsplit(" > ", 1)[-1])
    told: list[Unit] = []
    for unit in units:
        is_of_list = not unit.is_row and _is_listing(unit.text)
        heading = _heading(unit.text) if is_of_list else heading
        is_named = patterns["references"].fullmatch(heading) is not None and not wants_list
        is_bare = (is_named or patterns["indexes"].fullmatch(heading) is not None) and names_only(unit)
        if not (is_of_list or is_bare or is_entry(unit)):
            told.append(unit)
    return [unit for unit in told if not _only_leads(unit, told)]


def is_entry(unit: Unit) -> bool:
    """Whether a unit is an entry of an index: words, printed fill, and perhaps a page."""
    return not unit.is_row and _patterns()["leader"].search(unit.text) is not None


def names_only(unit: Unit) -> bool:
    """Whether a unit says nothing of what it names."""
    return not unit.is_row and _patterns()["says"].search(unit.text) is None


def _is_listing(text: str) -> bool:
    """Whether a text is the heading of an index or of a list of references."""
    return any(_patterns()[name].fullmatch(_heading(text)) for name in ("indexes", "references"))


def _only_leads(unit: Unit, units: Sequence[Unit]) -> bool:
    """Whether a unit introduces what does not follow: it says nothing without it."""
    text = unit.text.rstrip()
    if unit.is_row or not text.endswith(_ENDS_OPEN):
        return False
    lead = " ".join(without_label(text).split())
    return not any(lead in other.lead for other in units)


def _heading(text: str) -> str:
    """A heading without its number."""
    return _NUMBERING.sub("", " ".join(text.split()), count=1).strip(" .:")

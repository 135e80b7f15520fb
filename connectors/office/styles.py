"""Paragraph styles: what a paragraph inherits that tells its place in the outline and its list."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from docx.oxml.ns import qn

_HEADING = re.compile(r"^heading\s?(\d)$|^заголовок\s?(\d)$|^标题\s?(\d)$", re.IGNORECASE)
_LONGEST_CHAIN = 20


@dataclass(frozen=True, slots=True)
class ParagraphStyle:
    """What is known of a paragraph.

    Attributes:
        outline: Heading depth from 1; None for body text.
        num_id: The list it is in; None outside of lists.
        num_level: Level in that list from 0.
    """

    name: str
    outline: int | None
    num_id: str | None
    num_level: int


class Styles:
    """Looks up styles by id, with what they are based on."""

    def __init__(self, root: Any) -> None:
        """Args: root: The `w:styles` element."""
        self._by_id = {style.get(qn("w:styleId")): style for style in root.iter(qn("w:style"))}
        self._default = next(
            (
                key
                for key, s in self._by_id.items()
                if s.get(qn("w:default")) in ("1", "true") and s.get(qn("w:type")) == "paragraph"
            ),
            None,
        )

    def of(self, paragraph: Any) -> ParagraphStyle:
        """The style of a `w:p` element, its own properties first."""
        properties = paragraph.find(qn("w:pPr"))
        style_id = _attribute(properties, "w:pStyle") or self._default
        chain = self._chain(style_id)
        name = _attribute(chain[0], "w:name") or "" if chain else ""
        own = [properties] if properties is not None else []
        sources = own + [p for style in chain if (p := style.find(qn("w:pPr"))) is not None]
        num_id = next(
            (value for source in sources if (value := _attribute(source.find(qn("w:numPr")), "w:numId"))), None
        )
        level = next((value for source in sources if (value := _attribute(source.find(qn("w:numPr")), "w:ilvl"))), "0")
        return ParagraphStyle(
            name,
            self._outline(name, sources, chain),
            None if num_id == "0" else num_id,
            int(level) if level.isdigit() else 0,
        )

    def _outline(self, name: str, sources: list[Any], chain: list[Any]) -> int | None:
        if name.casefold() == "title":
            return 1
        for style in chain:
            match = _HEADING.match(_attribute(style, "w:name") or "")
            if match:
                return int(next(group for group in match.groups() if group))
        level = next((value for source in sources if (value := _attribute(source, "w:outlineLvl"))), "9")
        return int(level) + 1 if level.isdigit() and int(level) < 9 else None

    def _chain(self, style_id: str | None) -> list[Any]:
        chain: list[Any] = []
        while style_id in self._by_id and len(chain) < _LONGEST_CHAIN:
            style = self._by_id[style_id]
            chain.append(style)
            style_id = _attribute(style, "w:basedOn")
        return chain


def _attribute(element: Any | None, child: str) -> str | None:
    """The `w:val` of a child element."""
    found = None if element is None else element.find(qn(child))
    value = None if found is None else found.get(qn("w:val"))
    return None if value is None else str(value)

"""What a reader of an HTML mail sees: colours of words on their ground, boxes without a size."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from selectolax.lexbor import LexborNode

_COLLAPSED = re.compile(
    r"(?<![-\w])max-(?:height|width)\s*:\s*0(?:\.0+)?(?:px|pt|em)?\s*(?:;|!|$)"
    r"|(?<![-\w])(?:height|width)\s*:\s*0(?:\.0+)?(?:px|pt|em)?\s*(?:;|!).*overflow\s*:\s*hidden"
    r"|overflow\s*:\s*hidden.*(?<![-\w])(?:height|width)\s*:\s*0(?:\.0+)?(?:px|pt|em)?\s*(?:;|!|$)",
    re.IGNORECASE | re.DOTALL,
)
_COLOUR = re.compile(r"(?<![-\w])color\s*:\s*([^;!]+)", re.IGNORECASE)
_GROUND = re.compile(r"(?<![-\w])background(?:-color)?\s*:\s*([^;!]+)", re.IGNORECASE)
_PRE = re.compile(r"white-space\s*:\s*(?:pre|pre-wrap|pre-line|break-spaces)\s*(?:;|$)", re.IGNORECASE)
_HEX = re.compile(r"#([0-9a-f]{3}|[0-9a-f]{6})\b", re.IGNORECASE)
_RGB = re.compile(r"rgba?\(\s*(\d{1,3})\D+(\d{1,3})\D+(\d{1,3})", re.IGNORECASE)
_NAMED = {"white": (255, 255, 255), "black": (0, 0, 0), "window": (255, 255, 255), "windowtext": (0, 0, 0)}
_SEEN_FROM = 12
"""Difference in one of red, green and blue, of 255, from which a reader can see words on their ground."""

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Paint:
    """How words are painted; None for a ground that is not known (a picture, a gradient).

    Attributes:
        keeps_lines: Whether line ends in the words are line ends on the page.
    """

    colour: Colour = (0, 0, 0)
    ground: Colour | None = (255, 255, 255)
    keeps_lines: bool = False

    @property
    def is_unseen(self) -> bool:
        """Whether the words have the colour of their ground."""
        if self.ground is None:
            return False
        return all(abs(one - other) < _SEEN_FROM for one, other in zip(self.colour, self.ground, strict=True))

    def under(self, node: LexborNode) -> Paint:
        """How words are painted inside an element."""
        attributes = node.attributes
        style = attributes.get("style") or ""
        painted = self
        colour = _COLOUR.search(style)
        named = colour[1] if colour else attributes.get("color") or attributes.get("text")
        if named and (read := _colour(named)) is not None:
            painted = replace(painted, colour=read)
        ground = _GROUND.search(style)
        laid = ground[1] if ground else attributes.get("bgcolor")
        if laid and laid.strip().lower() not in ("transparent", "none", "inherit", "initial"):
            painted = replace(painted, ground=_colour(laid))
        if attributes.get("background"):
            painted = replace(painted, ground=None)
        keeps = node.tag == "pre" or _PRE.search(style) is not None
        return replace(painted, keeps_lines=True) if keeps else painted


def _colour(text: str) -> Colour | None:
    if match := _HEX.search(text):
        digits = match[1] if len(match[1]) == 6 else "".join(sign * 2 for sign in match[1])
        return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)
    if match := _RGB.search(text):
        return int(match[1]), int(match[2]), int(match[3])
    return _NAMED.get(text.strip().lower())


def is_collapsed(node: LexborNode) -> bool:
    """Whether an element has no height or width, so that nothing in it shows."""
    return _COLLAPSED.search(node.attributes.get("style") or "") is not None

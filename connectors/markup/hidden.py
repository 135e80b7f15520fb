"""Which elements of a page a reader does not see."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborNode

_UNSEEN_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:\.0+)?(?:px|pt|em|rem|%)?\s*(?:;|!|$)"
    r"|opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)|mso-hide\s*:\s*all|(?:text-indent|left)\s*:\s*-\d{4,}px",
    re.IGNORECASE,
)


_STRUCK = frozenset({"s", "strike", "del"})
_STRUCK_STYLE = re.compile(r"text-decoration(?:-line)?\s*:[^;]*line-through", re.IGNORECASE)


def is_struck(node: LexborNode) -> bool:
    """Whether the element's words are struck through: shown as taken out, as in acts that print old and new."""
    return node.tag in _STRUCK or _STRUCK_STYLE.search(node.attributes.get("style") or "") is not None


def is_hidden(node: LexborNode) -> bool:
    """Whether the element hides its text: by attribute, or by a style of its own."""
    attributes = node.attributes
    style = attributes.get("style") or ""
    return "hidden" in attributes or _UNSEEN_STYLE.search(style) is not None

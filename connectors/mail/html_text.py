"""HTML bodies as lines of text, what is quoted in them marked."""

from __future__ import annotations

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

from connectors.markup.hidden import is_hidden

_DEEPEST = 60
_UNREAD = frozenset({"script", "style", "head", "noscript", "template", "title"})
_BREAKING = frozenset(
    {
        "p",
        "div",
        "li",
        "tr",
        "table",
        "ul",
        "ol",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "pre",
        "hr",
        "blockquote",
        "section",
        "article",
        "dl",
        "dt",
        "dd",
    }
)
_QUOTING = re.compile(
    r"gmail_quote|yahoo_quoted|moz-cite|OutlookMessageHeader|divRplyFwdMsg|appendonsend|protonmail_quote", re.IGNORECASE
)


def html_lines(html: str) -> str:
    """HTML as lines of text; lines of block quotations and known quoting blocks start with "> "."""
    body = LexborHTMLParser(html).body
    return "" if body is None else "\n".join(_tidy("".join(_pieces(body, "", 0))))


def _pieces(node: LexborNode, prefix: str, depth: int) -> Iterator[str]:
    for child in node.iter(include_text=True):
        tag = child.tag or ""
        if tag == "-text":
            yield re.sub(r"\s+", " ", child.text_content or "")
        elif tag in _UNREAD or is_hidden(child):
            continue
        elif tag in ("br", "hr"):
            yield f"\n{prefix}"
        elif depth > _DEEPEST:
            yield f" {child.text(separator=' ')} "
        else:
            yield from _element(child, tag, prefix, depth)


def _element(node: LexborNode, tag: str, prefix: str, depth: int) -> Iterator[str]:
    marks = f"{node.attributes.get('class') or ''} {node.attributes.get('id') or ''}"
    inner = prefix + "> " if tag == "blockquote" or _QUOTING.search(marks) else prefix
    breaking = tag in _BREAKING
    yield f"\n{inner}" if breaking else " | " if tag in ("td", "th") and node.prev is not None else ""
    yield from _pieces(node, inner, depth + 1)
    yield f"\n{prefix}" if breaking else ""
    if tag in ("p", "table", "blockquote"):
        yield f"\n{prefix}"


def _tidy(text: str) -> Iterator[str]:
    """Lines without blanks at their ends and with at most one empty line between two others."""
    empty = True
    for line in text.replace("\u00a0", " ").split("\n"):
        stripped = line.strip()
        bare = not stripped.strip("> |")
        if bare and empty:
            continue
        empty = bare
        yield stripped if not bare else ""

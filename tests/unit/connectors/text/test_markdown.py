"""Markdown: tokens to blocks."""

from __future__ import annotations

from connectors.text.markdown import parse_markdown

TEXT = b"""\
---
title: Door notes
status: draft
---

# 2 Doors

Number: DN-7
Revision: B

A *door* has a
[closer](https://example.org).

1. first
2. second
   - nested

| Door | Rating |
|------|--------|
| D2   | 90 min |

```
code
```
"""


def test_every_block_of_a_file() -> None:
    """Front matter and known fields are headers; numbers of lists are kept."""
    document = parse_markdown(TEXT, "notes.md")
    assert [(b.kind, b.level, b.number, document.text[b.span.start : b.span.end]) for b in document.blocks] == [
        ("header", 0, None, "title: Door notes\nstatus: draft"),
        ("heading", 1, "2", "2 Doors"),
        ("header", 0, None, "Number: DN-7\nRevision: B"),
        ("paragraph", 0, None, "A door has a closer."),
        ("list_item", 1, "1", "1. first"),
        ("list_item", 1, "2", "2. second"),
        ("list_item", 2, None, "• nested"),
        ("table", 0, None, "Door | Rating\nD2 | 90 min"),
        ("code", 0, None, "code"),
    ]

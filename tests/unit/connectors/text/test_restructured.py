"""reStructuredText: fields, sections, literal blocks, directives, tables."""

from __future__ import annotations

from connectors.text.inline import plain_words
from connectors.text.restructured import parse_restructured

PROPOSAL = b"""\
HEP: 12
Title: Guards of ``public`` stairs
Status: Final
Created: 03-May-2031
Replaces: 7,
          8

.. withdrawn::

   Not used, see :hep:`13`.

Abstract
========

This follows :rfc:`2119` and `the guide <https://example.org>`__::

    guard = rail

Rules
-----

1. First rule
   goes on.
#. Second rule.

* bullet

=====  ====
Rail   kN/m
=====  ====
steel  1.5
=====  ====

.. a comment that nobody reads
"""


def _blocks() -> list[tuple[str, int, str]]:
    document = parse_restructured(PROPOSAL, "hep-12.rst")
    return [(b.kind, b.level, document.text[b.span.start : b.span.end]) for b in document.blocks]


def test_fields_at_the_start_are_the_header_as_written() -> None:
    """One a line, continued ones joined, marks kept."""
    assert _blocks()[0][2] == (
        "HEP: 12\nTitle: Guards of ``public`` stairs\nStatus: Final\nCreated: 03-May-2031\nReplaces: 7, 8"
    )


def test_the_rest_is_read_block_by_block() -> None:
    """Sections by the order of their rules; a directive's words stay, a comment's do not."""
    assert _blocks()[1:] == [
        ("paragraph", 0, "Withdrawn:"),
        ("paragraph", 0, "Not used, see 13."),
        ("heading", 1, "Abstract"),
        ("paragraph", 0, "This follows RFC 2119 and the guide:"),
        ("code", 0, "guard = rail"),
        ("heading", 2, "Rules"),
        ("list_item", 1, "1. First rule goes on."),
        ("list_item", 1, "- Second rule."),
        ("list_item", 1, "* bullet"),
        ("table", 0, "Rail | kN/m\nsteel | 1.5"),
    ]


def test_inline_marks_become_words() -> None:
    """Roles, literals, emphasis and links."""
    assert plain_words("a ``b`` *c* **d** :ref:`e <f>` `g <h>`_ i_j [1]_") == "a b c d e g i_j [1]"

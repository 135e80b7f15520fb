"""XML: titled and labelled elements become clauses."""

from __future__ import annotations

import pytest

from connectors.markup.xml import parse_xml
from graph.errors import SkipRecord

CATALOG = b"""<?xml version="1.0"?>
<catalog xmlns="urn:x">
  <metadata><title>Holmland Controls</title><version>3</version></metadata>
  <group id="ac"><title>Access</title>
    <control id="ac-1"><title>Policy</title>
      <param id="p1"><label>a period</label></param>
      <prop name="label" value="AC-1"/>
      <part id="s" name="statement"><p>The firm:</p>
        <part name="item"><prop name="label" value="a."/><p>Reviews it every <insert id-ref="p1"/>;</p></part>
      </part>
    </control>
    <control id="ac-2"><title>Review</title><prop name="label" value="AC-2"/>
      <prop name="status" value="withdrawn"/><link rel="incorporated-into" href="#ac-1"/>
      <link rel="related" href="#ac-1"/><link rel="reference" href="#ac-1"/>
    </control>
  </group>
</catalog>"""


def test_a_catalogue_of_controls() -> None:
    """Labels are numbers, references are words, status and typed links a sentence."""
    document = parse_xml(CATALOG, "catalog.xml")
    assert [(b.kind, b.level, b.number, document.text[b.span.start : b.span.end]) for b in document.blocks] == [
        ("header", 0, None, "Title: Holmland Controls\nVersion: 3"),
        ("heading", 1, None, "Access"),
        ("heading", 2, "AC-1", "AC-1 Policy"),
        ("paragraph", 0, None, "The firm:"),
        ("list_item", 1, "a", "a. Reviews it every [a period];"),
        ("heading", 2, "AC-2", "AC-2 Review"),
        ("paragraph", 0, None, "Withdrawn: incorporated into AC-1. Related: AC-1."),
    ]


def test_a_statute_with_numbers_as_elements() -> None:
    """Another vocabulary, the same reading."""
    section = b"<section><num>4</num><heading>Guards</heading><p>Guards are <b>high</b>.</p></section>"
    data = b"<act><title>Stair Act</title>" + section + b"</act>"
    document = parse_xml(data, "act.xml")
    assert [(b.kind, b.number, document.text[b.span.start : b.span.end]) for b in document.blocks] == [
        ("heading", None, "Stair Act"),
        ("heading", "4", "4 Guards"),
        ("paragraph", None, "Guards are high."),
    ]


def test_entities_that_grow_are_refused() -> None:
    """A document that defines entities is not read at all."""
    data = b'<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;&x;">]><a>&y;</a>'
    with pytest.raises(SkipRecord) as caught:
        parse_xml(data, "bomb.xml")
    assert caught.value.reason == "bomb"


def test_what_is_not_well_formed_is_damaged() -> None:
    """With the parser's own word for it."""
    with pytest.raises(SkipRecord) as caught:
        parse_xml(b"<a><b></a>", "bad.xml")
    assert caught.value.reason == "damaged"

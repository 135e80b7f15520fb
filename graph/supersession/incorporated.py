"""Interim texts that a revision takes in: "This revision incorporates Advice Note 15/22, which is withdrawn"."""

from __future__ import annotations

from collections.abc import Iterator

from graph.supersession.naming import documents
from graph.supersession.patterns import patterns
from graph.supersession.view import DocumentView, Finding, masked
from graph.vocabulary import EdgeType


def incorporated(view: DocumentView) -> Iterator[Finding]:
    """One finding for each document that the text says it takes in, and that has ended with it.

    That a text only takes another one in leaves that one as it is.
    """
    table = patterns().named
    for block in view.statements():
        for span in view.sentences(block):
            words = masked(view.text[span.start : span.end])
            said = table["incorporates"].search(words)
            ended = table["and_ends"].search(words, said.end()) if said else None
            if not said or not ended or patterns().sentence["unless"].search(words):
                continue
            if patterns().own.search(words, 0, said.start()):
                for reference in documents(words, coded=True):
                    if said.end() <= reference.span.start < ended.start() and reference.key != view.key:
                        yield Finding(EdgeType.SUPERSEDES, "incorporation", span, reference.key, reference.edition)

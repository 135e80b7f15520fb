"""The line that only greets: no part of the sentence that stands below it."""

from __future__ import annotations

import pytest

from connectors.mail.message import parse_message

HEAD = """\
From: Nora Quill <nora@example.org>
To: Ivo Brandt <ivo@example.net>, tomas.lund@example.net
Cc: Mina Oakes <mina@example.com>
Subject: Clearance
Content-Type: text/plain; charset=utf-8

"""
REST = "the clearance of the lobby doors is 6 mm."


def _paragraphs(body: str) -> list[str]:
    document = parse_message((HEAD + body).encode(), "a.eml")
    return [document.text[b.span.start : b.span.end] for b in document.blocks if b.kind == "paragraph"]


@pytest.mark.parametrize(
    "greeting",
    [
        "Ivo,", "Ivo, Tomas,", "Ivo and Mina,", "Mr Brandt,", "Dear Ivo,", "Hi both,", "Good morning Tomas,", "All,",
        "Dear Sir or Madam:", "Sehr geehrter Herr Brandt,", "Bonjour Ivo,", "Estimado Ivo:", "Уважаемый Иво!",
        "Hurmatli Ivo,", "尊敬的Brandt先生：", "عزيزي إيفو،",
    ],
)  # fmt: skip
def test_a_greeting_is_a_paragraph_by_itself(greeting: str) -> None:
    """Whether a blank line stands below it or not."""
    assert _paragraphs(f"{greeting}\n{REST}\n") == [greeting, REST]


@pytest.mark.parametrize(
    "body",
    [
        "Steel,\nconcrete and glass of the lobby are ordered.",
        "All doors of the lobby,\nthe clearance of which is 6 mm, are ordered.",
        "Hinges for lobby 2,\nwhich are ordered, come in May.",
    ],
)
def test_a_sentence_that_is_wrapped_behind_a_comma_is_no_greeting(body: str) -> None:
    """It names nobody who is written to, and greets nobody."""
    assert len(_paragraphs(body)) == 1


def test_only_the_first_new_words_greet() -> None:
    """Further down a name with a comma is part of the text."""
    assert len(_paragraphs(f"The doors are ordered.\n\nIvo,\n{REST}")) == 2

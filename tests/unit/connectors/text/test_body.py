"""The head of a short document ends where its body begins."""

from __future__ import annotations

import pytest

from connectors.protocol import ParsedDocument
from connectors.text.body import body_start, opens_clause
from connectors.text.markdown import parse_markdown
from connectors.text.plain import parse_text

_HEAD = "LARKFIELD LIBRARY\nADDENDUM NO. 2\nDate: 2023-05-10\nStatus: Issued"
_ITEM = 'Item 1. Section 05 52 00, clause 2.3: delete "1050 mm" and substitute "1100 mm".'


def _blocks(document: ParsedDocument) -> list[tuple[str, str]]:
    return [(block.kind, document.text[block.span.start : block.span.end]) for block in document.blocks]


def _parse(text: str) -> list[tuple[str, str]]:
    return _blocks(parse_text(text.encode(), "a.txt"))


@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_items_of_an_addendum_are_no_header(gap: str) -> None:
    """With and without a blank line before them."""
    second = 'Item 2. Section 05 52 00, clause 2.4 is replaced with the following: "Gaps shall not exceed 99 mm."'
    assert _parse(f"{_HEAD}{gap}{_ITEM}\n{second}\n") == [
        ("header", _HEAD),
        ("list_item", _ITEM),
        ("list_item", second),
    ]


def test_a_lead_in_paragraph_ends_the_header() -> None:
    """A heading above it may stay in the header; the sentences do not."""
    lead = "This addendum modifies the contract documents as follows."
    kinds = {text: kind for kind, text in _parse(f"{_HEAD}\n\nCHANGES\n\n{lead}\n\n{_ITEM}\n")}
    assert kinds[lead] == "paragraph"
    assert kinds[_ITEM] == "list_item"


def test_the_section_that_an_instruction_is_about_stays_with_it() -> None:
    """The name of another document above an instruction is no part of the header."""
    change = 'Section 05 52 00 - Metal Railings\nParagraph 2.3: Delete "1050 mm" and substitute "1100 mm".'
    blocks = _parse(f"ADDENDUM NO. 3\nDate: 2023-06-10\n{change}\n")
    assert [kind for kind, _ in blocks] == ["header", "paragraph"]
    assert blocks[1][1] == change.replace("\n", " ")


@pytest.mark.parametrize(
    "sentence",
    [
        "Notice HT-N-5 is revoked with effect from 1 September 2024.",
        "Diving is limited to 15 metres. This notice expires on 31 December 2023.",
    ],
)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_the_sentence_of_a_notice_is_a_paragraph(sentence: str, gap: str) -> None:
    """Even where it begins like a designation."""
    head = "NOTICE HT-N-6\nDate: 2024-08-01"
    assert _parse(f"{head}{gap}{sentence}\n") == [("header", head), ("paragraph", sentence)]


def test_a_numbered_heading_right_under_the_head_opens_the_body() -> None:
    """The heading is one line, its text a paragraph."""
    text = "SECTION 05 52 00\nRevision B\nIssued 3 March 2023\n2.3 Height\nGuard height shall be 1050 mm.\n"
    wanted = [
        ("header", "SECTION 05 52 00\nRevision B\nIssued 3 March 2023"),
        ("heading", "2.3 Height"),
        ("paragraph", "Guard height shall be 1050 mm."),
    ]
    assert _parse(text) == wanted
    assert _blocks(parse_markdown(text.encode(), "a.md")) == wanted


@pytest.mark.parametrize(
    ("text", "heading", "sentence"),
    [
        (
            "QMQ 3.77.01-19\nZinapoyalar\n1 Kengligi\nZinapoya kengligi 1,20 m dan kam bo'lmasligi kerak.\n",
            "1 Kengligi",
            "Zinapoya kengligi 1,20 m dan kam bo'lmasligi kerak.",
        ),
        (
            "СН 21-305-2014\nТепловая защита складов\n\n2 Температура\nТемпература должна быть не менее 16 °C.\n",
            "2 Температура",
            "Температура должна быть не менее 16 °C.",
        ),
        (
            "GB 50777-2018\n仓库设计规范\n2 窗高\n2.0.1 窗户高度不应小于1.5m。\n",
            "2 窗高",
            "2.0.1 窗户高度不应小于1.5m。",
        ),
    ],
)
def test_short_norms_in_other_languages_have_headings_and_sentences(text: str, heading: str, sentence: str) -> None:
    """Uzbek, Russian and Chinese."""
    blocks = _parse(text)
    assert ("heading", heading) in blocks
    assert ("paragraph", sentence) in blocks


def test_the_body_of_short_markdown_is_no_header() -> None:
    """One paragraph of Markdown holds head and body."""
    blocks = _blocks(parse_markdown(f"{_HEAD}\n{_ITEM}\n".encode(), "a.md"))
    assert blocks == [("header", _HEAD), ("paragraph", _ITEM)]


def test_a_head_without_sentences_is_all_head() -> None:
    """Titles, parts and editions begin no body."""
    lines = [
        "KESTREL SOCIETY",
        "KSS 410-1:2010",
        "Glass handrails - Part 1: Loads",
        "Chapter 12 - Streets",
        "Adopted 2015",
    ]
    assert body_start(lines) == len(lines)


def test_a_sentence_above_a_field_is_part_of_the_head() -> None:
    """Fields below it would be lost."""
    lines = ["KSS 1", "This edition replaces KSS 0.", "Status: Withdrawn", "Rails shall be round."]
    assert body_start(lines) == 3


def test_a_list_of_names_begins_the_body() -> None:
    """Two labels in order are a list, sentences or not."""
    assert body_start(["ADDENDUM NO. 1", "Date: 2023-05-10", "1. Steel posts", "2. Timber rails"]) == 2


@pytest.mark.parametrize(
    ("head", "clauses"),
    [
        ("GB 50777-2018\n仓库设计规范", ["1.0.1 本规范适用于新建仓库。", "1.0.2 窗户高度不应小于1.5m。"]),
        (
            "СНиП 2.01.07-85\nНагрузки",
            ["1.1. Нормы распространяются на здания.", "1.2. Нагрузка должна быть не менее 2 кПа."],
        ),
        (
            "MARLOW\nORDINANCE NO. 2020-11",
            ["Section 1. Section 12-3 is repealed.", "Section 2. This takes effect at once."],
        ),
    ],
)
def test_clauses_on_lines_of_their_own_are_paragraphs_of_their_own(head: str, clauses: list[str]) -> None:
    """Also where no blank line is between them, in text and in Markdown."""
    text = "\n".join([head, *clauses, ""])
    wanted = [("header", head), *(("paragraph", clause) for clause in clauses)]
    assert _parse(text) == wanted
    assert _blocks(parse_markdown(text.encode(), "a.md")) == wanted


def test_a_reference_at_the_start_of_a_line_opens_no_clause() -> None:
    """ "Section 4 The" lacks the stop, and a line that ends no sentence goes on."""
    assert not opens_clause("It is so.", "Section 4 The rest")
    assert not opens_clause("as said in", "Section 4. The rest")
    assert opens_clause("It is so.", "Section 4. The rest is void.")

"""HTML mail as lines: what is quoted, what is a table, what nobody sees."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from connectors.mail.html_text import read_html
from connectors.mail.letter import Letter
from connectors.mail.quoting import split_stretches
from connectors.mail.words import LONGEST_WORDS_CHARS
from connectors.mail.writing import write_letter
from connectors.protocol import ParsedDocument

HEADERS = [("From", "Anna Quill <anna@quillandtern.example>"), ("Subject", "RE: Doors")]


def _kinds(html: str) -> list[tuple[str, str]]:
    lines = read_html(html).lines
    return [(one.kind, " / ".join(line for line in one.lines if line)) for one in split_stretches(lines)]


@pytest.mark.parametrize(
    "earlier",
    [
        '<div class="gmail_quote">On 2 June 2031 Ivo wrote:<br><blockquote>old</blockquote></div>',
        '<div class="x_gmail_quote">On 2 June 2031 Ivo wrote:<br><blockquote>old</blockquote></div>',
        '<div class="moz-cite-prefix">Ivo wrote:</div><blockquote type="cite">old</blockquote>',
        '<div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>Frá:</b> Ivo</div><div>old</div>',
        '<hr id="stopSpelling">Dags: x<br>Frá: Ivo<br><div>old</div>',
        '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p><b>Frá:</b> Ivo<br>'
        "<b>Sent:</b> mán<br><b>Til:</b> Anna<br><b>Efni:</b> x</p></div><p>old</p>",
        '<div id="mail-editor-reference-message-container"><p>old</p></div>',
        '<span class="yahoo_quoted"><div>old</div></span>',
        "<hr><b>From: </b>Ivo<br><b>Sent: </b>2 June 2031<br><b>To: </b>Anna<br><b>Subject: </b>x<br>old",
        '<div id="OLK_SRC_BODY_SECTION"><p>old</p></div>',
    ],
)
def test_blocks_of_programs_are_quoted(earlier: str) -> None:
    """Containers and what goes before an earlier message, in a language that no rule knows too."""
    kinds = _kinds(f"<html><body><div>new words</div>{earlier}</body></html>")
    assert kinds[0] == ("paragraph", "new words")
    assert [kind for kind, _ in kinds[1:]] == ["quoted"]
    assert kinds[-1][1].endswith("old")


def test_answers_between_quotations_stay_new() -> None:
    """A block quotation ends where it ends."""
    html = "<blockquote>Is it 10?</blockquote><p>No, 6.</p><blockquote>Sure?</blockquote><p>Yes.</p>"
    assert [kind for kind, _ in _kinds(html)] == ["quoted", "paragraph", "quoted", "paragraph"]


def test_answers_inside_the_container_of_a_quotation_stay_new() -> None:
    """A web mail that is answered between the lines splits the quotation and keeps its container."""
    html = (
        '<div dir="ltr"><br><div class="gmail_quote"><div class="gmail_attr">Anna skrifaði:<br></div>'
        '<blockquote class="gmail_quote">Is it 10?</blockquote><div>No, 6.</div>'
        '<blockquote class="gmail_quote">Sure?</blockquote><div>Yes.</div></div></div>'
    )
    assert _kinds(html) == [
        ("quoted", "> Anna skrifaði: / > Is it 10?"),
        ("paragraph", "No, 6."),
        ("quoted", "> Sure?"),
        ("paragraph", "Yes."),
    ]


def test_what_is_forwarded_in_a_container_is_forwarded_whole() -> None:
    """Its own quotations and answers too."""
    html = (
        '<div>FYI</div><div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>'
        "From: Ivo</div><div>old</div><blockquote>older</blockquote><div>also old</div></div>"
    )
    assert [kind for kind, _ in _kinds(html)] == ["paragraph", "forwarded"]


def test_a_quotation_in_a_quotation_has_two_marks() -> None:
    """As plain text has them."""
    assert read_html("<blockquote>a<blockquote>b</blockquote></blockquote>").lines == ["> a", "", "> > b", ""]


@pytest.mark.parametrize(
    "hidden",
    [
        '<div style="display:none">secret</div>',
        '<span style="color:#fff">secret</span>',
        '<span style="color: white; font-size:12px">secret</span>',
        '<div style="background:#000"><font color="#010101">secret</font></div>',
        '<div style="max-height:0px;overflow:hidden">secret</div>',
        '<span style="font-size:0">secret</span>',
        "<div hidden>secret</div>",
        '<table><tr bgcolor="#1F497D"><td><span style="color:rgb(31,73,125)">secret</span></td></tr></table>',
    ],
)
def test_what_nobody_sees_is_no_line(hidden: str) -> None:
    """It is counted and told."""
    body = read_html(f"<body><p>seen</p>{hidden}</body>")
    assert [line for line in body.lines if line] == ["seen"]
    assert list(body.warnings()) == ["hidden text in 1 elements was left out"]


def test_light_words_on_a_dark_ground_are_seen() -> None:
    """Headings of tables are often white on blue; a ground that is a picture may be anything."""
    html = (
        '<table><tr style="background:#1F497D;color:#FFFFFF"><td>Door</td><td>Rating</td></tr>'
        "<tr><td>D01</td><td>90 min</td></tr></table>"
        '<div style="background:url(x.png)"><span style="color:white">on a picture</span></div>'
    )
    assert [line for line in read_html(html).lines if line] == ["Door | Rating", "D01 | 90 min", "on a picture"]


def test_words_struck_through_are_left_out() -> None:
    """They say what no longer holds; a reader is told."""
    body = read_html("<p>The rating is <s>60</s> 90 minutes.</p>")
    assert body.lines == ["The rating is 90 minutes.", ""]
    assert body.struck == 1


def test_lists_keep_their_marks() -> None:
    """Bullets and numbers, as they are shown."""
    lines = read_html("<ul><li>one</li></ul><ol start='3'><li>two</li><li>three</li></ol>").lines
    assert [line for line in lines if line] == ["• one", "3. two", "4. three"]


TABLE = """<div>Please see the schedule:</div>
<table class="MsoNormalTable" border="1"><tr><td><p><b>Door</b></p></td><td><p><b>Fire rating</b></p></td></tr>
<tr><td><p>D01</p></td><td><p>90 min</p></td></tr><tr><td><p>D02</p></td><td><p>60 min</p></td></tr></table>
<div>Regards,</div><div>Anna</div>"""
LAYOUT = """<table><tr><td><table><tr><td><p>First column of a newsletter.</p></td><td><p>Second column.</p></td>
</tr></table></td></tr></table>"""


def _written(html: str, plain: str = "") -> ParsedDocument:
    return write_letter(Letter(HEADERS, [plain] if plain else [], [html]), "a.eml")


def _blocks(document: ParsedDocument) -> list[tuple[str, str]]:
    return [(one.kind, document.text[one.span.start : one.span.end]) for one in document.blocks[1:]]


def test_a_table_of_data_has_cells() -> None:
    """Its bold first row is its heading, as in a document."""
    document = _written(TABLE)
    assert _blocks(document) == [
        ("paragraph", "Please see the schedule:"),
        ("table", "Door | Fire rating\nD01 | 90 min\nD02 | 60 min"),
        ("signature", "Regards,\nAnna"),
    ]
    cells = [(document.text[c.span.start : c.span.end], c.header) for c in document.blocks[2].cells]
    assert cells[:3] == [("Door", True), ("Fire rating", True), ("D01", False)]


def test_the_page_is_read_where_only_it_has_the_table() -> None:
    """Plain text of the same message has the cells as lines; plain text without a table is read as it is."""
    plain = "Please see the schedule:\n\nDoor\nFire rating\nD01\n90 min\nD02\n60 min\n\nRegards,\nAnna"
    assert ("table", "Door | Fire rating\nD01 | 90 min\nD02 | 60 min") in _blocks(_written(TABLE, plain))
    assert _blocks(_written("<p>As agreed: <b>90 min</b></p>", "As agreed: 90 min")) == [
        ("paragraph", "As agreed: 90 min")
    ]


def test_the_page_is_read_where_the_plain_text_only_points_to_it() -> None:
    """ "Your program does not show HTML" is not what the message says."""
    page = f"<p>{'The lintel above opening 7 is 150 mm deep. ' * 6}</p>"
    assert "lintel" in _written(page, "Your program does not show HTML.").text


def test_the_page_is_read_where_the_plain_text_says_something_else() -> None:
    """People are shown the page; a plain text nobody sees is no evidence."""
    page = "<p>The rating of the riser door on level 3 is 90 min.</p>"
    other = "Please pay the invoice of yesterday to our other account before the bank closes at noon."
    assert "90 min" in _written(page, "The rating of the riser door on level 3 is 30 min.").text
    document = _written(page, other)
    assert "invoice" not in document.text
    assert document.warnings == ("the plain text of the message says something else than its page; the page was read",)


def test_links_and_pictures_in_plain_text_are_not_something_else() -> None:
    """Programs write addresses out that the page hides behind words."""
    page = '<p>See the <a href="https://quillandtern.example/s/77">schedule</a> of doors.</p><img src="cid:1">'
    plain = "See the schedule<https://quillandtern.example/s/77> of doors.\n\n[cid:1]"
    assert _blocks(_written(page, plain))[0] == (
        "paragraph",
        "See the schedule<https://quillandtern.example/s/77> of doors.",
    )


def test_further_plain_parts_stand_below_the_page() -> None:
    """A text that a list or a scanner added; nothing of a message is lost."""
    letter = Letter(
        HEADERS, ["The slab is 250 mm.", "Scanned by the gate of the yard."], [f"<p>The slab is 250 mm.</p>{TABLE}"]
    )
    words = write_letter(letter, "a.eml").text
    assert words.count("The slab is 250 mm.") == 1
    assert "Scanned by the gate" in words


def test_a_quoted_table_is_quoted() -> None:
    """Its rows are lines of the earlier message."""
    blocks = _blocks(_written(f"<p>Fine.</p><blockquote>{TABLE}</blockquote>"))
    assert [kind for kind, _ in blocks] == ["paragraph", "quoted"]
    assert "> D01 | 90 min" in blocks[1][1]


def test_a_page_laid_out_in_cells_is_no_table() -> None:
    """Newsletters and signatures."""
    assert _blocks(_written(LAYOUT)) == [
        ("paragraph", "First column of a newsletter."),
        ("paragraph", "Second column."),
    ]


def test_endless_nesting_is_read() -> None:
    """No recursion without end."""
    assert "x" in "".join(read_html("<div>" * 3000 + "x").lines)
    assert "x" in "".join(read_html("<blockquote>" * 3000 + "x").lines)


PIECES = st.sampled_from(
    ["<div>", "</div>", "<blockquote>", "</blockquote>", "<table>", "<tr>", "<td>", "</table>", "<li>", "<br>", "<hr>"]
    + ["<pre>", "<p style='", "'>", "<b>From:</b>", "seen", "<span style='display:none'>secret</span>", "&#0;", "<!--"]
)


@settings(max_examples=80, deadline=None)
@given(st.lists(PIECES, max_size=24))
def test_any_page_is_read_and_shows_nothing_hidden(pieces: list[str]) -> None:
    """However broken; tables stand where their lines are."""
    body = read_html("".join(pieces))
    for at, grid in body.tables.items():
        assert body.lines[at] == " | ".join(" ".join(cell.split()) for cell in next(r for r in grid.rows if any(r)))
    if not {"<p style='", "'>", "<!--"} & set(pieces):
        assert "secret" not in "\n".join(body.lines)


@pytest.mark.parametrize(
    ("html", "lines"),
    [
        ("<table><tr><td></td><td>Hello</td><td></td></tr><tr><td>&nbsp;</td><td></td></tr></table>", ["Hello"]),
        ("<table><tr><td>a</td><td></td><td></td><td>b</td></tr></table>", ["a | b"]),
        ("<table><tr><td>|</td><td>&#8203;</td></tr><tr><td>------</td><td>______</td></tr></table>", []),
    ],
)
def test_cells_that_only_keep_others_apart_are_no_words(html: str, lines: list[str]) -> None:
    """Blanks, rules and lines to write on."""
    assert [line for line in read_html(html).lines if line] == lines


def test_a_table_of_data_loses_its_empty_rows_and_columns() -> None:
    """What is left stays a table, cell by cell."""
    rows = (("Item", "", "Count", ""), ("", "&nbsp;", "", ""), ("Door", "", "4", ""), ("Window", "", "6", "----"))
    html = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    (grid,) = read_html(f"<table>{html}</table>").tables.values()
    assert grid.rows == [["Item", "Count"], ["Door", "4"], ["Window", "6"]]


@pytest.mark.parametrize(
    "html", ["word " * 6_000, "<p>The door is oak.</p>" * 3_000, "<table>" + "<tr><td>a</td><td>b c</td></tr>" * 3_000]
)
def test_a_body_without_end_is_read_up_to_a_limit_and_says_so(html: str) -> None:
    """One line, many paragraphs, one table."""
    body = read_html(html)
    body.shorten(10_000)
    assert 9_900 < sum(len(line) + 1 for line in body.lines) <= 10_001
    assert all(at + len(grid.rows) <= len(body.lines) for at, grid in body.tables.items())
    assert "the original holds the rest" in body.notes[0]


def test_a_body_within_the_limit_is_read_as_it_is() -> None:
    """Nothing is told of it."""
    body = read_html("<p>one</p><p>two</p>")
    body.shorten(10)
    assert (body.lines, body.notes) == (["one", "", "two", ""], [])


def test_a_plain_message_without_end_is_read_up_to_a_limit_too() -> None:
    """Lines of separators in it are no words."""
    document = write_letter(Letter(HEADERS, plain=["| | |\n|---|---|\n\n" + "word " * 250_000]), "a.eml")
    assert "|" not in document.text
    assert len(document.text) < LONGEST_WORDS_CHARS + 1_000
    assert any("the original holds the rest" in warning for warning in document.warnings)

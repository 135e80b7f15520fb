"""Passages: what stays together, what is cut, and that nothing is lost."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from graph.model import Block, Box, Cell, Page, Span
from retrieval.chunking.passages import ChunkRequest, Chunks, chunk

NOW = datetime(2024, 5, 1, tzinfo=UTC)
Row = tuple[str, int, str | None, str]
A4 = Box(0, 0, 595, 842)


def document(*rows: Row, label: str = "Approved Document K", size: int = 800) -> ChunkRequest:
    """A request whose text is the rows' words with a blank line between."""
    text, blocks = "", []
    for kind, level, number, words in rows:
        text += "\n\n" if text else ""
        blocks.append(Block(kind, Span(len(text), len(text) + len(words)), level, number))
        text += words
    return ChunkRequest("s-1", label, None, text, tuple(blocks), (), NOW, size_chars=size)


def texts(chunks: Chunks) -> list[str]:
    """The passages' texts."""
    return [passage.text for passage in chunks.passages]


def labels(chunks: Chunks) -> list[str | None]:
    """The passages' clause labels."""
    by_id = {clause.id: clause.label for clause in chunks.clauses}
    return [by_id.get(passage.clause_id or "") for passage in chunks.passages]


def test_a_list_reads_with_its_lead_in_and_a_paragraph_with_its_heading() -> None:
    """One numbered paragraph and its items are one passage under their headings."""
    chunks = chunk(
        document(
            ("heading", 1, "Section 1", "Section 1: Stairs"),
            ("heading", 2, None, "Handrails"),
            ("paragraph", 0, "1.36", "1.36 Provide handrails:"),
            ("list_item", 1, "a", "a. on both sides"),
            ("list_item", 1, "b", "b. at 900 mm"),
            ("paragraph", 0, "1.37", "1.37 Use contrast."),
        )
    )
    assert texts(chunks) == [
        "Section 1: Stairs\n\nHandrails\n\n1.36 Provide handrails:\n\na. on both sides\n\nb. at 900 mm",
        "1.37 Use contrast.",
    ]
    assert labels(chunks) == ["K 1.36", "K 1.37"]
    assert chunks.passages[0].context == "Approved Document K > 1 Stairs > Handrails > 1.36"
    assert [passage.kind for passage in chunks.passages] == ["list", "prose"]


def test_paragraphs_of_one_section_share_a_passage_up_to_the_size() -> None:
    """Sections are never mixed; within one, paragraphs are packed."""
    rows: list[Row] = [("heading", 1, "1", "1 Scope")]
    rows += [("paragraph", 0, None, "x" * 60) for _ in range(3)]
    rows += [("heading", 1, "2", "2 Terms"), ("paragraph", 0, None, "y" * 60)]
    chunks = chunk(document(*rows, size=140))
    assert [len(text) for text in texts(chunks)] == [131, 60, 69]


def test_a_lead_in_moves_on_with_the_list_it_opens() -> None:
    """Where the items do not fit any more, "as follows:" goes with them."""
    chunks = chunk(
        document(
            ("paragraph", 0, None, "w " * 40 + "end."),
            ("paragraph", 0, None, "The steps are as follows:"),
            ("list_item", 1, None, "- stop the works for the day"),
            size=120,
        )
    )
    assert texts(chunks)[1].startswith("The steps are as follows:\n\n- stop")


def test_a_long_list_is_cut_between_items_which_keep_their_clauses() -> None:
    """A passage of one item is filed under that item."""
    chunks = chunk(
        document(
            ("paragraph", 0, "2.1", "2.1 All of these:"),
            ("list_item", 1, "a", "a. " + "word " * 14),
            ("list_item", 1, "b", "b. " + "word " * 14),
            size=100,
        )
    )
    assert labels(chunks) == ["K 2.1", "K 2.1(b)"]


def test_items_with_full_numbers_share_the_passage_of_what_they_are_items_of() -> None:
    """A control and its lettered statements are read together, and each stays addressable."""
    chunks = chunk(
        document(
            ("heading", 1, "AC-1", "AC-1 Access policy"),
            ("list_item", 1, "AC-1(a)", "AC-1(a) Develop a policy;"),
            ("list_item", 2, "AC-1(a)[1]", "AC-1(a)[1] in writing;"),
            ("list_item", 1, "AC-1(b)", "AC-1(b) Review it."),
            label="NIST SP 800-53",
        )
    )
    assert labels(chunks) == ["NIST SP 800-53 AC-1"]
    assert [clause.path for clause in chunks.clauses] == ["AC-1", "AC-1(a)", "AC-1(a)[1]", "AC-1(b)"]


def test_what_is_too_long_is_cut_at_sentence_ends_with_an_overlap() -> None:
    """Each piece is whole sentences, and repeats the last short one of the piece before."""
    words = " ".join(f"Sentence number {n} is of some length." for n in range(30))
    chunks = chunk(replace(document(("paragraph", 0, "1", words), size=200), overlap_chars=60))
    found = texts(chunks)
    assert all(text.startswith("Sentence number") and text.endswith("length.") for text in found)
    assert all(len(text) <= 200 for text in found)
    assert all(
        before.split(". ")[-1] == after.split(". ")[0] + "." for before, after in zip(found, found[1:], strict=False)
    )


def test_headings_over_nothing_are_one_passage() -> None:
    """A title page does not become a passage a line."""
    rows: list[Row] = [("heading", 1, None, f"Title line {n}") for n in range(3)]
    assert texts(chunk(document(*rows, ("heading", 1, "1", "1 Scope"), ("paragraph", 0, None, "Body."))))[0] == (
        "Title line 0\n\nTitle line 1\n\nTitle line 2"
    )


def table_request(rows: int, size: int = 800) -> ChunkRequest:
    """A caption and a table of a header row and `rows` rows of two cells."""
    text = "Table 1.1 Rise and going\n\n"
    cells = []
    start = len(text)
    for row in range(rows + 1):
        for column, words in enumerate(("Stair", "Rise") if row == 0 else (f"Type {row}", f"{150 + row} mm")):
            cells.append(Cell(row, column, Span(len(text), len(text) + len(words)), header=row == 0))
            text += words + ("\t" if column == 0 else "\n")
    text = text.rstrip("\n")
    blocks = (
        Block("caption", Span(0, 24), number="Table 1.1"),
        Block("table", Span(start, len(text)), cells=tuple(cells)),
    )
    return ChunkRequest("s-1", "Approved Document K", None, text, blocks, (), NOW, size_chars=size)


def test_a_table_stays_whole_with_its_caption() -> None:
    """The caption's words are found with the table, which is filed under its name."""
    chunks = chunk(table_request(rows=5))
    (passage,) = chunks.passages
    assert passage.kind == "table"
    assert passage.text.startswith("Table 1.1 Rise and going\n\nStair\tRise")
    assert labels(chunks) == ["K Table 1.1"]
    assert len(passage.cells) == 12


def test_a_very_long_table_is_cut_between_rows_and_repeats_its_header() -> None:
    """Every part has the header's cells first, and says their names in its context."""
    request = table_request(rows=60, size=100)
    chunks = chunk(request)
    assert len(chunks.passages) > 5
    for passage in chunks.passages[1:]:
        header, own = passage.cells[:2], passage.cells[2:]
        assert [request.text[cell.span.start : cell.span.end] for cell in header] == ["Stair", "Rise"]
        assert all(passage.span.covers(cell.span) for cell in own)
        assert passage.text.startswith("Type ")
        assert passage.context.endswith("Stair | Rise")
    rows = [cell.row for passage in chunks.passages for cell in passage.cells if not cell.header]
    assert sorted(rows) == sorted([*range(1, 61), *range(1, 61)])


def test_notes_below_a_table_belong_to_it() -> None:
    """A table without its notes is half the rule; what follows them is another matter."""
    request = table_request(rows=2)
    text, blocks = request.text, list(request.blocks)
    for kind, words in (("paragraph", "NOTES:"), ("list_item", "1. Not for schools."), ("paragraph", "Next.")):
        text += "\n\n"
        blocks.append(Block(kind, Span(len(text), len(text) + len(words))))
        text += words
    found = texts(chunk(replace(request, text=text, blocks=tuple(blocks))))
    assert found[0].endswith("NOTES:\n\n1. Not for schools.")
    assert found[1:] == ["Next."]


def turns(*said: tuple[str, str], size: int = 800) -> Chunks:
    """Chunks of a conversation, a turn every ten seconds."""
    text, blocks = "", []
    for n, (speaker, words) in enumerate(said):
        text += "\n" if text else ""
        span = Span(len(text), len(text) + len(words))
        blocks.append(Block("turn", span, speaker=speaker, start_s=10.0 * n, end_s=10.0 * n + 8))
        text += words
    return chunk(ChunkRequest("s-1", "Site meeting 4", None, text, tuple(blocks), (), NOW, size_chars=size))


def test_short_turns_share_a_passage_whoever_speaks() -> None:
    """Each turn keeps its speaker and times; a passage of several has no speaker of its own."""
    chunks = turns(("Ada", "We agree."), ("Ada", "Ninety minutes it is."), ("Bo", "Fine."), ("Ada", "Next."))
    (passage,) = chunks.passages
    assert (passage.speaker, passage.start_s, passage.end_s) == (None, 0.0, 38.0)
    assert [(turn.speaker, turn.start_s, turn.end_s) for turn in passage.turns] == [
        ("Ada", 0.0, 8.0),
        ("Ada", 10.0, 18.0),
        ("Bo", 20.0, 28.0),
        ("Ada", 30.0, 38.0),
    ]
    at = passage.text.index("Fine")
    found = passage.turn_at(Span(at, at + 4))
    assert found is not None
    assert found.speaker == "Bo"


def test_a_question_goes_with_its_answer() -> None:
    """It would have been the last turn of the passage before; what was said last is context."""
    answer = "The stair doors need ninety minutes. " * 3
    chunks = turns(
        ("Ada", "The minutes are approved. " * 3), ("Ada", "What do the doors need?"), ("Bo", answer), size=90
    )
    assert [passage.text.partition(".")[0] for passage in chunks.passages] == [
        "The minutes are approved",
        "What do the doors need?\nThe stair doors need ninety minutes",
    ]
    assert chunks.passages[1].context.endswith("The minutes are approved.”")


def test_a_long_turn_is_cut_and_every_part_knows_its_turn_and_the_question() -> None:
    """The parts are of one speaker, and the question before is the context of each."""
    chunks = turns(("Ada", "Why ninety?"), ("Bo", "The code of the town says so. " * 12), size=100)
    parts = chunks.passages[1:] if chunks.passages[0].text == "Why ninety?" else chunks.passages
    assert len(parts) > 2
    assert all(part.turns[-1].speaker == "Bo" for part in parts)
    assert all("Why ninety?" in part.context or "Why ninety?" in part.text for part in parts)


def test_quotes_are_marked_and_signatures_and_contents_left_out() -> None:
    """A quoted reply is shown but never evidence; a signature is not even indexed."""
    chunks = chunk(
        document(
            ("header", 0, None, "From: ada@example.org"),
            ("paragraph", 0, None, "Please use 90 minutes."),
            ("quoted", 0, None, "> We said 60."),
            ("signature", 0, None, "Ada, Harbour Works"),
            ("toc", 0, None, "1 Scope ..... 3"),
        )
    )
    assert [(passage.kind, passage.quoted) for passage in chunks.passages] == [
        ("header", False),
        ("prose", False),
        ("prose", True),
    ]


def test_code_stays_whole_up_to_twice_the_size() -> None:
    """An example is cut only where it is very long, and then between lines."""
    lines = "\n".join(f"    line {n:03d} of the grammar" for n in range(8))
    assert texts(chunk(document(("code", 0, None, lines), size=120))) == [lines]
    cut = texts(chunk(document(("code", 0, None, lines), size=60)))
    assert len(cut) > 2
    assert all(text.strip().startswith("line") and text.endswith("grammar") for text in cut)


def test_a_passage_across_a_page_break_records_both_pages() -> None:
    """Page numbers are those of its first and last character."""
    request = document(("paragraph", 0, None, "First half,"), ("paragraph", 0, None, "second half."))
    pages = tuple(
        Page(number, span, A4, A4, 0, "native")
        for number, span in ((1, Span(0, 12)), (2, Span(12, 12)), (3, Span(12, 25)))
    )
    (passage,) = chunk(replace(request, pages=pages)).passages
    assert (passage.page_from, passage.page_to) == (1, 3)


def test_text_outside_of_all_blocks_is_not_lost() -> None:
    """What a parser left between its blocks becomes paragraphs."""
    request = ChunkRequest("s-1", "Note", None, "One.\n\nTwo.", (), (), NOW)
    assert texts(chunk(request)) == ["One.\n\nTwo."]


def test_the_context_is_short_and_keeps_the_innermost_clause() -> None:
    """A long chain loses its middle, not its end."""
    rows: list[Row] = [("heading", n, f"{n}", f"{n} {'very ' * 14}long heading {n}") for n in range(1, 6)]
    chunks = chunk(document(*rows, ("paragraph", 0, None, "Body."), label="Harbour Lane Library specification"))
    context = chunks.passages[-1].context
    assert len(context) <= 200
    assert context.startswith("Harbour Lane Library specification > ")
    assert "> 5 very" in context


WORDS = st.text(alphabet="ab .:\n(1)А。", min_size=1, max_size=60)
ROWS = st.tuples(
    st.sampled_from(
        [
            "heading",
            "paragraph",
            "list_item",
            "table",
            "code",
            "caption",
            "header",
            "turn",
            "quoted",
            "toc",
            "signature",
        ]
    ),
    st.integers(0, 3),
    st.sampled_from([None, "1", "1.2", "a", "i", "Section 2", "•", "Table 1"]),
    WORDS,
)


@given(st.lists(ROWS, max_size=12), st.integers(10, 120), st.integers(0, 40))
def test_every_readable_character_is_in_a_passage_that_quotes_the_text(
    rows: list[Row], size: int, overlap: int
) -> None:
    """Nothing is lost, nothing is invented, and what must not be read is not."""
    request = replace(document(*rows, size=size), overlap_chars=min(overlap, size))
    chunks = chunk(request)
    covered: set[int] = set()
    for passage in chunks.passages:
        assert passage.text == request.text[passage.span.start : passage.span.end]
        assert passage.text.strip()
        covered.update(range(passage.span.start, passage.span.end))
    for block in request.blocks:
        readable = {at for at in range(block.span.start, block.span.end) if not request.text[at].isspace()}
        if block.kind in {"toc", "signature"}:
            assert not readable & covered
        else:
            assert readable <= covered
    assert [passage.ordinal for passage in chunks.passages] == list(range(len(chunks.passages)))
    assert len({passage.id for passage in chunks.passages}) == len(chunks.passages)
    assert len({clause.id for clause in chunks.clauses}) == len(chunks.clauses)


def test_half_a_megabyte_is_cut_within_a_second() -> None:
    """Chunking must not be what an ingest waits for; two seconds leave room for a busy machine."""
    sentence = "The door shall close by itself, e.g. by a spring, within 10 s. "
    rows: list[Row] = []
    for n in range(1, 500):
        rows += [
            ("heading", 1, f"{n}", f"{n} Doors of kind {n}"),
            ("paragraph", 0, f"{n}.1", f"{n}.1 " + sentence * 15),
        ]
    request = document(*rows)
    assert len(request.text) > 470_000
    start = time.process_time()
    assert len(chunk(request).passages) >= 998
    assert time.process_time() - start < 2

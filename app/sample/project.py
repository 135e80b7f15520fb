"""Write the sample project: a folder as a project team leaves it, for `make demo` and the tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from app.sample import facts
from app.sample.drawings import draw_detail, draw_plan
from app.sample.letters import meeting, thread
from app.sample.office import register, request_for_information
from app.sample.paper import Furniture, set_paper
from app.sample.templates import lines

Writer = Callable[[Path], object]

_README = f"""# {facts.PROJECT}

A made-up project for trying Prevail out. Nobody in it exists, and neither do the standards.
The files are written by `prevail sample`; delete the folder whenever you like.
"""


def write_sample(directory: Path) -> list[Path]:
    """Write every file of the sample project below `directory`, which is made if missing.

    Files of an earlier run are replaced; the bytes are the same each time.

    Returns:
        The files in the order of their names.
    """
    written = []
    for name, write in _files():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path)
        written.append(path)
    return sorted(written)


def _files() -> Iterator[tuple[str, Writer]]:
    yield "README.md", _bytes(_README.encode())
    for revision in facts.SECTION_DATE:
        yield f"specification/Section 08 11 13 Rev {revision}.pdf", _section(revision)
    yield "addenda/Addendum 2.pdf", _paper("addendum", facts.ADDENDUM, facts.ARCHITECT.firm)
    yield f"drawings/{facts.PLAN}_{facts.PLAN_REVISION}.pdf", draw_plan
    yield f"drawings/{facts.DETAIL}_{facts.DETAIL_REVISION}.pdf", draw_detail
    yield f"rfi/{facts.RFI} Request.docx", _bytes(request_for_information())
    yield f"rfi/{facts.RFI} Response.pdf", _paper("rfi_response", facts.RFI, facts.ARCHITECT.firm)
    for name, content in thread():
        yield f"mail/{name}", _bytes(content)
    yield f"meetings/{facts.MEETING_DATE} {facts.MEETING}.vtt", _bytes(meeting().encode())
    yield f"register/Document register {facts.REGISTER_DATE}.csv", _bytes(register())
    for year in facts.GUARD_HEIGHT_MM:
        yield f"standards/{facts.GUARDING}-{year}.pdf", _standard(f"guarding_{year}", f"{facts.GUARDING}:{year}", 1)
    for year, columns in zip(facts.OPENING_FORCE_N, (1, 2), strict=True):
        yield f"standards/{facts.SEALS}-{year}.pdf", _standard(f"seals_{year}", f"{facts.SEALS}:{year}", columns)


def _bytes(content: bytes) -> Writer:
    return lambda path: path.write_bytes(content)


def _section(revision: str) -> Writer:
    rows = [
        ("A", facts.in_words(facts.SECTION_DATE["A"]), "First issue for construction"),
        ("B", facts.in_words(facts.SECTION_DATE["B"]), "Clauses 1.2, 2.2(a), 2.3(a), 2.5(a) revised"),
    ]
    shown = rows if revision == "B" else rows[:1]
    table = "\n".join(f"| {' | '.join(row)}" for row in (("Revision", "Date", "Description"), *shown))
    text = lines(
        "section",
        section_title_caps=facts.SECTION_TITLE.upper(),
        revision=revision,
        date=facts.in_words(facts.SECTION_DATE[revision]),
        revision_table=table,
        seal_standard=facts.SEAL_STANDARD[revision],
        frame=facts.FRAME_THICKNESS_MM[revision],
        rating=str(facts.STAIR_DOOR_RATING_MIN[revision]),
    )
    furniture = Furniture(
        title=f"Section {facts.SECTION} {facts.SECTION_TITLE}",
        head=f"{facts.PROJECT}  |  Section {facts.SECTION}  |  Revision {revision}",
        foot=facts.ARCHITECT.firm,
        author=facts.ARCHITECT.firm,
    )
    return lambda path: set_paper(path, text, furniture)


def _paper(template: str, title: str, author: str) -> Writer:
    furniture = Furniture(title=title, head=f"{facts.PROJECT}  |  {title}", foot=author, author=author)
    return lambda path: set_paper(path, lines(template), furniture)


def _standard(template: str, number: str, columns: int) -> Writer:
    author = f"{facts.COUNTRY} Standards Board"
    furniture = Furniture(title=number, head=number, foot=f"© {author}", author=author, columns=columns)
    return lambda path: set_paper(path, lines(template), furniture)

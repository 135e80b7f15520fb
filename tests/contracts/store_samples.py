"""Small values for the store's contract: fictional, one of each kind, made from a few words."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from graph.model import (
    Box,
    Cell,
    Claim,
    Clause,
    Edge,
    Evidence,
    Instruction,
    Node,
    Page,
    Passage,
    Person,
    PersonLink,
    PrecedenceOrder,
    Receipt,
    Ruling,
    Scope,
    Source,
    Span,
    Thread,
    Work,
)
from graph.time import DateAnchor
from graph.vocabulary import AuthorityClass, ClaimField, EdgeState, EdgeType, Ground, InstructionKind, RulingAct

T0 = datetime(2024, 3, 1, 9, 0, tzinfo=UTC)


def at(hours: float) -> datetime:
    """So many hours after the first recording."""
    return T0 + timedelta(hours=hours)


def work(identifier: str = "w-1", number: str | None = "08 11 13", recorded_at: datetime = T0) -> Work:
    """A specification section of a made-up project."""
    return Work(identifier, number, "halden-library", recorded_at)


def source(identifier: str = "s-1", recorded_at: datetime = T0) -> Source:
    """A paged source with every field filled."""
    sheet = Box(0.0, 0.0, 595.25, 842.0)
    page = Page(1, Span(0, 40), sheet, Box(10.5, 10.5, 500.0, 800.0), 90, "native", ("Halden Library", "Page 1"))
    return Source(
        id=identifier,
        connector="files",
        remote_id="spec/081113 rev B.pdf",
        uri="file:///spec/081113%20rev%20B.pdf",
        media_type="application/pdf",
        sha256="ab" * 32,
        size_bytes=1234,
        text_chars=40,
        project="halden-library",
        acl=("*", "group:site"),
        recorded_at=recorded_at,
        pages=(page,),
        warnings=("page 2 has no text layer",),
    )


def claim(identifier: str = "m-1", source_id: str = "s-1", recorded_at: datetime = T0) -> Claim:
    """A dated claim with its ground."""
    anchor = DateAnchor(date(2024, 2, 1), date(2024, 2, 29), "February 2024")
    return Claim(
        id=identifier,
        source_id=source_id,
        field=ClaimField.DATE,
        value="February 2024",
        ground=Ground.TITLE_BLOCK,
        confidence=0.9,
        recorded_at=recorded_at,
        span=Span(3, 16),
        date=anchor,
        note="read from the title block",
    )


def clause(identifier: str = "c-1", source_id: str = "s-1", start: int = 0, recorded_at: datetime = T0) -> Clause:
    """A clause of twenty characters."""
    span = Span(start, start + 20)
    return Clause(identifier, source_id, "2.1(a)", "081113 2.1(a)", "Doors", span, None, recorded_at)


def passage(identifier: str = "p-1", source_id: str = "s-1", start: int = 0, recorded_at: datetime = T0) -> Passage:
    """A table passage of twenty characters."""
    return Passage(
        id=identifier,
        source_id=source_id,
        clause_id="c-1",
        ordinal=start,
        kind="table",
        span=Span(start, start + 20),
        text="Door | Rating: FD 90",
        context="081113 > 2.1 Doors",
        tokens=6,
        page_from=1,
        page_to=None,
        recorded_at=recorded_at,
        cells=(Cell(0, 0, Span(start, start + 4), header=True), Cell(0, 1, Span(start + 7, start + 20))),
        start_s=0.1,
        end_s=2.5,
    )


def person(identifier: str = "n-1") -> Person:
    """Somebody without a known name."""
    return Person(identifier, "ada.stone@halden.example", None, T0)


def receipt(identifier: str = "r-1") -> Receipt:
    """The first receipt of a chain."""
    return Receipt(identifier, None, '{"question":"Which rating?"}', T0)


def edge(
    identifier: str = "e-1",
    kind: EdgeType = EdgeType.SUPERSEDES,
    src: str = "s-2",
    dst: str = "s-1",
    recorded_at: datetime = T0,
) -> Edge:
    """A partial supersession with every field filled."""
    return Edge(
        id=identifier,
        type=kind,
        src=src,
        dst=dst,
        recorded_at=recorded_at,
        effective_from=DateAnchor(None, date(2024, 2, 29), "before March 2024"),
        method="declared-phrase",
        confidence=0.75,
        state=EdgeState.AFFIRMED,
        scope=Scope(("2.1(a)", "2.1(b)"), "for doors made after 1 May"),
        evidence=Evidence("s-2", Span(5, 15), "supersedes"),
        by="ada.stone@halden.example",
        note=None,
    )


def order(identifier: str = "o-1", recorded_at: datetime = T0) -> PrecedenceOrder:
    """An order of three classes, two of them complementary."""
    tiers = ((AuthorityClass.ADDENDUM,), (AuthorityClass.SPECIFICATION, AuthorityClass.DRAWING))
    return PrecedenceOrder(identifier, "halden-library", "own", tiers, "Ada Stone", None, recorded_at)


def ruling(identifier: str = "r-1", recorded_at: datetime = T0) -> Ruling:
    """A ruling that was made on an edge and taken back."""
    return Ruling(
        id=identifier,
        act=RulingAct.AFFIRM,
        subject="e-1",
        by="Ada Stone",
        reason="the addendum was signed",
        recorded_at=recorded_at,
        edge_before=edge(),
        order_before=order(),
        undone_by="Olaf Brand",
        undone_reason="the signature was for another one",
    )


def thread(identifier: str = "h-1") -> Thread:
    """A thread that its references hold together."""
    return Thread(identifier, "first@halden.example", "references", T0)


def person_link(identifier: str = "y-1") -> PersonLink:
    """A speaker of a recording, as confirmed."""
    return PersonLink(
        id=identifier,
        one="Speaker 1",
        other="ada.stone@halden.example",
        same=True,
        by="Olaf Brand",
        recorded_at=T0,
        reason="he was there",
        source_id="s-1",
    )


def instruction(identifier: str = "i-1") -> Instruction:
    """A candidate of twenty characters."""
    span, authority = Span(0, 20), AuthorityClass.RFI_RESPONSE
    return Instruction(identifier, "s-1", InstructionKind.ANSWER, span, authority, 0.9, "en-1", T0, language="en")


def one_of_each() -> list[Node]:
    """One node of every kind."""
    plain: list[Node] = [work(), source(), claim(), clause(), passage(), person(), receipt(), order(), ruling()]
    return [*plain, thread(), person_link(), instruction()]

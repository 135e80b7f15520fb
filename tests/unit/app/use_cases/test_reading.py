"""From bytes to what is stored: a pure function of the bytes and of what is known of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from email.message import EmailMessage

import pytest

from app.use_cases.reading import MAX_NESTING, Arrival, Reading, claims_of, read_item
from connectors.protocol import Statement
from graph.errors import SkipRecord
from graph.model import Span
from graph.vocabulary import ClaimField, EdgeType, Ground
from tests.fakes.shelf import section

NOON = datetime(2025, 1, 1, 12, tzinfo=UTC)
NEW = section("09 30 13", "Ceramic Tiling", "B", "6 May 2024", "Tiles shall be glazed.", "Joints are 3 mm wide.")


def _arrival(name: str, acl: tuple[str, ...] = ("ada",)) -> Arrival:
    return Arrival("files", name, f"file:{name}", name, "Tower", acl, (), NOON)


def _read(text: str, name: str = "tiling.txt") -> Reading:
    return read_item(text.encode(), _arrival(name))


def _mail(*attachments: tuple[str, bytes], subject: str = "Tiles") -> bytes:
    message = EmailMessage()
    message["From"], message["To"] = "Ada Moss <ada.moss@example.com>", "Bo Reed <bo.reed@example.com>"
    message["Date"], message["Subject"] = "Mon, 05 May 2025 09:00:00 +0000", subject
    message["Message-ID"] = "<one@example.com>"
    message.set_content("The section is attached.\n")
    for name, data in attachments:
        message.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    return message.as_bytes()


def test_reading_the_same_bytes_twice_gives_the_same() -> None:
    """Ids, claims, clauses, passages and edges: nothing is drawn by lot."""
    [first], [second] = _read(NEW).sources, _read(NEW).sources
    assert (first.source, first.claims, first.clauses) == (second.source, second.claims, second.clauses)
    assert (first.passages, first.edges, first.work_id) == (second.passages, second.edges, second.work_id)


def test_what_a_document_demands_is_read_with_it() -> None:
    """Requirements belong to the source and to the clause that holds them, and stand in its text."""
    [prepared] = _read(NEW).sources
    [joints] = [found for found in prepared.requirements if found.values]
    assert (joints.subject, joints.property, joints.values[0].written) == ("Joints", "width", "3 mm")
    assert (joints.source_id, joints.recorded_at) == (prepared.source.id, NOON)
    assert {found.clause_id for found in prepared.requirements if found.clause_id} <= {c.id for c in prepared.clauses}


def test_every_passage_clause_and_claim_is_found_in_the_text() -> None:
    """A span holds the characters that are said to stand there."""
    [prepared] = _read(NEW).sources
    text = prepared.text
    assert prepared.source.text_chars == len(text)
    assert all(p.text == text[p.span.start : p.span.end] for p in prepared.passages)
    assert {p.clause_id for p in prepared.passages if p.clause_id} <= {c.id for c in prepared.clauses}
    said = {claim.field: text[claim.span.start : claim.span.end] for claim in prepared.claims if claim.span}
    assert (said[ClaimField.TITLE], said[ClaimField.VERSION]) == ("Ceramic Tiling", "Revision B")
    assert (said[ClaimField.NUMBER], said[ClaimField.DATE]) == ("09 30 13", "6 May 2024")
    evidence = [edge.evidence for edge in prepared.edges if edge.evidence]
    assert all(e.quote == text[e.span.start : e.span.end] for e in evidence)


def test_a_new_revision_is_another_source_of_the_same_work() -> None:
    """The work follows from the document's number, the source from its bytes."""
    [old], [new] = _read(NEW.replace("Revision B", "Revision A")).sources, _read(NEW).sources
    assert old.source.id != new.source.id
    assert (old.work_id, old.number) == (new.work_id, "Section 09 30 13")


def test_an_attachment_is_a_source_of_its_own_with_the_mail_s_readers() -> None:
    """It is joined to the mail, belongs to its project, and is open to nobody else."""
    mail, section_text = read_item(_mail(("tiling.txt", NEW.encode())), _arrival("mail.eml")).sources
    assert section_text.source.remote_id == "mail.eml!0/tiling.txt"
    assert (section_text.source.acl, section_text.source.project) == (("ada",), "Tower")
    joined = [(e.src, e.dst) for e in mail.edges if e.type is EdgeType.ATTACHED_TO]
    assert joined == [(section_text.source.id, mail.source.id)]


def test_what_is_known_of_the_mail_s_file_name_is_not_said_of_its_attachment() -> None:
    """The name of the mail's file names the mail; what a person said of the item holds for both."""
    said = Statement(ClaimField.STATUS, "issued", Ground.OPTION)
    named = Statement(ClaimField.VERSION, "C", Ground.FILE_NAME)
    arrival = replace(_arrival("mail rev C.eml"), statements=(said, named))
    mail, attached = read_item(_mail(("note.txt", b"Tiles are blue and grey.\n")), arrival).sources
    assert Ground.FILE_NAME in {claim.ground for claim in mail.claims}
    assert Ground.FILE_NAME not in {claim.ground for claim in attached.claims}
    assert Ground.OPTION in {claim.ground for claim in attached.claims}


def test_an_attachment_that_cannot_be_read_is_reported_and_the_mail_is_kept() -> None:
    """With its path inside the mail and the reason."""
    reading = read_item(_mail(("plan.pdf", b"%PDF-1.7 broken"), ("tiling.txt", NEW.encode())), _arrival("mail.eml"))
    assert [prepared.source.remote_id for prepared in reading.sources] == ["mail.eml", "mail.eml!1/tiling.txt"]
    [(path, error)] = reading.failures
    assert (path, bool(error.reason)) == ("mail.eml!0/plan.pdf", True)


def test_mails_inside_mails_are_read_down_to_a_depth() -> None:
    """What lies deeper is a failure with its reason, not an endless descent."""
    data = _mail(subject="innermost")
    for level in range(MAX_NESTING + 2):
        data = _mail((f"level-{level}.eml", data), subject=f"level {level}")
    reading = read_item(data, _arrival("mail.eml"))
    assert len(reading.sources) == MAX_NESTING + 1
    assert [error.reason for _, error in reading.failures] == ["nested too deep"]


def test_an_item_that_is_no_document_is_skipped_with_a_reason() -> None:
    """The bytes decide, not the name."""
    with pytest.raises(SkipRecord) as skipped:
        read_item(b"\x00\x01\x02\x03" * 50, _arrival("plan.pdf"))
    assert skipped.value.reason


def test_the_same_statement_at_the_same_place_is_one_claim() -> None:
    """At two places it is two, each with its span; their order does not matter."""
    once = Statement(ClaimField.NUMBER, "A-201", Ground.HEADER, span=Span(0, 5))
    again = replace(once, span=Span(40, 45))
    claims = claims_of("s-1", (once, once, again), NOON)
    assert sorted(c.span.start for c in claims if c.span) == [0, 40]
    assert claims == claims_of("s-1", (again, once), NOON)

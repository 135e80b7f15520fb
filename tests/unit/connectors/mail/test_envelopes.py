"""Messages that are signed, encrypted, or carry an invitation or a report."""

from __future__ import annotations

import base64

import pytest

from connectors.mail.smime import ENCRYPTED, NO_WORDS, NOT_VERIFIED, UNREADABLE
from connectors.parsing import parse
from connectors.protocol import ParsedDocument
from tests.fakes.envelopes import encrypted, signed, smime_mail
from tests.fakes.outlook_files import Item, Part, msg_file

HEAD = "From: Ada Moss <ada.moss@example.com>\nTo: bo.reed@example.com\nSubject: Kiln\nMIME-Version: 1.0\n"
OPEN = (
    b"Content-Type: multipart/signed; boundary=b\n\n--b\n"
    b"Content-Type: text/plain; charset=utf-8\n\nThe lining is 40 mm thick.\n"
    b"--b\nContent-Type: application/pkcs7-signature\n\nx\n--b--\n"
)
ENTITY = b"Content-Type: text/plain; charset=utf-8\n\nThe lining is 40 mm thick.\n"


def _parse(text: str) -> ParsedDocument:
    return parse(text.encode(), "a.eml")


def test_words_inside_a_signed_envelope_are_read_and_marked() -> None:
    """Nothing is claimed of the signature."""
    document = parse(smime_mail(signed(ENTITY), "Kiln"), "a.eml")
    assert document.text.endswith("The lining is 40 mm thick.")
    assert document.warnings == (NOT_VERIFIED,)
    assert document.attachments == ()


def test_an_encrypted_message_stands_with_its_header() -> None:
    """What cannot be read is said, and the message is not lost."""
    document = parse(smime_mail(encrypted(), "Kiln"), "a.eml")
    assert document.text.endswith("Subject: Kiln")
    assert document.warnings == (ENCRYPTED,)


def test_an_envelope_that_is_none_stays_an_attachment() -> None:
    """Its bytes are listed, and why they were not opened is said."""
    document = parse(smime_mail(b"\x30\x03no", "Kiln"), "a.eml")
    assert document.warnings == (UNREADABLE,)
    assert [(one.name, one.data) for one in document.attachments] == [("smime.p7m", b"\x30\x03no")]


def test_an_envelope_of_certificates_says_so() -> None:
    """As somebody sends who introduces himself."""
    document = parse(smime_mail(signed(None), "Kiln"), "a.eml")
    assert document.warnings == (NO_WORDS,)
    assert [one.name for one in document.attachments] == ["smime.p7m"]


def test_an_envelope_inside_an_envelope_is_opened_too() -> None:
    """As triple-wrapped messages are."""
    inner = b"Content-Type: application/pkcs7-mime\nContent-Transfer-Encoding: base64\n\n" + base64.encodebytes(
        signed(ENTITY)
    )
    document = parse(smime_mail(signed(inner), "Kiln"), "a.eml")
    assert document.text.endswith("The lining is 40 mm thick.")


@pytest.mark.parametrize("envelope", [signed(ENTITY), OPEN])
def test_outlook_keeps_a_signed_message_as_its_own_attachment(envelope: bytes) -> None:
    """Both the opaque and the open kind are read."""
    item = Item({0x37: "Kiln", 0x1A: "IPM.Note.SMIME"}, parts=[Part({0x3707: "smime.p7m", 0x3701: envelope})])
    document = parse(msg_file(item), "a.msg")
    assert document.text == "Subject: Kiln\n\nThe lining is 40 mm thick."
    assert set(document.warnings) == {NOT_VERIFIED}


def test_a_signature_beside_the_words_is_no_attachment() -> None:
    """It is said that it was not verified."""
    document = _parse(
        f"{HEAD}Content-Type: multipart/signed; boundary=b\n\n--b\nContent-Type: text/plain\n\nYes.\n"
        "--b\nContent-Type: application/pgp-signature; name=signature.asc\n\nxx\n--b--\n"
    )
    assert document.text.endswith("Yes.")
    assert (document.warnings, document.attachments) == ((NOT_VERIFIED,), ())


def test_armoured_words_are_said_to_be_encrypted() -> None:
    """As PGP in the body of a message is."""
    document = _parse(f"{HEAD}\n-----BEGIN PGP MESSAGE-----\n\nabcd\n-----END PGP MESSAGE-----\n")
    assert ENCRYPTED in document.warnings


def test_an_invitation_is_read_as_what_it_says() -> None:
    """Folded lines, escaped commas, names of attendees, and the zone of the time."""
    document = _parse(
        f"{HEAD}Content-Type: text/calendar\n\nBEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nDTSTART:16010101T000000\n"
        "END:VTIMEZONE\nBEGIN:VEVENT\nSUMMARY:Kiln\\, second\n  firing\nDTSTART;TZID=Europe/Riga:20250512T093000\n"
        'DTEND:20250512T083000Z\nLOCATION:Shed 4\nORGANIZER;CN="Moss, Ada":mailto:ada.moss@example.com\n'
        "ATTENDEE;CN=Bo Reed:MAILTO:bo.reed@example.com\nDESCRIPTION:Bring\\nthe gauge\nEND:VEVENT\nEND:VCALENDAR\n"
    )
    assert document.text.split("\n\n", 1)[1].splitlines() == [
        "Event: Kiln, second firing",
        "Start: 2025-05-12 09:30 (Europe/Riga)",
        "End: 2025-05-12 08:30 UTC",
        "Place: Shed 4",
        "Organizer: Moss, Ada <ada.moss@example.com>",
        "Attendee: Bo Reed <bo.reed@example.com>",
        "Description: Bring",
        "the gauge",
    ]


def test_a_report_on_delivery_keeps_its_fields() -> None:
    """Who did not get the message is the news of it."""
    document = _parse(
        f"{HEAD}Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: text/plain\n\nNot delivered.\n"
        "--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; example.com\n\n"
        "Final-Recipient: rfc822; bo.reed@example.com\nAction: failed\n--b--\n"
    )
    assert document.text.endswith("Final-Recipient: rfc822; bo.reed@example.com Action: failed")
